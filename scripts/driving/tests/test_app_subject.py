"""Apps as programs under test: runs of a made-up app, and real apps of GTK and Qt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import test_gtk
import test_qt
from conftest import SCREEN, Bench, other_work
from test_subject import STROKE, TARGETS, Conversation, talk, times, touch

from flickbook_driving.failure import Failure
from flickbook_driving.subject import Description, PlayedRun
from flickbook_driving.table import Table
from flickbook_driving.touches import Touch

__all__ = ["talk"]  # A fixture.

STROKE_END = STROKE[-1]["y"]


class Steady:
    """An app that moves by 100 pt/s from time 0 to 1 s, with a frame in each tenth of a second."""

    def __init__(self) -> None:
        self.played: list[Sequence[Touch]] = []

    def play(self, touches: Sequence[Touch], screen: tuple[float, float]) -> Table:
        assert screen == SCREEN
        self.played.append(touches)
        rows = [(0.1 * index, [10.0 * min(index, 10)]) for index in range(1, 20)]
        return Table(["y"], rows, {})


def run_of(app: Steady, **reset: Any) -> PlayedRun:
    description = Description(("y",), SCREEN, TARGETS, {})
    return PlayedRun(app, description, {"type": "reset", "rate": 100, **reset})


def test_an_app_is_played_once_when_all_input_has_come() -> None:
    app = Steady()
    run = run_of(app, lastInput=20_000)
    run.receive(touch(0, "began", 700))
    run.ask(times(0))
    assert list(run.answers(False)) == [] and app.played == []
    run.receive(touch(20_000, "ended", 700))
    run.ask(times(15, 55, 199))
    frames = list(run.answers(True))
    # Before the first frame nothing moves; then 150 ms are between two frames, and so on.
    assert [frame["y"] for frame in frames] == pytest.approx([10, 15, 55, 100])
    assert [frame["phase"] for frame in frames] == ["pressed", "settling", "settling", "resting"]
    assert frames[-1]["target"] == "top"
    assert [len(touches) for touches in app.played] == [2]


def test_an_app_needs_the_time_of_the_last_input_and_takes_only_touches() -> None:
    with pytest.raises(Failure, match="found no 'lastInput'"):
        run_of(Steady())
    pan = {"type": "pan", "time": 0, "phase": "moved", "dx": 0, "dy": 9}
    for line in (pan, {"type": "command", "time": 0, "settings": {"flick": 1}}):
        run = run_of(Steady(), lastInput=0)
        run.receive(line)
        run.ask(times(0))
        with pytest.raises(Failure, match="an app takes touches"):
            list(run.answers(True))


# A program that knows nothing of Flickbook: a box that follows the finger.
GTK_PROGRAM = """
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk

class Sheet(Gtk.Box):
    pass

def activate(application):
    window, fixed, sheet = Gtk.ApplicationWindow(application=application), Gtk.Fixed(), Sheet()
    sheet.set_size_request(100, 100)
    fixed.put(sheet, 0, 700)
    drag = Gtk.GestureDrag()
    drag.connect("drag-update", lambda drag, dx, dy: fixed.move(sheet, 0, 700 + dy))
    fixed.add_controller(drag)
    window.set_child(fixed)
    window.present()

application = Gtk.Application(application_id="org.example.Sheet")
application.connect("activate", activate)
application.run()
"""

QML_PROGRAM = """
import QtQuick
Item {
    Rectangle { objectName: "surface"; y: 700; width: 100; height: 100 }
    DragHandler {
        target: null
        onTranslationChanged: parent.children[0].y = 700 + translation.y
    }
}
"""


def follows(subject: Conversation, name: str) -> None:
    hello = subject.hello()
    assert (hello["name"], hello["clock"]) == (name, "driven") and hello["version"]
    frames = subject.play(STROKE, 1)
    with other_work():
        for _ in range(3):
            assert subject.play(STROKE, 1) == frames
    assert frames[0].get("y") == 700, frames[0]
    assert frames[0]["phase"] == "pressed"
    # The distance of the finger; a toolkit may keep the first points as slop.
    assert 700 - 240 <= frames[-1]["y"] <= 700 - 180
    assert (frames[-1]["phase"], frames[-1]["target"]) == ("resting", "end")
    assert subject.end() == 0


@test_gtk.real
def test_a_program_of_gtk_is_put_under_test_as_it_is(bench: Bench, talk: Any) -> None:
    path = Path(bench.folder, "sheet.py")
    path.write_text(GTK_PROGRAM)
    observe = "find('Sheet').compute_bounds(window)[1].origin.y"
    arguments = [str(path), "--observe", observe, "--targets", '{"end": 480}']
    follows(talk(*arguments, software="gtk"), "GTK")


@test_gtk.real
def test_a_widget_that_does_not_exist_is_reported(bench: Bench, talk: Any) -> None:
    path = Path(bench.folder, "sheet.py")
    path.write_text(GTK_PROGRAM)
    subject = talk(str(path), "--observe", "find('Sheep').get_height()", software="gtk")
    (answer,) = subject.play(STROKE, 1)
    assert answer["type"] == "error"
    assert "no widget has the name, class or CSS class 'Sheep'" in answer["message"]
    assert subject.end() == 1


@test_qt.real
def test_a_file_of_qml_is_put_under_test(bench: Bench, talk: Any) -> None:
    path = Path(bench.folder, "Sheet.qml")
    path.write_text(QML_PROGRAM)
    arguments = [str(path), "--observe", "y", "--targets", '{"end": 480}']
    follows(talk(*arguments, software="qt"), "Qt")
