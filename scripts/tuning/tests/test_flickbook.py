"""Tests of the package with a real flickbook; FLICKBOOK names the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PATIENCE_SECONDS

from flickbook_tuning.journal import compact
from flickbook_tuning.optimiser import Optimiser
from flickbook_tuning.storage import StudyLog
from flickbook_tuning.worker import Batch, FlickbookWorker, WorkerCommand

FLICKBOOK = os.environ.get("FLICKBOOK")
pytestmark = pytest.mark.skipif(FLICKBOOK is None, reason="FLICKBOOK names no program")

STUDY = """\
flickbook: study/1
corpus: corpus
scenario: sheet
space:
  release.projection: {from: 0.05, to: 1, log: true}
  spring.dampingRatio: {from: 0.6, to: 1, step: 0.05}
  release.choice: [nearest, neighbour]
  preset: [flickbook, wave]
objectives: [wrongTargets, {settleTime: 1, overshoot: 0.01}]
constraints: {overshoot: 20}
search: {method: random, budget: 12, seed: 1}
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    subprocess.run(
        [str(FLICKBOOK), "corpus", "synth", "20", "--people", "2", "-o", str(folder / "corpus")],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=PATIENCE_SECONDS,
    )
    (folder / "study.yml").write_text(STUDY)
    return folder / "study.yml"


def test_what_optuna_asks_flickbook_evaluates_in_any_cut(study: Path) -> None:
    with FlickbookWorker(WorkerCommand(str(FLICKBOOK), str(study), threads=1)) as worker:
        optimiser = Optimiser("study", worker.description, "tpe", 1, StudyLog(None))
        trials = optimiser.asked(0, 12)
        batch = Batch(settings=[optimiser.space.texts(trial.params) for trial in trials])
        results = worker.evaluated(batch)
        assert [result.values for result in results] == batch.settings
        slices = [worker.evaluated(batch, part) for part in ((0, 7), (7, 20))]
        cards = [[part.card or {} for part in parts] for parts in zip(*slices)]
        for verdict, result in zip(worker.judged(cards), results):
            assert compact(verdict.card) == compact(result.card)
            assert len(verdict.objectives) == 2 and len(verdict.excess) == 1


def test_a_study_that_is_wrong_is_told_in_flickbook_s_words(tmp_path: Path, study: Path) -> None:
    wrong = study.with_name("wrong.yml")
    wrong.write_text(STUDY.replace("release.projection", "release.projectoin"))
    ran = subprocess.run(
        [sys.executable, "-m", "flickbook_tuning", "run", str(wrong)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert ran.returncode in (64, 65)
    assert "wrong.yml:" in ran.stderr and "release.projectoin" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_demonstration_runs(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    command = [sys.executable, "-m", "flickbook_tuning", "demo", str(tmp_path / "demo")]
    ran = subprocess.run(
        [*command, "--recordings", "40"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "try: flickbook tune" in ran.stdout
