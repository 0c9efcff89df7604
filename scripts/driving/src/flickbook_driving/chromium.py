"""Drives a page in headless Chromium with a clock that the driver sets.

The driver makes each frame of the browser (HeadlessExperimental.beginFrame), sets the clock of the
page (clock.js), and sends touches with the timestamps of the recording. So the motion does not
depend on the speed of the computer, except for one race that the README describes.

These facts determine the order of commands:

- Input.dispatchTouchEvent holds a touch back until the page has committed a frame. A touch that
  belongs between the frames N - 1 and N is therefore sent before frame N - 1 is made. It is
  delivered when that frame is complete, and frame N is the first one that shows it.
- The page is observed in the frame, after its own callbacks. After the frame it could already have
  handled touches of the next one.
- A touch is answered when the page has handled it. If the page listens to moves, Chromium delivers
  them in the next frame, so the answers of such moves cannot be awaited before it.
- A key event goes through the same queues as the steps of a drag, so its answer shows that they
  have arrived. It stops a throw, so it is not sent after a finger is lifted.
- Emulation.setVirtualTimePolicy cannot be used: while the virtual time stands still, scroll
  snapping does not begin and some frames never end.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from flickbook_driving.browser import Browser, ProtocolError
from flickbook_driving.failure import UNAVAILABLE, USAGE, Failure
from flickbook_driving.table import COLUMNS, Table, Value
from flickbook_driving.touches import Input, Pan, Touch

DESCRIPTION = (
    "Play recordings into a page in headless Chromium and write the value of an expression in each "
    "frame. The driver makes the frames and sets the clock of the page, so repeated runs agree."
)
EXAMPLE = "flickbook-drive chromium page.html flick.yml --observe 'scroller.scrollTop' -o tables"
RUNS = 1

_BROWSER = "chromium-headless-shell"

_FLAGS = (
    # The driver makes the frames, and a frame is complete only when all of its stages are.
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    # Otherwise a page that is slow to paint is shown blank after a time on the wall clock.
    "--disable-new-content-rendering-timeout",
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
    # Modules and images of a page that is a file are files, too.
    "--allow-file-access-from-files",
)

# The page gets this time of its own clock to lay itself out before the first event.
_LEAD_SECONDS = 0.5

# The time on the wall clock in which the expression has to give a position, for pages that build
# themselves after they are loaded.
_READY_SECONDS = 5.0

# The longest wait for the answers of touches between two frames. They come within 2 ms; answers
# that need a frame do not come at all, and cost this time.
_ANSWER_SECONDS = 0.015

# The wait before each frame, in which the steps of touches and throws get from the browser to the
# compositor of the page. Nothing reports their arrival; a step that is late appears a frame later.
_DELIVERY_SECONDS = 0.003

# The wait after a finger is lifted. A throw is driven by the browser's own compositor, which needs
# this time to ask for frames; before that, a throw stands still.
_LIFT_SECONDS = 0.06

# Chromium reports this as an error of the page, but it only postpones a notification to the next
# frame.
_HARMLESS = "ResizeObserver loop"

_DESCRIPTIONS = ("origin", "scale", "recognizer", "slop", "lag")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of this driver."""
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
        "--pixel-ratio",
        type=_ratio,
        default=1.0,
        metavar="N",
        help="pixels per point; Chromium rounds scroll offsets to pixels (default: 1)",
    )
    add(
        "--page-clock",
        choices=("driven", "system"),
        default="driven",
        help="clock of the page: driven sets Date, performance.now and timers to the time of the "
        "frames (default: driven)",
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
    program = _program(arguments.browser)
    flags = [*_FLAGS, *arguments.browser_argument]
    if os.geteuid() == 0:
        # Chromium does not start as root with its sandbox, for example in a container.
        flags.append("--no-sandbox")
    with Browser(program, flags, arguments.limit) as browser:
        try:
            page = _Page(browser, arguments)
            page.load(url)
            page.start()
            rows = list(page.play(recording))
            software = page.software
        except ProtocolError as error:
            raise Failure(
                browser.name,
                f"it rejected a command ({error})",
                f"use a headless shell of Chromium, such as Debian's {_BROWSER}",
            ) from None
    columns, values = _columns(rows)
    metadata = {"software": software, "clock": "driven", **dict(arguments.describe)}
    if recording.pans:
        metadata["input"] = "wheel"
    if arguments.hz != 60:
        metadata["hz"] = f"{arguments.hz:g}"
    if arguments.pixel_ratio != 1:
        metadata["pixelRatio"] = f"{arguments.pixel_ratio:g}"
    return Table(columns, values, metadata)


class _Page:
    """A page in a browser, and its clock."""

    def __init__(self, browser: Browser, arguments: argparse.Namespace) -> None:
        self._browser = browser
        self._options = arguments
        self._loaded = False
        self._session: str | None = None
        # The commands for touches that the page has not handled yet.
        self._unanswered: list[tuple[int, str]] = []
        # The number of frames that the driver has made.
        self._frames = 0
        # Added to the time of a frame, it is the time on the page's clock; None until the driver
        # sets it.
        self._page_offset: float | None = None
        browser.on_event = self._on_event
        product = str(browser.call("Browser.getVersion")["product"])
        self.software = product.replace("HeadlessChrome/", "Chromium ").replace("/", " ")
        self._interval = 1000 / arguments.hz
        self._scroll_place = (
            arguments.at[0] + arguments.screen[0] / 2,
            arguments.at[1] + arguments.screen[1] / 2,
        )

    def load(self, url: str) -> None:
        """Opens a tab with a touchscreen and loads the page into it."""
        width, height = (round(each) for each in self._options.viewport)
        target = self._browser.call(
            "Target.createTarget",
            {
                "url": "about:blank",
                "width": width,
                "height": height,
                "enableBeginFrameControl": True,
            },
        )["targetId"]
        attached = self._browser.call(
            "Target.attachToTarget", {"targetId": target, "flatten": True}
        )
        self._session = str(attached["sessionId"])
        for domain in ("Inspector", "Page", "Runtime"):
            self._call(f"{domain}.enable")
        self._call(
            "Emulation.setDeviceMetricsOverride",
            {
                "width": width,
                "height": height,
                "deviceScaleFactor": self._options.pixel_ratio,
                "mobile": True,
            },
        )
        source = Path(__file__).with_name("clock.js").read_text(encoding="utf-8")
        self._call("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        self._call("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 10})
        answer = self._call("Page.navigate", {"url": url})
        if answer.get("errorText"):
            raise Failure(
                self._options.page,
                f"the page cannot be loaded ({answer['errorText']})",
                "name an HTML file or a URL",
            )
        self._browser.wait(lambda: self._loaded, f"loading {url}")
        status = self._value("performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0")
        if isinstance(status, int) and status >= 400:
            raise Failure(
                self._options.page,
                f"the server answered with status {status}",
                "name an HTML file or a URL",
            )

    def start(self) -> None:
        """Stops the page's clock, lets the page lay itself out, and prepares the expression."""
        # Whole microseconds, and half of one, because Chromium cuts times to microseconds.
        # Otherwise the differences between times would vary by a microsecond from run to run.
        self._origin = math.ceil(time.clock_gettime(time.CLOCK_MONOTONIC) * 1000) + 0.0005
        # The browser converts timestamps of touches from the system's time to its ticks.
        self._epoch = min(_clock_difference() for _ in range(20))
        self._frame()
        if self._options.page_clock == "driven":
            self._stop_clock()
        for _ in range(math.ceil(_LEAD_SECONDS * self._options.hz)):
            self._frame()
        self._observe()
        self._frame()
        end = time.monotonic() + _READY_SECONDS
        while True:
            try:
                self._read()
                break
            except Failure:
                if time.monotonic() > end:
                    raise
                self._frame()
                time.sleep(self._interval / 1000)

    def _stop_clock(self) -> None:
        # The time of a frame, as the page sees it, minus the time that the driver gave it. Chromium
        # rounds it to 0.1 ms.
        shown = None
        end = time.monotonic() + _READY_SECONDS
        while not isinstance(shown, (int, float)):
            if time.monotonic() > end:
                raise Failure(
                    self._options.page,
                    "the page drew no frame",
                    "open it in a browser, or use --page-clock system",
                )
            # A page that was just loaded may not take part in the first frames.
            ticks = self._origin + self._frames * self._interval
            self._frame()
            shown = self._value("__flickbookClock.frameTime()")
        self._page_offset = shown - ticks
        self._value(f"__flickbookClock.stop({shown}); 0")

    def play(self, recording: Input) -> Iterator[tuple[float, dict[str, Value]]]:
        """Plays the recording and returns the time and the values of each frame."""
        touches = list(recording.touch_reports())
        pans = list(_steps(recording.pans))
        # The frame after the next one is at the first event, because the touches of a frame are
        # sent before the frame ahead of it.
        zero = self._origin + (self._frames + 1) * self._interval
        rate = self._options.hz
        count = math.ceil((recording.end + self._options.tail) * rate) + 1
        contacts = _Contacts(self._options.at)
        for index in range(-1, count):
            pending = []
            until = (index + 1) / rate
            lifted = False
            while touches and touches[0][0] <= until:
                moment, changes = touches.pop(0)
                for command in contacts.commands(changes):
                    lifted = lifted or command["type"] in ("touchEnd", "touchCancel")
                    command["timestamp"] = self._timestamp(zero, moment)
                    pending.append(self._send("Input.dispatchTouchEvent", command))
            self._frame()
            values = self._read()
            if index >= 0:
                yield index / rate, values
            # A wheel is not held back, so it is sent after the frame ahead of it.
            while pans and pans[0][0] <= until:
                moment, delta = pans.pop(0)
                command = self._wheel(delta)
                command["timestamp"] = self._timestamp(zero, moment)
                pending.append(self._send("Input.dispatchMouseEvent", command))
            self._await(pending)
            if lifted:
                time.sleep(_LIFT_SECONDS)
            elif pending and not recording.pans:
                self._call("Input.dispatchKeyEvent", {"type": "keyUp", "key": "Unidentified"})
        self._finish()

    def _on_event(self, method: str, parameters: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Inspector.targetCrashed":
            raise Failure(
                self._options.page, "the process of the page crashed", "open it in a browser"
            )
        elif method == "Page.javascriptDialogOpening":
            raise Failure(
                self._options.page,
                f"the page opened a dialog: {str(parameters.get('message'))[:200]}",
                "remove the dialog, because nobody can answer it",
            )
        elif method == "Runtime.exceptionThrown" and not self._options.allow_errors:
            text = _exception(parameters["exceptionDetails"])
            if _HARMLESS not in text:
                raise Failure(
                    self._options.page,
                    f"the page threw an error: {text}",
                    "fix the page, or continue despite its errors with --allow-errors",
                )

    def _call(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        return self._browser.call(method, parameters, self._session)

    def _send(self, method: str, parameters: dict[str, Any]) -> tuple[int, str]:
        return self._browser.send(method, parameters, self._session), method

    def _value(self, expression: str) -> Any:
        answer = self._call("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        return answer["result"].get("value")

    def _frame(self) -> None:
        """Makes a frame, one interval after the previous one."""
        now = self._origin + self._frames * self._interval
        self._frames += 1
        time.sleep(_DELIVERY_SECONDS)
        # The answer also shows that the page's process has received the commands before it.
        if self._page_offset is None:
            self._value("0")
        else:
            self._call(
                "Runtime.evaluate",
                {
                    "expression": f"__flickbookClock.advance({now + self._page_offset:.4f})",
                    "awaitPromise": True,
                },
            )
        self._call(
            "HeadlessExperimental.beginFrame",
            {"frameTimeTicks": now, "interval": self._interval},
        )

    def _await(self, pending: list[tuple[int, str]]) -> None:
        """Waits for the answers of touches, but not for those that come in the next frame."""
        self._unanswered += pending
        self._browser.answered([number for number, _ in self._unanswered], _ANSWER_SECONDS)
        self._collect()

    def _collect(self) -> None:
        waiting = []
        for number, method in self._unanswered:
            if self._browser.answered([number], 0):
                self._browser.answer(number, method)
            else:
                waiting.append((number, method))
        self._unanswered = waiting

    def _finish(self) -> None:
        for number, method in self._unanswered:
            self._browser.answer(number, method)

    def _timestamp(self, zero: float, moment: float) -> float:
        """Returns the time of an event as seconds since 1970, in whole microseconds and a half."""
        microseconds = math.floor((zero + moment * 1000) * 1000 + 0.25) + self._epoch + 0.5
        return microseconds / 1e6

    def _wheel(self, delta: tuple[float, float]) -> dict[str, Any]:
        x, y = self._scroll_place
        # Content follows the fingers, so the offset grows when they move up.
        return {"type": "mouseWheel", "x": x, "y": y, "deltaX": -delta[0], "deltaY": -delta[1]}

    def _observe(self) -> None:
        """Lets the page evaluate the expression in each frame."""
        expression = self._options.observe.strip().rstrip(";")
        names = json.dumps(list(COLUMNS))
        # The line ends keep a comment in the expression from hiding the rest.
        answer = self._call(
            "Runtime.evaluate",
            {"expression": f"__flickbookClock.observe(() => (\n{expression}\n), {names})"},
        )
        if "exceptionDetails" in answer:
            raise Failure(
                "--observe",
                f"the expression is not valid: {_description_of(answer['exceptionDetails'])}",
                "give a JavaScript expression",
                USAGE,
            )

    def _read(self) -> dict[str, Value]:
        """Returns what the page observed in the last frame."""
        found = self._value("window.__flickbookClock?.take()")
        if not isinstance(found, dict):
            raise Failure(
                self._options.page,
                "the page was replaced by another",
                "check whether it reloads itself or follows a link",
            )
        if "error" in found:
            text = " ".join(str(found["error"]).split("\n    at ")[0].split())[:300]
            raise Failure(
                "--observe",
                f"the expression threw: {text}",
                "give an expression that works in every frame",
            )
        return self._checked(found)

    def _checked(self, found: dict[str, Any]) -> dict[str, Value]:
        """Returns the values for the columns; throws a failure if there is no position."""
        advice = (
            "give an expression for a number, or an object with "
            "x, y, vx, vy, targetX, targetY, phase"
        )
        if "single" in found:
            values = {str(self._options.axis): found["single"]}
        else:
            values = dict(found["found"])
            if found["unknown"]:
                names = ", ".join(map(str, found["unknown"][:5]))
                raise Failure("--observe", f"the object has the unknown properties {names}", advice)
            if not {"x", "y"} & set(values):
                raise Failure("--observe", "the object has neither x nor y", advice)
        for name, value in values.items():
            if isinstance(value, dict) and name == "phase" and value["kind"] == "string":
                values[name] = str(value["found"])[1:-1]
            elif isinstance(value, dict):
                raise Failure("--observe", f"{name} is {value['found'][:80]}", advice)
            elif value is None and name in ("x", "y"):
                raise Failure("--observe", f"{name} has no value", advice)
            elif value is not None and name == "phase":
                values[name] = str(value)
        return values


class _Contacts:
    """The contacts that are down, as the protocol describes them."""

    def __init__(self, at: tuple[float, float]) -> None:
        self._at = at
        self._down: set[int] = set()

    def commands(self, changes: Sequence[Touch]) -> Iterator[dict[str, Any]]:
        """Returns the commands for one report of the device.

        Each command has only the points that change: Chromium makes an event for each point that it
        is given.
        """
        remaining = list(changes)
        while remaining:
            phase = remaining[0].phase
            some = []
            while remaining and remaining[0].phase == phase:
                some.append(remaining.pop(0))
            yield self._command(phase, some)

    def _command(self, phase: str, changes: Sequence[Touch]) -> dict[str, Any]:
        numbers = {each.contact for each in changes}
        points = [
            {"x": self._at[0] + each.x, "y": self._at[1] + each.y, "id": each.contact}
            for each in changes
        ]
        if phase == "down":
            self._down |= numbers
            return {"type": "touchStart", "touchPoints": points}
        if phase == "move":
            return {"type": "touchMove", "touchPoints": points}
        self._down -= numbers
        # The protocol can cancel only all contacts at once, so one of several is lifted instead.
        if phase == "cancel" and not self._down:
            return {"type": "touchCancel", "touchPoints": []}
        return {"type": "touchEnd", "touchPoints": points}


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


def _clock_difference() -> int:
    """Returns the system's time minus the monotonic time, in microseconds."""
    first = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    system = time.time_ns()
    last = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    return round((system - (first + last) / 2) / 1000)


def _exception(details: dict[str, Any]) -> str:
    """Returns the text of an error and its place: TypeError: … (page.html:12:5)."""
    text = _description_of(details)
    url = str(details.get("url") or "")
    if not url:
        for frame in details.get("stackTrace", {}).get("callFrames", []):
            if frame.get("url"):
                url = str(frame["url"])
                details = frame
                break
    name = url.rpartition("/")[2] or url
    if not name:
        return text
    # The protocol counts lines and columns from 0.
    return f"{text} ({name}:{details['lineNumber'] + 1}:{details['columnNumber'] + 1})"


def _description_of(details: dict[str, Any]) -> str:
    exception = details.get("exception", {})
    text = exception.get("description") or exception.get("value") or details.get("text") or "?"
    return " ".join(str(text).split("\n    at ")[0].split())[:300]


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
