"""The gestures of libinput in a recording: from the oracle, from a stored table, and from `flickbook inspect`.

A gesture is a row: its kind, its number of fingers, its beginning and its end in µs after the first event of the
recording, its number of updates, and the sums of the updates' unaccelerated (`rawX`, `rawY`) and accelerated deltas.
libinput has no event for the end of pointer motion, so motions are one gesture until a gesture other than a hold
begins, or all fingers lift. A device that libinput refuses has one row, `refused`.
"""

import csv
import dataclasses
import hashlib
import json
import pathlib
import re
import subprocess

import families
import pads

# The kinds with events for their begin and end; the others are `scroll` and `motion`.
BOUNDED = ("swipe", "pinch", "hold")


@dataclasses.dataclass
class Gesture:
    kind: str
    fingers: int
    begin: int
    end: int
    updates: int = 0
    raw_x: float = 0
    raw_y: float = 0
    x: float = 0
    y: float = 0
    cancelled: bool = False  # false if it has not ended
    scale: float = 1  # of the last update
    angle: float = 0  # degrees, the sum of all updates

    def add(self, raw_x, raw_y, x, y):
        self.updates += 1
        self.raw_x, self.raw_y = self.raw_x + raw_x, self.raw_y + raw_y
        self.x, self.y = self.x + x, self.y + y

    def row(self):
        return [self.kind, str(self.fingers), str(self.begin), str(self.end), str(self.updates),
                *(f"{value:.3f}" for value in (self.raw_x, self.raw_y, self.x, self.y)), str(int(self.cancelled)),
                f"{self.scale:.4f}", f"{self.angle:.3f}"]

    @classmethod
    def of_row(cls, row):
        return cls(row[0], *map(int, row[1:5]), *map(float, row[5:9]), row[9] == "1", *map(float, row[10:12]))


COLUMNS = ["recording", "kind", "fingers", "begin", "end", "updates", "rawX", "rawY", "x", "y", "cancelled", "scale",
           "angle"]


@dataclasses.dataclass
class Recording:
    """A recording as evemu text; `aside` is true if nothing may be tuned to the answer for it."""

    name: str
    text: str
    aside: bool
    path: pathlib.Path = None  # what Flickbook reads

    def digest(self):
        said = "\n".join(line.split("#")[0].strip() for line in self.text.splitlines())
        return hashlib.sha256(said.encode()).hexdigest()[:12]

    def times(self):
        """Returns the time of the first event, and the times of the reports in which the last finger lifts, in µs."""
        first, lifts, lifted = None, [], False
        for seconds, micros, rest in re.findall(r"^E: (\d+)\.(\d{6}) (\w+ \w+ -?\d+)", self.text, re.MULTILINE):
            time = int(seconds) * 1000000 + int(micros)
            kind, code, value = rest.split()
            first = time if first is None else first
            if (int(kind, 16), int(code, 16)) == (pads.KEY, pads.BTN_TOUCH):
                lifted = int(value) == 0
            elif int(kind, 16) == pads.SYN and lifted:
                lifts.append(time - first)
                lifted = False
        return first, lifts


def session(lifts, time):
    """Returns the number of times that all fingers have lifted before a time."""
    return sum(lift < time for lift in lifts)


def grouped(events, first, lifts):
    """Groups the events of the oracle."""
    result, bounded, moving, moving_session = [], {}, None, None
    for event in events:
        if event["event"] in ("device", "button"):
            continue
        if event["event"] == "refused":
            return [Gesture("refused", 0, 0, 0)]
        kind, time = event["event"], event["time"] - first
        if kind.endswith("Begin"):
            kind = kind.removesuffix("Begin")
            bounded[kind] = Gesture(kind, int(event["fingers"]), time, time)
            result.append(bounded[kind])
            moving = moving if kind == "hold" else None
        elif kind.endswith("End"):
            gesture = bounded.pop(kind.removesuffix("End"))
            gesture.end, gesture.cancelled = time, event["cancelled"]
        elif kind in BOUNDED:
            bounded[kind].add(event["rawX"], event["rawY"], event["dx"], event["dy"])
            bounded[kind].scale = event.get("scale", 1)
            bounded[kind].angle += event.get("angle", 0)
        else:
            if not moving or moving.kind != kind or (kind == "motion" and moving_session != session(lifts, time)):
                moving = Gesture(kind, 1 if kind == "motion" else 2, time, time)
                moving_session = session(lifts, time)
                result.append(moving)
            moving.end = time
            x, y = (event["dx"], event["dy"]) if kind == "motion" else (event.get("x", 0), event.get("y", 0))
            if x or y or kind == "motion":
                moving.add(event.get("rawX", x), event.get("rawY", y), x, y)
            else:
                moving = None
    return result


def regrouped(found, lifts):
    """Joins consecutive motions that `grouped` would report as one gesture."""
    result, last = [], None
    for gesture in found:
        joins = gesture.kind == "motion" and last and last.kind == "motion"
        if joins and session(lifts, last.begin) == session(lifts, gesture.begin):
            updates, last.end = last.updates + gesture.updates, gesture.end
            last.add(gesture.raw_x, gesture.raw_y, gesture.x, gesture.y)
            last.updates = updates
        else:
            result.append(gesture)
            last = last if gesture.kind == "hold" else gesture
    return result


def events(oracle, recording):
    """Returns the lines that the oracle prints for a recording; `oracle` is the command of the program in oracle.c."""
    done = subprocess.run([*oracle, "-"], input=recording.text, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{recording.name}: {done.stderr.strip() or done.returncode}")
    return done.stdout.splitlines()


def answer(oracle, recording):
    """Returns libinput's gestures in a recording."""
    return grouped(map(json.loads, events(oracle, recording)), *recording.times())


def synthetic():
    return [Recording(name, text, aside) for name, aside, text in families.recordings()]


def initial_values(text):
    """Returns lines for the oracle with the initial state in a recording of Flickbook."""
    block = re.search(r"^  initial:\n((?:  [- ].*\n)*)", text, re.MULTILINE)
    lines = []
    for slot, values in re.findall(r"- \[(\d+), -1, \{(.*)\}\]", block[1] if block else ""):
        lines += [f"V: {slot} {int(code):02x} {value}" for code, value in re.findall(r"(\d+): (-?\d+)", values)]
    for values in re.findall(r"^    values: \{(.*)\}", block[1] if block else "", re.MULTILINE):
        lines += [f"V: 0 {int(code):02x} {value}" for code, value in re.findall(r"(\d+): (-?\d+)", values)]
    return "".join(line + "\n" for line in lines)


def converted(flickbook, path, name, aside, *options):
    """Reads a recording in any format; returns None unless it is of a touchpad."""
    inspected = subprocess.run([flickbook, "inspect", "--json", *options, path], capture_output=True, text=True)
    if inspected.returncode or json.loads(inspected.stdout.splitlines()[0]).get("kind") != "touchpad":
        return None
    text = subprocess.run([flickbook, "convert", path, "-", "--to", "evemu", *options], check=True, capture_output=True,
                          text=True).stdout
    if path.suffix == ".yml":
        text += initial_values(path.read_text())
    return Recording(name, text, aside, path)


def bundled(flickbook, root):
    found = [converted(flickbook, path, str(path.parent.relative_to(root)), False)
             for path in sorted(root.glob("Recordings/*/*/recording.yml"))]
    return [recording for recording in found if recording]


def write_table(path, notes, answers):
    """Writes the gestures of recordings, and a row `none` for each recording without any."""
    with open(path, "w", newline="") as file:
        file.writelines(f"# {note}\n" for note in notes)
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for recording, found in answers:
            name = f"{recording.name}#{recording.digest()}"
            writer.writerows([name, *gesture.row()] for gesture in found)
            if not found:
                writer.writerow([name, "none"])


def read_table(path):
    """Returns name → (digest, gestures)."""
    table = {}
    with open(path, newline="") as file:
        for row in csv.reader(line for line in file if not line.startswith("#")):
            if row == COLUMNS:
                continue
            name, digest = row[0].rsplit("#", 1)
            found = table.setdefault(name, (digest, []))[1]
            if row[1] != "none":
                found.append(Gesture.of_row(row[1:]))
    return table


def field(flickbook, data):
    """Returns the recordings of real touchpads in the folder of field data, which is not part of the repository."""
    result = []
    folder = data / "recordings/evemu/touchpads"
    descriptions = sorted(folder.glob("*.desc"), key=lambda path: len(path.stem))
    for path in sorted(folder.glob("*.events")):
        options = []
        if not re.search(r"^A: ", path.read_text(errors="replace"), re.MULTILINE):
            matching = [other for other in descriptions if re.match(re.escape(other.stem) + r"[.-]", path.name)]
            options = ["--desc", matching[-1]] if matching else []
        result.append(converted(flickbook, path, f"evemu/{path.stem}", False, *options))
    for path in sorted((data / "recordings/libinput/touchpads").glob("ITE*.yml")):
        result.append(converted(flickbook, path, f"libinput/{path.stem}", False))
    return [recording for recording in result if recording]
