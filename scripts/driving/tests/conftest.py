"""Fixtures of the tests: recordings for the fake flickbook, and runs of the command."""

from __future__ import annotations

import contextlib
import glob
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flickbook_driving import app
from flickbook_driving.table import Value
from flickbook_driving.touches import Input, Touch

TESTS = Path(__file__).parent
FAKE_FLICKBOOK = str(TESTS / "fake_flickbook.py")
FAKE_BROWSER = str(TESTS / "fake_browser.py")
PAGES = TESTS.parent / "pages"

# A run takes a few seconds; the rest is for busy machines.
PATIENCE_SECONDS = 120

SCREEN = (390.0, 844.0)


def drag(count: int = 12, step: float = 20.0, contact: int = 1) -> list[dict[str, Any]]:
    """Returns the touches of a finger that moves up by `step` points every 8 ms."""

    def touch(index: int, phase: str) -> dict[str, Any]:
        y = 600 - step * min(index, count - 1)
        return {"time": 0.008 * index, "phase": phase, "contact": contact, "x": 195.0, "y": y}

    moves = [touch(index, "move") for index in range(1, count)]
    return [touch(0, "down"), *moves, touch(count, "up")]


def flick(dx: float = 0, dy: float = 0, x: float = 195, y: float = 600) -> Input:
    """A finger that moves by (dx, dy) in 0.2 s, and is lifted while it moves."""
    steps = 24
    touches = [Touch(0, "down", 1, x, y)]
    for step in range(1, steps + 1):
        fraction = step / steps
        touches.append(Touch(0.2 * fraction, "move", 1, x + dx * fraction, y + dy * fraction))
    return Input("flick", SCREEN, (*touches, Touch(0.208, "up", 1, x + dx, y + dy)))


def number(value: Value) -> float:
    assert isinstance(value, float)
    return value


@contextlib.contextmanager
def other_work() -> Iterator[None]:
    """Keeps all processors busy."""
    count = (os.cpu_count() or 1) + 1
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


def missing_clock() -> str | None:
    """Returns the reason for which no clock can be driven here, or None."""
    found = any(glob.glob(pattern) for pattern in app._FAKETIME)
    return None if found else "no libfaketime; install libfaketime"


@dataclass
class Bench:
    """A folder with recordings, and methods that run the command on them."""

    folder: Path
    flickbook: str = FAKE_FLICKBOOK

    @property
    def tables(self) -> Path:
        return self.folder / "tables"

    def recording(self, events: Sequence[dict[str, Any]], name: str = "flick.yml") -> str:
        """Writes a recording for the fake flickbook, which prints it as it is."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(each) + "\n" for each in events))
        return str(path)

    def page(self, text: str) -> str:
        path = self.folder / "page.html"
        path.write_text(text)
        return str(path)

    def command(self, *arguments: str) -> list[str]:
        command = [sys.executable, "-m", "flickbook_driving", *arguments]
        return [*command, "--flickbook", self.flickbook, "-o", str(self.tables)]

    def run(
        self, *arguments: str, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            env={**os.environ, "TMPDIR": str(self.temporary), **(environment or {})},
            check=False,
        )

    @property
    def temporary(self) -> Path:
        path = self.folder / "temporary"
        path.mkdir(exist_ok=True)
        return path

    def rows(self, name: str = "flick.csv") -> list[dict[str, str]]:
        lines = [each for each in self.lines(name) if not each.startswith("#")]
        keys = lines[0].split(",")
        return [dict(zip(keys, each.split(","))) for each in lines[1:]]

    def lines(self, name: str = "flick.csv") -> list[str]:
        return (self.tables / name).read_text().splitlines()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
