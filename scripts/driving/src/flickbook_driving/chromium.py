"""Drives a page in headless Chromium with a clock that the driver sets; see page.py."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from flickbook_driving.browser import Browser, ProtocolError
from flickbook_driving.failure import UNAVAILABLE, Failure
from flickbook_driving.page import Page, Report
from flickbook_driving.table import COLUMNS, Table, Value
from flickbook_driving.touches import Input, Pan

DESCRIPTION = (
    "Play recordings into a page in headless Chromium and write the value of an expression in each "
    "frame. The driver makes the frames and sets the clock of the page, so repeated runs agree."
)
EXAMPLE = "flickbook-drive chromium page.html flick.yml --observe 'scroller.scrollTop' -o tables"

_Value = TypeVar("_Value")

_BROWSER = "chromium-headless-shell"

_FLAGS = (
    # The driver makes the frames, and a frame is complete only when all of its stages are.
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    # Otherwise a page that is slow to paint is shown blank after a time on the wall clock.
    "--disable-new-content-rendering-timeout",
    # Otherwise a frame in which no step of a scroll comes waits on the wall clock.
    "--disable-features=WaitForLateScrollEvents",
    # The browser must not use the network or the computer for itself.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--no-first-run",
    "--mute-audio",
    "--hide-scrollbars",
)

# The page gets this time of its own clock to lay itself out before the first event.
_LEAD_SECONDS = 0.5

_DESCRIPTIONS = ("origin", "scale", "recognizer", "slop", "lag")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of this driver."""
    add_page_arguments(parser)
    add = parser.add_argument
    add(
        "--axis",
        choices=("x", "y"),
        default="y",
        help="axis of the position if the expression gives a number (default: y)",
    )
    add(
        "--describe",
        action="append",
        default=[],
        type=_description,
        metavar="KEY=VALUE",
        help="write an option of flickbook observe into the tables: "
        + ", ".join(_DESCRIPTIONS)
        + "; repeatable",
    )
    add(
        "--hz",
        type=_rate,
        default=60.0,
        metavar="HZ",
        help="frames per second (default: 60)",
    )
    add(
        "--page-clock",
        choices=("driven", "system"),
        default="driven",
        help="clock of the page: driven sets Date, performance.now and timers to the time of the "
        "frames (default: driven)",
    )


def add_page_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that concern the page and the browser."""
    add = parser.add_argument
    add("page", metavar="PAGE", help="HTML file or URL")
    add(
        "--observe",
        required=True,
        metavar="EXPRESSION",
        help="JavaScript that gives the position in each frame: a number, or an object with "
        "x, y, vx, vy, targetX, targetY, phase",
    )
    add(
        "--pixel-ratio",
        type=_ratio,
        default=1.0,
        metavar="N",
        help="pixels per point; Chromium rounds scroll offsets to pixels (default: 1)",
    )
    add(
        "--allow-errors",
        action="store_true",
        help="continue if the page throws an error that it does not catch",
    )
    add(
        "--browser",
        default=_BROWSER,
        metavar="PROGRAM",
        help=f"a headless shell of Chromium (default: {_BROWSER})",
    )
    add(
        "--browser-argument",
        action="append",
        default=[],
        metavar="ARGUMENT",
        help="another argument for the browser, such as --browser-argument=--no-sandbox; "
        "repeatable",
    )
    add(
        "--limit",
        type=_limit,
        default=30.0,
        metavar="S",
        help="time in which the browser has to answer a command, in s (default: 30)",
    )


def drive(arguments: argparse.Namespace, recording: Input, run: int) -> Table:
    """Plays a recording into a new browser and returns the motion of the page."""
    del run  # Each run is the same.
    url = _url(arguments.page)
    # Modules and images of a page that is a file are files, too.
    with closing(started_browser(arguments, ["--allow-file-access-from-files"])) as browser:
        with rejections(browser):
            software = software_of(browser)
            page = Page(browser, arguments)
            page.load(url)
            for _ in range(math.ceil(_LEAD_SECONDS * arguments.hz)):
                page.frame()
            page.observe()
            rows = list(_played(page, recording, arguments))
    columns, values = _columns(rows)
    metadata = {"software": software, "clock": "driven", **dict(arguments.describe)}
    if recording.pans:
        metadata["input"] = "wheel"
    if arguments.hz != 60:
        metadata["hz"] = f"{arguments.hz:g}"
    if arguments.pixel_ratio != 1:
        metadata["pixelRatio"] = f"{arguments.pixel_ratio:g}"
    return Table(columns, values, metadata)


def started_browser(arguments: argparse.Namespace, flags: Sequence[str]) -> Browser:
    """Starts the browser that the arguments name."""
    flags = [*_FLAGS, *flags, *arguments.browser_argument]
    if os.geteuid() == 0:
        # Chromium does not start as root with its sandbox, for example in a container.
        flags.append("--no-sandbox")
    return Browser(_program(arguments.browser), flags, arguments.limit)


@contextlib.contextmanager
def rejections(browser: Browser) -> Iterator[None]:
    """Turns errors of the protocol into failures."""
    try:
        yield
    except ProtocolError as error:
        raise Failure(
            browser.name,
            f"it rejected a command ({error})",
            f"use a headless shell of Chromium, such as Debian's {_BROWSER}",
        ) from None


def software_of(browser: Browser) -> str:
    """Returns the name and the version of the browser: Chromium 156.0.8078.108."""
    product = str(browser.call("Browser.getVersion")["product"])
    return product.replace("HeadlessChrome/", "Chromium ").replace("/", " ")


def _played(
    page: Page, recording: Input, arguments: argparse.Namespace
) -> Iterator[tuple[float, dict[str, Value]]]:
    """Plays the recording and returns the time and the values of each frame."""
    reports: list[Report] = list(recording.touch_reports())
    steps = list(_steps(recording.pans))
    count = math.ceil((recording.end + arguments.tail) * arguments.hz) + 1
    page.begin()
    for index in range(-1, count):
        until = (index + 1) / arguments.hz
        values = page.step(_taken(reports, until), _taken(steps, until))
        if index >= 0:
            yield index / arguments.hz, values
    page.finish()


def _taken(inputs: list[tuple[float, _Value]], until: float) -> list[tuple[float, _Value]]:
    """Removes and returns the inputs up to a time."""
    count = sum(1 for moment, _ in inputs if moment <= until)
    taken, inputs[:count] = inputs[:count], []
    return taken


def _steps(pans: Sequence[Pan]) -> Iterator[tuple[float, tuple[float, float]]]:
    """Returns the time and the distance of each step of the fingers that is not zero."""
    last = (0.0, 0.0)
    for pan in pans:
        if pan.phase == "began":
            last = (0.0, 0.0)
        step = (pan.dx - last[0], pan.dy - last[1])
        last = (pan.dx, pan.dy)
        if step != (0, 0):
            yield pan.time, step


def _columns(
    rows: Sequence[tuple[float, dict[str, Value]]],
) -> tuple[list[str], list[tuple[float, list[Value]]]]:
    names = [name for name in COLUMNS if any(name in values for _, values in rows)]
    for moment, values in rows:
        for name in names:
            # flickbook observe needs a number in every row.
            if values.get(name) is None and name != "phase":
                raise Failure(
                    "--observe",
                    f"{name} has no value in the frame at {moment:.3f} s",
                    "give a number in every frame, or leave it out",
                )
    return names, [(moment, [values.get(name) for name in names]) for moment, values in rows]


def _url(page: str) -> str:
    if "://" in page or page.startswith(("data:", "about:")):
        return page
    path = Path(page)
    if not path.is_file():
        raise Failure(page, "found no such file", "name an HTML file or a URL")
    return path.resolve().as_uri()


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Failure(
            name,
            "found no such program",
            f"install a headless shell of Chromium, such as Debian's package {_BROWSER}, or name "
            "it with --browser",
            UNAVAILABLE,
        )
    return os.path.abspath(found)


def _description(text: str) -> tuple[str, str]:
    key, separator, value = text.partition("=")
    if not separator or key not in _DESCRIPTIONS or not value.strip():
        raise argparse.ArgumentTypeError(
            f"found '{text}' instead of KEY=VALUE with one of the keys {', '.join(_DESCRIPTIONS)}"
        )
    return key, value.strip()


def _between(text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"found '{text}' instead of {low:g} to {high:g}")
    return value


def _rate(text: str) -> float:
    return _between(text, 1, 1000)


def _ratio(text: str) -> float:
    return _between(text, 0.5, 8)


def _limit(text: str) -> float:
    return _between(text, 0.1, 3600)
