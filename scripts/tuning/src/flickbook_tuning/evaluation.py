"""Evaluating batches: in one process here, or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Protocol

from flickbook_tuning.cutting import Cut
from flickbook_tuning.worker import Batch, FlickbookWorker, Result


class Evaluator(Protocol):
    """What gives a result for each combination of a batch, in order."""

    cut: Cut

    def evaluated(self, batch: Batch) -> Iterator[list[Result]]:
        """The results, as many at a time as are there; each covers all gestures."""

    def close(self) -> None:
        """Ends what was started for this."""


class SerialEvaluator:
    """One process evaluates everything, one request after the other."""

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
