from __future__ import annotations

import math
from pathlib import Path

import pytest

from flickbook_driving.failure import Failure
from flickbook_driving.table import Table, read_metadata, table_text, write_table

ROWS = [(0.0, (600.0, "drag")), (1 / 60, (604.50001, None))]


def test_the_text_of_a_table() -> None:
    table = Table(("y", "phase"), ROWS, {"input": "wheel", "clock": "driven", "software": "A\n1"})
    assert table_text(table).splitlines() == [
        "# software: A 1",
        "# clock: driven",
        "# input: wheel",
        "time,y,phase",
        "0,600,drag",
        "0.016667,604.5,",
    ]


def test_columns_are_in_a_fixed_order() -> None:
    assert table_text(Table(("y", "x"), [(0.0, (-0.00001, 2.0))])) == "time,x,y\n0,2,0\n"


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_table_has_only_finite_values(value: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        Table(("y",), [(0.0, (value,))])


def test_a_table_needs_a_position() -> None:
    with pytest.raises(ValueError, match="columns"):
        Table(("vy",), [])


def test_rest_and_motion_at_the_end() -> None:
    still = [(index / 60, (0.0 if index < 10 else 5.0,)) for index in range(40)]
    assert Table(("y",), still).rests and Table(("y",), still).rest == (5.0,)
    assert not Table(("y",), still[:12]).rests


def test_a_table_replaces_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "flick.csv"
    for software in ("A 1", "A 2"):
        write_table(path, Table(("y", "phase"), ROWS, {"software": software}))
    assert read_metadata(path) == {"software": "A 2"}
    assert [each.name for each in path.parent.iterdir()] == ["flick.csv"]


def test_a_file_of_the_user_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "flick.csv"
    path.write_text("mine")
    with pytest.raises(Failure, match="did not write"):
        write_table(path, Table(("y", "phase"), ROWS, {"software": "A 1"}))
    assert path.read_text() == "mine"


def test_an_interrupted_write_leaves_the_old_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "flick.csv"
    write_table(path, Table(("y", "phase"), ROWS, {"software": "A 1"}))

    def interrupted(source: str, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("flickbook_driving.table.os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_table(path, Table(("y", "phase"), ROWS, {"software": "A 2"}))
    assert read_metadata(path) == {"software": "A 1"}
    assert [each.name for each in tmp_path.iterdir()] == ["flick.csv"]
