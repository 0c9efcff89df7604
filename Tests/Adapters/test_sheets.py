"""The same sheet in several languages moves like Flickbook's own, and a planted change is found."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from subjects import (
    EXAMPLES,
    FLICKBOOK,
    JAVASCRIPT_SHEET,
    PYTHON_SHEET,
    REPOSITORY,
    Line,
    answers,
    decisions,
    flick,
    frames,
    run,
)

JAVASCRIPT_EXAMPLE = EXAMPLES / "bottom-sheet-javascript"
SETTINGS = JAVASCRIPT_EXAMPLE / "as-settings.yml"


class Run(NamedTuple):
    """What a test compares of a run: the positions and the targets of the decisions."""

    positions: list[float]
    targets: list[str]


def replay(recordings: list[Path], options: list[str], folder: Path) -> dict[str, Run]:
    """Replays recordings, and returns their runs by name."""
    command: list[Any] = [FLICKBOOK, "replay", *recordings, *options, "-o", folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def lines(path: Path) -> list[Line]:
        return [json.loads(line) for line in path.read_text().splitlines()]

    return {
        each.name: Run(
            [frame["y"] for frame in lines(each / "frames.jsonl")],
            [event["target"] for event in decisions(lines(each / "events.jsonl"))],
        )
        for each in folder.iterdir()
    }


@pytest.fixture(scope="session")
def recordings() -> list[Path]:
    """The recordings of a sheet on a touchscreen."""
    every = sorted((REPOSITORY / "Recordings/sheet").glob("*/recording.yml"))
    command: list[Any] = [FLICKBOOK, "inspect", "--json", *every]
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    kinds = [json.loads(line)["kind"] for line in result.stdout.splitlines()]
    assert len(kinds) == len(every)
    return [path for path, kind in zip(every, kinds) if kind == "touchscreen"]


@pytest.fixture(scope="session")
def expected(recordings: list[Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    folder = tmp_path_factory.mktemp("runs") / "expected"
    return replay(recordings, ["--config", str(SETTINGS)], folder)


def test_sheet_moves_like_the_scenario(
    sheet: list[str], recordings: list[Path], expected: dict[str, Run], tmp_path: Path
) -> None:
    found = replay(recordings, ["--subject", shlex.join(sheet)], tmp_path / "found")
    assert len(recordings) > 70 and found.keys() == expected.keys()
    assert {name: each.targets for name, each in found.items()} == {
        name: each.targets for name, each in expected.items()
    }
    distances = {}
    for name, ours in expected.items():
        # The two can rest some frames apart, because the example looks for rest only at frames.
        pairs = zip(ours.positions, found[name].positions)
        distances[name] = max(abs(one - other) for one, other in pairs)
    worst = max(distances, key=lambda name: distances[name])
    print(f"{len(found)} recordings, largest distance {distances[worst]:.2g} pt in {worst}")
    assert distances[worst] < 0.01


def test_checker_finds_no_fault(sheet: list[str]) -> None:
    command = [FLICKBOOK, "subject", "check", shlex.join(sheet)]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    assert (result.stdout, result.returncode) == ("no fault found\n", 0)


def test_wrapped_scenario_moves_like_the_scenario(recordings: list[Path], tmp_path: Path) -> None:
    program = os.environ.get("SCENARIO_SUBJECT")
    if not program:
        pytest.skip("the variable SCENARIO_SUBJECT does not name a program")
    expected = replay(recordings, ["--scenario", "sheet"], tmp_path / "expected")
    found = replay(recordings, ["--subject", program], tmp_path / "found")
    worst = 0.0
    for name, ours in expected.items():
        assert found[name].targets == ours.targets, name
        assert len(found[name].positions) == len(ours.positions), name
        pairs = zip(ours.positions, found[name].positions)
        worst = max(worst, *(abs(one - other) for one, other in pairs))
    print(f"largest distance {worst:.2g} pt")
    assert worst < 0.01


def test_exact_spring_does_not_depend_on_frames(sheet: list[str]) -> None:
    rates = {rate: frames(answers(sheet, run(flick(), rate=rate))) for rate in (60, 120, 240)}
    for slow, fast in ((60, 120), (120, 240)):
        for one, other in zip(rates[slow], rates[fast][::2]):
            assert abs(one["y"] - other["y"]) < 1e-9


@pytest.mark.parametrize("sheet", [JAVASCRIPT_SHEET, PYTHON_SHEET], ids=["javascript", "python"])
def test_integrator_has_an_error_of_its_step(sheet: list[str]) -> None:
    exact = frames(answers(sheet, run(flick(), rate=100)))
    distances = []
    for step in (0.01, 0.001, 0.0001):
        found = answers(sheet, run(flick(), rate=100, settings={"step": step}))
        assert decisions(found)[0]["target"] == "half"
        pairs = zip(exact, frames(found))
        distances.append(max(abs(one["y"] - other["y"]) for one, other in pairs))
    print(f"largest distance {distances} pt with steps of 10, 1 and 0.1 ms")
    # The error of the integrator is of first order.
    assert distances[0] > 5 * distances[1] > 25 * distances[2] > 0


class Plant(NamedTuple):
    """A change of the JavaScript sheet, and the stage in which it shows first."""

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
    Plant("rubber band", "Math.abs(pull)) / this.height", "Math.abs(pull)) / 99", "drag"),
    Plant("catch offset", "this.pulled = this.unstretched(this.y)", "this.pulled = this.target.y",
          "drag"),
    Plant("detent position", "height * 0.5", "height * 0.55", "decision"),
    Plant("response", '"response", 0.4', '"response", 0.42', "spring"),
]  # fmt: skip


def results_of_test(folder: Path) -> list[Line]:
    """Returns the results of `flickbook test` in a folder."""
    command = [FLICKBOOK, "test", "--allow-subjects", "--json"]
    result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE)
    assert result.returncode in (0, 1)
    return [json.loads(line) for line in result.stdout.splitlines()]


def copied(folder: Path) -> Path:
    """Returns a copy of the JavaScript example, beside a copy of the adapters."""
    shutil.copytree(EXAMPLES.parent / "adapters", folder / "adapters")
    return Path(shutil.copytree(JAVASCRIPT_EXAMPLE, folder / "examples" / "sheet"))


@pytest.mark.parametrize("language", ["javascript", "python"])
def test_cases_of_an_example_are_identical(language: str) -> None:
    results = results_of_test(EXAMPLES / f"bottom-sheet-{language}")
    assert results and {result["outcome"] for result in results} == {"identical"}


def stage_of(result: Line) -> str:
    """Returns the stage of a difference; the velocity is a field of a subject's decision."""
    return "velocity" if result["field"].startswith("velocity") else str(result["stage"])


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant.name))
def test_planted_change_is_found(plant: Plant, tmp_path: Path) -> None:
    example = copied(tmp_path)
    source = (example / "sheet.mjs").read_text()
    assert source.count(plant.old) == 1
    (example / "sheet.mjs").write_text(source.replace(plant.old, plant.new))
    results = [result for result in results_of_test(example) if result["outcome"] != "identical"]
    for result in results:
        print(result["case"], result["stage"], result["divergence"])
    assert plant.stage in {stage_of(result) for result in results}
