"""Drives items of Qt Quick with touch events, without a display.

Each run starts a new program, qt_app.py, which sends the touches itself: Qt accepts them only from
the program that has the window.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import math
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from flickbook_driving.app import App, Clock, Played, phase
from flickbook_driving.failure import UNAVAILABLE, USAGE, Failure
from flickbook_driving.table import COLUMNS, Table
from flickbook_driving.touches import Input, Touch

DESCRIPTION = (
    "Play recordings of a touchscreen into an item of Qt Quick. The driver sets the clock of the "
    "app, so repeated runs are equal. SURFACE is flickable (a Flickable with 3000 pt of content "
    "that starts at 600), swipeview (a SwipeView of five pages), listview (a ListView of five "
    "pages with snapMode SnapOneItem), drawer (a Drawer of 304 pt at the left edge), or a QML file "
    "with an item whose objectName is surface. The timestamps of touches have whole milliseconds. "
    "Frames are drawn 60 times in a second. A cancelled touch is lifted. Needs the package "
    "PySide6_Essentials (pip install 'flickbook-driving[qt]') and Debian's libfaketime."
)
SUBJECT = (
    "Put an item of Qt Quick under test: speak the subject protocol of Flickbook on the standard "
    "input and output, and play each run into a new process, whose clock it sets. SURFACE is as "
    "for flickbook-drive qt."
)
SUBJECT_EXAMPLE = (
    'flickbook replay flick.yml --subject "flickbook-drive subject qt Sheet.qml --observe y"'
)
EXAMPLE = "flickbook-drive qt List.qml --observe contentY flick-up.yml -o tables"

_APP = Path(__file__).with_name("qt_app.py")

# Without a screen, a timer of 16 ms makes the frames. With 60 steps in a second it makes one in
# each step, as a screen does.
_RATE = 60

# The built-in surfaces: the observed properties, and the metadata of their tables.
_SURFACES: dict[str, tuple[list[tuple[str, str]], dict[str, str]]] = {
    "flickable": ([("y", "contentY")], {"scale": "-1"}),
    "swipeview": ([("x", "contentItem.contentX")], {"scale": "-1"}),
    "listview": ([("x", "contentX")], {"scale": "-1"}),
    # The width that is shown; the position of a Drawer is a fraction.
    "drawer": ([("x", "shown")], {}),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of the driver."""
    parser.add_argument(
        "surface",
        metavar="SURFACE",
        help="flickable, swipeview, listview, drawer, or the path of a QML file",
    )
    parser.add_argument(
        "--observe",
        action="append",
        metavar="[COLUMN=]PROPERTY",
        help="a property of the item surface, such as contentY or contentItem.contentX; may be "
        f"repeated. COLUMN is {', '.join(COLUMNS[:-1])} (default: x if the property ends with x or "
        "X, else y)",
    )


def software() -> str:
    """Returns the name and the version of the toolkit: Qt 6.8.0."""
    try:
        return f"Qt {importlib.metadata.version('PySide6_Essentials')}"
    except importlib.metadata.PackageNotFoundError:
        raise _missing("the package is not installed") from None


def drive(arguments: argparse.Namespace, recording: Input, run: int) -> Table:
    """Plays a recording into a new program, and returns the motion.

    If `tail` is None, the motion ends when the position rests.
    """
    surface = str(arguments.surface)
    if recording.pans:
        raise Failure(
            recording.name,
            "found pans of a touchpad, and Qt's test library has no events for them",
            "use a recording of a touchscreen",
        )
    observed, metadata = _surface(surface, arguments.observe)
    width, height = (math.ceil(length) for length in arguments.viewport)
    task = {
        "surface": surface if surface in _SURFACES else str(Path(surface).resolve()),
        "observe": observed,
        "width": width,
        "height": height,
    }
    left, top = arguments.at

    def send(touches: Sequence[Touch]) -> Mapping[str, Any]:
        # X and Wayland have cancelled touches, but this program has none.
        return {
            "touches": [[each.phase, each.contact, each.x + left, each.y + top] for each in touches]
        }

    with tempfile.TemporaryDirectory(prefix="flickbook-") as folder:
        # -P keeps the folder of qt_app.py out of the search for modules, where qt.py could hide
        # others.
        command = [sys.executable, "-P", str(_APP), json.dumps(task)]
        clock = Clock(folder)
        environment = _environment(folder, clock.environment)
        with closing(App(surface, command, environment, folder)) as app:
            played = Played(app, clock, _RATE, send)
            ready = played.start()
            if (missing := ready.get("missing")) is not None:
                raise _missing(str(missing))
            rows = played.play(recording, phase(run), arguments.tail)
    for moment, values in rows:
        if not all(map(math.isfinite, values)):
            raise Failure(
                surface,
                f"a property is not finite in the frame at {moment:.3f} s",
                "observe another property",
            )
    return Table(
        [column for column, _ in observed],
        rows,
        {
            "software": str(ready["software"]),
            "clock": "driven",
            **metadata,
            "input": "touch events, subpixel, through Qt Gui",
        },
    )


def _missing(found: str) -> Failure:
    return Failure(
        "qt",
        f"found no PySide6 ({found})",
        "install it: pip install PySide6_Essentials; on Debian, Qt also needs "
        "apt install libegl1 libgl1 libxkbcommon0 libfontconfig1 libdbus-1-3",
        UNAVAILABLE,
    )


def _surface(
    surface: str, observe: Sequence[str] | None
) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Returns the observed properties with their columns, and the metadata of the surface."""
    given = [_column(text) for text in observe or ()]
    columns = [column for column, _ in given]
    if len(set(columns)) < len(columns):
        raise Failure(
            "--observe",
            f"found two properties for the same column of {columns}",
            "name the columns, for example --observe x=contentX --observe y=contentY",
            USAGE,
        )
    if given and not {"x", "y"} & set(columns):
        raise Failure("--observe", f"found only {columns}", "observe x or y as well", USAGE)
    if surface in _SURFACES:
        observed, metadata = _SURFACES[surface]
        # The metadata describe the default properties.
        return (given, {}) if given else (observed, metadata)
    if not Path(surface).is_file():
        raise Failure(
            surface,
            "found neither a surface nor a file",
            f"name {', '.join(_SURFACES)}, or the path of a QML file",
        )
    if not given:
        raise Failure(
            surface,
            "found no --observe",
            "name the property that is the position, for example --observe contentY",
            USAGE,
        )
    return given, {}


def _column(text: str) -> tuple[str, str]:
    column, separator, path = text.rpartition("=")
    if not separator:
        column = "x" if path.endswith(("x", "X")) else "y"
    # The column phase has text, and the properties are numbers.
    if column not in COLUMNS[:-1] or not all(part.isidentifier() for part in path.split(".")):
        raise Failure(
            f"--observe {text}",
            "found neither PROPERTY nor COLUMN=PROPERTY",
            f"name a property of the item and one of {', '.join(COLUMNS[:-1])}",
            USAGE,
        )
    return column, path


def _environment(folder: str, clock: Mapping[str, str]) -> dict[str, str]:
    """Returns an environment in which the user's settings of Qt do not matter."""
    kept = {
        name: value
        for name, value in os.environ.items()
        # A style, a scale or a render loop would change the surface or its frames.
        if not name.startswith(("QT_", "QML", "QSG_"))
        # But the user's program may import modules of QML.
        or name in ("QML_IMPORT_PATH", "QML2_IMPORT_PATH", "QT_PLUGIN_PATH")
    }
    return {
        **kept,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_QUICK_CONTROLS_STYLE": "Basic",
        # Nobody sees the pixels, and drawing them in software would delay touches. The threaded
        # loop delays touches by up to 22 ms, because this thread waits for the other one.
        "QSG_RHI_BACKEND": "null",
        "QSG_RENDER_LOOP": "basic",
        "XDG_CONFIG_HOME": folder,
        "XDG_CACHE_HOME": folder,
        # The pages of a SwipeView are mirrored in languages that are written from right to left.
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        **clock,
    }
