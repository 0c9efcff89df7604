"""Programs that the driver starts, with a temporary folder: nothing of them outlives the driver."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from flickbook_driving.failure import last_lines

# The time in which killed processes have to disappear.
_KILL_SECONDS = 5.0

# Waits for the end of its input, which comes with every end of the driver, also by SIGKILL. Then it
# kills the processes of the group that it was told, and removes the folder. The processes may still
# write into the folder while they end.
_GUARD = """
trap '' INT TERM HUP
folder=$1
group=
while read -r line; do
  if [ "$line" = done ]; then exit; fi
  group=$line
done
if [ -n "$group" ]; then kill -KILL "-$group" 2> /dev/null; fi
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  if rm -rf -- "$folder"; then exit; fi
  sleep 0.1
done
"""


class Program:
    """A program with a temporary folder and a process group of its own.

    Both are gone after `close`, and also after the driver has been killed.
    """

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="flickbook-drive.")
        self._process: subprocess.Popen[bytes] | None = None
        # A file instead of a pipe, because nobody reads it while the program runs.
        self._output = Path(self.folder, "output")
        try:
            self._guard = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD, "sh", self.folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                # Flickbook kills all processes that have its mark in their environment.
                env={"PATH": os.defpath},
            )
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def start(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        folder: str | None = None,
        pass_fds: Sequence[int] = (),
        prepare: Callable[[], None] | None = None,
    ) -> None:
        """Starts the program in `folder`; its output goes to a file. Throws an OSError."""
        with open(self._output, "wb") as output:
            # A session of its own makes a process group, with which all processes of the program
            # can be ended, and keeps an interrupt of the terminal from it.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=folder,
                pass_fds=pass_fds,
                preexec_fn=prepare,
                start_new_session=True,
                env={**os.environ, **(environment or {})},
            )
        assert self._guard.stdin is not None
        try:
            self._guard.stdin.write(f"{self._process.pid}\n".encode())
            self._guard.stdin.flush()
        except BrokenPipeError:
            pass

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def wait(self, seconds: float) -> bool:
        """Returns whether the program ends within `seconds`."""
        try:
            if self._process is not None:
                self._process.wait(max(0, seconds))
            return True
        except subprocess.TimeoutExpired:
            return False

    def ending(self) -> str:
        """Returns how the program ended: "it ended with status 1"."""
        if not self.wait(_KILL_SECONDS) or self._process is None:
            return "it closed its pipes"
        status = self._process.returncode
        if status < 0:
            return f"it ended by {signal.Signals(-status).name}"
        return f"it ended with status {status}"

    def quoted_output(self, irrelevant: Sequence[str] = ()) -> str:
        """Returns a clause with the last lines of the output, without those with a word of
        `irrelevant`."""
        try:
            text = self._output.read_text(errors="replace")
        except OSError:
            return ""
        relevant = [
            line for line in text.splitlines() if not any(word in line for word in irrelevant)
        ]
        quoted = last_lines("\n".join(relevant))
        return f"; its last output was: {quoted}" if quoted else ""

    def close(self) -> None:
        """Ends the program and all its processes, and removes the folder."""
        try:
            if self._process is not None:
                self._kill_group(self._process)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
            # If the folder could not be removed, the guard tries it again.
            if not os.path.exists(self.folder):
                self._send_to_guard(b"done\n")
            self._send_to_guard(None)

    def _send_to_guard(self, line: bytes | None) -> None:
        assert self._guard.stdin is not None
        try:
            if line is None:
                self._guard.stdin.close()
                self._guard.wait(_KILL_SECONDS)
            else:
                self._guard.stdin.write(line)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            pass

    def _kill_group(self, process: subprocess.Popen[bytes]) -> None:
        # A script that waits for a program is ended with it. The group still exists after the
        # process that was started has ended.
        end = time.monotonic() + _KILL_SECONDS
        while True:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                break
            # Reaps the process that was started, without which its group never ends.
            process.poll()
            if time.monotonic() > end:
                break
            time.sleep(0.005)
        process.poll()
