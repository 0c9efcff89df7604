"""The subject protocol of Flickbook, with which a page is a program under test.

``docs/subject-protocol.md`` describes the lines. These facts determine the order of the work:

- Chromium needs each touch one frame ahead, so a frame is made when the input up to the time of the
  next frame has arrived.
- `reset` has the time of the last input (`lastInput`). With it, a run is made when all of its input
  has arrived, up to its rest. Without it, nobody knows whether more input follows: a frame is made
  when nothing has arrived for a moment, and input that comes later is shown one frame late.
"""

from __future__ import annotations

import collections
import contextlib
import json
import math
import os
import select
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from flickbook_driving.failure import Failure, unexpected
from flickbook_driving.page import Report, Wheel
from flickbook_driving.table import Value
from flickbook_driving.touches import Touch

PROTOCOL = "flickbook-subject/1"

# The time in s without a line after which no more input is expected: once a line with the time of
# the last input has arrived, because several lines can have this time, and if `reset` has not told
# this time.
_LAST_SECONDS = 0.05
_QUIET_SECONDS = 0.25

# A position that stays for this time in s is one of rest.
REST_SECONDS = 0.5

# Positions that differ by no more than this, in points, are the same: nobody can see it.
SAME_POINTS = 0.01

# A target is at this distance or less, in points.
_TARGET_POINTS = 1.0

# The phases of the protocol. A surface rests when it is in one of the last two.
_PHASES = ("pressed", "dragging", "settling", "resting", "gone")

# The contacts of a touchscreen that Chromium emulates.
_MOST_CONTACTS = 10

_CHUNK = 1 << 16


class Surface(Protocol):
    """A surface that is driven frame by frame."""

    def hello(self) -> dict[str, Any]:
        """Returns the name, the version and the clock."""

    def reset(
        self, rate: float, screen: tuple[float, float], seed: int, settings: Mapping[str, Any]
    ) -> dict[str, Value]:
        """Begins a run at rest; returns the values."""

    def step(self, reports: Sequence[Report], wheels: Sequence[Wheel]) -> dict[str, Value]:
        """Makes the next frame, first the one ahead of time 0; returns its values."""

    def set(self, key: str, value: Any) -> None:
        """Changes a setting."""


@dataclass(frozen=True)
class Description:
    """What `hello` says about the surface.

    - axes: x, y or both.
    - targets: The names of the positions of rest: x and y, where an axis that the surface does not
      have is 0.
    - settings: Their keys and descriptions, as in `hello`, and `set`.
    """

    axes: tuple[str, ...]
    screen: tuple[float, float]
    targets: Mapping[str, tuple[float, float]]
    settings: Mapping[str, Mapping[str, Any]]

    def line(self) -> dict[str, Any]:
        settings = [
            {"key": key, **{name: value for name, value in each.items() if name != "set"}}
            for key, each in self.settings.items()
        ]
        return {
            "axes": list(self.axes),
            "screen": list(self.screen),
            "targets": list(self.targets),
            "settings": settings,
        }

    def target(self, x: Value, y: Value) -> str | None:
        """Returns the name of the target at a position."""
        place = [x if "x" in self.axes else 0.0, y if "y" in self.axes else 0.0]
        if not all(isinstance(each, (int, float)) for each in place):
            return None

        def distance(name: str) -> float:
            return max(abs(float(a or 0) - b) for a, b in zip(place, self.targets[name]))

        nearest = min(self.targets, key=distance, default=None)
        return nearest if nearest is not None and distance(nearest) <= _TARGET_POINTS else None


class Lines:
    """The lines of the standard input."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = bytearray()
        self._searched = 0
        self._ended = False

    def next(self, seconds: float | None) -> dict[str, Any] | None:
        """Returns the next line that is an object.

        - seconds: The longest wait; None is without end.
        - Returns: The line; an empty one if none has come in time; None at the end of the input.
        """
        while True:
            end = self._buffer.find(b"\n", self._searched)
            if end < 0:
                self._searched = len(self._buffer)
                if self._ended:
                    return None
                if (
                    seconds is not None
                    and not select.select([self._descriptor], [], [], seconds)[0]
                ):
                    return {}
                data = os.read(self._descriptor, _CHUNK)
                self._ended = not data
                self._buffer += data or b"\n"
                continue
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._searched = 0
            with contextlib.suppress(ValueError):
                found = json.loads(line)
                if isinstance(found, dict) and found:
                    return found


class _Phases:
    """The phases of a surface, also of one that reports none."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        # The position that stays, the time since which it does, and whether it has changed since
        # the first finger came down.
        self._anchor = values
        self._since = -math.inf
        self._has_moved = self._was_down = False

    def next(self, time: float, values: Mapping[str, Value], down: bool, touched: bool) -> str:
        """Returns the phase at the time of a frame.

        - down: Whether a finger is down.
        - touched: Whether input has come since the frame before.
        """
        if down and not self._was_down:
            self._has_moved = False
        self._was_down = down
        if not is_same(self._anchor, values):
            self._anchor, self._since, self._has_moved = values, time, True
        if touched:
            self._since = time
        own = values.get("phase")
        if own in _PHASES:
            return str(own)
        if down:
            return str(own or ("dragging" if self._has_moved else "pressed"))
        if time - self._since >= REST_SECONDS - 1e-9:
            return "resting"
        return str(own or "settling")


@dataclass
class _Contacts:
    """The contacts that are down in the lines."""

    places: dict[int, tuple[float, float]] = field(default_factory=dict)
    pans: bool = False

    @property
    def is_down(self) -> bool:
        return bool(self.places) or self.pans

    def touch(self, line: Mapping[str, Any], moment: float) -> Touch | None:
        """Returns the touch of a line; None if it changes nothing or cannot be used."""
        contact, phase = line.get("contact"), line.get("phase")
        x, y = _number(line.get("x")), _number(line.get("y"))
        if not isinstance(contact, int) or x is None or y is None:
            return None
        is_known = contact in self.places
        if phase in ("began", "moved"):
            if (phase == "moved" and not is_known) or self.places.get(contact) == (x, y):
                return None
            if not is_known and len(self.places) >= _MOST_CONTACTS:
                return None
            self.places[contact] = (x, y)
            return Touch(moment, "move" if is_known else "down", contact, x, y)
        if phase in ("ended", "cancelled") and is_known:
            del self.places[contact]
            return Touch(moment, "up" if phase == "ended" else "cancel", contact, x, y)
        return None

    def wheel(self, line: Mapping[str, Any]) -> tuple[float, float] | None:
        """Returns the step of a pan; None if it moves nothing."""
        self.pans = line.get("phase") in ("began", "moved")
        dx, dy = _number(line.get("dx")), _number(line.get("dy"))
        return (dx, dy) if dx is not None and dy is not None and (dx, dy) != (0, 0) else None


# An input: a touch, the step of a pan, settings, or None if it only changes the phase.
_Input = Touch | tuple[float, float] | dict[str, Any] | None


class Run:
    """A run of the surface."""

    def __init__(
        self, surface: Surface, description: Description, reset: Mapping[str, Any]
    ) -> None:
        self._surface = surface
        self._description = description
        self._reset = reset
        self._rate = _number(reset.get("rate")) or 120.0
        if not 1 <= self._rate <= 1000:
            raise Failure("reset", f"the rate is {self._rate:g} Hz", "use 1 to 1000 Hz")
        last = _number(reset.get("lastInput"))
        self._last_input = None if last is None else last / 1e6
        self._contacts = _Contacts()
        # The input so far: its time in s, whether a finger is down after it, and what it is.
        self._inputs: list[tuple[float, bool, _Input]] = []
        self._time = 0.0
        # All input up to this time in s has arrived.
        self._known = -math.inf
        # The times of the frames that are asked for and not answered, in microseconds.
        self._asked: collections.deque[float] = collections.deque()
        self._is_late = False
        self._begin()

    def _begin(self) -> None:
        screen = self._reset.get("screen")
        sides = [_number(each) for each in screen] if isinstance(screen, list) else []
        size = self._description.screen
        if len(sides) == 2 and sides[0] is not None and sides[1] is not None:
            size = (sides[0], sides[1])
        seed, settings = self._reset.get("seed"), self._reset.get("settings")
        values = self._surface.reset(
            self._rate,
            size,
            seed if isinstance(seed, int) else 0,
            settings if isinstance(settings, dict) else {},
        )
        self._phases = _Phases(values)
        self._frames: list[dict[str, Any]] = []
        # The index of the next frame, and the numbers of the inputs that come next: those that are
        # not sent to the surface yet, and those that it has not shown yet.
        self._index = -1
        self._sent = self._shown = 0
        self._is_down = False

    @property
    def patience(self) -> float | None:
        """The longest wait for the next line, in s; None is without end."""
        if not self._asked:
            return None
        if self._last_input is None:
            return _QUIET_SECONDS
        return _LAST_SECONDS if self._time >= self._last_input else None

    def receive(self, line: Mapping[str, Any]) -> None:
        """Takes a line with input."""
        moment = _number(line.get("time"))
        if moment is None:
            return
        self._time = max(self._time, moment / 1e6)
        kind = line["type"]
        found: _Input = None
        if kind == "touch":
            found = self._contacts.touch(line, self._time)
        elif kind == "pan":
            found = self._contacts.wheel(line)
        elif kind == "command":
            settings = line.get("settings")
            if not isinstance(settings, dict):
                what = "settle" if "settle" in line else "screen"
                raise Failure(
                    f"command at {self._time:g} s",
                    f"a page cannot be given the command '{what}'",
                    "use a command that changes settings, which --settings declares",
                )
            found = settings
        is_input = found is not None and not isinstance(found, dict)
        if is_input and self._time <= self._index / self._rate and not self._is_late:
            self._is_late = True
            _note(
                "a line came after its frame, so the page shows it one frame late; give 'lastInput'"
                " in 'reset', or send the input ahead of the frames"
            )
        self._inputs.append((self._time, self._contacts.is_down, found))

    def ask(self, times: Sequence[Any]) -> None:
        """Takes a line that asks for frames."""
        for each in times:
            moment = _number(each)
            if moment is None or moment < 0:
                raise Failure("frames", f"found {each!r} in 'times'", "give times in microseconds")
            self._asked.append(moment)
            self._known = max(self._known, moment / 1e6)

    def answers(self, has_all: bool) -> Iterator[dict[str, Any]]:
        """Returns the frames that can be answered.

        - has_all: Whether no more input follows.
        """
        if self._last_input is not None:
            if not has_all and self._known < self._last_input:
                return
            has_all = True
        while self._asked:
            index = round(self._asked[0] / 1e6 * self._rate)
            if abs(index / self._rate - self._asked[0] / 1e6) > 1e-6:
                raise Failure(
                    "frames",
                    f"the time {self._asked[0]:g} µs is not that of a frame at {self._rate:g} Hz",
                    "ask for frames at multiples of the time between frames",
                )
            if not has_all and self._known < (max(index, self._index) + 1) / self._rate:
                return
            yield {"type": "frame", "time": self._asked[0], **self._frame(index)}
            self._asked.popleft()

    @property
    def _has_ended(self) -> bool:
        """Whether the last frame is one at which a run ends; none is looked at after it."""
        if self._last_input is None or not self._frames:
            return False
        after = (len(self._frames) - 1) / self._rate >= self._last_input
        return after and self._frames[-1]["phase"] in ("resting", "gone")

    def _frame(self, index: int) -> dict[str, Any]:
        while len(self._frames) <= index:
            if self._has_ended:
                return self._frames[-1]
            self._make()
        return self._frames[index]

    def _make(self) -> None:
        now, until = self._index / self._rate, (self._index + 1) / self._rate
        touched = False
        while self._shown < len(self._inputs) and self._inputs[self._shown][0] <= now:
            _, self._is_down, found = self._inputs[self._shown]
            touched = True
            self._shown += 1
            if isinstance(found, dict):
                for key, value in found.items():
                    self._surface.set(key, value)
        reports: list[tuple[float, list[Touch]]] = []
        wheels: list[Wheel] = []
        while self._sent < len(self._inputs) and self._inputs[self._sent][0] <= until:
            moment, _, found = self._inputs[self._sent]
            self._sent += 1
            if isinstance(found, tuple):
                wheels.append((moment, found))
            elif isinstance(found, Touch):
                if not reports or reports[-1][0] != moment:
                    reports.append((moment, []))
                reports[-1][1].append(found)
        values = self._surface.step(reports, wheels)
        self._index += 1
        if self._index > 0:
            phase = self._phases.next(now, values, self._is_down, touched)
            self._frames.append(self._described(values, phase))

    def _described(self, values: Mapping[str, Value], phase: str) -> dict[str, Any]:
        axes = self._description.axes
        frame: dict[str, Any] = {}
        for axis in axes:
            if values.get(axis) is None:
                raise Failure(
                    "--observe",
                    f"the expression gives no {axis}",
                    f"give an object with {' and '.join(axes)}, or another --axis",
                )
            for key in (axis, f"v{axis}", f"target{axis.upper()}"):
                if values.get(key) is not None:
                    frame[key] = values[key]
        frame["phase"] = phase
        place = [values.get(f"target{axis.upper()}") for axis in ("x", "y")]
        if all(each is None for each in place) and phase == "resting":
            place = [values.get(axis) for axis in ("x", "y")]
        target = self._description.target(*place)
        if target is not None:
            frame["target"] = target
        return frame


def speak(surface: Surface, description: Description) -> int:
    """Answers the lines of the standard input until it ends; returns the exit status."""
    lines = Lines(sys.stdin.fileno())
    run: Run | None = None
    status = 0
    while True:
        line = lines.next(run.patience if run is not None else None)
        try:
            run = _answered(line, run, surface, description)
        except BrokenPipeError:  # Nobody reads the answers.
            raise
        except Exception as error:
            failure = error if isinstance(error, Failure) else unexpected(error)
            status = failure.status
            message = f"{failure.where}: {failure.found}; {failure.advice}"
            _write({"type": "error", "message": message})
            # After an error, a surface answers nothing until the next run.
            run = None
        if line is None:
            return status


def _answered(
    line: dict[str, Any] | None, run: Run | None, surface: Surface, description: Description
) -> Run | None:
    """Answers a line; returns the run that goes on."""
    kind = None if line is None else line.get("type")
    if line and kind == "hello":
        _write({"type": kind, "protocol": PROTOCOL, **surface.hello(), **description.line()})
    elif line and kind == "reset":
        return Run(surface, description, line)
    elif line and run is not None and kind in ("touch", "pan", "gap", "command"):
        run.receive(line)
    elif line and run is not None and kind == "frames":
        times = line.get("times")
        run.ask(times if isinstance(times, list) else [])
    if run is not None:
        # An empty line is a pause, in which no more input is expected.
        has_all = not line or kind == "end"
        for answer in run.answers(has_all):
            _write(answer)
        if kind == "end":
            _write({"type": "end"})
            return None
    return run


def _write(line: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _note(text: str) -> None:
    print(f"flickbook-drive: {text}", file=sys.stderr)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value)


def is_same(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    """Returns whether two positions are the same."""
    for axis in ("x", "y"):
        first, second = one.get(axis), other.get(axis)
        if isinstance(first, (int, float)) and isinstance(second, (int, float)):
            if abs(first - second) > SAME_POINTS:
                return False
        elif first != second:
            return False
    return True
