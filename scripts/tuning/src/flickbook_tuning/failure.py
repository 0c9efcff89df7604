"""Errors that are reported to the user."""

from __future__ import annotations

# The exit codes of sysexits.h, which flickbook uses, too; 130 and 143 are 128 + the signal.
USAGE = 64
DATA = 65
NO_INPUT = 66
UNAVAILABLE = 69
SOFTWARE = 70
INPUT_OUTPUT = 74
INTERRUPTED = 130
TERMINATED = 143


class Failure(Exception):
    """An error message in three parts: where, what was found, what to do.

    All parts are arguments of the exception, so that it can be pickled and sent between processes.
    """

    def __init__(self, status: int, where: str, found: str, advice: str) -> None:
        super().__init__(status, where, found, advice)
        self.status = status
        self.where = where
        self.found = found
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.where}: {self.found}; {self.advice}."
