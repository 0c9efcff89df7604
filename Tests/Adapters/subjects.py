"""Talks to subjects: starts them, makes the lines for a recording, and reads the answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

Line = dict[str, Any]

REPOSITORY = Path(__file__).resolve().parents[2]
EXAMPLES = REPOSITORY / "docs" / "examples"
FLICKBOOK = os.environ.get("FLICKBOOK", "flickbook")
NODE = os.environ.get("NODE", "node")
HELLO: Line = {"type": "hello", "protocol": "flickbook-subject/1"}

JAVASCRIPT_SHEET = [NODE, str(EXAMPLES / "bottom-sheet-javascript/sheet.mjs")]
PYTHON_SHEET = [sys.executable, str(EXAMPLES / "bottom-sheet-python/sheet.py")]
JAVASCRIPT_RULE = [NODE, str(EXAMPLES / "rule-javascript/rule.mjs")]
PYTHON_RULE = [sys.executable, str(EXAMPLES / "rule-python/rule.py")]

RELEASE: Line = {
    "type": "release",
    "x": 0, "y": 600.5, "vx": 12.5, "vy": -1234.5, "startX": 0, "startY": 748,
    "projectedX": 0, "projectedY": 353.6, "from": "tip",
    "candidates": [
        {"name": "tip", "x": 0, "y": 748},
        {"name": "half", "x": 0, "y": 422},
        {"name": "full", "x": 0, "y": 67.52},
    ],
    "bounds": {"minX": 0, "minY": 67.52, "maxX": 0, "maxY": 748},
    "screen": [390, 844],
    "settings": {"speed": 500, "distance": 40},
}  # fmt: skip


def encoded(lines: list[Line]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def answers(command: list[str], lines: str | list[Line]) -> list[Line]:
    """Returns the answers of a new process to all lines."""
    text = lines if isinstance(lines, str) else encoded(lines)
    result = subprocess.run(
        command, input=text.encode(), stdout=subprocess.PIPE, timeout=60, check=True
    )
    return [json.loads(line) for line in result.stdout.decode().split("\n") if line]


def frames(lines: list[Line]) -> list[Line]:
    return [line for line in lines if line["type"] == "frame"]


def decisions(lines: list[Line]) -> list[Line]:
    return [line for line in lines if line.get("event") == "decision"]


class Conversation:
    """A process that answers while more lines are written."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=10)

    def send(self, lines: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(lines)
        self.process.stdin.flush()

    def read(self) -> bytes:
        assert self.process.stdout
        return self.process.stdout.readline()

    def ask(self, line: bytes) -> bytes:
        """Sends a line and returns the next answer."""
        self.send(line)
        return self.read()

    def ask_all(self, lines: bytes, count: int) -> list[bytes]:
        """Sends lines and reads the answers at the same time."""
        writer = threading.Thread(target=self.send, args=(lines,))
        writer.start()
        found = [self.read() for _ in range(count)]
        writer.join()
        return found


def flick(start: float = 700, speed: float = -1500, at: int = 0, contact: int = 1) -> list[Line]:
    """Returns the lines of a straight movement of 80 ms."""
    times = range(at, at + 80_001, 8_000)
    lines = [touch(time, "moved", start + speed * (time - at) / 1e6, contact) for time in times]
    lines[0]["phase"] = "began"
    return [*lines, touch(at + 82_000, "ended", lines[-1]["y"], contact)]


def touch(time: int, phase: str, y: float, contact: int = 1) -> Line:
    return {"type": "touch", "time": time, "contact": contact, "phase": phase, "x": 195, "y": y}


def run(
    inputs: list[Line], tail: float = 2, rate: float = 120, settings: Line | None = None
) -> list[Line]:
    """Returns the lines of a run: the inputs, the frames between them, and `tail` s after them."""
    lines: list[Line] = [
        {"type": "reset", "screen": [390, 844], "rate": rate, "seed": 1, "settings": settings or {}}
    ]
    frame = 0

    def ask_until(end: float) -> None:
        nonlocal frame
        times = []
        while frame * 1e6 / rate < end:
            times.append(frame * 1e6 / rate)
            frame += 1
        if times:
            lines.append({"type": "frames", "times": times})

    for line in inputs:
        ask_until(line["time"])
        lines.append(line)
    ask_until((inputs[-1]["time"] if inputs else 0) + tail * 1e6)
    return [*lines, {"type": "end"}]
