"""A journal contains only complete lines of one search, in order."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from flickbook_tuning.failure import DATA, INPUT_OUTPUT, UNAVAILABLE, Failure
from flickbook_tuning.journal import Journal
from flickbook_tuning.worker import Result

HEADER = {"flickbook": "journal/1", "search": {"method": "optuna-tpe", "seed": "1"}}
RESULTS = [
    Result({"rule": "nearest"}, {"wrong": 3, "note": "größer"}, None),
    Result({"rule": "neighbour"}, None, "rule: found none; give one"),
    Result({"rule": "nearest"}, {"wrong": 0, "note": ""}, None),
]


def written(path: Path) -> bytes:
    with Journal(path, HEADER) as journal:
        journal.append(RESULTS[:1])
        journal.append(RESULTS[1:])
    return path.read_bytes()


def test_a_journal_is_compact_and_reads_back(tmp_path: Path) -> None:
    content = written(tmp_path / "journal")
    assert content.splitlines()[1].decode() == (
        '{"trial":0,"values":{"rule":"nearest"},"card":{"wrong":3,"note":"größer"}}'
    )
    with Journal(tmp_path / "journal", HEADER) as journal:
        assert journal.results == RESULTS


def test_cut_off_anywhere_it_keeps_its_whole_lines_and_can_be_completed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    content = written(path)
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        with Journal(path, HEADER) as journal:
            kept = len(journal.results)
            assert kept == max(0, content[:length].count(b"\n") - 1)
            journal.append(RESULTS[kept:])
        assert path.read_bytes() == content


@pytest.mark.parametrize("key", ["flickbook", "search"])
def test_the_journal_of_another_search_is_refused_and_left_alone(tmp_path: Path, key: str) -> None:
    path = tmp_path / "journal"
    content = written(path)
    with pytest.raises(Failure, match=f"journal:1: found a journal with {key} ") as caught:
        Journal(path, {**HEADER, key: "other"})
    assert caught.value.status == DATA
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"trial":3,"values":{},"card":{}}', "a number is missing"),
        ('{"trial":2,"values":{}}', "there is no outcome"),
        ("[]", "it is no object"),
        ("what?", "it is no JSON"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "journal"
    content = written(path).splitlines(keepends=True)
    path.write_bytes(b"".join(content[:3]) + line.encode() + b"\n")
    with pytest.raises(Failure, match=r"journal:4: found '.*' instead of .*; "):
        Journal(path, HEADER)


@pytest.mark.parametrize("content", [b"my notes", b"my notes\nand more", b'{"other":1}\n{"cut'])
def test_a_file_of_somebody_else_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(Failure, match="notes:1: found"):
        Journal(path, HEADER)
    assert path.read_bytes() == content


def test_a_second_driver_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal", HEADER):
        with pytest.raises(Failure, match="another driver writes") as caught:
            Journal(tmp_path / "journal", HEADER)
    assert caught.value.status == UNAVAILABLE


def test_a_full_disk_keeps_what_there_was(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal(path, HEADER) as journal:
        journal.append(RESULTS[:1])
        content = path.read_bytes()
        # Limit the size to the first added line and half of the second.
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(content) + 100, before[1]))
        try:
            with pytest.raises(Failure, match="journal: cannot be written") as caught:
                journal.append(RESULTS[1:])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert caught.value.status == INPUT_OUTPUT
        assert path.read_bytes() == content
        journal.append(RESULTS[1:])
    with Journal(path, HEADER) as journal:
        assert journal.results == RESULTS


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="nowhere/journal: cannot be written"):
        Journal(tmp_path / "nowhere" / "journal", HEADER)
