"""A stopped and resumed run gives the same result as an uninterrupted one."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from importlib.util import find_spec

import optuna
import pytest
from conftest import FAKE, KILLING, PATIENCE_SECONDS, Bench
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend

from flickbook_tuning import progress
from flickbook_tuning.failure import DATA, INTERRUPTED, SOFTWARE, USAGE
from flickbook_tuning.journal import Journal
from flickbook_tuning.worker import Batch, FlickbookWorker, WorkerCommand

SAMPLERS = [
    "study",
    "tpe",
    "nsga2",
    "random",
    pytest.param(
        "cmaes", marks=pytest.mark.skipif(find_spec("cmaes") is None, reason="no package cmaes")
    ),
    pytest.param(
        "qmc", marks=pytest.mark.skipif(find_spec("scipy") is None, reason="no package scipy")
    ),
]


def fit(bench: Bench, sampler: str) -> None:
    """Changes the study so that the sampler supports it."""
    if sampler == "cmaes":
        bench.study["objectives"] = ["settleTime"]
        bench.study["constraints"] = {}
    # Two generations of NSGA-II and a part of a third.
    bench.study["budget"] = 110 if sampler == "nsga2" else 40


def test_the_study_s_own_points_give_the_journal_that_evaluating_them_in_order_gives(
    bench: Bench,
) -> None:
    with FlickbookWorker(WorkerCommand(FAKE, str(bench.path))) as worker:
        with Journal(bench.folder / "expected", worker.description.header) as journal:
            journal.append(worker.evaluated(Batch(first=0, end=40)))
    ran = bench.run()
    assert ran.returncode == 0, ran.stderr
    assert bench.digest() == bench.digest("expected")
    assert ran.stderr == ""  # No progress if standard error is not a terminal.


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_stopped_and_gone_on_with_a_run_ends_the_same(bench: Bench, sampler: str) -> None:
    fit(bench, sampler)
    options = ("--sampler", sampler, "--batch", "16")
    whole = bench.run(*options, journal="whole", storage="whole.optuna")
    assert whole.returncode == 0, whole.stderr
    # Kill the run during the second batch, and resume it up to the middle of the third.
    killed = bench.run(*options, storage="optuna", program=KILLING, environment=bench.killing(2))
    assert killed.returncode == -signal.SIGKILL and bench.was_killed
    assert len(bench.trials()) == 16
    assert bench.run(*options, "--trials", "37", storage="optuna").returncode == 0
    assert len(bench.trials()) == 37
    # Cut the journal, as a kill during writing does; Optuna's copy is then ahead of it.
    content = (bench.folder / "journal").read_bytes()
    (bench.folder / "journal").write_bytes(content[: len(content) * 4 // 5])
    resumed = bench.run(*options, storage="optuna")
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stderr == ""
    assert bench.digest() == bench.digest("whole")
    assert bench.digest("optuna") == bench.digest("whole.optuna")
    assert resumed.stdout.splitlines()[1:-1] == whole.stdout.splitlines()[1:-1]


def test_optuna_reads_the_copy_with_its_constraints(bench: Bench) -> None:
    bench.study["impossibleBeyond"] = 0.6
    assert bench.run("--sampler", "tpe", storage="optuna").returncode == 0
    storage = JournalStorage(JournalFileBackend(str(bench.folder / "optuna")))
    study = optuna.load_study(study_name="study", storage=storage)
    trials = bench.trials()
    assert len(study.trials) == len(trials) == 40
    failed = [trial.number for trial in study.trials if trial.state.name == "FAIL"]
    assert failed == [trial["trial"] for trial in trials if "error" in trial] != []
    for trial, line in zip(study.trials, trials):
        response = float(line["values"]["spring.response"])
        assert response == pytest.approx(trial.params["spring.response"], rel=1e-5)
        if "card" in line:
            assert trial.values[0] == line["card"]["wrong"] / line["card"]["gestures"]
            excess = line["card"]["overshootMost"] / 1000 - 8
            assert trial.constraints == {"overshoot ≤ 8": pytest.approx(excess)}


def test_what_is_asked_depends_on_seed_and_batch_which_the_journal_remembers(bench: Bench) -> None:
    assert bench.run("--sampler", "tpe", "--seed", "7", journal="seven").returncode == 0
    assert bench.run("--sampler", "tpe", "--seed", "8", journal="eight").returncode == 0
    assert bench.trials("seven") != bench.trials("eight")
    other = bench.run("--sampler", "tpe", "--seed", "7", "--batch", "4", journal="seven")
    assert other.returncode == DATA
    assert 'seven:1: found a journal with search {"method":"optuna-tpe","seed":"7"' in other.stderr


def test_a_journal_is_judged_anew_and_gone_on_with(bench: Bench) -> None:
    options = ("--sampler", "tpe")
    assert bench.run(*options).returncode == 0
    before = bench.trials()
    bench.study["objectives"] = ["settleTime"]
    again = bench.run(*options, "--trials", "60", storage="optuna")
    assert again.returncode == 0, again.stderr
    assert "proposed for other objectives" in again.stderr
    assert bench.trials()[:40] == before and len(bench.trials()) == 60


@pytest.mark.parametrize("part", ["objectives", "constraints"])
def test_what_has_no_value_is_a_failure_and_no_end(bench: Bench, part: str) -> None:
    bench.study[part] = {"objectives": ["nothing"], "constraints": {"nothing": 1}}[part]
    ran = bench.run("--sampler", "tpe", "--trials", "20", storage="optuna")
    assert ran.returncode == 0, ran.stderr
    assert "20 trials" in ran.stdout and "20 of them without a value" in ran.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sampler", "cmaes"], "--sampler cmaes: found 2 objectives, and CMA-ES minimises one"),
        (["--seed", "5"], "--seed 5: found the seed 1 in the study"),
        (["--trials", "41"], "--trials 41: found 40 points in the search of the study"),
        (["--trials", "0"], "--trials: found '0' instead of a number of at least 1"),
        (["--sampler", "tpe2"], "invalid choice: 'tpe2'"),
        (["--scheduler", "tomorrow"], "--scheduler: found 'tomorrow'; give none, local"),
    ],
)
def test_what_cannot_be_is_told_before_a_journal_is_there(
    bench: Bench, options: list[str], message: str
) -> None:
    ran = bench.run(*options)
    assert ran.returncode == USAGE
    assert message in ran.stderr
    assert not (bench.folder / "journal").exists() or bench.trials() == []


def test_a_worker_that_talks_nonsense_ends_the_run_and_keeps_the_journal(bench: Bench) -> None:
    # The third request is the second batch; the second request judges the first batch.
    options = ("--sampler", "tpe")
    ran = bench.run(*options, environment={"FAKE_FAULT": "nonsense@3"})
    assert ran.returncode == SOFTWARE
    assert "answered 'Segmentation fault'" in ran.stderr and "Traceback" not in ran.stderr
    assert len(bench.trials()) == 16
    assert bench.run(*options).returncode == 0
    assert bench.run(*options, journal="whole").returncode == 0
    assert bench.digest() == bench.digest("whole")


def test_interrupted_a_run_keeps_what_there_is(bench: Bench) -> None:
    # The fake interrupts the driver instead of killing it.
    interrupting = bench.folder / "interrupting"
    interrupting.write_text(
        f"#!{sys.executable}\n"
        + open(KILLING)
        .read()
        .replace("os.getppid(), signal.SIGKILL", "os.getppid(), signal.SIGINT")
    )
    interrupting.chmod(0o755)
    ran = bench.run(
        "--sampler",
        "tpe",
        program=str(interrupting),
        environment={**bench.killing(2), "KILLING_PROGRAM": FAKE},
    )
    assert ran.returncode == INTERRUPTED
    assert "stopped; its trials are kept, and the same command continues the search" in ran.stderr
    assert len(bench.trials()) == 16


def test_progress_is_shown_on_a_terminal(bench: Bench) -> None:
    primary, secondary = os.openpty()
    command = [sys.executable, "-m", "flickbook_tuning", "run", str(bench.path)]
    command += ["--flickbook", FAKE, "--journal", str(bench.folder / "journal")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=secondary) as process:
        os.close(secondary)
        shown = b""
        try:
            while piece := os.read(primary, 4096):
                shown += piece
        except OSError:  # Linux reports an error after the last writer has closed the terminal.
            pass
        assert process.wait(PATIENCE_SECONDS) == 0
    os.close(primary)
    # The run is too short for an estimate of the time that is left.
    assert b" of 40 trials, " in shown and b" left" not in shown


def test_the_time_left_does_not_count_the_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr(sys, "stderr", shown := Terminal())
    line = progress.Progress(total=1_000)
    # The first trial includes five minutes of preparation; every other trial takes a tenth of a
    # second.
    for done in (1, 11, 101, 201):
        now = 300 + (done - 1) * 0.1
        line.show(done, "best")
    assert shown.getvalue().split("\r\x1b[K")[1:] == [
        "1 of 1000 trials, best",
        "11 of 1000 trials, best",
        "101 of 1000 trials, best, 1:29 left",
        "201 of 1000 trials, best, 1:19 left",
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True
