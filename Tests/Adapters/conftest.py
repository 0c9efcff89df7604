"""The subjects and the recordings that the tests share."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from subjects import EXAMPLES, FLICKBOOK, JAVASCRIPT_SHEET, PYTHON_SHEET, REPOSITORY, Line, touches

SHEETS = ["javascript", "python", "c", "swift"]


@pytest.fixture(scope="session", params=SHEETS)
def sheet(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the bottom sheet in one language."""
    language: str = request.param
    if language == "javascript":
        return JAVASCRIPT_SHEET
    if language == "python":
        return PYTHON_SHEET
    program = tmp_path_factory.mktemp(language) / "sheet"
    if language == "swift":
        built = os.environ.get("SWIFT_SHEET")
        if not built:
            pytest.skip("the variable SWIFT_SHEET does not name a program")
        return [built]
    source = EXAMPLES / "bottom-sheet-c/sheet.c"
    options = ["-O1", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run(["cc", *options, *checks, "-o", program, source, "-lm"], check=True)
    return [str(program)]


class Replayed:
    """A bundled recording, and its replay through Flickbook's own sheet."""

    def __init__(self, name: str, touches: list[Line], run: Path) -> None:
        def lines(file: str) -> list[Line]:
            return [json.loads(line) for line in (run / file).read_text().splitlines()]

        self.name, self.touches, self.frames = name, touches, lines("frames.jsonl")
        self.targets = [
            line["target"] for line in lines("events.jsonl") if line["event"] == "decision"
        ]


@pytest.fixture(scope="session")
def replays(tmp_path_factory: pytest.TempPathFactory) -> list[Replayed]:
    """All recordings of a sheet on a touchscreen, replayed with the settings of the example."""
    folder = tmp_path_factory.mktemp("runs")
    settings = EXAMPLES / "bottom-sheet-javascript/as-settings.yml"
    found = []
    for recording in sorted((REPOSITORY / "Recordings/sheet").glob("*/recording.yml")):
        lines = touches(recording)
        if not lines:
            continue
        name = recording.parent.name
        command: list[Any] = [FLICKBOOK, "replay", recording, "--config", settings]
        subprocess.run([*command, "-o", folder / name], check=True, stdout=subprocess.DEVNULL)
        found.append(Replayed(name, lines, folder / name))
    assert len(found) > 70
    return found
