"""The best trials so far, and their report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flickbook_tuning.worker import Result, StudyDescription, Verdict


@dataclass(frozen=True)
class Trial:
    """A trial that has a value for every objective."""

    number: int
    values: dict[str, str]
    objectives: tuple[float, ...]
    excess: float

    def dominates(self, other: Trial) -> bool:
        """Whether the excess is smaller, or equal and no objective is worse and one is better."""
        if self.excess != other.excess:
            return self.excess < other.excess
        pairs = list(zip(self.objectives, other.objectives))
        return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


class Outcome:
    """The Pareto front: the trials that no other trial dominates, in the order of their numbers."""

    def __init__(self, description: StudyDescription) -> None:
        self._description = description
        self.trials = 0
        self.failed = 0
        self.front: list[Trial] = []

    def add(self, result: Result, verdict: Verdict | None) -> None:
        """Adds the next trial."""
        number = self.trials
        self.trials += 1
        if verdict is None or not verdict.has_values:
            self.failed += 1
            return
        # Feasible trials have an excess of 0, however far they are from the limit.
        excess = sum(max(0.0, each) for each in verdict.excess)
        trial = Trial(number, result.values, tuple(verdict.objectives), excess)
        twin = any(
            each.dominates(trial) or (each.objectives, each.excess) == (trial.objectives, excess)
            for each in self.front
        )
        if not twin:
            self.front = [each for each in self.front if not trial.dominates(each)] + [trial]

    @property
    def line(self) -> str:
        """A short description of the best trials so far."""
        if not self.front:
            return "no trial has a value yet"
        if len(self.front) > 1:
            return f"{len(self.front)} on the front"
        return f"best {self._objectives(self.front[0])} (trial {self.front[0].number})"

    def report(self, journal: str, advice: str) -> str:
        """Returns the report that a run prints at its end."""
        failed = f", {self.failed} of them without a value" if self.failed else ""
        lines = [f"{self.trials} trials in {journal}{failed}"]
        for trial in self.front[:10]:
            lines.append(f"trial {trial.number}: {self._objectives(trial)}")
            lines += [f"  {key}: {value}" for key, value in trial.values.items()]
        if len(self.front) > 10:
            lines.append(f"and {len(self.front) - 10} more on the front")
        if self.front and self.front[0].excess > 0:
            lines.append("no trial satisfies the constraints; these violate them least")
        return "\n".join([*lines, f"try: {advice}"])

    def _objectives(self, trial: Trial) -> str:
        names: Sequence[str] = self._description.objectives
        return ", ".join(f"{name} {value:.4g}" for name, value in zip(names, trial.objectives))
