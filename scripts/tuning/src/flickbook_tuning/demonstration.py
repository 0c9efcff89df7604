"""A demonstration: a synthetic corpus, a study of it, and a run on two workers of this machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from flickbook_tuning.failure import USAGE, Failure

_STUDY = """\
flickbook: study/1
corpus: corpus
scenario: sheet
split: {by: person, heldOut: 0.2, seed: 1}
space:
  release.projection: {from: 0.05, to: 1, log: true}
  release.hysteresis: {from: 0, to: 40}
  spring.response: {from: 0.2, to: 0.8}
  spring.dampingRatio: {from: 0.6, to: 1}
objectives:
  - wrongTargets
  - settleTime
constraints: {overshoot: 20}
search: {method: sobol, budget: 240, seed: 1}
"""


def demonstrate(program: str, folder: Path, recordings: int) -> int:
    """Generates the corpus and the study if they are missing, and runs the study."""
    corpus, study = folder / "corpus", folder / "sheet.yml"
    if folder.exists() and not study.exists():
        raise Failure(
            USAGE, str(folder), "found a folder without a demonstration", "name a new folder"
        )
    if not study.exists():
        folder.mkdir(parents=True)
        _carry_out([program, "corpus", "synth", str(recordings), "-o", str(corpus)])
        study.write_text(_STUDY)
    run = ["run", str(study), "--sampler", "tpe", "--scheduler", "local", "--workers", "2"]
    run += ["--storage", str(folder / "sheet.optuna"), "--flickbook", program]
    print("$ flickbook-tune", *run, flush=True)
    from flickbook_tuning.command import main

    return main(run)


def _carry_out(command: list[str]) -> None:
    print("$", *command, flush=True)
    status = subprocess.run(command, stdout=sys.stdout, check=False).returncode
    if status != 0:
        raise Failure(
            status if status > 0 else USAGE,
            " ".join(command[:2]),
            f"exited with status {status}",
            "see its messages above",
        )
