"""Prints how many releases per second a rule answers: python3 Tests/Adapters/speed.py COMMAND…"""

from __future__ import annotations

import sys
import time

from subjects import HELLO, RELEASE, Conversation, encoded

COUNT = 40_000

with Conversation(sys.argv[1:]) as subject:
    subject.ask(encoded([HELLO]).encode())
    line = encoded([RELEASE]).encode()
    for _ in range(2_000):
        subject.ask(line)
    begin = time.perf_counter()
    for _ in range(COUNT):
        subject.ask(line)
    middle = time.perf_counter()
    subject.ask_all(line * COUNT, COUNT)
    end = time.perf_counter()
print(f"one by one: {COUNT / (middle - begin):.0f}/s, in batches: {COUNT / (end - middle):.0f}/s")
