"""Runs a program on fake devices, and unplugs the first device on request.

    umockdev-wrapper python3 unplug.py LISTING IOCTLS EVENTS NODE … -- PROGRAM [ARGUMENTS]

A line on the standard input unplugs the device. The script calls libumockdev directly, because its Python binding is
not installed everywhere and umockdev-run does not support unplugging.
"""

import ctypes
import os
import subprocess
import sys

library = ctypes.CDLL("libumockdev.so.0")
library.umockdev_testbed_new.restype = ctypes.c_void_p


def call(name, *arguments):
    passed = [a if isinstance(a, ctypes.c_void_p) else os.fsencode(a) for a in arguments]
    if not getattr(library, name)(testbed, *passed, None):
        sys.exit("unplug.py: %s failed" % name)


end = sys.argv.index("--")
devices = [sys.argv[start:start + 4] for start in range(1, end, 4)]
testbed = ctypes.c_void_p(library.umockdev_testbed_new())
for listing, ioctls, events, node in devices:
    call("umockdev_testbed_add_from_file", listing)
    call("umockdev_testbed_load_ioctl", node, ioctls)
for listing, ioctls, events, node in devices:
    call("umockdev_testbed_load_evemu_events", node, events)
program = subprocess.Popen(sys.argv[end + 1:], stdin=subprocess.DEVNULL)
sys.stdin.readline()
os.close(library.umockdev_testbed_get_dev_fd(testbed, os.fsencode(devices[0][3])))
sys.exit(program.wait())
