#!/usr/bin/env python3
"""Follows pages in empty folders, one for each: writes their files, and types their commands.

Usage: follow.py FLICKBOOK PAGE…; it is run by scripts/tests/docs.

A block ```yaml PATH is a file and ```sh are commands, each of which ends with 0, or with the status
that a comment '# exits with N' after it says. A block ```text after commands is what they print: each
of its lines is among theirs, in that order; a line … stands for any.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w+)[ ]*(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"# exits with (\d+)$")


def typed(page, folder, environment, lines):
    """Types commands, one a line, and returns all that they print."""
    said = []
    for line in lines:
        print(f"$ {line}")
        result = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=120)
        wanted = int(match[1]) if (match := STATUS.search(line)) else 0
        if result.returncode != wanted:
            sys.exit(f"{result.stdout}{page}: '{line}' ends with {result.returncode}, "
                     f"and the page says {wanted}")
        said += result.stdout.splitlines()
    return said


def check_shown(page, shown, said):
    """Every line that a page shows is among those that were said, in the same order."""
    rest = iter(line.rstrip() for line in said)
    for line in shown:
        if line != "…" and line.rstrip() not in rest:
            everything = "\n".join(said)
            sys.exit(f"{everything}\n{page}: '{line}' is not what the commands above it print; "
                     "show what they do")


def follow(page, flickbook):
    with tempfile.TemporaryDirectory(prefix="flickbook-page-") as folder:
        programs = pathlib.Path(folder) / ".programs"
        programs.mkdir()
        (programs / "flickbook").symlink_to(flickbook)
        environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
        said, count = [], 0
        for language, place, text in FENCE.findall(page.read_text()):
            if language == "sh":
                said = typed(page, folder, environment, text.splitlines())
                count += 1
            elif language == "yaml" and place:
                path = pathlib.Path(folder) / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            elif language == "text":
                check_shown(page, text.splitlines(), said)
        if count == 0:
            sys.exit(f"{page}: nothing was found to carry out")


for argument in sys.argv[2:]:
    follow(pathlib.Path(argument), pathlib.Path(sys.argv[1]).resolve())
