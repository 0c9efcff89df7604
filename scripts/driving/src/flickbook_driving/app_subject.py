"""An app of GTK or Qt as a program under test: each run plays it in a new process."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Protocol

from flickbook_driving.command import size
from flickbook_driving.subject import (
    Description,
    PlayedRun,
    add_description_arguments,
    speak,
    targets_along,
)
from flickbook_driving.table import Table
from flickbook_driving.touches import Input, Touch


class AppDriver(Protocol):
    """The members of a module that drives apps; see `command.Driver`."""

    SUBJECT: str
    SUBJECT_EXAMPLE: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments of this driver."""

    def software(self) -> str:
        """Returns the name and the version of the toolkit: GTK 4.8.3."""

    def drive(self, arguments: argparse.Namespace, recording: Input, run: int) -> Table:
        """Plays touches into a new process, until the position rests if `tail` is None."""


class PlayedApp:
    """An app that is started again for each run."""

    def __init__(self, driver: AppDriver, options: argparse.Namespace) -> None:
        self._driver = driver
        self._options = options

    def play(self, touches: Sequence[Touch], screen: tuple[float, float]) -> Table:
        """Plays touches into a new process. All runs are the first one, so they are equal."""
        more = {"viewport": screen, "screen": screen, "at": (0.0, 0.0), "tail": None}
        options = argparse.Namespace(**{**vars(self._options), **more})
        return self._driver.drive(options, Input("the run", screen, tuple(touches)), 1)


def add_arguments(parser: argparse.ArgumentParser, driver: AppDriver) -> None:
    """Adds the arguments of an app under test."""
    driver.add_arguments(parser)
    add_description_arguments(parser)
    parser.add_argument(
        "--viewport",
        type=size,
        default=(390.0, 844.0),
        metavar="WxH",
        help="size of the window in points (default: 390x844)",
    )


def run(driver: AppDriver, options: argparse.Namespace) -> int:
    """Speaks the protocol until the standard input ends; returns the exit status."""
    targets = targets_along(options.axis, options.targets)
    description = Description(tuple(options.axis), options.viewport, targets, {})
    app = PlayedApp(driver, options)

    def hello() -> dict[str, Any]:
        name, _, version = driver.software().partition(" ")
        return {"name": name, "version": version, "clock": "driven", **description.line()}

    return speak(hello, lambda reset: PlayedRun(app, description, reset))
