"""A page in headless Chromium, and its clock.

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
- Moves that wait for a frame are one event for the page. But the protocol focuses the page with
  each touch, and this delivers the moves that wait. So the moves of a frame would be one event or
  several, by chance. The main thread of the page is therefore held while they arrive; see `_held`.
- Emulation.setVirtualTimePolicy cannot be used: while the virtual time stands still, scroll
  snapping does not begin and some frames never end.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flickbook_driving.browser import Browser
from flickbook_driving.contacts import Contacts
from flickbook_driving.failure import USAGE, Failure
from flickbook_driving.table import COLUMNS, Value
from flickbook_driving.touches import Touch

# A report of a touchscreen: the time in seconds after time 0, and the touches.
Report = tuple[float, Sequence[Touch]]

# A step of a wheel: the time in seconds after time 0, and the distance of the fingers in points.
Wheel = tuple[float, tuple[float, float]]

# The time in s by which the frames are ahead of the wall clock when the page is loaded. A throw
# begins at the time of its last touch only while that is not over on the wall clock.
_LEAD_SECONDS = 30.0

# A throw begins within this time after a finger is lifted, and does not stand still for it, in s.
_THROW_SECONDS = 0.25

# The times of animations and scripts are multiples of this time in ms after the beginning of a
# page, unless it is isolated from other origins. Source: the standard High Resolution Time.
_RESOLUTION = 0.1

# The time on the wall clock in which the expression has to give a position, for pages that build
# themselves after they are loaded.
_READY_SECONDS = 5.0

# The longest wait for the answers of touches between two frames. They come within 2 ms; answers
# that need a frame do not come at all, and cost this time.
_ANSWER_SECONDS = 0.015

# The name of the function with which the page reports that its main thread is held.
_HOLDS = "__flickbookHolds"

_KEY_UP = {"type": "keyUp", "key": "Unidentified"}

# The wait before each frame, in which the steps of touches and throws get from the browser to the
# compositor of the page. Nothing reports their arrival; a step that is late appears a frame later.
_DELIVERY_SECONDS = 0.003

# The wait after a finger is lifted. A throw is driven by the browser's own compositor, which needs
# this time to ask for frames; before that, a throw stands still.
_LIFT_SECONDS = 0.06
_LIFT_CALLS = 5

# Chromium reports this as an error of the page, but it only postpones a notification to the next
# frame.
_HARMLESS = "ResizeObserver loop"


class Page:
    """A page in a browser, and its clock.

    The options are those of the command: page, observe, axis, hz, pixel_ratio, viewport, screen,
    at, page_clock and allow_errors.

    If `is_steady`, a snap begins in the frame of the lift, which makes runs equal. Otherwise it
    begins in the next frame, as in a browser on a screen, or by chance a frame later.
    """

    def __init__(
        self, browser: Browser, options: argparse.Namespace, is_steady: bool = False
    ) -> None:
        self._browser = browser
        self._options = options
        self._is_steady = is_steady
        self._loaded = False
        self._session: str | None = None
        # The addresses of requests by their numbers, and those that the page may not reach.
        self._requests: dict[str, str] = {}
        self.blocked: set[str] = set()
        # What in the page keeps the clock of the system.
        self.strangers: set[str] = set()
        # The commands for touches that the page has not handled yet.
        self._unanswered: list[tuple[int, str]] = []
        # Whether the main thread is held after the next frame, and how often it was held since.
        self._holds_next = False
        self._holds = 0
        # The number of frames that the driver has made since `_origin`.
        self._frames = 0
        # The times of the first frame, in ms: on the clock of Chromium and on that of the page,
        # which is None if the page's clock is not driven.
        self._origin = 0.0
        self._page_origin: float | None = None
        # The time of time 0 after `_origin`, in ms.
        self._zero: float | None = None
        # Whether a finger is down, how often something has scrolled, and the number of frames in
        # which a throw can take a step.
        self._is_down = False
        self._scrolls = self._throw_frames = 0
        browser.on_event = self._on_event
        self._interval = 1000 / options.hz
        self._scroll_place = (
            options.at[0] + options.screen[0] / 2,
            options.at[1] + options.screen[1] / 2,
        )

    def load(self, url: str, context: str | None = None, seed: int = 0) -> None:
        """Opens a tab with a touchscreen and loads the page into it.

        - context: The browser's context of the tab, with storage of its own.
        - seed: The seed of the page's Math.random if its clock is driven.
        """
        width, height = (round(each) for each in self._options.viewport)
        tab: dict[str, Any] = {"url": "about:blank", "width": width, "height": height}
        tab["enableBeginFrameControl"] = True
        if context is not None:
            tab["browserContextId"] = context
        target = self._browser.call("Target.createTarget", tab)["targetId"]
        attached = self._browser.call(
            "Target.attachToTarget", {"targetId": target, "flatten": True}
        )
        self._session = str(attached["sessionId"])
        for domain in ("Inspector", "Network", "Page", "Runtime"):
            self._call(f"{domain}.enable")
        # Reports the workers of the page.
        attach = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
        self._call("Target.setAutoAttach", attach)
        self._call(
            "Emulation.setDeviceMetricsOverride",
            {
                "width": width,
                "height": height,
                "deviceScaleFactor": self._options.pixel_ratio,
                "mobile": True,
            },
        )
        self._call("Runtime.addBinding", {"name": _HOLDS})
        source = Path(__file__).with_name("clock.js").read_text(encoding="utf-8")
        if self._options.page_clock == "driven":
            source += f"\n__flickbookClock.begin({seed});\n"
        self._call("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        self._call("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 10})
        answer = self._call("Page.navigate", {"url": url})
        if answer.get("errorText"):
            raise Failure(
                self._options.page,
                f"the page cannot be loaded ({answer['errorText']})",
                "allow the address with --allow"
                if self.blocked
                else "check the address and its server, or name an HTML file",
            )
        self._browser.wait(lambda: self._loaded, f"loading {self._options.page}")
        status = self.value("performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0")
        if isinstance(status, int) and status >= 400:
            raise Failure(
                self._options.page,
                f"the server answered with status {status}",
                "name an HTML file or a URL",
            )
        self._origin = self._first_frame()
        if self._options.page_clock == "driven":
            self._page_origin = self._interval
        self.frame()

    def _first_frame(self) -> float:
        """Returns the time of the first frame on the clock of Chromium, in ms.

        It is a multiple of the time in which Chromium counts after the beginning of the page: it
        rounds up other times by chance.
        """
        self._call("Performance.enable")
        metrics = self._call("Performance.getMetrics").get("metrics", [])
        begins = [each["value"] * 1000 for each in metrics if each["name"] == "NavigationStart"]
        begin = round(begins[0], 3) if begins else 0.0
        # A page with the clock of the system would see the lead.
        lead = _LEAD_SECONDS if self._options.page_clock == "driven" else 0.0
        since = (time.clock_gettime(time.CLOCK_MONOTONIC) + lead) * 1000 - begin
        return begin + math.ceil(since / _RESOLUTION) * _RESOLUTION

    def wait_until(self, expression: str, seconds: float) -> bool:
        """Makes frames until the expression is true, at most for `seconds` of the wall clock.

        An error of the expression is the same as false.
        """
        end = time.monotonic() + seconds
        while not self.value(f"Boolean((\n{expression}\n))"):
            if time.monotonic() > end:
                return False
            self.frame()
            # The page may wait for its server.
            time.sleep(self._interval / 1000)
        return True

    def run(self, statements: str, where: str) -> None:
        """Runs JavaScript in the page; `where` names it in an error."""
        answer = self._call("Runtime.evaluate", {"expression": statements})
        if "exceptionDetails" in answer:
            raise Failure(
                where,
                f"the JavaScript threw: {_description_of(answer['exceptionDetails'])}",
                "correct it; the console of a browser shows more",
            )

    @property
    def rate(self) -> float:
        """The number of frames in a second."""
        return float(self._options.hz)

    def observe(self, seconds: float = _READY_SECONDS) -> dict[str, Value]:
        """Prepares the expression that is observed, and returns its first values.

        The page gets `seconds` of the wall clock to build what is observed.
        """
        self._observe()
        self.frame()
        end = time.monotonic() + seconds
        while True:
            try:
                return self.read()
            except Failure:
                if time.monotonic() > end:
                    raise
                self.frame()
                time.sleep(self._interval / 1000)

    def begin(self) -> None:
        """Sets time 0 to the frame after the next one.

        The touches of a frame are sent before the frame ahead of it.
        """
        self._zero = (self._frames + 1) * self._interval
        self._contacts = Contacts(self._options.at)

    def step(self, reports: Sequence[Report], wheels: Sequence[Wheel] = ()) -> dict[str, Value]:
        """Makes a frame and returns its values; the first one is the frame ahead of time 0.

        The reports and the steps of wheels are those up to the time of the frame after it, in
        seconds after time 0.
        """
        commands: list[tuple[float, dict[str, Any]]] = []
        for moment, changes in reports:
            commands += [(moment, command) for command in self._contacts.commands(changes)]
        if commands and self._page_origin is not None:
            assert self._zero is not None
            zero = self._page_origin + self._zero
            times = [zero + moment * 1000 for moment, _ in commands]
            expectation = f"__flickbookClock.expect({json.dumps(times)})"
            if sum(command["type"] == "touchMove" for _, command in commands) > 1:
                self._holds_next = True
                expectation += "; __flickbookClock.hold()"
            self.value(expectation)
        for moment, command in commands:
            command["timestamp"] = self._timestamp(moment)
            self._unanswered.append(self._send("Input.dispatchTouchEvent", command))
        self.frame()
        values = self.read()
        # A wheel is not held back, so it is sent after the frame ahead of it.
        for moment, delta in wheels:
            command = self._wheel(delta)
            command["timestamp"] = self._timestamp(moment)
            self._unanswered.append(self._send("Input.dispatchMouseEvent", command))
        self._await()
        if commands:
            self._is_down = self._contacts.is_down
            self._expect_throw()
        if any(command["type"] in ("touchEnd", "touchCancel") for _, command in commands):
            time.sleep(_LIFT_SECONDS)
            # Afterwards, the browser has done all that it had to do in this time, also on a busy
            # computer.
            for _ in range(_LIFT_CALLS):
                self._browser.call("Browser.getVersion")
                self.value("0")
            if self._is_steady and self._scrolls > 0 and self._page_origin is not None:
                # Hidden frames just after this one, with which the browser begins to take part.
                self.value("__flickbookClock.hide(true)")
                for microseconds in (-1, -2):
                    self._begin_frame((self._frames - 1) * self._interval, microseconds)
        elif commands:
            self._call("Input.dispatchKeyEvent", _KEY_UP)
        return values

    def _expect_throw(self) -> None:
        self._throw_frames = 0 if self._is_down else round(_THROW_SECONDS * self.rate)

    def finish(self) -> None:
        """Waits until the page has handled all touches."""
        for number, method in self._unanswered:
            self._browser.answer(number, method)
        self._unanswered = []

    def _on_event(self, method: str, parameters: dict[str, Any], session: str | None) -> None:
        if session is not None and session != self._session:
            return  # It comes from an earlier page.
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.bindingCalled" and parameters.get("name") == _HOLDS:
            self._holds += 1
        elif method == "Network.requestWillBeSent":
            self._requests[str(parameters.get("requestId"))] = str(parameters["request"]["url"])
        elif method == "Network.loadingFailed":
            url = self._requests.pop(str(parameters.get("requestId")), "")
            if parameters.get("errorText") == "net::ERR_PROXY_CONNECTION_FAILED":
                self.blocked.add("/".join(url.split("/")[:3]))
        elif method == "Target.attachedToTarget" and self._options.page_clock == "driven":
            if "worker" in str(parameters["targetInfo"].get("type")):
                self.strangers.add("a worker")
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

    def value(self, expression: str) -> Any:
        answer = self._call("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        return answer["result"].get("value")

    def frame(self) -> None:
        """Makes a frame, one interval after the previous one."""
        now = self._frames * self._interval
        self._frames += 1
        # The browser sends a step of a throw in a frame that the page already draws. So the step is
        # sent in a first frame, which the page does not see.
        is_throw = self._scrolls > 0 and self._throw_frames > 0 and self._page_origin is not None
        self._throw_frames -= 1
        if is_throw or self._is_down:
            time.sleep(_DELIVERY_SECONDS)
        # The answer also shows that the page's process has received the commands before it.
        if self._page_origin is None:
            self.value("0")
        else:
            hides = "true" if is_throw else "false"
            self._call(
                "Runtime.evaluate",
                {
                    "expression": f"__flickbookClock.advance({self._page_origin + now!r}, {hides})",
                    "awaitPromise": True,
                },
            )
        if is_throw:
            self._begin_frame(now, 2)
            time.sleep(_DELIVERY_SECONDS)
            # The step came into the first frame or comes into this one, by chance. A snap begins in
            # the frame after it, so that one is hidden, too, or a microsecond later.
            self._begin_frame(now, 1)
            self.value("__flickbookClock.hide(false)")
        self._begin_frame(now)

    def _begin_frame(self, time: float, microseconds: int = 0) -> None:
        """Makes a frame of Chromium, at some microseconds before a time in ms after `_origin`."""
        count = round(time / _RESOLUTION)
        # Half a microsecond more, because Chromium cuts times to microseconds.
        ticks = self._origin + count * _RESOLUTION + (0.5 - microseconds) / 1000
        frame = self._send(
            "HeadlessExperimental.beginFrame",
            {"frameTimeTicks": ticks, "interval": self._interval},
        )
        if self._holds_next:
            self._holds_next = False
            self._held(frame)
        else:
            self._browser.answer(*frame)

    def _held(self, frame: tuple[int, str]) -> None:
        """Waits for a frame, and holds the main thread after it until the touches have arrived.

        The browser sends the touches when the frame is complete. A loop in the frame gives the
        driver the time to send a key event ahead of them. When it ends, the frame is completed, and
        the next event is the key, whose handler is a loop, too. While it runs, the touches arrive.
        """
        self._holds = 0
        if not self._holds_until(1, frame):
            self._browser.answer(*frame)
            return
        key = self._send("Input.dispatchKeyEvent", _KEY_UP)
        end = self._send("Runtime.terminateExecution", {})
        self._browser.answer(*frame)
        self._browser.answer(*end)
        # The key goes elsewhere if a frame of another origin has the focus.
        if self._holds_until(2, key):
            self._await()
            self._call("Runtime.terminateExecution")
        self._browser.answer(*key)

    def _holds_until(self, count: int, command: tuple[int, str]) -> bool:
        """Waits until the main thread is held, or a command is answered; returns the former."""
        number, method = command
        self._browser.wait(lambda: self._holds >= count or self._browser.has_answer(number), method)
        return self._holds >= count

    def _await(self) -> None:
        """Waits for the answers of touches, but not for those that come in the next frame."""
        self._browser.answered([number for number, _ in self._unanswered], _ANSWER_SECONDS)
        self._collect()

    def _collect(self) -> None:
        waiting = []
        for number, method in self._unanswered:
            if self._browser.has_answer(number):
                self._browser.answer(number, method)
            else:
                waiting.append((number, method))
        self._unanswered = waiting

    def _timestamp(self, moment: float) -> float:
        """Returns the time of an event as seconds since 1970, in whole microseconds and a half."""
        assert self._zero is not None
        ticks = self._origin + self._zero + moment * 1000 + 0.0005
        microseconds = math.floor(ticks * 1000 + 0.25) + self._browser.epoch + 0.5
        return float(microseconds / 1e6)

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

    def read(self) -> dict[str, Value]:
        """Returns what the page observed in the last frame."""
        found = self.value("window.__flickbookClock?.take()")
        if not isinstance(found, dict):
            raise Failure(
                self._options.page,
                "the page was replaced by another",
                "check whether it reloads itself or follows a link",
            )
        if found.get("strangers", 0) > 0:
            self.strangers.add("a frame of another origin")
        if found.get("scrolls", 0) > self._scrolls:
            self._scrolls = found["scrolls"]
            self._expect_throw()
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
