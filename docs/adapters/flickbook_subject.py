"""Runs Python as a subject of Flickbook: a program under test that speaks JSON lines on its
standard input and output. Copy this file into your project; it needs only Python 3.9 or newer.

    serve(create, name=…, targets=…, settings=…)    a surface, which answers with its position
    serve_rule(decide, name=…, settings=…)          a rule, which answers with a target

The protocol is described in docs/subject-protocol.md of Flickbook.
"""

from __future__ import annotations

import json
import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

Line = dict[str, Any]

_PROTOCOL = "flickbook-subject/1"
_encode = json.JSONEncoder(separators=(",", ":")).encode
_decode = json.JSONDecoder().decode


class Run:
    """What a surface knows about its run: the screen, the frame rate, the seed and the time."""

    def __init__(self, reset: Line, write: Callable[[Line], None]) -> None:
        self.screen: list[float] = reset.get("screen", [390, 844])
        self.rate: float = reset.get("rate", 60)
        self.seed: int = reset.get("seed", 0)
        self.time: float = 0
        """The time of the last line, in microseconds."""
        self._write = write

    def report(self, event: str, **details: Any) -> None:
        """Reports an event, such as a decision, at the time of the last line."""
        self._write({"type": "event", "event": event, "time": self.time, **details})


def serve(create: Callable[[Line, Run], Any], **description: Any) -> None:
    """Serves a surface until the standard input ends.

    `create(settings, run)` returns an object for one run, with the methods that it needs:
    `touch(line)`, `pan(line)`, `gap(line)` and `command(line)` receive the lines of the protocol,
    and `frame(time)` returns the state at a time in microseconds, such as
    `{"y": 422, "phase": "resting"}`. The module `random` follows the seed of the run.
    """
    defaults = _defaults(description)
    surface: Any = None
    run: Run | None = None
    for lines, answers in _batches():
        for text in lines:
            try:
                line = _parsed(text)
                kind = line.get("type")
                if kind == "hello":
                    answers.append({"type": "hello", "protocol": _PROTOCOL, **description})
                elif kind == "reset":
                    run = Run(line, answers.append)
                    random.seed(run.seed)
                    surface = create({**defaults, **line.get("settings", {})}, run)
                # After an error, nothing is answered until the next run.
                elif surface is None or run is None:
                    continue
                elif kind == "frames":
                    for time in line["times"]:
                        run.time = time
                        answers.append({"type": "frame", "time": time, **surface.frame(time)})
                elif kind == "end":
                    answers.append({"type": "end"})
                    surface = None
                elif kind in ("touch", "pan", "gap", "command"):
                    run.time = line["time"]
                    receive = getattr(surface, kind, None)
                    if receive:
                        receive(line)
            except Exception as error:
                surface = None
                answers.append({"type": "error", "message": _message(error)})


def serve_rule(decide: Callable[[Line], str | Line], **description: Any) -> None:
    """Serves a rule until the standard input ends.

    `decide(release)` receives a `release` line, and returns the name of a candidate, or a
    dictionary with `target` and `reason`.
    """
    defaults = _defaults(description)
    for lines, answers in _batches():
        for text in lines:
            try:
                line = _parsed(text)
                kind = line.get("type")
                if kind == "release":
                    line["settings"] = {**defaults, **line.get("settings", {})}
                    choice = decide(line)
                    answer = {"target": choice} if isinstance(choice, str) else choice
                    answers.append({"type": "target", **answer})
                elif kind == "hello":
                    hello = {"type": "hello", "protocol": _PROTOCOL, "kind": "rule"}
                    answers.append({**hello, **description})
            except Exception as error:
                answers.append({"type": "error", "message": _message(error)})


def _batches() -> Iterator[tuple[list[bytes], list[Line]]]:
    """Yields the lines that have arrived, with a list for their answers, which are then written."""
    # Standard output is for the lines of the protocol, so the user's prints go to standard error.
    sys.stdout = sys.stderr
    rest = b""
    answers: list[Line] = []
    while data := os.read(0, 65536):
        *lines, rest = (rest + data).split(b"\n")
        yield lines, answers
        output = "".join([_encode(answer) + "\n" for answer in answers]).encode()
        answers.clear()
        while output:
            output = output[os.write(1, output) :]


def _parsed(text: bytes) -> Line:
    if not text.strip():
        return {}
    try:
        line = _decode(text.decode())
    except (ValueError, RecursionError):
        raise ValueError(f"this line is not JSON: {text[:100]!r}") from None
    return line if isinstance(line, dict) else {}


def _defaults(description: Line) -> Line:
    return {setting["key"]: setting["default"] for setting in description.get("settings", [])}


def _message(error: Exception) -> str:
    """Returns the message of an error, with the place in the user's file at which it occurred."""
    text = f"{type(error).__name__}: {error}"
    places = traceback.extract_tb(error.__traceback__)
    own = [place for place in places if place.filename != __file__]
    return f"{text} ({os.path.basename(own[-1].filename)}:{own[-1].lineno})" if own else text
