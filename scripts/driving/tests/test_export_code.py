"""The code of `flickbook export` in headless Chromium, against the differential equation.

The tests set the time of each animation by hand, so they need no clock and no frames.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import PATIENCE_SECONDS

from flickbook_driving.browser import Browser

BROWSER = "chromium-headless-shell"
FLICKBOOK = os.environ.get("FLICKBOOK") or shutil.which("flickbook") or ""

pytestmark = [
    pytest.mark.skipif(
        shutil.which(BROWSER) is None, reason=f"no {BROWSER}; install Debian's package of this name"
    ),
    pytest.mark.skipif(not FLICKBOOK, reason="no flickbook; name it with $FLICKBOOK"),
]

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


def motion(response: float, ratio: float, velocity: float) -> list[float]:
    """Integrates x'' + 2 ζω x' + ω² (x - distance) = 0 from x = 0 to each of TIMES."""
    omega = 2 * math.pi / response
    step = TIMES[1] / 1000 / 200
    x, v = 0.0, velocity
    found = []

    def acceleration(x: float, v: float) -> float:
        return omega * omega * (DISTANCE - x) - 2 * ratio * omega * v

    for _ in TIMES:
        found.append(x)
        for _ in range(200):
            # Runge-Kutta of the fourth order.
            v1, a1 = v, acceleration(x, v)
            v2, a2 = v + step / 2 * a1, acceleration(x + step / 2 * v1, v + step / 2 * a1)
            v3, a3 = v + step / 2 * a2, acceleration(x + step / 2 * v2, v + step / 2 * a2)
            v4, a4 = v + step * a3, acceleration(x + step * v3, v + step * a3)
            x += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
            v += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    return found


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
    with Browser(BROWSER, flags, 60) as browser:
        loaded: list[str] = []
        browser.on_event = lambda method, _: loaded.append(method)
        target = browser.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = browser.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        session = str(attached["sessionId"])
        browser.call("Page.enable", session=session)
        browser.call("Page.navigate", {"url": page.as_uri()}, session)
        browser.wait(lambda: "Page.loadEventFired" in loaded, "Page.navigate")
        answer: dict[str, Any] = browser.call(
            "Runtime.evaluate", {"expression": script, "returnByValue": True}, session
        )
    assert "exceptionDetails" not in answer, answer
    positions = json.loads(answer["result"]["value"])
    assert len(positions) == len(TIMES)
    return [float(position) for position in positions]


def difference(one: Sequence[float], two: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, two))


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


@pytest.mark.parametrize(("response", "ratio"), SPRINGS)
@pytest.mark.parametrize("velocity", [VELOCITY, -VELOCITY, 0.0])
def test_a_web_animation_is_the_spring_after_a_release(
    tmp_path: Path, response: float, ratio: float, velocity: float
) -> None:
    code = f"<script>{exported('web-animations', response, ratio)}</script>"
    start = f"settlingAnimation(box, 0, {DISTANCE}, {velocity})"
    worst = difference(played(tmp_path, code, start), motion(response, ratio, velocity))
    print(f"web-animations {response} {ratio} {velocity:g}: {worst:.3f} pt")
    assert worst < TOLERANCE
