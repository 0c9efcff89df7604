"""Boots a kernel in which `flickbook record` captures uinput devices. See ../test-kernel.

    kernel_tests.py KERNEL-FOLDER PLAYER PROGRAM            runs the tests
    kernel_tests.py KERNEL-FOLDER PLAYER PROGRAM CASES OUT  records the cases below CASES again
"""

import glob
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

import virtual_devices
from recorder import Recording
from virtual_devices import ABS_MT_SLOT, event_lines

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ["virtio_ring", "virtio", "virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci",
           "virtio_blk", "evdev", "uinput"]
STEPS = ["test_equality", "test_kill", "test_unplugging", "test_drop", "test_full_disk",
         "test_grab", "test_ordinary_user", "test_load", "test_rate"]
SECONDS_FOR_EVERYTHING = 180
LARGEST_DELAY = 200  # µs; 2.5 % of the time between two frames of a touchscreen


class Archive:
    """A cpio archive in the format that the kernel unpacks."""

    def __init__(self):
        self.data, self.folders, self.number = bytearray(), set(), 0

    def add(self, name, content, mode=0o100644):
        folder = os.path.dirname(name)
        if folder and folder not in self.folders:
            self.folders.add(folder)
            self.add(folder, b"", 0o040755)
        self.number += 1
        head = [self.number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0]
        self.data += b"070701" + b"".join(b"%08X" % field for field in head)
        self.data += name.encode() + b"\0"
        self._pad()
        self.data += content
        self._pad()

    def add_file(self, name, path, mode=0o100755):
        with open(path, "rb") as file:
            self.add(name, file.read(), mode)

    def _pad(self):
        self.data += b"\0" * (-len(self.data) % 4)

    def finish(self):
        self.add("TRAILER!!!", b"", 0)
        return bytes(self.data)


def libraries(program):
    """The shared libraries that a program loads, the loader among them."""
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"(/\S+) \(0x", listed)))


def module(folder, name):
    for path in glob.glob(os.path.join(folder, "lib/modules/**", name + ".ko*"), recursive=True):
        with open(path, "rb") as file:
            content = file.read()
        return lzma.decompress(content) if path.endswith(".xz") else content
    return None  # Built in.


def initial_archive(kernel, player, program, steps, files):
    archive = Archive()
    archive.add_file("init", os.path.join(HERE, "kernel_guest.sh"))
    archive.add_file("bin/busybox", "/bin/busybox")
    archive.add_file("bin/play_uinput", player)
    archive.add_file("bin/flickbook", program)
    for library in libraries(program):
        archive.add_file(library.lstrip("/"), library)
    order = []
    for name in MODULES:
        content = module(kernel, name)
        if content:
            archive.add("modules/%s.ko" % name, content)
            order.append(name + ".ko")
    archive.add("modules/order", " ".join(order).encode())
    archive.add("steps", " ".join(steps).encode())
    for name, text in files.items():
        archive.add(name, text.encode())
    return archive.finish()


def run_machine(kernel, archive, folder):
    """Boots the kernel, shows what the guest says, and unpacks what it hands out."""
    with open(os.path.join(folder, "initrd"), "wb") as file:
        file.write(archive)
    image = os.path.join(folder, "out.tar")
    with open(image, "wb") as file:
        file.truncate(64 << 20)
    command = [
        "qemu-system-x86_64", "-machine", "pc", "-accel", "tcg,thread=single", "-cpu", "max",
        # The machine's clock counts its instructions, one for a nanosecond, and jumps while it
        # sleeps: nothing is late because this machine is busy.
        "-icount", "shift=0,sleep=off", "-m", "1024", "-nographic", "-no-reboot", "-net", "none",
        "-kernel", glob.glob(os.path.join(kernel, "boot/vmlinuz-*"))[0],
        "-initrd", os.path.join(folder, "initrd"),
        "-append", "console=ttyS0 quiet panic=-1",
        "-drive", "file=%s,format=raw,if=virtio" % image]
    with subprocess.Popen(
        ["timeout", str(SECONDS_FOR_EVERYTHING)] + command, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, encoding="utf-8", errors="replace") as machine:
        for line in machine.stdout:
            # The firmware clears the screen; what the guest says starts with its time.
            if re.match(r"\[ *\d+\.\d+\]|cannot|.*not found|/init:", line):
                print("    " + line.rstrip(), flush=True)
    if machine.returncode != 0:
        sys.exit("kernel_tests.py: the machine ended with %d" % machine.returncode)
    out = os.path.join(folder, "out")
    with tarfile.open(image, ignore_zeros=False) as archive_out:
        archive_out.extractall(out)
    return out


def frames(rows):
    result = [[]]
    for row in rows:
        result[-1].append(row[-3:])
        if row[-3:-1] == (0, 0):
            result.append([])
    return result[:-1]


def state_after(rows):
    """What slots, axes and buttons say after the events."""
    slot, state = 0, {}
    for _, kind, code, value in rows:
        if kind == 3 and code == ABS_MT_SLOT:
            slot = value
        elif kind in (1, 3):
            state[(kind, code, slot if code > ABS_MT_SLOT and kind == 3 else None)] = value
    return state


class Results:
    """What the guest recorded and said."""

    def __init__(self, folder):
        self.folder = folder

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def has(self, name):
        return os.path.exists(os.path.join(self.folder, name))

    def recording(self, name):
        return Recording(os.path.join(self.folder, name))

    def check_exit(self, name, code):
        found = self.text(name + ".code").strip()
        check(found == str(code), "exit %s, not %d: %s" % (found, code, self.text(name + ".trouble")))


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def check_same(found, played):
    found, played = frames(found), frames(played)
    for index, (one, other) in enumerate(zip(found, played)):
        check(one == other, "frame %d: recorded %s, played %s" % (index, one, other))
    check(len(found) == len(played), "%d frames, not %d" % (len(found), len(played)))


def check_prefix(found, played):
    check(frames(found), "nothing is recorded")
    check_same(found, played[: len(found)])


def check_times(rows):
    times = [row[0] for row in rows]
    check(times[0] == 0 and times == sorted(times), "the times do not go up from 0")


class KernelTests:
    """Checks of what came out of the machine; the names are those of the guest's steps."""

    def __init__(self, results, gestures):
        self.results, self.gestures = results, gestures

    def whole(self, name, gesture, code=0):
        self.results.check_exit(name, code)
        recording = self.results.recording(name + ".yml")
        check(recording.is_whole and not recording.gaps, "it is cut or has a gap")
        check_same(recording.events, self.gestures[gesture].events)
        check_times(recording.events)
        return recording

    def test_equality(self):
        drags = self.whole("drags", "drags")
        played = self.gestures["drags"].events
        late = [abs(a[0] - (b[0] - played[0][0])) for a, b in zip(drags.events, played)]
        print("    times are up to %d µs off those that were asked for" % max(late))
        check('clock: "monotonic"' in drags.text, "the clock is not monotonic")
        check('intent: "half"' in self.whole("scroll", "scroll").text, "the intent is lost")
        device = json.loads(self.results.text("devices.json"))[0]
        check(device["kind"] == "touchscreen" and device["slots"] == 10, "listed: %s" % device)
        check(abs(device["widthMillimeters"] - 67.4) < 0.1, "listed: %s" % device)

    def test_kill(self):
        self.results.check_exit("killed", 137)
        recording = self.results.recording("killed.yml.partial")
        check(not recording.is_whole and not self.results.has("killed.yml"), "it seems whole")
        check_prefix(recording.events, self.gestures["drags"].events)

    def test_unplugging(self):
        self.results.check_exit("unplugged", 74)
        check("went away" in self.results.text("unplugged.trouble"), "it does not say so")
        recording = self.results.recording("unplugged.yml")
        check(recording.is_whole, "it is cut")
        # The kernel lifts the fingers of a device that goes away.
        played = self.gestures["drags"].events
        kept = [row for row in recording.events]
        while kept and frames(kept)[-1] != frames(played[: len(kept)])[-1:][0]:
            kept = kept[:-1]
        check_prefix(kept, played)

    def test_drop(self):
        self.results.check_exit("dropped", 0)
        recording, played = self.results.recording("dropped.yml"), self.gestures["drags"].events
        check(len(recording.gaps) == 1, "gaps: %s" % recording.gaps)
        check("dropped events 1 time" in self.results.text("dropped.trouble"), "it does not say so")
        at = [row[1:3] for row in recording.events].index((0, 3))
        check_prefix(recording.events[:at], played)
        rest = recording.events[at + 2 :]
        # What was played after the stall is there to the last event …
        stalled = 800
        while played[stalled - 1][1:3] != (0, 0):
            stalled += 1
        tail = frames(played[stalled:])
        check(frames(rest)[-len(tail) :] == tail, "events after the drop are lost")
        # … and what leads up to it says where the fingers then were.
        before = recording.events[: len(recording.events) - len(played[stalled:])]
        check(state_after(before) == state_after(played[:stalled]), "the state is not taken over")
        check_times(recording.events)

    def test_full_disk(self):
        self.results.check_exit("full", 74)
        check("disk is full" in self.results.text("full.trouble"), "it does not say so")
        recording = self.results.recording("full.yml.partial")
        check(recording.events[-1][1:] == (0, 0, 0), "the last frame is torn")
        check(not recording.is_whole, "it seems whole")
        check_prefix(recording.events, self.gestures["flood"].events)

    def test_grab(self):
        self.whole("grabbing", "scroll")
        self.results.check_exit("refused", 74)
        check("grabbed" in self.results.text("refused.trouble"), "it does not say so")

    def test_ordinary_user(self):
        self.results.check_exit("denied", 77)
        check("--groups input" in self.results.text("denied.trouble"), "it does not say how")
        self.whole("allowed", "scroll")

    def test_load(self):
        self.whole("load", "steady")
        events = self.gestures["steady"].events
        seconds = (events[-1][0] - events[0][0]) / 1e6
        ticks = int(self.results.text("load.ticks"))
        print("    125 frames/s for %.1f s: %.1f %% of an emulated core" % (seconds, ticks / seconds))
        check(ticks / seconds <= 2, "it takes more than 2 % of a core")

    def test_rate(self):
        recording = self.whole("rate", "flood")
        events = recording.events
        seconds = (events[-1][0] - events[0][0]) / 1e6
        print("    %d events in %.1f s: %.0f events/s" % (len(events), seconds, len(events) / seconds))
        check(len(events) / seconds >= 8000, "the machine did not play 8,000 events/s")


def run_tests(kernel, player, program):
    gestures = {
        "drags": virtual_devices.drags(3), "scroll": virtual_devices.scroll(),
        "flood": virtual_devices.flood(10400, 1000), "steady": virtual_devices.steady(10)}
    files = {"gestures/%s.evemu" % name: hand.evemu() for name, hand in gestures.items()}
    failed = 0
    with tempfile.TemporaryDirectory(prefix="flickbook-kernel-") as folder:
        archive = initial_archive(kernel, player, program, STEPS, files)
        tests = KernelTests(Results(run_machine(kernel, archive, folder)), gestures)
        for step in STEPS:
            try:
                getattr(tests, step)()
                print("ok  %s" % step[5:].replace("_", " "))
            except Exception as error:  # Whatever it is, it is the outcome.
                failed += 1
                print("FAIL  %s\n      %s: %s" % (step, type(error).__name__, error))
    print("%d of %d tests passed" % (len(STEPS) - failed, len(STEPS)))
    return 1 if failed else 0


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
    files = {"cases/source": "evdev: recorded from a virtual device in a real kernel, played"}
    for name, recording in cases.items():
        device = case_device(recording.text)
        files["cases/%s.evemu" % name] = device.evemu() + event_lines(recording.events)
        for key in ("intent", "note", "source"):
            files["cases/%s.%s" % (name, key)] = entry(recording.text, key)
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


if __name__ == "__main__":
    sys.exit((run_tests if len(sys.argv) == 4 else record_cases)(*sys.argv[1:]))
