"""A release rule: only a fast release after a long drag moves the surface to the next position."""

import sys
from pathlib import Path

# Not needed if a copy of flickbook_subject.py is beside this file.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "adapters"))

from flickbook_subject import Line, serve_rule  # noqa: E402


def decide(release: Line) -> Line:
    y, velocity, settings = release["y"], release["vy"], release["settings"]
    is_fast = abs(velocity) > settings["speed"]
    is_far = abs(y - release["startY"]) > settings["distance"]
    if not is_fast or not is_far:
        return {"target": release["from"], "reason": "tooShort"}
    ahead = [each for each in release["candidates"] if (each["y"] - y) * velocity > 0]
    nearest = min(ahead, key=lambda each: abs(each["y"] - y), default={"name": release["from"]})
    return {"target": nearest["name"], "reason": "flick"}


def setting(key: str, default: float, unit: str, most: float, meaning: str) -> Line:
    return {
        "key": key, "default": default, "unit": unit, "min": 0, "max": most, "meaning": meaning,
    }  # fmt: skip


serve_rule(
    decide,
    name="speed-and-distance",
    version="1",
    settings=[
        setting("speed", 500, "pt/s", 10000, "The least speed."),
        setting("distance", 40, "pt", 1000, "The least distance."),
    ],
)
