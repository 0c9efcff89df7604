"""Runs a program on a fake device, and hangs the device up when told to.

    umockdev-wrapper python3 unplug.py LISTING IOCTLS EVENTS NODE PROGRAM [ARGUMENTS]

A line on standard input pulls the plug. libumockdev is called directly: its Python binding is not
installed everywhere, and umockdev-run has no way to do this.
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


listing, ioctls, events, node = sys.argv[1:5]
testbed = ctypes.c_void_p(library.umockdev_testbed_new())
call("umockdev_testbed_add_from_file", listing)
call("umockdev_testbed_load_ioctl", node, ioctls)
call("umockdev_testbed_load_evemu_events", node, events)
program = subprocess.Popen(sys.argv[5:], stdin=subprocess.DEVNULL)
sys.stdin.readline()
os.close(library.umockdev_testbed_get_dev_fd(testbed, os.fsencode(node)))
sys.exit(program.wait())
