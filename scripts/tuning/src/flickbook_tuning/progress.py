"""The progress of a run, shown on a terminal."""

from __future__ import annotations

import sys
import time


class Progress:
    """One line on standard error that is overwritten; only if standard error is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()
        self._began = time.monotonic()
        self._first = 0

    def begin(self, done: int) -> None:
        """Starts the clock; the `done` earlier trials do not count for the speed."""
        self._began = time.monotonic()
        self._first = done

    def show(self, done: int, best: str) -> None:
        if not self._shown:
            return
        line = f"{done} of {self._total} trials, {best}{self._left(done)}"
        sys.stderr.write("\r\x1b[K" + line[:200])
        sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _left(self, done: int) -> str:
        if done <= self._first:
            return ""
        seconds = (time.monotonic() - self._began) / (done - self._first) * (self._total - done)
        return f", {int(seconds) // 60}:{int(seconds) % 60:02} left"
