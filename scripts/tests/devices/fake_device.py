"""Converts an evemu description to a umockdev device: the sysfs attributes and the ioctl answers.

An ioctl number contains the size of its buffer, so each answer must have the size of the buffer that libevdev uses.
"""

import re
import struct

KEY, RELATIVE, ABSOLUTE, MISC, SWITCH, LED, SOUND, REPEAT, FORCE = 1, 2, 3, 4, 5, 17, 18, 20, 21
CODES = {KEY: 768, RELATIVE: 16, ABSOLUTE: 64, MISC: 8, SWITCH: 17, LED: 16, SOUND: 8,
         REPEAT: 2, FORCE: 128}
SLOT, TRACKING_ID, PER_SLOT = 0x2F, 0x39, range(0x30, 0x40)
LIBEVDEV_SLOTS = 256


class Description:
    """The description of a device, from the lines N, I, P, B and A of an evemu file."""

    def __init__(self, text):
        self.name, self.identity = "unknown", (0, 0, 0, 0)
        self.properties, self.bits, self.axes = bytearray(), {}, {}
        for line in text.replace("\r", "").split("\n"):
            self._take(line)
        if self.axes:
            axes = self.bits.setdefault(ABSOLUTE, bytearray(8))
            for code in self.axes:
                axes[code // 8] |= 1 << code % 8
        kinds = bytearray(8)
        kinds[0] = 1
        for kind, codes in self.bits.items():
            if any(codes):
                kinds[kind // 8] |= 1 << kind % 8
        self.bits[0] = kinds

    def _take(self, line):
        key, _, rest = line.partition(": ")
        if key == "N":
            self.name = rest
        fields = rest.split("#")[0].split()
        if key == "I":
            self.identity = tuple(int(field, 16) for field in fields[:4])
        elif key == "P":
            self.properties += bytes(int(field, 16) for field in fields[:8])
        elif key == "B" and int(fields[0], 16):
            codes = self.bits.setdefault(int(fields[0], 16), bytearray())
            codes += bytes(int(field, 16) for field in fields[1:9])
        elif key == "A":
            numbers = [int(field) for field in fields[1:6]]
            self.axes[int(fields[0], 16)] = numbers + [0] * (5 - len(numbers))


def sized(data, size):
    return bytes(data[:size]).ljust(size, b"\0")


def word_bytes(bits):
    return (bits + 63) // 64 * 8


def bitmap(data, bits):
    """Returns a bitmap in the format of sysfs: words in hexadecimal, the most significant first."""
    size = word_bytes(bits)
    words = ["%x" % word for word in struct.unpack("<%dQ" % (size // 8), sized(data, size))]
    while len(words) > 1 and words[-1] == "0":
        words.pop()
    return " ".join(reversed(words))


class FakeDevice:
    """One fake node, by default /dev/input/event0."""

    def __init__(self, text, number=0):
        self.device, self.number = Description(text), number
        self.node = "/dev/input/event%d" % number

    def listing(self):
        """Returns the umockdev description of the attributes below /sys."""
        device, parent = self.device, "/devices/virtual/input/input%d" % (self.number + 7)
        lines = [
            "P: %s/event%d" % (parent, self.number), "N: input/event%d" % self.number,
            "E: DEVNAME=" + self.node, "E: MAJOR=13", "E: MINOR=%d" % (64 + self.number),
            "E: SUBSYSTEM=input", "A: dev=13:%d" % (64 + self.number),
            "L: device=../../input%d" % (self.number + 7), "",
            "P: " + parent, "E: SUBSYSTEM=input", "A: name=" + device.name,
            "A: phys=fake/input%d" % self.number, "A: uniq=",
            "A: properties=" + bitmap(device.properties, 32),
        ]
        for word, value in zip(("bustype", "vendor", "product", "version"), device.identity):
            lines.append("A: id/%s=%04x" % (word, value))
        for word, kind in (("ev", 0), ("key", KEY), ("rel", RELATIVE), ("abs", ABSOLUTE),
                           ("msc", MISC), ("led", LED), ("snd", SOUND), ("ff", FORCE),
                           ("sw", SWITCH)):
            bits = CODES.get(kind, 32)
            lines.append("A: capabilities/%s=%s" % (word, bitmap(device.bits.get(kind, b""), bits)))
        return "\n".join(lines) + "\n\n"

    def answers(self, held=(), values=None, slots=None):
        """Returns the ioctl answers, with the state at the start.

        `held` contains codes of pressed buttons, `values` maps an axis to its value, `slots` maps an axis to a list
        of values by slot.
        """
        device, lines = self.device, ["@DEV " + self.node]

        def put(request, data, result=0):
            lines.append("%s %d %s" % (request, result, bytes(data).hex().upper()))

        put("EVIOCGBIT(0)", sized(device.bits[0], 8), 8)
        for request, text in (("NAME", device.name), ("PHYS", "fake/input"), ("UNIQ", "")):
            data = text.encode()[:255] + b"\0"
            for room in (255, 256):
                put("EVIOCG%s(0)" % request, sized(data, room), len(data))
        put("EVIOCGID", struct.pack("<4H", *device.identity))
        put("EVIOCGVERSION", struct.pack("<i", 0x010001))
        put("EVIOCGPROP(0)", sized(device.properties, 8), 8)
        for kind, bits in CODES.items():
            room = word_bytes(bits)
            put("EVIOCGBIT(%d)" % kind, sized(device.bits.get(kind, b""), room), room)
        put("EVIOCGLED(0)", bytes(8), 8)
        put("EVIOCGSW(0)", bytes(8), 8)
        if REPEAT in device.bits:
            put("EVIOCGREP", struct.pack("<2I", 250, 33))
        self._buttons_and_axes(put, held, values or {})
        self._slots(put, slots or {})
        return "\n".join(lines) + "\n"

    def _buttons_and_axes(self, put, held, values):
        keys = bytearray(96)
        for code in held:
            keys[code // 8] |= 1 << code % 8
        put("EVIOCGKEY(0)", keys, 96)
        for code, numbers in sorted(self.device.axes.items()):
            request = "EVIOCGABS(%d)" % code if code else "EVIOCGABS"
            put(request, struct.pack("<6i", values.get(code, 0), *numbers))

    def _slots(self, put, slots):
        if SLOT in self.device.axes:
            count = self.device.axes[SLOT][1] + 1
            for code in sorted(set(self.device.axes) & set(PER_SLOT)):
                unset = -1 if code == TRACKING_ID else 0
                row = (list(slots.get(code, [])) + [unset] * count)[:count]
                row += [0] * (LIBEVDEV_SLOTS - count)
                put("EVIOCGMTSLOTS(0)", struct.pack("<I%di" % LIBEVDEV_SLOTS, code, *row))


def events(text):
    """Returns the E lines of an evemu text as (microseconds, type, code, value)."""
    pattern = re.compile(r"^E: *(\d+)\.(\d+)[ \t]+([0-9a-fA-F]+)[ \t]+([0-9a-fA-F]+)[ \t]+(-?\d+)")
    found = (pattern.match(line) for line in text.replace("\r", "\n").split("\n"))
    return [
        (int(m[1]) * 1000000 + int(m[2]), int(m[3], 16), int(m[4], 16), int(m[5]))
        for m in found if m
    ]


def playable(rows):
    """Returns events in a form that umockdev reads correctly, and the shift that was added to their times.

    umockdev parses microseconds with a leading zero as octal, so they are not padded. It loses the first byte of an
    event whose seconds end in the byte 0x20, so the times start at 33 s and must stay below 288 s.
    """
    if not rows:
        return "", 0
    shift = 33000000 - rows[0][0]
    lines = []
    for time, kind, code, value in rows:
        time += shift
        assert 33000000 <= time < 288000000, "umockdev cannot play more than 255 s"
        lines.append("E: %d.%d %04x %04x %d" % (time // 1000000, time % 1000000, kind, code, value))
    return "\n".join(lines) + "\n", shift
