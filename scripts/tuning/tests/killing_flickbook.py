#!/usr/bin/env python3
"""Runs a flickbook, and kills a process at a given request, so that timing has no effect on tests.

KILLING_PROGRAM is the flickbook, KILLING_AT the number of the evaluation request that is not
answered, and KILLING_TARGET the process to kill: parent (the driver, or a Dask worker) or self. The
file KILLING_MARK is created at the kill.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys


def main() -> None:
    program = subprocess.Popen(
        [os.environ["KILLING_PROGRAM"], *sys.argv[1:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert program.stdin is not None and program.stdout is not None
    sys.stdout.buffer.write(program.stdout.readline())
    sys.stdout.buffer.flush()
    asked = 0
    for line in sys.stdin.buffer:
        asked += "judge" not in json.loads(line)
        if asked == int(os.environ["KILLING_AT"]):
            kill_once()
        program.stdin.write(line)
        program.stdin.flush()
        sys.stdout.buffer.write(program.stdout.readline())
        sys.stdout.buffer.flush()
    program.stdin.close()
    sys.exit(program.wait())


def kill_once() -> None:
    try:
        os.close(os.open(os.environ["KILLING_MARK"], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    if os.environ.get("KILLING_TARGET", "parent") == "parent":
        os.kill(os.getppid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
