"""The driver of Qt: real runs if PySide6 is installed, and its errors."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from conftest import SCREEN, flick, missing_clock, number, other_work

from flickbook_driving import app, qt
from flickbook_driving.failure import FAILED, UNAVAILABLE, USAGE, Failure
from flickbook_driving.touches import Input, Pan, Touch


def missing_software() -> str | None:
    """Returns the reason for which Qt cannot be driven here, or None."""
    code = "from PySide6 import QtQuick, QtTest"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    if found.returncode != 0:
        return "no PySide6; pip install PySide6_Essentials"
    return missing_clock()


_REASON = missing_software()
real = pytest.mark.skipif(_REASON is not None, reason=str(_REASON))


def options(surface: str, tail: float = 1.5, **more: Any) -> argparse.Namespace:
    defaults = {"observe": None, "screen": SCREEN, "viewport": SCREEN, "at": (0.0, 0.0)}
    return argparse.Namespace(**{**defaults, "surface": surface, "tail": tail, **more})


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Checks after each test that no process and no temporary file of it is left."""
    folder = tmp_path / "t"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []
    # XDG_CONFIG_HOME of the program is in the folder.
    assert processes(str(folder)) == []


def processes(word: str) -> list[int]:
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (each / "environ").read_bytes() and int(each.name) != os.getpid():
                found.append(int(each.name))
        except OSError:
            continue
    return found


# Real runs


@real
def test_a_flickable_follows_the_finger() -> None:
    recording = flick(dy=-192)
    table = qt.drive(options("flickable"), recording, 1)
    assert table.columns == ["y"]
    assert table.metadata["software"].startswith("Qt 6.")
    assert table.metadata["clock"] == "driven"
    assert table.rests
    assert table.rows[0] == (0.0, [600.0])
    # The finger moves by 16 pt in each frame. The first one is beyond the slop of 10 pt, and the
    # drag counts from the second one.
    for time, values in table.rows:
        if time < 0.2:
            assert values[0] == 600 + max(0, 16 * round(60 * time) - 32)


@real
def test_positions_of_touches_are_not_rounded() -> None:
    # The finger rests before it is lifted, so the content is not thrown.
    touches = [Touch(0, "down", 1, 195.3, 600.7)]
    touches += [Touch(0.01 * step, "move", 1, 195.3, 600.7 - step) for step in range(1, 31)]
    touches += [Touch(0.7, "move", 1, 195.3, 570.45), Touch(1.2, "up", 1, 195.3, 570.45)]
    table = qt.drive(options("flickable", tail=0.1), Input("hold", SCREEN, tuple(touches)), 1)
    moved = [number(values[0]) for time, values in table.rows if time < 1.1]
    assert moved[-1] - moved[30] == pytest.approx(0.25, abs=0.01)


@real
def test_a_flickable_is_thrown_at_60_hz() -> None:
    table = qt.drive(options("flickable"), flick(dy=-192), 1)
    times = [time for time, _ in table.rows]
    assert times == [pytest.approx(index / 60, abs=1e-6) for index in range(len(times))]
    # The deceleration is 1500 pt/s². Qt's animations have whole milliseconds, and three frames have
    # about 50. A frame with the position of an older step would be seen.
    thrown = [number(values[0]) for time, values in table.rows if 0.24 < time < 0.5]
    speeds = [(b - a) / 0.05 for a, b in zip(thrown, thrown[3:])]
    for first, second in zip(speeds, speeds[3:]):
        assert second - first == pytest.approx(-1500 * 0.05, abs=2)
    # The finger has 960 pt/s, and Qt 6 throws with 0.7 times the mean velocity of the last three
    # frames, which it measures in whole milliseconds: 8 pt in 8 or 9 ms.
    speed = speeds[0] + 1500 * 0.025
    assert 8 / 9 * 960 * 0.7 < speed + 1500 * 0.05 < 960 * 0.7 + 1500 / 60
    # Flickable rests on whole pixels.
    assert table.rest[0] == round(thrown[0] + speed**2 / (2 * 1500))


@real
@pytest.mark.parametrize("surface", ["flickable", "swipeview"])
def test_runs_of_one_phase_are_identical_beside_other_work(surface: str) -> None:
    recording = flick(dx=-250, x=350) if surface == "swipeview" else flick(dy=-192)
    idle = qt.drive(options(surface), recording, 1)
    assert len(idle.rows) > 60
    with other_work():
        for _ in range(3):
            assert qt.drive(options(surface), recording, 1) == idle


@real
@pytest.mark.parametrize("surface", ["swipeview", "listview"])
def test_pages_are_turned(surface: str) -> None:
    table = qt.drive(options(surface), flick(dx=-250, x=350), 1)
    assert table.columns == ["x"]
    assert table.rest[0] == 390


@real
def test_a_drawer_is_opened_from_the_edge() -> None:
    table = qt.drive(options("drawer"), flick(dx=250, x=4), 1)
    assert table.columns == ["x"]
    assert table.rest[0] == 304


@real
def test_the_screen_can_be_at_another_position_of_the_window() -> None:
    seen = options("flickable", viewport=(500.0, 900.0), at=(60.0, 20.0))
    moved = qt.drive(seen, flick(dy=-192), 1)
    assert moved.rest == qt.drive(options("flickable"), flick(dy=-192), 1).rest
    # The finger is beside the window.
    seen = options("flickable", tail=0.3, at=(300.0, 0.0))
    assert qt.drive(seen, flick(dy=-192), 1).rest[0] == 600


@real
def test_each_event_has_all_fingers() -> None:
    # Flickable begins no drag while an event has two fingers, even if one of them rests.
    one = flick(dy=-192)
    second = (Touch(0.0, "down", 2, 300, 300), Touch(0.3, "up", 2, 300, 300))
    both = tuple(sorted((*one.touches, *second), key=lambda touch: touch.time))
    table = qt.drive(options("flickable", tail=0.2), Input("two", SCREEN, both), 1)
    assert [values[0] for time, values in table.rows if time <= 0.2][-1] == 600


QML = """
import QtQuick
Rectangle {
  Component.onCompleted: console.log("a message is harmless")
  Item {
    objectName: "surface"
    property real place: area.contentY
    property alias inner: area
    anchors.fill: parent
    Flickable { id: area; anchors.fill: parent; contentHeight: 3000 }
  }
}
"""


@real
def test_a_file_of_the_user_is_driven(tmp_path: Path) -> None:
    file = tmp_path / "Own.qml"
    file.write_text(QML)
    seen = options(str(file), tail=0.3, observe=["place", "vy=inner.verticalVelocity"])
    table = qt.drive(seen, flick(dy=-192), 1)
    assert table.columns == ["y", "vy"]
    assert table.rest[0] > 100
    assert any(number(values[1]) > 300 for _, values in table.rows)
    assert "origin" not in table.metadata


@real
@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("import QtQuick\nItem {", "ended with status 1 and did not draw its window: .*Expected"),
        ("import QtQuick\nItem {}", 'no object has the objectName "surface"'),
        ("import QtQuick\nQtObject {}", "the root object is a .*, not a window or an item"),
        (
            'import QtQuick\nItem { objectName: "surface" }',
            "has no property 'place'",
        ),
        (
            'import QtQuick\nItem { objectName: "surface"; property string place: "here" }',
            "the property 'place' is 'here', not a number",
        ),
        (
            'import QtQuick\nItem { objectName: "surface"; property real place: 0 / 0 }',
            "a property is not finite",
        ),
    ],
)
def test_a_wrong_file_is_reported(tmp_path: Path, file: str, message: str) -> None:
    path = tmp_path / "Own.qml"
    path.write_text(file)
    with pytest.raises(Failure, match=message) as caught:
        qt.drive(options(str(path), tail=0.1, observe=["place"]), flick(dy=-192), 1)
    assert caught.value.status == FAILED
    assert caught.value.where == str(path)


@real
def test_an_interrupted_run_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def send(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app.App, "send", send)
    with pytest.raises(KeyboardInterrupt):
        qt.drive(options("flickable"), flick(dy=-192), 1)


# Programs that fail


def fake_app(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Replaces qt_app.py."""
    app = folder / "app.py"
    app.write_text(f"import json, os, signal, sys, time\n{code}\n")
    monkeypatch.setattr(qt, "_APP", app)


READY = "print(json.dumps({'software': 'Qt 6', 'frames': [[0.0]]}), flush=True)\n"


def test_missing_pyside_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_app(tmp_path, monkeypatch, "print(json.dumps({'missing': 'No module named PySide6'}))")
    with pytest.raises(Failure, match="qt: found no PySide6 .*pip install") as caught:
        qt.drive(options("flickable"), flick(dy=-192), 1)
    assert caught.value.status == UNAVAILABLE


def test_a_python_without_pyside_reports_it() -> None:
    # -S leaves out the installed packages, and -I those of PYTHONPATH.
    command = [sys.executable, "-I", "-S", str(qt._APP), '{"surface": "flickable"}']
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert '{"missing": "No module named' in done.stdout


def test_a_program_that_prints_something_else_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_app(tmp_path, monkeypatch, "print('loading…', flush=True)\ntime.sleep(100)")
    with pytest.raises(Failure, match="the program printed 'loading…'"):
        qt.drive(options("flickable"), flick(dy=-192), 1)


def test_a_program_that_crashes_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash = "sys.stderr.write('no pixels left')\nsys.stderr.flush()\nos.kill(os.getpid(), 11)"
    fake_app(tmp_path, monkeypatch, READY + crash)
    message = "was ended by signal 11 and did not draw its frames: no pixels left"
    with pytest.raises(Failure, match=message):
        qt.drive(options("flickable"), flick(dy=-192), 1)


def test_a_program_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_ANSWER_SECONDS", 0.2)
    hang = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(100)"
    fake_app(tmp_path, monkeypatch, READY + hang)
    with pytest.raises(Failure, match="did not draw its frames within 0.2 s"):
        qt.drive(options("flickable", tail=0.0), flick(dy=-192), 1)


def test_a_program_ends_with_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import test_qt, tempfile, sys; from flickbook_driving import qt\n"
        "from pathlib import Path\n"
        "tempfile.tempdir, qt._APP = sys.argv[1], Path(sys.argv[2])\n"
        "test_qt.qt.drive(test_qt.options('flickable'), test_qt.flick(dy=-192), 1)"
    )
    folder = tmp_path / "killed"
    folder.mkdir()
    fake_app(tmp_path, monkeypatch, READY + "print('up', file=sys.stderr)\ntime.sleep(100)")
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(qt.__file__).parents[1])])
    command = [sys.executable, "-c", code, str(folder), str(qt._APP)]
    driver = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path})
    try:
        assert wait_for(lambda: len(processes(str(folder))) == 1)
    finally:
        driver.kill()
        driver.wait()
    assert wait_for(lambda: not processes(str(folder)))


def wait_for(condition: Any) -> bool:
    import time

    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


# Arguments


def test_pans_of_a_touchpad_are_rejected() -> None:
    pans = (Pan(0, "began", 2, 0, 0), Pan(0.1, "ended", 2, 0, -50))
    with pytest.raises(Failure, match="pan: found pans of a touchpad"):
        qt.drive(options("flickable"), Input("pan", SCREEN, (), pans), 1)


@pytest.mark.parametrize(
    ("text", "column", "path"),
    [
        ("contentY", "y", "contentY"),
        ("contentX", "x", "contentX"),
        ("x", "x", "x"),
        ("x=position", "x", "position"),
        ("vy=contentItem.verticalVelocity", "vy", "contentItem.verticalVelocity"),
    ],
)
def test_a_property_has_a_column(text: str, column: str, path: str) -> None:
    assert qt._column(text) == (column, path)


@pytest.mark.parametrize("text", ["", "z=contentY", "phase=state", "x=", "a b", "content.", "=x"])
def test_a_wrong_property_is_reported(text: str) -> None:
    with pytest.raises(Failure, match="found neither PROPERTY nor COLUMN=PROPERTY") as caught:
        qt._column(text)
    assert caught.value.status == USAGE


@pytest.mark.parametrize(
    ("observe", "message"),
    [
        (["contentY", "y=place"], "found two properties for the same column"),
        (["vy=verticalVelocity"], "observe x or y as well"),
        (None, "found no --observe"),
    ],
)
def test_properties_that_make_no_table_are_reported(
    tmp_path: Path, observe: list[str] | None, message: str
) -> None:
    file = tmp_path / "Own.qml"
    file.write_text(QML)
    with pytest.raises(Failure, match=message) as caught:
        qt.drive(options(str(file), observe=observe), flick(dy=-192), 1)
    assert caught.value.status == USAGE


def test_a_surface_that_does_not_exist_is_reported() -> None:
    with pytest.raises(Failure, match="found neither a surface nor a file"):
        qt.drive(options("Flickable"), flick(dy=-192), 1)


def test_other_properties_of_a_built_in_surface_have_none_of_its_metadata() -> None:
    assert qt._surface("flickable", ["contentX"]) == ([("x", "contentX")], {})
    assert qt._surface("flickable", None)[1]["scale"] == "-1"


def test_the_environment_has_no_settings_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "2")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("QML_NO_TOUCH_COMPRESSION", "1")
    monkeypatch.setenv("QML_IMPORT_PATH", "/own")
    found = qt._environment("/folder", {"TZ": "UTC"})
    assert found["QT_QPA_PLATFORM"] == "offscreen"
    assert found["QML_IMPORT_PATH"] == "/own"
    assert not {"QT_SCALE_FACTOR", "QML_NO_TOUCH_COMPRESSION"} & set(found)
