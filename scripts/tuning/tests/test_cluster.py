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


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("unready", "exited with status 9 before it was ready, with the message 'out of memory'"),
        ("reject", "found 'spring.respons'; did you mean spring.response?"),
        ("corpus", "its corpus is not the same as that of the driver"),
        ("commit", "it has flickbook 0.1.0 (commit other), and the driver has flickbook 0.1.0"),
    ],
)
def test_a_worker_that_cannot_be_used_is_named_and_left_out(
    serial: Bench, fault: str, found: str
) -> None:
    # The first process belongs to the driver, and the second to a worker.
    faults = {"FAKE_FAULT": fault, "FAKE_FAULTY_START": str(serial.folder / "start") + ".2"}
    ran = serial.run("--sampler", "tpe", *LOCAL, "--shards", "2", environment=faults)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.startswith("the worker tcp://127.0.0.1:") and ran.stderr.count("\n") == 1
    assert found in ran.stderr and "the others do its tasks" in ran.stderr
    assert serial.digest() == serial.digest("serial.tpe")


def test_a_cluster_without_a_worker_that_can_be_used_ends_the_run(bench: Bench) -> None:
    faults = {"FAKE_FAULT": "unready", "FAKE_FAULTY_START": str(bench.folder / "start") + ".2"}
    ran = bench.run("--scheduler", "local", "--workers", "1", environment=faults)
    assert ran.returncode == UNAVAILABLE
    assert "the worker tcp://127.0.0.1:" in ran.stderr and "no other worker is left" in ran.stderr


def test_a_worker_with_another_release_of_the_package_is_left_out(serial: Bench) -> None:
    metadata = serial.folder / "other" / "flickbook_tuning-9.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.1\nName: flickbook-tuning\nVersion: 9\n")
    other = {"PYTHONPATH": f"{metadata.parents[1]}:{os.environ.get('PYTHONPATH', '')}"}
    with Cluster(serial.folder) as cluster:
        for environment in (other, {}):
            cluster.start_worker(environment)
        ran = serial.run("--sampler", "tpe", "--scheduler", cluster.address)
    assert ran.returncode == 0, ran.stderr
    assert "is not used: it has flickbook-tuning 9, and the driver has " in ran.stderr
    assert "Dask's dashboard is at http://" in ran.stderr
    assert serial.digest() == serial.digest("serial.tpe")


class Cluster:
    """A scheduler of Dask and workers, each in a separate process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Cluster:
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        self.address = self._said(scheduler, "Scheduler at: ").split()[-1]
        return self

    def __exit__(self, *error: object) -> None:
        # A worker that is asked to end may wait a minute for a scheduler that has ended.
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.communicate()

    def start_worker(self, environment: dict[str, str]) -> None:
        """Starts a worker, and waits until the scheduler knows it."""
        worker = self._start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", environment=environment
        )
        self._said(worker, "Registered to:")

    def _start(
        self, *words: str, environment: dict[str, str] | None = None
    ) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            cwd=self._folder,
            env={**os.environ, **(environment or {})},
        )
        self._processes.append(process)
        return process

    @staticmethod
    def _said(process: subprocess.Popen[str], words: str) -> str:
        assert process.stderr is not None
        for line in process.stderr:
            if words in line:
                return line
        raise AssertionError(f"the process ended and never said '{words}'")


def test_ctrl_c_in_a_terminal_ends_driver_and_workers_and_keeps_what_there_is(
    serial: Bench,
) -> None:
    # A terminal sends SIGINT to all processes of the command; here the flickbook process of a
    # worker sends it.
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
    # Write a package of this name, which Python finds first; its import fails unless `jobqueue` is
    # true.
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
