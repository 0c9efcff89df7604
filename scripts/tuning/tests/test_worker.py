"""A faulty worker is reported, and a worker that died is restarted."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
from conftest import FAKE, KILLING, Bench

from flickbook_tuning.failure import Failure
from flickbook_tuning.worker import Batch, FlickbookWorker, WorkerCommand

SETTINGS = [
    {"spring.response": "0.3", "spring.dampingRatio": ratio, "release.rule": "nearest"}
    for ratio in ("0.5", "0.8")
]


@pytest.fixture
def worker(bench: Bench) -> Iterator[FlickbookWorker]:
    with FlickbookWorker(WorkerCommand(FAKE, str(bench.path))) as started:
        yield started


def test_cards_of_slices_add_up_to_the_card_of_all(worker: FlickbookWorker) -> None:
    batch = Batch(first=0, end=5)
    whole = worker.evaluated(batch)
    slices = [worker.evaluated(batch, part) for part in ((0, 50), (50, 51), (51, 120))]
    cards = [[part.card or {} for part in parts] for parts in zip(*slices)]
    assert [verdict.card for verdict in worker.judged(cards)] == [each.card for each in whole]


def test_part_of_a_batch_is_that_part(worker: FlickbookWorker) -> None:
    points = worker.evaluated(Batch(first=3, end=9))
    assert worker.evaluated(Batch(first=3, end=9).part(2, 5)) == points[2:5]
    spelled_out = Batch(settings=[point.values for point in points])
    assert worker.evaluated(spelled_out.part(2, 5)) == points[2:5]


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("protocol", "found version 2 of the protocol, this package supports 1; install"),
        ("reject", r"study.yml:3: found 'spring.respons'; did you mean spring.response\?$"),
        (
            "unready",
            "exited with status 9 before it was ready, with the message 'out of memory'; repeat",
        ),
        ("nonsense", "answered 'Segmentation fault' instead of a line of JSON; check"),
        ("short", "instead of 2 results; check"),
        ("swapped", "instead of the requested settings; check"),
        ("other-id", "instead of an answer with the id 1; check"),
        ("refuse", "rejected a request: line: found; try; install"),
        ("die", "exited twice at one request, with status 3; repeat"),
    ],
)
def test_a_worker_that_goes_wrong_is_told_in_three_parts(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, fault: str, message: str
) -> None:
    monkeypatch.setenv("FAKE_FAULT", fault)
    with pytest.raises(Failure, match=message) as caught:
        with FlickbookWorker(WorkerCommand(FAKE, str(bench.path))) as worker:
            worker.evaluated(Batch(settings=SETTINGS))
    # The message is the same after the exception is sent between processes.
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_worker_that_died_is_started_anew_and_answers_the_same(
    bench: Bench, worker: FlickbookWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = Batch(first=0, end=5)
    expected = worker.evaluated(batch)
    for name, value in bench.killing(at=2, target="self").items():
        monkeypatch.setenv(name, value)
    with FlickbookWorker(WorkerCommand(KILLING, str(bench.path))) as dying:
        assert dying.evaluated(batch) == expected
        assert not bench.was_killed
        assert dying.evaluated(batch) == expected
        assert bench.was_killed


def test_a_program_that_is_none_is_named(bench: Bench) -> None:
    with pytest.raises(Failure, match="/no/flickbook: cannot be started"):
        FlickbookWorker(WorkerCommand("/no/flickbook", str(bench.path)))
