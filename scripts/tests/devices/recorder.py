"""Runs `flickbook record` on fake devices, and reads its recordings."""

import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from fake_device import FakeDevice, events, playable

EVENT = re.compile(
    r"^ *- \[ *(\d+), *(\d+), *(\d+), *(\d+), *(-?\d+)\]", re.MULTILINE)
# The codes of mouse buttons and tools, without the buttons of a pen.
BUTTONS = {*range(0x110, 0x118), *range(0x140, 0x150)} - {0x149, 0x14b, 0x14c}
GAP = re.compile(r"gap: \[ *(\d+), *(\d+)\], resynchronized: (\d+)")


class Recording:
    """The content of a recording, read with regular expressions, independently of Flickbook."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.events = []
        for seconds, fraction, kind, code, value in EVENT.findall(self.text):
            seconds = int(seconds) - (1 << 64 if int(seconds) >= 1 << 63 else 0)
            self.events.append(
                (seconds * 1000000 + int(fraction), int(kind), int(code), int(value)))
        self.gaps = [(int(s) * 1000000 + int(f), int(n)) for s, f, n in GAP.findall(self.text)]
        self.is_whole = self.text.endswith("flickbook: {end: true}\n")


def expected(rows):
    """Returns the events that a recording of played events must contain: no keys, and times that begin at zero."""
    kept = [
        row for row in rows
        if not (row[1] == 1 and row[2] not in BUTTONS) and not (row[1] == 4 and row[2] != 5)]
    return [(time - kept[0][0], kind, code, value) for time, kind, code, value in kept]


class Bench:
    """A folder with fake devices, and a recorder that runs on them."""

    def __init__(self, program):
        self.program = program
        self.holder = tempfile.TemporaryDirectory(prefix="flickbook-capture-")
        self.folder = self.holder.name
        self.options = []
        self.process = None
        self.terminal = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.terminal is not None:
            os.close(self.terminal)
        self.holder.cleanup()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def add(self, text, rows=None, number=0, is_evdev=True, listed=None, **state):
        """Adds a fake device that plays the events `rows`; returns its node.

        If `listed` is given, sysfs shows this description of another device instead.
        """
        device = FakeDevice(text, number)
        shown = FakeDevice(listed or text, number).listing()
        self.options += ["--device", self.write("%d.umockdev" % number, shown)]
        if is_evdev:
            answers = self.write("%d.ioctl" % number, device.answers(**state))
            self.options += ["--ioctl", "%s=%s" % (device.node, answers)]
        if rows:
            played = self.write("%d.events" % number, playable(rows)[0])
            self.options += ["--evemu-events", "%s=%s" % (device.node, played)]
        return device.node

    def start(self, *arguments, before=""):
        """Starts the recorder; `before` is a shell command that runs first, with the fake devices."""
        script = 'echo $$ > "%s"; %s exec "$@"' % (self.path("pid"), before)
        command = ["umockdev-run"] + self.options
        command += ["--", "sh", "-c", script, "sh", self.program] + list(arguments)
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True)

    def start_on_terminal(self, *arguments):
        """Starts the recorder on a new terminal; see ``read_terminal`` and ``type``."""
        self.terminal, own = os.openpty()
        script = 'echo $$ > "%s"; exec "$@"' % self.path("pid")
        command = ["umockdev-run"] + self.options + ["--", "sh", "-c", script, "sh", self.program]
        self.process = subprocess.Popen(
            command + list(arguments), cwd=self.folder, stdin=own, stdout=own, stderr=own,
            start_new_session=True)
        os.close(own)

    def read_terminal(self, ending, seconds=20):
        """Returns the output on the terminal until it contains `ending`."""
        deadline, shown = time.monotonic() + seconds, ""
        while ending not in shown:
            ready, _, _ = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise AssertionError("no '%s' on the terminal: %s" % (ending, shown))
            shown += os.read(self.terminal, 4096).decode("utf-8", "replace")
        return shown

    def type(self, line):
        """Types a line on the terminal."""
        os.write(self.terminal, (line + "\n").encode("utf-8"))

    def start_with_plug(self, *arguments):
        """Starts the recorder on the added devices in a way that supports ``unplug``."""
        helper = os.path.join(os.path.dirname(os.path.abspath(__file__)), "unplug.py")
        command = ["umockdev-wrapper", sys.executable, helper]
        for number in range(2):
            files = [self.path("%d.%s" % (number, kind)) for kind in ("umockdev", "ioctl", "events")]
            if os.path.exists(files[0]):
                command += files + ["/dev/input/event%d" % number]
        command += ["--"]
        self.process = subprocess.Popen(
            command + [self.program] + list(arguments), cwd=self.folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
            start_new_session=True)

    def signal(self, number):
        with open(self.path("pid"), encoding="utf-8") as file:
            os.kill(int(file.read()), number)

    def unplug(self):
        """Unplugs the first device; see ``start_with_plug``."""
        self.process.stdin.write("now\n")
        self.process.stdin.flush()

    def wait_for(self, name, count, seconds=20):
        """Waits until a file has `count` events; fails if no event arrives for `seconds`."""
        deadline, last = time.monotonic() + seconds, -1
        while True:
            found = 0
            if os.path.exists(self.path(name)):
                with open(self.path(name), encoding="utf-8") as file:
                    found = len(EVENT.findall(file.read()))
            if found >= count:
                return
            if found != last:
                deadline, last = time.monotonic() + seconds, found
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise AssertionError(
                    "%s has %d of %d events; %s" % (name, found, count, self.trouble()))
            time.sleep(0.02)

    def trouble(self):
        if self.process.poll() is None:
            return "the recorder is running"
        said = self.process.stderr.read() if self.process.stderr else ""
        return "exit %d: %s" % (self.process.returncode, said)

    def end(self, seconds=20):
        """Waits for the recorder; returns (exit code, standard output, standard error).

        The line that names the recorded devices is not an error; it is in ``notice`` instead. The lines about
        libinput's gestures are in ``gestures``.
        """
        out, errors = self.process.communicate(timeout=seconds)
        lines = errors.splitlines(keepends=True)
        is_notice = bool(lines) and lines[0].endswith("; press Ctrl-C to end\n")
        self.notice = lines.pop(0) if is_notice else ""
        self.gestures = [line for line in lines if line.startswith("libinput: ")]
        lines = [line for line in lines if line not in self.gestures]
        return self.process.returncode, out, "".join(lines)

    def record(self, rows, *arguments):
        """Records all played events; returns the recording and the result of ``end``."""
        self.start("record", "-o", "a.yml", *arguments)
        self.wait_for("a.yml.partial", len(expected(rows)))
        self.signal(signal.SIGINT)
        result = self.end()
        return Recording(self.path("a.yml")), result


def described(path):
    """Returns the description in an evemu file, or in a .desc file next to it, and the events."""
    def read(name):
        with open(name, encoding="utf-8", errors="replace") as file:
            return file.read()

    text = read(path)
    if "N:" not in text:
        folder, name = os.path.split(path)
        beside = [n[:-5] for n in os.listdir(folder) if n.endswith(".desc")]
        device = max((n for n in beside if name.startswith(n)), key=len)
        return read(os.path.join(folder, device + ".desc")), events(text)
    return text, events(text)
