"""Errors that are reported to the user."""

from __future__ import annotations

import traceback
from pathlib import Path

# Exit codes: 64 and 69 are those of sysexits.h, which flickbook uses, too; 130 and 143 are 128 +
# the number of the signal.
FAILED = 1
USAGE = 64
UNAVAILABLE = 69
INTERRUPTED = 130
TERMINATED = 143


class Failure(Exception):
    """An error message in three parts: where, what was found, what to do next.

    `status` is the exit code of the program: FAILED, USAGE, or UNAVAILABLE if software is missing.
    The parts have no final punctuation; the message is
    ``flickbook-drive: where: found; advice``.
    """

    def __init__(self, where: str, found: str, advice: str, status: int = FAILED) -> None:
        # All parts are arguments of the exception, so that it can be pickled and sent between
        # processes.
        super().__init__(where, found, advice, status)
        self.where = where
        self.found = found
        self.advice = advice
        self.status = status

    def __str__(self) -> str:
        return f"flickbook-drive: {self.where}: {self.found}; {self.advice}"


def unexpected(error: Exception) -> Failure:
    """Returns the failure for an exception that nobody has foreseen: a fault of this program.

    It names the innermost line of this package, which is where a report of the fault begins.
    """
    package = Path(__file__).parent
    places = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).parent == package
    ]
    text = " ".join(str(error).split())[:300]
    return Failure(
        places[-1] if places else "flickbook-drive",
        f"found an unexpected {type(error).__name__}{f': {text}' if text else ''}",
        "run it again, and report it as a fault of flickbook-drive if it comes again",
    )


def last_lines(text: str, count: int = 5) -> str:
    """Returns the last `count` non-empty lines of the output of a program, for an error message."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " | ".join(line[:300] for line in lines[-count:])
