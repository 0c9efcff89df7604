"""The space of a study, as Optuna's distributions and as the text that flickbook reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
)

from flickbook_tuning.failure import SOFTWARE, Failure


@dataclass(frozen=True)
class Dimension:
    """One setting that varies."""

    key: str
    distribution: BaseDistribution
    low: float = 0
    high: float = 0
    step: float | None = None

    @staticmethod
    def described(entry: Mapping[str, Any]) -> Dimension:
        """The dimension that a worker describes."""
        key = str(entry["key"])
        if entry["kind"] == "choice":
            return Dimension(
                key, CategoricalDistribution([str(value) for value in entry["values"]])
            )
        if entry["kind"] != "number":
            raise Failure(
                SOFTWARE,
                key,
                f"found a setting of the kind '{entry['kind']}'",
                "install the flickbook-tuning and the flickbook of one release",
            )
        low, high = float(entry["low"]), float(entry["high"])
        step = None if entry.get("step") is None else float(entry["step"])
        log = bool(entry.get("log"))
        if step is not None:
            # The last step that is within the range, so that Optuna need not correct it.
            exact_low, exact_step = Decimal(repr(low)), Decimal(repr(step))
            steps = (Decimal(repr(high)) - exact_low) // exact_step
            high = float(exact_low + steps * exact_step)
        # Optuna knows no steps on a logarithmic scale; there the text alone is stepped.
        distribution = FloatDistribution(low, high, log=log, step=None if log else step)
        return Dimension(key, distribution, low=low, high=high, step=step)

    def text(self, value: Any) -> str:
        """A value as flickbook reads it, with the digits of its step, or with six.

        Source: ours; a millionth of a setting moves nothing that anybody feels, and flickbook's own
        points have six digits too.
        """
        if isinstance(self.distribution, CategoricalDistribution):
            return str(value)
        if self.step is None:
            short = float(f"{value:.6g}")
            within = self.low <= short <= self.high
            return repr(short if within else float(value)).removesuffix(".0")
        steps = round((float(value) - self.low) / self.step)
        exact = Decimal(repr(self.low)) + steps * Decimal(repr(self.step))
        return repr(float(exact)).removesuffix(".0")

    def value(self, text: str) -> Any:
        """What Optuna is told of a value that flickbook wrote."""
        return text if isinstance(self.distribution, CategoricalDistribution) else float(text)


class Space:
    """All settings that vary, in the order of the study."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        self.dimensions = [Dimension.described(entry) for entry in entries]
        self.distributions = {each.key: each.distribution for each in self.dimensions}

    @property
    def has_choices(self) -> bool:
        return any(isinstance(d, CategoricalDistribution) for d in self.distributions.values())

    def texts(self, parameters: Mapping[str, Any]) -> dict[str, str]:
        """Optuna's parameters as flickbook's text."""
        return {each.key: each.text(parameters[each.key]) for each in self.dimensions}

    def parameters(self, values: Mapping[str, str]) -> dict[str, Any]:
        """Flickbook's text as Optuna's parameters."""
        return {each.key: each.value(values[each.key]) for each in self.dimensions}

    def same(self, one: Mapping[str, str], other: Mapping[str, str]) -> bool:
        """Whether two texts mean the same settings, however their numbers are written."""
        return self.parameters(one) == self.parameters(other)
