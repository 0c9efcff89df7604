"""The clock of apps, and programs that are played on it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import missing_clock

from flickbook_driving import app
from flickbook_driving.failure import UNAVAILABLE, Failure

_REASON = missing_clock()
real = pytest.mark.skipif(_REASON is not None, reason=str(_REASON))

# A program that prints its clocks for each line.
CLOCKS = """
import sys, time
for line in sys.stdin:
    print(time.time_ns() // 1000, time.monotonic_ns() // 1000, flush=True)
"""


@real
def test_a_process_sees_the_time_that_is_set_to_the_microsecond(tmp_path: Path) -> None:
    clock = app.Clock(str(tmp_path))
    start = 978_307_200 * 1_000_000  # 2001-01-01 in microseconds since 1970.
    with subprocess.Popen(
        [sys.executable, "-c", CLOCKS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **clock.environment},
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        # Also over the end of a second, a minute and a day; 127 is prime to 1000.
        for first in (0, 999_000, 59_999_000, 86_399_999_000):
            for now in range(first, first + 127 * 1000, 127):
                clock.advance(now)
                process.stdin.write(b"\n")
                process.stdin.flush()
                seen = [int(each) for each in process.stdout.readline().split()]
                assert seen == [start + now, start + now]
        process.stdin.close()


def test_a_missing_libfaketime_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_FAKETIME", (str(tmp_path / "*.so"),))
    with pytest.raises(Failure, match="no libfaketime; .* apt install libfaketime") as caught:
        app.Clock(str(tmp_path))
    assert caught.value.status == UNAVAILABLE


@real
def test_a_killed_process_leaves_no_shared_memory(tmp_path: Path) -> None:
    environment = {**os.environ, **app.Clock(str(tmp_path)).environment}
    process = subprocess.Popen(
        [sys.executable, "-c", "import sys, time; time.time(); print(); sys.stdin.read()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        app.end(process)
    assert list(Path("/dev/shm").glob(f"*faketime_*_{process.pid}")) == []


def test_the_first_run_has_the_phase_0_and_others_spread_over_a_frame() -> None:
    assert app.phase(1) == 0
    phases = sorted(app.phase(run) for run in range(1, 6))
    gaps = [b - a for a, b in zip(phases, [*phases[1:], phases[0] + 1 / 60])]
    assert phases[-1] < 1 / 60
    # Five even gaps would have 3.3 ms.
    assert 0.002 < min(gaps) and max(gaps) < 0.005


def test_children_of_an_ended_process_are_ended() -> None:
    process = subprocess.Popen(
        ["/bin/sh", "-c", "sleep 100 & echo; exit"], stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.wait()
    app.end(process)
    process.stdout.close()
    with pytest.raises(ProcessLookupError):
        # An ended child can be a zombie until init has reaped it.
        for _ in range(50):
            os.killpg(process.pid, signal.SIGCONT)
            time.sleep(0.1)
