"""A recorded flick and synthetic input with the positions of the same stroke, in a sheet of a page.

pages/sheet.html measures the mean velocity of the last 100 ms before the release. Above 300 px/s,
the release is a flick, and the sheet goes to the next detent. Otherwise the sheet goes to the
detent that is nearest to its position plus 0.2 s of the velocity.

The stroke is short, so that only the flick branch leads to the next detent. The sheet is 47 px
above its lowest detent at the release, and 0.2 s of the recorded 497 px/s are 99 px. Together that
is less than half of the distance to the next detent, which is 163 px.

Synthetic input has the positions of the stroke, but not its times. page.mouse of Playwright waits
for the answer to each command, and the page answers a move in its next frame. So the velocity in
the page is the length of a step per frame, and does not depend on the velocity of the stroke. A
pause before the release makes it 0, because no movement is left in the last 100 ms.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import PAGES, PATIENCE_SECONDS, Bench

from flickbook_driving.browser import Browser
from flickbook_driving.touches import read_touches

BROWSER = "chromium-headless-shell"
FLICKBOOK = os.environ.get("FLICKBOOK") or shutil.which("flickbook") or ""
SHEET = PAGES / "sheet.html"
SCREEN = (390, 844)
# Detents and the threshold of the flick in pages/sheet.html, in px and px/s.
HALF, TIP = 422, 748
FLICK_SPEED = 300

pytestmark = [
    pytest.mark.skipif(
        shutil.which(BROWSER) is None, reason=f"no {BROWSER}; install Debian's package of this name"
    ),
    pytest.mark.skipif(not FLICKBOOK, reason="no flickbook; set $FLICKBOOK to the program"),
]


def flickbook(bench: Bench, *arguments: str) -> str:
    """Runs flickbook in the folder of the test and returns its output."""
    command = [FLICKBOOK, *arguments]
    done = subprocess.run(
        command, cwd=bench.folder, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
    return done.stdout


def recorded_flick(bench: Bench) -> Path:
    """Makes a recording of a flick that is 50 pt long and has 750 pt/s at its end."""
    path = bench.folder / "flick.yml"
    places = ("--from", "195,790", "--to", "195,740", "--speed", "750")
    flickbook(bench, "synth", "flick", *places, "-o", str(path))
    return path


def driven(bench: Bench, recording: Path) -> list[dict[str, str]]:
    """Plays the recording into the sheet and returns the rows of the table."""
    bench.flickbook = FLICKBOOK
    done = bench.run("chromium", str(SHEET), str(recording), "--observe", "sheet.state")
    assert (done.returncode, done.stderr) == (0, "")
    return bench.rows()


class MousePage:
    """The sheet in a browser with its own clock and frames, and a mouse like page.mouse."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        width, height = SCREEN
        size = {"width": width, "height": height}
        target = browser.call("Target.createTarget", {"url": SHEET.as_uri(), **size})["targetId"]
        attached = browser.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session = str(attached["sessionId"])
        metrics = {**size, "deviceScaleFactor": 1, "mobile": True}
        self._call("Emulation.setDeviceMetricsOverride", metrics)
        self._wait_for("document.readyState === 'complete' && location.protocol === 'file:'")
        # Two frames show that the page is drawn and gets input.
        frame = "requestAnimationFrame"
        self.value(f"new Promise((done) => {frame}(() => {frame}(() => done(0))))")
        # The listener of the page was added first, so the sheet has the velocity of the release.
        self.value("addEventListener('pointerup', () => { window.released = sheet.velocity; }); 0")

    def stroke(self, places: tuple[float, float, float, float], steps: int, pause: float) -> None:
        """Presses the button, moves in equal steps, pauses, and releases the button."""
        x, y, end_x, end_y = places
        self._mouse("mouseMoved", x, y, button="none", buttons=0)
        self._mouse("mousePressed", x, y, clickCount=1)
        for step in range(1, steps + 1):
            fraction = step / steps
            self._mouse("mouseMoved", x + (end_x - x) * fraction, y + (end_y - y) * fraction)
        time.sleep(pause)
        self._mouse("mouseReleased", end_x, end_y, buttons=0, clickCount=1)
        self._wait_for("sheet.phase === 'rest' && released !== undefined")

    def value(self, expression: str) -> Any:
        parameters = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        return self._call("Runtime.evaluate", parameters)["result"].get("value")

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        parameters = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, **more}
        self._call("Input.dispatchMouseEvent", parameters)

    def _wait_for(self, condition: str) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while self.value(condition) is not True:
            assert time.monotonic() < end, condition
            time.sleep(0.02)

    def _call(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        return self._browser.call(method, parameters, self._session)


@contextmanager
def mouse_page() -> Iterator[MousePage]:
    flags = ["--hide-scrollbars"]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")
    with closing(Browser(BROWSER, flags, PATIENCE_SECONDS)) as browser:
        yield MousePage(browser)


def test_a_recorded_flick_reaches_the_branch_that_synthetic_input_misses(bench: Bench) -> None:
    recording = recorded_flick(bench)
    rows = driven(bench, recording)
    # The sheet integrates its spring from its second frame, so the first one has the velocity of
    # the release.
    released = next(row for row in rows if row["phase"] == "spring")
    velocity = float(released["vy"])
    # The threshold is far away, and the projection alone would choose the lowest detent.
    assert velocity < -1.5 * FLICK_SPEED
    assert float(released["y"]) + 0.2 * velocity > (HALF + TIP) / 2
    assert float(rows[-1]["y"]) == HALF

    touches = read_touches(FLICKBOOK, recording, SCREEN).touches
    places = (touches[0].x, touches[0].y, touches[-1].x, touches[-1].y)
    # With 20 steps, a step is 2.3 px and the velocity about 140 px/s at 60 frames per second. A
    # busy computer makes fewer frames, so it is lower.
    for steps, pause in ((20, 0), (10, 0.15), (1, 0.15)):
        with mouse_page() as page:
            page.stroke(places, steps, pause)
            found = (page.value("released"), page.value("sheet.y"))
        input = f"{steps} steps and a pause of {pause} s: {found}"
        assert found[1] == TIP, input
        assert abs(found[0]) < 0.5 * abs(velocity), input
        assert pause == 0 or found[0] == 0, input


def test_a_case_agrees_with_the_sheet_that_the_flick_was_driven_into(bench: Bench) -> None:
    recording = recorded_flick(bench)
    rows = driven(bench, recording)
    because = ("--because", "as designed")
    sheet = ("--scenario", "sheet", "--intent", "half")
    flickbook(bench, "case", "new", str(recording), *sheet, *because)
    # The settings of the page, as in docs/proofs.md. The estimator ignores the position
    # at which the finger came down, but the stroke is longer than the 100 ms of the page. The stage
    # velocity compares frames: the model's first frame is 0.5 ms after the release, and in this
    # time the spring has already accelerated the slow sheet by 5 %.
    case = bench.folder / "Recordings" / "sheet" / "flick"
    (case / "case.yml").write_text("""\
scenario: sheet
estimator: gnome.swipe:window=100
set:
  tracking.response: 0
  spring.response: 0.4
  spring.dampingRatio: 1
  release.projection: 0.2
observed: {velocity: 15}
""")
    table = str(bench.tables / "flick.csv")
    within = ("--within", "velocity=15")
    flickbook(bench, "observe", table, "--recording", str(case), "--keep", *within)
    flickbook(bench, "accept", str(case), *because)
    output = flickbook(bench, "test")
    assert output == "1 case: 1 identical; 1 of 1 observed motions agree\n"

    # The decision of the model has the velocity of the page, and the threshold has decided.
    flickbook(bench, "replay", str(case), "-o", "run")
    events = map(json.loads, (bench.folder / "run" / "events.jsonl").read_text().splitlines())
    [decision] = [each for each in events if each["event"] == "decision"]
    assert (decision["target"], decision["reason"]) == ("half", "flickFloor")
    velocity = next(float(row["vy"]) for row in rows if row["phase"] == "spring")
    assert decision["velocityY"] == pytest.approx(velocity, rel=0.01)
