"""A cluster gives the same journal as one process, regardless of slices and killed workers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import KILLING, PATIENCE_SECONDS, Bench

from flickbook_tuning.failure import INTERRUPTED, SOFTWARE, UNAVAILABLE, USAGE

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="no package distributed")

LOCAL = ("--scheduler", "local", "--workers", "2")


@pytest.fixture
def serial(bench: Bench) -> Iterator[Bench]:
    """A bench with the journals of one process."""
    for sampler in ("study", "tpe"):
        ran = bench.run("--sampler", sampler, journal=f"serial.{sampler}")
        assert ran.returncode == 0, ran.stderr
    yield bench


@pytest.mark.parametrize(("sampler", "shards"), [("study", ["--shards", "3"]), ("tpe", [])])
def test_two_workers_give_the_journal_of_one_process(
    serial: Bench, sampler: str, shards: list[str]
) -> None:
    ran = serial.run("--sampler", sampler, *LOCAL, *shards)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert serial.digest() == serial.digest(f"serial.{sampler}")


@pytest.mark.parametrize("target", ["parent", "self"])
def test_the_tasks_of_a_killed_worker_are_computed_again(serial: Bench, target: str) -> None:
    ran = serial.run(
        "--sampler",
        "tpe",
        *LOCAL,
        "--shards",
        "3",
        program=KILLING,
        environment=serial.killing(at=3, target=target),
    )
    assert ran.returncode == 0, ran.stderr
    assert serial.was_killed
    assert serial.digest() == serial.digest("serial.tpe")


def test_a_worker_that_talks_nonsense_ends_the_run(bench: Bench) -> None:
    ran = bench.run(*LOCAL, environment={"FAKE_FAULT": "nonsense"})
    assert ran.returncode == SOFTWARE
    assert "answered 'Segmentation fault'" in ran.stderr and "Traceback" not in ran.stderr


def test_ctrl_c_in_a_terminal_ends_driver_and_workers_and_keeps_what_there_is(
    serial: Bench,
) -> None:
    # A terminal sends SIGINT to all processes of the command; here the flickbook of a worker does.
    interrupting = serial.folder / "interrupting"
    interrupting.write_text(
        f"#!{sys.executable}\n"
        + Path(KILLING)
        .read_text()
        .replace(
            "os.kill(os.getppid(), signal.SIGKILL)",
            "os.killpg(os.getpgid(os.getppid()), signal.SIGINT)",
        )
    )
    interrupting.chmod(0o755)
    command = [sys.executable, "-m", "flickbook_tuning", "run", str(serial.path), *LOCAL]
    command += ["--sampler", "tpe", "--journal", str(serial.folder / "journal")]
    ran = subprocess.run(
        [*command, "--flickbook", str(interrupting)],
        capture_output=True,
        text=True,
        env={**os.environ, **serial.killing(at=2)},
        timeout=PATIENCE_SECONDS,
        check=False,
        process_group=0,  # A shell also starts each command in a new process group.
    )
    assert ran.returncode == INTERRUPTED, ran.stderr
    assert ran.stderr.count("\n") == 1 and "stopped; its trials are kept" in ran.stderr
    assert serial.run("--sampler", "tpe").returncode == 0
    assert serial.digest() == serial.digest("serial.tpe")


def test_no_scheduler_is_told(bench: Bench) -> None:
    # Port 9, discard; nothing listens there.
    ran = bench.run("--scheduler", "tcp://127.0.0.1:9")
    assert ran.returncode == UNAVAILABLE
    assert "found no scheduler with a worker; start them with: dask scheduler" in ran.stderr


@pytest.mark.skipif(find_spec("dask_jobqueue") is None, reason="no package dask_jobqueue")
def test_jobs_of_slurm_give_the_journal_of_one_process(serial: Bench) -> None:
    # A substitute for a cluster: sbatch starts the script of a job here, scancel ends it.
    programs = {
        # Copy the script, because the caller removes it when sbatch has ended.
        "sbatch": 'cp "$1" job.$$ && { setsid sh job.$$ > job.log 2>&1 < /dev/null & '
        'echo "Submitted batch job $!"; }',
        "scancel": 'kill -- -"$1"',
    }
    for name, body in programs.items():
        program = serial.folder / name
        program.write_text(f"#!/bin/sh\ncd {serial.folder}\n{body}\n")
        program.chmod(0o755)
    (serial.folder / "jobqueue.yaml").write_text(
        "jobqueue: {slurm: {cores: 1, processes: 1, memory: 400MB, interface: lo}}\n"
    )
    ran = serial.run(
        *("--scheduler", "slurm", "--workers", "2", "--shards", "3"),
        environment={
            "DASK_CONFIG": str(serial.folder),
            "PATH": f"{serial.folder}:{os.environ['PATH']}",
        },
    )
    assert ran.returncode == 0, ran.stderr
    assert serial.digest() == serial.digest("serial.study")


@pytest.mark.parametrize("jobqueue", [False, True])
def test_slurm_without_what_it_needs_is_told(bench: Bench, jobqueue: bool) -> None:
    # A package of this name that is found first, and either can be imported or not.
    package = "" if jobqueue else "raise ImportError"
    (bench.folder / "dask_jobqueue.py").write_text(package)
    ran = bench.run(
        "--scheduler",
        "slurm",
        environment={"PYTHONPATH": str(bench.folder), "PATH": os.path.dirname(sys.executable)},
    )
    assert ran.returncode == UNAVAILABLE
    found = "program sbatch; run" if jobqueue else "Python package dask_jobqueue; install it"
    assert f"--scheduler slurm: found no {found}" in ran.stderr


def test_a_scheduler_that_is_none_is_told(bench: Bench) -> None:
    assert bench.run("--scheduler", "clouds").returncode == USAGE
