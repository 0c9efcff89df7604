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

# The number of trials that the sampler proposes before it receives the first result.
#
# Our choice: 16 trials keep two workers busy, and TPE still learns from results fifty times in 800
# trials. The number does not depend on the machine, because it changes the proposals.
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
    except BrokenPipeError:  # The reader of the report has closed it; the journal is complete.
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
        description="Search the settings of a study with Optuna, on this machine or on a cluster.",
        epilog="Example: flickbook-tune run sheet.yml --sampler tpe --scheduler local --workers 2",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    run = commands.add_parser(
        "run",
        help="search the settings of a study",
        description="Search the settings of a study. To continue a stopped search, repeat the same "
        "command; the result is the same as without the stop.",
    )
    run.add_argument("study", metavar="STUDY.yml")
    run.add_argument(
        "--corpus",
        action="append",
        default=[],
        metavar="PATH",
        help="use this recording or folder instead of the study's corpus; repeatable",
    )
    run.add_argument(
        "--sampler",
        choices=_SAMPLERS,
        default="study",
        help="source of the trials; study uses the points of the study, as flickbook tune does "
        "(default: study)",
    )
    run.add_argument(
        "--trials",
        type=_count,
        metavar="N",
        help="number of trials, including those in the journal (default: the budget of the study)",
    )
    run.add_argument(
        "--batch",
        type=_count,
        metavar="K",
        help="number of trials that the sampler proposes before it receives the first result; "
        "changes the proposals "
        f"(default: {_BATCH})",
    )
    run.add_argument(
        "--seed",
        type=_seed,
        metavar="S",
        help="seed of the sampler (default: the seed of the study)",
    )
    run.add_argument(
        "--journal",
        metavar="FILE",
        help="file for the trials; an existing journal is continued "
        "(default: STUDY.SAMPLER.journal.jsonl; with study, the file of flickbook tune)",
    )
    run.add_argument(
        "--storage",
        metavar="FILE",
        help="write a copy for Optuna's dashboard: optuna-dashboard FILE",
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
        help="number of processes with local, jobs with slurm, threads with none "
        "(default: one for each core)",
    )
    run.add_argument(
        "--shards",
        type=_count,
        metavar="M",
        help="number of parts of the corpus for Dask; does not change the results "
        "(default: by the measured time)",
    )
    _add_program(run)
    demo = commands.add_parser(
        "demo",
        help="tune a synthetic corpus on two workers of this machine",
        description="Generate a corpus, write a study and tune it on two workers of this machine.",
    )
    demo.add_argument(
        "folder",
        nargs="?",
        default="flickbook-demo",
        metavar="FOLDER",
        help="folder of the corpus and the study (default: flickbook-demo)",
    )
    demo.add_argument(
        "--recordings",
        type=_count,
        default=200,
        metavar="N",
        help="number of recordings in the corpus (default: 200)",
    )
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
        raise argparse.ArgumentTypeError(f"found '{text}' instead of a number of at least 1")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal() or int(text) >= 1 << 32:
        raise argparse.ArgumentTypeError(f"found '{text}' instead of a number from 0 to 2^32 - 1")
    return int(text)


def _program(named: str | None) -> str:
    """Returns the absolute path of the program, because workers on other machines need it."""
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
            f"{journal}: stopped; its trials are kept, and the same command continues the search.",
            file=sys.stderr,
        )
        return INTERRUPTED


def _journal(study: Path, sampler: str) -> Path:
    """Returns the default path of a journal; the sampler study has the path of flickbook tune."""
    stem = study.name.removesuffix(".yml").removesuffix(".yaml")
    return study.with_name(stem + ("" if sampler == "study" else f".{sampler}") + ".journal.jsonl")


def _searched(options: argparse.Namespace, program: str, study: Path, journal: Path) -> int:
    # Import late, because Optuna takes a second to load, and --help and early errors do not need
    # it.
    from flickbook_tuning.cluster import DaskEvaluator
    from flickbook_tuning.driver import Driver, Search
    from flickbook_tuning.evaluation import Evaluator, SerialEvaluator
    from flickbook_tuning.journal import Journal
    from flickbook_tuning.optimiser import check_sampler
    from flickbook_tuning.worker import FlickbookWorker, WorkerCommand

    own = options.sampler == "study"
    serial = options.scheduler == "none"
    command = WorkerCommand(
        program,
        str(study.resolve()),
        options.workers if serial else 1,
        tuple(str(Path(path).resolve()) for path in options.corpus),
    )
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
                f"found the seed {description.seed} in the study, which determines its points",
                "change the seed in the study, or choose another --sampler",
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
            f"found {offered} points in the search of the study",
            "increase its budget, or choose another --sampler",
        )
    return int(options.trials or offered)
