"""Optuna's proposals and flickbook's text are the same settings."""

from __future__ import annotations

import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution

from flickbook_tuning.failure import Failure
from flickbook_tuning.space import Dimension


def number(low: float, high: float, step: float | None = None, log: bool = False) -> Dimension:
    return Dimension.described(
        {"key": "x", "kind": "number", "low": low, "high": high, "step": step, "log": log}
    )


def test_a_stepped_value_has_the_digits_of_its_step() -> None:
    dimension = number(0.5, 1, step=0.05)
    # 0.5 + 3 · 0.05 is 0.6500000000000000222 in binary.
    assert dimension.text(0.5 + 3 * 0.05) == "0.65"
    assert [dimension.text(0.5 + k * 0.05) for k in (0, 10)] == ["0.5", "1"]


def test_a_range_that_its_step_does_not_divide_ends_at_the_last_step() -> None:
    distribution = number(0, 1, step=0.3).distribution
    assert isinstance(distribution, FloatDistribution)
    assert distribution.high == pytest.approx(0.9)


def test_a_logarithmic_range_with_steps_is_stepped_in_its_text() -> None:
    dimension = number(10, 1000, step=10, log=True)
    assert dimension.text(104.2) == "100"


@pytest.mark.parametrize(
    ("low", "high", "value", "text"),
    [
        (0, 1, 0.1 + 0.2, "0.3"),
        (0, 1, 1 / 3, "0.333333"),
        (50, 2000, 1234.5678, "1234.57"),
        (50, 2000, 2000.0, "2000"),
        # With six digits the value would be outside the range, and flickbook would reject it.
        (0, 0.123456789, 0.123456789, "0.123456789"),
        (0.987654321, 1, 0.987654321, "0.987654321"),
    ],
)
def test_a_value_has_six_digits_within_its_range(
    low: float, high: float, value: float, text: str
) -> None:
    assert number(low, high).text(value) == text


def test_a_choice_is_its_word() -> None:
    dimension = Dimension.described({"key": "preset", "kind": "choice", "values": ["wave", "adw"]})
    assert isinstance(dimension.distribution, CategoricalDistribution)
    assert dimension.text("adw") == dimension.value("adw") == "adw"


def test_a_kind_that_is_not_known_is_refused() -> None:
    with pytest.raises(Failure, match="x: found a setting of the kind 'curve'; install"):
        Dimension.described({"key": "x", "kind": "curve"})
