"""A headless Chromium that is driven through two pipes.

The pipes carry the DevTools protocol: JSON objects that end in a zero byte. In contrast to a port,
they cannot be taken by another program, and the browser ends if this process is killed.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from flickbook_driving.failure import UNAVAILABLE, Failure
from flickbook_driving.program import Program

# The numbers of the pipes in the browser, which are fixed by --remote-debugging-pipe.
_COMMANDS, _ANSWERS = 3, 4

# The time in which the browser has to end by itself. Nothing in its profile is kept, so nothing is
# lost if it is killed.
_CLOSE_SECONDS = 0.3

_CHUNK = 1 << 16

# Lines about services of a desktop that are missing in a container. They say nothing about a crash.
_IRRELEVANT = ("dbus", "vaapi", "bluez", "Fontconfig", "sandbox_linux.cc", "display.cc")


class ProtocolError(Exception):
    """The browser rejected a command."""


class Browser:
    """A process of Chromium with a profile of its own, which is removed at the end.

    `limit` is the time in seconds in which each command has to be answered.
    """

    def __init__(self, program: str, arguments: Sequence[str], limit: float) -> None:
        self.name = Path(program).name
        self._limit = limit
        self._buffer = bytearray()
        self._last = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._closed = False
        # Called with each event and the session that it comes from, and must not send commands.
        self.on_event: Callable[[str, dict[str, Any], str | None], None] | None = None
        # The system's time minus the time of the browser's clock, in microseconds. The browser
        # determines it once, too, and timestamps of touches are in the system's time.
        self.epoch = min(_clock_difference() for _ in range(20))
        self._program = Program()
        try:
            self._start(program, arguments)
        except BaseException:
            self._program.close()
            raise

    def _start(self, program: str, arguments: Sequence[str]) -> None:
        folder = self._program.folder
        command = [program, "--remote-debugging-pipe", *arguments]
        command += [f"--user-data-dir={folder}/profile", "about:blank"]
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()

        def place_pipes() -> None:
            # Both pipes are first moved to high numbers, because one of them may have the number of
            # the other.
            source = fcntl.fcntl(theirs_in, fcntl.F_DUPFD, 16)
            target = fcntl.fcntl(theirs_out, fcntl.F_DUPFD, 16)
            os.dup2(source, _COMMANDS)
            os.dup2(target, _ANSWERS)

        try:
            # Crash reports and caches go into the profile, not into the user's home.
            self._program.start(
                command, {"HOME": folder}, pass_fds=(_COMMANDS, _ANSWERS), prepare=place_pipes
            )
        except OSError as error:
            os.close(ours_out)
            os.close(ours_in)
            raise Failure(
                program,
                f"the browser cannot be run ({error.strerror})",
                "name another with --browser",
                UNAVAILABLE,
            ) from None
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        os.set_blocking(ours_in, False)
        os.set_blocking(ours_out, False)
        self._out, self._in = ours_out, ours_in

    def call(
        self,
        method: str,
        parameters: dict[str, Any] | None = None,
        session: str | None = None,
    ) -> dict[str, Any]:
        """Sends a command and returns its result."""
        return self.answer(self.send(method, parameters, session), method)

    def send(
        self,
        method: str,
        parameters: dict[str, Any] | None = None,
        session: str | None = None,
    ) -> int:
        """Sends a command and returns its number, without waiting for the answer."""
        self._last += 1
        message: dict[str, Any] = {
            "id": self._last,
            "method": method,
            "params": parameters or {},
        }
        if session is not None:
            message["sessionId"] = session
        end = time.monotonic() + self._limit
        self._send(json.dumps(message).encode() + b"\0", method, end)
        return self._last

    def answer(self, number: int, method: str) -> dict[str, Any]:
        """Waits for the answer to a command and returns its result."""
        self.wait(lambda: number in self._answers, method)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise ProtocolError(str(answer["error"].get("message", answer["error"])))
        result: dict[str, Any] = answer.get("result", {})
        return result

    def has_answer(self, number: int) -> bool:
        """Returns whether the answer to a command has been received."""
        return number in self._answers

    def answered(self, numbers: Sequence[int], seconds: float) -> bool:
        """Returns whether all these commands are answered, or are answered within `seconds`."""
        return self._receive(
            lambda: all(number in self._answers for number in numbers),
            time.monotonic() + seconds,
        )

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Receives answers and events until `condition` is true."""
        if not self._receive(condition, time.monotonic() + self._limit):
            raise self._silent(what)

    def _send(self, data: bytes, what: str, end: float) -> None:
        while data:
            _, writable, _ = select.select([], [self._out], [], max(0, end - time.monotonic()))
            if not writable:
                raise self._silent(what)
            try:
                data = data[os.write(self._out, data) :]
            except OSError:
                raise self._died() from None

    def _receive(self, condition: Callable[[], bool], end: float) -> bool:
        """Receives until `condition` is true; returns whether it became true before `end`."""
        while not condition():
            readable, _, _ = select.select([self._in], [], [], max(0, end - time.monotonic()))
            if not readable:
                return False
            try:
                data = os.read(self._in, _CHUNK)
            except OSError:
                data = b""
            if not data:
                raise self._died()
            self._buffer += data
            while (end_of_message := self._buffer.find(0)) >= 0:
                message = bytes(self._buffer[:end_of_message])
                del self._buffer[: end_of_message + 1]
                self._take(message)
        return True

    def _take(self, message: bytes) -> None:
        try:
            found = json.loads(message)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise Failure(
                self.name,
                f"it sent {message[:80]!r} instead of JSON",
                "name a Chromium with --browser",
            )
        if "id" in found:
            self._answers[found["id"]] = found
        elif self.on_event is not None:
            self.on_event(str(found.get("method")), found.get("params", {}), found.get("sessionId"))

    def _silent(self, what: str) -> Failure:
        return Failure(
            self.name,
            f"no answer to {what} within {self._limit:g} s" + self._quoted_errors(),
            "run it again, with a longer --limit on a busy computer",
        )

    def _died(self) -> Failure:
        return Failure(
            self.name,
            f"{self._program.ending()} while it was driven" + self._quoted_errors(),
            "run it again, or name another browser with --browser",
        )

    def _quoted_errors(self) -> str:
        return self._program.quoted_output(_IRRELEVANT)

    @property
    def is_running(self) -> bool:
        return not self._closed and self._program.is_running

    def close(self) -> None:
        """Ends the browser and all its processes, and removes its profile."""
        if self._closed:
            return
        self._closed = True
        try:
            self._ask_to_close()
        finally:
            # Debian's program is a script that waits for the browser, so ending the process that
            # was started is not enough.
            self._program.close()
            os.close(self._out)
            os.close(self._in)

    def _ask_to_close(self) -> None:
        end = time.monotonic() + _CLOSE_SECONDS
        if not self._program.is_running:
            return
        message = {"id": self._last + 1, "method": "Browser.close"}
        try:
            self._send(json.dumps(message).encode() + b"\0", "Browser.close", end)
            # The pipe is read until the browser closes it, so that it never waits to write.
            self._receive(lambda: False, end)
        except Failure:
            pass
        self._program.wait(end - time.monotonic())


def _clock_difference() -> int:
    """Returns the system's time minus the monotonic time, in microseconds."""
    first = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    system = time.time_ns()
    last = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    return round((system - (first + last) / 2) / 1000)
