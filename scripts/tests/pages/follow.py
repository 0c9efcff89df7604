#!/usr/bin/env python3
"""Runs the commands of each page in an empty folder, and compares their output with the output on the page.

Usage: follow.py FLICKBOOK PAGE…; run by scripts/tests/docs.

A block ```yaml PATH, or js, jsx, html, python or txt, is the content of a file. A block ```sh contains commands, one per
line; each must exit with 0, or with N if the line ends with '# exits with N'. A block ```text is the output of the
commands before it: every line of the block must occur in the output, in the same order, except that a line … stands
for any output, and … at the end of a line for any rest. The folder docs of the repository stands for the folder in
which the package installs it, and flickbook-drive is that of the repository. A page is skipped if a program that it
needs is missing.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

INSTALLED = "/usr/share/doc/flickbook/"
DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
FENCE = re.compile(r"^```(\w+)[ ]*(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DRIVING = DOCS.parent / "scripts/driving/src"
# Programs and folders that a page needs beyond those that scripts/tests/docs installs.
NEEDS = {"first-page.md": ("chromium-headless-shell", "esbuild", "git", "/usr/share/nodejs/react-dom")}
STATUS = re.compile(r"# exits with (\d+)$")


def typed(page, folder, environment, lines):
    """Runs commands, one per line, and returns the lines of their output."""
    said = []
    for line in lines:
        print(f"$ {line}")
        command = line.replace(INSTALLED, f"{DOCS}/")
        result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=120)
        wanted = int(match[1]) if (match := STATUS.search(line)) else 0
        if result.returncode != wanted:
            sys.exit(f"{result.stdout}{page}: '{line}' exits with {result.returncode}, "
                     f"the page expects {wanted}")
        said += result.stdout.splitlines()
    return said


def check_shown(page, shown, said):
    """Fails unless the output contains every line that the page shows, in the same order."""
    rest = iter(line.rstrip() for line in said)
    for line in shown:
        begin, end = line.rstrip().removesuffix("…"), line.endswith("…")
        if line != "…" and not any(each == begin or end and each.startswith(begin) for each in rest):
            everything = "\n".join(said)
            sys.exit(f"{everything}\n{page}: the commands above '{line}' do not print this line; "
                     "copy their output to the page")


def follow(page, flickbook):
    for need in NEEDS.get(page.name, ()):
        if not (os.path.exists(need) if "/" in need else shutil.which(need)):
            return print(f"{page.name}: skipped, because it needs {need}")
    with tempfile.TemporaryDirectory(prefix="flickbook-page-") as folder:
        programs = pathlib.Path(folder) / ".programs"
        programs.mkdir()
        (programs / "flickbook").symlink_to(flickbook)
        driver = programs / "flickbook-drive"
        driver.write_text(f'#!/bin/sh\nPYTHONPATH={DRIVING} exec python3 -m flickbook_driving "$@"\n')
        driver.chmod(0o755)
        environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
        said, count = [], 0
        for language, place, text in FENCE.findall(page.read_text()):
            if language == "sh":
                said = typed(page, folder, environment, text.splitlines())
                count += 1
            elif language in ("yaml", "js", "jsx", "html", "python", "txt") and place:
                path = pathlib.Path(folder) / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            elif language == "text":
                check_shown(page, text.splitlines(), said)
        if count == 0:
            sys.exit(f"{page}: found no commands")


for argument in sys.argv[2:]:
    follow(pathlib.Path(argument), pathlib.Path(sys.argv[1]).resolve())
