"""Evaluates batches with Dask: on this machine, on others, or in the jobs of a Slurm cluster."""

from __future__ import annotations

import importlib
import logging
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import metadata
from typing import Any

from flickbook_tuning.cutting import Cut, Task
from flickbook_tuning.failure import SOFTWARE, UNAVAILABLE, USAGE, Failure
from flickbook_tuning.worker import (
    Batch,
    Card,
    FlickbookWorker,
    Result,
    StudyDescription,
    WorkerCommand,
)

# The timeouts for the answer of a scheduler, and for its first worker. Without timeouts, Dask would
# try to connect forever.
_ANSWER_SECONDS = 5
_WORKER_SECONDS = 60

_PACKAGE = "flickbook-tuning"

# One flickbook process for each Dask process, so that the corpus is read once; one thread uses it
# at a time.
_workers: dict[WorkerCommand, FlickbookWorker] = {}
_lock = threading.Lock()


class Unusable(Exception):
    """A worker of the cluster cannot evaluate the study; has the worker's address and a reason."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(address, reason)
        self.address = address
        self.reason = reason


def evaluate_task(
    command: WorkerCommand,
    expected: StudyDescription,
    batch: Batch,
    gestures: tuple[int, int] | None,
) -> tuple[list[Result], float]:
    """Evaluates a task in a Dask process; returns the results and the elapsed seconds.

    - Parameter expected: The description of the study at the driver.
    """
    with _lock:
        worker = _workers.get(command)
        if worker is None:
            try:
                worker = FlickbookWorker(replace(command, threads=_threads()))
            except Failure as failure:
                raise Unusable(_address(), str(failure)) from failure
            difference = worker.description.difference(expected)
            if difference is not None:
                worker.close()
                raise Unusable(_address(), difference)
            _workers[command] = worker
        began = time.monotonic()
        try:
            results = worker.evaluated(batch, gestures)
        except Failure:
            # Start a new process for the next task.
            _workers.pop(command).close()
            raise
        return results, time.monotonic() - began


def _threads() -> int:
    from distributed import get_worker

    return int(get_worker().state.nthreads)


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)


class DaskEvaluator:
    """An evaluator on a Dask cluster; other workers take over the tasks of a killed worker."""

    def __init__(
        self, scheduler: str, workers: int, slices: int | None, driver: FlickbookWorker
    ) -> None:
        """Starts the cluster or connects to it.

        - Parameter driver: The worker of the driver, which adds the cards of slices.
        """
        self._driver = driver
        self._command = replace(driver.command, threads=1)
        self._cluster: Any = None
        self._client: Any = None
        # The addresses of the workers that have this package, and the reasons why workers cannot be
        # used.
        self._checked: set[str] = set()
        self._unusable: dict[str, str] = {}
        try:
            self._connect(scheduler, workers)
            self._check()
        except BaseException:
            self.close()
            raise
        self.cut = Cut(driver.description.training, len(self._present()) or workers, slices)

    def evaluated(self, batch: Batch) -> Iterator[list[Result]]:
        self._check()
        present = self._present()
        self.cut.workers = len(present) or self.cut.workers
        tasks = self.cut.tasks(len(batch))
        futures = [self._submitted(batch, task, present) for task in tasks]
        try:
            first = 0
            while first < len(tasks):
                end = first + 1
                while end < len(tasks) and tasks[end].settings == tasks[first].settings:
                    end += 1
                slices = [
                    self._gathered(future, batch, task, present)
                    for future, task in zip(futures[first:end], tasks[first:end])
                ]
                # Release the futures, because a worker stores the results of a future until then.
                futures[first:end] = [None] * (end - first)
                yield self._summed(slices)
                first = end
        finally:
            self._client.cancel([future for future in futures if future is not None], force=True)

    def close(self) -> None:
        for each in (self._client, self._cluster):
            if each is not None:
                each.close()
        self._client = self._cluster = None

    def _gathered(self, future: Any, batch: Batch, task: Task, present: list[str]) -> list[Result]:
        from distributed import KilledWorker

        try:
            results, seconds = self._result(future, batch, task, present)
        except Failure:
            raise
        except KilledWorker as error:
            raise Failure(
                SOFTWARE,
                "--scheduler",
                "several workers were killed during one task",
                "check the memory of the workers, or divide the corpus into more parts with "
                "--shards; the trials in the journal are kept",
            ) from error
        except Exception as error:  # A lost scheduler raises exceptions of many types.
            raise Failure(
                UNAVAILABLE,
                "--scheduler",
                f"the cluster failed to do a task ({_in_a_line(error)})",
                "check that the cluster is running and has flickbook-tuning installed, and repeat "
                "the command; the trials in the journal are kept",
            ) from error
        first, end = task.gestures or (0, self.cut.gestures)
        self.cut.measured(len(results) * (end - first), seconds)
        return list(results)

    def _result(
        self, future: Any, batch: Batch, task: Task, present: list[str]
    ) -> tuple[list[Result], float]:
        """Waits for a task; gives it to another worker if its worker cannot be used.

        - Parameter present: The workers that were there when the task was submitted.
        """
        while True:
            try:
                results, seconds = future.result(timeout=_ANSWER_SECONDS)
                return list(results), float(seconds)
            except Unusable as error:
                self._exclude(error.address, error.reason)
            except TimeoutError:
                # If all workers on which a task may run have ended, the task would wait forever.
                if not self._unusable or set(present) & set(self._present()):
                    continue
            present = self._present()
            future = self._submitted(batch, task, present)

    def _check(self) -> None:
        """Excludes those workers that joined since the last check and do not have this package."""
        news = sorted(set(self._present()) - self._checked)
        if not news:
            return
        own = metadata.version(_PACKAGE)
        found = self._client.run(metadata.version, _PACKAGE, workers=news, on_error="return")
        for address, version in found.items():
            if isinstance(version, Exception):
                self._exclude(
                    address, f"it has no Python package {_PACKAGE} ({_in_a_line(version)})"
                )
            elif version != own:
                self._exclude(address, f"it has {_PACKAGE} {version}, and the driver has {own}")
        self._checked.update(news)

    def _exclude(self, address: str, reason: str) -> None:
        """Stops using a worker, and prints the reason once."""
        if address in self._unusable:
            return
        self._unusable[address] = reason
        if not self._present():
            raise Failure(
                UNAVAILABLE,
                f"the worker {address}",
                reason,
                "no other worker is left; correct it and repeat the command; the trials in the "
                "journal are kept",
            )
        print(
            f"the worker {address} is not used: {reason}; the others do its tasks.", file=sys.stderr
        )

    def _summed(self, slices: list[list[Result]]) -> list[Result]:
        """Returns, for each combination, the sum of the cards of all slices."""
        if len(slices) == 1:
            return slices[0]
        summed: list[Result] = []
        cards: list[list[Card]] = []
        for parts in zip(*slices):
            error = next((part.error for part in parts if part.error is not None), None)
            summed.append(Result(parts[0].values, None, error))
            if error is None:
                cards.append([part.card for part in parts if part.card is not None])
        sums = iter(self._driver.judged(cards))
        return [
            each if each.error is not None else replace(each, card=next(sums).card)
            for each in summed
        ]

    def _submitted(self, batch: Batch, task: Task, present: list[str]) -> Any:
        # Prefer the worker that has prepared this slice, if it still exists.
        place: dict[str, Any] = {}
        if self._unusable:
            place = {"workers": present}
        elif task.gestures is not None and present:
            slice_number = task.gestures[0] * len(present) // self.cut.gestures
            place = {"workers": [present[slice_number]], "allow_other_workers": True}
        return self._client.submit(
            evaluate_task,
            self._command,
            self._driver.description,
            batch.part(*task.settings),
            task.gestures,
            pure=False,
            **place,
        )

    def _present(self) -> list[str]:
        known = self._client.scheduler_info(n_workers=-1)["workers"]
        return sorted(set(known) - set(self._unusable))

    def _connect(self, scheduler: str, workers: int) -> None:
        distributed = _imported("distributed", scheduler, "'dask[distributed]'")
        _silence()
        if scheduler == "local":
            with _without_interrupts():
                self._cluster = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
        elif scheduler == "slurm":
            self._cluster = self._slurm(workers)
        elif "://" not in scheduler:
            raise Failure(
                USAGE,
                "--scheduler",
                f"found '{scheduler}'",
                "give none, local, slurm or the address of a scheduler, such as tcp://HOST:8786",
            )
        try:
            self._client = distributed.Client(
                self._cluster or scheduler, timeout=_ANSWER_SECONDS, set_as_default=False
            )
            # A job may wait in Slurm's queue for days.
            patience = None if scheduler == "slurm" else _WORKER_SECONDS
            self._client.wait_for_workers(1, timeout=patience)
            # With local, Dask reports the address of a dashboard that it does not start.
            known = self._client.scheduler_info()["services"]
            if scheduler != "local" and "dashboard" in known:
                print(f"Dask's dashboard is at {self._client.dashboard_link}", file=sys.stderr)
        except (OSError, ValueError) as error:
            raise Failure(
                UNAVAILABLE,
                f"--scheduler {scheduler}",
                "found no scheduler with a worker",
                "start them with: dask scheduler, and dask worker ADDRESS --nthreads 1",
            ) from error

    @staticmethod
    def _slurm(workers: int) -> Any:
        jobqueue = _imported("dask_jobqueue", "slurm", "dask-jobqueue")
        if shutil.which("sbatch") is None:  # Otherwise the driver would wait for workers forever.
            raise Failure(
                UNAVAILABLE,
                "--scheduler slurm",
                "found no program sbatch",
                "run this on a machine that submits jobs, or give the address of a scheduler",
            )
        try:
            cluster = jobqueue.SLURMCluster()
            cluster.scale(jobs=workers)
        except ValueError as error:  # Cores or memory of a job are missing.
            raise Failure(
                USAGE,
                "--scheduler slurm",
                f"found no job description ({_in_a_line(error)})",
                "set cores, memory and walltime in ~/.config/dask/jobqueue.yaml",
            ) from error
        return cluster


def _imported(module: str, scheduler: str, package: str) -> Any:
    """Imports an optional module, which has no complete types."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Failure(
            UNAVAILABLE,
            f"--scheduler {scheduler}",
            f"found no Python package {module}",
            f"install it with: pip install {package}",
        ) from error


def _silence() -> None:
    """Silences Dask's loggers: Dask replaces lost workers, and this package reports failures.

    Each logger has a separate level.
    """
    for name in list(logging.root.manager.loggerDict):
        if name == "distributed" or name.startswith("distributed."):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _in_a_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


class _without_interrupts:
    """A context in which started processes ignore Ctrl-C, because the driver ends them."""

    def __enter__(self) -> None:
        self._main = threading.current_thread() is threading.main_thread()
        if self._main:
            self._before = signal.signal(signal.SIGINT, signal.SIG_IGN)

    def __exit__(self, *error: object) -> None:
        if self._main:
            signal.signal(signal.SIGINT, self._before)
