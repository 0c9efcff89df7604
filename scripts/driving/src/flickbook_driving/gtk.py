"""Drives widgets of GTK 4 and libadwaita with real touch events of an X server.

Each run starts a new Xorg with a dummy video driver and the driver inputtest, which accepts only
one client in the life of the server. The surface is drawn by gtk_app.py, and this module sends the
events.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from flickbook_driving.app import App, Clock, Played, end, end_with_parent, phase
from flickbook_driving.failure import UNAVAILABLE, Failure, last_lines
from flickbook_driving.table import COLUMNS, Table, Value
from flickbook_driving.touches import Input, Touch

DESCRIPTION = (
    "Play recordings of a touchscreen into a widget of GTK 4, with subpixel positions. The driver "
    "sets the clock of the app, so repeated runs are equal. SURFACE is scroll (a GtkScrolledWindow "
    "with 3000 pt of content that starts at 600), carousel or carousel-long (an AdwCarousel of "
    "five pages; long allows long swipes), or a Python program: one that is run as it is with "
    "--observe, or one that defines build(window), which fills the Gtk.Window and returns a "
    "function. "
    "The function returns the position y, or a dictionary with the keys x, y, vx, vy, targetX and "
    "targetY; it is called after each frame. X has no cancelled touches, so a cancelled touch is "
    "lifted. Needs the Debian packages xserver-xorg-core, xserver-xorg-video-dummy, libfaketime, "
    "python3-gi, gir1.2-gtk-4.0 and, for carousels, gir1.2-adw-1."
)
SUBJECT = (
    "Put an app of GTK 4 under test: speak the subject protocol of Flickbook on the standard input "
    "and output, and play each run into a new process, whose clock it sets. SURFACE is as for "
    "flickbook-drive gtk."
)
SUBJECT_EXAMPLE = 'flickbook replay flick.yml --subject "flickbook-drive subject gtk sheet.py"'
EXAMPLE = "flickbook-drive gtk scroll --straight y flick-up.yml -o tables"

_APP = Path(__file__).with_name("gtk_app.py")

# PyGObject must match the installed GTK, so a Python of a virtual environment does not have it.
_PYTHON = "/usr/bin/python3"

# Xorg is not on the PATH of Debian, whose command X is a wrapper for sessions on a console.
_XORG = ("/usr/lib/xorg/Xorg", "/usr/libexec/Xorg")
_TOUCHSCREEN = "touchscreen"
_X_PACKAGES = {"inputtest": "xserver-xorg-core", "dummy": "xserver-xorg-video-dummy"}

# The columns of numbers, without phase.
_COLUMNS = COLUMNS[:-1]

# Xorg starts in 0.3 s on an idle machine with two cores.
_START_SECONDS = 30
_ANSWER_SECONDS = 10

# GTK waits for the next frame by a timer of whole milliseconds. With steps that divide 1/60 s, each
# frame is painted one step after its time, so that the times between frames are equal.
_RATE = 960

# The built-in surfaces: the metadata of their tables.
_SURFACES = {
    "scroll": {"scale": "-1"},
    "carousel": {"scale": "-1"},
    "carousel-long": {"scale": "-1"},
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the driver."""
    parser.add_argument(
        "surface",
        metavar="SURFACE",
        help="scroll, carousel, carousel-long, or the path of a Python program",
    )
    parser.add_argument(
        "--observe",
        metavar="EXPRESSION",
        help="run a Python program as it is, and evaluate this expression of Python after each "
        "frame: window is its first window, and find('NAME') a widget with this name, class or CSS "
        "class, such as find('sheet').compute_bounds(window)[1].origin.y",
    )
    parser.add_argument(
        "--straight",
        choices=("x", "y"),
        help="move touches only along this axis, because GTK ignores a gesture that begins across "
        "the axis of the surface",
    )


def software() -> str:
    """Returns the name and the version of the toolkit: GTK 4.8.3."""
    done = subprocess.run(
        [_python(), str(_APP), "--version"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=_START_SECONDS,
        check=False,
    )
    try:
        found = dict(json.loads(done.stdout))
    except ValueError:
        message = last_lines(done.stderr.decode(errors="replace"))
        raise Failure("gtk", f"GTK cannot be loaded ({message})", "repair it") from None
    if (package := found.get("missing")) is not None:
        raise _missing(str(package), "found no bindings of GTK for Python")
    return str(found["software"])


def drive(arguments: argparse.Namespace, recording: Input, run: int) -> Table:
    """Plays a recording into a new program on a new X server, and returns the motion.

    If `tail` is None, the motion ends when the position rests.
    """
    surface = str(arguments.surface)
    if surface not in _SURFACES and not Path(surface).is_file():
        raise Failure(
            surface,
            "found neither a surface nor a file",
            f"name {', '.join(_SURFACES)}, or the path of a Python program",
        )
    if recording.pans:
        raise Failure(
            recording.name,
            "found pans of a touchpad; GTK 4 on X takes their scroll events for those of a wheel, "
            "which move the content by 5.9 pt for each point and never throw it",
            "use a recording of a touchscreen",
        )
    if arguments.straight:
        recording = straightened(recording, arguments.straight)
    width, height = (math.ceil(length) for length in arguments.viewport)
    # Not under the folder of the output, because the path of a socket has at most 107 bytes.
    with tempfile.TemporaryDirectory(prefix="flickbook-") as folder:
        clock = Clock(folder)
        command = [_python(), str(_APP), _absolute(surface), str(width), str(height)]
        command += [arguments.observe or ""]
        with (
            closing(XServer(Path(folder), (width, height), clock.environment)) as server,
            closing(server.touchscreen()) as touchscreen,
            closing(
                App(
                    surface,
                    command,
                    _environment(folder, server.display, clock.environment),
                    folder,
                )
            ) as app,
        ):

            def send(touches: Sequence[Touch]) -> Mapping[str, Any]:
                touchscreen.send(touches, arguments.at)
                return {}

            played = Played(app, clock, _RATE, send)
            ready = played.start()
            if (package := ready.get("missing")) is not None:
                raise _missing(str(package), "found no bindings of GTK for Python")
            if (ready["width"], ready["height"]) != (width, height):
                raise Failure(
                    surface,
                    f"its window is {ready['width']} x {ready['height']} pt",
                    f"make the content fit into {width} x {height} pt, or use another --viewport",
                )
            rows = played.play(recording, phase(run), arguments.tail)
    metadata = {
        "software": str(ready["software"]),
        "clock": "driven",
        **_SURFACES.get(surface, {}),
        "input": _description(arguments.straight),
    }
    return table_of(surface, rows, metadata)


def straightened(recording: Input, axis: str) -> Input:
    """Returns the recording with the motion along one axis; each contact keeps its first other
    coordinate."""
    first: dict[int, Touch] = {}
    touches = []
    for each in recording.touches:
        start = first.setdefault(each.contact, each)
        x = each.x if axis == "x" else start.x
        y = each.y if axis == "y" else start.y
        touches.append(replace(each, x=x, y=y))
    return replace(recording, touches=tuple(touches))


def table_of(surface: str, rows: Sequence[tuple[float, Any]], metadata: Mapping[str, str]) -> Table:
    """Returns the table of frames; a number is a position y. Of frames with the same time, it has
    the last one.

    Throws a failure if a program of the user returned anything else than it may.
    """

    # GTK sometimes paints twice in one step; the second frame is the one that stays.
    latest = dict(rows)
    table: list[tuple[float, list[Value]]] = []
    columns: list[str] = []
    for moment, position in latest.items():
        values = position if isinstance(position, dict) else {"y": position}
        columns = columns or [name for name in _COLUMNS if name in values]
        right = values.keys() == set(columns) and all(map(_is_finite, values.values()))
        if not right or not {"x", "y"} & set(columns):
            raise Failure(
                surface,
                f"its position in the frame at {moment:.3f} s is {position}",
                "return a finite number, or a dictionary of them with x or y, and the same keys "
                f"among {', '.join(_COLUMNS)} in each frame",
            )
        table.append((moment, [float(values[name]) for name in columns]))
    return Table(columns or ["y"], table, metadata)


def _is_finite(value: object) -> bool:
    # Python counts True as a number.
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and math.isfinite(cast(float, value))


def _description(straight: str | None) -> str:
    along = f", straight along {straight}" if straight else ""
    return f"touch events, subpixel{along}, through the X driver inputtest"


def _absolute(surface: str) -> str:
    # The program runs in the same folder, but a file may be named like a built-in surface.
    return surface if surface in _SURFACES else str(Path(surface).resolve())


def _python() -> str:
    if shutil.which(_PYTHON) is None:
        raise _missing("python3-gi", f"found no {_PYTHON}")
    return _PYTHON


def _missing(package: str, found: str) -> Failure:
    advice = f"install it; on Debian and Ubuntu: apt install {package}"
    return Failure("gtk", found, advice, UNAVAILABLE)


def _environment(folder: str, display: str, clock: Mapping[str, str]) -> dict[str, str]:
    """Returns an environment in which neither the user's session nor his settings of GTK matter."""
    kept = {
        name: value
        for name, value in os.environ.items()
        # A theme, a module, or a connection to a desktop would change the surface or its
        # animations.
        if not name.startswith(("GTK_", "GDK_", "GSK_", "ADW_", "WAYLAND_", "DBUS_", "PYTHON"))
        and name != "VIRTUAL_ENV"
    }
    return {
        **kept,
        "DISPLAY": display,
        "GDK_BACKEND": "x11",
        # Without a GPU, OpenGL takes longer than a frame.
        "GSK_RENDERER": "cairo",
        "GTK_A11Y": "none",
        "GSETTINGS_BACKEND": "memory",
        "ADW_DISABLE_PORTAL": "1",
        "XDG_CONFIG_HOME": folder,
        "XDG_CACHE_HOME": folder,
        # Carousels are mirrored in languages that are written from right to left.
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        **clock,
    }


class XServer:
    """An Xorg without a monitor, with a touchscreen that this program touches."""

    def __init__(self, folder: Path, size: tuple[int, int], environment: Mapping[str, str]) -> None:
        self._folder = folder
        self._size = size
        longest = folder / _TOUCHSCREEN
        # sockaddr_un has 108 bytes, and the last one is zero.
        if len(os.fsencode(longest)) > 107:
            raise Failure(
                str(folder),
                "the path of the temporary folder is too long for a socket",
                "set TMPDIR to a shorter path",
            )
        program = next((each for each in _XORG if os.access(each, os.X_OK)), shutil.which("Xorg"))
        if program is None:
            raise _missing("xserver-xorg-core", "found no Xorg")
        configuration = folder / "xorg.conf"
        configuration.write_text(x_configuration(folder, size))
        self._log = folder / "xorg.log"
        reader, writer = os.pipe()
        try:
            with open(folder / "xorg.out", "wb") as output:
                self._process = subprocess.Popen(
                    [
                        program,
                        "-config",
                        str(configuration),
                        "-logfile",
                        str(self._log),
                        # The server chooses a free display and writes its number.
                        "-displayfd",
                        str(writer),
                        "-nolisten",
                        "tcp",
                        # Do not take the console from a running session.
                        "-novtswitch",
                        "-sharevts",
                        # End with the last client, so that no server is left if this process is
                        # killed. Also without -noreset, which would keep it alive.
                        "-terminate",
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    pass_fds=(writer,),
                    env={**os.environ, **environment},
                    start_new_session=True,
                    preexec_fn=end_with_parent,
                )
            os.close(writer)
            writer = -1
            try:
                self.display = f":{self._number(reader)}"
            except BaseException:
                self.close()
                raise
        finally:
            os.close(reader)
            if writer >= 0:
                os.close(writer)

    def touchscreen(self) -> Touchscreen:
        """Returns the touchscreen; a server has it once."""
        return Touchscreen(self._folder, self._size)

    def _number(self, reader: int) -> int:
        deadline = time.monotonic() + _START_SECONDS
        text = b""
        while not text.endswith(b"\n"):
            readable, _, _ = select.select([reader], [], [], max(0, deadline - time.monotonic()))
            received = os.read(reader, 16) if readable else b""
            if not received:
                raise self._failure(started=bool(readable))
            text += received
        return int(text)

    def _failure(self, started: bool) -> Failure:
        log = self._log.read_text(errors="replace") if self._log.exists() else ""
        for driver, package in _X_PACKAGES.items():
            if f'Failed to load module "{driver}"' in log:
                return _missing(package, f"found no driver '{driver}' of Xorg")
        errors = [line for line in log.splitlines() if "(EE)" in line and line.strip(" ()E:")]
        output = (self._folder / "xorg.out").read_text(errors="replace")
        message = last_lines("\n".join(errors) or output)
        if started:
            return Failure("Xorg", f"the server ended: {message}", "see the message of the server")
        return Failure(
            "Xorg",
            f"the server did not start within {_START_SECONDS} s: {message}",
            "run it on a less busy machine",
        )

    def close(self) -> None:
        """Ends the server."""
        end(self._process)
        # A server that was killed leaves its files. The lock has the number of its process.
        number = getattr(self, "display", ":")[1:]
        lock = Path(f"/tmp/.X{number}-lock")
        try:
            if number and int(lock.read_text()) == self._process.pid:
                Path(f"/tmp/.X11-unix/X{number}").unlink(missing_ok=True)
                lock.unlink()
        except (OSError, ValueError):
            pass


def _screen_size(size: tuple[int, int]) -> tuple[int, int]:
    """Returns the size of the screen for a window of this size: widths are multiples of 8."""
    return math.ceil(size[0] / 8) * 8, size[1]


def x_configuration(folder: Path, size: tuple[int, int]) -> str:
    """Returns the configuration of an X server whose screen has room for a window of this size."""
    width, height = _screen_size(size)
    # Width, synchronisation, and total width; then the heights. The dummy driver has no clock, so
    # the numbers only have to be in order.
    mode = (
        f'"screen" 100 {width} {width + 8} {width + 16} {width + 32} '
        f"{height} {height + 1} {height + 2} {height + 10}"
    )
    return f"""\
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "DontVTSwitch" "true"
EndSection

Section "InputDevice"
  Identifier "touchscreen"
  Driver "inputtest"
  Option "SocketPath" "{folder}/{_TOUCHSCREEN}"
  Option "DeviceType" "Touch"
EndSection

# A layout without a pointer would get one that needs a mouse.
Section "InputDevice"
  Identifier "pointer"
  Driver "inputtest"
  Option "SocketPath" "{folder}/pointer"
  Option "DeviceType" "PointerAbsolute"
EndSection

Section "Device"
  Identifier "video"
  Driver "dummy"
  VideoRam {math.ceil(width * height * 4 / 1024) + 1024}
EndSection

Section "Monitor"
  Identifier "monitor"
  HorizSync 1-2000
  VertRefresh 1-2000
  Modeline {mode}
EndSection

Section "Screen"
  Identifier "screen"
  Device "video"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "screen"
    Virtual {width} {height}
  EndSubSection
EndSection

Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "touchscreen" "SendCoreEvents"
  InputDevice "pointer" "CorePointer"
EndSection
"""


class Touchscreen:
    """A client of the driver inputtest.

    xf86-input-inputtest-protocol.h describes its messages.
    """

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self._size = _screen_size(size)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(_ANSWER_SECONDS)
        try:
            self._socket.connect(str(folder / _TOUCHSCREEN))
            # Version 1.1 of the protocol; the answer has the version of the driver.
            self._exchange(struct.pack("<IIHH", 12, 0, 1, 1), 12)
        except BaseException as error:
            self._socket.close()
            if isinstance(error, OSError):
                raise self._failure(error) from None
            raise

    def close(self) -> None:
        """Closes the connection; the driver accepts no other one."""
        self._socket.close()

    def send(self, touches: Sequence[Touch], at: tuple[float, float]) -> None:
        """Sends touches, and waits until the server has processed them."""
        try:
            self._socket.sendall(b"".join(self._touch(touch, at) for touch in touches))
            self._exchange(struct.pack("<II", 8, 1), 8)
        except OSError as error:
            raise self._failure(error) from None

    def _touch(self, touch: Touch, at: tuple[float, float]) -> bytes:
        # XI_TouchBegin, XI_TouchUpdate and XI_TouchEnd of <X11/extensions/XI2.h>.
        kind = {"down": 18, "move": 19}.get(touch.phase, 20)
        values = {0: self._across(touch.x + at[0], 0), 1: self._across(touch.y + at[1], 1)}
        return struct.pack("<IIII", 1056, 6, touch.contact, kind) + _valuators(values)

    def _across(self, points: float, axis: int) -> float:
        """Returns the value of an absolute axis: 0 to 65535, in steps that divide the screen."""
        return points * 65536 / self._size[axis]

    def _exchange(self, message: bytes, length: int) -> None:
        self._socket.sendall(message)
        answer = b""
        while len(answer) < length:
            received = self._socket.recv(length - len(answer))
            if not received:
                raise ConnectionResetError(0, "the driver closed the connection")
            answer += received

    def _failure(self, error: OSError) -> Failure:
        return Failure(
            "Xorg",
            f"the driver inputtest failed ({error.strerror or error})",
            "use Xorg 21.1 or later",
        )


def _valuators(values: Mapping[int, float]) -> bytes:
    """Returns the axes of an event: a mask of 64 bits, and as many numbers twice, the second time
    without acceleration."""
    mask = sum(1 << axis for axis in values)
    numbers = [values.get(axis, 0.0) for axis in range(64)]
    return struct.pack("<IQ4x", 0, mask) + struct.pack("<128d", *numbers, *[0.0] * 64)


if sys.platform != "linux":
    raise ImportError("the driver of GTK needs Linux")
