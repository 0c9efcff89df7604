"""Tables of observed motion, which ``flickbook observe`` reads."""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flickbook_driving.failure import Failure

# The columns after time, in their order in a table.
COLUMNS = ("x", "y", "vx", "vy", "targetX", "targetY", "phase")

# The descriptions in the first lines of a table, in their order. Others follow, in the given order.
METADATA = (
    "software",
    "date",
    "clock",
    "recording",
    "screen",
    "origin",
    "scale",
    "recognizer",
    "slop",
    "lag",
)

# A surface rests if it moves by no more than this distance during the last part of a table.
_REST_POINTS = 0.5
_REST_SECONDS = 0.25

Value = float | str | None


@dataclass(frozen=True)
class Table:
    """The motion of a surface.

    - columns: Names from COLUMNS, without time; at least x or y.
    - rows: For each frame the time in seconds after the first event of the recording, and a value
      for each column. Only phase has text, and only phase can be None, an empty cell.
    - metadata: Descriptions for the first lines, for example software and clock. The command adds
      date, recording and screen; a driver sets all others.
    """

    columns: Sequence[str]
    rows: Sequence[tuple[float, Sequence[Value]]]
    metadata: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = [name for name in self.columns if name not in COLUMNS]
        if unknown or not {"x", "y"} & set(self.columns):
            raise ValueError(f"the columns are {list(self.columns)}")
        for time, values in self.rows:
            if len(values) != len(self.columns):
                raise ValueError(f"the row at {time} has {len(values)} values")
            for value in (time, *values):
                if isinstance(value, (int, float)) and not math.isfinite(value):
                    raise ValueError(f"the row at {time} has a value that is not finite")

    def with_metadata(self, **more: str) -> Table:
        """Returns the table with more descriptions; an existing one is replaced."""
        return Table(self.columns, self.rows, {**self.metadata, **more})

    @property
    def rest(self) -> tuple[float, ...]:
        """The position in the last row: y, x, or both as (x, y)."""
        return tuple(self._position(len(self.rows) - 1))

    @property
    def rests(self) -> bool:
        """Whether the surface rests in the last quarter of a second of the table."""
        end = self.rows[-1][0]
        last = self._position(len(self.rows) - 1)
        for index in range(len(self.rows) - 1, -1, -1):
            if self.rows[index][0] < end - _REST_SECONDS:
                break
            distances = (abs(a - b) for a, b in zip(self._position(index), last))
            if max(distances) > _REST_POINTS:
                return False
        return True

    def _position(self, row: int) -> list[float]:
        values = dict(zip(self.columns, self.rows[row][1]))
        return [float(values[axis] or 0) for axis in ("x", "y") if axis in values]


def table_text(table: Table) -> str:
    """Returns the text of a table: lines of metadata, the names of the columns, and the rows.

    Times have microseconds and positions have 4 decimals, without trailing zeros, so that the same
    motion always gives the same text.
    """
    known = [key for key in METADATA if key in table.metadata]
    others = [key for key in table.metadata if key not in METADATA]
    lines = [f"# {key}: {_one_line(table.metadata[key])}" for key in known + others]
    order = [name for name in COLUMNS if name in table.columns]
    indices = [list(table.columns).index(name) for name in order]
    lines.append(",".join(["time", *order]))
    for time, values in table.rows:
        lines.append(",".join([_decimal(time, 6), *(_cell(values[index]) for index in indices)]))
    return "\n".join(lines) + "\n"


def write_table(path: Path, table: Table) -> None:
    """Writes a table atomically: an interrupted run leaves the old file or none.

    Replaces an earlier table, but no other file.
    """
    _check_replaceable(path)
    text = table_text(table)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            # mkstemp creates files with mode 0600. A table has the motion of a surface and no
            # touches, so it gets the usual mode.
            os.fchmod(file.fileno(), 0o666 & ~_umask())
        os.replace(temporary, path)
    except OSError as error:
        _remove(temporary)
        raise _unwritable(path, error) from None
    except BaseException:
        _remove(temporary)
        raise


def read_metadata(path: Path) -> dict[str, str]:
    """Returns the descriptions in the first lines of a table."""
    found: dict[str, str] = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if not line.startswith("# "):
                break
            key, separator, value = line[2:].partition(": ")
            if separator:
                found[key] = value.strip()
    return found


def _check_replaceable(path: Path) -> None:
    try:
        if not path.exists() or (path.is_file() and "software" in read_metadata(path)):
            return
    except OSError as error:
        raise _unwritable(path, error) from None
    raise Failure(
        str(path),
        "found a file that flickbook-drive did not write",
        "choose another folder with -o, or remove the file",
    )


def _unwritable(path: Path, error: OSError) -> Failure:
    return Failure(
        str(path), f"the table cannot be written ({error.strerror})", "choose a folder with -o"
    )


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def _umask() -> int:
    # The mask can only be read by setting it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        # A comma, a quote or a line end would change the columns.
        return json.dumps(value) if any(mark in value for mark in ',"\r\n') else value
    return _decimal(value, 4)


def _decimal(value: float, places: int) -> str:
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _one_line(text: str) -> str:
    return " ".join(text.split())
