"""Records the bundled cases again: plays them in the machine, and keeps what was recorded there."""

import glob
import json
import os
import re
import shutil
import tempfile

import virtual_devices
from kernel_machine import check, initial_archive, run_machine
from recorder import Recording
from virtual_devices import ABS_MT_SLOT, event_lines

LARGEST_DELAY = 200  # µs; 2.5 % of the time between two frames of a touchscreen
PLAYED = "evdev: recorded from a virtual device in a real kernel, played from "


def case_device(text):
    """The device of a native recording."""
    def numbers(pattern):
        return [int(n) for n in re.search(pattern, text).group(1).replace(",", " ").split()]

    axes = {}
    for code, low, high, _, _, resolution in re.findall(
            r"^      (\d+): \[(-?\d+), (-?\d+), (-?\d+), (-?\d+), (-?\d+)\]$", text, re.MULTILINE):
        axes[int(code)] = (int(low), int(high), int(resolution))
    keys = re.search(r"^      1: \[(.*?)\]", text, re.MULTILINE)
    return virtual_devices.Device(
        json.loads(re.search(r"^    name: (.*)$", text, re.MULTILINE).group(1)),
        tuple(numbers(r"\n    id: \[(.*?)\]")), numbers(r"\n    properties: \[(.*?)\]"),
        [int(key) for key in keys.group(1).split(",")] if keys else [], axes)


def entry(text, key):
    found = re.search(r'^  %s: (".*")$' % key, text, re.MULTILINE)
    return json.loads(found.group(1)) if found else ""


def playable_cases(folder):
    """The recordings below a folder that begin untouched and lack nothing, by name."""
    cases = {}
    for path in sorted(glob.glob(os.path.join(folder, "*/*/recording.yml"))):
        recording = Recording(path)
        name = "--".join(path.split(os.sep)[-3:-1])
        if any(row[1:3] == (0, 3) for row in recording.events):
            print("%s: left out; a drop cannot be played" % name)
        elif re.search(r"^    - \[\d+, \d", recording.text.split("devices:")[0], re.MULTILINE):
            print("%s: left out; a finger was down at its start" % name)
        elif entry(recording.text, "source").startswith("device: "):
            print("%s: left out; a real hand made it" % name)
        else:
            cases[name] = recording
    return cases


def without_repeats(rows):
    """The events that the kernel delivers: those that change something, and full frames."""
    kept, state, slot, frame = [], {}, 0, []
    for row in rows:
        _, kind, code, value = row
        if (kind, code) == (0, 0):
            if frame:
                kept += frame + [row]
            frame = []
            continue
        key = (kind, code, slot if kind == 3 and code > ABS_MT_SLOT else None)
        if state.get(key, -1 if code == 0x39 else 0) != value:
            frame.append(row)
        state[key] = value
        slot = value if (kind, code) == (3, ABS_MT_SLOT) else slot
    return kept


def record_cases(kernel, player, program, folder, out):
    """Plays the recordings below a folder in the machine, and keeps what was recorded there."""
    cases = playable_cases(folder)
    files = {"cases/source": PLAYED.removesuffix(" from ")}
    for name, recording in cases.items():
        device = case_device(recording.text)
        files["cases/%s.evemu" % name] = device.evemu() + event_lines(recording.events)
        for key in ("intent", "note", "source"):
            files["cases/%s.%s" % (name, key)] = entry(recording.text, key).removeprefix(PLAYED)
    late = 0
    with tempfile.TemporaryDirectory(prefix="flickbook-kernel-") as work:
        archive = initial_archive(kernel, player, program, ["record_cases"], files)
        recorded = run_machine(kernel, archive, work)
        for name, case in cases.items():
            new = Recording(os.path.join(recorded, "case-%s.yml" % name))
            played = without_repeats(case.events)
            check(new.is_whole and not new.gaps, "%s: cut, or with a gap" % name)
            lines = [row[1:] for row in new.events], [row[1:] for row in played]
            check(lines[0] == lines[1], "%s: other events than were played" % name)
            off = max(abs(a[0] - (b[0] - played[0][0])) for a, b in zip(new.events, played))
            print("%s: times are up to %d µs off" % (name, off))
            if off > LARGEST_DELAY:
                late += 1
                continue
            target = os.path.join(out, *name.split("--"))
            os.makedirs(target, exist_ok=True)
            shutil.copy(os.path.join(recorded, "case-%s.yml" % name),
                        os.path.join(target, "recording.yml"))
    if late:
        print("%d cases were played too late and are not kept; run it again on an idle machine" % late)
    return 1 if late else 0
