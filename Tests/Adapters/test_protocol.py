"""Every adapter speaks the protocol, also after lines that are not part of it."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from subjects import (
    HELLO,
    JAVASCRIPT_RULE,
    NODE,
    PYTHON_RULE,
    RELEASE,
    REPOSITORY,
    Conversation,
    Line,
    answers,
    encoded,
    flick,
    frames,
    run,
    touch,
)

SCHEMA = json.loads((REPOSITORY / "docs/subject-protocol.schema.json").read_text())
RULES = [JAVASCRIPT_RULE, PYTHON_RULE]


def require_valid(lines: list[Line], direction: str) -> None:
    validator: Any = Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{direction}"})
    for line in lines:
        validator.validate(line)


def test_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("page", ["subject-protocol.md", "adapters.md"])
def test_lines_on_a_page_are_valid(page: str) -> None:
    text = (REPOSITORY / "docs" / page).read_text()
    for arrow, direction in (("→", "lineToSubject"), ("←", "lineFromSubject")):
        lines = [json.loads(line) for line in re.findall(rf"^ *{arrow} (.*)$", text, re.M)]
        assert lines
        require_valid(lines, direction)


def test_schema_refuses_wrong_lines() -> None:
    validator: Any = Draft202012Validator(SCHEMA)
    for line in [{"type": "frame"}, {"type": "touch", "time": 1.5}, {"type": "wrong"}, {}]:
        assert not validator.is_valid(line)


def test_answers_of_a_surface_are_valid(sheet: list[str]) -> None:
    lines = [HELLO, *run(flick(), settings={"flick": 200})]
    require_valid(lines, "lineToSubject")
    found = answers(sheet, lines)
    require_valid(found, "lineFromSubject")
    times = [time for line in lines if line["type"] == "frames" for time in line["times"]]
    assert [frame["time"] for frame in frames(found)] == times
    assert found[0]["type"] == "hello" and found[-1]["type"] == "end"
    assert frames(found)[-1]["phase"] == "resting"


def test_runs_do_not_depend_on_each_other(sheet: list[str]) -> None:
    one, other = run(flick()), run(flick(500, 900) + flick(700, -2000, at=150_000, contact=2))
    first = answers(sheet, [*one])
    assert answers(sheet, [*other, *one, *one])[-2 * len(first) :] == first + first


def test_cancelled_touch_has_no_velocity(sheet: list[str]) -> None:
    lines = flick(speed=-1500)
    lines[-1]["phase"] = "cancelled"
    found = answers(sheet, run(lines))
    assert frames(found)[-1]["target"] == "tip"


def test_gap_and_pan_and_command_are_survived(sheet: list[str]) -> None:
    pans = [
        {"type": "pan", "time": time, "phase": phase, "dx": 0, "dy": -5, "fingers": 2}
        for time, phase in [(300_000, "began"), (308_000, "moved"), (316_000, "ended")]
    ]
    others = [{"type": "gap", "time": 200_000}, {"type": "command", "time": 1, "settle": "full"}]
    found = answers(sheet, run([others[1], *flick(at=2), others[0], *pans]))
    require_valid(found, "lineFromSubject")
    assert found[-1]["type"] == "end"


def test_second_finger_does_not_move_the_sheet_at_once(sheet: list[str]) -> None:
    lines = flick(speed=-500)[:-1]
    lines.insert(5, touch(lines[4]["time"], "began", 100, contact=2))
    lines += [touch(90_000, "ended", 100, 2), touch(98_000, "ended", lines[-1]["y"])]
    found = frames(answers(sheet, run(lines, rate=1000)))
    steps = [abs(one["y"] - other["y"]) for one, other in zip(found, found[1:])]
    assert max(steps[:80]) < 5


def test_random_lines_are_answered(sheet: list[str]) -> None:
    random.seed(7)
    runs: list[Line] = []
    for _ in range(20):
        lines: list[Line] = []
        time = 0
        for _ in range(200):
            time += random.choice([0, 0, 1, 4_000, 8_000, 100_000])
            phase = random.choice(["began", "moved", "moved", "moved", "ended", "cancelled"])
            y = random.uniform(-2000, 3000)
            lines.append(touch(time, phase, y, contact=random.randrange(3)))
        runs += run(lines, tail=0.5)
    found = answers(sheet, runs)
    kinds = [line["type"] for line in found]
    assert kinds.count("end") == 20 and "error" not in kinds
    assert all(abs(frame["y"]) < 1e5 for frame in frames(found))
    require_valid(found[:500], "lineFromSubject")


GARBAGE = [
    "", "   ", "nonsense", "{", "}", "[]", "null", "12", '"text"', '{"type":', '{"type":7}',
    '{"type":null}', '{"type":"frames"}', '{"type":"frames","times":7}', '{"type":"touch"}',
    '{"type":"reset"}', '{"type":"reset","screen":"large"}', '{"a":[{"b":"\\u00e9\\"]}"}]}',
    '{"type":"new","times":[1]}', "[" * 100_000, '{"a":' * 5000, '{"a" 1}', '{"a":1,,}', "\u2028",
    '{"type":"' + "x" * 200_000 + '"}', '{"type":"end"}', "\x01\x02",
]  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_rules_survive_garbage(rule: list[str]) -> None:
    text = "\n".join([*GARBAGE, '{"type":"release"}', '{"type":"release","from":7}']) + "\n"
    found = answers(rule, text + encoded([RELEASE]))
    require_valid(found, "lineFromSubject")
    assert found[-1] == {"type": "target", "target": "half", "reason": "flick"}


def test_surfaces_survive_garbage(sheet: list[str]) -> None:
    lines = run(flick())
    expected = answers(sheet, lines)
    found = answers(sheet, "\n".join(GARBAGE) + "\n" + encoded(lines))
    assert found[-len(expected) :] == expected
    require_valid(found, "lineFromSubject")


@pytest.mark.parametrize("rule", RULES)
def test_answers_of_a_rule_are_valid(rule: list[str]) -> None:
    slow, short, down = {**RELEASE, "vy": -499}, {**RELEASE, "y": 709}, {**RELEASE, "vy": 600}
    lines = [HELLO, RELEASE, slow, short, down, {**RELEASE, "settings": {}}]
    require_valid(lines, "lineToSubject")
    found = answers(rule, lines)
    require_valid(found, "lineFromSubject")
    assert found[0]["kind"] == "rule"
    assert [line["target"] for line in found[1:]] == ["half", "tip", "tip", "tip", "half"]


@pytest.mark.parametrize("rule", RULES)
def test_lines_are_answered_one_by_one_and_in_batches(rule: list[str]) -> None:
    line = encoded([RELEASE]).encode()
    with Conversation(rule) as subject:
        first = subject.ask(line)
        # The answers do not fit into the buffer of a pipe, so this would block if the adapter
        # read only after everything is written, or the other way round.
        assert subject.ask_all(line * 20_000, 20_000) == [first] * 20_000
        middle = len(line) // 2
        subject.send(line[:middle])
        subject.send(line[middle:] + line[:5])
        assert subject.read() == first
        assert subject.ask(line[5:]) == first


THROWING = {
    "javascript": """
import { serve } from "ADAPTER";
serve({
  name: "throws",
  create: () => ({
    touch() { console.log("printed"); return null.y; },
    frame: () => ({ y: 0, phase: "resting" }),
  }),
});
""",
    "python": """
import sys
sys.path.insert(0, "ADAPTER")
from flickbook_subject import serve
class Throws:
    def touch(self, line):
        print("printed")
        return None.y
    def frame(self, time):
        return {"y": 0, "phase": "resting"}
serve(lambda settings, run: Throws(), name="throws")
""",
}


@pytest.mark.parametrize("language", THROWING)
def test_an_error_names_its_place(language: str, tmp_path: Any) -> None:
    adapters = REPOSITORY / "docs/adapters"
    is_javascript = language == "javascript"
    file = tmp_path / ("own.mjs" if is_javascript else "own.py")
    adapter = str(adapters / "flickbook-subject.mjs") if is_javascript else str(adapters)
    file.write_text(THROWING[language].replace("ADAPTER", adapter))
    command = [NODE, str(file)] if is_javascript else [PYTHON_RULE[0], str(file)]
    found = answers(command, [*run(flick()), *run([])])
    kinds = [line["type"] for line in found]
    # After the error, the first run has no further answers, and the second run is complete.
    assert kinds[:2] == ["frame", "error"] or kinds[0] == "error"
    assert kinds.count("error") == 1 and kinds.count("end") == 1
    place = "own.mjs:6:" if is_javascript else "own.py:8"
    assert place in found[kinds.index("error")]["message"]
