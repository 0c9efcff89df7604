"""Plays a recording with the installed `libinput replay`, and prints the events that it sends to each device.

    libinput_replay.py TOOL RECORDING

This runs the code of the installed tool; only /dev/uinput, udev, time and the keyboard are replaced by stubs. Prints a
line of JSON for each device: its name, and its events as seconds, microseconds, type, code, value.
"""

import importlib.machinery
import importlib.util
import json
import sys
import types


class Sent:
    """A device that stores the events that are sent to it."""

    def __init__(self, name):
        self.name, self.devnode, self.events = name, "/dev/input/event%d" % len(DEVICES), []
        DEVICES.append(self)

    def send_events(self, events):
        self.events += [[e.sec, e.usec, e.type.value, e.code.value, e.value] for e in events]


class Now:
    """A substitute for a process, which runs its function in `start`."""

    def __init__(self, target, args):
        self.target, self.args = target, args

    def start(self):
        self.target(*self.args)

    def join(self):
        pass


DEVICES = []
tool, recording = sys.argv[1:]
loader = importlib.machinery.SourceFileLoader("libinput_replay_tool", tool)
module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(module)

said = []
answers = iter([""])


def pressed(question):
    try:
        return next(answers)
    except StopIteration:
        raise KeyboardInterrupt from None


def checked(data, device):
    # Parse the properties as the tool does before it asks udev.
    for line in module.fetch(module.fetch(data, "udev"), "properties"):
        name, value = line.split("=", maxsplit=1)


module.input = pressed
module.print = lambda *_, **__: None
module.error = lambda message, **_: said.append(message)
module.check_udev_properties = checked
module.multiprocessing = types.SimpleNamespace(Process=Now)
module.time = types.SimpleNamespace(time=lambda: 1e9, sleep=lambda _: None)
module.libevdev.Device.create_uinput_device = lambda device: Sent(device.name)
sys.argv = [tool, recording]
module.main()
for device in DEVICES:
    print(json.dumps({"name": device.name, "events": device.events}))
if said:
    sys.exit("\n".join(said))
