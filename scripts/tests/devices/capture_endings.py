"""Tests of how a recording on a fake device begins and ends."""

import os
import signal

import virtual_devices
from capture_checks import ABS, ID, KEY, PROGRAM, SLOT, SYN, TOUCH, X, Y, check, check_same
from recorder import Bench, Recording, expected


def the_ways_to_end():
    hand = virtual_devices.drags(3)
    whole = expected(hand.events)
    for arguments, stop, wanted, count in (
        (["--gestures", "2"], None, 0, 2 * len(whole) // 3),
        (["--duration", "0.5"], None, 0, None),
        (["--duration", "60"], signal.SIGINT, 130, None),
        ([], signal.SIGTERM, 0, None),
        ([], signal.SIGHUP, 0, None),
    ):
        with Bench(PROGRAM) as bench:
            bench.add(hand.device.evemu(), hand.events)
            bench.start("record", "-o", "a.yml", *arguments)
            if stop:
                bench.wait_for("a.yml.partial", 20)
                bench.signal(stop)
            code, _, trouble = bench.end()
            check(code == wanted, "%s: exit %d: %s" % (arguments, code, trouble))
            recording = Recording(bench.path("a.yml"))
            check(recording.is_whole, "%s: cut" % arguments)
            check(count in (None, len(recording.events)), "%d events" % len(recording.events))
            check_same(recording.events, whole[: len(recording.events)])
            check(not os.path.exists(bench.path("a.yml.partial")), "FILE.partial is left")


def a_finger_that_was_down_before():
    device = virtual_devices.TOUCHSCREEN
    rows = [(1, ABS, Y, 900), (1, SYN, 0, 0), (8001, ABS, ID, -1), (8001, KEY, TOUCH, 0),
            (8001, SYN, 0, 0)]
    state = {"held": [TOUCH], "values": {0: 500, 1: 800, SLOT: 2},
             "slots": {X: [0, 0, 500], Y: [0, 0, 800], ID: [-1, -1, 7]}}
    with Bench(PROGRAM) as bench:
        bench.add(device.evemu(), rows, **state)
        recording, (code, out, _) = bench.record(rows)
        check(code == 0 and out.startswith("a.yml\n0 gestures"), "printed %s" % out)
        check("    slot: 2\n" in recording.text, "the current slot is not kept")
        check("[2, 7, {53: 500, 54: 800}]" in recording.text, "the slot is not kept")
        check("buttons: [330]" in recording.text, "the button is not kept")
        check_same(recording.events, expected(rows))
