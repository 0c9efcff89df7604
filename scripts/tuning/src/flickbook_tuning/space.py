"""The search space of a study, as Optuna's distributions and as text for flickbook."""

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
    """One varied setting."""

    key: str
    distribution: BaseDistribution
    low: float = 0
    high: float = 0
    step: float | None = None

    @staticmethod
    def described(entry: Mapping[str, Any]) -> Dimension:
        """Creates a dimension from the description of a worker."""
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
                "install flickbook-tuning and flickbook of the same release",
            )
        low, high = float(entry["low"]), float(entry["high"])
        step = None if entry.get("step") is None else float(entry["step"])
        log = bool(entry.get("log"))
        if step is not None:
            # End the range at its last step, so that Optuna does not correct it with a warning.
            exact_low, exact_step = Decimal(repr(low)), Decimal(repr(step))
            steps = (Decimal(repr(high)) - exact_low) // exact_step
            high = float(exact_low + steps * exact_step)
        # Optuna does not support steps on a logarithmic scale; then only the text is rounded to a
        # step.
        distribution = FloatDistribution(low, high, log=log, step=None if log else step)
        return Dimension(key, distribution, low=low, high=high, step=step)

    def text(self, value: Any) -> str:
        """Returns a value as text for flickbook, with the digits of its step, or with six digits.

        Source: our choice; a millionth of a setting's value has no visible effect, and flickbook's
        points also have six digits.
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
        """Converts the text of a value to Optuna's value."""
        return text if isinstance(self.distribution, CategoricalDistribution) else float(text)


class Space:
    """All varied settings, in the order of the study."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        self.dimensions = [Dimension.described(entry) for entry in entries]
        self.distributions = {each.key: each.distribution for each in self.dimensions}

    @property
    def has_choices(self) -> bool:
        return any(isinstance(d, CategoricalDistribution) for d in self.distributions.values())

    def texts(self, parameters: Mapping[str, Any]) -> dict[str, str]:
        """Converts Optuna's parameters to text for flickbook."""
        return {each.key: each.text(parameters[each.key]) for each in self.dimensions}

    def parameters(self, values: Mapping[str, str]) -> dict[str, Any]:
        """Converts flickbook's text to Optuna's parameters."""
        return {each.key: each.value(values[each.key]) for each in self.dimensions}

    def same(self, one: Mapping[str, str], other: Mapping[str, str]) -> bool:
        """Whether two texts have equal values, regardless of the format of numbers."""
        return self.parameters(one) == self.parameters(other)
