#!/usr/bin/env python3
"""Replays the bundled cases on engines for other processors, and compares the files with the files of the command.

Usage: machines.py FLICKBOOK FOLDER MACHINE:RATE,RATE…:COMMAND…; run by scripts/tests/machines.

The runs of the command are written to FOLDER. COMMAND starts an engine, which reads requests from the standard input;
see engine.c.
"""

import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys

FILES = ("frames.jsonl", "events.jsonl", "run.json")
# The largest number of differences to print for a machine; one error usually changes most runs, so more do not help.
TOLD = 10
ENTRIES = re.compile(r'<script type="application/json" id="recordings">(.*?)</script>', re.DOTALL)


def entries(flickbook, folder):
    """Returns the recording and the request of every bundled case, in the format of the engine."""
    page = folder / "cases.html"
    subprocess.run([flickbook, "view", "--no-engine", "Recordings", "-o", page], check=True,
                   stdout=subprocess.DEVNULL)
    return json.loads(ENTRIES.search(page.read_text()).group(1))["recordings"]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def name_of(entry):
    return re.match(r"recording (.*)", entry["recording"]).group(1)


def command_digests(flickbook, folder, names, rate):
    """Returns the digests of the files that the command writes for every case at `rate`."""
    runs = folder / f"runs-{rate}"
    cases = [f"Recordings/{name}" for name in names]
    subprocess.run([flickbook, "replay", "--no-picture", "--hz", str(rate), *cases, "-o", runs],
                   check=True, stdout=subprocess.DEVNULL)
    folders = {name: runs / name.replace("/", "-") for name in names}
    return {name: [digest((folder / file).read_bytes()) for file in FILES]
            for name, folder in folders.items()}


class Engine:
    """An engine that runs on an emulated processor."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, text, verb="ask"):
        """Returns the answer to a request; None if the engine has stopped."""
        words = text.encode()
        try:
            self.process.stdin.write(f"{verb} {len(words)}\n".encode() + words)
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        length = self.process.stdout.readline()
        return self.process.stdout.read(max(0, int(length))) if length else None

    def digest(self, file):
        return digest(self.ask(file, "file") or b"")


def failures(machine, rates, command, cases, expected):
    """Returns a line for each run that differs on a machine, by case and rate, and the number of equal runs."""
    engine, found, same = Engine(command), [], 0
    for entry in cases:
        name = name_of(entry)
        engine.ask(entry["recording"])
        for rate in rates:
            request = f"{entry['request']}from set\nhz {rate}\n"
            answer = engine.ask(f"replay {name}\n{request}")
            where = f"{name} at {rate} Hz on {machine}"
            if answer is None:
                status = engine.process.wait()
                return found + [f"{where}: the engine stopped with status {status}"], same
            if "error" in (said := json.loads(answer)):
                found.append(f"{where}: {said['error']}")
                continue
            different = [file for file, wanted in zip(FILES, expected[rate][name])
                         if engine.digest(file) != wanted]
            if different:
                found.append(f"{where}: differs from the command: {', '.join(different)}")
            else:
                same += 1
        engine.ask(f"forget {name}")
    engine.process.stdin.close()
    status = engine.process.wait()
    return found + ([f"{machine}: the engine ended with status {status}"] if status else []), same


def main():
    flickbook, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    machines = []
    for argument in sys.argv[3:]:
        machine, rates, command = argument.split(":", 2)
        machines.append((machine, [int(rate) for rate in rates.split(",")], command.split()))
    cases = entries(flickbook, folder)
    names = [name_of(entry) for entry in cases]
    expected = {rate: command_digests(flickbook, folder, names, rate)
                for rate in sorted({rate for _, rates, _ in machines for rate in rates})}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda machine: failures(*machine, cases, expected), machines))
    for (machine, rates, _), (found, same) in zip(machines, results):
        for failure in found[:TOLD]:
            print(f"machines: {failure}", file=sys.stderr)
        if len(found) > TOLD:
            print(f"machines: and {len(found) - TOLD} more on {machine}", file=sys.stderr)
        print(f"{machine}: {same} of {len(cases) * len(rates)} runs have the bytes of the command, "
              f"{len(FILES)} files each")
    return 1 if any(found for found, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
