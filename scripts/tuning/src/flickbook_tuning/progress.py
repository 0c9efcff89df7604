"""The progress of a run, shown on a terminal."""

from __future__ import annotations

import sys
import time

# Shorter runs need no estimate, and the first results of workers include their preparation.
_FIRST_ESTIMATE_SECONDS = 10.0


class Progress:
    """One line on standard error that is overwritten; only if standard error is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()
        # The time and the number of trials at the first results, from which the speed is measured.
        self._first: tuple[float, int] | None = None

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
        now = time.monotonic()
        if self._first is None:
            self._first = now, done
        began, known = self._first
        if now - began < _FIRST_ESTIMATE_SECONDS or done == known:
            return ""
        seconds = (now - began) / (done - known) * (self._total - done)
        return f", {int(seconds) // 60}:{int(seconds) % 60:02} left"
