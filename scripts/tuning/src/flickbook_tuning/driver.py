"""The driver of a study: evaluates Optuna's proposals, writes the journal and reports the results.

A study has only one driver. To resume, the driver starts from the beginning and uses the results in
the journal. Optuna has a seed for each batch, so it proposes the same trials and receives the same
results. The state of its samplers and the bytes of its file are therefore the same as in an
uninterrupted run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flickbook_tuning.evaluation import Evaluator
from flickbook_tuning.journal import Journal
from flickbook_tuning.optimiser import Optimiser
from flickbook_tuning.outcome import Outcome
from flickbook_tuning.progress import Progress
from flickbook_tuning.storage import StudyLog
from flickbook_tuning.worker import (
    Batch,
    Card,
    FlickbookWorker,
    Result,
    StudyDescription,
    Verdict,
)

# Limits the size of an answer, which is one line with all cards.
_JUDGED_AT_ONCE = 1_024


@dataclass(frozen=True)
class Search:
    """The options of a search.

    - sampler: The name of an Optuna sampler, or "study" for the study's own points.
    - trials: The number of trials, including those in the journal.
    - batch: The number of trials that are proposed before the first result is reported; None, only
      for the study's own points, determines it from the measured time.
    """

    sampler: str
    trials: int
    batch: int | None
    seed: int

    def header(self, description: StudyDescription) -> dict[str, Any]:
        """Returns the header of the journal; for the sampler study, the header of flickbook
        tune."""
        if self.sampler == "study":
            return description.header
        search = {"method": f"optuna-{self.sampler}", "seed": str(self.seed), "batch": self.batch}
        return {**description.header, "search": search}


class _AskedOtherwise(Exception):
    """The trials in the journal differ from the proposals of the sampler."""


class Driver:
    """Runs a search on a study to its end."""

    def __init__(
        self,
        search: Search,
        worker: FlickbookWorker,
        evaluator: Evaluator,
        journal: Journal,
        storage: Path | None,
        name: str,
    ) -> None:
        self._search = search
        self._worker = worker
        self._evaluator = evaluator
        self._journal = journal
        self._storage = storage
        self._name = name
        self.outcome = Outcome(worker.description)
        self._progress = Progress(search.trials)

    def run(self) -> None:
        """Evaluates until the journal has the requested number of trials."""
        try:
            if self._search.sampler == "study":
                self._run_points()
            else:
                self._run_sampler()
        finally:
            self._progress.clear()

    def _run_points(self) -> None:
        # Optuna proposes nothing here, so it is needed only to write its file.
        optimiser = self._optimiser() if self._storage is not None else None
        self._take(self._journal.results[: self._search.trials], optimiser)
        while True:
            if optimiser is not None:
                optimiser.publish()
            first = self.outcome.trials
            left = self._search.trials - first
            if left <= 0:
                return
            count = min(left, self._search.batch or self._evaluator.cut.points(left))
            for results in self._evaluator.evaluated(Batch(first=first, end=first + count)):
                self._journal.append(results)
                self._take(results, optimiser)
                self._progress.show(self.outcome.trials, self.outcome.line)

    def _run_sampler(self) -> None:
        try:
            self._ask_on(self._optimiser())
        except _AskedOtherwise:
            print(
                f"{self._journal.path}: its trials were proposed for other objectives or by "
                "another release of Optuna; they are kept, and the search continues after them.",
                file=sys.stderr,
            )
            self.outcome = Outcome(self._worker.description)
            optimiser = self._optimiser()
            self._take(self._journal.results[: self._search.trials], optimiser)
            self._ask_on(optimiser)

    def _ask_on(self, optimiser: Optimiser) -> None:
        """Runs batches, beginning with the first trial that the optimiser does not have."""
        size = self._search.batch or self._search.trials
        known = len(self._journal.results)
        while (first := self.outcome.trials) < self._search.trials:
            number = first // size
            # A batch that was shortened by --trials, or by a kill, is proposed again from its
            # beginning.
            count = min((number + 1) * size, self._search.trials) - first
            results = self._journal.results[first : first + count]
            trials = optimiser.asked(number, count)
            asked = [optimiser.space.texts(trial.params) for trial in trials]
            for text, result in zip(asked, results):
                if not optimiser.space.same(text, result.values):
                    raise _AskedOtherwise
            if len(results) < count:
                for some in self._evaluator.evaluated(Batch(settings=asked[len(results) :])):
                    self._journal.append(some)
                    results = results + some
                    self._progress.show(first + len(results), self.outcome.line)
            for trial, (result, verdict) in zip(trials, self._judged(results)):
                optimiser.tell(trial, result, verdict)
                self.outcome.add(result, verdict)
            self._progress.show(self.outcome.trials, self.outcome.line)
            if self.outcome.trials >= known:
                optimiser.publish()
        optimiser.publish()

    def _optimiser(self) -> Optimiser:
        return Optimiser(
            self._name,
            self._worker.description,
            self._search.sampler,
            self._search.seed,
            StudyLog(self._storage),
        )

    def _take(self, results: Sequence[Result], optimiser: Optimiser | None) -> None:
        """Adds trials that Optuna did not propose."""
        for result, verdict in self._judged(results):
            self.outcome.add(result, verdict)
            if optimiser is not None:
                optimiser.add(result, verdict)

    def _judged(self, results: Sequence[Result]) -> Iterator[tuple[Result, Verdict | None]]:
        for first in range(0, len(results), _JUDGED_AT_ONCE):
            some = results[first : first + _JUDGED_AT_ONCE]
            cards: list[list[Card]] = [[each.card] for each in some if each.card is not None]
            verdicts = iter(self._worker.judged(cards))
            for each in some:
                yield each, None if each.card is None else next(verdicts)
