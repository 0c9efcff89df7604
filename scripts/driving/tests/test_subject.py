"""Pages as programs under test: the lines of the protocol, and runs in a real browser."""

from __future__ import annotations

import contextlib
import http.server
import json
import math
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import FAKE_BROWSER, PAGES, PATIENCE_SECONDS, SCREEN, Bench, drag, other_work
from test_chromium import assert_nothing_is_left, real

from flickbook_driving.failure import Failure
from flickbook_driving.page import Report, Wheel
from flickbook_driving.site import COOKIE, Site
from flickbook_driving.subject import Description, Run, SteppedRun
from flickbook_driving.table import Value

TARGETS = {"top": (0.0, 100.0), "bottom": (0.0, 700.0)}

# A page whose position is that of the finger, and that reports nothing else.
FOLLOWS = """<!doctype html><meta name=viewport content="width=device-width">
    <style>html { touch-action: none }</style><script>
    let y = 700; const stamps = [], timers = [];
    addEventListener("touchmove", (event) => { y = event.touches[0].clientY; });
    addEventListener("touchstart", (event) => {
      setTimeout(() => { timers.push(performance.now() - event.timeStamp); }, 50);
    });
    for (const kind of ["touchstart", "touchmove", "touchend"]) {
      addEventListener(kind, (event) => { stamps.push(event.timeStamp); });
    }
    </script>"""


class Still:
    """A surface that goes to the position of the last touch, and notes what it is given."""

    def __init__(self) -> None:
        self.steps: list[list[float]] = []
        self.settings: dict[str, Any] = {}
        self.y = 700.0

    def hello(self) -> dict[str, Any]:
        return {"name": "still", "version": "1"}

    def reset(
        self, rate: float, screen: tuple[float, float], seed: int, settings: Mapping[str, Any]
    ) -> dict[str, Value]:
        del rate, screen, seed
        self.settings = dict(settings)
        return {"y": self.y}

    def step(self, reports: Sequence[Report], wheels: Sequence[Wheel]) -> dict[str, Value]:
        del wheels
        values: dict[str, Value] = {"y": self.y}
        self.steps.append([moment for moment, _ in reports])
        for _, touches in reports:
            self.y = touches[-1].y
        return values

    def set(self, key: str, value: Any) -> None:
        self.settings[key] = value


def run_of(surface: Still, **reset: Any) -> Run:
    description = Description(("y",), SCREEN, TARGETS, {})
    return SteppedRun(surface, description, {"type": "reset", "rate": 100, **reset})


def touch(time: int, phase: str, y: float, contact: int = 1) -> dict[str, Any]:
    keys = {"type": "touch", "time": time, "contact": contact, "phase": phase}
    return {**keys, "x": 195, "y": y}


def times(*indices: int) -> list[int]:
    return [10_000 * index for index in indices]


def test_a_frame_is_made_when_the_input_up_to_the_next_one_is_known() -> None:
    surface = Still()
    run = run_of(surface)
    run.receive(touch(0, "began", 700))
    run.ask(times(0))
    assert list(run.answers(False)) == []
    run.receive(touch(10_000, "moved", 650))
    run.ask(times(1))
    assert [frame["y"] for frame in run.answers(False)] == [700]
    # Nothing else comes, so the last frame does not wait for it.
    assert [frame["y"] for frame in run.answers(True)] == [650]
    # The frame ahead of time 0 was given the touch at time 0, and so on.
    assert surface.steps == [[0], [0.01], []]


def test_a_run_is_made_when_its_last_input_has_come() -> None:
    run = run_of(Still(), lastInput=20_000)
    run.receive(touch(0, "began", 700))
    run.ask(times(0, 1))
    assert run.patience is None
    assert list(run.answers(False)) == []
    run.receive(touch(20_000, "ended", 650))
    assert run.patience is not None and run.patience < 1
    assert len(list(run.answers(True))) == 2


def test_a_surface_rests_when_it_has_not_moved_for_half_a_second() -> None:
    surface = Still()
    run = run_of(surface, lastInput=20_000)
    for each in (touch(0, "began", 700), touch(10_000, "moved", 650), touch(20_000, "ended", 100)):
        run.receive(each)
    run.ask(times(*range(100)))
    frames = list(run.answers(True))
    phases = [frame["phase"] for frame in frames]
    assert phases[:3] == ["pressed", "dragging", "settling"]
    # The last input is at 20 ms.
    assert phases.index("resting") == 52 and set(phases[3:52]) == {"settling"}
    assert [frame.get("target") for frame in frames[51:53]] == [None, "top"]
    # No frame is made after the run.
    assert len(surface.steps) == 1 + 53 and frames[99]["y"] == 100


def test_lines_that_make_no_sense_are_ignored() -> None:
    surface = Still()
    run = run_of(surface)
    for line in (
        touch(0, "moved", 1),
        touch(0, "unheard-of", 1),
        {"type": "touch", "time": 0, "contact": 1, "phase": "began", "x": None, "y": 1},
        {"type": "touch", "contact": 1, "phase": "began", "x": 1, "y": 1},
        touch(5_000, "ended", 1),
    ):
        run.receive(line)
    run.ask(times(0, 1))
    assert [frame["y"] for frame in run.answers(True)] == [700, 700]
    assert surface.steps == [[], [], []]


def test_a_command_changes_settings_at_its_frame() -> None:
    surface = Still()
    run = run_of(surface, settings={"flick": 300})
    run.receive({"type": "command", "time": 10_000, "settings": {"flick": 400}})
    run.ask(times(0))
    assert len(list(run.answers(True))) == 1 and surface.settings == {"flick": 300}
    run.ask(times(1))
    assert len(list(run.answers(True))) == 1 and surface.settings == {"flick": 400}
    with pytest.raises(Failure, match="a page or an app cannot be given the command 'settle'"):
        run.receive({"type": "command", "time": 20_000, "settle": "top"})


@contextlib.contextmanager
def site(page: str, root: Path, *allowed: str) -> Iterator[Site]:
    found = Site(page, root, None, list(allowed), 5)
    try:
        yield found
    finally:
        found.close()


def test_files_are_served_to_the_browser_only_and_from_one_folder(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "page.html").write_text("page")
    (tmp_path / "secret").write_text("secret")
    (root / "link").symlink_to(tmp_path / "secret")
    with site(str(root / "page.html"), root) as found:

        def status(path: str, cookie: str) -> int:
            url = f"http://{found.origin}/{path}"
            request = urllib.request.Request(url, headers={"Cookie": f"{COOKIE}={cookie}"})
            try:
                with urllib.request.urlopen(request) as answer:
                    return int(answer.status)
            except urllib.error.HTTPError as error:
                return error.code

        assert found.cookie is not None
        secret = found.cookie["value"]
        assert status("page.html", secret) == 200
        assert status("page.html", "guessed") == 403
        assert {status(each, secret) for each in ("link", "../secret", "%2e%2e/secret")} == {404}


def test_a_page_is_on_this_machine_or_allowed(tmp_path: Path) -> None:
    for page in ("http://localhost:1/", "http://127.0.0.2:1/", "http://[::1]:1/"):
        with site(page, tmp_path) as found:
            assert found.url == page
    with pytest.raises(Failure, match="not on this machine"):
        with site("http://example.com/", tmp_path):
            pass
    with site("http://example.com/", tmp_path, "example.com") as found:
        assert "example.com:80" in " ".join(found.flags)
    with pytest.raises(Failure, match="is not inside"):
        with site(str(PAGES / "sheet.html"), tmp_path):
            pass


class Conversation:
    """A running subject."""

    def __init__(
        self, bench: Bench, *arguments: str, software: str = "chromium", **environment: str
    ) -> None:
        command = [sys.executable, "-m", "flickbook_driving", "subject", software, *arguments]
        if software == "chromium":
            command += ["--root", str(bench.folder)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=open(bench.folder / "errors", "w"),
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            env={**os.environ, "TMPDIR": str(bench.temporary), **environment},
        )

    def send(self, *lines: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def hello(self) -> dict[str, Any]:
        self.send({"type": "hello", "protocol": "flickbook-subject/1"})
        return self.answer()

    def play(
        self, lines: Sequence[Mapping[str, Any]], seconds: float, **reset: Any
    ) -> list[dict[str, Any]]:
        """Plays a run at 100 Hz, as Flickbook does; returns the frames, or an error alone."""
        last = lines[-1]["time"]
        self.send({"type": "reset", "rate": 100, "lastInput": last, **reset}, *lines)
        self.send({"type": "frames", "times": times(*range(round(seconds * 100)))}, {"type": "end"})
        answers = []
        while (answer := self.answer())["type"] != "end":
            answers.append(answer)
            if answer["type"] == "error":
                break
        return answers

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE_SECONDS)


@pytest.fixture
def talk(bench: Bench) -> Iterator[Any]:
    """Starts subjects, and ends them after the test."""
    started: list[Conversation] = []

    def start(*arguments: str, software: str = "chromium", **environment: str) -> Conversation:
        started.append(Conversation(bench, *arguments, software=software, **environment))
        return started[-1]

    yield start
    for each in started:
        each.end()
    assert not list(bench.temporary.iterdir())


def lines_of(events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    phases = {"down": "began", "move": "moved", "up": "ended"}
    return [
        touch(round(each["time"] * 1e6), phases[each["phase"]], each["y"], each["contact"])
        for each in events
    ]


STROKE = lines_of(drag())


def test_a_browser_that_dies_is_started_again(bench: Bench, talk: Any) -> None:
    page = bench.page("<p>")
    arguments = [page, "--observe", "1", "--browser", FAKE_BROWSER]
    subject = talk(*arguments, FAKE_BROWSER="die@110", FAKE_STILL="1")
    assert subject.hello()["version"] == "1.2.3"
    for _ in range(2):
        answers = subject.play(STROKE, 1)
        assert [each["type"] for each in answers[-2:]] == ["frame", "error"]
        assert "it ended with status 9 while it was driven" in answers[-1]["message"]
    assert subject.end() == 1


def test_an_error_that_nobody_has_foreseen_is_a_message_like_the_others(
    bench: Bench, talk: Any
) -> None:
    child = bench.folder / "child"
    arguments = [bench.page("<p>"), "--observe", "1", "--browser", FAKE_BROWSER]
    environment = {"FAKE_BROWSER": "nonsense@110", "FAKE_CHILD": str(child), "FAKE_STILL": "1"}
    subject = talk(*arguments, **environment)
    subject.hello()
    for _ in range(2):
        message = subject.play(STROKE, 1)[-1]["message"]
        assert message.startswith("page.py:")
        assert ": found an unexpected AttributeError: 'list' object" in message
        assert message.endswith(
            "; run it again, and report it as a fault of flickbook-drive if it comes again"
        )
    assert subject.end() == 1
    assert_nothing_is_left(bench, int(child.read_text()))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_signal_leaves_no_browser_no_server_and_no_file(bench: Bench, number: int) -> None:
    child, server = bench.folder / "child", bench.folder / "server"
    command = f"echo $$ > {server}; sleep 1000"
    with socket_that_answers() as port:
        subject = Conversation(
            bench,
            f"http://127.0.0.1:{port}/",
            *("--observe", "1", "--server", command, "--browser", FAKE_BROWSER),
            FAKE_STILL="1",
            FAKE_CHILD=str(child),
        )
        subject.hello()
        assert subject.play(STROKE, 0.1)[0]["type"] == "frame"
        subject.process.send_signal(number)
        status = subject.process.wait(PATIENCE_SECONDS)
    assert status == (-number if number == signal.SIGKILL else 128 + number)
    for each in (child, server):
        assert_nothing_is_left(bench, int(each.read_text()))


@contextlib.contextmanager
def socket_that_answers() -> Iterator[int]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


@real
def test_each_frame_shows_the_touches_up_to_its_time(bench: Bench, talk: Any) -> None:
    subject = talk(bench.page(FOLLOWS), "--observe", "y")
    assert subject.hello()["clock"] == "driven"
    frames = subject.play(STROKE, 0.2)
    for frame in frames:
        # Chromium holds moves back until the finger has left the slop.
        moved = [
            line["y"] for line in STROKE if line["time"] <= frame["time"] and line["y"] < 600 - 15
        ]
        assert frame["y"] == (moved[-1] if moved else 700)


@real
def test_events_and_timers_have_the_exact_times_of_the_run(bench: Bench, talk: Any) -> None:
    subject = talk(
        bench.page(FOLLOWS),
        "--observe",
        "({ y: stamps.at(-1) - stamps[0] || 0, vy: timers[0] ?? 0, targetY: stamps.length })",
    )
    frames = subject.play(STROKE, 0.3)
    assert abs(frames[-1]["y"] - STROKE[-1]["time"] / 1000) < 1e-6
    # A timer fires at its time, although that is not the time of a frame.
    assert abs(frames[-1]["vy"] - 50) < 1e-6
    repeated = subject.play(STROKE, 0.3)
    assert repeated == frames


@real
def test_the_moves_of_a_frame_are_one_event(bench: Bench, talk: Any) -> None:
    # Two or three moves for each frame of 10 ms.
    moves = [touch(4_000 * index, "moved", 600 - 20 * index) for index in range(1, 25)]
    stroke = [touch(0, "began", 600), *moves, touch(110_000, "ended", 120)]
    # The last move of each frame.
    last = {math.ceil(move["time"] / 10_000): move["time"] / 1000 for move in moves}
    page = bench.page(f"""{FOLLOWS}<script>
        let keys = 0;
        for (const kind of ["keydown", "keyup"]) addEventListener(kind, () => {{ keys += 1; }});
        const last = {json.dumps([*last.values()])};
        const wrong = () => {{
            const found = stamps.map((each) => each - stamps[0]).slice(1, last.length + 1);
            return found.filter((each, index) => Math.abs(each - last[index]) > 1e-6).length;
        }};
        </script>""")
    observed = "({ y: stamps.length, vy: wrong(), targetY: keys })"
    subject = talk(page, "--observe", observed)
    with other_work():
        for _ in range(5):
            frame = subject.play(stroke, 0.3)[-1]
            # The page does not see the key events with which the main thread is held.
            assert (frame["y"], frame["vy"]) == (len(last) + 2, 0)
            assert frame["targetY"] <= len(last) + 1


@real
def test_a_frame_in_the_page_has_the_clock_of_the_run(bench: Bench, talk: Any) -> None:
    # The frame begins 200 ms after the page, and moves by 100 px in a second of its own clock.
    (bench.folder / "inner.html").write_text("""<script>
        let y = 0, late = null, begin = Date.now();
        const move = (now) => { y = now / 10; requestAnimationFrame(move); };
        requestAnimationFrame(move);
        setTimeout(() => { late = performance.now(); }, 50);
        </script>""")
    page = bench.page("""<p><script>setTimeout(() => {
        const frame = document.createElement("iframe");
        frame.src = "inner.html";
        document.body.append(frame);
        }, 200);
        const inner = () => document.querySelector("iframe")?.contentWindow;
        </script>""")
    subject = talk(
        page,
        *("--ready", "inner()?.eval('late') > 0", "--observe"),
        "({ y: 0, vy: inner().eval('y'), targetY: performance.now() - inner().performance.now() })",
    )
    assert subject.hello()["clock"] == "driven"
    frames = subject.play(STROKE, 0.4)
    steps = [after["vy"] - before["vy"] for before, after in zip(frames, frames[1:30])]
    assert all(abs(step - 1) < 1e-6 for step in steps), frames[:5]
    assert all(frame["targetY"] == frames[0]["targetY"] > 190 for frame in frames[:30])


@real
@pytest.mark.parametrize(
    ("script", "stranger"),
    [
        ("new Worker(URL.createObjectURL(new Blob([''])))", "a worker"),
        (
            "document.body.append(Object.assign(document.createElement('iframe'), "
            "{ src: 'data:text/html,<p>' }))",
            "a frame of another origin",
        ),
        ("0", None),
    ],
)
def test_what_keeps_the_clock_of_the_system_is_reported_once(
    bench: Bench, talk: Any, script: str, stranger: str | None
) -> None:
    subject = talk(bench.page(f"<p><script>{script}</script>"), "--observe", "0")
    for _ in range(2):
        assert subject.play(STROKE, 0.1)[-1]["type"] == "frame"
    assert subject.end() == 0
    errors = (bench.folder / "errors").read_text()
    assert errors.count("keeps the clock of the system") == (0 if stranger is None else 1)
    assert stranger is None or f": {stranger} keeps" in errors


@real
def test_a_transition_of_the_page_has_the_clock_of_the_run(bench: Bench, talk: Any) -> None:
    page = bench.page("""<!doctype html><meta name=viewport content="width=device-width">
        <style>#box { transition: transform 400ms linear; transform: translateY(0) }</style>
        <div id=box>box</div><script>
        addEventListener("touchend", () => { box.style.transform = "translateY(400px)"; });
        </script>""")
    subject = talk(page, "--observe", "box.getBoundingClientRect().top - 8")
    tap = [touch(0, "began", 700), touch(20_000, "ended", 700)]
    frames = subject.play(tap, 1.5)
    moving = [frame["y"] for frame in frames if 0 < frame["y"] < 400]
    steps = [after - before for before, after in zip(moving, moving[1:])]
    # 400 px in 400 ms are 10 px in each frame.
    assert all(abs(step - 10) < 1e-3 for step in steps) and 38 <= len(moving) <= 40
    assert subject.play(tap, 1.5) == frames
    resting = next(frame for frame in frames if frame["phase"] == "resting" and frame["time"] > 1e5)
    assert resting["y"] == 400


@real
def test_settings_open_and_ready_prepare_a_run(bench: Bench, talk: Any) -> None:
    page = bench.page("""<p><script>let y = 0, isOpen = false, isReady = false;
        setTimeout(() => { isReady = true; }, 200);
        function open_() { if (isReady) y = 100; }</script>""")
    settings = {"place": {"default": 100, "unit": "pt", "set": "y = value"}}
    subject = talk(
        page,
        "--observe",
        "y",
        "--ready",
        "isReady",
        "--open",
        "open_()",
        "--settings",
        json.dumps(settings),
        "--targets",
        '{"half": 100, "full": 30}',
    )
    assert subject.hello()["settings"] == [{"key": "place", "default": 100, "unit": "pt"}]
    tap = [touch(0, "began", 700), touch(20_000, "ended", 700)]
    assert (subject.play(tap, 0.8)[-1]["y"], subject.play(tap, 0.8)[-1]["target"]) == (100, "half")
    changed = subject.play(tap, 0.8, settings={"place": 30})
    assert (changed[0]["y"], changed[-1]["target"]) == (30, "full")


@real
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("throw new Error('no data')", "the page threw an error: Error: no data"),
        ("alert('Hello')", "the page opened a dialog: Hello"),
        ("setTimeout(() => { location.href = '?2'; }, 100)", "the page was replaced by another"),
        ("setInterval(() => { y += 1; }, 10)", "the page still moves 10 s after it was opened"),
        ("while (true);", "no answer to loading"),
    ],
)
def test_a_page_that_cannot_be_tested_is_reported(
    bench: Bench, talk: Any, script: str, words: str
) -> None:
    page = bench.page(f"<p><script>let y = 0; {script}</script>")
    subject = talk(page, "--observe", "y", "--limit", "3")
    answers = subject.play(STROKE, 0.1)
    assert [each["type"] for each in answers] == ["error"] and words in answers[0]["message"]
    assert answers[0]["message"].count("; ") >= 1
    # The next run is not disturbed by the error.
    bench.page("<p><script>let y = 1</script>")
    assert subject.play(STROKE, 0.1)[-1]["y"] == 1
    assert subject.end() == 1


@real
def test_a_page_reaches_only_its_own_address(bench: Bench, talk: Any) -> None:
    with socket_that_answers() as port:
        page = bench.page(f"""<p><script>let answers = 0, errors = 0;
            const other = "127.0.0.1:{port}", note = [() => answers++, () => errors++];
            fetch("page.html").then(...note);
            fetch(`http://${{other}}/`, {{ mode: "no-cors" }}).then(...note);
            fetch("http://deb.debian.org/", {{ mode: "no-cors" }}).then(...note);
            const socket = new WebSocket(`ws://${{other}}/`);
            socket.onopen = note[0]; socket.onerror = note[1];
            </script>""")
        subject = talk(page, "--ready", "answers + errors === 4", "--observe", "answers")
        assert subject.play(STROKE, 0.1)[-1]["y"] == 1


@real
@pytest.mark.parametrize(
    ("page", "expression", "axis"),
    [("scroll.html", "scroller.scrollTop", "y"), ("sheet.html", "sheet.state", "y")],
)
def test_repeated_runs_agree(
    bench: Bench, talk: Any, page: str, expression: str, axis: str
) -> None:
    (bench.folder / page).write_text((PAGES / page).read_text())
    subject = talk(str(bench.folder / page), "--observe", expression, "--axis", axis)
    runs = [subject.play(STROKE, 2) for _ in range(3)]
    # Chromium rounds the offset of a scroll to whole pixels.
    for run in runs[1:]:
        assert len(run) == len(runs[0])
        assert max(abs(one["y"] - other["y"]) for one, other in zip(runs[0], run)) <= 1
