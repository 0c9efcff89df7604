"""A bottom sheet: it follows the finger, and after a release a spring moves it to one of three
heights. Times are in microseconds; y is the distance of the upper edge from the top."""

from __future__ import annotations

import math
import sys
from pathlib import Path

# Not needed if a copy of flickbook_subject.py is beside this file.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "adapters"))

from flickbook_subject import Line, Run, serve  # noqa: E402


def setting(key: str, default: float, unit: str, least: float, most: float, meaning: str) -> Line:
    limits = {"min": least, "max": most}
    return {"key": key, "default": default, "unit": unit, "meaning": meaning, **limits}


SETTINGS = [
    setting("flick", 300, "pt/s", 1, 10000, "The lowest speed of a flick."),
    setting("projection", 0.2, "s", 0, 2, "The time by which the velocity is projected."),
    setting("window", 0.1, "s", 0.01, 1, "The time over which the velocity is the mean."),
    setting("response", 0.4, "s", 0.05, 2, "The time in which the spring responds."),
    setting("dampingRatio", 0.8, "", 0.2, 3, "The damping ratio of the spring."),
    setting("step", 0, "s", 0, 0.02, "The step of an explicit integrator; 0 is the exact motion."),
]


class Sheet:
    def __init__(self, settings: Line, run: Run) -> None:
        self.settings, self.run, self.height = settings, run, run.screen[1]
        shown = {"tip": 96, "half": self.height * 0.5, "full": self.height * 0.92}
        self.detents = {name: self.height - height for name, height in shown.items()}
        self.target, self.y, self.velocity = "tip", self.detents["tip"], 0.0
        self.phase, self.time, self.is_caught = "resting", 0.0, False
        self.pulled = self.grabbed = self.start = self.y
        self.fingers: dict[int, float] = {}
        self.samples: list[tuple[float, float]] = []

    def touch(self, line: Line) -> None:
        contact, phase = line["contact"], line["phase"]
        if phase == "began":
            if not self.fingers:
                self.grab()
            self.fingers[contact] = line["y"]
            self.anchor()
        elif phase == "moved" and contact in self.fingers:
            self.fingers[contact] = line["y"]
            self.drag(self.grabbed + self.middle() - self.start)
        elif self.fingers.pop(contact, None) is not None:
            if self.fingers:
                self.anchor()
            else:
                self.release(phase == "cancelled")

    def pan(self, line: Line) -> None:
        if line["phase"] == "began":
            self.grab()
        elif line["phase"] == "moved":
            self.drag(self.pulled + line["dy"])
        else:
            self.release(line["phase"] == "cancelled")

    def frame(self, time: float) -> Line:
        self.advance(time)
        target = {"target": self.target, "targetY": self.detents[self.target]}
        return {"y": self.y, "vy": self.velocity, "phase": self.phase, **target}

    def anchor(self) -> None:
        """Several fingers move the sheet by their middle, without a jump when one comes or goes."""
        self.grabbed, self.start = self.pulled, self.middle()

    def middle(self) -> float:
        return sum(self.fingers.values()) / len(self.fingers)

    def grab(self) -> None:
        """A touch stops a moving sheet where it is."""
        self.advance(self.run.time)
        self.is_caught = self.phase == "settling"
        self.phase, self.velocity, self.samples = "pressed", 0.0, []
        self.pulled = self.unstretched(self.y)

    def drag(self, pulled: float) -> None:
        self.phase, self.pulled, self.y = "dragging", pulled, self.stretched(pulled)
        # Samples with the same time belong to one report of the touchscreen.
        if self.samples and self.samples[-1][0] == self.run.time:
            self.samples.pop()
        self.samples.append((self.run.time, pulled))

    def release(self, is_cancelled: bool) -> None:
        if self.phase == "pressed" and not self.is_caught:
            self.phase = "resting"
            return
        velocity = 0.0 if is_cancelled else self.mean_velocity()
        self.target = self.decide(velocity)
        self.run.report("decision", target=self.target, velocityY=velocity)
        self.phase, self.time = "settling", self.run.time
        self.velocity = velocity * self.slope(self.pulled)

    def mean_velocity(self) -> float:
        oldest = self.run.time - self.settings["window"] * 1e6
        recent = [sample for sample in self.samples if sample[0] >= oldest]
        if len(recent) < 2:
            return 0.0
        (begin, first), (end, last) = recent[0], recent[-1]
        return (last - first) / (end - begin) * 1e6

    def decide(self, velocity: float) -> str:
        """Picks the detent nearest to the projected position. A flick never moves it back."""
        projected = self.y + velocity * self.settings["projection"]
        is_flick = abs(velocity) >= self.settings["flick"]
        here = self.inside(self.y)
        names = [n for n, y in self.detents.items() if not is_flick or (y - here) * velocity >= 0]
        return min(names, key=lambda name: abs(self.detents[name] - projected))

    # A rubber band: beyond the first and the last detent, the sheet moves less than the finger.
    def inside(self, y: float) -> float:
        return min(max(y, self.detents["full"]), self.detents["tip"])

    def stretched(self, y: float) -> float:
        pull = y - self.inside(y)
        return self.inside(y) + 0.55 * pull / (1 + 0.55 * abs(pull) / self.height)

    def unstretched(self, y: float) -> float:
        shown = y - self.inside(y)
        return self.inside(y) + shown / 0.55 / (1 - abs(shown) / self.height)

    def slope(self, y: float) -> float:
        pull = abs(y - self.inside(y))
        return 1 if pull == 0 else 0.55 / (1 + 0.55 * pull / self.height) ** 2

    def advance(self, time: float) -> None:
        if self.phase != "settling":
            return
        step = self.settings["step"] * 1e6
        if step == 0:
            self.spring(time - self.time)
        while step > 0 and self.time + step <= time:
            self.integrate(step)
        if abs(self.y - self.detents[self.target]) <= 0.005 and abs(self.velocity) <= 0.05:
            self.phase, self.y, self.velocity = "resting", self.detents[self.target], 0.0

    def spring(self, duration: float) -> None:
        """The exact motion of a damped spring; with a ratio of 1 or more, without oscillation."""
        seconds = duration / 1e6
        rate = 2 * math.pi / self.settings["response"]
        loss = self.settings["dampingRatio"] * rate
        root = math.sqrt(abs(rate**2 - loss**2))
        target = self.detents[self.target]
        offset, velocity, left = self.y - target, self.velocity, math.exp(-loss * seconds)
        cos, sin = 1.0, seconds
        if loss < rate:
            cos, sin = math.cos(root * seconds), math.sin(root * seconds) / root
        elif loss > rate:
            cos, sin = math.cosh(root * seconds), math.sinh(root * seconds) / root
        self.y = target + left * (offset * cos + (velocity + loss * offset) * sin)
        self.velocity = left * (velocity * cos - (rate**2 * offset + loss * velocity) * sin)
        self.time += duration

    def integrate(self, step: float) -> None:
        rate = 2 * math.pi / self.settings["response"]
        offset = self.y - self.detents[self.target]
        loss = 2 * self.settings["dampingRatio"] * self.velocity
        self.velocity -= rate * (rate * offset + loss) * step / 1e6
        self.y += self.velocity * step / 1e6
        self.time += step


serve(Sheet, name="bottom-sheet", version="1", axes=["y"], targets=["tip", "half", "full"],
      settings=SETTINGS)  # fmt: skip
