"""The driver of GTK: real runs if GTK and Xorg are installed, and its errors."""

from __future__ import annotations

import argparse
import math
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import SCREEN, flick, missing_clock, number, other_work

from flickbook_driving import app, gtk
from flickbook_driving.failure import FAILED, UNAVAILABLE, Failure
from flickbook_driving.touches import Input, Pan, Touch


def imports(code: str) -> bool:
    """Returns whether the Python of the distribution can run a statement."""
    try:
        done = subprocess.run([gtk._PYTHON, "-c", code], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def missing_software() -> str | None:
    """Returns the reason for which GTK cannot be driven here, or None."""
    if not any(os.access(each, os.X_OK) for each in gtk._XORG) and shutil.which("Xorg") is None:
        return "no Xorg; install xserver-xorg-core and xserver-xorg-video-dummy"
    if not imports("import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk"):
        return "no GTK 4 in /usr/bin/python3; install python3-gi and gir1.2-gtk-4.0"
    return missing_clock()


_HAS_CAROUSEL = imports("import gi; gi.require_version('Adw', '1')")
_REASON = missing_software()
real = pytest.mark.skipif(_REASON is not None, reason=str(_REASON))


def options(surface: str, tail: float = 1.5, **more: Any) -> argparse.Namespace:
    defaults = {
        "straight": None,
        "observe": None,
        "screen": SCREEN,
        "viewport": SCREEN,
        "at": (0.0, 0.0),
    }
    return argparse.Namespace(**{**defaults, "surface": surface, "tail": tail, **more})


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Checks after each test that no process and no temporary file of it is left."""
    folder = tmp_path / "t"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []
    assert processes(str(folder)) == []


def processes(word: str) -> list[str]:
    """Returns the command lines of all processes that have a word in them or in their
    environment."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            line = (each / "cmdline").read_bytes() + (each / "environ").read_bytes()
        except OSError:
            continue
        if word.encode() in line and int(each.name) != os.getpid():
            found.append((each / "cmdline").read_text().replace("\0", " "))
    return found


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


# Real runs


@real
def test_a_scrolled_window_follows_the_finger() -> None:
    recording = flick(dy=-96)
    # In the second run, no touch is close to a frame.
    table = gtk.drive(options("scroll"), recording, 2)
    assert table.columns == ["y"]
    assert table.metadata["software"].startswith("GTK 4.")
    assert table.metadata["clock"] == "driven"
    assert table.rests
    # GTK begins to scroll when the finger has moved by more than 8 pt, after 25 ms.
    for moment, values in table.rows:
        if 0.03 < moment < 0.2:
            finger = [each.y for each in recording.touches if each.time <= moment][-1]
            # X has a fixed-point format with 16 bits for fractions of a pixel.
            assert number(values[0]) == pytest.approx(600 + 600 - finger, abs=0.01)


@real
def test_a_scrolled_window_is_thrown() -> None:
    table = gtk.drive(options("scroll", tail=3), flick(dy=-96), 1)
    thrown = [(moment, number(values[0])) for moment, values in table.rows if moment > 0.23]
    friction = 4
    speeds = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in zip(thrown, thrown[1:])]
    for first, second in zip(speeds[:30], speeds[1:30]):
        assert second / first == pytest.approx(math.exp(-friction / 60), rel=1e-4)
    # The speed at the start of the throw, at 696 pt. GTK measures it up to lift-off, which is 8 ms
    # after the last move, over 150 ms in whole milliseconds.
    speed = friction * (table.rest[0] - 696)
    assert speed == pytest.approx(480 * 142 / 150, rel=0.01)


# A large widget that is moved, so that the X server works while the app does.
MOVED = """
from gi.repository import GLib, Gtk
window, fixed, drag = Gtk.Window(), Gtk.Fixed(), Gtk.GestureDrag()
box = Gtk.Box(name="box", width_request=390, height_request=422)
fixed.put(box, 0, 422)
drag.connect("drag-update", lambda drag, dx, dy: fixed.move(box, 0, 422 + dy))
fixed.add_controller(drag)
window.set_child(fixed)
window.present()
GLib.MainLoop().run()
"""


@real
@pytest.mark.parametrize("surface", ["scroll", "carousel", "moved"])
def test_runs_of_one_phase_are_identical_beside_other_work(tmp_path: Path, surface: str) -> None:
    if surface == "carousel" and not _HAS_CAROUSEL:
        pytest.skip("no libadwaita; install gir1.2-adw-1")
    recording = flick(dx=-250, x=350) if surface == "carousel" else flick(dy=-96)
    given = options(surface)
    if surface == "moved":
        program = tmp_path / "moved.py"
        program.write_text(MOVED)
        given = options(str(program), observe="find('box').compute_bounds(window)[1].origin.y")
        recording = flick(dx=30, dy=120, y=422)
    idle = gtk.drive(given, recording, 1)
    assert len(idle.rows) > 60
    with other_work():
        for _ in range(3):
            assert gtk.drive(given, recording, 1) == idle


@real
def test_positions_of_touches_are_not_rounded() -> None:
    # The finger rests before it is lifted, so the content is not thrown.
    touches = [Touch(0, "down", 1, 195.3, 600.7)]
    touches += [Touch(0.01 * step, "move", 1, 195.3, 600.7 - step) for step in range(1, 31)]
    touches += [Touch(0.7, "move", 1, 195.3, 570.45), Touch(1.2, "up", 1, 195.3, 570.45)]
    table = gtk.drive(options("scroll", tail=0.5), Input("hold", SCREEN, tuple(touches)), 1)
    assert table.rest[0] == pytest.approx(630.25, abs=0.01)


@real
def test_the_screen_can_be_at_another_position_of_the_window() -> None:
    seen = options("scroll", viewport=(500.0, 900.0), at=(60.0, 20.0))
    moved = gtk.drive(seen, flick(dy=-96), 1)
    assert moved.rest == gtk.drive(options("scroll"), flick(dy=-96), 1).rest
    # The finger is beside the window.
    table = gtk.drive(options("scroll", tail=0.3, at=(300.0, 0.0)), flick(dy=-96), 1)
    assert table.rest[0] == 600


@real
def test_gtk_ignores_a_gesture_that_begins_across_the_axis_unless_it_is_straight() -> None:
    crooked = flick(dx=150, dy=-60)
    assert gtk.drive(options("scroll", tail=0.5), crooked, 1).rest[0] == 600
    table = gtk.drive(options("scroll", straight="y"), crooked, 1)
    assert table.rest == gtk.drive(options("scroll"), flick(dy=-60), 1).rest
    assert "straight along y" in table.metadata["input"]


@real
@pytest.mark.skipif(not _HAS_CAROUSEL, reason="no libadwaita; install gir1.2-adw-1")
@pytest.mark.parametrize("surface", ["carousel", "carousel-long"])
def test_a_carousel_turns_the_page(surface: str) -> None:
    table = gtk.drive(options(surface), flick(dx=-250, x=350), 1)
    assert table.columns == ["x"]
    assert "libadwaita 1." in table.metadata["software"]
    assert table.rest[0] == 390


PROGRAM = """
from gi.repository import Gtk
print("a line on standard output is harmless", flush=True)
def build(window):
    view = Gtk.ScrolledWindow()
    content = Gtk.Box()
    content.set_size_request(-1, 3000)
    view.set_child(content)
    window.set_child(view)
    adjustment = view.get_vadjustment()
    return lambda: {"y": adjustment.get_value(), "targetY": adjustment.get_upper()}
"""


@real
def test_a_program_of_the_user_is_driven(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text(PROGRAM)
    table = gtk.drive(options(str(program), tail=0.5), flick(dy=-96), 1)
    assert table.columns == ["y", "targetY"]
    assert number(table.rows[-1][1][0]) > 96 and table.rows[-1][1][1] == 3000
    assert "origin" not in table.metadata


@real
@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("build = 1 / 0", "ended with status 1 .* ZeroDivisionError: division by zero"),
        ("pass", "defines no function 'build'"),
        ("def build(window): pass", "'build' of .* returned no function"),
        ("def build(window):\n  return lambda: 1 / 0", "did not draw its window: .*ZeroDivision"),
        ("def build(window):\n  return lambda: 'here'", "its position in the frame .* is here"),
        ("def build(window):\n  return lambda: window", "ended with status 1 .* not JSON serial"),
        ("def build(window):\n  return lambda: {'z': 1}", "its position in the frame .* is {'z'"),
        (
            "def build(window):\n  return lambda: float('nan')",
            "its position in the frame .* is nan",
        ),
        (
            "import os, signal\ndef build(window):\n  os.kill(os.getpid(), signal.SIGSEGV)",
            "was ended by signal 11",
        ),
        (
            "def build(window):\n  window.set_size_request(500, 900)\n  return lambda: 0",
            "its window is 500 x 900 pt",
        ),
    ],
)
def test_a_wrong_program_is_reported(tmp_path: Path, program: str, message: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(program)
    with pytest.raises(Failure, match=f"(?s){message}") as caught:
        gtk.drive(options(str(file), tail=0.1), flick(dy=-96), 1)
    assert caught.value.status == FAILED
    assert caught.value.where == str(file)


@real
def test_a_program_that_dies_during_the_run_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "import sys, os\nfrom gi.repository import GLib\n"
        "def die():\n  sys.stderr.write('out of paint\\n'); sys.stderr.flush(); os._exit(7)\n"
        "def build(window):\n  GLib.timeout_add(1000, die)\n  return lambda: 0\n"
    )
    with pytest.raises(Failure, match="ended with status 7 .* draw its frames: .*out of paint"):
        gtk.drive(options(str(file), tail=1.5), flick(dy=-96), 1)


@real
def test_a_program_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_START_SECONDS", 3)
    file = tmp_path / "own.py"
    file.write_text(
        "import subprocess, time, signal\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "def build(window):\n  subprocess.Popen(['sleep', '100'])\n  time.sleep(100)\n"
    )
    with pytest.raises(Failure, match="did not draw its window within 3 s"):
        gtk.drive(options(str(file)), flick(dy=-96), 1)


@real
def test_an_app_that_never_draws_its_window_is_reported(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text(
        "import sys\nfrom gi.repository import GLib\n"
        "sys.stderr.write('here\\n')\nGLib.MainLoop().run()\n"
    )
    message = "did not draw its window in the first 10 s of its clock: .*here.*; show the window"
    with pytest.raises(Failure, match=message) as caught:
        gtk.drive(options(str(program), observe="0"), flick(dy=-96), 1)
    assert caught.value.status == FAILED


@real
def test_a_program_that_has_ended_is_reported(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text(
        "from gi.repository import GLib, Gtk\n"
        "loop, window = GLib.MainLoop(), Gtk.Window()\nwindow.present()\n"
        "GLib.timeout_add(1000, loop.quit)\nloop.run()\n"
    )
    with pytest.raises(Failure, match="did not draw its frames: .*own.py has ended"):
        gtk.drive(options(str(program), observe="0"), flick(dy=-96), 1)


@real
def test_an_interrupted_run_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def send(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(gtk.Touchscreen, "send", send)
    with pytest.raises(KeyboardInterrupt):
        gtk.drive(options("scroll"), flick(dy=-96), 1)


@real
def test_a_killed_driver_leaves_no_process(tmp_path: Path) -> None:
    code = (
        "import test_gtk, tempfile, sys; from flickbook_driving import gtk\n"
        "tempfile.tempdir = sys.argv[1]\n"
        "gtk.drive(test_gtk.options('scroll', tail=600), test_gtk.flick(dy=-96), 1)"
    )
    folder = tmp_path / "killed"
    folder.mkdir()
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(gtk.__file__).parents[1])])
    driver = subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], env={**os.environ, "PYTHONPATH": path}
    )
    try:
        # The driver, Xorg and the program have the folder in their command line or environment.
        assert wait_until(lambda: len(processes(str(folder))) == 3)
    finally:
        driver.kill()
        driver.wait()
    assert wait_until(lambda: processes(str(folder)) == [])


# Missing software


def test_a_missing_server_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gtk, "_XORG", ())
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Failure, match="apt install xserver-xorg-core") as caught:
        gtk.drive(options("scroll"), flick(dy=-96), 1)
    assert caught.value.status == UNAVAILABLE


@pytest.mark.parametrize(
    ("driver", "package"),
    [("inputtest", "xserver-xorg-core"), ("dummy", "xserver-xorg-video-dummy")],
)
def test_a_missing_driver_of_the_server_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str, package: str
) -> None:
    fake_server(tmp_path, monkeypatch, f'(EE) Failed to load module "{driver}" (no such module)')
    with pytest.raises(Failure, match=f"apt install {package}$") as caught:
        gtk.drive(options("scroll"), flick(dy=-96), 1)
    assert caught.value.status == UNAVAILABLE


def test_the_message_of_a_server_that_ends_is_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_server(tmp_path, monkeypatch, "(EE) \n(EE) no screens found(EE) ")
    with pytest.raises(Failure, match="Xorg: the server ended: .*no screens found"):
        gtk.drive(options("scroll"), flick(dy=-96), 1)


def test_a_server_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gtk, "_START_SECONDS", 1)
    fake_server(tmp_path, monkeypatch, "", "trap '' TERM; sleep 100")
    with pytest.raises(Failure, match="the server did not start within 1 s"):
        gtk.drive(options("scroll"), flick(dy=-96), 1)


def fake_server(
    folder: Path, monkeypatch: pytest.MonkeyPatch, log: str, action: str = "exit 1"
) -> None:
    """Replaces Xorg by a script that writes a log."""
    server = folder / "Xorg"
    # The fourth argument is the path of the log.
    server.write_text(f"#!/bin/sh\ncat > \"$4\" <<'END'\n{log}\nEND\n{action}\n")
    server.chmod(0o755)
    monkeypatch.setattr(gtk, "_XORG", (str(server),))


@real
@pytest.mark.parametrize("package", ["python3-gi", "gir1.2-gtk-4.0", "gir1.2-adw-1"])
def test_missing_bindings_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    app = tmp_path / "app.py"
    app.write_text(f"""print('{{"missing": "{package}"}}')""")
    monkeypatch.setattr(gtk, "_APP", app)
    with pytest.raises(Failure, match=f"apt install {package}$") as caught:
        gtk.drive(options("carousel"), flick(dx=-96), 1)
    assert caught.value.status == UNAVAILABLE


def test_a_missing_python_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gtk, "_PYTHON", "/nowhere/python3")
    with pytest.raises(Failure, match="found no /nowhere/python3; .*apt install python3-gi"):
        gtk._python()


def test_a_surface_that_does_not_exist_is_reported() -> None:
    with pytest.raises(Failure, match="found neither a surface nor a file"):
        gtk.drive(options("carrousel"), flick(dy=-96), 1)


def test_pans_of_a_touchpad_are_rejected() -> None:
    pans = (Pan(0, "began", 2, 0, 0), Pan(0.1, "ended", 2, 0, -50))
    with pytest.raises(Failure, match="pan: found pans of a touchpad"):
        gtk.drive(options("scroll"), Input("pan", SCREEN, (), pans), 1)


# Parts


def test_a_straight_recording_keeps_the_other_coordinate_of_each_contact() -> None:
    touches = (
        Touch(0, "down", 1, 10, 20),
        Touch(0, "down", 2, 100, 200),
        Touch(0.1, "move", 1, 11, 22),
        Touch(0.2, "up", 2, 103, 206),
    )
    straight = gtk.straightened(Input("two", SCREEN, touches), "y")
    assert [(each.x, each.y) for each in straight.touches] == [
        (10, 20),
        (100, 200),
        (10, 22),
        (100, 206),
    ]
    straight = gtk.straightened(Input("two", SCREEN, touches), "x")
    assert [each.y for each in straight.touches] == [20, 200, 20, 200]
    assert [each.time for each in straight.touches] == [0, 0, 0.1, 0.2]


def test_a_table_has_the_last_of_the_frames_with_equal_times() -> None:
    rows = [(0.0, 2), (0.01, 3), (0.01, 4), (0.02, 5.5)]
    table = gtk.table_of("own", rows, {})
    assert table.rows == [(0.0, [2.0]), (0.01, [4.0]), (0.02, [5.5])]


@pytest.mark.parametrize(
    "rows",
    [
        [(0.0, {"y": 1, "vy": 2}), (0.1, {"y": 1})],
        [(0.0, {"y": 1}), (0.1, {"y": 1, "vy": 2})],
        [(0.0, {"vy": 1})],
        [(0.0, None)],
        [(0.0, True)],
    ],
)
def test_a_table_rejects_other_positions(rows: list[tuple[float, Any]]) -> None:
    with pytest.raises(Failure, match="own: its position"):
        gtk.table_of("own", rows, {})


def test_touches_have_the_format_of_the_driver(tmp_path: Path) -> None:
    received = b""
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "touchscreen"))
    server.listen()

    def serve() -> None:
        nonlocal received
        client, _ = server.accept()
        received += client.recv(12)
        client.sendall(struct.pack("<IIHH", 12, 0, 1, 1))
        while len(received) < 12 + 3 * 1056 + 8:
            received += client.recv(4096)
        client.sendall(struct.pack("<II", 8, 1))
        client.close()

    thread = threading.Thread(target=serve)
    thread.start()
    touches = (
        Touch(0, "down", 7, 100, 200),
        Touch(0.01, "move", 7, 100.5, 200),
        Touch(0.02, "cancel", 7, 100.5, 200),
    )
    with closing(gtk.Touchscreen(tmp_path, (390, 844))) as touchscreen:
        touchscreen.send(touches, (10, 20))
    thread.join()
    server.close()
    assert received[:12] == struct.pack("<IIHH", 12, 0, 1, 1)
    kinds = []
    for index in range(3):
        message = received[12 + 1056 * index :][:1056]
        length, event, contact, kind = struct.unpack("<IIII", message[:16])
        assert (length, event, contact) == (1056, 6, 7)
        # The mask of the axes: x and y. The screen is 392 wide, a multiple of 8.
        assert struct.unpack("<IQ4x", message[16:32]) == (0, 3)
        x, y = struct.unpack("<2d", message[32:48])
        assert x == pytest.approx(65536 * (110 + 0.5 * (index > 0)) / 392)
        assert y == pytest.approx(65536 * 220 / 844)
        kinds.append(kind)
    assert kinds == [18, 19, 20]
    assert received[-8:] == struct.pack("<II", 8, 1)


def test_a_driver_that_closes_its_connection_is_reported(tmp_path: Path) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "touchscreen"))
    server.listen()
    thread = threading.Thread(target=lambda: server.accept()[0].close())
    thread.start()
    with pytest.raises(Failure, match="Xorg: the driver inputtest failed"):
        gtk.Touchscreen(tmp_path, (390, 844))
    thread.join()
    server.close()


def test_a_temporary_folder_with_a_long_path_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ("long" * 25)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with pytest.raises(Failure, match="set TMPDIR to a shorter path"):
        gtk.drive(options("scroll"), flick(dy=-96), 1)
    assert list(folder.iterdir()) == []


def test_the_environment_has_nothing_of_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GTK_THEME", "HighContrast")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/bus")
    found = gtk._environment("/folder", ":5", {"TZ": "UTC"})
    assert found["DISPLAY"] == ":5"
    assert not {"GTK_THEME", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"} & set(found)
