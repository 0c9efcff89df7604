"""Tests of `flickbook record` and `flickbook devices` on fake devices; see ../capture.

Tests that need a real kernel are in kernel_tests.py: dropped events, bursts of events, a killed recorder, a full disk,
keys, and unplugged devices.

    capture_tests.py PROGRAM [FIELD-DATA [PART-OF-A-TEST'S-NAME]]
"""

import concurrent.futures
import glob
import json
import os
import signal
import subprocess
import sys
import time

import capture_endings
import virtual_devices
from capture_checks import PROGRAM, check, check_recorded, check_same
from recorder import EVENT, Bench, Recording, described, expected

FIELD_DATA = sys.argv[2] if len(sys.argv) > 2 else ""
FILTER = sys.argv[3] if len(sys.argv) > 3 else ""


def equality_with_what_was_played():
    for hand in (virtual_devices.flick_up(), virtual_devices.drags(3), virtual_devices.scroll()):
        check_recorded(hand.device.evemu(), hand.events)


def permission_denied():
    hand = virtual_devices.flick_up()
    forbid = 'chmod 000 "$UMOCKDEV_DIR"/dev/input/event0;'
    with Bench(PROGRAM) as bench:
        bench.add(hand.device.evemu())
        bench.start("record", "-o", "a.yml", before=forbid)
        code, _, trouble = bench.end()
        check(code == 77, "record exits with %d: %s" % (code, trouble))
        for way in ("sudo flickbook", 'TAG+="uaccess"', "70-flickbook.rules", "--groups input"):
            check(way in trouble, "the message does not offer %s: %s" % (way, trouble))
        check(not glob.glob(bench.path("a.yml*")), "a file is left")
        bench.start("devices", "--json", before=forbid)
        code, out, trouble = bench.end()
        check(code == 77, "devices exits with %d: %s" % (code, trouble))
        device = json.loads(out)[0]
        check(device["name"] == hand.device.name and not device["readable"], "listed: %s" % device)


def nodes_that_are_no_touch_device():
    hand = virtual_devices.flick_up()
    keys = virtual_devices.Device("A keyboard", (3, 1, 2, 3), [], list(range(1, 84)), {})
    with Bench(PROGRAM) as bench:
        bench.add(hand.device.evemu(), is_evdev=False)
        keyboard = bench.add(keys.evemu(), number=1)
        for node, wanted, word in (
            ("/dev/input/event0", 65, "not an evdev device"),
            (keyboard, 65, "a keyboard"),
            ("/dev/input/event9", 66, "no such device"),
            ("/dev/null", 65, "not an evdev device"),
        ):
            # The keyboard is not readable, so that an attempt to open it would be reported.
            bench.start("record", node, "-o", "a.yml",
                        before='chmod 000 "$UMOCKDEV_DIR"/dev/input/event1;')
            code, _, trouble = bench.end()
            check(code == wanted and word in trouble, "%s: exit %d: %s" % (node, code, trouble))
            check(not glob.glob(bench.path("a.yml*")), "a file is left")


def a_node_that_is_replaced_or_changes():
    hand = virtual_devices.flick_up()
    other = virtual_devices.Device("Another screen", (3, 9, 9, 9), [1], hand.device.keys, hand.device.axes)
    keyed = virtual_devices.Device(
        hand.device.name, hand.device.identity, [1], hand.device.keys + [30], hand.device.axes)
    whole = virtual_devices.Device(
        hand.device.name, hand.device.identity, [1], hand.device.keys + list(range(1, 84)), hand.device.axes)
    for found, wanted, word in ((other, 74, "was listed as"), (keyed, 65, "keys for letters"),
                                (whole, 65, "a keyboard")):
        with Bench(PROGRAM) as bench:
            bench.add(found.evemu(), hand.events, listed=hand.device.evemu())
            bench.start("record", "-o", "a.yml")
            code, _, trouble = bench.end()
            check(code == wanted and word in trouble, "%s: exit %d: %s" % (found.name, code, trouble))
            check(not glob.glob(bench.path("a.yml*")), "a file is left")


def two_devices():
    screen, pad = virtual_devices.flick_up(), virtual_devices.scroll()
    with Bench(PROGRAM) as bench:
        bench.add(screen.device.evemu(), screen.events)
        bench.add(pad.device.evemu(), pad.events, number=1)
        bench.start("record", "-o", "a.yml")
        code, _, trouble = bench.end()
        check(code == 64, "exit %d: %s" % (code, trouble))
        check("event0" in trouble and "event1" in trouble, "the message does not name them: " + trouble)
        bench.start("devices", "--json")
        code, out, trouble = bench.end()
        kinds = [device["kind"] for device in json.loads(out)]
        check(code == 0 and kinds == ["touchscreen", "touchpad"], "listed: %s %s" % (kinds, trouble))
        recording, _ = bench.record(pad.events, "touchpad")
        check_same(recording.events, expected(pad.events))
        check("virtual touchpad" in recording.text, "another device was recorded")
        scrolls = [line for line in bench.gestures if "scroll by 2 fingers" in line]
        check(len(scrolls) == 1, "libinput's gestures are %s" % bench.gestures)


def both(bench):
    """Adds two devices that play events; returns their nodes, and their events by device."""
    screen, pad = virtual_devices.flick_up(), virtual_devices.scroll()
    nodes = [bench.add(screen.device.evemu(), screen.events),
             bench.add(pad.device.evemu(), pad.events, number=1)]
    return nodes, [screen.events, pad.events]


def parts(path):
    """Returns the events of each `- node:` of a file, and its text."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return [[(int(s) * 1000000 + int(f), int(t), int(c), int(v)) for s, f, t, c, v in EVENT.findall(part)]
            for part in text.split("\n- node:")[1:]], text


def two_devices_in_one_file():
    with Bench(PROGRAM) as bench:
        nodes, played = both(bench)
        bench.start("record", *nodes, "-o", "a.yml")
        for number, rows in enumerate(played):
            bench.wait_for("a-%d.yml.partial" % (number + 1), len(expected(rows)))
        bench.signal(signal.SIGINT)
        code, out, trouble = bench.end()
        check(code == 0 and not trouble, "exit %d: %s" % (code, trouble))
        check(out.startswith("a.yml\n3 gestures"), "printed " + out)
        found, text = parts(bench.path("a.yml"))
        check("ndevices: 2\n" in text, "the header does not list two devices")
        check(min(rows[0][0] for rows in found) == 0, "no device begins at zero")
        for rows, wanted in zip(found, played):
            check_same([(time - rows[0][0], *rest) for time, *rest in rows], expected(wanted))
        check(not glob.glob(bench.path("*.partial")), "parts are left")
        for number in ("1", "2"):
            replay = subprocess.run(
                [PROGRAM, "replay", "a.yml", "--device", number, "--scenario", "sheet", "--json"],
                cwd=bench.folder, capture_output=True, check=False)
            check(replay.returncode == 0, "device %s: %s" % (number, replay.stderr))


def libinput_replays_two_devices():
    tool = "/usr/libexec/libinput/libinput-replay"
    player = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libinput_replay.py")
    with Bench(PROGRAM) as bench:
        nodes, played = both(bench)
        bench.start("record", *nodes, "-o", "a.yml")
        for number, rows in enumerate(played):
            bench.wait_for("a-%d.yml.partial" % (number + 1), len(expected(rows)))
        bench.signal(signal.SIGINT)
        bench.end()
        # The tool needs modules that are installed for the system's Python.
        replayed = subprocess.run(
            ["/usr/bin/python3", player, tool, bench.path("a.yml")], capture_output=True,
            encoding="utf-8", check=False)
        check(replayed.returncode == 0, "libinput replay: " + replayed.stderr)
        devices = [json.loads(line) for line in replayed.stdout.splitlines()]
        found, _ = parts(bench.path("a.yml"))
    check(len(devices) == 2, "%d devices are played" % len(devices))
    for device, rows, wanted in zip(devices, found, played):
        sent = [(s * 1000000 + u, *rest) for s, u, *rest in device["events"]]
        check_same(sent, rows)
        check_same([(time - sent[0][0], *rest) for time, *rest in sent], expected(wanted))


def devices_are_picked_on_a_terminal():
    for answer, wanted in (("2", [1]), ("2 1", [1, 0])):
        with Bench(PROGRAM) as bench:
            _, played = both(bench)
            bench.start_on_terminal("record", "-o", "a.yml")
            question = bench.read_terminal("virtual touchpad")
            check("Give a number, or several separated by spaces." in question, "the question is " + question)
            check("1  /dev/input/event0" in question and "2  /dev/input/event1" in question, question)
            bench.type(answer)
            names = ["a.yml"] if len(wanted) == 1 else ["a-1.yml", "a-2.yml"]
            for name, number in zip(names, wanted):
                bench.wait_for(name + ".partial", len(expected(played[number])))
            bench.signal(signal.SIGINT)
            check(bench.process.wait(20) == 0, "exit %d" % bench.process.returncode)
            found, _ = parts(bench.path("a.yml"))
            for rows, number in zip(found, wanted):
                check_same(
                    [(time - rows[0][0], *rest) for time, *rest in rows], expected(played[number]))
            check(len(found) == len(wanted), "the file has %d devices" % len(found))


def an_answer_that_picks_nothing():
    for answer in ("3", "both", ""):
        with Bench(PROGRAM) as bench:
            both(bench)
            bench.start_on_terminal("record", "-o", "a.yml")
            bench.read_terminal("virtual touchpad")
            bench.type(answer)
            said = bench.read_terminal("flickbook record /dev/input/event1")
            check(bench.process.wait(20) == 64, "'%s': exit %d" % (answer, bench.process.returncode))
            check("there are 2 touch devices; name one" in said, "the message is " + said)
            check(not glob.glob(bench.path("a.yml*")), "a file is left")


def gestures_of_two_devices_are_counted_together():
    with Bench(PROGRAM) as bench:
        nodes, _ = both(bench)
        bench.start("record", *nodes, "-o", "a.yml", "--gestures", "2")
        code, out, trouble = bench.end()
        check(code == 0 and "2 gestures" in out, "exit %d: %s%s" % (code, out, trouble))


def two_devices_and_a_kill():
    with Bench(PROGRAM) as bench:
        nodes, played = both(bench)
        bench.start("record", *nodes, "-o", "a.yml")
        for number in (1, 2):
            bench.wait_for("a-%d.yml.partial" % number, 20)
        bench.signal(signal.SIGKILL)
        bench.end()
        check(not os.path.exists(bench.path("a.yml")), "a cut file has its final name")
        for number, rows in enumerate(played):
            part = Recording(bench.path("a-%d.yml.partial" % (number + 1)))
            check(not part.is_whole and "streamed: true" in part.text, "the part is not marked as cut")
            events = [(time - part.events[0][0], *rest) for time, *rest in part.events]
            check_same(events, expected(rows)[: len(events)])
            inspected = subprocess.run(
                [PROGRAM, "inspect", "a-%d.yml.partial" % (number + 1)], cwd=bench.folder,
                capture_output=True, encoding="utf-8", check=False)
            check("cut" in inspected.stdout + inspected.stderr, "inspect does not report that it is cut")


def one_of_two_devices_goes_away():
    hand = virtual_devices.drags(1)
    rows = hand.events[: len(hand.events) // 2]
    with Bench(PROGRAM) as bench:
        bench.add(hand.device.evemu(), rows)
        pad = virtual_devices.scroll()
        other = bench.add(pad.device.evemu(), pad.events, number=1)
        bench.start_with_plug("record", "/dev/input/event0", other, "-o", "a.yml", "--duration", "6")
        bench.wait_for("a-1.yml.partial", len(rows))
        bench.unplug()
        bench.wait_for("a-2.yml.partial", len(expected(pad.events)))
        code, out, trouble = bench.end()
        check(code == 74 and "was disconnected; all events before" in trouble, "exit %d: %s" % (code, trouble))
        check(out.startswith("a.yml"), "printed " + out)
        found, _ = parts(bench.path("a.yml"))
        for rows, wanted in zip(found, (rows, pad.events)):
            check_same([(time - rows[0][0], *rest) for time, *rest in rows], expected(wanted))


def one_file_for_each_gesture():
    hand = virtual_devices.drags(3)
    whole = expected(hand.events)
    with Bench(PROGRAM) as bench:
        bench.add(hand.device.evemu(), hand.events)
        bench.start("record", "--case", "sheet/drag", "--split", "--gestures", "3",
                    "--intent", "half", "--note", 'a "quoted" note')
        code, out, trouble = bench.end()
        paths = ["Recordings/sheet/drag-%d/recording.yml" % number for number in (1, 2, 3)]
        check(code == 0 and out.split("\n")[:3] == paths, "exit %d: %s%s" % (code, out, trouble))
        check("flickbook accept Recordings/sheet/drag-3 " in out, "the next command is missing: " + out)
        for number in (1, 2, 3):
            accepted = subprocess.run(
                [PROGRAM, "accept", "Recordings/sheet/drag-%d" % number, "--because", "a test"],
                cwd=bench.folder, capture_output=True, encoding="utf-8", check=False)
            check(accepted.returncode == 0, "accept: " + accepted.stderr)
        tested = subprocess.run(
            [PROGRAM, "test", "Recordings"], cwd=bench.folder, capture_output=True, encoding="utf-8", check=False)
        check(tested.returncode == 0, "test: " + tested.stdout + tested.stderr)
        found = [Recording(bench.path(path)) for path in paths]
    check("    - [0, -1, {53: 359, 54: 915}]" in found[1].text, "the slot's state is not kept")
    for number, recording in enumerate(found):
        length = len(whole) // 3
        part = whole[number * length : (number + 1) * length]
        check_same(recording.events, expected(part))
        check(recording.is_whole and 'intent: "half"' in recording.text, "it is cut or has no intent")


def a_file_that_exists_is_kept():
    hand = virtual_devices.flick_up()
    with Bench(PROGRAM) as bench:
        bench.add(hand.device.evemu(), hand.events)
        bench.write("a.yml", "mine")
        bench.start("record", "-o", "a.yml")
        code, _, trouble = bench.end()
        check(code == 74 and "already" in trouble, "exit %d: %s" % (code, trouble))
        with open(bench.path("a.yml"), encoding="utf-8") as file:
            check(file.read() == "mine", "it was replaced")


def a_live_replay_is_that_of_its_recording():
    hand = virtual_devices.flick_up()
    for scenario in ("sheet", "pip"):
        with Bench(PROGRAM) as bench:
            bench.add(hand.device.evemu(), hand.events)
            bench.start("replay", "--live", "auto", "--scenario", scenario, "-o", "live",
                        "--record", "a.yml")
            bench.wait_for("a.yml.partial", len(expected(hand.events)))
            time.sleep(0.5)
            bench.signal(signal.SIGINT)
            code, out, trouble = bench.end()
            check(code == 0 and not trouble, "exit %d: %s" % (code, trouble))
            check("→" in out, "no decision is shown: " + out)
            check_same(Recording(bench.path("a.yml")).events, expected(hand.events))
            subprocess.run(
                [PROGRAM, "replay", "a.yml", "--scenario", scenario, "-o", "again"],
                cwd=bench.folder, check=True, stdout=subprocess.DEVNULL)
            for name in ("run.json", "frames.jsonl", "events.jsonl"):
                found = [open(bench.path(os.path.join(run, name)), "rb") for run in ("live", "again")]
                check(found[0].read() == found[1].read(), "%s differs" % name)
                for file in found:
                    file.close()


def field_recording(path):
    def run():
        check_recorded(*described(path))
    run.__name__ = "field " + os.path.basename(path)
    return run


TESTS = [
    equality_with_what_was_played, permission_denied, nodes_that_are_no_touch_device,
    a_node_that_is_replaced_or_changes, two_devices, two_devices_in_one_file,
    libinput_replays_two_devices, devices_are_picked_on_a_terminal, an_answer_that_picks_nothing,
    gestures_of_two_devices_are_counted_together, two_devices_and_a_kill, one_of_two_devices_goes_away,
    capture_endings.the_ways_to_end, capture_endings.a_finger_that_was_down_before,
    one_file_for_each_gesture, a_file_that_exists_is_kept, a_live_replay_is_that_of_its_recording,
]


def main():
    field = sorted(glob.glob(os.path.join(glob.escape(FIELD_DATA), "recordings/evemu/*/*.events")))
    if not field:
        print("skipped: field recordings; found none in '%s'" % FIELD_DATA)
    failed = 0
    # Start the longest recordings first, because they mostly wait.
    field.sort(key=os.path.getsize, reverse=True)
    tests = [field_recording(path) for path in field[:4]] + TESTS
    tests += [field_recording(path) for path in field[4:]]
    tests = [test for test in tests if FILTER in test.__name__]

    def outcome(test):
        try:
            test()
            return None
        except Exception as error:  # Count every exception as a failed test.
            return "%s: %s" % (type(error).__name__, error)

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(outcome, tests))
    for test, problem in zip(tests, results):
        failed += problem is not None
        name = test.__name__.replace("_", " ")
        print("%s  %s%s" % ("FAIL" if problem else "ok", name, "\n      " + problem if problem else ""))
    print("%d of %d tests passed" % (len(tests) - failed, len(tests)))
    return 1 if failed else 0


sys.exit(main())
