"""The GTK program that flickbook-drive plays recordings into. gtk.py starts it.

It runs with the Python of the distribution, because PyGObject must match the installed GTK.
Therefore it imports only the standard library and gi, and nothing of this package.

Arguments: the surface, the width and the height of the window in points, and an expression or
nothing. The surface is scroll, carousel, carousel-long, or the path of a Python program. With an
expression, the program is run as it is, and the expression is evaluated after each frame; it knows
``window``, the first window of the program, and ``find(name)``, which returns the first widget with
this name, class or CSS class. Without one, the program defines::

    def build(window: Gtk.Window) -> Callable[[], float | dict[str, float]]: ...

``build`` fills the window and returns the function that reads the position. The function is called
after each frame. A number is the position y of the surface; a dictionary may have the keys x, y,
vx, vy, targetX and targetY, and has the same keys in every frame.

For each line on its standard input, the program does all that is due at the time of the clock, and
writes a JSON line with `frames`, the position in each frame that it has painted. When the surface
is drawn, the line also has `software`, `width` and `height`. The program ends with its standard
input. The clock is that of app.py.

With the argument --version alone it writes the name and the version of the toolkit.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import sys
from collections.abc import Callable
from typing import Any, NoReturn, cast

Position = float | dict[str, float]

_CONTENT_HEIGHT = 3000
_START = 600
_PAGES = 5

# The surface is drawn, and has reached its start position, after this number of frames. A quarter
# of a second is also enough for scroll bars to finish their first animation.
_FRAMES_BEFORE_READY = 15


def _missing(package: str) -> NoReturn:
    """Reports a missing package of the distribution, and ends."""
    _write({"missing": package})
    os._exit(0)


def _write(message: dict[str, Any]) -> None:
    _protocol.write(json.dumps(message) + "\n")
    _protocol.flush()


class Recorder:
    """Records the position in each frame.

    The position is read after the frame is painted, so that all animations of the frame have moved
    the surface.
    """

    def __init__(self) -> None:
        self._positions: list[Position] = []
        self._frames = 0
        self._ready = False
        self.start: Callable[[], None] | None = None

    def begin(self, window: Any, read: Callable[[], Position]) -> None:
        """Begins to record the frames of a window."""
        self._window = window
        self._read = read
        # The frame clock only runs if something asks for frames.
        window.add_tick_callback(lambda widget, clock: True)
        window.get_frame_clock().connect("after-paint", self._painted)

    def _painted(self, clock: Any) -> None:
        try:
            self._frames += 1
            # A scroll view clamps its position until it knows the size of its content, so the start
            # position is set after the first frame.
            if self._frames == 2 and self.start is not None:
                self.start()
            self._positions.append(self._read())
        except BaseException:
            # PyGObject would print the error and continue, and the parent would wait.
            _fail()

    def serve(self) -> None:
        """Answers the lines of the standard input while the main loop runs."""
        from gi.repository import GLib

        GLib.unix_fd_add_full(GLib.PRIORITY_HIGH, 0, GLib.IOCondition.IN, self._work)

    def _work(self, handle: int, condition: Any) -> bool:
        """Does all that is due at the time of the clock."""
        from gi.repository import Gdk, GLib

        try:
            if not os.read(handle, 1 << 16):
                os._exit(0)
            context = GLib.MainContext.default()
            display = Gdk.Display.get_default()
            while True:
                # Wait for the events of the X server: the touches, and answers to what was done.
                display.sync()
                if not context.pending():
                    break
                context.iteration(False)
            answer: dict[str, Any] = {"frames": self._positions}
            if not self._ready and self._frames >= _FRAMES_BEFORE_READY:
                self._ready = True
                size = {"width": self._window.get_width(), "height": self._window.get_height()}
                answer.update(software=_software(), **size)
            _write(answer)
            self._positions.clear()
            # Until the next line nothing may wake the main loop: neither the new time nor a touch.
            select.select([handle], [], [])
        except BaseException:
            _fail()
        return True


def _fail() -> NoReturn:
    import traceback

    traceback.print_exc()
    sys.stderr.flush()
    os._exit(1)


def _software() -> str:
    from gi.repository import Gtk

    numbers = (Gtk.get_major_version(), Gtk.get_minor_version(), Gtk.get_micro_version())
    software = "GTK " + ".".join(map(str, numbers))
    # The user's program may have loaded libadwaita.
    if adw := sys.modules.get("gi.repository.Adw"):
        numbers = (adw.get_major_version(), adw.get_minor_version(), adw.get_micro_version())
        software += ", libadwaita " + ".".join(map(str, numbers))
    return software


def _build_scroll(window: Any) -> tuple[Callable[[], Position], Callable[[], None]]:
    from gi.repository import Gtk

    content = Gtk.Box()
    content.set_size_request(-1, _CONTENT_HEIGHT)
    view = Gtk.ScrolledWindow()
    view.set_policy(Gtk.PolicyType.NEVER, Gtk.PolicyType.ALWAYS)
    view.set_child(content)
    window.set_child(view)
    adjustment = view.get_vadjustment()
    return adjustment.get_value, lambda: adjustment.set_value(_START)


def _build_carousel(window: Any, long_swipes: bool) -> Callable[[], Position]:
    import gi

    try:
        gi.require_version("Adw", "1")
        from gi.repository import Adw, Gtk
    except (ImportError, ValueError):
        _missing("gir1.2-adw-1")
    Adw.init()
    carousel = Adw.Carousel()
    carousel.set_allow_long_swipes(long_swipes)
    for _ in range(_PAGES):
        page = Gtk.Box()
        page.set_hexpand(True)
        page.set_vexpand(True)
        carousel.append(page)
    window.set_child(carousel)
    # Do not call get_scroll_params(): PyGObject disturbs the spring of the carousel.
    return lambda: {"x": carousel.get_position() * carousel.get_width()}


def _find(widget: Any, name: str) -> Any:
    """Returns the first widget inside of another one that has a name, a class or a CSS class."""
    if name in (widget.get_name(), type(widget).__name__, *widget.get_css_classes()):
        return widget
    child = widget.get_first_child()
    while child is not None:
        if (found := _find(child, name)) is not None:
            return found
        child = child.get_next_sibling()
    return None


def _run_as_it_is(path: str, size: tuple[int, int], expression: str, recorder: Recorder) -> None:
    """Runs a program as its user does, and records its first window when it appears."""
    from gi.repository import GLib, Gtk

    code = compile(expression, "--observe", "eval")

    def attach() -> bool:
        window = next((each for each in Gtk.Window.list_toplevels() if each.get_mapped()), None)
        if window is None:
            return True
        # A window that has a surface keeps its size, without a window manager.
        window.set_visible(False)
        window.unrealize()
        window.set_decorated(False)
        window.set_default_size(*size)
        window.present()

        def find(name: str) -> Any:
            if (found := _find(window, name)) is None:
                raise LookupError(f"no widget has the name, class or CSS class '{name}'")
            return found

        names = {"window": window, "find": find, "Gtk": Gtk}
        recorder.begin(window, lambda: cast(Position, eval(code, names)))
        return False

    GLib.timeout_add(10, attach)
    sys.argv = [path]
    runpy.run_path(path, run_name="__main__")
    sys.exit(f"{path} has ended")


def main() -> None:
    # The folder of this file, where qt.py and others could hide modules.
    sys.path.pop(0)
    try:
        import gi
    except ImportError:
        _missing("python3-gi")
    try:
        gi.require_version("Gtk", "4.0")
        from gi.repository import GLib, Gtk
    except (ImportError, ValueError):
        _missing("gir1.2-gtk-4.0")
    if sys.argv[1] == "--version":
        return _write({"software": _software()})
    surface, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if not Gtk.init_check():
        sys.exit("GTK cannot open the display")
    recorder = Recorder()
    recorder.serve()
    if sys.argv[4:] and sys.argv[4]:
        sys.path.insert(0, os.path.dirname(os.path.abspath(surface)))
        return _run_as_it_is(surface, (width, height), sys.argv[4], recorder)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    start = None
    read: Callable[[], Position]
    if surface == "scroll":
        read, start = _build_scroll(window)
    elif surface in ("carousel", "carousel-long"):
        read = _build_carousel(window, long_swipes=surface == "carousel-long")
    else:
        # The program may import modules from its own folder.
        sys.path.insert(0, os.path.dirname(os.path.abspath(surface)))
        build = runpy.run_path(surface).get("build")
        if build is None:
            sys.exit(f"{surface} defines no function 'build'")
        read = build(window)
        if not callable(read):
            sys.exit(f"'build' of {surface} returned no function")
    recorder.start = start
    window.present()
    # The parent stops waiting if the user's program keeps the window from being drawn.
    recorder.begin(window, read)
    GLib.MainLoop().run()


if __name__ == "__main__":
    # A program of the user may print to standard output, which is reserved for the JSON lines.
    _protocol = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    main()
