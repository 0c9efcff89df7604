"""Divides a batch into tasks: settings × gestures.

The division affects only the time of a run and not its results: cards consist of integers, so their
sum does not depend on the tasks.
"""

from __future__ import annotations

from dataclasses import dataclass

# The overhead of a task is a few milliseconds; see docs/tuning-at-scale.md.
LEAST_SECONDS = 1.0

# Limits the work that is lost with a killed worker, and the time that the other workers wait for
# the last task.
MOST_SECONDS = 10.0

# More than one, so that a slow worker does not leave the others idle at the end of a batch.
TASKS_PER_WORKER = 4

# An answer is kept in memory as a whole; this many cards fit easily.
MOST_SETTINGS = 4_096


@dataclass(frozen=True)
class Task:
    """A range of the combinations of a batch and a range of the gestures, each first..<end."""

    settings: tuple[int, int]
    gestures: tuple[int, int] | None


def ranges(count: int, parts: int) -> list[tuple[int, int]]:
    """Divides 0..<count into parts whose sizes differ by at most one; no part is empty."""
    parts = max(1, min(count, parts))
    return [(count * part // parts, count * (part + 1) // parts) for part in range(parts)]


class Cut:
    """Divides batches into tasks by the measured time of earlier tasks."""

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
        """Notes the time of a task; evaluations are settings × gestures."""
        # Halve the weight of earlier tasks, because the first task may include the reading of
        # files.
        self._evaluations = self._evaluations // 2 + evaluations
        self._seconds = self._seconds / 2 + seconds

    def seconds(self, settings: int) -> float | None:
        """Returns the seconds of one worker for `settings` on all gestures; None if unknown."""
        if self._evaluations == 0:
            return None
        return self._seconds * settings * self.gestures / self._evaluations

    def tasks(self, settings: int) -> list[Task]:
        """Returns the tasks of a batch in order: all slices of the first settings come first."""
        work = self.seconds(settings)
        if work is None:
            wanted = self.workers
        else:
            finest = max(1, int(work / LEAST_SECONDS))
            coarsest = int(work / MOST_SECONDS) + 1
            wanted = min(finest, max(coarsest, self.workers * TASKS_PER_WORKER))
        slices = self._slices or 1
        if self._slices is None and self._may_slice and wanted > settings:
            # Keep the slices from now on, because workers keep the data that they prepared for a
            # slice.
            slices = self._slices = -(-wanted // settings)
        slices = min(slices, self.gestures)
        groups = max(-(-wanted // slices), -(-settings // MOST_SETTINGS))
        return [
            Task(some, gestures)
            for some in ranges(settings, groups)
            for gestures in ([None] if slices == 1 else ranges(self.gestures, slices))
        ]

    def points(self, left: int) -> int:
        """Returns the size of a batch of the study's own points; it does not change the results."""
        one = self.seconds(1)
        if one is None:
            return min(left, self.workers)
        batch = self.workers * TASKS_PER_WORKER * LEAST_SECONDS / max(one, 1e-9)
        return max(1, min(left, int(batch), self.workers * TASKS_PER_WORKER * MOST_SETTINGS))
