"""A page in headless Chromium as a surface under test."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flickbook_driving.browser import Browser, ProtocolError
from flickbook_driving.chromium import (
    add_page_arguments,
    rejections,
    software_of,
    started_browser,
)
from flickbook_driving.command import size
from flickbook_driving.failure import Failure
from flickbook_driving.page import Page, Report, Wheel
from flickbook_driving.site import Site
from flickbook_driving.subject import (
    REST_SECONDS,
    Description,
    SteppedRun,
    add_description_arguments,
    is_same,
    json_object,
    speak,
    targets_along,
)
from flickbook_driving.table import Value

# The longest time of the page until it rests after it was opened. It is the time that a replay
# waits after the last event.
_LONGEST_REST_SECONDS = 10.0

# A page that moves when its settings change moves in one of these frames: in the frame after the
# change, or if it renders itself anew in the one after that.
_FRAMES_AFTER_SETTINGS = 3


class PageSurface:
    """A page that is loaded again for each run, always in the same browser."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._browser: Browser | None = None
        self._page: Page | None = None
        self._context: str | None = None
        # What has been reported: addresses that the page could not reach, and what is not driven.
        self._reported: set[str] = set()
        self._site = Site(
            options.page,
            Path(options.root),
            options.server,
            options.allow,
            options.limit,
        )

    def hello(self) -> dict[str, Any]:
        """Returns the keys of the line `hello` that depend on the surface."""
        name, _, version = software_of(self._running_browser()).partition(" ")
        return {"name": name, "version": version, "clock": "driven"}

    def reset(
        self, rate: float, screen: tuple[float, float], seed: int, settings: Mapping[str, Any]
    ) -> dict[str, Value]:
        """Loads the page and lets it rest; returns its values. The next step is the frame ahead of
        time 0."""
        browser = self._running_browser()
        options = argparse.Namespace(
            **{
                **vars(self._options),
                "axis": self._options.axis if self._options.axis != "xy" else "y",
                "hz": rate,
                "screen": screen,
                "viewport": screen,
                "at": (0.0, 0.0),
                "page_clock": "driven",
            }
        )
        self._site.start()
        with rejections(browser):
            self._dispose()
            self._context = str(browser.call("Target.createBrowserContext")["browserContextId"])
            if self._site.cookie is not None:
                browser.call(
                    "Storage.setCookies",
                    {"cookies": [self._site.cookie], "browserContextId": self._context},
                )
            page = self._page = Page(browser, options, is_steady=True)
            try:
                page.load(self._site.url, self._context, seed)
                self._open(page)
                values = self._rested(page, page.observe(self._options.limit))
                for key, value in settings.items():
                    self._set(page, key, value)
                if settings and self._moves(page, values):
                    values = self._rested(page, values)
                page.begin()
                return values
            finally:
                self._report(page)

    def _report(self, page: Page) -> None:
        """Reports once what the page could not reach, and what is not driven."""
        for stranger in sorted(page.strangers - self._reported):
            print(
                f"flickbook-drive: {self._options.page}: {stranger} keeps the clock of the system, "
                "so runs can differ; keep it out of the motion, or replace it for the test",
                file=sys.stderr,
            )
        self._reported |= page.strangers
        for address in sorted(page.blocked - self._reported):
            print(
                f"flickbook-drive: {self._options.page}: the page may not reach {address}; "
                f"allow it with --allow {address}",
                file=sys.stderr,
            )
        self._reported |= page.blocked

    def step(self, reports: Sequence[Report], wheels: Sequence[Wheel]) -> dict[str, Value]:
        """Makes a frame; see `Page.step`."""
        assert self._page is not None and self._browser is not None
        with rejections(self._browser):
            values = self._page.step(reports, wheels)
        self._report(self._page)
        return values

    def set(self, key: str, value: Any) -> None:
        """Changes a setting of the page during a run."""
        assert self._page is not None and self._browser is not None
        with rejections(self._browser):
            self._set(self._page, key, value)

    def close(self) -> None:
        """Ends the browser and the server."""
        try:
            if self._browser is not None:
                self._browser.close()
        finally:
            self._site.close()

    def _running_browser(self) -> Browser:
        if self._browser is not None and not self._browser.is_running:
            self._browser.close()
            self._browser = None
        if self._browser is None:
            self._context = self._page = None
            self._browser = started_browser(self._options, self._site.flags)
        return self._browser

    def _dispose(self) -> None:
        assert self._browser is not None
        self._browser.on_event = None
        if self._context is None:
            return
        context, self._context = self._context, None
        try:
            self._browser.call("Target.disposeBrowserContext", {"browserContextId": context})
        except ProtocolError:
            pass  # The page has crashed.

    def _open(self, page: Page) -> None:
        ready = self._options.ready
        if ready is not None and not page.wait_until(ready, self._options.limit):
            raise Failure(
                "--ready",
                f"the expression is not true after {self._options.limit:g} s",
                "correct the expression, or give the page more time with --limit",
            )
        if self._options.open is not None:
            page.run(self._options.open, "--open")

    def _moves(self, page: Page, values: dict[str, Value]) -> bool:
        """Makes a few frames; returns whether the position changes from `values`."""
        for _ in range(_FRAMES_AFTER_SETTINGS):
            page.frame()
            if not is_same(values, page.read()):
                return True
        return False

    def _rested(self, page: Page, values: dict[str, Value]) -> dict[str, Value]:
        """Makes frames until the position stays, and returns the last values."""
        rate = page.rate
        still = 0
        for _ in range(round(_LONGEST_REST_SECONDS * rate)):
            page.frame()
            now = page.read()
            still = still + 1 if is_same(values, now) else 0
            values = values if still else now
            if still >= REST_SECONDS * rate:
                return now
        where = ", ".join(f"{key} = {values[key]}" for key in ("x", "y") if key in values)
        raise Failure(
            self._options.page,
            f"the page still moves {_LONGEST_REST_SECONDS:g} s after it was opened, at {where}",
            "observe something that rests before the first touch",
        )

    def _set(self, page: Page, key: str, value: Any) -> None:
        setting = self._options.settings.get(key)
        if setting is None:
            print(
                f"flickbook-drive: the page has no setting '{key}'; declare it with --settings",
                file=sys.stderr,
            )
            return
        page.run(f"((value) => {{ {setting['set']}\n}})({json.dumps(value)})", f"setting '{key}'")


DESCRIPTION = (
    "Put a page under test: speak the subject protocol of Flickbook on the standard input and "
    "output, and drive the page in headless Chromium. The page has the clock of the run. It reads "
    "files inside --root, and reaches no other address than its own."
)
EXAMPLE = (
    'flickbook replay flick.yml --subject "flickbook-drive subject chromium sheet.html --observe '
    "'panel.getBoundingClientRect().top'\""
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_page_arguments(parser)
    add = parser.add_argument
    add_description_arguments(parser)
    add(
        "--settings",
        type=_settings,
        default={},
        metavar="JSON",
        help='settings of the page: {"flick": {"default": 300, "unit": "pt/s", "set": '
        '"sheet.flick = value"}}; also min, max, values and meaning',
    )
    add(
        "--server",
        metavar="COMMAND",
        help="command that starts the server of the page, such as 'npm run dev'",
    )
    add(
        "--ready",
        metavar="EXPRESSION",
        help="JavaScript that is true when the page can be opened",
    )
    add("--open", metavar="STATEMENTS", help="JavaScript that opens the surface")
    add(
        "--viewport",
        type=size,
        default=(390.0, 844.0),
        metavar="WxH",
        help="size of the page in points (default: 390x844)",
    )
    add(
        "--allow",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="another address that the page may reach, such as localhost:8080; repeatable",
    )
    add(
        "--root",
        default=None,
        metavar="FOLDER",
        help="folder whose files the page may read, and in which the server runs (default: the "
        "repository, or the current folder)",
    )


def run(options: argparse.Namespace) -> int:
    """Speaks the protocol until the standard input ends; returns the exit status."""
    options.root = options.root or _repository()
    surface = PageSurface(options)
    description = Description(
        tuple(options.axis),
        options.viewport,
        targets_along(options.axis, options.targets),
        options.settings,
    )
    try:
        return speak(
            lambda: {**surface.hello(), **description.line()},
            lambda reset: SteppedRun(surface, description, reset),
        )
    finally:
        surface.close()


def _repository() -> str:
    """Returns the repository that contains the current folder, or the current folder."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / ".git").exists():
            return str(folder)
    return str(here)


def _settings(text: str) -> dict[str, dict[str, Any]]:
    settings = json_object(text)
    for key, each in settings.items():
        if (
            not isinstance(each, dict)
            or "default" not in each
            or not isinstance(each.get("set"), str)
        ):
            raise argparse.ArgumentTypeError(f"the setting '{key}' needs 'default' and 'set'")
    return settings
