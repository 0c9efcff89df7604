"""Virtual touch devices, and gestures for them, as evemu text.

The kernel tests create uinput devices from them, and the umockdev tests create fake nodes. In every gesture, each event
changes a value: the kernel does not deliver unchanged values, and the tests compare the recorded with the played
events.
"""

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT = 0
BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH = 0x110, 0x145, 0x14A
BTN_TOOL_DOUBLETAP = 0x14D
ABS_X, ABS_Y, ABS_MT_SLOT = 0x00, 0x01, 0x2F
ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x35, 0x36, 0x39


class Device:
    """The description of a device."""

    def __init__(self, name, identity, properties, keys, axes):
        self.name, self.identity = name, identity
        self.properties, self.keys, self.axes = properties, keys, axes

    def is_touchpad(self):
        return BTN_TOOL_FINGER in self.keys

    def evemu(self):
        lines = ["# EVEMU 1.3", "N: " + self.name, "I: %04x %04x %04x %04x" % self.identity]
        lines += ["P: " + chunk for chunk in _bytes(self.properties, 8)]
        types = [EV_SYN] + ([EV_KEY] if self.keys else []) + [EV_ABS]
        for type_, codes, size in (
            (EV_SYN, types, 8),
            (EV_KEY, self.keys, 96),
            (EV_ABS, self.axes, 8),
        ):
            lines += ["B: %02x %s" % (type_, chunk) for chunk in _bytes(codes, size)]
        for code, (low, high, resolution) in sorted(self.axes.items()):
            lines.append("A: %02x %d %d 0 0 %d" % (code, low, high, resolution))
        return "\n".join(lines) + "\n"


def _bytes(bits, size):
    data = bytearray(size)
    for bit in bits:
        data[bit // 8] |= 1 << (bit % 8)
    return [" ".join("%02x" % byte for byte in data[at : at + 8]) for at in range(0, size, 8)]


TOUCHSCREEN = Device(
    "Flickbook virtual touchscreen",
    (0x06, 0xF11C, 0x0001, 0x0001),
    [1],
    [BTN_TOUCH],
    {
        ABS_X: (0, 1079, 16),
        ABS_Y: (0, 2339, 16),
        ABS_MT_SLOT: (0, 9, 0),
        ABS_MT_POSITION_X: (0, 1079, 16),
        ABS_MT_POSITION_Y: (0, 2339, 16),
        ABS_MT_TRACKING_ID: (0, 65535, 0),
    },
)

TOUCHPAD = Device(
    "Flickbook virtual touchpad",
    (0x06, 0xF11C, 0x0002, 0x0001),
    [0, 2],
    [BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP],
    {
        ABS_X: (0, 1224, 12),
        ABS_Y: (0, 804, 12),
        ABS_MT_SLOT: (0, 4, 0),
        ABS_MT_POSITION_X: (0, 1224, 12),
        ABS_MT_POSITION_Y: (0, 804, 12),
        ABS_MT_TRACKING_ID: (0, 65535, 0),
    },
)


KEYPAD = Device(
    "Flickbook virtual screen with a keypad",
    (0x06, 0xF11C, 0x0003, 0x0001),
    [1],
    # Keys for power and volume are allowed on a touchscreen; KEY_NUMERIC_1 to 4 and the key of a braille dot are not.
    [116, 114, 115, BTN_TOUCH, 0x201, 0x202, 0x203, 0x204, 0x1F1],
    TOUCHSCREEN.axes,
)


def with_pin(hand):
    """Returns the events of a gesture after a PIN was typed, with a key that is pressed during the touch."""
    first, rows = hand.events[0][0], []
    for number, key in enumerate((0x201, 0x202, 0x203, 0x204, 0x1F1)):
        at = first + number * 20000
        rows += [(at, EV_KEY, key, 1), (at, EV_SYN, SYN_REPORT, 0)]
        rows += [(at + 10000, EV_KEY, key, 0), (at + 10000, EV_SYN, SYN_REPORT, 0)]
    rows += [(time + 200000, *event) for time, *event in hand.events]
    middle = len(rows) - 2
    while rows[middle][1:3] != (EV_SYN, SYN_REPORT):
        middle -= 1
    return rows[:middle] + [(rows[middle][0], EV_KEY, 0x204, 1)] + rows[middle:]


class Hand:
    """A collector of the events of gestures: (microseconds, type, code, value)."""

    def __init__(self, device, tracking_id=40):
        self.device, self.events, self.now = device, [], 1
        self._next_id, self._slot, self._last = tracking_id, 0, {}

    def _put(self, type_, code, value):
        self.events.append((self.now, type_, code, value))

    def _axis(self, code, value, slot=None):
        if self._last.get((code, slot)) == value:
            return
        if slot is not None and slot != self._slot:
            self._put(EV_ABS, ABS_MT_SLOT, slot)
            self._slot = slot
        self._last[(code, slot)] = value
        self._put(EV_ABS, code, value)

    def _report(self, interval):
        self._put(EV_SYN, SYN_REPORT, 0)
        self.now += interval

    def pause(self, microseconds):
        self.now += microseconds

    def swipe(self, paths, interval=8000):
        """Moves one finger along each path, all of the same length, and lifts them."""
        for step in range(len(paths[0])):
            for slot, path in enumerate(paths):
                if step == 0:
                    self._axis(ABS_MT_TRACKING_ID, self._next_id, slot)
                    self._next_id += 1
                self._axis(ABS_MT_POSITION_X, path[step][0], slot)
                self._axis(ABS_MT_POSITION_Y, path[step][1], slot)
            if step == 0:
                self._buttons(len(paths), 1)
            self._axis(ABS_X, paths[0][step][0])
            self._axis(ABS_Y, paths[0][step][1])
            self._report(interval)
        for slot in range(len(paths)):
            self._axis(ABS_MT_TRACKING_ID, -1, slot)
        self._buttons(len(paths), 0)
        self._report(interval)

    def _buttons(self, fingers, value):
        self._put(EV_KEY, BTN_TOUCH, value)
        if self.device.is_touchpad():
            tool = BTN_TOOL_FINGER if fingers == 1 else BTN_TOOL_DOUBLETAP
            self._put(EV_KEY, tool, value)

    def evemu(self):
        return self.device.evemu() + event_lines(self.events)


def event_lines(events):
    return "".join(
        "E: %d.%06d %04x %04x %04d\n" % (t // 1000000, t % 1000000, type_, code, value)
        for t, type_, code, value in events
    )


def flick_up():
    """A flick up with one finger: 12 frames at 125 Hz."""
    hand = Hand(TOUCHSCREEN)
    path, y, step = [], 1900, 6
    for frame in range(12):
        path.append((520 + frame * 2, y))
        y -= step
        step += 9
    hand.swipe([path])
    return hand


def keypad_with_pin():
    """The same flick on a surface with a keypad, after a PIN was typed."""
    hand = Hand(KEYPAD)
    hand.events = with_pin(flick_up())
    return hand


def drags(count, frames=60, interval=8000):
    """A finger that drags up `count` times, at 125 Hz."""
    hand = Hand(TOUCHSCREEN)
    for number in range(count):
        y = 1800 - number % 7 * 20
        hand.swipe([[(300 + f, y - f * 15) for f in range(frames)]], interval)
        hand.pause(120000)
    return hand


def scroll():
    """Two fingers that scroll on a touchpad."""
    hand = Hand(TOUCHPAD)
    one = [(400 + f, 600 - f * 9) for f in range(40)]
    two = [(700 + f, 590 - f * 9) for f in range(40)]
    hand.swipe([one, two])
    hand.pause(100000)
    hand.swipe([[(600 - f * 5, 300 + f * 3) for f in range(30)]])
    return hand


def wave(frames):
    """Returns a value of a triangle wave between 0 and 400, in which consecutive values always differ."""
    return [min(f % 800, 800 - f % 800) for f in range(frames)]


def flood(frames, interval, fingers=2):
    """Fingers that move in every frame: 4 events per finger and frame, and the report."""
    hand = Hand(TOUCHSCREEN)
    paths = []
    for finger in range(fingers):
        paths.append([(100 + 300 * finger + w, 200 + 4 * w) for w in wave(frames)])
    hand.swipe(paths, interval)
    return hand


def steady(seconds):
    """One finger that moves up and down at 125 Hz without a rest."""
    hand = Hand(TOUCHSCREEN)
    hand.swipe([[(100 + w, 200 + 4 * w) for w in wave(125 * seconds)]])
    return hand
