"""Compares Flickbook with the stored answers of libinput, and the stored answers with the installed libinput.

    libinput_tests.py FLICKBOOK TABLES VERSION [ORACLE…]            compares; VERSION is libinput's version in ORACLE
    libinput_tests.py FLICKBOOK TABLES VERSION --store ORACLE…      stores the answers of ORACLE

TABLES is a folder with one table for each version of libinput. ORACLE is the command of the program in oracle.c. With
it, Flickbook is also compared on 100 random recordings, which depend on the number in the environment variable
FLICKBOOK_SAMPLE. FLICKBOOK_FIELD_DATA names a folder with recordings of real touchpads.
"""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import families
import gestures

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The number of random recordings, and the least number of them for which the gestures must be equal. Source: our
# choice; when this was written, one recording in a thousand differed, in reports after lost reports.
RANDOM, LEAST = 100, 98
# The allowed difference of the sums of deltas: relative to their length, and in units because of rounding in a table.
RELATIVE, ABSOLUTE = 0.005, 0.05
# The largest number of differing recordings that are listed.
MOST_LINES = 20
# The allowed difference of times, in µs, which is less than the time between two reports.
SAME_REPORT = 1000


def field_data():
    return pathlib.Path(os.environ.get("FLICKBOOK_FIELD_DATA", ROOT.parent / "shared" / "data"))


def all_recordings(flickbook):
    result = gestures.synthetic() + gestures.bundled(flickbook, ROOT)
    data = field_data()
    if data.is_dir():
        result += gestures.field(flickbook, data)
    else:
        print("libinput: skipped: FLICKBOOK_FIELD_DATA with recordings of real touchpads")
    return result


def flickbook_gestures(flickbook, recording, version, folder):
    """Returns the gestures that Flickbook's model of libinput recognizes, or the reason why there are none."""
    path = recording.path
    if not path:
        path = folder / f"{recording.name}.events"
        path.write_text(recording.text)
    command = [flickbook, "inspect", path, "--json", "--libinput-version", ".".join(version.split(".")[:2])]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return f"flickbook inspect: {done.stderr.strip()}"
    listed = json.loads(done.stdout.splitlines()[0]).get("libinput")
    if listed is None:
        return "flickbook inspect lists no gestures of libinput"
    found = [gestures.Gesture("refused", 0, 0, 0)] if listed["refused"] else []
    for item in listed["gestures"]:
        begin = round(item["time"] * 1e6)
        found.append(gestures.Gesture(
            item["kind"], item["fingers"], begin, begin + round(item["duration"] * 1e6), item["updates"],
            item["unacceleratedX"], item["unacceleratedY"], item["acceleratedX"], item["acceleratedY"],
            item["cancelled"], item["scale"], item["angle"]))
    return gestures.regrouped(found, recording.times()[1])


def differences(expected, found):
    """Returns the differences between libinput's gestures and Flickbook's."""
    if isinstance(found, str):
        return [found]
    kinds = [[gesture.kind for gesture in side] for side in (expected, found)]
    if kinds[0] != kinds[1]:
        return [f"libinput has {' '.join(kinds[0]) or 'nothing'}; Flickbook has {' '.join(kinds[1]) or 'nothing'}"]
    result = []
    for number, (theirs, ours) in enumerate(zip(expected, found), 1):
        where = f"{theirs.kind} ({number})"
        # libinput does not report how many fingers scroll.
        for name in ("updates", "cancelled") if theirs.kind == "scroll" else ("fingers", "updates", "cancelled"):
            if getattr(theirs, name) != getattr(ours, name):
                result.append(f"{where}: {name} {getattr(theirs, name)}, Flickbook {getattr(ours, name)}")
        for name in ("begin", "end"):
            difference = getattr(ours, name) - getattr(theirs, name)
            if abs(difference) > SAME_REPORT:
                result.append(f"{where}: Flickbook's {name} is {difference / 1000:+.1f} ms off")
        for name, (x, y) in {"unaccelerated": ("raw_x", "raw_y"), "accelerated": ("x", "y")}.items():
            (a, b), (c, d) = [[getattr(side, axis) for axis in (x, y)] for side in (theirs, ours)]
            if ((a - c) ** 2 + (b - d) ** 2) ** 0.5 > ABSOLUTE + RELATIVE * (a * a + b * b) ** 0.5:
                result.append(f"{where}: {name} ({a:.2f}, {b:.2f}), Flickbook ({c:.2f}, {d:.2f})")
        if abs(theirs.scale - ours.scale) > RELATIVE * theirs.scale or abs(theirs.angle - ours.angle) > 0.5:
            result.append(f"{where}: scale {theirs.scale:.3f} and angle {theirs.angle:.1f}, Flickbook {ours.scale:.3f} "
                          f"and {ours.angle:.1f}")
    return result


def report(name, recordings, differing):
    """Prints the counts of a comparison, separately for recordings that are `aside`; returns the number that differ."""
    lines = [f"  {recording.name}: {'; '.join(differing[recording.name])}"
             for recording in recordings if differing.get(recording.name)]
    print("".join(f"{line}\n" for line in lines[:MOST_LINES]), end="")
    if len(lines) > MOST_LINES:
        print(f"  and {len(lines) - MOST_LINES} more")
    for aside in (False, True):
        part = [recording for recording in recordings if recording.aside == aside]
        if not part:
            continue
        equal = sum(not differing.get(recording.name) for recording in part)
        print(f"{name}, {'aside' if aside else 'others'}: {equal} of {len(part)} recordings are equal")
    return sum(bool(differing.get(recording.name)) for recording in recordings)


def compare_random(flickbook, tables, version, oracle, folder):
    # A symbolic link leads to a version with the same answers.
    version = (tables / f"{version}.csv").resolve().stem
    first = families.FAMILIES[families.chaos] + RANDOM * int(os.environ.get("FLICKBOOK_SAMPLE", 0))
    recordings = [gestures.Recording(name, text, False)
                  for name, _, text in families.recordings({families.chaos: RANDOM}, first)]
    return report(f"Flickbook and libinput {version}, random", recordings, {
        recording.name: differences(gestures.answer(oracle, recording), flickbook_gestures(
            flickbook, recording, version, folder)) for recording in recordings})


def compare_pasted(flickbook, tables, folder):
    """Compares the gestures that Flickbook reads from real output of `libinput debug-events` with libinput's answers.

    The output has times since the program began, in ms, so only kinds, fingers, updates and sums are compared.
    """
    recordings, differing = [], {}
    for path in sorted(tables.glob("debug-events/*/*.txt")):
        recording = gestures.Recording(path.stem, path.read_text(), False, path)
        stored = gestures.read_table(tables / f"{path.parent.name}.csv")[path.stem][1]
        found = flickbook_gestures(flickbook, recording, path.parent.name, folder)
        for gesture in [*stored, *(found if isinstance(found, list) else [])]:
            gesture.begin = gesture.end = 0
        recordings.append(recording)
        differing[recording.name] = differences(stored, found)
    return report("Flickbook and pasted debug-events", recordings, differing)


def compare(flickbook, tables, version, oracle, folder):
    recordings, passed = all_recordings(flickbook), True
    for table in sorted(tables.glob("*.csv")):
        stored = gestures.read_table(table)
        known = [recording for recording in recordings if recording.name in stored]
        changed = [recording.name for recording in known if stored[recording.name][0] != recording.digest()]
        missing = [recording.name for recording in recordings if recording.name not in stored]
        if changed or missing:
            print(f"{table.name} has no answer for these recordings, or for another state of them; store it again: "
                  f"{', '.join(missing + changed)}")
            passed = False
        if oracle and table.stem == version:
            differing = {}
            for recording in known:
                rows = [[gesture.row() for gesture in side]
                        for side in (stored[recording.name][1], gestures.answer(oracle, recording))]
                differing[recording.name] = [] if rows[0] == rows[1] else ["libinput answers differently"]
            passed = not report(f"installed libinput {version} and its table", known, differing) and passed
        if table.is_symlink():  # a version with the same answers as another version
            continue
        differing = {recording.name: differences(stored[recording.name][1], flickbook_gestures(
            flickbook, recording, table.stem, folder)) for recording in known}
        passed = not report(f"Flickbook and libinput {table.stem}", known, differing) and passed
    passed = compare_pasted(flickbook, tables, folder) == 0 and passed
    if oracle:
        passed = compare_random(flickbook, tables, version, oracle, folder) <= RANDOM - LEAST and passed
    if oracle and not (tables / f"{version}.csv").exists():
        print(f"libinput: skipped: a table of libinput {version}, which --store makes")
    return passed


def store(flickbook, tables, version, oracle):
    if not field_data().is_dir():
        sys.exit("libinput: a table also holds answers to field data; set FLICKBOOK_FIELD_DATA to its folder")
    recordings = all_recordings(flickbook)
    answers = [(recording, gestures.answer(oracle, recording)) for recording in recordings]
    path = tables / f"{version}.csv"
    gestures.write_table(path, [f"libinput {version}, answers of {datetime.date.today()}"], answers)
    print(f"{path}: {len(recordings)} recordings, {sum(len(found) for _, found in answers)} gestures")


if __name__ == "__main__":
    flickbook, tables, version, *oracle = sys.argv[1:]
    tables = pathlib.Path(tables)
    if oracle[:1] == ["--store"]:
        store(flickbook, tables, version, oracle[1:])
    else:
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(not compare(flickbook, tables, version, oracle, pathlib.Path(folder)))
