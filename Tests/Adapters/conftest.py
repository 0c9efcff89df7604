"""The sheets that the tests share."""

from __future__ import annotations

import os
import subprocess

import pytest
from subjects import EXAMPLES, JAVASCRIPT_SHEET, PYTHON_SHEET

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
