"""What Optuna keeps of a study, and the file of it that its dashboard reads.

The file is a copy, made from the journal: it is written anew when a run is resumed. To have the
same bytes each time, its dates count trials, one a second, and its one writer is always the same.
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
    """The operations on one study in memory, published to a file whenever that is asked for."""

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
        # One storage reads this, and never twice; so nothing needs to be kept.
        unread = self._unread[log_number_from - self._read :]
        self._read += len(self._unread)
        self._unread = []
        return unread

    def publish(self) -> None:
        """Writes what is new; the first time, the file is replaced by what is known."""
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
                "make room or leave out --storage; the journal is whole, and the same command "
                "goes on from it",
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
    """Whether an operation keeps a sampler's own memory.

    CMA-ES pickles itself with memory that it has not written to yet, which is never the same. Who
    reads the copy has no use for it.
    """
    return any(str(key).startswith("cma:optimizer") for key in log.get("system_attr", {}))
