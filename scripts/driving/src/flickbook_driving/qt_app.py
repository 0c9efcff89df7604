"""The Qt program that flickbook-drive plays recordings into. qt.py starts it.

It is a program of its own, because a process can have only one QGuiApplication, and a crash of Qt
must not end flickbook-drive.

The only argument is a JSON object:

- surface: flickable, swipeview, listview, drawer, or the path of a QML file.
- observe: The observed properties of the item "surface", as pairs of a column and a property; a
  path such as contentItem.contentX is possible.
- width, height: The size of the window in points.

The program writes a JSON line with a description when the surface is drawn. Then it reads a JSON
line with `touches`, a list of [time, phase, contact, x, y], `delay`, before the first one, `end`,
the time of the last frame, and `rests`, whether the last frame is that in which the properties have
not changed for half a second after the last touch; plays the touches, and writes a line with all
frames.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, cast

# The window must have drawn its content and finished its first animations.
_FRAMES_BEFORE_READY = 15

# Properties that stay for this time in s rest.
_REST_SECONDS = 0.5

_PAGES = "Repeater { model: 5; Rectangle { color: Qt.rgba(index / 5, 0.5, 0.5, 1) } }"

_SURFACES = {
    "flickable": """
        Flickable {
          objectName: "surface"; anchors.fill: parent
          contentWidth: width; contentHeight: 3000; contentY: 600
          Rectangle { width: parent.width; height: 3000; color: "steelblue" }
        }""",
    "swipeview": f"""
        SwipeView {{ objectName: "surface"; anchors.fill: parent; {_PAGES} }}""",
    "listview": """
        ListView {
          objectName: "surface"; anchors.fill: parent; model: 5
          orientation: ListView.Horizontal; snapMode: ListView.SnapOneItem
          highlightRangeMode: ListView.StrictlyEnforceRange
          delegate: Rectangle {
            width: ListView.view.width; height: ListView.view.height
            color: Qt.rgba(index / 5, 0.5, 0.5, 1)
          }
        }""",
    # The width is that of the scenario "drawer".
    "drawer": """
        Drawer {
          objectName: "surface"; width: 304; height: parent.height; dragMargin: 20
          readonly property real shown: position * width
        }""",
}


def _write(message: dict[str, Any]) -> None:
    # Messages of QML are written to standard error.
    print(json.dumps(message), flush=True)


def _fail(message: str) -> NoReturn:
    sys.stderr.write(message + "\n")
    sys.stderr.flush()
    # Not sys.exit, which ends only the slot of Qt that called it.
    os._exit(1)


def _protected(slot: Callable[[], None]) -> Callable[[], None]:
    """Returns a slot that ends the program if it throws.

    PySide would print the error and continue, and the parent would wait.
    """

    def run() -> None:
        try:
            slot()
        except BaseException:
            import traceback

            _fail(traceback.format_exc())

    return run


class FrameClock:
    """Draws a frame after each step of Qt's animations.

    Without a screen, Qt moves animations by a timer of 16 ms and draws frames by another one, so
    that a frame would show positions that are up to 16 ms old. A touch would also cause a frame at
    once, while on a screen all touches of one refresh are delivered together. The clock therefore
    draws all frames itself, and `drawn` is called with the time of the step.
    """

    def __init__(self, window: Any, engine: Any, drawn: Callable[[float], None]) -> None:
        from PySide6.QtCore import QEvent, QObject, QTimer, QUrl
        from PySide6.QtQml import QQmlComponent

        clock = self
        self._window = window
        self._drawing = False
        self._time = 0.0

        class Filter(QObject):
            def eventFilter(self, watched: Any, event: Any) -> bool:  # noqa: N802 - Qt's name
                # Qt asks for a frame when something has changed.
                return bool(event.type() == QEvent.Type.UpdateRequest and not clock._drawing)

        self._filter = Filter()
        window.installEventFilter(self._filter)
        window.afterAnimating.connect(_protected(lambda: drawn(self._time)))
        # The step moves all animations, in no certain order; the frame is drawn after all of them.
        self._timer = QTimer()
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(_protected(self._draw))
        self._component = QQmlComponent(engine)
        self._component.setData(b"import QtQuick\nFrameAnimation { running: true }", QUrl())
        self._animation = cast(Any, self._component.create())
        self._animation.triggered.connect(_protected(self._step))

    def draw_pending(self) -> None:
        """Draws the frame of a step that is over, so that it has no later touches."""
        if self._timer.isActive():
            self._timer.stop()
            self._draw()

    def _step(self) -> None:
        self._time = time.monotonic()
        self._timer.start()

    def _draw(self) -> None:
        from PySide6.QtCore import QCoreApplication, QEvent

        # A frame is drawn even if nothing has changed, because the table needs it.
        self._window.update()
        self._drawing = True
        try:
            QCoreApplication.sendEvent(self._window, QEvent(QEvent.Type.UpdateRequest))
        finally:
            self._drawing = False


class Player:
    """Plays touches into a window, and records its frames."""

    def __init__(
        self, window: Any, engine: Any, read: Callable[[], list[float]], columns: list[str]
    ) -> None:
        from PySide6.QtCore import Qt, QTimer
        from PySide6.QtGui import QInputDevice
        from PySide6.QtTest import QTest

        self._window = window
        self._read = read
        self._columns = columns
        self._device = QTest.createTouchDevice(QInputDevice.DeviceType.TouchScreen)
        self._rows: list[tuple[float, list[float]]] = []
        self._frames = 0
        self._down: dict[int, Any] = {}
        self._late = 0.0
        self._reports: Iterator[tuple[float, list[Any]]] = iter(())
        self._next: tuple[float, list[Any]] | None = None
        self._zero = 0.0
        self._end = 0.0
        self._rests = False
        # The time since which the properties have not changed, or the last touch.
        self._still = 0.0
        self._delay = 0.0
        self._timer = QTimer()
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(_protected(self._step))
        self._clock = FrameClock(window, engine, self._drawn)

    def _drawn(self, moment: float) -> None:
        # Touches and animations have moved the surface, and the frame is about to be drawn.
        values = self._read()
        if not self._rows or self._rows[-1][1] != values:
            self._still = moment
        self._rows.append((moment, values))
        self._frames += 1
        if self._frames == _FRAMES_BEFORE_READY:
            from PySide6 import __version__

            size = {"width": self._window.width(), "height": self._window.height()}
            _write({"software": f"Qt {__version__}", **size})
            threading.Thread(target=_protected(self._receive), daemon=True).start()

    def _receive(self) -> None:
        from PySide6.QtCore import QMetaObject, Qt

        line = sys.stdin.readline()
        if not line:
            os._exit(1)
        task = json.loads(line)
        groups = itertools.groupby(task["touches"], key=lambda touch: touch[0])
        self._reports = ((due, list(touches)) for due, touches in groups)
        self._end = task["end"]
        self._rests = task["rests"]
        self._delay = task["delay"]
        # A timer can only be started by its own thread.
        QMetaObject.invokeMethod(self._timer, "start", Qt.ConnectionType.QueuedConnection)
        # Ends the program if its parent ends.
        if not sys.stdin.readline():
            os._exit(1)

    def _step(self) -> None:
        """Sends the reports that are due, and starts the timer for the next one."""
        self._clock.draw_pending()
        if not self._zero:
            self._zero = time.monotonic() + 0.05 + self._delay
            self._next = next(self._reports, None)
        while self._next is not None:
            due, touches = self._next
            remaining = self._zero + due - time.monotonic()
            if remaining >= 0.001:
                self._timer.start(int(remaining * 1000))
                return
            # Qt's timers have whole milliseconds, so the rest is waited for.
            while time.monotonic() < self._zero + due:
                pass
            self._late = max(self._late, time.monotonic() - self._zero - due)
            self._send(touches)
            self._still = time.monotonic()
            self._next = next(self._reports, None)
        end = self._zero + self._end
        if self._rests:
            end = min(end, self._still + _REST_SECONDS)
        remaining = end - time.monotonic()
        if remaining > 0:
            self._timer.start(int(remaining * 1000) + 1)
            return
        rows = [(moment - self._zero, values) for moment, values in self._rows]
        _write({"columns": self._columns, "rows": rows, "late": self._late})
        # Destructors of Qt can hang at exit, and nothing is left to save.
        os._exit(0)

    def _send(self, touches: list[Any]) -> None:
        """Sends one report of the device; each contact that is down is part of it."""
        from PySide6.QtCore import QPoint
        from PySide6.QtTest import QTest

        event = QTest.touchEvent(self._window, self._device, False)
        for contact in self._down.keys() - {touch[2] for touch in touches}:
            event.stationary(contact)
        for _, phase, contact, x, y in touches:
            # QTest takes whole pixels.
            point = QPoint(round(x), round(y))
            if phase == "down":
                event.press(contact, point, self._window)
                self._down[contact] = point
            elif phase == "move":
                event.move(contact, point, self._window)
            else:
                event.release(contact, point, self._window)
                self._down.pop(contact, None)
        # Do not process events: the next report is sent by the timer.
        event.commit(False)


def _load(engine: Any, surface: str, width: int, height: int) -> tuple[Any, Any]:
    """Returns the window, and the object whose name is surface."""
    from PySide6.QtCore import QObject, QUrl
    from PySide6.QtGui import QWindow
    from PySide6.QtQml import QQmlComponent
    from PySide6.QtQuick import QQuickItem, QQuickView

    component = QQmlComponent(engine)
    if surface in _SURFACES:
        qml = (
            "import QtQuick\nimport QtQuick.Controls\n"
            f"ApplicationWindow {{ width: {width}; height: {height}; {_SURFACES[surface]} }}"
        )
        component.setData(qml.encode(), QUrl())
    else:
        component.loadUrl(QUrl.fromLocalFile(surface))
    root = component.create()
    if root is None:
        _fail("\n".join(error.toString() for error in component.errors()))
    if isinstance(root, QWindow):
        window: Any = root
        window.resize(width, height)
    elif isinstance(root, QQuickItem):
        window = QQuickView(engine, None)
        window.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        window.setContent(component.url(), component, root)
        window.resize(width, height)
    else:
        _fail(f"the root object is a {root.metaObject().className()}, not a window or an item")
    found = root if root.objectName() == "surface" else root.findChild(QObject, "surface")
    if found is None:
        _fail('no object has the objectName "surface"')
    # Python would delete these objects at the end of this function.
    _kept.extend([component, root, window])
    return window, found


_kept: list[Any] = []


def _reader(surface: Any, paths: list[str]) -> Callable[[], list[float]]:
    """Returns the function that reads the properties; ends the program if one does not exist."""
    from PySide6.QtQml import QQmlProperty

    properties = [QQmlProperty(surface, path) for path in paths]
    for path, found in zip(paths, properties):
        if not found.isValid():
            _fail(f"a {surface.metaObject().className()} has no property '{path}'")

    def read() -> list[float]:
        values = [found.read() for found in properties]
        for path, value in zip(paths, values):
            if not isinstance(value, (int, float)):
                _fail(f"the property '{path}' is {value!r}, not a number")
        return values

    return read


def main() -> None:
    task = json.loads(sys.argv[1])
    try:
        from PySide6.QtGui import QGuiApplication
        from PySide6.QtQml import QQmlEngine
        from PySide6.QtQuick import QQuickWindow  # noqa: F401 - reports a missing part at once
        from PySide6.QtTest import QTest  # noqa: F401
    except ImportError as error:
        _write({"missing": str(error)})
        os._exit(0)
    application = QGuiApplication([])
    engine = QQmlEngine()
    window, surface = _load(engine, task["surface"], task["width"], task["height"])
    columns = [column for column, _ in task["observe"]]
    read = _reader(surface, [path for _, path in task["observe"]])
    player = Player(window, engine, read, columns)
    window.show()
    _kept.append(player)
    application.exec()


if __name__ == "__main__":
    main()
