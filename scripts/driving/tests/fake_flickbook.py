#!/usr/bin/env python3
"""A fake ``flickbook convert --to touches``: prints the file, which is already what it would print.

A file that begins with ``fail STATUS`` makes it fail.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def main() -> int:
    command, path, *rest = sys.argv[1:]
    if command != "convert" or rest[:4] != ["-", "--to", "touches", "--screen"]:
        sys.stderr.write(f"fake flickbook: unexpected arguments {sys.argv[1:]}\n")
        return 64
    if not re.fullmatch(r"\d+(\.\d+)?x\d+(\.\d+)?", rest[4]):
        sys.stderr.write(f"fake flickbook: unexpected size {rest[4]}\n")
        return 64
    text = Path(path).read_text()
    if text.startswith("fail "):
        sys.stderr.write(f"flickbook: {path}: found nonsense; record it again\n")
        return int(text.split()[1])
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
