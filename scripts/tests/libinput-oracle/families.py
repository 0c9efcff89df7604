"""Makes families of touchpad recordings with known movements.

    families.py FOLDER [NAME…]

The files are the same on every machine: one seed for each recording, and only `random.random`, whose sequence Python
guarantees. Every second recording of a family is `aside`: nothing may be tuned to its answer. The function of a family
returns the touchpad, the fingers, and other arguments of `record`, for a variant from 0.
"""

import dataclasses
import math
import pathlib
import random
import sys

from limits import LIMITS
from pads import Finger, Pad, record

DIRECTIONS = {"right": 0, "down-right": 45, "down": 90, "down-left": 135, "left": 180, "up-left": 225, "up": 270,
              "up-right": 315}


class Dice(random.Random):
    """A generator of random numbers that uses only `random()`."""

    def between(self, low, high):
        return low + (high - low) * self.random()

    def one_of(self, values):
        return values[int(self.random() * len(values))]

    def pad(self, fingers=1, **changes):
        width = self.one_of([65, 80, 102, 110, 130, 156] if fingers < 3 else [102, 110, 130, 156])
        units = self.one_of([12, 20, 31, 43])
        height, rate = round(width * self.between(0.55, 0.68)), self.one_of([60, 80, 90, 100, 125, 140, 166, 200])
        pad = Pad(width, height, units, rate, resolution=self.random() < 0.75)
        return dataclasses.replace(pad, **changes)


def hand(dice, pad, count, dx, dy, duration, begin=0.0, spread=17, rest=0.0, after=0.0, smooth=None, centre=None):
    """Returns `count` fingers side by side that rest, move together by (dx, dy), and rest again."""
    cx, cy = centre or (pad.width / 2 - dx / 2, pad.height / 2 - dy / 2)
    smooth = dice.random() < 0.5 if smooth is None else smooth
    spread = min(spread, (pad.width - abs(dx) - 10) / max(count, 2))
    fingers = []
    for index in range(count):
        x = cx + (index - (count - 1) / 2) * spread
        y = cy + abs(index - (count - 1) / 2) * 4 - 4 + dice.between(-1, 1)
        points = [(begin, x, y)]
        if rest:
            points.append((begin + rest, x, y))
        points.append((begin + rest + duration, x + dx, y + dy))
        if after:
            points.append((begin + rest + duration + after, x + dx, y + dy))
        fingers.append(Finger(points, smooth))
    return fingers


def way(dice, degrees, length, noise=4):
    angle = math.radians(degrees + dice.between(-noise, noise))
    return length * math.cos(angle), length * math.sin(angle)


def stroke(dice, variant, count, length, duration, degrees=None, **pad):
    """A straight stroke in a direction that depends on the variant."""
    degrees = list(DIRECTIONS.values())[variant % 8] if degrees is None else degrees
    pad = dice.pad(count, **pad)
    limit = pad.height * 0.6 if abs(math.sin(math.radians(degrees))) > 0.3 else pad.width * 0.45
    dx, dy = way(dice, degrees, min(length, limit))
    return pad, hand(dice, pad, count, dx, dy, duration)


def swipe(dice, variant):
    count = [3, 4, 5][min(variant // 8, 2)]
    return stroke(dice, variant, count, dice.between(8, 45), dice.between(0.12, 1.2))


def short_swipe(dice, variant):
    return stroke(dice, variant * 3, 3 + variant % 2, dice.between(0.8, 5), dice.between(0.06, 0.8))


def scroll(dice, variant):
    return stroke(dice, variant, 2, dice.between(8, 40), dice.between(0.1, 1.2))


def slow_scroll(dice, variant):
    return stroke(dice, variant * 3, 2, dice.between(0.8, 6), dice.between(0.2, 1.5))


def pointer(dice, variant):
    return stroke(dice, variant, 1, dice.between(1, 40), dice.between(0.08, 1.2))


def pinch(dice, variant):
    count, kind = [2, 2, 3, 4][variant % 4], ["in", "out", "turn"][variant // 4 % 3]
    pad = dice.pad(3)
    cx, cy, angle = pad.width / 2, pad.height / 2, dice.between(20, 70)
    near, far, turn = dice.between(8, 12), dice.between(16, min(28, pad.height * 0.42)), dice.between(40, 90)
    begin, end = {"in": (far, near), "out": (near, far), "turn": (far, far)}[kind]
    duration, steps = dice.between(0.25, 0.9), 12
    fingers = []
    for index in range(count):
        points = []
        for step in range(steps + 1):
            part = step / steps
            bend = math.radians(angle + index * 360 / count + (turn * part if kind == "turn" else 0))
            radius = begin + (end - begin) * part
            points.append((duration * part, cx + radius * math.cos(bend), cy + radius * math.sin(bend)))
        fingers.append(Finger(points))
    return pad, fingers


def rest(dice, variant):
    """Fingers that rest before they move, or only rest."""
    count = [1, 2, 3, 4][variant % 4]
    pad = dice.pad(count)
    if variant >= 8:
        return pad, hand(dice, pad, count, 0.01, 0, 0.05, rest=dice.between(0.1, 0.9))
    dx, dy = way(dice, dice.between(0, 360), dice.between(8, 20))
    return pad, hand(dice, pad, count, dx, dy, dice.between(0.2, 0.6), rest=dice.between(0.08, 0.7))


def change(dice, variant):
    """Fingers are added or lifted during the movement."""
    before, after = [(2, 3), (3, 2), (3, 4), (4, 3), (1, 2), (2, 1), (1, 3), (3, 1)][variant % 8]
    pad = dice.pad(4)
    total, at, duration = max(before, after), dice.between(0.15, 0.45), dice.between(0.6, 1)
    dx, dy = way(dice, dice.one_of([0, 90, 180, 270]), dice.between(20, 32))
    fingers = hand(dice, pad, total, dx, dy, duration, smooth=False)
    for finger in fingers[min(before, after):]:
        (t0, x0, y0), (t1, x1, y1) = finger.points
        cut = (at, *finger.at(at))
        finger.points = [cut, (t1, x1, y1)] if after > before else [(t0, x0, y0), cut]
    return pad, fingers


def stagger(dice, variant):
    """Fingers that land and lift one after another."""
    count = 2 + variant % 3
    pad = dice.pad(count)
    dx, dy = way(dice, dice.one_of(list(DIRECTIONS.values())), dice.between(12, 30))
    fingers = hand(dice, pad, count, dx, dy, dice.between(0.3, 0.8), rest=0.1, smooth=False)
    for finger in fingers:
        begin = finger.points[0]
        finger.points[0] = (dice.between(0, 0.09), *begin[1:])
        t1, x1, y1 = finger.points[-1]
        finger.points.append((t1 + dice.between(0.001, 0.06), x1, y1))
    return pad, fingers


def pause(dice, variant):
    """A movement, a rest, and another movement, without lifting."""
    count = 1 + variant % 4
    pad = dice.pad(count)
    dx, dy = way(dice, dice.one_of([0, 90, 180, 270]), dice.between(8, 14))
    fingers = hand(dice, pad, count, dx, dy, dice.between(0.2, 0.4), after=dice.between(0.1, 1.2))
    back = dice.one_of([-1, 1])
    for finger in fingers:
        t, x, y = finger.points[-1]
        finger.points.append((t + 0.3, x + dx * back * 0.8, y + dy * back * 0.8))
    return pad, fingers


def thumb(dice, variant):
    """A thumb rests at the bottom while other fingers move."""
    count = 1 + variant % 3
    pad = dice.pad(4)
    dx, dy = way(dice, dice.one_of([0, 180, 270]), dice.between(10, 25))
    begin = dice.one_of([0.0, 0.2])
    fingers = hand(dice, pad, count, dx, dy, dice.between(0.3, 0.7), begin=begin, smooth=False)
    end = max(finger.points[-1][0] for finger in fingers) + 0.1
    bottom = pad.height - dice.between(1, 7)
    x = pad.width * dice.between(0.25, 0.4)
    return pad, [Finger([(0.0 if begin else 0.02, x, bottom), (end, x + dice.between(-1.5, 1.5), bottom)]), *fingers]


def palm(dice, variant):
    """A contact at the left or right edge, alone or beside a finger; some leave the edge."""
    pad = dataclasses.replace(dice.pad(4), width=110, height=70)
    edge = dice.between(0.5, 6)
    x = edge if variant % 2 else pad.width - edge
    inward = (1 if variant % 2 else -1) * [0.5, 25, 3, 12][variant // 2 % 4]
    duration = dice.between(0.4, 0.8)
    fingers = [Finger([(0, x, 30), (duration, x + inward, 30 + dice.between(2, 20))])]
    if variant >= 4:
        fingers += hand(dice, pad, 1 + variant % 2, dice.between(10, 20), 5, 0.4, begin=0.15)
    return pad, fingers


def slots(dice, variant):
    """More fingers than slots."""
    amount = [1, 2, 2, 0, 3][variant % 5]
    count = [2, 3, 4, 1 + variant // 5, 4][variant % 5]
    pad = dice.pad(4, slots=amount)
    dx, dy = way(dice, dice.one_of([0, 90, 180, 270]), dice.between(12, 28))
    return pad, hand(dice, pad, count, dx, dy, dice.between(0.3, 0.7))


def semi(dice, variant):
    count = [2, 2, 3, 1][variant % 4]
    pad = dice.pad(4, slots=2, semi=True, clickpad=False, pressure=variant % 2 == 0)
    if variant in (1, 5):
        dice.pad(4)
        _, fingers = pinch(dice, 0 if variant == 1 else 4)
        for finger in fingers:
            finger.points = [(t, min(x, pad.width), min(y, pad.height)) for t, x, y in finger.points]
        return pad, fingers
    dx, dy = way(dice, dice.one_of(list(DIRECTIONS.values())), dice.between(10, 28))
    return pad, hand(dice, pad, count, dx, dy, dice.between(0.3, 0.8))


def press(dice, variant):
    """The button is pressed before, while or after fingers move."""
    count = 1 + variant % 2
    pad = dice.pad(count, clickpad=variant % 4 != 3)
    dx, dy = way(dice, dice.one_of([0, 180, 270]), dice.between(8, 25))
    fingers = hand(dice, pad, count, dx, dy, 0.5, rest=0.15, after=0.15)
    down = [0.05, 0.35, 0.7][variant // 2 % 3]
    return pad, fingers, {"presses": [(down, down + dice.between(0.08, 0.4))]}


def pressure(dice, variant):
    """Fingers that press lightly, harder over time, or as a palm."""
    count = [1, 2, 3, 1, 2][variant % 5]
    pad = dice.pad(count, pressure=True)
    dx, dy = way(dice, dice.one_of(list(DIRECTIONS.values())), dice.between(10, 25))
    fingers = hand(dice, pad, count, dx, dy, dice.between(0.3, 0.7))
    level = [45, 45, 60, 28, 33, 45, 45, 45, 140, 27][variant % 10]
    for index, finger in enumerate(fingers):
        finger.pressure = level - (22 if variant in (6, 7) and index == count - 1 else 0)
    return pad, fingers


def fuzz(dice, variant):
    count = 1 + variant % 3
    pad = dice.pad(count, fuzz=dice.one_of([4, 8, 12]), resolution=True)
    dx, dy = way(dice, dice.one_of(list(DIRECTIONS.values())), dice.between(2, 20))
    fingers = hand(dice, pad, count, dx, dy, dice.between(0.3, 0.9), rest=dice.between(0, 0.3) + 0.01)
    return pad, fingers, {"jitter": dice.between(0.05, 0.25)}


def wobble(dice, variant):
    """No fuzz is reported, but positions are noisy."""
    count = 1 + variant % 2
    pad = dice.pad(count)
    dx, dy = way(dice, dice.between(0, 360), dice.between(0.1, 15))
    fingers = hand(dice, pad, count, dx, dy, dice.between(0.4, 1.0), rest=0.3)
    return pad, fingers, {"jitter": dice.between(0.1, 0.5)}


def lost(dice, variant):
    count = 1 + variant % 3
    pad = dice.pad(count)
    dx, dy = way(dice, dice.one_of([0, 90, 180, 270]), dice.between(15, 25))
    fingers = hand(dice, pad, count, dx, dy, 0.6, smooth=False)
    begin = dice.between(0.1, 0.5)
    return pad, fingers, {"gaps": [(begin, begin + dice.between(0.02, 0.12))]}


def jump(dice, variant):
    """A finger jumps between two reports, as if another finger had taken its place."""
    count = 1 + variant % 2
    pad = dice.pad(3)
    fingers = hand(dice, pad, count, 12, 4, 0.5, smooth=False)
    (t0, x0, y0), (t1, x1, y1) = fingers[0].points
    t, (x, y) = 0.25, fingers[0].at(0.25)
    leap = dice.between(12, 26)
    fingers[0].points = [(t0, x0, y0), (t, x, y), (t + 0.0005, x, y - leap), (t1, x1, y1 - leap)]
    return pad, fingers


def curve(dice, variant):
    """A path in the form of a circle or an S, or one that turns back."""
    count = 1 + variant % 3
    pad = dice.pad(3)
    radius, turns, duration = dice.between(4, 12), dice.one_of([0.5, 1, 1.5]), dice.between(0.4, 1.2)
    fingers = []
    for finger in hand(dice, pad, count, 0, 0, duration):
        _, x, y = finger.points[0]
        fingers.append(Finger([
            (duration * step / 40, x + radius * math.sin(turns * math.tau * step / 40),
             y + radius * (1 - math.cos(turns * math.tau * step / 40)) - radius) for step in range(41)]))
    return pad, fingers


def uneven(dice, variant):
    """Fingers of one hand that do not move equally far, or not in the same direction."""
    count = 2 + variant % 3
    pad = dice.pad(count)
    dx, dy = way(dice, dice.one_of(list(DIRECTIONS.values())), dice.between(12, 25))
    fingers = hand(dice, pad, count, dx, dy, dice.between(0.3, 0.8), smooth=False)
    for index, finger in enumerate(fingers):
        (t0, x0, y0), (t1, x1, y1) = finger.points
        factor, bend = dice.between(0.1, 1), math.radians(dice.between(-40, 40))
        mx, my = (x1 - x0) * factor, (y1 - y0) * factor
        finger.points[1] = (t1, x0 + mx * math.cos(bend) - my * math.sin(bend),
                            y0 + mx * math.sin(bend) + my * math.cos(bend))
    return pad, fingers


def odd(dice, variant):
    """Axes that do not begin at 0, wrong or partial resolutions, and external touchpads."""
    count = [1, 2, 3, 2][variant // 2 % 4]
    low = (dice.one_of([-600, 1266, 1472]), dice.one_of([-400, 1094, 1408]))
    changes = [{"low": low}, {"low": low, "resolution": False}, {"stated": (1, 1)}, {"stated": (12, 0), "units": 12},
               {"stated": (40, 20), "units": 20}, {"bus": 5}, {"bus": 3}, {"stated": (120, 120), "units": 12}]
    pad = dice.pad(3, **changes[variant % 8])
    dx, dy = way(dice, dice.one_of(list(DIRECTIONS.values())), dice.between(12, 28))
    return pad, hand(dice, pad, count, dx, dy, dice.between(0.3, 0.7))


def tool(dice, variant):
    """The pad itself reports a contact as a palm: from its beginning, from a later time on, or for a while."""
    count = 1 + variant % 2
    pad = dice.pad(3, tools=True)
    dx, dy = way(dice, dice.one_of([0, 90, 180, 270]), dice.between(12, 25))
    fingers = hand(dice, pad, count, dx, dy, 0.6, smooth=False)
    fingers[0].palm = [(0, 9), (0.25, 9), (0.2, 0.4)][variant // 2 % 3]
    return pad, fingers


def again(dice, variant):
    """Two strokes, with a short or a long time between them."""
    count = 1 + variant % 4
    pad = dice.pad(count)
    dx, dy = way(dice, dice.one_of([0, 90, 180, 270]), dice.between(10, 20))
    between = dice.between(0.03, 0.6)
    return pad, [*hand(dice, pad, count, dx, dy, 0.25), *hand(dice, pad, count, -dx, -dy, 0.25, begin=0.25 + between)]


def apart(dice, variant):
    """Fingers of one hand that move in directions up to a right angle apart; one of them moves by only a few units."""
    count = 2 + (variant % 4 == 3)
    pad = dice.pad(3, units=dice.one_of([19, 20, 31]))
    angle, length = dice.between(0, 360), dice.between(4, 15)
    fingers = []
    for index, finger in enumerate(hand(dice, pad, count, 0, 0, dice.between(0.15, 0.5), smooth=False)):
        own = length if index == 0 or variant % 3 else dice.one_of([1, 2]) / pad.units
        dx, dy = way(dice, angle + index * dice.between(25, 100), own, 0)
        (t0, x0, y0), (t1, _, _) = finger.points
        fingers.append(Finger([(t0, x0, y0), (t1, x0 + dx, y0 + dy)]))
    return pad, fingers, {"jitter": 0}


def bend(dice, variant):
    """Two fingers that scroll nearly along an axis or a diagonal, and turn."""
    pad = dice.pad(3)
    angle = dice.one_of([0, 90, 180, 270]) + dice.one_of([-1, 1]) * dice.one_of([10, 15, 25, 30, 35, 55, 60, 65])
    duration = dice.between(0.3, 1)
    fingers = hand(dice, pad, 2, 0, 0, duration, smooth=False)
    for step in range(1, 9):
        dx, dy = way(dice, angle, dice.between(1, 6))
        angle += dice.between(-12, 12) if step % 4 else dice.between(-60, 60)
        for finger in fingers:
            points = finger.points if step > 1 else finger.points[:1]
            _, x, y = points[-1]
            finger.points = [*points, (duration * step / 8, x + dx, y + dy)]
    return pad, fingers


def gap(dice, variant):
    """A finger that moves, rests without any report for about a second, and moves on; or slow reports of Bluetooth."""
    pad = dice.pad(3) if variant < 8 else dice.pad(3, bus=5, rate=dice.between(16, 24))
    rest = 0.98 + 0.01 * variant if variant < 8 else 0.2
    dx, dy = way(dice, dice.between(0, 360), dice.between(8, 14))
    fingers = hand(dice, pad, 1, dx, dy, 0.3, after=rest, smooth=False)
    t, x, y = fingers[0].points[-1]
    fingers[0].points.append((t + 0.3, x + dx, y + dy))
    return pad, fingers, {"jitter": 0}


def chaos(dice, variant):
    """Any touchpad, and contacts that come, move, rest and lift at any time."""
    width = dice.between(40, 160)
    pad = Pad(width, width * dice.between(0.45, 0.75), dice.one_of([8, 12, 20, 31, 43, 60]), dice.between(55, 220),
              resolution=dice.random() < 0.7, fuzz=dice.one_of([0, 0, 0, 4, 10]),
              slots=dice.one_of([5, 5, 5, 10, 2, 2, 3, 1, 0]),
              pressure=dice.random() < 0.25, clickpad=dice.random() < 0.75, bus=dice.one_of([0x18, 0x11, 3, 5]),
              low=dice.one_of([(0, 0), (0, 0), (1266, 1094), (-500, -300)]), tools=dice.random() < 0.2)
    pad.semi = pad.slots == 2 and dice.random() < 0.5
    pad.tools = pad.tools and pad.slots > 0
    fingers = []
    for _ in range(1 + int(dice.random() * 6)):
        time, x, y = dice.one_of([0, dice.between(0, 1.2)]), dice.between(0, pad.width), dice.between(0, pad.height)
        points = [(time, x, y)]
        for _ in range(1 + int(dice.random() * 4)):
            time += dice.one_of([dice.between(0.02, 0.15), dice.between(0.1, 0.6)])
            dx, dy = way(dice, dice.between(0, 360), dice.one_of([0.01, dice.between(0, 4), dice.between(2, 25)]))
            x, y = min(max(x + dx, 0), pad.width), min(max(y + dy, 0), pad.height)
            points.append((time, x, y))
        level = dice.one_of([60, 60, 40, 30, 150])
        palm = dice.one_of([(math.inf, math.inf), (dice.between(0, 1), dice.between(0.5, 2))])
        fingers.append(Finger(points, dice.random() < 0.5, level, palm))
    down, begin = dice.between(0, 1.5), dice.between(0, 1.5)
    presses = [(down, down + dice.between(0.02, 0.5))] if dice.random() < 0.25 else []
    gaps = [(begin, begin + dice.between(0.02, 0.15))] if dice.random() < 0.1 else []
    return pad, fingers, {"jitter": dice.one_of([0, 0.02, 0.05, 0.2]), "presses": presses, "gaps": gaps}


FAMILIES = {swipe: 20, short_swipe: 8, scroll: 16, slow_scroll: 8, pointer: 12, pinch: 14, rest: 12, change: 16,
            stagger: 8, pause: 8, thumb: 8, palm: 8, slots: 10, semi: 8, press: 8, pressure: 10, fuzz: 10, wobble: 6,
            lost: 4, jump: 4, curve: 6, uneven: 10, again: 8, odd: 16, tool: 6, apart: 32, bend: 20, gap: 12,
            chaos: 40, **LIMITS}


def recordings(families=None, first=0):
    """Yields the name of each recording, whether it is aside, and its text."""
    for family, count in (families or FAMILIES).items():
        for variant in range(first, first + count):
            name = f"{family.__name__.replace('_', '-')}-{variant + 1:02d}"
            dice = Dice(f"flickbook {name}")
            pad, fingers, *more = family(dice, variant)
            yield name, variant % 2 == 1, record(pad, fingers, dice, **(more[0] if more else {}))


if __name__ == "__main__":
    folder, names = pathlib.Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    for name, _, text in recordings():
        if not names or name in names:
            (folder / f"{name}.events").write_text(text)
