"""The command ``flickbook-tune``."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from flickbook_tuning.failure import (
    INTERRUPTED,
    NO_INPUT,
    TERMINATED,
    UNAVAILABLE,
    USAGE,
    Failure,
)

_SAMPLERS = ("study", "tpe", "cmaes", "nsga2", "random", "qmc")

# How many trials are asked before the first of them is told.
#
# Source: ours; two workers have enough to do, and TPE still learns fifty times in 800 trials. It is
# no function of the machine, because it changes what is asked.
_BATCH = 16


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}; see {self.prog} --help.\n")
        raise SystemExit(USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _terminated)
    try:
        if options.command == "demo":
            from flickbook_tuning.demonstration import demonstrate

            return demonstrate(
                _program(options.flickbook), Path(options.folder), options.recordings
            )
        return _run(options)
    except BrokenPipeError:  # Who reads the report has seen enough; the journal is whole.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Failure as failure:
        print(failure, file=sys.stderr)
        return failure.status


def _terminated(number: int, frame: object) -> NoReturn:
    raise SystemExit(TERMINATED)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="flickbook-tune",
        description="Searches the settings of a study with Optuna, here or on a cluster.",
        epilog="Example: flickbook-tune run sheet.yml --sampler tpe --scheduler local --workers 2",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser(
        "run",
        help="searches the settings of a study",
        description="Searches the settings of a study. What was stopped goes on when the same "
        "command is given again, and ends as if it had never been stopped.",
    )
    run.add_argument("study", metavar="STUDY.yml")
    run.add_argument(
        "--sampler",
        choices=_SAMPLERS,
        default="study",
        help="what asks; study evaluates the study's own points, as flickbook tune does "
        "(default: study)",
    )
    run.add_argument(
        "--trials",
        type=_count,
        metavar="N",
        help="how many there are to be, with those in the journal (default: the study's budget)",
    )
    run.add_argument(
        "--batch",
        type=_count,
        metavar="K",
        help="how many are asked before the first is told; changes what is asked "
        f"(default: {_BATCH})",
    )
    run.add_argument("--seed", type=_seed, metavar="S", help="default: the study's")
    run.add_argument(
        "--journal",
        metavar="FILE",
        help="where the trials are written; is gone on with where it is there "
        "(default: STUDY.SAMPLER.journal.jsonl; with study, the file of flickbook tune)",
    )
    run.add_argument(
        "--storage",
        metavar="FILE",
        help="keeps a copy for Optuna's dashboard: optuna-dashboard FILE",
    )
    run.add_argument(
        "--scheduler",
        default="none",
        metavar="WHERE",
        help="none, local, slurm, or the address of a Dask scheduler (default: none)",
    )
    run.add_argument(
        "--workers",
        type=_count,
        metavar="N",
        help="how many processes with local, jobs with slurm, threads with none "
        "(default: one for each core)",
    )
    run.add_argument(
        "--shards",
        type=_count,
        metavar="M",
        help="how many parts the corpus is cut into for Dask; changes no result "
        "(default: by what it takes)",
    )
    _add_program(run)
    demo = commands.add_parser(
        "demo",
        help="tunes a corpus that it makes up, on two workers of this machine",
        description="Make a corpus up, write a study and tune it on two workers here.",
    )
    demo.add_argument("folder", nargs="?", default="flickbook-demo", metavar="FOLDER")
    demo.add_argument("--recordings", type=_count, default=200, metavar="N", help="default: 200")
    _add_program(demo)
    return parser


def _add_program(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--flickbook",
        metavar="PATH",
        help="the program (default: $FLICKBOOK, or flickbook on the PATH)",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"found '{text}' where a number from 1 should be")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal() or int(text) >= 1 << 32:
        raise argparse.ArgumentTypeError(
            f"found '{text}' where a number from 0 to 2^32 - 1 should be"
        )
    return int(text)


def _program(named: str | None) -> str:
    """The whole path of the program, as workers elsewhere start it."""
    name = named or os.environ.get("FLICKBOOK") or "flickbook"
    found = shutil.which(name)
    if found is None:
        raise Failure(
            UNAVAILABLE,
            name,
            "found no such program",
            "name the program with --flickbook or put it on the PATH",
        )
    return os.path.abspath(found)


def _run(options: argparse.Namespace) -> int:
    program = _program(options.flickbook)
    study = Path(options.study)
    if not study.is_file():
        raise Failure(
            NO_INPUT, str(study), "found no such file", "name a study; see docs/tuning-at-scale.md"
        )
    journal = Path(options.journal) if options.journal else _journal(study, options.sampler)
    try:
        return _searched(options, program, study, journal)
    except KeyboardInterrupt:
        print(
            f"{journal}: stopped; it keeps what there is, and the same command goes on from it.",
            file=sys.stderr,
        )
        return INTERRUPTED


def _journal(study: Path, sampler: str) -> Path:
    """Where a journal is; with the study's own points it is one with that of flickbook tune."""
    stem = study.name.removesuffix(".yml").removesuffix(".yaml")
    return study.with_name(stem + ("" if sampler == "study" else f".{sampler}") + ".journal.jsonl")


def _searched(options: argparse.Namespace, program: str, study: Path, journal: Path) -> int:
    # Optuna takes a second to load; whoever asks for --help or names a wrong file need not wait.
    from flickbook_tuning.cluster import DaskEvaluator
    from flickbook_tuning.driver import Driver, Search
    from flickbook_tuning.evaluation import Evaluator, SerialEvaluator
    from flickbook_tuning.journal import Journal
    from flickbook_tuning.optimiser import check_sampler
    from flickbook_tuning.worker import FlickbookWorker, WorkerCommand

    own = options.sampler == "study"
    serial = options.scheduler == "none"
    command = WorkerCommand(program, str(study.resolve()), options.workers if serial else 1)
    with FlickbookWorker(command) as worker:
        description = worker.description
        search = Search(
            sampler=options.sampler,
            trials=_trials(options, description.points if own else description.budget),
            batch=options.batch or (None if own else _BATCH),
            seed=options.seed if options.seed is not None else description.seed,
        )
        if own and options.seed not in (None, description.seed):
            raise Failure(
                USAGE,
                f"--seed {options.seed}",
                f"found the seed {description.seed} in the study, whose own points it makes",
                "change it there, or choose another --sampler",
            )
        check_sampler(options.sampler, description)
        with Journal(journal, search.header(description)) as opened:
            evaluator: Evaluator
            if serial:
                evaluator = SerialEvaluator(worker)
            else:
                count = options.workers or os.cpu_count() or 1
                evaluator = DaskEvaluator(options.scheduler, count, options.shards, worker)
            try:
                storage = Path(options.storage) if options.storage else None
                driver = Driver(search, worker, evaluator, opened, storage, study.stem)
                driver.run()
            finally:
                evaluator.close()
    advice = shlex.join(["flickbook", "tune", str(study), "--journal", str(journal)])
    print(driver.outcome.report(str(journal), advice), flush=True)
    return 0


def _trials(options: argparse.Namespace, offered: int) -> int:
    if options.sampler == "study" and options.trials is not None and options.trials > offered:
        raise Failure(
            USAGE,
            f"--trials {options.trials}",
            f"found {offered} points in the study's own search",
            "raise its budget, or choose another --sampler",
        )
    return int(options.trials or offered)
