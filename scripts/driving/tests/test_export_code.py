"""The code of `flickbook export` in Chromium, libadwaita and Qt, against the exact motion.

In Chromium, the time of each animation is set by hand, so these tests need no clock and no frames.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import PATIENCE_SECONDS, flick, number
from test_gtk import _HAS_CAROUSEL, options, real

from flickbook_driving import gtk
from flickbook_driving.browser import Browser

BROWSER = "chromium-headless-shell"
FLICKBOOK = os.environ.get("FLICKBOOK") or shutil.which("flickbook") or ""

pytestmark = pytest.mark.skipif(not FLICKBOOK, reason="no flickbook; name it with $FLICKBOOK")
browser = pytest.mark.skipif(
    shutil.which(BROWSER) is None, reason=f"no {BROWSER}; install Debian's package of this name"
)

# The largest difference between an exported animation and the exact motion, in points.
TOLERANCE = 0.5

DISTANCE = 300.0
VELOCITY = 1000.0

# The times at which positions are compared, in milliseconds: those of frames at 60 Hz, for 1.5 s.
TIMES = [1000 * index / 60 for index in range(91)]

# Springs that oscillate, that are critically damped, and that are overdamped.
SPRINGS = [(0.5, 0.7), (0.3, 0.35), (0.4, 1.0), (0.5, 1.4)]


def exported(platform: str, response: float, ratio: float) -> str:
    """Returns the code for a spring after the release of a sheet."""
    command = [FLICKBOOK, "export", "--scenario", "sheet", "--to", platform, "--spring", "spring"]
    command += ["--set", f"spring.response={response}", "--set", f"spring.dampingRatio={ratio}"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True
    )
    return done.stdout


def fitted(folder: Path, rows: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Returns the response and the damping ratio that `flickbook fit` finds for (ms, position)."""
    table = folder / "played.csv"
    lines = [f"{time / 1000:.6f},{position:.6f}\n" for time, position in rows]
    table.write_text("time,y\n" + "".join(lines))
    done = subprocess.run(
        [FLICKBOOK, "fit", str(table), "--law", "spring", "--json"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    parameters = json.loads(done.stdout)["ranking"][0]["parameters"]
    return float(parameters["response"]["value"]), float(parameters["dampingRatio"]["value"])


def check_fit(
    name: str,
    folder: Path,
    rows: Sequence[tuple[float, float]],
    response: float,
    ratio: float,
    within: float = 0.01,
) -> None:
    """Checks that an animation, as it was played, has the parameters from which it was exported."""
    found = fitted(folder, rows)
    errors = [found[0] / response - 1, found[1] / ratio - 1]
    print(f"{name} {response} {ratio}: fitted within {100 * max(map(abs, errors)):.2f} %")
    assert max(map(abs, errors)) < within, found


def motion(
    response: float, ratio: float, velocity: float, distance: float = DISTANCE
) -> Callable[[float], float]:
    """Integrates x'' + 2 ζω x' + ω² (x - distance) = 0 from x = 0; the result is x after ms."""
    omega = 2 * math.pi / response
    step = 0.00025
    x, v = 0.0, velocity
    found = []

    def acceleration(x: float, v: float) -> float:
        return omega * omega * (distance - x) - 2 * ratio * omega * v

    for _ in range(round(3 / step)):
        found.append(x)
        # Runge-Kutta of the fourth order.
        v1, a1 = v, acceleration(x, v)
        v2, a2 = v + step / 2 * a1, acceleration(x + step / 2 * v1, v + step / 2 * a1)
        v3, a3 = v + step / 2 * a2, acceleration(x + step / 2 * v2, v + step / 2 * a2)
        v4, a4 = v + step * a3, acceleration(x + step * v3, v + step * a3)
        x += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        v += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)

    def after(milliseconds: float) -> float:
        place = max(0.0, milliseconds / 1000 / step)
        index = int(place)
        return found[index] + (found[index + 1] - found[index]) * (place - index)

    return after


def played(folder: Path, head: str, start: str) -> list[float]:
    """Returns the vertical positions of a box at TIMES; `start` is an expression, an Animation."""
    page = folder / "page.html"
    page.write_text(f"<!doctype html>{head}<div id=box class=settling>.</div>")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    script = f"""(() => {{
        const box = document.getElementById("box");
        const at = () => new DOMMatrix(getComputedStyle(box).transform).m42;
        at();
        const animation = {start};
        animation.pause();
        return JSON.stringify({json.dumps(TIMES)}.map((time) => {{
            animation.currentTime = time;
            return at();
        }}));
    }})()"""
    with closing(Browser(BROWSER, flags, 60)) as chromium:
        loaded: list[str] = []
        chromium.on_event = lambda method, *_: loaded.append(method)
        target = chromium.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = chromium.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        session = str(attached["sessionId"])
        chromium.call("Page.enable", session=session)
        chromium.call("Page.navigate", {"url": page.as_uri()}, session)
        chromium.wait(lambda: "Page.loadEventFired" in loaded, "Page.navigate")
        answer: dict[str, Any] = chromium.call(
            "Runtime.evaluate", {"expression": script, "returnByValue": True}, session
        )
    assert "exceptionDetails" not in answer, answer
    positions = json.loads(answer["result"]["value"])
    assert len(positions) == len(TIMES)
    return [float(position) for position in positions]


def difference(found: Sequence[float], wanted: Callable[[float], float]) -> float:
    return max(abs(position - wanted(time)) for time, position in zip(TIMES, found))


@browser
@pytest.mark.parametrize(("response", "ratio"), SPRINGS)
def test_a_css_transition_is_the_spring_from_rest(
    tmp_path: Path, response: float, ratio: float
) -> None:
    style = f"<style>{exported('css', response, ratio)}</style>"
    start = f"(box.style.transform = 'translateY({DISTANCE}px)', at(), document.getAnimations()[0])"
    found = played(tmp_path, style, start)
    worst = difference(found, motion(response, ratio, 0))
    print(f"css {response} {ratio}: {worst:.3f} pt")
    assert worst < TOLERANCE
    assert found[0] == 0 and found[-1] == DISTANCE
    check_fit("css", tmp_path, list(zip(TIMES, found)), response, ratio)


@browser
@pytest.mark.parametrize(("response", "ratio"), SPRINGS)
@pytest.mark.parametrize("velocity", [VELOCITY, -VELOCITY, 0.0])
def test_a_web_animation_is_the_spring_after_a_release(
    tmp_path: Path, response: float, ratio: float, velocity: float
) -> None:
    code = f"<script>{exported('web-animations', response, ratio)}</script>"
    start = f"settlingAnimation(box, 0, {DISTANCE}, {velocity})"
    found = played(tmp_path, code, start)
    worst = difference(found, motion(response, ratio, velocity))
    print(f"web-animations {response} {ratio} {velocity:g}: {worst:.3f} pt")
    assert worst < TOLERANCE
    check_fit("web-animations", tmp_path, list(zip(TIMES, found)), response, ratio)


ADWAITA = """
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Adw", "1")
from gi.repository import Adw, Gtk

def build(window):
    place = [0.0]
    area = Gtk.Box()
    window.set_child(area)
    target = Adw.CallbackAnimationTarget.new(lambda value: place.__setitem__(0, value))
    params = Adw.SpringParams.new(RATIO, MASS, STIFFNESS)
    animation = Adw.SpringAnimation.new(area, 0, DISTANCE, params, target)
    animation.set_initial_velocity(VELOCITY)
    animation.set_epsilon(EPSILON)
    click = Gtk.GestureClick()
    click.connect("pressed", lambda *_: animation.play())
    area.add_controller(click)
    area.set_hexpand(True)
    area.set_vexpand(True)
    return lambda: place[0]
"""


@real
@pytest.mark.skipif(not _HAS_CAROUSEL, reason="no libadwaita; install gir1.2-adw-1")
@pytest.mark.parametrize(("response", "ratio"), [(0.5, 0.7), (0.6, 1.0)])
def test_an_adwaita_animation_is_the_spring_after_a_release(
    tmp_path: Path, response: float, ratio: float
) -> None:
    # A slow motion, because libadwaita computes whole milliseconds.
    distance, velocity = 60.0, 200.0
    code = exported("adwaita", response, ratio)
    # Comments are removed, so that only the arguments are left.
    code = re.sub(r" *//.*", "", code)
    params = re.search(r"adw_spring_params_new \(([^)]*)\)", code)
    epsilon = re.search(r"set_epsilon \(.*animation\), ([^)]*)\)", code)
    assert params and epsilon
    text = ADWAITA.replace("EPSILON", epsilon[1])
    for name, value in zip(["RATIO", "MASS", "STIFFNESS"], params[1].split(",")):
        text = text.replace(name, value.strip())
    text = text.replace("DISTANCE", str(distance)).replace("VELOCITY", str(velocity))
    program = tmp_path / "own.py"
    program.write_text(text)
    table = gtk.drive(options(str(program), tail=2), flick(), 1)
    rows = [(1000 * time, number(values[0])) for time, values in table.rows]
    exact = motion(response, ratio, velocity, distance)
    moved = next(time for time, position in rows if position != 0)

    def worst(begin: float) -> float:
        return max(abs(position - exact(time - begin)) for time, position in rows)

    # The animation begins at the time of an earlier frame.
    found = min(worst(moved - shift / 4) for shift in range(400))
    print(f"adwaita {response} {ratio}: {found:.3f} pt")
    assert found < TOLERANCE
    assert rows[-1][1] == distance
    # GTK paints frames up to 1 ms from their time.
    check_fit("adwaita", tmp_path, rows, response, ratio, within=0.02)


QML = """
import os, sys
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine
application = QGuiApplication([])
engine = QQmlApplicationEngine()
engine.quit.connect(application.quit)
engine.load(sys.argv[1])
if engine.rootObjects():
    application.exec()
# Ends without the destructors of Qt, which need the objects in a certain order.
sys.stderr.flush()
os._exit(0)
"""


def test_a_qt_item_loads_and_its_spring_moves_in_the_steps_of_the_formula(tmp_path: Path) -> None:
    pytest.importorskip("PySide6", reason="no PySide6; install flickbook-driving[qt]")
    command = [FLICKBOOK, "export", "--scenario", "sheet", "--to", "qt"]
    code = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True
    ).stdout
    pull = re.search(r"component SettlingSpring.*?spring: ([0-9.]+)", code, re.S)
    damping = re.search(r"component SettlingSpring.*?damping: ([0-9.]+)", code, re.S)
    assert pull and damping
    page = tmp_path / "Exported.qml"
    played = f"""Item {{
      property real place: 0
      Behavior on place {{ SettlingSpring {{ onRunningChanged: if (!running) Qt.quit() }} }}
      onPlaceChanged: console.log("place", place)
      Component.onCompleted: {{
        console.log("rule", detentAfterRelease(300, -900, detents, 1))
        place = {DISTANCE}
      }}
    """
    page.write_text(code.replace("Item {", played, 1))
    done = subprocess.run(
        [sys.executable, "-c", QML, str(page)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        check=False,
    )
    # An upward flick from above the middle detent goes to the upper one.
    assert "rule 0" in done.stderr, done.stderr
    places = [float(each) for each in re.findall(r"place ([0-9.]+)", done.stderr)]
    x, v = 0.0, 0.0
    steps = []
    for _ in range(300):
        v += float(pull[1]) * (DISTANCE - x) - float(damping[1]) * v
        x += v * 0.016
        steps.append(x)
    assert len(places) > 10 and places[-1] == DISTANCE
    for place in places[:-1]:
        assert min(abs(place - each) for each in steps) < 1e-6
