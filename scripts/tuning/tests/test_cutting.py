"""In every division of a batch, every combination is evaluated on every gesture once."""

from __future__ import annotations

import itertools

import pytest

from flickbook_tuning.cutting import MOST_SETTINGS, Cut, ranges


@pytest.mark.parametrize("count", [1, 2, 7, 100])
@pytest.mark.parametrize("parts", [1, 2, 3, 7, 1000])
def test_ranges_follow_one_another_and_none_is_empty(count: int, parts: int) -> None:
    cut = ranges(count, parts)
    assert [first for first, _ in cut] == [0, *(end for _, end in cut[:-1])]
    assert cut[-1][1] == count
    sizes = {end - first for first, end in cut}
    assert 0 not in sizes and max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("workers", [1, 2, 30])
@pytest.mark.parametrize("settings", [1, 16, 10_000])
@pytest.mark.parametrize("slices", [None, 1, 3])
@pytest.mark.parametrize("rate", [None, 1, 1_000, 1e9])
def test_tasks_cover_settings_and_gestures_once_and_in_order(
    workers: int, settings: int, slices: int | None, rate: float | None
) -> None:
    cut = Cut(gestures=50, workers=workers, slices=slices)
    if rate is not None:
        cut.measured(int(rate), 1)
    tasks = cut.tasks(settings)
    for _, group in itertools.groupby(tasks, key=lambda task: task.settings):
        gestures = [task.gestures or (0, 50) for task in group]
        assert gestures[0][0] == 0 and gestures[-1][1] == 50
        assert all(one[1] == next[0] for one, next in itertools.pairwise(gestures))
    some = list(dict.fromkeys(task.settings for task in tasks))
    assert some[0][0] == 0 and some[-1][1] == settings
    assert all(one[1] == next[0] for one, next in itertools.pairwise(some))
    assert all(end - first <= MOST_SETTINGS for first, end in some)


def test_tasks_take_a_second_at_least() -> None:
    cut = Cut(gestures=1_000, workers=8)
    cut.measured(100_000, 1)  # 400 settings take 4 s.
    assert len(cut.tasks(400)) == 4


def test_where_one_combination_takes_long_the_gestures_are_cut_and_stay_so() -> None:
    cut = Cut(gestures=1_000_000, workers=4)
    cut.measured(10_000, 1)  # A combination takes 100 s.
    slices = {task.gestures for task in cut.tasks(2)}
    assert len(slices) > 1
    cut.measured(1_000_000, 1)
    assert {task.gestures for task in cut.tasks(2)} == slices


def test_own_points_are_taken_few_at_first_and_then_as_many_as_all_workers_want() -> None:
    cut = Cut(gestures=1_000, workers=2)
    assert cut.points(1_000_000) == 2
    cut.measured(100_000, 1)  # A combination takes 10 ms.
    assert cut.points(1_000_000) == pytest.approx(800, abs=1)
    assert cut.points(10) == 10
