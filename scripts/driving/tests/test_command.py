from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import FAKE_BROWSER, Bench, drag

from flickbook_driving.command import _Outcome, main
from flickbook_driving.table import Table


def fake(bench: Bench, *recordings: str) -> list[str]:
    page = bench.page("<p>")
    options = ["--observe", "y", "--browser", FAKE_BROWSER, "--tail", "0"]
    return ["chromium", page, *recordings, *options]


def outcome(*places: float) -> _Outcome:
    found = _Outcome("flick", "flick.yml")
    for place in places:
        found.add(Path("flick.csv"), Table(("y",), [(0.0, (place,)), (1.0, (place,))]))
    return found


def test_the_positions_of_rest_are_counted() -> None:
    line = outcome(1227, 1227.2, 1230, 1227, 1227).line
    assert line == "flick: 5 runs: 4 at 1227, 1 at 1230; spread 3 pt"
    assert outcome(-0.01).line == "flick: rests at 0"


def test_motion_at_the_end_is_reported() -> None:
    found = _Outcome("flick", "flick.yml")
    found.add(Path("flick.csv"), Table(("x", "y"), [(0.0, (0.0, 1.0)), (0.1, (9.0, 1.0))]))
    assert found.line == "flick: still moves at (9, 1); use a longer --tail"


def test_several_runs_have_numbers(bench: Bench) -> None:
    bench.recording(drag(), "scroll/flick-up/recording.yml")
    folder = str(bench.folder / "scroll" / "flick-up")
    done = bench.run(*fake(bench, folder), "--runs", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    names = sorted(each.name for each in bench.tables.iterdir())
    assert names == ["scroll_flick-up.run1.csv", "scroll_flick-up.run2.csv"]
    report = json.loads(done.stdout)
    assert report["recording"] == "scroll_flick-up"
    assert len(report["files"]) == len(report["rest"]) == 2


def test_all_recordings_are_read_before_the_first_is_driven(bench: Bench) -> None:
    done = bench.run(*fake(bench, bench.recording(drag()), "none.yml"))
    assert done.returncode == 1
    assert "none.yml: found no such file" in done.stderr
    assert not bench.tables.exists()


def test_two_recordings_cannot_have_the_same_table(bench: Bench) -> None:
    paths = [bench.recording(drag(), f"{folder}/flick.yml") for folder in ("a", "b")]
    done = bench.run(*fake(bench, *paths))
    assert done.returncode == 64
    assert "its table would have the name of the table of" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["flutter"],
        ["chromium"],
        ["chromium", "page.html", "flick.yml", "-o", "."],
        ["chromium", "page.html", "flick.yml", "--observe", "y"],
        ["chromium", "p.html", "f.yml", "--observe", "y", "-o", ".", "--runs", "0"],
        ["chromium", "p.html", "f.yml", "--observe", "y", "-o", ".", "--screen", "390"],
        ["chromium", "p.html", "f.yml", "--observe", "y", "-o", ".", "--at", "nan,0"],
        ["chromium", "p.html", "f.yml", "--observe", "y", "-o", ".", "--describe", "color=red"],
    ],
)
def test_wrong_arguments_are_rejected(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 64
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", ["chromium", "gtk", "qt"])
def test_each_subcommand_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([name, "--help"])
    assert caught.value.code == 0
    assert "--screen WxH" in capsys.readouterr().out


def test_options_can_stand_between_recordings(bench: Bench) -> None:
    first, second = (bench.recording(drag(), name) for name in ("a.yml", "b.yml"))
    done = bench.run(*fake(bench, first), "--runs", "1", second)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(each.name for each in bench.tables.iterdir()) == ["a.csv", "b.csv"]
