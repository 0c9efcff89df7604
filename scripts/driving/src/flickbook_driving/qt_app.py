"""The Qt program that flickbook-drive plays recordings into. qt.py starts it.

It is a program of its own, because a process can have only one QGuiApplication, and a crash of Qt
must not end flickbook-drive.

The only argument is a JSON object:

- surface: flickable, swipeview, listview, drawer, or the path of a QML file.
- observe: The observed properties of the item "surface", as pairs of a column and a property; a
  path such as contentItem.contentX is possible.
- width, height: The size of the window in points.

Each line on its standard input is a JSON object, which can have `touches`, a list of [phase,
contact, x, y]. The program sends the touches, or without touches does all that is due at the time
of the clock. Then it writes a JSON line with `frames`, the values in each frame that it has drawn.
When the surface is drawn, the line also has `software`, `width` and `height`. The program ends with
its standard input. The clock is that of app.py.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn, cast

# The window must have drawn its content and finished its first animations.
_FRAMES_BEFORE_READY = 15

# void qt_handleTouchEvent(QWindow *, const QPointingDevice *, const QList<QEventPoint> &,
# Qt::KeyboardModifiers), which Qt Gui exports for Qt Test.
_HANDLE_TOUCH_EVENT = (
    "_Z19qt_handleTouchEventP7QWindowPK15QPointingDeviceRK5QListI11QEventPointE6QFlagsIN2Qt16"
    "KeyboardModifierEE"
)

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


class Frames:
    """Draws a frame after each step of Qt's animations, and keeps the properties in it.

    Without a screen, Qt moves animations by a timer of 16 ms and draws frames by another one, so
    that a frame would show positions that are up to 16 ms old. A touch would also cause a frame at
    once, while on a screen all touches of one refresh are delivered together. So all frames are
    drawn here.

    - values: The values in each frame.
    """

    def __init__(self, window: Any, engine: Any, read: Callable[[], list[float]]) -> None:
        from PySide6.QtCore import QEvent, QEventLoop, QObject, QUrl
        from PySide6.QtQml import QQmlComponent

        frames = self
        self.values: list[list[float]] = []
        # Not QCoreApplication.processEvents: PySide 6.12 releases the None of methods that return
        # nothing once too often, and Python aborts after some thousands of them.
        self._loop = QEventLoop()
        self._window = window
        self._read = read
        self._drawing = False
        # Whether the frame of a step is not drawn yet.
        self._due = False

        class Filter(QObject):
            def eventFilter(self, watched: Any, event: Any) -> bool:  # noqa: N802 - Qt's name
                # Qt asks for a frame when something has changed.
                return bool(event.type() == QEvent.Type.UpdateRequest and not frames._drawing)

        self._filter = Filter()
        window.installEventFilter(self._filter)
        window.afterAnimating.connect(_protected(self._drawn))
        self._component = QQmlComponent(engine)
        self._component.setData(b"import QtQuick\nFrameAnimation { running: true }", QUrl())
        self._animation = cast(Any, self._component.create())
        self._animation.triggered.connect(_protected(self._step))

    def work(self) -> None:
        """Does all that is due at the time of the clock."""
        from PySide6.QtCore import QCoreApplication, QEvent

        # The step moves all animations, in no certain order; the frame is drawn after all of them.
        self._loop.processEvents()
        if not self._due:
            return
        # A frame is drawn even if nothing has changed, because the table needs it.
        self._window.update()
        self._drawing = True
        QCoreApplication.sendEvent(self._window, QEvent(QEvent.Type.UpdateRequest))
        self._drawing = False
        self._due = False
        self._loop.processEvents()

    def _step(self) -> None:
        self._due = True

    def _drawn(self) -> None:
        # Touches and animations have moved the surface, and the frame is about to be drawn.
        if self._due:
            self.values.append(self._read())


class Touchscreen:
    """A touchscreen that reports fractions of a point, as real ones do.

    The touches of Qt's test library have whole points. So this calls the function of Qt Gui that
    the library calls with a list of event points.
    """

    def __init__(self, window: Any) -> None:
        from PySide6.QtGui import QInputDevice
        from PySide6.QtTest import QTest

        self._window = window
        self._device = QTest.createTouchDevice(QInputDevice.DeviceType.TouchScreen)
        # The last position of each contact that is down.
        self._down: dict[int, tuple[float, float]] = {}
        self._deliver = ctypes.CDLL(_gui_library())[_HANDLE_TOUCH_EVENT]
        self._deliver.restype = None

    def send(self, touches: list[Any]) -> None:
        """Sends one report of the device; each contact that is down is part of it."""
        from PySide6.QtCore import QPointF
        from PySide6.QtGui import QEventPoint
        from shiboken6 import Shiboken

        states = QEventPoint.State
        found = dict.fromkeys(self._down, states.Stationary)
        for phase, contact, x, y in touches:
            known = {"down": states.Pressed, "move": states.Updated}
            found[contact] = known.get(phase, states.Released)
            self._down[contact] = (x, y)
        points = []
        for contact, state in found.items():
            place = self._window.mapToGlobal(QPointF(*self._down[contact]))
            points.append(QEventPoint(contact, state, QPointF(), place))
            if state == states.Released:
                del self._down[contact]

        def address(thing: Any) -> int:
            return int(Shiboken.getCppPointer(thing)[0])

        # An event point is one pointer, and QList is a header, which is null here, the address of
        # the points, and their number.
        values = [ctypes.c_void_p.from_address(address(each)).value for each in points]
        data = (ctypes.c_void_p * len(values))(*values)
        points_list = (ctypes.c_void_p * 3)(None, ctypes.addressof(data), len(values))
        self._deliver(
            ctypes.c_void_p(address(self._window)),
            ctypes.c_void_p(address(self._device)),
            ctypes.byref(points_list),
            ctypes.c_int(0),
        )


def _gui_library() -> str:
    """Returns the path of the library Qt Gui that this process has loaded."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return next(line.split()[-1] for line in maps if "libQt6Gui.so" in line)


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
        from PySide6 import __version__
        from PySide6.QtGui import QGuiApplication
        from PySide6.QtQml import QQmlEngine
        from PySide6.QtQuick import QQuickWindow  # noqa: F401 - reports a missing part at once
        from PySide6.QtTest import QTest  # noqa: F401
    except ImportError as error:
        _write({"missing": str(error)})
        os._exit(0)
    _kept.append(QGuiApplication([]))
    engine = QQmlEngine()
    window, surface = _load(engine, task["surface"], task["width"], task["height"])
    frames = Frames(window, engine, _reader(surface, [path for _, path in task["observe"]]))
    touchscreen = Touchscreen(window)
    window.show()
    drawn = 0
    for line in sys.stdin:
        # Qt Quick delivers touches in the next frame.
        if touches := json.loads(line).get("touches"):
            touchscreen.send(touches)
        else:
            frames.work()
        answer: dict[str, Any] = {"frames": frames.values}
        if drawn < _FRAMES_BEFORE_READY <= drawn + len(frames.values):
            size = {"width": window.width(), "height": window.height()}
            answer.update(software=f"Qt {__version__}", **size)
        _write(answer)
        drawn += len(frames.values)
        frames.values.clear()
    # Destructors of Qt can hang at exit, and nothing is left to save.
    os._exit(0)


if __name__ == "__main__":
    main()
