"""Optuna's log of a study, and the file for its dashboard.

The file is a copy that is written again from the journal when a run is resumed. To give the same
bytes each time, its dates count trials, one per second, and the name of its writer is fixed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from optuna.storages.journal import BaseJournalBackend

from flickbook_tuning.failure import INPUT_OUTPUT, Failure

_FIRST_DATE = datetime(2000, 1, 1, tzinfo=UTC)


class StudyLog(BaseJournalBackend):
    """The operations on one study in memory, which `publish` writes to a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._unread: list[dict[str, Any]] = []
        self._read = 0
        self._unpublished: list[str] = []
        self._trials = 0
        self._begun = False

    def append_logs(self, logs: list[dict[str, Any]]) -> None:
        self._unread.extend(logs)
        if self._path is not None:
            self._unpublished.extend(self._timeless(log) for log in logs if not _is_memory(log))

    def read_logs(self, log_number_from: int) -> Iterable[dict[str, Any]]:
        # There is only one reader, which reads every log once, so nothing needs to be kept.
        unread = self._unread[log_number_from - self._read :]
        self._read += len(self._unread)
        self._unread = []
        return unread

    def publish(self) -> None:
        """Appends new operations to the file; the first time, replaces the file."""
        if self._path is None:
            return
        content = "".join(self._unpublished).encode()
        try:
            if self._begun:
                with open(self._path, "ab") as file:
                    file.write(content)
            else:
                aside = self._path.with_name(f".{self._path.name}.new")
                aside.write_bytes(content)
                os.replace(aside, self._path)
        except OSError as error:
            raise Failure(
                INPUT_OUTPUT,
                str(self._path),
                f"cannot be written ({os.strerror(error.errno or 0)})",
                "free some space or leave out --storage; the journal is complete, and the same "
                "command continues the search",
            ) from error
        self._begun = True
        self._unpublished = []

    def _timeless(self, log: dict[str, Any]) -> str:
        trial = log.get("trial_id", self._trials)
        if "datetime_start" in log and "trial_id" not in log:
            self._trials += 1
        dates = {
            key: (_FIRST_DATE + timedelta(seconds=trial + seconds)).isoformat(
                timespec="microseconds"
            )
            for key, seconds in (("datetime_start", 0), ("datetime_complete", 1))
            if key in log
        }
        return json.dumps({**log, "worker_id": "flickbook", **dates}, separators=(",", ":")) + "\n"


def _is_memory(log: dict[str, Any]) -> bool:
    """Whether an operation stores the internal state of a sampler.

    CMA-ES pickles itself including uninitialised memory, which differs in every run. Readers of the
    copy do not need it.
    """
    return any(str(key).startswith("cma:optimizer") for key in log.get("system_attr", {}))
