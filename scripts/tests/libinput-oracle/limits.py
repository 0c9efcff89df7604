"""Families of touchpad recordings near the limits at which libinput's decision changes, such as the edge of a palm
area.

A recording has many gestures, one after another, which sweep a value through a limit. Lengths are in mm, times in s.
"""

import dataclasses
import math

from pads import Finger, Pad


def series(low, high, count):
    return [low + (high - low) * index / (count - 1) for index in range(count)]


def touch(x, y, dx, dy, duration=0.25, rest=0.0, begin=0.0, **more):
    """A finger that lands, rests, and moves."""
    points = [(begin, x, y)] + ([(begin + rest, x, y)] if rest else [])
    return Finger([*points, (begin + rest + duration, x + dx, y + dy)], **more)


def toward(x, y, degrees, length, duration=0.25, **more):
    angle = math.radians(degrees)
    return touch(x, y, length * math.cos(angle), length * math.sin(angle), duration, **more)


def trials(*groups, gap=0.3):
    """Returns the fingers of all groups; each group begins after the previous group has lifted."""
    result, time = [], 0.0
    for group in groups:
        for finger in group:
            result.append(dataclasses.replace(finger, points=[(time + t, x, y) for t, x, y in finger.points]))
        time = max(finger.points[-1][0] for finger in result) + gap
    return result


def pad(dice, width, height, **more):
    return Pad(width, height, 40, dice.one_of([100, 125, 140]), **more)


EXACT = {"jitter": 0}


def palm_edge(dice, variant):
    """Fingers along an edge, near the areas of palms: 8 % of the width, at most 8 mm; 5 % of a height above 55 mm."""
    width, height = [(80, 50), (120, 50), (100, 60), (100, 56.5)][variant % 4]
    area = pad(dice, width, height)
    if variant % 4 >= 2:
        lows = series(2.7, 3.4, 10) if variant % 4 == 2 else [1.5] * 3
        return area, trials(*([touch(30, y, 14, 0)] for y in lows)), EXACT
    edge = min(8, width * 0.08)
    return area, trials(*([touch(x if index % 2 else width - x, 20, 0, 14)]
                          for index, x in enumerate(series(edge * 0.93, edge * 1.08, 14)))), EXACT


def bottom(dice, variant):
    """Fingers near the areas for buttons and thumbs, which rest, move along them or out of them."""
    height, low, high = [(60, 50.3, 54.2), (80, 68.5, 70.4), (65, 54.9, 55.5), (68, 57.6, 58.2), (60, 54.7, 58.5)][
        variant % 5]
    area = pad(dice, 100, height)
    groups = []
    for y in series(low, high, 10):
        groups.append([touch(30, y, 12, 0, 0.5)])
        groups.append([touch(30, y, 3, 0, 0.2), touch(60, y - 30, 12, 0, 0.4, begin=0.15)])
    for rest in [*series(0.08, 0.12, 4), *series(0.27, 0.33, 5)]:
        groups.append([touch(40, high + 2, 1, -8, 0.2, rest=rest)])
    for length in series(4.4, 5.6, 5):
        groups.append([touch(40, high + 1.5, length, 0, 0.3)])
    return area, trials(*groups), EXACT


def late_click(dice, variant):
    """A finger that presses a button in the button areas, and a second finger that lands shortly before or after."""
    area = pad(dice, 100, 65)
    groups, presses, time = [], [], 0.0
    for delay in series(0.06, 0.11, 8):
        group = [touch(30, 62, 0.5, 0, 0.5), touch(70, 62, 6, -3, 0.4, begin=delay)]
        groups.append(group)
        presses.append((time + delay + 0.02, time + delay + 0.2))
        time += max(finger.points[-1][0] for finger in group) + 0.3
    return area, trials(*groups), {**EXACT, "presses": presses}


def top_buttons(dice, variant):
    """Fingers that press the area for buttons at the top."""
    area = pad(dice, 100, 60, top_buttons=True)
    groups = [[touch(30, y, 12, 0, 0.5)] for y in series(9.3, 11.2, 12)]
    return area, trials(*groups), EXACT


def edge_scroll(dice, variant):
    """One finger at the right or bottom edge of a pad that does not count fingers."""
    height = [60, 41][variant % 2]
    area = pad(dice, 80, height, slots=variant % 4 // 2, counts=1, clickpad=False)
    groups = []
    for x in series(72.2, 73.4, 7):
        groups.append([touch(x, 15, 0, 12)])
    for y in series(height - 7.7, height - 6.4, 7):
        groups.append([touch(20, y, 12, 0)])
    for length in series(2.7, 3.4, 7):
        groups.append([touch(77, 15, 0, length)])
    for rest in series(0.27, 0.34, 7):
        groups.append([touch(77, 15, 0, 1.5, rest=rest)])
    return area, trials(*groups), EXACT


NAMES = [None, "ETPS/2 Elantech Touchpad", "CyPS/2 Cypress Trackpad", "Cypress APA Trackpad (cyapa)"]


def press_level(dice, variant):
    """Fingers whose pressure is near the limits of a touch and of a palm, constant or falling."""
    name = NAMES[variant % 4]
    area = pad(dice, 100, 60, pressure=True, name=name or "Synthetic touchpad", resolution=name != NAMES[1])
    least = range(23, 35) if not name else range(6, 14)
    groups = [[touch(40, 20, 12, 0, pressure=level)] for level in [*least, *range(122, 142, 1)]]
    for level in least:
        groups.append([touch(40, 20, 12, 0, 0.4, pressure=(60, level)), touch(60, 20, 12, 0, 0.5)])
    return area, trials(*groups), EXACT


def thumb_place(dice, variant):
    """A finger that moves fast for some reports, and another finger that lands near or far."""
    area = Pad(130, 85, 40, 100)
    groups = []
    for _ in range(24):
        reports, speed = 2 + int(dice.random() * 14), dice.one_of([15, 19.5, 20.5, 40, 60])
        dx, dy = dice.one_of([5, dice.between(33, 38)]), dice.one_of([2, dice.between(23, 28)])
        delay = dice.one_of([reports / 100, dice.between(0.09, 0.11)])
        low = dice.one_of([40, dice.between(68, 84)])
        first = touch(30, low - dy, speed * delay, 0, delay)
        first.points.append((delay + 0.5, *(dice.between(-1, 1) * 14 + value for value in first.points[-1][1:])))
        second = touch(30 + dx, low, dice.one_of([0, 8]), dice.one_of([0, -8]), 0.45, begin=delay)
        groups.append([first, second] if dice.random() < 0.7 else [second, dataclasses.replace(first)])
    return area, trials(*groups), EXACT


def scroll_angle(dice, variant):
    """Two fingers that scroll near 15, 30, 60 or 75 degrees, after they scrolled along an axis, or not."""
    area = Pad(130, 100, 43, [125, 140, 45][variant % 3])
    groups = []
    angle = [15.1, 29.7, 60, 75][variant % 4]
    for index, degrees in enumerate(series(angle - 1.5, angle + 1.5, 12)):
        before = [0, 90, None][index % 3]
        group = []
        for x in (30, 48):
            finger = toward(x, 20, degrees if before is None else before, 14, 0.12)
            t, px, py = finger.points[-1]
            rest = dice.one_of([0, dice.between(0.03, 0.1)])
            finger.points += [(t + rest, px, py)] if rest else []
            finger.points += [point for point in toward(px, py, degrees, dice.between(4, 40), 0.3).points[1:]]
            finger.points[-1] = (t + rest + 0.3, *finger.points[-1][1:])
            group.append(finger)
        groups.append(group)
    return area, trials(*groups), EXACT


def octants(dice, variant):
    """Two fingers whose directions are at the limits of the eight directions."""
    area = Pad(130, 100, [43, 19][variant % 2], 125)
    first = [0.0, 3.15, -3.15, 2.4][variant % 4] - 90
    groups = []
    for degrees in [*series(38.5, 42.5, 10), *series(64, 70, 4), *series(84, 88, 6)]:
        small = variant % 2 and dice.random() < 0.4
        groups.append([toward(50, 60, first, 12, 0.3),
                       toward(68, 60, first + degrees, 1.2 / 19 if small else 12, 0.3)])
    return area, trials(*groups), EXACT


def close_fingers(dice, variant):
    """Fingers that rest side by side for a while and move little, at distances of about 40 mm or 7 mm."""
    area = pad(dice, 130, 80)
    groups = []
    for dx, dy in [*((d, 2) for d in series(38, 43, 8)), *((20, d) for d in series(6.4, 7.8, 8))]:
        rest = dice.between(0.12, 0.2)
        group = [touch(35, 30, 1.2, 0, 0.1, rest=rest), touch(35 + dx, 30 + dy, 1.2, 0, 0.1, rest=rest)]
        if variant % 2:
            group.append(touch(35 + dx / 2, 30 + dy / 2, 1.2, 0, 0.1, rest=rest))
        for finger in group:
            t, x, y = finger.points[-1]
            finger.points.append((t + 0.2, x, y))
        groups.append(group)
    return area, trials(*groups), EXACT


def late_pinch(dice, variant):
    """Two fingers that scroll, and move apart 0.2 to 0.4 s after they landed; sometimes by little, or only one of
    them."""
    area = pad(dice, 130, 80)
    groups = []
    for turn in series(0.22, 0.36, 14):
        along = dice.one_of([1.7, 3, 6])
        apart = dice.one_of([dice.between(1.2, 1.8), 12])
        group = []
        for x, side in ((50, -1), (70, 1)):
            finger = touch(x, 40, 0, along, turn)
            own = apart * dice.one_of([1, 1, 0.1])
            finger.points.append((turn + 0.2, x + side * own, 40 + along))
            group.append(finger)
        groups.append(group)
    return area, trials(*groups), EXACT


def turn_over(dice, variant):
    """Fingers that turn around each other, also past the angle of half a turn, at which the measured angle jumps."""
    area = pad(dice, 130, 100)
    groups = []
    for start in series(0, 330, 8):
        group = []
        for side in (0, 180):
            points = []
            for step in range(21):
                angle, t = math.radians(start + side + (80 if variant % 2 else -80) * step / 20), step * 0.03
                points.append((t, 65 + 18 * math.cos(angle), 50 + 18 * math.sin(angle)))
            group.append(Finger(points))
        groups.append(group)
    return area, trials(*groups), EXACT


def leave_edge(dice, variant):
    """A finger that begins as a palm at an edge and leaves it about 0.2 s later."""
    area = Pad(100, 50, 40, 200)
    groups = []
    for time in series(0.175, 0.225, 16):
        inward = touch(3, 20, 1, 2, time)
        t, x, y = inward.points[-1]
        inward.points += [(t + 0.01, x + 8, y + 1), (t + 0.2, x + 22, y + 2)]
        groups.append([inward])
    return area, trials(*groups), EXACT


def leap(dice, variant):
    """A finger that jumps by about 7 or 20 mm between two reports, on touchpads with usual or low report rates."""
    area = Pad(130, 80, 40, [83, 100, 60, 33, 32.5, 40][variant % 6])
    groups = []
    for length in [*series(5, 9, 9), *series(16, 24, 13)]:
        finger = touch(30, 20, 8, 0, 0.2)
        t, x, y = finger.points[-1]
        finger.points += [(t + 0.0005, x, y + length), (t + 0.2, x + 8, y + length)]
        groups.append([finger])
    return area, trials(*groups), EXACT


def thumb_below(dice, variant):
    """A thumb 23 to 28 mm below a finger, which lands before or after the finger, sometimes by about 0.1 s; then one
    moves."""
    area = Pad(130, 85, 40, 200)
    groups = []
    for dy, delay in [*((dy, 0.2) for dy in series(23.5, 28, 12)), *((32, delay) for delay in series(0.088, 0.112, 8))]:
        low = [70, 74, 77, 80][variant % 4]
        moving = dice.one_of([0.0, 1.3, 1.7, 8.0])
        thumb = touch(40, low, moving * dice.one_of([1, -1]), 0, 0.2, rest=dice.between(0.02, 0.12), begin=delay)
        finger = touch(50, low - dy, dice.one_of([10, 1.2]), 0, 0.2, rest=delay + dice.between(0.02, 0.2))
        group = [finger, thumb]
        if variant % 2:
            thumb = dataclasses.replace(thumb, points=[(t - delay, x, y) for t, x, y in thumb.points])
            finger = dataclasses.replace(finger, points=[(t + delay, x, y) for t, x, y in finger.points])
            group = [thumb, finger]
        end = max(finger.points[-1][0] for finger in group) + 0.05
        for finger in group:
            finger.points.append((end, *finger.points[-1][1:]))
        groups.append(group)
    return area, trials(*groups), EXACT


def slow_scroll_angle(dice, variant):
    """Two fingers whose scroll turns between the axes and near 15, 30, 60 or 75 degrees, in slow reports."""
    area = Pad(150, 110, 43, [18.5, 19.5, 20.5, 22, 30, 45, 60, 90][variant % 8])
    groups = []
    for _ in range(6):
        x, y, time, points = 40, 30, 0.0, [(0.0, 40, 30)]
        for _ in range(6):
            degrees = dice.one_of([0, 90, 15.1, 29.7, 60, 75]) + dice.between(-2, 2)
            length = dice.between(1, 12)
            time += dice.between(0.1, 0.3)
            x, y = x + length * math.cos(math.radians(degrees)), y + length * math.sin(math.radians(degrees))
            points.append((time, x, y))
        groups.append([Finger(points), Finger([(t, x + 20, y) for t, x, y in points])])
    return area, trials(*groups), EXACT


def many_press(dice, variant):
    """Three or four fingers on a pressed touchpad."""
    area = pad(dice, 130, 80)
    fingers = [touch(30 + 17 * index, 30 + variant % 3, 12, 3, 0.4, rest=0.2) for index in range(3 + variant % 2)]
    return area, fingers, {**EXACT, "presses": [(0.1, 0.45)]}


def press_thumb(dice, variant):
    """A thumb far below a finger, near the line for thumbs, and a press, which moves the pointer if no finger is a
    thumb."""
    area = Pad(160, 140, 40, 200)
    groups, presses, time = [], [], 0.0
    rows = [[(60, y, 0.02) for y in series(121.5, 129.7, 24)],
            [(dy, 129.5, [0.02, 0.15][index % 2]) for index, dy in enumerate(series(23.4, 26.6, 24))],
            [(60, 118, delay) for delay in series(0.09, 0.11, 24)]][variant % 3]
    for dy, y, delay in rows:
        finger = touch(40, y - dy, 14, 0, 0.3, rest=0.4)
        thumb = touch(41, y, 5, 0, 0.3, rest=0.4 - delay, begin=delay)
        groups.append([finger, thumb])
        presses.append((time + 0.3, time + 0.65))
        time += max(finger.points[-1][0] for finger in groups[-1]) + 0.3
    return area, trials(*groups), {**EXACT, "presses": presses}


def thumb_moves(dice, variant):
    """A thumb below a finger; before a press, the thumb moves by about 1.5 mm, or by 2 mm after about 0.3 s."""
    area = Pad(160, 140, 40, 200)
    groups, presses, time = [], [], 0.0
    rows = [(length, 0.2) for length in series(1.3, 1.7, 20)] if variant % 2 == 0 else [
        (2.0, late) for late in series(0.24, 0.35, 24)]
    for length, late in rows:
        finger = touch(60, 80, 14, 0, 0.3, rest=0.6)
        thumb = touch(70, 129.5, length, 0, 0.01, rest=late - 0.01)
        x = thumb.points[-1][1]
        thumb.points += [(0.6, x, 129.5), (0.9, x + 5, 129.5)]
        groups.append([finger, thumb])
        presses.append((time + 0.5, time + 0.85))
        time += 1.2
    return area, trials(*groups), {**EXACT, "presses": presses}


def top_rest(dice, variant):
    """A finger that rests in the area for buttons at the top for about 0.1 s, and leaves it."""
    area = pad(dice, 100, 60, top_buttons=True)
    return area, trials(*([touch(30, 9.6, 4, 14, 0.2, rest=rest)] for rest in series(0.07, 0.13, 24))), EXACT


def fast_leap(dice, variant):
    """A finger that becomes faster, until it moves by about 20 mm in 12 ms."""
    area = Pad(150, 80, 40, [83, 100][variant % 2])
    interval, groups = 1 / area.rate, []
    for length in series(18, 22, 24):
        time, y, points = 0.0, 5.0, [(0.0, 30, 5.0)]
        for step in [1, 1, 7, 13.5, length, 2, 2, 2, 2]:
            time, y = time + interval, y + step * interval / 0.012
            points.append((time, 30, y))
        groups.append([Finger(points)])
    return area, trials(*groups), EXACT


def slow_down(dice, variant):
    """A finger that is fast for long and then slow for some reports, before another finger lands far away."""
    area = Pad(160, 90, 40, 200)
    groups = []
    for reports in [5, 6, 7, 8, 9, 10, 11, 12]:
        fast = [0.15, 0.075][variant % 2]
        end, x = fast + reports / 200, 20 + 200 * fast
        slow = x + 0.03 * reports
        finger = Finger([(0, 20, 20), (fast, x, 20), (end, slow, 20), (end + 0.2, slow, 20.5),
                         (end + 0.5, slow + 12, 20.5)])
        other = touch(60, 60, 12, 0, 0.3, rest=0.2, begin=end)
        groups.append([finger, other])
    return area, trials(*groups), EXACT


def land_beside(dice, variant):
    """A finger that lands about 35 mm beside a fast finger."""
    groups = []
    for dx in series(33, 37, 24):
        finger = Finger([(0, 20, 20), (0.1, 40, 20), (0.3, 40, 20.5), (0.6, 52, 20.5)])
        groups.append([finger, touch(40 + dx, 22, 12, 0, 0.3, rest=0.2, begin=0.1)])
    return Pad(160, 90, 40, 200), trials(*groups), EXACT


def faded_scroll(dice, variant):
    """Two fingers that scroll along an axis, and then diagonally by about 5 mm, in reports about 33 ms apart."""
    area = Pad(160, 110, 200, [31.6, 32.2, 29.7, 30.0][variant % 4])
    groups = []
    lengths = series(3.3, 3.56, 26) if variant % 4 < 2 else series(3.6, 3.8, 26)
    for length in lengths:
        steps = [(0, 0.6)] * 8 + [(length * 0.72, length * 0.69)] * 3 + [(0, 0.6)] * 6
        x, y, points = 40, 30, [(0.0, 40, 30)]
        for index, (dx, dy) in enumerate(steps, 1):
            x, y = x + dx, y + dy
            points.append((index / area.rate, x, y))
        groups.append([Finger(points), Finger([(t, x + 20, y) for t, x, y in points])])
    return area, trials(*groups), EXACT


def long_pause(dice, variant):
    """A finger that moves once in 1.1 to 1.3 s and sends no reports in between."""
    area = Pad(130, 80, 40, 125)
    time, x, points = 0.0, 20.0, [(0.0, 20.0, 30.0)]
    for _ in range(10):
        time += dice.between(1.1, 1.3)
        points += [(time, x, 30.0), (time + 0.0005, x + 5.5, 30.0)]
        x += 5.5
    return area, [Finger([*points, (time + 0.2, x, 30.0)])], EXACT


def narrow_thumb(dice, variant):
    """A finger low on a touchpad that measures areas, which are wide or narrow."""
    area = Pad(160, 115, 40, 100, sizes=True, bus=[3, 5][variant % 2], name="Touchpad with areas",
               numbers=["05ac 0265", "05ac 030e"][variant % 2])
    long = [840, 740][variant % 2]
    y = 115 * 0.89
    groups = [[touch(40, y, 12, 0, 0.5, size=(major, round(minor)))]
              for major in (long, long - 60) for minor in series(long * 0.5, long * 0.68, 16)]
    return area, trials(*groups), EXACT


LIMITS = {palm_edge: 4, bottom: 10, late_click: 2, top_buttons: 2, edge_scroll: 4, press_level: 8, thumb_place: 16,
          scroll_angle: 24, octants: 8, close_fingers: 4, late_pinch: 6, turn_over: 2, leave_edge: 2,
          leap: 6, thumb_below: 8, slow_scroll_angle: 24, many_press: 4,
          press_thumb: 3, thumb_moves: 2, top_rest: 2, fast_leap: 2, slow_down: 2, land_beside: 1, faded_scroll: 4,
          long_pause: 2, narrow_thumb: 2}
