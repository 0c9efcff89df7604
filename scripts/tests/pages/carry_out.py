#!/usr/bin/env python3
"""Applies the code blocks of pages to a copy of the package: writes files, inserts lines, and collects commands.

Usage: carry_out.py PAGE… COPY; run by scripts/tests/docs.

A block ```swift PATH is the content of a file. A block ```swift line of PATH is a line for the list in the file PATH. A
block ```swift after "LINE" in PATH contains lines to insert after LINE of the file PATH. A block ```sh contains
commands. A block ```console contains commands that need a device and are not run.
"""

import pathlib
import re
import sys

FENCE = re.compile(r"^```(\w+)[ ]*(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text):
    return [match.groups() for match in FENCE.finditer(text)]


def add_line(path, line):
    lines = path.read_text().split("\n")
    lines.insert(lines.index("]"), line.rstrip("\n"))
    path.write_text("\n".join(lines))


def add_after(path, line, text):
    """Inserts `text` after the only line that equals `line`, ignoring indentation."""
    lines = path.read_text().split("\n")
    places = [index for index, known in enumerate(lines) if known.strip() == line]
    if len(places) != 1:
        sys.exit(f"{path}: found '{line}' {len(places)} times; name a line that occurs once")
    lines.insert(places[0] + 1, text.rstrip("\n"))
    path.write_text("\n".join(lines))


def with_own_import(source):
    """Returns the file for a package that depends on this one, with `import Flickbook` only."""
    rest = [line for line in source.split("\n") if not line.startswith("public import ")]
    return "\n".join(["public import Flickbook"] + rest)


def main():
    pages, copy = [pathlib.Path(page) for page in sys.argv[1:-1]], pathlib.Path(sys.argv[-1])
    own = copy / "own"
    own.mkdir()
    commands, files = [], []
    for language, place, text in [block for page in pages for block in blocks(page.read_text())]:
        if language == "sh":
            commands += text.splitlines()
        elif language == "console":
            continue
        elif place.startswith("line of "):
            add_line(copy / place.removeprefix("line of "), text)
        elif after := re.fullmatch(r'after "(.*)" in (\S+)', place):
            add_after(copy / after[2], after[1], text)
        elif place.startswith(("Sources/", "Tests/")):
            (copy / place).write_text(text)
            files.append(place)
            if place.endswith("Scenario.swift"):
                (own / pathlib.Path(place).name).write_text(with_own_import(text))
        else:
            (own / place).write_text(text)
    (copy / "commands.sh").write_text("\n".join(commands) + "\n")
    (copy / "files.txt").write_text("\n".join(files) + "\n")
    if not commands or not list(own.iterdir()):
        sys.exit(f"{pages[0]}: found no commands or files")


main()
