"""Runs the command as ``python -m flickbook_driving``."""

import sys

from flickbook_driving.command import main

if __name__ == "__main__":
    sys.exit(main())
