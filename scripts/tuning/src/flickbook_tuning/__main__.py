"""Runs the command as ``python -m flickbook_tuning``."""

import sys

from flickbook_tuning.command import main

if __name__ == "__main__":
    sys.exit(main())
