"""The subject protocol of Flickbook, with which a page or an app is a program under test.

``docs/subject-protocol.md`` describes the lines. A page is stepped frame by frame, and an app is
played as a whole. For a page, these facts determine the order of the work:

- Chromium needs each touch one frame ahead, so a frame is made when the input up to the time of the
  next frame has arrived.
- `reset` has the time of the last input (`lastInput`). With it, a run is made when all of its input
  has arrived, up to its rest. Without it, nobody knows whether more input follows: a frame is made
  when nothing has arrived for a moment, and input that comes later is shown one frame late.
"""

from __future__ import annotations

import argparse
import bisect
import collections
import contextlib
import json
import math
import os
import select
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from flickbook_driving.failure import USAGE, Failure, unexpected
from flickbook_driving.page import Report, Wheel
from flickbook_driving.table import Table, Value
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

    def reset(
        self, rate: float, screen: tuple[float, float], seed: int, settings: Mapping[str, Any]
    ) -> dict[str, Value]:
        """Begins a run at rest; returns the values."""

    def step(self, reports: Sequence[Report], wheels: Sequence[Wheel]) -> dict[str, Value]:
        """Makes the next frame, first the one ahead of time 0; returns its values."""

    def set(self, key: str, value: Any) -> None:
        """Changes a setting."""


class App(Protocol):
    """An app that is played as a whole."""

    def play(self, touches: Sequence[Touch], screen: tuple[float, float]) -> Table:
        """Plays touches into a new process of the app, until the position rests."""


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
    """A run of a surface: the input and the frames."""

    def __init__(self, description: Description, reset: Mapping[str, Any]) -> None:
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
        self._frames: list[dict[str, Any]] = []
        self._phases = _Phases({})
        # The index of the next frame, and the number of the input that it shows next.
        self._index = -1
        self._shown = 0
        self._is_down = False

    @property
    def _screen(self) -> tuple[float, float]:
        screen = self._reset.get("screen")
        sides = [_number(each) for each in screen] if isinstance(screen, list) else []
        if len(sides) == 2 and sides[0] is not None and sides[1] is not None:
            return sides[0], sides[1]
        return self._description.screen

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
                    f"a page or an app cannot be given the command '{what}'",
                    "use a command that changes settings, which --settings declares",
                )
            found = settings
        is_input = found is not None and not isinstance(found, dict)
        if is_input and self._time <= self._index / self._rate and not self._is_late:
            self._is_late = True
            _note(
                "a line came after its frame, so it is shown one frame late; give 'lastInput' in "
                "'reset', or send the input ahead of the frames"
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
        """Makes the next frame."""
        raise NotImplementedError

    def _showing(self, now: float) -> list[_Input]:
        """Returns the inputs since the frame before that the frame at `now` shows."""
        first = self._shown
        while self._shown < len(self._inputs) and self._inputs[self._shown][0] <= now:
            self._is_down = self._inputs[self._shown][1]
            self._shown += 1
        return [found for _, _, found in self._inputs[first : self._shown]]

    def _add(self, now: float, values: Mapping[str, Value], touched: bool) -> None:
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


class SteppedRun(Run):
    """A run of a surface that is driven frame by frame, one frame ahead of time 0."""

    def __init__(
        self, surface: Surface, description: Description, reset: Mapping[str, Any]
    ) -> None:
        super().__init__(description, reset)
        self._surface = surface
        seed, settings = reset.get("seed"), reset.get("settings")
        values = surface.reset(
            self._rate,
            self._screen,
            seed if isinstance(seed, int) else 0,
            settings if isinstance(settings, dict) else {},
        )
        self._phases = _Phases(values)
        # The number of the input that is sent to the surface next.
        self._sent = 0

    def _make(self) -> None:
        now, until = self._index / self._rate, (self._index + 1) / self._rate
        shown = self._showing(now)
        for found in shown:
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
            self._add(now, values, bool(shown))


class PlayedRun(Run):
    """A run of an app, which begins when all of its input has come.

    Between two frames of the app, the values are in proportion to the time.
    """

    def __init__(self, app: App, description: Description, reset: Mapping[str, Any]) -> None:
        super().__init__(description, reset)
        if self._last_input is None:
            raise Failure(
                "reset",
                "found no 'lastInput', and an app is played when all input has come",
                "give the time of the last input in microseconds",
            )
        self._app = app
        self._rows: list[tuple[float, dict[str, float]]] = []

    def _make(self) -> None:
        if not self._rows:
            self._rows = self._played()
            self._phases = _Phases(self._rows[0][1])
        self._index += 1
        now = self._index / self._rate
        shown = self._showing(now)
        self._add(now, self._between(now), bool(shown))

    def _played(self) -> list[tuple[float, dict[str, float]]]:
        touches = []
        for moment, _, found in self._inputs:
            if isinstance(found, Touch):
                touches.append(found)
            elif found is not None:
                raise Failure(
                    f"input at {moment:g} s",
                    "an app takes touches, and no touchpad and no command",
                    "use a recording of a touchscreen, without --at",
                )
        table = self._app.play(touches, self._screen)
        if not table.rows:
            raise Failure("the app", "it drew no frame", "run it again")
        scale = float(table.metadata.get("scale", 1))
        return [
            (
                moment,
                {name: scale * float(value or 0) for name, value in zip(table.columns, values)},
            )
            for moment, values in table.rows
        ]

    def _between(self, now: float) -> dict[str, Value]:
        """Returns the values at a time; before the first frame and after the last, they stay."""
        after = bisect.bisect_right(self._rows, now, key=lambda row: row[0])
        start, first = self._rows[max(0, after - 1)]
        end, last = self._rows[min(after, len(self._rows) - 1)]
        part = (now - start) / (end - start) if start < now < end else 0.0
        return {name: first[name] + part * (last[name] - first[name]) for name in first}


def speak(hello: Callable[[], dict[str, Any]], begin: Callable[[dict[str, Any]], Run]) -> int:
    """Answers the lines of the standard input until it ends; returns the exit status.

    - hello: Returns the keys of the line `hello`.
    - begin: Begins the run of a line `reset`.
    """
    lines = Lines(sys.stdin.fileno())
    run: Run | None = None
    status = 0
    while True:
        line = lines.next(run.patience if run is not None else None)
        try:
            run = _answered(line, run, hello, begin)
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
    line: dict[str, Any] | None,
    run: Run | None,
    hello: Callable[[], dict[str, Any]],
    begin: Callable[[dict[str, Any]], Run],
) -> Run | None:
    """Answers a line; returns the run that goes on."""
    kind = None if line is None else line.get("type")
    if line and kind == "hello":
        _write({"type": kind, "protocol": PROTOCOL, **hello()})
    elif line and kind == "reset":
        return begin(line)
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


def add_description_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of every surface under test."""
    parser.add_argument(
        "--axis",
        choices=("x", "y", "xy"),
        default="y",
        help="axes along which the surface moves; xy needs an object (default: y)",
    )
    parser.add_argument(
        "--targets",
        type=_targets,
        default={},
        metavar="JSON",
        help='names and positions of rests: {"half": 422}, or with two axes {"top": [16, 60]}',
    )


def targets_along(
    axes: str, targets: Mapping[str, Sequence[float]]
) -> dict[str, tuple[float, float]]:
    """Returns the targets as x and y; the positions have a number for each of the axes."""
    places = {}
    for name, place in targets.items():
        if len(place) != len(axes):
            raise Failure(
                "--targets",
                f"'{name}' has {len(place)} numbers, and the surface moves along {axes}",
                "give a number for each axis",
                USAGE,
            )
        values = dict(zip(axes, place))
        places[name] = (values.get("x", 0.0), values.get("y", 0.0))
    return places


def json_object(text: str) -> dict[str, Any]:
    """Returns the object that an argument gives as JSON."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f"found '{text[:80]}' instead of an object in JSON")
    return found


def _targets(text: str) -> dict[str, list[float]]:
    targets = {}
    for name, place in json_object(text).items():
        numbers = place if isinstance(place, list) else [place]
        if not name or not all(type(each) in (int, float) for each in numbers):
            raise argparse.ArgumentTypeError(f"the target '{name}' has no position")
        targets[name] = [float(each) for each in numbers]
    return targets
