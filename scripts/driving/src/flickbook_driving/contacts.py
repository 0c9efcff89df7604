"""The contacts of a touchscreen, as the DevTools protocol describes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flickbook_driving.touches import Touch


class Contacts:
    """The contacts that are down, as the protocol describes them."""

    def __init__(self, at: tuple[float, float]) -> None:
        self._at = at
        self._down: set[int] = set()

    @property
    def is_down(self) -> bool:
        return bool(self._down)

    def commands(self, changes: Sequence[Touch]) -> Iterator[dict[str, Any]]:
        """Returns the commands for one report of the device.

        Each command has only the points that change: Chromium makes an event for each point that it
        is given.
        """
        remaining = list(changes)
        while remaining:
            phase = remaining[0].phase
            some = []
            while remaining and remaining[0].phase == phase:
                some.append(remaining.pop(0))
            yield self._command(phase, some)

    def _command(self, phase: str, changes: Sequence[Touch]) -> dict[str, Any]:
        numbers = {each.contact for each in changes}
        points = [
            {"x": self._at[0] + each.x, "y": self._at[1] + each.y, "id": each.contact}
            for each in changes
        ]
        if phase == "down":
            self._down |= numbers
            return {"type": "touchStart", "touchPoints": points}
        if phase == "move":
            return {"type": "touchMove", "touchPoints": points}
        self._down -= numbers
        # The protocol can cancel only all contacts at once, so one of several is lifted instead.
        if phase == "cancel" and not self._down:
            return {"type": "touchCancel", "touchPoints": []}
        return {"type": "touchEnd", "touchPoints": points}
