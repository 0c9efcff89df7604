"""Apps whose clock this module controls.

Each run starts new processes with libfaketime preloaded, which reads the time from a file whenever
a process asks for it. This module writes the file, and lets the app work between two steps of the
time until it has nothing left to do. So a run does not depend on how busy the computer is, and
takes as long as the app needs.
"""

from __future__ import annotations

import ctypes
import glob
import itertools
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flickbook_driving.failure import UNAVAILABLE, Failure, last_lines
from flickbook_driving.touches import Input, Touch

# A position that stays for this time rests, and the longest wait for it after the last touch.
_REST_MICROSECONDS = 500_000
_LONGEST_REST_MICROSECONDS = 10_000_000

# An app has drawn its first frames after this time of the clock that it sees.
_LONGEST_START_MICROSECONDS = 10_000_000

# The longest real time for an answer. An app starts in 1 s on an idle machine with two cores.
_START_SECONDS = 30
_ANSWER_SECONDS = 10
_END_SECONDS = 3

_FAKETIME = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib*/faketime/libfaketimeMT.so.1")


class Clock:
    """A clock for other processes, which stands still until `advance`.

    - environment: The variables with which a process sees this clock as its time, also as that of
      its monotonic clock.
    - now: The time since `START`, in microseconds.
    """

    # Any day will do, and a fixed one gives equal runs.
    START = datetime(2001, 1, 1, tzinfo=UTC)

    def __init__(self, folder: str) -> None:
        library = next((path for pattern in _FAKETIME for path in sorted(glob.glob(pattern))), None)
        if library is None:
            raise Failure(
                "the clock of the app",
                "found no libfaketime",
                "install it; on Debian and Ubuntu: apt install libfaketime",
                UNAVAILABLE,
            )
        self._file = Path(folder) / "time"
        self.advance(0)
        preloaded = [library, *filter(None, [os.environ.get("LD_PRELOAD")])]
        self.environment = {
            "LD_PRELOAD": ":".join(preloaded),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            # Without these, a process would read the time only every 10 s, and see files of the
            # future.
            "FAKETIME_NO_CACHE": "1",
            "NO_FAKE_STAT": "1",
            "TZ": "UTC",
        }

    def advance(self, now: int) -> None:
        """Sets the time, in microseconds since `START`."""
        self.now = now
        moment = self.START + timedelta(microseconds=now)
        # libfaketime truncates to nanoseconds; one more keeps the microsecond from getting lost.
        text = f"{moment:%Y-%m-%d %H:%M:%S.%f}001\n"
        # In place, so that a process that reads never finds an empty file.
        handle = os.open(self._file, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.pwrite(handle, text.encode(), 0)
        finally:
            os.close(handle)


class Played:
    """An app that is played on a clock, frame by frame.

    - rate: The number of steps in a second.
    - send: Sends the touches of a moment, or returns the message with which the app sends them.
    """

    def __init__(
        self,
        app: App,
        clock: Clock,
        rate: int,
        send: Callable[[Sequence[Touch]], Mapping[str, Any]],
    ) -> None:
        self._app = app
        self._clock = clock
        self._rate = rate
        self._send = send
        # The time of each frame in microseconds of the clock, and its position.
        self._rows: list[tuple[int, Any]] = []
        # The time since which the position is the last one.
        self._still = 0
        # The number of steps so far.
        self._steps = 0

    def start(self) -> dict[str, Any]:
        """Lets the app draw its first frames; returns its description."""
        # The first step is at the time at which the app was started, which it can read before.
        while self._next <= _LONGEST_START_MICROSECONDS:
            answer = self._step(is_ready=False)
            if "software" in answer or "missing" in answer:
                return answer
        raise self._app.failure(
            f"the program did not draw its window in the first {self._clock.now / 1e6:g} s of its "
            "clock",
            "show the window without waiting for a thread or for another program",
        )

    def play(self, recording: Input, phase: float, tail: float | None) -> list[tuple[float, Any]]:
        """Plays all touches; returns the frames since the first event, with times from it in s.

        - phase: The time from a frame to the first event, in s.
        - tail: The time after the last touch at which the motion ends; None if it ends when the
          position rests.
        """
        zero = self._begin() + round(phase * 1e6)
        # The events of touches have whole milliseconds. At a whole one, they are those of the
        # recording.
        zero += -zero % 1000
        for seconds, touches in itertools.groupby(recording.touches, key=lambda each: each.time):
            moment = zero + round(seconds * 1e6)
            while self._next < moment:
                self._step()
            self._clock.advance(moment)
            self._tell(self._send(list(touches)))
        last = zero + round(recording.end * 1e6)
        end = last + (_LONGEST_REST_MICROSECONDS if tail is None else round(tail * 1e6))
        while self._clock.now < end:
            if tail is None and self._clock.now >= max(self._still, last) + _REST_MICROSECONDS:
                break
            self._step()
        # The last frame before the first event is still shown at this event.
        shown = max(index for index, (time, _) in enumerate(self._rows) if time <= zero)
        return [(max(time - zero, 0) / 1e6, position) for time, position in self._rows[shown:]]

    def _begin(self) -> int:
        """Returns the time of a new frame, if possible of one at a whole millisecond.

        At 60 Hz, one of three frames is at a whole millisecond, or none.
        """
        frames = len(self._rows)
        while len(self._rows) == frames or (
            self._rows[-1][0] % 1000 != 0 and len(self._rows) < frames + 3
        ):
            self._step()
        return self._rows[-1][0]

    @property
    def _next(self) -> int:
        """The time of the next step. Touches do not move the steps."""
        return -(-self._steps * 1_000_000 // self._rate)

    def _step(self, is_ready: bool = True) -> dict[str, Any]:
        """Lets the app do all that is due at the time of the next step; returns its answer."""
        self._clock.advance(self._next)
        self._steps += 1
        return self._tell({}, is_ready)

    def _tell(self, message: Mapping[str, Any], is_ready: bool = True) -> dict[str, Any]:
        self._app.send(json.dumps(message))
        seconds = _ANSWER_SECONDS if is_ready else _START_SECONDS
        answer = self._app.receive(seconds, f"draw its {'frames' if is_ready else 'window'}")
        for position in answer.get("frames", ()):
            if not self._rows or self._rows[-1][1] != position:
                self._still = self._clock.now
            self._rows.append((self._clock.now, position))
        return answer


class App:
    """A program that draws a surface, and exchanges lines with this process."""

    def __init__(
        self, surface: str, command: Sequence[str], environment: Mapping[str, str], folder: str
    ) -> None:
        self._surface = surface
        self._buffer = b""
        # A file and not a pipe, so that the program never waits for its messages to be read.
        self._errors = Path(folder) / "errors"
        with open(self._errors, "wb") as errors:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=dict(environment),
                start_new_session=True,
                preexec_fn=end_with_parent,
            )

    def close(self) -> None:
        """Ends the program."""
        end(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                pass

    def send(self, line: str) -> None:
        """Sends a line. A program that has ended is reported by `receive`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass

    def receive(self, seconds: float, task: str) -> dict[str, Any]:
        """Returns the next message; throws a failure if the program ends, or does not answer in
        time."""
        assert self._process.stdout is not None
        handle = self._process.stdout.fileno()
        deadline = time.monotonic() + seconds
        while b"\n" not in self._buffer:
            readable, _, _ = select.select([handle], [], [], max(0, deadline - time.monotonic()))
            if not readable:
                raise self.failure(
                    f"the program did not {task} within {seconds:g} s",
                    "fix the program, or run it on a less busy machine",
                )
            received = os.read(handle, 1 << 16)
            if not received:
                raise self._ended(task)
            self._buffer += received
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            # A part of the program that is not written in Python may print there.
            raise Failure(
                self._surface,
                f"the program printed '{line[:60].decode(errors='replace')}'",
                "print to standard error instead",
            )
        return found

    def failure(self, found: str, advice: str = "fix the program") -> Failure:
        """Returns a failure of the program, with the last messages that it has printed."""
        text = last_lines(self._errors.read_text(errors="replace"))
        return Failure(self._surface, f"{found}: {text}" if text else found, advice)

    def _ended(self, task: str) -> Failure:
        try:
            status = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return self.failure(f"the program closed its output and did not {task}")
        how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return self.failure(f"the program {how} and did not {task}")


def end_with_parent() -> None:
    """Makes the kernel end the child when its parent is killed."""
    # PR_SET_PDEATHSIG is 1 in <sys/prctl.h>.
    _LIBC.prctl(1, signal.SIGTERM)


_LIBC = ctypes.CDLL(None)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that was started in its own session, and its children."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            pass
    try:
        # Children of a program of the user can be left after it.
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()
    for name in ("faketime_shm", "sem.faketime_sem"):
        # libfaketime leaves these files if a process is killed.
        Path(f"/dev/shm/{name}_{process.pid}").unlink(missing_ok=True)


def phase(run: int) -> float:
    """Returns the time in s from a frame to the first event of a run, which has a number from 1.

    Software decides with the touches that each frame has received, so results depend on this time.
    In the first run it is 0; the golden ratio spreads the phases of any number of runs evenly over
    a frame.
    """
    return (run - 1) * 0.618034 % 1 / 60
