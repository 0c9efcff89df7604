"""Evaluates batches: in one process on this machine, or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Protocol

from flickbook_tuning.cutting import Cut
from flickbook_tuning.worker import Batch, FlickbookWorker, Result


class Evaluator(Protocol):
    """Computes a result for each combination of a batch, in order."""

    cut: Cut

    def evaluated(self, batch: Batch) -> Iterator[list[Result]]:
        """Yields lists of results as they become available; each result covers all gestures."""

    def close(self) -> None:
        """Ends all processes that this evaluator has started."""


class SerialEvaluator:
    """An evaluator with one worker process, which handles one request at a time."""

    def __init__(self, worker: FlickbookWorker) -> None:
        self._worker = worker
        self.cut = Cut(worker.description.training, workers=1, may_slice=False)

    def evaluated(self, batch: Batch) -> Iterator[list[Result]]:
        for task in self.cut.tasks(len(batch)):
            began = time.monotonic()
            results = self._worker.evaluated(batch.part(*task.settings))
            self.cut.measured(len(results) * self.cut.gestures, time.monotonic() - began)
            yield results

    def close(self) -> None:
        """Does nothing; the worker belongs to the driver."""
