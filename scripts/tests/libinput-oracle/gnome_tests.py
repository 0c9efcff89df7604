"""Compares Flickbook's presets of GNOME Shell with GNOME Shell's own swipe tracker, on 200 random swipes, and on swipes
that turn back.

    gnome_tests.py FLICKBOOK TABLES VERSION [--store] TRACKER ORACLE…

TABLES is a folder with one table for each version of GNOME Shell; TRACKER is the file swipeTracker.js of GNOME Shell,
and VERSION its version. ORACLE is the command of the program in oracle.c. Without TRACKER, Flickbook is only compared
with tables.
"""

import csv
import datetime
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import families
import gestures
import pads

COUNT = 200
# The numbers of swipes that turn back near a limit. Two or four of them reach another target for each of four changes:
# a slope of the projection that is 5 % larger or smaller, and a threshold of the velocity that is 5 % larger or
# smaller.
TURNS = [2, 23, 147, 229, 24, 28, 35, 64, 38, 74, 143, 260]
# The options for each version; Debian has libinput 1.22 with GNOME Shell 43, and 1.28 with 48.
OPTIONS = {"43": ["--preset", "gnome-shell.43", "--libinput-version", "1.22"],
           "48": ["--preset", "gnome-shell", "--libinput-version", "1.28"]}
# The allowed differences: workspaces, and ms.
PROGRESS, DURATION = 0.005, 1
COLUMNS = ["recording", "began", "released", "velocity", "progress", "target", "duration"]
# If the velocity is below this value, in units per ms, the sum of the deltas consists of rounding errors. The sign of
# these errors decides which duration GNOME Shell uses, so durations are not compared.
ROUNDING = 1e-6


def swipes():
    """Returns random swipes, most of them along the row of workspaces: some turn back, rest, or lift one finger after
    another."""
    result = []
    for number in range(1, COUNT + 1):
        dice = families.Dice(f"flickbook workspace {number}")
        pad = dice.pad(3)
        count = 4 if dice.random() < 0.1 else 3
        across = dice.between(35, 60) if dice.random() < 0.1 else dice.between(0, 25)
        dx, dy = families.way(dice, dice.one_of([0, 180]) + dice.one_of([-1, 1]) * across, dice.between(4, 48), 0)
        scale = min(1, pad.width * 0.5 / max(abs(dx), 1), pad.height * 0.6 / max(abs(dy), 1))
        rest = dice.between(0.05, 0.4) if dice.random() < 0.2 else 0
        after = dice.between(0.02, 0.5) if dice.random() < 0.25 else 0
        duration = math.exp(dice.between(-2.8, 0.2))
        fingers = families.hand(dice, pad, count, dx * scale, dy * scale, duration, rest=rest, after=after)
        back = dice.between(0.2, 1.1) if dice.random() < 0.15 else 0
        late = dice.random() < 0.3
        for finger in fingers:
            time, x, y = finger.points[-1]
            if back:
                finger.points.append((time + 0.1, x - dx * scale * back, y - dy * scale * back))
            if late:
                time, x, y = finger.points[-1]
                finger.points.append((time + dice.between(0.001, 0.06), x, y))
        result.append(gestures.Recording(f"workspace-{number:03d}", pads.record(pad, fingers, dice), number % 2 == 0))
    return result


def turns():
    """Returns the swipes that turn back so far that the projection of their velocity nearly reaches the start."""
    result = []
    for number in TURNS:
        dice = families.Dice(f"flickbook turn {number}")
        pad = dice.pad(3)
        velocity, side = dice.between(0.62, 1.3), dice.one_of([-1, 1])  # units per ms
        # A workspace is 400 units, and a millimetre 10.52. GNOME Shell measures the velocity over 150 ms, and its
        # projection is 0.332 workspaces, which are 12.6 mm, for a velocity of 1 unit per ms.
        back = velocity * 150 / 10.52
        out = back + 2.2 + 12.6 * velocity + dice.between(-0.8, 0.8)
        fingers = families.hand(dice, pad, 3, side * out, 0, 0.5, smooth=False)
        for finger in fingers:
            time, x, y = finger.points[-1]
            finger.points.append((time + 0.15, x - side * back, y))
        result.append(gestures.Recording(f"turn-{number:03d}", pads.record(pad, fingers, dice), False))
    return result


def shell(tracker, oracle, recordings):
    """Returns the result of GNOME Shell for each recording; None if no workspace moves."""
    lines, first = [], {}
    for recording in recordings:
        lines.append("[" + ",".join(gestures.events(oracle, recording)) + "]")
        first[recording.name] = recording.times()[0]
    script = pathlib.Path(__file__).parent / "gnome.cjs"
    done = subprocess.run(["node", script, tracker], input="\n".join(lines), check=True, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for recording, answer in zip(recordings, answers):
        for name in ("began", "released") if answer else ():
            answer[name] -= first[recording.name]
    return answers


def row(recording, answer):
    name = f"{recording.name}#{recording.digest()}"
    if not answer:
        return [name, "none"]
    return [name, str(answer["began"]), str(answer["released"]), f"{answer['velocity']:.7f}",
            f"{answer['progress']:.5f}", str(answer["target"]), f"{answer['duration']:.3f}"]


def read_table(path):
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(line for line in file if not line.startswith("#")) if row != COLUMNS]
    return {row[0].split("#")[0]: row for row in rows}


def flickbook_row(flickbook, recording, options, folder):
    """Returns the result of Flickbook's preset in the form of a row of a table, or the reason why the replay fails."""
    path, run = folder / f"{recording.name}.events", folder / "run"
    path.write_text(recording.text)
    command = [flickbook, "replay", path, "--scenario", "swipe", *options, "--set", "start=2", "--hz", "1000",
               "-o", run, "--force"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip()
    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    decision = next((event for event in events if event["event"] == "decision"), None)
    if not decision:
        return row(recording, None)
    settled = next(event for event in events if event["event"] == "settled" and event["time"] >= decision["time"])
    frames = [json.loads(line) for line in (run / "frames.jsonl").read_text().splitlines()]
    shown = [frame for frame in frames if frame["time"] <= decision["time"]][-1]
    begin = next(event for event in events if event["event"] == "panBegan")
    return row(recording, {
        "began": round(begin["time"] * 1e6), "released": round(decision["time"] * 1e6),
        "velocity": -decision["velocityX"] / 1000,
        "progress": shown["pagePosition"] - 2, "target": int(decision["target"]) - 2,
        "duration": (settled["time"] - decision["time"]) * 1000})


def differences(expected, found):
    ignored = len(expected) < len(COLUMNS)
    if isinstance(found, str):
        return [] if ignored else [found]  # the recognizer finds no swipe
    if ignored != (len(found) < len(COLUMNS)):
        return [f"GNOME Shell {'ignores' if ignored else 'follows'} the swipe, Flickbook does not"]
    result = []
    for column, allowed in (("progress", PROGRESS), ("target", 0), ("duration", DURATION)):
        index = COLUMNS.index(column)
        if column == "duration" and not ignored and abs(float(expected[COLUMNS.index("velocity")])) < ROUNDING:
            continue
        if not ignored and abs(float(expected[index]) - float(found[index])) > allowed:
            result.append(f"{column} {expected[index]}, Flickbook {found[index]}")
    return result


def main(flickbook, tables, version, *arguments):
    tables, storing = pathlib.Path(tables), "--store" in arguments
    tracker, *oracle = [argument for argument in arguments if argument != "--store"] or [None]
    recordings, passed = swipes() + turns(), True
    answers = shell(tracker, oracle, recordings) if tracker else []
    if storing:
        with open(tables / f"{version}.csv", "w", newline="") as file:
            file.write(f"# GNOME Shell {version}, answers of {datetime.date.today()}\n")
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *map(row, recordings, answers)])
        print(f"{tables / version}.csv: {sum(map(bool, answers))} of {len(recordings)} swipes move workspaces")
        return True
    for table in sorted(tables.glob("*.csv")):
        stored = read_table(table)
        if table.stem == version and answers:
            equal = sum(stored[recording.name] == row(recording, answer)
                        for recording, answer in zip(recordings, answers))
            print(f"GNOME Shell {version} and its table: {equal} of {len(recordings)} swipes are equal")
            passed = passed and equal == len(recordings)
        if table.is_symlink():  # a version with the same answers as another version
            continue
        options = OPTIONS[table.stem.split(".")[0]]
        differing = 0
        with tempfile.TemporaryDirectory() as folder:
            for recording in recordings:
                found = flickbook_row(flickbook, recording, options, pathlib.Path(folder))
                said = differences(stored[recording.name], found)
                if said:
                    print(f"  {recording.name}: {'; '.join(said)}")
                differing += bool(said)
        print(f"{' '.join(options)} and GNOME Shell {table.stem}: {len(recordings) - differing} of {len(recordings)} "
              "swipes are equal")
        passed = passed and differing == 0
    return passed


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
