"""The process ``flickbook worker``, which evaluates settings on a corpus."""

from __future__ import annotations

import json
import math
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any

from flickbook_tuning.failure import SOFTWARE, UNAVAILABLE, Failure

PROTOCOL = 1

# One combination of settings as text, such as {"spring.response": "0.35"}.
Values = Mapping[str, str]

# Counts, sums and maxima over gestures; opaque here, because only flickbook adds them.
Card = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """The result of one combination of settings on some gestures: a card, or an error."""

    values: dict[str, str]
    card: Card | None
    error: str | None


@dataclass(frozen=True)
class Verdict:
    """A card over all gestures, with the values of the study's objectives and constraints.

    A smaller objective is better. An excess above zero means that the constraint is violated.
    """

    card: Card
    objectives: list[float]
    excess: list[float]

    @property
    def has_values(self) -> bool:
        """Whether all objectives and constraints have a value; a missing value is NaN."""
        return not any(math.isnan(x) for x in [*self.objectives, *self.excess])


@dataclass(frozen=True)
class WorkerCommand:
    """The command that starts a worker, on this machine or on another machine with the same files.

    If `threads` is None, the worker uses a thread for each core. The paths `corpus` replace those
    of the study.
    """

    program: str
    study: str
    threads: int | None = None
    corpus: tuple[str, ...] = ()

    @property
    def arguments(self) -> list[str]:
        threads = ["--threads", str(self.threads)] if self.threads is not None else []
        corpus = [word for path in self.corpus for word in ("--corpus", path)]
        return [self.program, "worker", self.study, *threads, *corpus]


@dataclass(frozen=True)
class Batch:
    """Combinations to evaluate: either `settings`, or the study's own points first..<end."""

    settings: Sequence[Values] | None = None
    first: int = 0
    end: int = 0

    def __len__(self) -> int:
        return len(self.settings) if self.settings is not None else self.end - self.first

    def part(self, first: int, end: int) -> Batch:
        """Returns the combinations first..<end of this batch."""
        if self.settings is not None:
            return Batch(settings=self.settings[first:end])
        return Batch(first=self.first + first, end=self.first + end)

    @property
    def request(self) -> dict[str, Any]:
        if self.settings is not None:
            return {"evaluate": [dict(values) for values in self.settings]}
        return {"points": [self.first, self.end]}


@dataclass(frozen=True)
class StudyDescription:
    """The description of a study that a worker sends when it is ready."""

    header: dict[str, Any]
    training: int
    space: list[dict[str, Any]]
    objectives: list[str]
    constraints: list[str]
    budget: int
    seed: int
    points: int
    tool: str
    commit: str
    ready: dict[str, Any] = field(repr=False)

    def difference(self, driver: StudyDescription) -> str | None:
        """Returns the difference from the driver's description that makes the results of a worker
        unusable; None if there is none."""
        own, other = (
            f"flickbook {each.tool} (commit {each.commit[:12] or 'unknown'})"
            for each in (self, driver)
        )
        if (self.tool, self.commit) != (driver.tool, driver.commit):
            return f"it has {own}, and the driver has {other}"
        if self.header == driver.header:
            return None
        is_corpus = self.header.get("corpus") != driver.header.get("corpus")
        return f"its {'corpus' if is_corpus else 'study'} is not the same as that of the driver"


class FlickbookWorker:
    """A running ``flickbook worker``.

    If the process dies, it is restarted once for each request, because an answer does not depend on
    earlier requests. After an invalid answer, no more requests are sent.
    """

    def __init__(self, command: WorkerCommand) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._trouble: IO[bytes] | None = None
        self._last_request = 0
        self.description = self._start()

    def __enter__(self) -> FlickbookWorker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def evaluated(self, batch: Batch, gestures: tuple[int, int] | None = None) -> list[Result]:
        """Evaluates a batch on the gestures first..<end of the training part, or on all of it."""
        request = batch.request
        if gestures is not None:
            request["gestures"] = list(gestures)
        results = [self._result(each) for each in self._asked(request, expected=len(batch))]
        for asked, result in zip(batch.settings or [], results):
            if result.values != asked:
                line = json.dumps(result.values, ensure_ascii=False).encode()
                raise self._nonsense(line, "the requested settings")
        return results

    def judged(self, cards: Sequence[Sequence[Card]]) -> list[Verdict]:
        """Returns the verdict on the sum of each list of cards."""
        if not cards:
            return []
        verdicts = self._asked({"judge": [list(parts) for parts in cards]}, expected=len(cards))
        return [self._verdict(verdict) for verdict in verdicts]

    def close(self) -> None:
        """Ends the process; it is safe to call this twice."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()
        if self._trouble is not None:
            self._trouble.close()
            self._trouble = None

    def _start(self) -> StudyDescription:
        self.close()
        self._trouble = tempfile.TemporaryFile()
        try:
            # Use a separate process group, so that Ctrl-C reaches only the driver. Workers end when
            # their input ends, even if the driver is killed.
            self._process = subprocess.Popen(
                self.command.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._trouble,
                process_group=0,
            )
        except OSError as error:
            raise Failure(
                UNAVAILABLE,
                self.command.program,
                f"cannot be started ({os.strerror(error.errno or 0)})",
                "name the program with --flickbook or put it on the PATH",
            ) from error
        line = self._read_line()
        if line is None:
            status = self._ended()
            if status in (64, 65, 66):
                # The study is invalid, and flickbook has printed a message in three parts.
                raise StudyRejected(status, self._last_words())
            raise self._died(f"exited with status {status} before it was ready")
        return self._description(line)

    def _asked(self, request: dict[str, Any], expected: int) -> list[Any]:
        self._last_request += 1
        number = self._last_request
        text = json.dumps({"id": number, **request}, ensure_ascii=False, separators=(",", ":"))
        line = self._answer(text)
        if line is None:
            known = self.description
            self.description = self._start()
            if self.description.header != known.header:
                raise Failure(
                    SOFTWARE,
                    self.command.study,
                    "the study or its corpus changed during the run",
                    "start again with a new journal, and change neither during the run",
                )
            line = self._answer(text)
        if line is None:
            raise self._died(f"exited twice at one request, with status {self._ended()}")
        answer = self._parsed(line)
        if answer.get("id") != number:
            raise self._nonsense(line, f"an answer with the id {number}")
        if "error" in answer:
            raise self._refused(answer["error"])
        results = answer.get("results")
        if not isinstance(results, list) or len(results) != expected:
            raise self._nonsense(line, f"{expected} results")
        return results

    def _answer(self, request: str) -> bytes | None:
        """Returns the line that answers a request; None if the process has ended."""
        process = self._process
        if process is None or process.stdin is None:
            return None
        try:
            process.stdin.write(request.encode() + b"\n")
            process.stdin.flush()
        except (BrokenPipeError, ConnectionResetError):
            return None
        return self._read_line()

    def _read_line(self) -> bytes | None:
        process = self._process
        if process is None or process.stdout is None:
            return None
        line = process.stdout.readline()
        return line if line.endswith(b"\n") else None

    def _ended(self) -> int | None:
        return self._process.wait() if self._process is not None else None

    def _last_words(self) -> str:
        """Returns the end of the process's standard error."""
        if self._trouble is None:
            return ""
        size = self._trouble.seek(0, os.SEEK_END)
        self._trouble.seek(max(0, size - 2000))
        return self._trouble.read().decode(errors="replace").strip()

    def _description(self, line: bytes) -> StudyDescription:
        ready = self._parsed(line)
        found = ready.get("protocol")
        if found != PROTOCOL:
            raise Failure(
                SOFTWARE,
                self.command.program,
                f"found version {found!r} of the protocol, this package supports {PROTOCOL}",
                "install flickbook-tuning and flickbook of the same release",
            )
        try:
            return StudyDescription(
                header=dict(ready["header"]),
                training=int(ready["training"]),
                space=list(ready["space"]),
                objectives=[str(name) for name in ready["objectives"]],
                constraints=[str(name) for name in ready["constraints"]],
                budget=int(ready["search"]["budget"]),
                seed=int(ready["search"].get("seed") or 0),
                points=int(ready["points"]),
                tool=str(ready["tool"]),
                commit=str(ready["commit"]),
                ready=ready,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise self._nonsense(line, "a complete description of a study") from error

    def _result(self, result: Any) -> Result:
        try:
            card, error = result.get("card"), result.get("error")
            if (card is None) == (error is None):
                raise ValueError("neither or both")
            return Result(values=dict(result["values"]), card=card, error=error)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise self._nonsense(json.dumps(result).encode(), "values and a card") from error

    def _verdict(self, verdict: Any) -> Verdict:
        try:
            objectives = [_number(x) for x in verdict["objectives"]]
            excess = [_number(x) for x in verdict["excess"]]
            wanted = (len(self.description.objectives), len(self.description.constraints))
            if (len(objectives), len(excess)) != wanted:
                raise ValueError("not those of the study")
            return Verdict(dict(verdict["card"]), objectives, excess)
        except (KeyError, TypeError, ValueError) as error:
            raise self._nonsense(json.dumps(verdict).encode(), "a card and objectives") from error

    def _parsed(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise self._nonsense(line, "a line of JSON") from error
        if not isinstance(answer, dict):
            raise self._nonsense(line, "an object")
        return answer

    def _nonsense(self, line: bytes, expected: str) -> Failure:
        text = line.decode(errors="replace").strip()
        shown = text if len(text) <= 100 else text[:100] + "…"
        return Failure(
            SOFTWARE,
            f"{self.command.program} worker",
            f"answered '{shown}' instead of {expected}",
            "check that the program is flickbook; the trials in the journal are kept",
        )

    def _refused(self, error: Any) -> Failure:
        message = error.get("message") if isinstance(error, dict) else None
        return Failure(
            SOFTWARE,
            f"{self.command.program} worker",
            f"rejected a request: {message or error}",
            "install flickbook-tuning and flickbook of the same release",
        )

    def _died(self, found: str) -> Failure:
        words = self._last_words()
        return Failure(
            SOFTWARE,
            f"{self.command.program} worker",
            found + (f", with the message '{words}'" if words else ""),
            "repeat the command; the trials in the journal are kept",
        )


def _number(value: Any) -> float:
    """Converts a JSON number; null, a missing value, becomes NaN."""
    return math.nan if value is None else float(value)


class StudyRejected(Failure):
    """flickbook has rejected the study; the message is flickbook's."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(status, message, "", "")
        self.args = (status, message)

    def __str__(self) -> str:
        return self.where
