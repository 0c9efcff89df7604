"""Talks to subjects: starts them, makes the lines for a recording, and reads the answers."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

Line = dict[str, Any]

REPOSITORY = Path(__file__).resolve().parents[2]
EXAMPLES = REPOSITORY / "docs" / "examples"
FLICKBOOK = os.environ.get("FLICKBOOK", "flickbook")
RATE = 120
HELLO: Line = {"type": "hello", "protocol": "flickbook-subject/1"}


def converse(command: list[str], lines: str | list[Line], cwd: Path | None = None) -> list[Line]:
    """Returns the answers of a new process to all lines."""
    text = lines if isinstance(lines, str) else encoded(lines)
    result = subprocess.run(
        command, input=text.encode(errors="surrogateescape"), stdout=subprocess.PIPE, timeout=60,
        check=True, cwd=cwd,
    )  # fmt: skip
    return [json.loads(line) for line in result.stdout.decode().splitlines()]


def encoded(lines: list[Line]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


class Conversation:
    """A process with which a test exchanges one line at a time."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=10)

    def ask(self, line: bytes) -> bytes:
        """Sends a line and returns the next answer."""
        self.send(line)
        assert self.process.stdout
        return self.process.stdout.readline()

    def ask_all(self, lines: bytes, count: int) -> list[bytes]:
        """Sends lines while the answers are read."""
        writer = threading.Thread(target=self.send, args=(lines,))
        writer.start()
        assert self.process.stdout
        answers = [self.process.stdout.readline() for _ in range(count)]
        writer.join()
        return answers

    def send(self, lines: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(lines)
        self.process.stdin.flush()


PHASES = {"down": "began", "move": "moved", "up": "ended", "cancel": "cancelled"}


def touches(recording: Path) -> list[Line]:
    """Returns the touch lines of a recording of a touchscreen; empty for a touchpad."""
    result = subprocess.run(
        [FLICKBOOK, "convert", "--to", "touches", str(recording), "-"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True,
    )  # fmt: skip
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return [
        {
            "type": "touch", "time": round(line["time"] * 1e6), "contact": line["contact"],
            "phase": PHASES[line["phase"]], "x": line["x"], "y": line["y"],
        }
        for line in lines
        if "contact" in line
    ]  # fmt: skip


def run_lines(
    inputs: list[Line], tail: float = 3, settings: Line | None = None, rate: float = RATE
) -> list[Line]:
    """Returns the lines of a run: the inputs, the frames between them and `tail` seconds after."""
    lines: list[Line] = [
        {"type": "reset", "screen": [390, 844], "rate": rate, "seed": 1, "settings": settings or {}}
    ]
    frame = 0

    def ask(until: float) -> None:
        nonlocal frame
        times = []
        while frame * 1e6 / rate < until:
            times.append(frame * 1e6 / rate)
            frame += 1
        if times:
            lines.append({"type": "frames", "times": times})

    for line in inputs:
        ask(line["time"])
        lines.append(line)
    ask((inputs[-1]["time"] if inputs else 0) + tail * 1e6)
    return lines + [{"type": "end"}]


def frames(answers: list[Line]) -> list[Line]:
    return [line for line in answers if line["type"] == "frame"]
