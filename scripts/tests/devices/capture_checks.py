"""Checks that the tests on fake devices share, and the path of the tested program."""

import os
import sys

from recorder import Bench, expected

PROGRAM = os.path.abspath(sys.argv[1])

ABS, KEY, SYN = 3, 1, 0
SLOT, X, Y, ID, TOUCH = 0x2F, 0x35, 0x36, 0x39, 0x14A


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def check_same(found, wanted, what="events"):
    for index, (one, other) in enumerate(zip(found, wanted)):
        check(one == other, "%s differ at %d: recorded %s, played %s" % (what, index, one, other))
    check(len(found) == len(wanted), "%d %s, not %d" % (len(found), what, len(wanted)))


def check_recorded(text, rows):
    with Bench(PROGRAM) as bench:
        bench.add(text, rows)
        recording, (code, _, trouble) = bench.record(rows)
        check(code == 0, "exit %d: %s" % (code, trouble))
        check_same(recording.events, expected(rows))
        check(recording.is_whole and not recording.gaps, "it is cut or has a gap")
        check(not trouble, "unexpected: " + trouble)
        check(bench.notice.startswith("recording '"), "the device is not named: " + bench.notice)
