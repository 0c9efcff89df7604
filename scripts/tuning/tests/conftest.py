"""Fixtures of the tests: a study for the fake flickbook, and runs of the command."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

# A shell starts background processes with SIGINT ignored, which the commands of the tests would
# inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
FAKE = str(TESTS / "fake_flickbook.py")
KILLING = str(TESTS / "killing_flickbook.py")

# A run takes less than two seconds on an idle machine; a busy machine needs more.
PATIENCE_SECONDS = 120

_STUDY: dict[str, Any] = {
    "space": [
        {
            "key": "spring.response",
            "kind": "number",
            "low": 0.2,
            "high": 0.8,
            "step": None,
            "log": False,
        },
        {
            "key": "spring.dampingRatio",
            "kind": "number",
            "low": 0.5,
            "high": 1,
            "step": 0.05,
            "log": False,
        },
        {"key": "release.rule", "kind": "choice", "values": ["nearest", "neighbour"]},
    ],
    "objectives": ["wrongTargets", "settleTime"],
    "constraints": {"overshoot": 8},
    "training": 120,
    "budget": 40,
}


@dataclass
class Bench:
    """A folder with a study, and methods that run the command on it."""

    folder: Path
    study: dict[str, Any] = field(default_factory=lambda: copy.deepcopy(_STUDY))

    @property
    def path(self) -> Path:
        path = self.folder / "study.yml"
        path.write_text(json.dumps(self.study))
        return path

    def run(
        self,
        *options: str,
        journal: str = "journal",
        storage: str | None = None,
        program: str = FAKE,
        environment: dict[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Runs the command on the study in a separate process."""
        command = [sys.executable, "-m", "flickbook_tuning", "run", str(self.path), *options]
        command += ["--journal", str(self.folder / journal), "--flickbook", program]
        if storage is not None:
            command += ["--storage", str(self.folder / storage)]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            env={**os.environ, **(environment or {})},
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    def killing(self, at: int, target: str = "parent", program: str = FAKE) -> dict[str, str]:
        """Returns an environment in which the next run is killed once."""
        mark = self.folder / "killed"
        mark.unlink(missing_ok=True)
        return {
            "KILLING_PROGRAM": program,
            "KILLING_AT": str(at),
            "KILLING_TARGET": target,
            "KILLING_MARK": str(mark),
        }

    @property
    def was_killed(self) -> bool:
        return (self.folder / "killed").exists()

    def digest(self, name: str = "journal") -> str:
        return hashlib.sha256((self.folder / name).read_bytes()).hexdigest()

    def trials(self, name: str = "journal") -> list[dict[str, Any]]:
        """Returns the trials of a journal, without its header."""
        lines = (self.folder / name).read_text().splitlines()
        return [json.loads(line) for line in lines[1:]]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
