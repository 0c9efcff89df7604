"""The progress of a command, shown on a terminal."""

from __future__ import annotations

import sys


class Progress:
    """One line on standard error that is overwritten; only if standard error is a terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def show(self, line: str) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K" + line[:200])
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
