"""Boots a kernel in which `flickbook record` records uinput devices; see ../kernel.

    kernel_tests.py KERNEL-FOLDER PLAYER PROGRAM
"""

import json
import os
import re
import subprocess
import sys
import tempfile

import virtual_devices
from kernel_machine import check, initial_archive, run_machine
from recorder import Recording
from virtual_devices import ABS_MT_SLOT, ABS_MT_TRACKING_ID

STEPS = ["test_equality", "test_kill", "test_unplugging", "test_drop", "test_full_disk",
         "test_grab", "test_ordinary_user", "test_keys", "test_load", "test_rate", "test_play",
         "test_interrupted_play", "test_forbidden_play"]
# The largest allowed delay of an event in µs, which is 2.5 % of the time between two frames of a touchscreen. The clock
# of the machine counts instructions, so delays come from the player, the kernel and the recorder, not from a busy host.
LARGEST_DELAY = 200
# The largest allowed difference between the time of an event and the time at which `flickbook play` sends it, in µs.
LARGEST_PLAY_DELAY = 1000
# The recordings to play again, by their names in the guest. The first is interrupted, too.
PLAYED = {
    "two-fingers-on-touchpad": "sheet/two-finger-flick-on-touchpad",
    "flick-on-touchscreen": "sheet/flick-up-from-tip",
    "touchpad-with-fuzz": "pip/stroke-right-and-roll-back",
    "contacts-without-slots": "drawer/two-finger-drag-from-the-edge"}


def frames(rows):
    result = [[]]
    for row in rows:
        result[-1].append(row[-3:])
        if row[-3:-1] == (0, 0):
            result.append([])
    return result[:-1]


def state_after(rows):
    """Returns the state of slots, axes and buttons after the events."""
    slot, state = 0, {}
    for _, kind, code, value in rows:
        if kind == 3 and code == ABS_MT_SLOT:
            slot = value
        elif kind in (1, 3):
            state[(kind, code, slot if code > ABS_MT_SLOT and kind == 3 else None)] = value
    return state


class Results:
    """The recordings and messages of the guest."""

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
    check(times[0] == 0 and times == sorted(times), "the times do not increase from 0")


def delays(recorded, played):
    """Returns the delay of each event relative to the played times, in µs.

    The start time of the player is unknown, so the event with the smallest delay counts as on time.
    """
    late = [a[0] - (b[0] - played[0][0]) for a, b in zip(recorded, played)]
    return [one - min(late) for one in late]


def check_delays(recorded, played, largest=LARGEST_DELAY):
    """Checks that frames are in the order in which they were played, with a delay of at most `largest` µs."""
    late = delays(recorded, played)
    print("    times differ by up to %d µs from the played ones" % max(late))
    check(max(late) <= largest, "an event is %d µs late" % max(late))
    ends = [row[0] for row in recorded if row[1:3] == (0, 0)]
    asked = [row[0] for row in played if row[1:3] == (0, 0)]
    for index in range(1, len(asked)):
        if asked[index] > asked[index - 1]:
            check(ends[index] > ends[index - 1], "frame %d is not later than the previous one" % index)


def part(text, start, end):
    """Returns the part of a recording between two lines; empty if there is no line `start`."""
    return text.split(start, 1)[1].split(end, 1)[0] if start in text else ""


def description(recording):
    """Returns the name, identity, codes, axes and properties of the device of a recording.

    Devices of `flickbook play` have no fuzz, which is the third number of an axis. All devices have the codes of
    EV_SYN, of which recordings list different ones.
    """
    text = re.sub(r".*# EV_SYN\n", "", part(recording.text, "    name: ", "  udev:"))
    return re.sub(r"(\d+: \[-?\d+, -?\d+, )\d+(, \d+, \d+\]\n)", r"\g<1>0\2", text)


class KernelTests:
    """Checks of the guest's results; each method has the name of the guest's step."""

    def __init__(self, results, gestures, recordings):
        self.results, self.gestures, self.recordings = results, gestures, recordings

    def whole(self, name, gesture, code=0):
        self.results.check_exit(name, code)
        recording = self.results.recording(name + ".yml")
        check(recording.is_whole and not recording.gaps, "it is cut or has a gap")
        check_same(recording.events, self.gestures[gesture].events)
        check_times(recording.events)
        return recording

    def test_equality(self):
        drags = self.whole("drags", "drags")
        check_delays(drags.events, self.gestures["drags"].events)
        check('clock: "monotonic"' in drags.text, "the clock is not monotonic")
        check('intent: "half"' in self.whole("scroll", "scroll").text, "the intent is lost")
        device = json.loads(self.results.text("devices.json"))[0]
        check(device["kind"] == "touchscreen" and device["slots"] == 10, "listed: %s" % device)
        check(abs(device["widthMillimeters"] - 67.4) < 0.1, "listed: %s" % device)

    def test_kill(self):
        self.results.check_exit("killed", 137)
        recording = self.results.recording("killed.yml.partial")
        check(not recording.is_whole and not self.results.has("killed.yml"), "the recording is not marked as cut")
        check_prefix(recording.events, self.gestures["drags"].events)

    def test_unplugging(self):
        self.results.check_exit("unplugged", 74)
        check("was disconnected" in self.results.text("unplugged.trouble"), "the message is missing")
        recording = self.results.recording("unplugged.yml")
        check(recording.is_whole, "it is cut")
        # When a device is unplugged, the kernel lifts its fingers.
        played = self.gestures["drags"].events
        kept = [row for row in recording.events]
        while kept and frames(kept)[-1] != frames(played[: len(kept)])[-1:][0]:
            kept = kept[:-1]
        check_prefix(kept, played)

    def test_drop(self):
        self.results.check_exit("dropped", 0)
        recording, played = self.results.recording("dropped.yml"), self.gestures["drags"].events
        check(len(recording.gaps) == 1, "gaps: %s" % recording.gaps)
        check("dropped events 1 time" in self.results.text("dropped.trouble"), "the message is missing")
        at = [row[1:3] for row in recording.events].index((0, 3))
        check_prefix(recording.events[:at], played)
        rest = recording.events[at + 2 :]
        # All events after the stall must be recorded.
        stalled = 800
        while played[stalled - 1][1:3] != (0, 0):
            stalled += 1
        tail = frames(played[stalled:])
        check(frames(rest)[-len(tail) :] == tail, "events after the drop are lost")
        # The recorded events before them must restore the state of the fingers after the stall.
        before = recording.events[: len(recording.events) - len(played[stalled:])]
        check(state_after(before) == state_after(played[:stalled]), "the state after the drop is not recorded")
        check_times(recording.events)

    def test_full_disk(self):
        self.results.check_exit("full", 74)
        check("disk is full" in self.results.text("full.trouble"), "the message is missing")
        recording = self.results.recording("full.yml.partial")
        check(recording.events[-1][1:] == (0, 0, 0), "the last frame is torn")
        check(not recording.is_whole, "the recording is not marked as cut")
        check_prefix(recording.events, self.gestures["flood"].events)

    def test_grab(self):
        self.whole("grabbing", "scroll")
        self.results.check_exit("refused", 74)
        check("grabbed" in self.results.text("refused.trouble"), "the message is missing")

    def test_ordinary_user(self):
        self.results.check_exit("denied", 77)
        check("--groups input" in self.results.text("denied.trouble"), "the message offers no solution")
        self.whole("allowed", "scroll")

    def test_keys(self):
        """Checks a surface with a keypad: rejected by default; with `--despite-keys`, recorded without keys in a private
        file of the caller."""
        self.results.check_exit("keyed", 65)
        check("keys for digits" in self.results.text("keyed.trouble"), "the message gives no reason")
        check(not self.results.has("keyed.yml"), "a file is left")
        self.results.check_exit("despite", 0)
        recording = self.results.recording("despite.yml")
        check_same(recording.events, self.gestures["flick"].events)
        check("KEY_" not in recording.text.replace("EV_KEY", ""), "the header lists keys")
        check(self.results.text("despite.owner").split() == ["600", "1000"], "mode and owner are %s"
              % self.results.text("despite.owner"))

    def test_load(self):
        drags = self.whole("load", "steady")
        check_delays(drags.events, self.gestures["steady"].events)
        events = self.gestures["steady"].events
        seconds = (events[-1][0] - events[0][0]) / 1e6
        ticks = int(self.results.text("load.ticks"))
        print("    125 frames/s for %.1f s: %.1f %% of an emulated core" % (seconds, ticks / seconds))
        check(ticks / seconds <= 2, "recording takes more than 2 % of a core")

    def test_rate(self):
        recording = self.whole("rate", "flood")
        events = recording.events
        seconds = (events[-1][0] - events[0][0]) / 1e6
        print("    %d events in %.1f s: %.0f events/s" % (len(events), seconds, len(events) / seconds))
        check(len(events) / seconds >= 8000, "the machine did not play 8,000 events/s")

    def test_play(self):
        for name, original in self.recordings.items():
            check(self.results.text(name + ".code") == "0\n", self.results.text(name + ".notice"))
            # The recorder ends when the device is removed.
            self.results.check_exit("again-" + name, 74)
            again = self.results.recording("again-%s.yml" % name)
            print("    %s: %d events" % (name, len(again.events)))
            check_same(again.events, original.events)
            check_delays(again.events, original.events, LARGEST_PLAY_DELAY)
            check(description(again) == description(original), "the devices differ")
            # The new recording may list more slots and axes, but these have no values yet.
            initial, found = (part(one.text, "  initial:\n", "devices:") for one in (original, again))
            check(all("\n" + line.rstrip("}]") in "\n" + found for line in initial.splitlines()),
                  "at the start, recorded %s, played %s" % (found, initial))
            report = json.loads(self.results.text(name + ".played"))
            check(report["events"] == len(original.events), "reported: %s" % report)
            check(report["largestLatenessMilliseconds"] <= 1, "reported: %s" % report)

    def test_interrupted_play(self):
        check(self.results.text("interrupted.code") == "130\n", self.results.text("interrupted.notice"))
        stopped, original = self.results.recording("stopped.yml"), list(self.recordings.values())[0]
        lift = frames(stopped.events)[-1]
        check(lift.count((3, ABS_MT_TRACKING_ID, -1)) == 2, "the last frame is %s" % lift)
        check_prefix(stopped.events[: -len(lift)], original.events)
        check(len(stopped.events) < len(original.events), "the playback was not interrupted")
        held = {key: value for key, value in state_after(stopped.events).items() if key[0] == 1 and value}
        check(not held, "buttons are still held: %s" % held)
        check(self.results.has("removed"), "the device is still there")

    def test_forbidden_play(self):
        self.results.check_exit("forbidden", 77)
        trouble = self.results.text("forbidden.trouble")
        check(trouble.startswith("/dev/uinput: ") and "sudo" in trouble, "the message is %s" % trouble)


def main(kernel, player, program):
    gestures = {
        "drags": virtual_devices.drags(3), "scroll": virtual_devices.scroll(),
        "flick": virtual_devices.flick_up(),
        "flood": virtual_devices.flood(10400, 1000), "steady": virtual_devices.steady(10)}
    files = {"gestures/%s.evemu" % name: hand.evemu() for name, hand in gestures.items()}
    files["gestures/pin.evemu"] = virtual_devices.keypad_with_pin().evemu()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="flickbook-kernel-") as folder:
        paths = {name: "Recordings/%s/recording.yml" % path for name, path in PLAYED.items()}
        # This part begins while four fingers are down, so the device must get their state first.
        paths["four-fingers"] = os.path.join(folder, "part.yml")
        subprocess.run([program, "trim", "Recordings/modal/four-finger-drag-down/recording.yml",
                        paths["four-fingers"], "--from", "0.2"], check=True)
        recordings = {name: Recording(path) for name, path in paths.items()}
        files.update({"recordings/%s.yml" % name: one.text for name, one in recordings.items()})
        files["recordings/names"] = " ".join(recordings)
        archive = initial_archive(kernel, player, program, STEPS, files)
        tests = KernelTests(Results(run_machine(kernel, archive, folder)), gestures, recordings)
        for step in STEPS:
            try:
                getattr(tests, step)()
                print("ok  %s" % step[5:].replace("_", " "))
            except Exception as error:  # Count every exception as a failed test.
                failed += 1
                print("FAIL  %s\n      %s: %s" % (step, type(error).__name__, error))
    print("%d of %d tests passed" % (len(STEPS) - failed, len(STEPS)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
