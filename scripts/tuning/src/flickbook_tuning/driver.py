"""One driver asks, has evaluated, writes the journal and tells; nobody else owns a study.

The journal is the truth. To resume, the driver runs from the beginning and takes from the journal
what is there: Optuna, seeded for each batch, asks the same as before and is told the same, so the
state of its samplers and the bytes of its file are those of a run that was never stopped.
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

# Judging answers with cards, and a line of the protocol is read whole.
_JUDGED_AT_ONCE = 1_024


@dataclass(frozen=True)
class Search:
    """How the next trials are found.

    - sampler: One of Optuna's, or "study" for the study's own points.
    - batch: How many trials are asked before the first of them is told; None lets the study's own
      points be cut by what they take, which changes no result.
    """

    sampler: str
    trials: int
    batch: int | None
    seed: int

    def header(self, description: StudyDescription) -> dict[str, Any]:
        """The header of the journal; with the study's own points, that of flickbook itself."""
        if self.sampler == "study":
            return description.header
        search = {"method": f"optuna-{self.sampler}", "seed": str(self.seed), "batch": self.batch}
        return {**description.header, "search": search}


class _AskedOtherwise(Exception):
    """The journal has other trials than the sampler asks."""


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
        """Evaluates until the journal has as many trials as were asked for."""
        self._progress.begin(min(len(self._journal.results), self._search.trials))
        try:
            if self._search.sampler == "study":
                self._run_points()
            else:
                self._run_sampler()
        finally:
            self._progress.clear()

    def _run_points(self) -> None:
        # Nothing is asked of Optuna here; so it is there only where its file is wanted.
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
                f"{self._journal.path}: its trials were asked for other objectives or by another "
                "release of Optuna; they are kept, and the search goes on from them.",
                file=sys.stderr,
            )
            self.outcome = Outcome(self._worker.description)
            optimiser = self._optimiser()
            self._take(self._journal.results[: self._search.trials], optimiser)
            self._ask_on(optimiser)

    def _ask_on(self, optimiser: Optimiser) -> None:
        """Asks batch after batch from the first trial that the optimiser does not have."""
        size = self._search.batch or self._search.trials
        known = len(self._journal.results)
        while (first := self.outcome.trials) < self._search.trials:
            number = first // size
            # A batch that was cut short by --trials, or by a kill, is asked whole again.
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
        """Takes trials that Optuna did not ask for."""
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
