"""The command ``flickbook-drive``.

Each subcommand has a module, which is imported only if the subcommand is used. The module has the
members of `Driver`; gtk.py and qt.py must not import gi or PySide6 at their top, but start the
program that does.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import importlib.metadata
import json
import math
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn, Protocol, cast

from flickbook_driving.failure import (
    INTERRUPTED,
    TERMINATED,
    UNAVAILABLE,
    USAGE,
    Failure,
    unexpected,
)
from flickbook_driving.progress import Progress
from flickbook_driving.table import Table, write_table
from flickbook_driving.touches import (
    Input,
    find_program,
    read_touches,
    recording_name,
    recording_note,
)

# The module of each subcommand, and its line in the help.
_DRIVERS = {
    "chromium": ("flickbook_driving.chromium", "a page in Chromium"),
    "gtk": ("flickbook_driving.gtk", "a widget of GTK 4 or libadwaita"),
    "qt": ("flickbook_driving.qt", "an item of Qt Quick"),
}

# Positions of rest that differ by no more than this are counted as the same result.
_SAME_POINTS = 0.5


class Driver(Protocol):
    """The members of a module that drives one kind of software."""

    @property
    def DESCRIPTION(self) -> str:  # noqa: N802 - a constant of the module
        """One or more sentences for the help."""

    @property
    def EXAMPLE(self) -> str:  # noqa: N802
        """A complete command line for the help."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments of this driver. Positional ones come before the recordings.

        The command adds the common arguments afterwards: recordings, --flickbook, --output (-o),
        --runs, --screen, --viewport, --at, --tail and --json.
        """

    def drive(self, arguments: argparse.Namespace, recording: Input, run: int) -> Table:
        """Plays a recording once, into new software, and returns the motion.

        - arguments: Those of `add_arguments`, and the common ones: screen and viewport are
          (width, height) in points, at is (x, y) in points, tail is in seconds.
        - recording: Positions are in points of the screen, whose upper left corner is at
          `arguments.at` in the software.
        - run: The number of the run, from 1.

        The table has the metadata software and clock (driven), and any of origin, scale,
        recognizer, slop, lag, input. The first row is at the time of the first event or later.
        Throws a `Failure`, with the status UNAVAILABLE if software is missing. When it returns or
        throws, also for KeyboardInterrupt and SystemExit, it leaves no process and no temporary
        file.
        """


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}; see {self.prog} --help\n")
        raise SystemExit(USAGE)


@dataclass
class _Outcome:
    """The tables of one recording."""

    recording: str
    source: str
    files: list[str] = field(default_factory=list)
    rest: list[tuple[float, ...]] = field(default_factory=list)
    rests: list[bool] = field(default_factory=list)

    def add(self, path: Path, table: Table) -> None:
        self.files.append(str(path))
        self.rest.append(table.rest)
        self.rests.append(table.rests)

    @property
    def spread(self) -> float:
        """The largest difference between the positions of two runs, along either axis."""
        return float(max(max(values) - min(values) for values in zip(*self.rest)))

    @property
    def line(self) -> str:
        counts = _counted(self.rest)
        moving = self.rests.count(False)
        if len(self.rest) == 1:
            where = _place(self.rest[0])
            if moving:
                return f"{self.recording}: still moves at {where}; use a longer --tail"
            return f"{self.recording}: rests at {where}"
        results = ", ".join(f"{count} at {_place(place)}" for place, count in counts)
        line = (
            f"{self.recording}: {len(self.rest)} runs: {results}; spread {_short(self.spread)} pt"
        )
        return line + (f"; {moving} still moved, use a longer --tail" if moving else "")

    @property
    def json(self) -> str:
        return json.dumps(
            {
                "recording": self.recording,
                "source": self.source,
                "files": self.files,
                "rest": [list(place) for place in self.rest],
                "rests": self.rests,
                "spread": self.spread,
            },
            ensure_ascii=False,
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _terminated)
    try:
        if given[:1] == ["subject"]:
            return _run_subject(given[1:])
        if not given or given[0] not in _DRIVERS:
            # Prints the help or the version, or rejects the arguments.
            parser = _parser()
            parser.parse_args(given)
            parser.error("found no subcommand")
        return _run(given[0], given[1:])
    except BrokenPipeError:  # The reader of the report has closed it; the tables are complete.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        if given[:1] != ["subject"]:
            text = "flickbook-drive: stopped; the tables that are written are complete"
            print(text, file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        failure = error if isinstance(error, Failure) else unexpected(error)
        print(failure, file=sys.stderr)
        return failure.status


def _run_subject(given: Sequence[str]) -> int:
    if not given or given[0] not in _DRIVERS:
        parser = _Parser(
            prog="flickbook-drive subject",
            description="Put a page or an app under test: the program speaks Flickbook's subject "
            "protocol.",
            usage="flickbook-drive subject chromium PAGE --observe EXPRESSION …\n"
            "       flickbook-drive subject gtk|qt APP …",
        )
        parser.add_argument("software", choices=list(_DRIVERS), help=argparse.SUPPRESS)
        parser.parse_args(given)
        parser.error("found no software")
    if given[0] != "chromium":
        from flickbook_driving import app_subject

        driver = cast(app_subject.AppDriver, _driver(given[0]))
        parser = _Parser(
            prog=f"flickbook-drive subject {given[0]}",
            description=driver.SUBJECT,
            epilog=f"Example: {driver.SUBJECT_EXAMPLE}",
        )
        app_subject.add_arguments(parser, driver)
        return app_subject.run(driver, parser.parse_args(given[1:]))
    from flickbook_driving import page_subject

    parser = _Parser(
        prog="flickbook-drive subject chromium",
        description=page_subject.DESCRIPTION,
        epilog=f"Example: {page_subject.EXAMPLE}",
    )
    page_subject.add_arguments(parser)
    return page_subject.run(parser.parse_args(given[1:]))


def _terminated(number: int, frame: object) -> NoReturn:
    # An exception, so that drivers end their programs and remove their temporary files.
    raise SystemExit(TERMINATED)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="flickbook-drive",
        description="Play recordings into real software and write tables of its motion, which "
        "'flickbook observe' compares with a scenario.",
        epilog="\n".join(
            ["subcommands:"]
            + [f"  {name:10} {text}" for name, (_, text) in _DRIVERS.items()]
            + [f"  {'subject':10} a page or an app under test, for 'flickbook replay --subject'"]
            + ["", "'flickbook-drive SUBCOMMAND --help' describes a subcommand."]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="flickbook-drive SUBCOMMAND …",
    )
    parser.add_argument("--version", action="version", version=_version())
    parser.add_argument("subcommand", choices=[*_DRIVERS, "subject"], help=argparse.SUPPRESS)
    return parser


def _version() -> str:
    try:
        return importlib.metadata.version("flickbook-driving")
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _driver_parser(name: str, driver: Driver) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=f"flickbook-drive {name}",
        description=driver.DESCRIPTION,
        epilog=f"Example: {driver.EXAMPLE}",
    )
    driver.add_arguments(parser)
    add = parser.add_argument
    add(
        "recordings",
        nargs="+",
        metavar="RECORDING",
        type=Path,
        help="recording of a touchscreen or a touchpad, or its folder",
    )
    add(
        "-o",
        "--output",
        required=True,
        metavar="FOLDER",
        type=Path,
        help="folder for the tables: NAME.csv, or NAME.run1.csv … with several runs",
    )
    add(
        "--runs",
        type=_runs,
        default=1,
        metavar="N",
        help="number of runs of each recording (default: 1); in GTK and Qt, each run has another "
        "time between a frame and the first event",
    )
    add(
        "--screen",
        type=size,
        default=(390.0, 844.0),
        metavar="WxH",
        help="size in points to which a touchscreen is mapped (default: 390x844)",
    )
    add(
        "--viewport",
        type=size,
        metavar="WxH",
        help="size of the page or window in points (default: that of --screen)",
    )
    add(
        "--at",
        type=_position,
        default=(0.0, 0.0),
        metavar="X,Y",
        help="position of the upper left corner of the screen in the page or window; if X is "
        "negative, write --at=X,Y (default: 0,0)",
    )
    add(
        "--tail",
        type=_seconds,
        default=3.0,
        metavar="S",
        help="time after the last event in s (default: 3)",
    )
    add(
        "--flickbook",
        metavar="PROGRAM",
        help="the program of Flickbook (default: $FLICKBOOK, or flickbook on the PATH)",
    )
    add("--json", action="store_true", help="print a JSON object for each recording")
    return parser


def _run(name: str, given: Sequence[str]) -> int:
    driver = _driver(name)
    options = _driver_parser(name, driver).parse_intermixed_args(given)
    if options.viewport is None:
        options.viewport = options.screen
    program = find_program(options.flickbook)
    _check_names(options.recordings)
    # All recordings are read before the first is driven, so that a wrong path is reported at once.
    recordings = [read_touches(program, each, options.screen) for each in options.recordings]
    progress = Progress()
    outcomes = []
    date = datetime.date.today().isoformat()
    screen = f"{options.screen[0]:g}x{options.screen[1]:g}"
    try:
        for number, (recording, source) in enumerate(zip(recordings, options.recordings), 1):
            outcome = _Outcome(recording.name, str(source))
            for run in range(1, options.runs + 1):
                of = f", run {run} of {options.runs}" if options.runs > 1 else ""
                progress.show(f"{number} of {len(recordings)}: {recording.name}{of}")
                table = driver.drive(options, recording, run)
                if not table.rows:
                    raise Failure(recording.name, "the software drew no frame", "run it again")
                table = table.with_metadata(
                    date=date, recording=recording_note(source), screen=screen
                )
                suffix = f".run{run}" if options.runs > 1 else ""
                path = options.output / f"{recording.name}{suffix}.csv"
                write_table(path, table)
                outcome.add(path, table)
            outcomes.append(outcome)
    finally:
        progress.clear()
        # Printed also after a failure, because these tables are complete.
        for outcome in outcomes:
            print(outcome.json if options.json else outcome.line)
        sys.stdout.flush()
    return 0


def _driver(name: str) -> Driver:
    try:
        module = importlib.import_module(_DRIVERS[name][0])
    except ImportError as error:
        raise Failure(
            name,
            f"the driver cannot be loaded ({error})",
            "install the package again, see its README",
            UNAVAILABLE,
        ) from None
    return cast(Driver, module)


def _check_names(recordings: Sequence[Path]) -> None:
    names: dict[str, Path] = {}
    for each in recordings:
        name = recording_name(each)
        if name in names:
            raise Failure(
                str(each),
                f"its table would have the name of the table of {names[name]}, {name}.csv",
                "drive the two into different folders",
                USAGE,
            )
        names[name] = each


def _counted(places: Sequence[tuple[float, ...]]) -> list[tuple[tuple[float, ...], int]]:
    """Returns how often each position came up, the most frequent first."""
    counts: list[tuple[tuple[float, ...], int]] = []
    for place in sorted(places):
        if counts:
            last, count = counts[-1]
            if max(abs(a - b) for a, b in zip(place, last)) <= _SAME_POINTS:
                counts[-1] = (last, count + 1)
                continue
        counts.append((place, 1))
    return sorted(counts, key=lambda entry: -entry[1])


def _place(values: tuple[float, ...]) -> str:
    texts = [_short(value) for value in values]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def _short(value: float) -> str:
    # The addition turns -0 into 0.
    return f"{round(value, 1) + 0:g}" if abs(value) < 1e5 else f"{value:.1f}"


def _numbers(text: str, separator: str, example: str) -> tuple[float, float]:
    parts = text.split(separator)
    try:
        found = tuple(float(part) for part in parts)
        if len(found) != 2 or not all(map(math.isfinite, found)):
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(f"found '{text}' instead of {example}") from None
    return found[0], found[1]


def size(text: str) -> tuple[float, float]:
    size = _numbers(text, "x", "a size such as 390x844")
    if min(size) < 1 or max(size) > 10_000:
        raise argparse.ArgumentTypeError(f"found '{text}' instead of 1x1 to 10000x10000")
    return size


def _position(text: str) -> tuple[float, float]:
    return _numbers(text, ",", "a position such as 0,60")


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 600:
        raise argparse.ArgumentTypeError(f"found '{text}' instead of 0 to 600 seconds")
    return value


def _runs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000:
        raise argparse.ArgumentTypeError(f"found '{text}' instead of a number from 1 to 1000")
    return int(text)
