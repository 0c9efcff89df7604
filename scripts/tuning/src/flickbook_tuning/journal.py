"""The journal: a file with one line for each trial, with its settings and its result.

Lines are only appended, each atomically. The journal contains neither times nor names of machines,
so the same study gives the same bytes.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from flickbook_tuning.failure import DATA, INPUT_OUTPUT, UNAVAILABLE, Failure
from flickbook_tuning.worker import Result

_BEGINNING = b'{"flickbook":"journal/'


def compact(value: object) -> str:
    """Returns JSON in the format of the journal: no spaces, keys in order, letters unescaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Journal:
    """An open journal, locked against other drivers."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        """Opens the journal, or creates it if it does not exist.

        An incomplete last line, after a kill or a full disk, is dropped. The journal of another
        study, corpus, method, seed or batch is rejected.
        """
        self.path = path
        self._file = self._opened()
        try:
            self._lock()
            self.results = self._read(header)
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def append(self, results: Iterable[Result]) -> None:
        """Appends the next trials, all or none, and waits until they are on the disk."""
        added = list(results)
        lines = [
            self._line(len(self.results) + index, result) for index, result in enumerate(added)
        ]
        self._write("".join(lines).encode())
        self.results.extend(added)

    @staticmethod
    def _line(number: int, result: Result) -> str:
        outcome: dict[str, Any] = (
            {"card": result.card} if result.card is not None else {"error": result.error}
        )
        return compact({"trial": number, "values": result.values, **outcome}) + "\n"

    def _opened(self) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise Failure(
                INPUT_OUTPUT,
                str(self.path),
                f"cannot be written ({os.strerror(error.errno or 0)})",
                "name a file in a writable folder with --journal",
            ) from error

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Failure(
                UNAVAILABLE,
                str(self.path),
                "another driver writes to this journal",
                "wait for it, or name another journal with --journal",
            ) from error

    def _read(self, header: dict[str, Any]) -> list[Result]:
        content = b"".join(iter(lambda: os.read(self._file, 1 << 20), b""))
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines:
            self._check(self._object(lines[0], 1), header)
        elif not _BEGINNING.startswith(content[: len(_BEGINNING)]):
            raise self._malformed(content, 1, "the head of a journal")
        results = [self._result(line, index) for index, line in enumerate(lines[1:])]
        # Truncate only after all checks, so that another file named by mistake is not changed.
        if len(whole) < len(content):
            os.ftruncate(self._file, len(whole))
        if not lines:
            self._write(compact(header).encode() + b"\n")
        return results

    def _check(self, found: dict[str, Any], header: dict[str, Any]) -> None:
        if found == header:
            return
        for key in [*header, *found]:
            if found.get(key) != header.get(key):
                raise Failure(
                    DATA,
                    f"{self.path}:1",
                    f"found a journal with {key} {compact(found.get(key))}, this run has "
                    f"{compact(header.get(key))}",
                    "use the options of the run that began it, or name another file with --journal",
                )

    def _result(self, line: bytes, index: int) -> Result:
        trial = self._object(line, index + 2)
        if trial.get("trial") != index or not isinstance(trial.get("values"), dict):
            raise self._malformed(line, index + 2, f"trial {index}")
        card, error = trial.get("card"), trial.get("error")
        if (card is None) == (error is None):
            raise self._malformed(line, index + 2, "a card or an error")
        return Result(values=trial["values"], card=card, error=error)

    def _object(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except ValueError as error:
            raise self._malformed(line, number, "a line of JSON") from error
        if not isinstance(found, dict):
            raise self._malformed(line, number, "an object")
        return found

    def _malformed(self, line: bytes, number: int, expected: str) -> Failure:
        shown = line.decode(errors="replace")[:60]
        return Failure(
            DATA,
            f"{self.path}:{number}",
            f"found '{shown}' instead of {expected}",
            "remove this line and all lines after it, or name another file with --journal",
        )

    def _write(self, content: bytes) -> None:
        end = os.lseek(self._file, 0, os.SEEK_END)
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            with contextlib.suppress(OSError):  # If this fails, the next reader drops the line.
                os.ftruncate(self._file, end)
            raise Failure(
                INPUT_OUTPUT,
                str(self.path),
                f"cannot be written ({os.strerror(error.errno or 0)})",
                "free some space and repeat the command; the trials in the journal are kept",
            ) from error
