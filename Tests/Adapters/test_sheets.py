"""The same sheet in several languages moves like Flickbook's own, and a planted change shows."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import Replayed
from subjects import (
    EXAMPLES,
    JAVASCRIPT_SHEET,
    NODE,
    PYTHON_SHEET,
    Line,
    answers,
    decisions,
    flick,
    frames,
    run,
)


def test_sheet_moves_like_the_scenario(sheet: list[str], replays: list[Replayed]) -> None:
    worst = 0.0
    lines: list[Line] = []
    for replay in replays:
        end = replay.frames[-1]["time"] - replay.touches[-1]["time"] / 1e6
        lines += run(replay.touches, tail=end + 0.01)
    for replay, found in zip(replays, split(answers(sheet, lines))):
        theirs = frames(found)
        assert len(theirs) >= len(replay.frames), replay.name
        assert [each["target"] for each in decisions(found)] == replay.targets, replay.name
        for ours, other in zip(replay.frames, theirs):
            worst = max(worst, abs(ours["y"] - other["y"]))
            assert abs(ours["y"] - other["y"]) < 0.01, (replay.name, ours, other)
    print(f"{len(replays)} recordings; largest distance {worst:.4f} pt")


def test_exact_spring_does_not_depend_on_frames(sheet: list[str]) -> None:
    rates = {rate: frames(answers(sheet, run(flick(), rate=rate))) for rate in (60, 120, 240)}
    for slow, fast in zip(rates[60], rates[120][::2]):
        assert abs(slow["y"] - fast["y"]) < 1e-9
    for slow, fast in zip(rates[120], rates[240][::2]):
        assert abs(slow["y"] - fast["y"]) < 1e-9


def largest_distance(one: list[Line], other: list[Line]) -> float:
    return max(abs(a["y"] - b["y"]) for a, b in zip(one, other))


@pytest.mark.parametrize("language", ["javascript", "python"])
def test_integrator_has_an_error_of_its_step(language: str) -> None:
    command = JAVASCRIPT_SHEET if language == "javascript" else PYTHON_SHEET
    exact = frames(answers(command, run(flick(), rate=100)))
    distances = []
    for step in (0.01, 0.001, 0.0001):
        found = answers(command, run(flick(), rate=100, settings={"step": step}))
        assert decisions(found)[0]["target"] == "half"
        distances.append(largest_distance(exact, frames(found)))
    print(f"{language}: largest distance {distances} pt at steps of 10, 1 and 0.1 ms")
    # The error of the integrator is of first order.
    assert distances[0] > 5 * distances[1] > 25 * distances[2] > 0


class Plant(NamedTuple):
    """A change of the JavaScript sheet, and the first stage in which it must show."""

    name: str
    old: str
    new: str
    stage: str


PLANTS = [
    Plant("threshold", '"flick", 300', '"flick", 1200', "decision"),
    Plant("sign", "this.y + velocity * this.proj", "this.y - velocity * this.proj", "decision"),
    Plant("stale velocity", "last.time - first.time", "time - first.time", "velocity"),
    Plant("frame-rate-dependent spring", '"step", 0', '"step", 1 / 120', "spring"),
    Plant("window", '"window", 0.1', '"window", 0.05', "velocity"),
    Plant("projection", '"projection", 0.2', '"projection", 0.5', "decision"),
    Plant("rubber band", "(0.55 * Math.abs(pull)) / this.height)", "Math.abs(pull) / 400)", "drag"),
    Plant("catch offset", "this.pulled = this.unstretched(this.y)", "this.pulled = this.target.y",
          "drag"),
    Plant("detent position", "height * 0.5", "height * 0.55", "decision"),
    Plant("response", '"response", 0.4', '"response", 0.42', "spring"),
]  # fmt: skip


def first_stage(expected: list[Line], found: list[Line]) -> str | None:
    """Returns the first stage in which two runs differ."""
    for one, other in zip(expected, found):
        if one["type"] == "event" and other["type"] == "event":
            if abs(one["velocityY"] - other["velocityY"]) > 0.001:
                return "velocity"
            if one["target"] != other["target"]:
                return "decision"
        elif one["type"] != other["type"] or one.get("phase") != other.get("phase"):
            return "drag"
        elif one["type"] == "frame" and one["targetY"] != other["targetY"]:
            return "decision"
        elif one["type"] == "frame" and abs(one["y"] - other["y"]) > 0.001:
            return "drag" if one["phase"] in ("pressed", "dragging") else "spring"
    return None


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_planted_change_shows(plant: Plant, tmp_path: Path, replays: list[Replayed]) -> None:
    source = (EXAMPLES / "bottom-sheet-javascript/sheet.mjs").read_text()
    assert source.count(plant.old) == 1
    adapters = str(EXAMPLES.parent / "adapters")
    changed = tmp_path / "sheet.mjs"
    changed.write_text(source.replace(plant.old, plant.new).replace("../../adapters", adapters))
    lines = [line for replay in replays for line in run(replay.touches)]
    expected, found = answers(JAVASCRIPT_SHEET, lines), answers([NODE, str(changed)], lines)
    stages = []
    for one, other in zip(split(expected), split(found)):
        stage = first_stage(one, other)
        if stage:
            stages.append(stage)
    print({stage: stages.count(stage) for stage in set(stages)})
    assert stages and max(set(stages), key=stages.count) == plant.stage


def split(lines: list[Line]) -> list[list[Line]]:
    """Returns the answers of each run."""
    runs: list[list[Line]] = [[]]
    for line in lines:
        runs[-1].append(line)
        if line["type"] == "end":
            runs.append([])
    return runs[:-1]
