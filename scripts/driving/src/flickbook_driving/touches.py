"""The input of a recording: touches of a touchscreen, or pans of a touchpad.

``flickbook convert`` decodes the recording, so every driver plays exactly the touches that the
models of Flickbook receive.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flickbook_driving.failure import UNAVAILABLE, USAGE, Failure, last_lines

# The longest recordings are converted in less than a second.
_CONVERT_SECONDS = 60

# The exit code with which flickbook rejects an option that it does not have.
_UNKNOWN_OPTION = USAGE

_TOUCH_PHASES = ("down", "move", "up", "cancel")
_PAN_PHASES = ("began", "changed", "ended", "cancelled")


@dataclass(frozen=True)
class Touch:
    """A change of one contact on a touchscreen.

    - time: Seconds after the first event of the recording.
    - phase: down, move, up or cancel.
    - contact: The number of the contact: 1, 2, 3…; a number is never used again.
    - x, y: The position in points of the screen; the upper left corner is (0, 0).
    """

    time: float
    phase: str
    contact: int
    x: float
    y: float


@dataclass(frozen=True)
class Pan:
    """A motion of two or more fingers on a touchpad.

    - time: Seconds after the first event of the recording.
    - phase: began, changed, ended or cancelled.
    - fingers: The number of fingers.
    - dx, dy: The distance from the beginning of the pan, in points; y grows downwards.
    """

    time: float
    phase: str
    fingers: int
    dx: float
    dy: float


@dataclass(frozen=True)
class Input:
    """The input of one recording: touches or pans, in the order of time. One of the two is empty.

    - name: The name of the recording, which is also the name of its table: scroll_flick-up.
    - screen: The width and the height to which positions on a touchscreen were mapped, in points.
    """

    name: str
    screen: tuple[float, float]
    touches: tuple[Touch, ...] = ()
    pans: tuple[Pan, ...] = ()

    @property
    def end(self) -> float:
        """The time of the last event."""
        return (self.touches or self.pans)[-1].time

    def touch_reports(self) -> Iterator[tuple[float, tuple[Touch, ...]]]:
        """Returns the touches of each report of the device; they have the same time."""
        for time, touches in itertools.groupby(self.touches, key=lambda touch: touch.time):
            yield time, tuple(touches)


def recording_name(recording: Path) -> str:
    """Returns the name for a recording: scroll_flick-up for …/scroll/flick-up/recording.yml or its
    folder, and flick for flick.yml."""
    path = Path(os.path.abspath(recording))
    if path.name in ("recording.yml", "recording.yaml"):
        path = path.parent
    elif not path.is_dir():
        return path.stem
    return "_".join(part for part in (path.parent.name, path.name) if part)


def recording_note(recording: Path) -> str:
    """Returns the note that leads from a table to its recording: scroll/flick-up for the folder
    …/scroll/flick-up, and flick.yml for flick.yml."""
    path = Path(os.path.abspath(recording))
    if path.name in ("recording.yml", "recording.yaml"):
        path = path.parent
    elif not path.is_dir():
        return path.name
    return "/".join(part for part in (path.parent.name, path.name) if part)


def find_program(named: str | None) -> str:
    """Returns the path of flickbook: `named`, or $FLICKBOOK, or flickbook on the PATH."""
    name = named or os.environ.get("FLICKBOOK") or "flickbook"
    found = shutil.which(name)
    if found is None:
        raise Failure(
            name,
            "found no such program",
            "name the program of Flickbook with --flickbook, or put it on the PATH",
            UNAVAILABLE,
        )
    return os.path.abspath(found)


def read_touches(flickbook: str, recording: Path, screen: tuple[float, float]) -> Input:
    """Returns the input of a recording: a file, or a folder that contains recording.yml.

    Runs ``flickbook convert``. Throws a failure if the recording has neither touches nor pans, or
    if flickbook cannot read it.
    """
    path = recording / "recording.yml" if recording.is_dir() else recording
    if not path.is_file():
        raise Failure(str(path), "found no such file", "name a recording or its folder")
    size = f"{screen[0]:g}x{screen[1]:g}"
    command = [flickbook, "convert", str(path), "-", "--to", "touches", "--screen", size]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_CONVERT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failure(
            str(path),
            f"flickbook convert did not end within {_CONVERT_SECONDS} s",
            "run 'flickbook inspect' on the recording",
        ) from None
    except OSError as error:
        raise Failure(
            flickbook,
            f"the program cannot be run ({error.strerror})",
            "name the program of Flickbook with --flickbook",
            UNAVAILABLE,
        ) from None
    if done.returncode != 0:
        message = last_lines(done.stderr.decode(errors="replace"), 3)
        raise Failure(
            str(path),
            f"flickbook convert ended with status {done.returncode}: {message}",
            "use a flickbook that has 'convert --to touches'"
            if done.returncode == _UNKNOWN_OPTION
            else "run 'flickbook inspect' on the recording",
        )
    return parse_touches(done.stdout.decode(errors="replace"), recording, screen)


def parse_touches(text: str, recording: Path, screen: tuple[float, float]) -> Input:
    """Returns the input that is described by JSON lines of ``flickbook convert --to touches``."""
    touches: list[Touch] = []
    pans: list[Pan] = []
    down: set[int] = set()
    used: set[int] = set()
    last = -math.inf
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            event = _event(line)
            if event.time < last:
                raise ValueError(f"time {event.time:g} is before {last:g}")
            if isinstance(event, Pan):
                pans.append(event)
            else:
                _check_order(event, down, used)
                touches.append(event)
            last = event.time
        except ValueError as error:
            raise Failure(
                str(recording),
                f"line {number} of its touches is not valid ({error})",
                "use the flickbook and the flickbook-drive of the same release",
            ) from None
    if bool(touches) == bool(pans):
        found = "both touches and pans" if touches else "no touches and no pans"
        raise Failure(str(recording), f"found {found}", "name a recording of one device")
    return Input(recording_name(recording), screen, tuple(touches), tuple(pans))


def _event(line: str) -> Touch | Pan:
    try:
        found = json.loads(line)
    except ValueError:
        raise ValueError(f"'{line[:60]}' is not JSON") from None
    if not isinstance(found, dict):
        raise ValueError(f"'{line[:60]}' is not an object")
    phase = found.get("phase")
    time = _number(found, "time")
    if phase in _TOUCH_PHASES:
        x, y = _number(found, "x"), _number(found, "y")
        return Touch(time, str(phase), _count(found, "contact"), x, y)
    if phase in _PAN_PHASES:
        dx, dy = _number(found, "dx"), _number(found, "dy")
        return Pan(time, str(phase), _count(found, "fingers"), dx, dy)
    raise ValueError(f"unknown phase {phase!r}")


def _check_order(touch: Touch, down: set[int], used: set[int]) -> None:
    """Checks that a contact comes down before it moves, and that its number is not used again.

    Software that receives other sequences may ignore them without an error.
    """
    if touch.phase == "down":
        if touch.contact in used:
            raise ValueError(f"contact {touch.contact} comes down again")
        used.add(touch.contact)
        down.add(touch.contact)
        return
    if touch.contact not in down:
        raise ValueError(f"contact {touch.contact} is not down")
    if touch.phase != "move":
        down.discard(touch.contact)


def _number(found: dict[str, Any], key: str) -> float:
    value = found.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"'{key}' is {value!r}, not a number")
    return float(value)


def _count(found: dict[str, Any], key: str) -> int:
    value = found.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"'{key}' is {value!r}, not a count")
    return value
