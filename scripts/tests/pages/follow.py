#!/usr/bin/env python3
"""Types the commands of pages into one shell, one page after another, and compares their output with the pages.

Usage: follow.py FLICKBOOK PAGE…; run by scripts/tests/docs.

The shell starts in an empty folder. A block ```sh contains commands, one per line; each must exit with 0, or with N if
the line ends with '# exits with N'. A block ```yaml PATH, or js, jsx, html, python or txt, is the content of a file,
with a path relative to the present folder of the shell. A block ```text is the output of the commands before it: every
line of the block must occur in the output, in the same order, except that a line … stands for any output, and … at the
end of a line for any rest. The command flickbook-drive is the one in the repository. A page is skipped if a program
that it needs is missing.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w+)[ ]*(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DRIVING = pathlib.Path(__file__).resolve().parents[3] / "scripts/driving/src"
# Programs and folders that a page needs beyond those that scripts/tests/docs installs.
NEEDS = {
    "first-page.md": ("chromium-headless-shell", "esbuild", "git", "/usr/share/nodejs/react-dom"),
    "first-window.md": (
        "git", "/usr/lib/xorg/Xorg", "/usr/lib/xorg/modules/drivers/dummy_drv.so",
        "/usr/lib/python3/dist-packages/gi", "/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-4.0.typelib"),
}
STATUS = re.compile(r"# exits with (\d+)$")
END = "end-of-command"


class Shell:
    """A shell that stays open, so that 'cd' has an effect on the commands after it."""

    def __init__(self, folder, environment):
        self.folder = folder
        self.process = subprocess.Popen(
            ["timeout", "600", "bash"], cwd=folder, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def type(self, line):
        """Runs a command, and returns its exit status and the lines of its output."""
        self.process.stdin.write(f"{{ {line}\n}} < /dev/null\nprintf '\\n{END} %d %s\\n' $? \"$PWD\"\n")
        self.process.stdin.flush()
        lines = []
        for said in self.process.stdout:
            if said.startswith(END):
                _, status, self.folder = said.rstrip("\n").split(" ", 2)
                return int(status), lines[:-1] if lines[-1] == "" else lines
            lines.append(said.rstrip("\n"))
        sys.exit("\n".join([*lines, f"'{line}' ended the shell, or took more than 10 minutes"]))


def typed(page, shell, lines):
    """Runs commands, one per line, and returns the lines of their output."""
    said = []
    for line in lines:
        print(f"$ {line}", flush=True)
        status, output = shell.type(line)
        wanted = int(match[1]) if (match := STATUS.search(line)) else 0
        if status != wanted:
            print("\n".join(output))
            sys.exit(f"{page}: '{line}' exits with {status}, the page expects {wanted}")
        said += output
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


def follow(page, shell):
    for need in NEEDS.get(page.name, ()):
        if not (os.path.exists(need) if "/" in need else shutil.which(need)):
            return print(f"{page.name}: skipped, because it needs {need}")
    said, count = [], 0
    for language, place, text in FENCE.findall(page.read_text()):
        if language == "sh":
            said = typed(page, shell, text.splitlines())
            count += 1
        elif language in ("yaml", "js", "jsx", "html", "python", "txt") and place:
            path = pathlib.Path(shell.folder) / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif language == "text":
            check_shown(page, text.splitlines(), said)
    if count == 0:
        sys.exit(f"{page}: found no commands")


with tempfile.TemporaryDirectory(prefix="flickbook-pages-") as top:
    programs, empty = pathlib.Path(top) / "programs", pathlib.Path(top) / "empty"
    programs.mkdir()
    empty.mkdir()
    (programs / "flickbook").symlink_to(pathlib.Path(sys.argv[1]).resolve())
    driver = programs / "flickbook-drive"
    driver.write_text(f'#!/bin/sh\nPYTHONPATH={DRIVING} exec python3 -m flickbook_driving "$@"\n')
    driver.chmod(0o755)
    shell = Shell(str(empty), os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"})
    for argument in sys.argv[2:]:
        follow(pathlib.Path(argument), shell)
