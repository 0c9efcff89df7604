"""What a user is told when something cannot go on."""

from __future__ import annotations

# The exit codes of sysexits, as flickbook itself has them.
USAGE = 64
DATA = 65
NO_INPUT = 66
UNAVAILABLE = 69
SOFTWARE = 70
INPUT_OUTPUT = 74
INTERRUPTED = 130
TERMINATED = 143


class Failure(Exception):
    """A reason to stop, in three parts: where, what was found, what to do next.

    All its parts are arguments, so that it crosses from one process to another whole.
    """

    def __init__(self, status: int, where: str, found: str, advice: str) -> None:
        super().__init__(status, where, found, advice)
        self.status = status
        self.where = where
        self.found = found
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.where}: {self.found}; {self.advice}."
