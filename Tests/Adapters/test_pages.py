"""The lines and the programs on the page about adapters."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from subjects import NODE, REPOSITORY, Line, answers, flick, frames, run

PAGE = (REPOSITORY / "docs/adapters.md").read_text()
ADAPTERS = REPOSITORY / "docs/adapters"
MY_SHEET = """
export class Sheet {
  constructor(height, flick) { this.y = height / 2; this.flick = flick; this.phase = "resting"; }
  handle(phase, y) {
    this.y = y;
    if (phase === "ended") this.onRelease("half", this.flick);
  }
}
"""


def on_page(arrow: str) -> list[Line]:
    return [json.loads(line) for line in re.findall(rf"^ *{arrow} (.*)$", PAGE, re.M)]


def test_sheet_gives_the_answers_on_the_page(sheet: list[str]) -> None:
    expected, found = on_page("←"), answers(sheet, on_page("→"))
    assert len(expected) == len(found)
    for one, other in zip(expected, found):
        for key, value in one.items():
            is_number = not isinstance(value, str | list)
            assert other[key] == (pytest.approx(value, abs=1e-4) if is_number else value)


def program(language: str) -> str:
    """Returns the first program in a language on the page."""
    match = re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)
    assert match
    return match.group(1)


@pytest.mark.parametrize("language", ["js", "python", "c"])
def test_program_on_the_page_runs(language: str, tmp_path: Path) -> None:
    shutil.copytree(ADAPTERS, tmp_path, dirs_exist_ok=True)
    (tmp_path / "my-sheet.mjs").write_text(MY_SHEET)
    file = tmp_path / {"js": "own.mjs", "python": "own.py", "c": "own.c"}[language]
    file.write_text(program(language))
    command = {"js": [NODE, str(file)], "python": [sys.executable, str(file)]}.get(language)
    if command is None:
        command = [str(tmp_path / "own")]
        subprocess.run(["cc", "-std=c11", "-o", *command, str(file), "-lm"], check=True)
    found = answers(command, run(flick(700, -1000)))
    assert found[-1]["type"] == "end"
    # The sheets on the page stay where the finger was.
    assert frames(found)[-1]["y"] == pytest.approx(620)
