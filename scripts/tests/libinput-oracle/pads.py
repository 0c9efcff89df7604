"""Writes the reports of the kernel for fingers on a touchpad, as evemu text. Lengths are in mm, times in s."""

import dataclasses
import math

SYN, KEY, ABS = 0, 1, 3
SYN_DROPPED = 3
BTN_LEFT, BTN_RIGHT, BTN_TOUCH = 0x110, 0x111, 0x14a
COUNT_KEYS = {1: 0x145, 2: 0x14d, 3: 0x14e, 4: 0x14f, 5: 0x148}
X, Y, PRESSURE = 0x00, 0x01, 0x18
SLOT, MAJOR, MINOR, MT_X, MT_Y, TOOL, TRACKING, MT_PRESSURE = 0x2f, 0x30, 0x31, 0x35, 0x36, 0x37, 0x39, 0x3a
TOOL_FINGER, TOOL_PALM = 0, 2


@dataclasses.dataclass
class Pad:
    """A touchpad; `units` per mm are reported as its resolution unless `resolution` is False."""

    width: float
    height: float
    units: int
    rate: float
    resolution: bool = True
    fuzz: int = 0
    slots: int = 5  # 0: a single touch without slots
    semi: bool = False  # two slots with the corners of the box around all fingers
    pressure: bool = False
    clickpad: bool = True
    bus: int = 0x18
    low: tuple = (0, 0)  # the least values of the axes
    stated: tuple = None  # resolutions that are reported although they are wrong
    tools: bool = False  # reports the tool of each contact
    counts: int = 5  # the largest number of fingers that it counts
    top_buttons: bool = False
    sizes: bool = False  # reports the lengths of each contact
    numbers: str = "2323 0001"  # of the vendor and the product
    name: str = "Synthetic touchpad"

    def description(self):
        properties = 1 | 4 * self.clickpad | 8 * self.semi | 16 * self.top_buttons
        counts = [key for count, key in COUNT_KEYS.items() if count <= self.counts]
        keys = [BTN_LEFT, BTN_TOUCH, *counts] + ([] if self.clickpad else [BTN_RIGHT])
        stated = self.stated or (self.units if self.resolution else 0,) * 2
        axes = {}
        for axis, (low, size) in enumerate(zip(self.low, (self.width, self.height))):
            axes[X + axis] = (low, low + round(size * self.units), self.fuzz, stated[axis])
        if self.pressure:
            axes[PRESSURE] = (0, 255, 0, 0)
        if self.slots:
            axes.update({SLOT: (0, self.slots - 1, 0, 0), MT_X: axes[X], MT_Y: axes[Y], TRACKING: (0, 65535, 0, 0)})
            if self.pressure:
                axes[MT_PRESSURE] = (0, 255, 0, 0)
            if self.sizes:
                axes.update({MAJOR: (0, 1020, 0, 0), MINOR: (0, 1020, 0, 0)})
            if self.tools:
                axes[TOOL] = (0, 2, 0, 0)
        lines = ["# EVEMU 1.3", f"N: {self.name}", f"I: {self.bus:04x} {self.numbers} 0100",
                 f"P: {properties:02x} 00 00 00 00 00 00 00"]
        for kind, codes, size in ((SYN, [SYN, KEY, ABS], 8), (KEY, keys, 96), (ABS, axes, 8)):
            bits = bytearray(size)
            for code in codes:
                bits[code // 8] |= 1 << code % 8
            lines += [f"B: {kind:02x} " + bits[at:at + 8].hex(" ") for at in range(0, size, 8)]
        lines += [f"A: {code:02x} {low} {high} {fuzz} 0 {resolution}"
                  for code, (low, high, fuzz, resolution) in sorted(axes.items())]
        return lines


@dataclasses.dataclass
class Finger:
    """A finger that touches the pad from its first point to its last: (time, x, y)."""

    points: list
    smooth: bool = False  # begins and ends each leg slowly
    pressure: float = 60  # constant, or a pair for the first and the last point
    palm: tuple = (math.inf, math.inf)  # the times between which the pad reports it as a palm
    size: tuple = (400, 400)  # the lengths of its area, in units of the pad

    def at(self, time):
        (t0, x0, y0), (t1, x1, y1) = next(
            (pair for pair in zip(self.points, self.points[1:]) if time <= pair[1][0]), self.points[-2:])
        s = min(max((time - t0) / (t1 - t0), 0), 1) if t1 > t0 else 1
        if self.smooth:
            s = s * s * s * (10 - 15 * s + 6 * s * s)
        return x0 + (x1 - x0) * s, y0 + (y1 - y0) * s

    def pressed(self, time):
        if not isinstance(self.pressure, tuple):
            return self.pressure
        begin, end = self.points[0][0], self.points[-1][0]
        low, high = self.pressure
        return low + (high - low) * min(max((time - begin) / (end - begin), 0), 1)


class Recorder:
    """Writes reports like the kernel: only values that changed, and no report if nothing changed."""

    def __init__(self, pad, rng, jitter):
        self.pad, self.rng, self.jitter = pad, rng, jitter
        self.state, self.lines, self.slot = {}, [], 0
        self.held, self.next_id, self.last = {}, 100, 0

    def set(self, kind, code, value, slot=None):
        if self.state.get((kind, code, slot), -1 if code == TRACKING else 0) == value:
            return
        if slot is not None and slot != self.slot:
            self.report.append((ABS, SLOT, slot))
            self.slot = slot
        self.state[kind, code, slot] = value
        self.report.append((kind, code, value))

    def place(self, finger, time):
        """Returns the position of a finger in units of the pad, and the pressure."""
        place = []
        for value, low, far in zip(finger.at(time), self.pad.low, (self.pad.width, self.pad.height)):
            noise = (sum(self.rng.random() for _ in range(3)) - 1.5) * self.jitter
            place.append(low + round(min(max(value + noise, 0), far) * self.pad.units))
        noise = (self.rng.random() - 0.5) * 4 * bool(self.jitter)
        pressure = round(min(max(finger.pressed(time) + noise, 1), 255))
        return [*place, pressure]

    def contacts(self, fingers, time):
        """Returns the contents of the pad's slots: slot → (finger, x, y, pressure)."""
        self.held = {slot: finger for slot, finger in self.held.items() if finger in fingers}
        for finger in fingers:
            free = [slot for slot in range(max(self.pad.slots, 1)) if slot not in self.held]
            if finger not in self.held.values() and free:
                self.held[free[0]] = finger
        seen = {slot: [finger, *self.place(finger, time)] for slot, finger in sorted(self.held.items())}
        if self.pad.semi and len(seen) == 2:
            all_seen = [self.place(finger, time) for finger in fingers]
            for slot, corner in ((0, min), (1, max)):
                seen[slot][1:3] = [corner(place[axis] for place in all_seen) for axis in (0, 1)]
        return seen

    def write(self, fingers, time, button, lost, dropped):
        """Writes the report at a time. If `lost`, it does not arrive; if `dropped`, the kernel's buffer overflowed
        before it."""
        seen = self.contacts(fingers, time)
        if lost:
            return
        self.report = []
        if self.pad.slots:
            for slot in range(self.pad.slots):
                finger, *values = seen.get(slot, (None, None, None, None))
                held = self.state.get((slot, "finger"))
                if held is not finger or finger is None:
                    self.set(ABS, TRACKING, -1, slot)
                self.state[slot, "finger"] = finger
                if finger is None:
                    continue
                if held is not finger:
                    self.next_id += 1
                    self.set(ABS, TRACKING, self.next_id, slot)
                if self.pad.tools:
                    is_palm = finger.palm[0] <= time < finger.palm[1]
                    self.set(ABS, TOOL, TOOL_PALM if is_palm else TOOL_FINGER, slot)
                if self.pad.sizes:
                    self.set(ABS, MAJOR, finger.size[0], slot)
                    self.set(ABS, MINOR, finger.size[1], slot)
                for code, value in zip((MT_X, MT_Y, MT_PRESSURE), values if self.pad.pressure else values[:2]):
                    self.set(ABS, code, value, slot)
        self.set(KEY, BTN_TOUCH, int(bool(fingers)))
        for count, key in COUNT_KEYS.items():
            if count <= self.pad.counts:
                self.set(KEY, key, int(min(len(fingers), self.pad.counts) == count))
        self.set(KEY, BTN_LEFT, int(button))
        if seen:
            _, x, y, pressure = seen[min(seen)]
            self.set(ABS, X, x)
            self.set(ABS, Y, y)
        if self.pad.pressure:
            self.set(ABS, PRESSURE, pressure if seen else 0)
        if not self.report:
            return
        micros = max(self.last + 1, round((1 + time) * 1e6 + (self.rng.random() - 0.5) * 600))
        self.last = micros
        overflow = [(SYN, SYN_DROPPED, 0), (SYN, 0, 0)] if dropped else []
        for kind, code, value in [*overflow, *self.report, (SYN, 0, 0)]:
            self.lines.append(f"E: {micros // 1000000}.{micros % 1000000:06d} {kind:04x} {code:04x} {value:04d}")


def record(pad, fingers, rng, jitter=0.02, presses=(), gaps=()):
    """Returns the text of a recording. `presses`: (down, up) of the button; `gaps`: (from, to) of lost reports."""
    recorder = Recorder(pad, rng, jitter)
    end = max(finger.points[-1][0] for finger in fingers)
    gap_open = False
    for index in range(int((end + 0.3) * pad.rate) + 2):
        time = index / pad.rate
        active = [finger for finger in fingers if finger.points[0][0] <= time <= finger.points[-1][0]]
        lost = any(begin <= time < stop for begin, stop in gaps)
        button = any(down <= time < up for down, up in presses)
        recorder.write(active, time, button, lost, gap_open and not lost)
        gap_open = lost
    return "\n".join([*pad.description(), *recorder.lines]) + "\n"
