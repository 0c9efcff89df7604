"""How a batch is cut into tasks: settings × gestures.

The cut decides how long a run takes and nothing else: cards are whole numbers, so they add up to
the same whatever they were cut into.
"""

from __future__ import annotations

from dataclasses import dataclass

# A task costs some milliseconds to hand out and to gather; see docs/tuning-at-scale.md.
LEAST_SECONDS = 1.0

# What is lost when a worker is killed, and how long the others wait for the last one.
MOST_SECONDS = 10.0

# So that one slow worker does not leave the others without work at the end of a batch.
TASKS_PER_WORKER = 4

# An answer is read and written whole; so many cards fit into memory many times.
MOST_SETTINGS = 4_096


@dataclass(frozen=True)
class Task:
    """Some combinations of a batch on some gestures of the corpus, each first..<end."""

    settings: tuple[int, int]
    gestures: tuple[int, int] | None


def ranges(count: int, parts: int) -> list[tuple[int, int]]:
    """0..<count in parts that differ by one at most; no part is empty."""
    parts = max(1, min(count, parts))
    return [(count * part // parts, count * (part + 1) // parts) for part in range(parts)]


class Cut:
    """Cuts batches by what the ones before took."""

    def __init__(
        self, gestures: int, workers: int, slices: int | None = None, may_slice: bool = True
    ) -> None:
        self.gestures = max(gestures, 1)
        self.workers = workers
        self._slices = slices
        self._may_slice = may_slice
        self._evaluations = 0
        self._seconds = 0.0

    def measured(self, evaluations: int, seconds: float) -> None:
        """Learns what a task took: evaluations are settings × gestures."""
        # Half of what is known is forgotten, because a first task may have had files to read.
        self._evaluations = self._evaluations // 2 + evaluations
        self._seconds = self._seconds / 2 + seconds

    def seconds(self, settings: int) -> float | None:
        """What evaluating settings on all gestures would take one worker, where that is known."""
        if self._evaluations == 0:
            return None
        return self._seconds * settings * self.gestures / self._evaluations

    def tasks(self, settings: int) -> list[Task]:
        """The tasks of a batch in their order: all slices of the first settings come first."""
        work = self.seconds(settings)
        if work is None:
            wanted = self.workers
        else:
            finest = max(1, int(work / LEAST_SECONDS))
            coarsest = int(work / MOST_SECONDS) + 1
            wanted = min(finest, max(coarsest, self.workers * TASKS_PER_WORKER))
        slices = self._slices or 1
        if self._slices is None and self._may_slice and wanted > settings:
            # Kept from now on: a worker has what it computed once for a slice ready.
            slices = self._slices = -(-wanted // settings)
        slices = min(slices, self.gestures)
        groups = max(-(-wanted // slices), -(-settings // MOST_SETTINGS))
        return [
            Task(some, gestures)
            for some in ranges(settings, groups)
            for gestures in ([None] if slices == 1 else ranges(self.gestures, slices))
        ]

    def points(self, left: int) -> int:
        """How many of a study's own points make a batch; with them, its size changes no result."""
        one = self.seconds(1)
        if one is None:
            return min(left, self.workers)
        batch = self.workers * TASKS_PER_WORKER * LEAST_SECONDS / max(one, 1e-9)
        return max(1, min(left, int(batch), self.workers * TASKS_PER_WORKER * MOST_SETTINGS))
