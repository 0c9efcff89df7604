"""Runs Optuna so that its proposals do not depend on interruptions of the search."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Sequence
from importlib.util import find_spec

import optuna
from optuna.samplers import (
    BaseSampler,
    CmaEsSampler,
    NSGAIISampler,
    QMCSampler,
    RandomSampler,
    TPESampler,
)
from optuna.storages import JournalStorage
from optuna.trial import Trial, TrialState, create_trial

from flickbook_tuning.failure import UNAVAILABLE, USAGE, Failure
from flickbook_tuning.space import Space
from flickbook_tuning.storage import StudyLog
from flickbook_tuning.worker import Result, StudyDescription, Verdict


def batch_seed(seed: int, batch: int) -> int:
    """Returns the seed of one batch, so that its proposals do not depend on earlier interruptions.

    The seed is a hash, because similar seeds give similar streams in some generators.
    """
    return int.from_bytes(hashlib.sha256(f"{seed}/{batch}".encode()).digest()[:4], "big") >> 1


def check_sampler(sampler: str, description: StudyDescription) -> None:
    """Fails if a sampler does not support the study, or is not installed."""
    if sampler == "cmaes":
        several = len(description.objectives) > 1
        if several or description.constraints:
            found = (
                f"{len(description.objectives)} objectives"
                if several
                else f"the constraint {description.constraints[0]}"
            )
            raise Failure(
                USAGE,
                "--sampler cmaes",
                f"found {found}, and CMA-ES minimises one objective without constraints",
                "use tpe or nsga2, or combine the objectives into a weighted sum in the study",
            )
    needed = {"cmaes": "cmaes", "qmc": "scipy"}.get(sampler)
    if needed is not None and find_spec(needed) is None:
        raise Failure(
            UNAVAILABLE,
            f"--sampler {sampler}",
            f"found no Python package {needed}",
            f"install it with: pip install {needed}",
        )


class Optimiser:
    """An Optuna study in memory, with an optional copy in a file."""

    def __init__(
        self, name: str, description: StudyDescription, sampler: str, seed: int, log: StudyLog
    ) -> None:
        self._sampler = sampler
        self._seed = seed
        self._log = log
        self._constraints = description.constraints
        self._space = Space(description.space)
        # Hide the warnings about experimental features, because pyproject.toml requires one release
        # of Optuna. Hide Optuna's report of every trial, because our progress line shows the
        # progress.
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._study = optuna.create_study(
            storage=JournalStorage(log),
            study_name=name,
            directions=["minimize"] * len(description.objectives),
            sampler=RandomSampler(seed=seed),
        )
        self._study.set_metric_names(_unlike(description.objectives))

    @property
    def space(self) -> Space:
        return self._space

    def asked(self, batch: int, count: int) -> list[Trial]:
        """Returns the proposed trials of a batch; results are reported after all are proposed."""
        self._study.sampler = self._seeded(batch)
        return [self._study.ask(self._space.distributions) for _ in range(count)]

    def tell(self, trial: Trial, result: Result, verdict: Verdict | None) -> None:
        """Reports the result of a trial; a trial without all values has failed."""
        if result.error is not None:
            trial.set_user_attr("error", result.error)
        if verdict is None or not verdict.has_values:
            self._study.tell(trial, state=TrialState.FAIL)
            return
        for name, excess in zip(self._constraints, verdict.excess):
            trial.set_constraint(name, excess)
        self._study.tell(trial, verdict.objectives)

    def add(self, result: Result, verdict: Verdict | None) -> None:
        """Adds a trial that Optuna did not propose."""
        known = verdict if verdict is not None and verdict.has_values else None
        self._study.add_trial(
            create_trial(
                state=TrialState.FAIL if known is None else TrialState.COMPLETE,
                values=None if known is None else known.objectives,
                params=self._space.parameters(result.values),
                distributions=dict(self._space.distributions),
                user_attrs={} if result.error is None else {"error": result.error},
                constraints={} if known is None else dict(zip(self._constraints, known.excess)),
            )
        )

    def publish(self) -> None:
        """Updates the file, if there is one."""
        self._log.publish()

    def _seeded(self, batch: int) -> BaseSampler:
        seed = batch_seed(self._seed, batch)
        match self._sampler:
            case "tpe":
                return TPESampler(seed=seed, multivariate=True, constant_liar=True)
            case "cmaes":
                return CmaEsSampler(
                    seed=seed,
                    independent_sampler=RandomSampler(seed=seed),
                    warn_independent_sampling=False,
                )
            case "nsga2":
                return NSGAIISampler(seed=seed)
            case "qmc":
                # All batches are parts of one scrambled sequence, so they need the same seed.
                return QMCSampler(
                    seed=self._seed,
                    scramble=True,
                    independent_sampler=RandomSampler(seed=seed),
                    warn_independent_sampling=False,
                )
            case _:
                return RandomSampler(seed=seed)


def _unlike(names: Sequence[str]) -> list[str]:
    """Returns the names, with numbers if two are equal, because Optuna needs different names."""
    if len(set(names)) == len(names):
        return list(names)
    return [f"{index + 1}: {name}" for index, name in enumerate(names)]
