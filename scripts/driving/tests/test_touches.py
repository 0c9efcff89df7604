from __future__ import annotations

from pathlib import Path

import pytest
from conftest import FAKE_FLICKBOOK, SCREEN, Bench, drag

from flickbook_driving.failure import UNAVAILABLE, Failure
from flickbook_driving.touches import (
    find_program,
    parse_touches,
    read_touches,
    recording_name,
    recording_note,
)

DOWN = '{"time":0,"phase":"down","contact":1,"x":1,"y":2}\n'


def test_touches_of_a_report_have_the_same_time() -> None:
    text = DOWN + '{"time":0,"phase":"down","contact":2,"x":3,"y":4}\n'
    found = parse_touches(
        text + '{"time":1,"phase":"up","contact":1,"x":1,"y":2}\n', Path("a"), SCREEN
    )
    assert [(time, len(touches)) for time, touches in found.touch_reports()] == [(0, 2), (1, 1)]
    assert found.end == 1 and not found.pans


def test_pans_are_read() -> None:
    text = '{"time":0.5,"phase":"began","fingers":2,"dx":0,"dy":-3.5}\n'
    found = parse_touches(text, Path("a"), SCREEN)
    assert [(pan.phase, pan.fingers, pan.dy) for pan in found.pans] == [("began", 2, -3.5)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no touches and no pans"),
        ("nonsense\n", "line 1 of its touches is not valid ('nonsense' is not JSON)"),
        ("[]\n", "is not an object"),
        ('{"time":0,"phase":"hover"}\n', "unknown phase 'hover'"),
        (DOWN.replace('t":1', 't":true'), "'contact' is True, not a count"),
        (DOWN.replace('"x":1', '"x":"1"'), "'x' is '1', not a number"),
        (DOWN.replace('"x":1', '"x":1e999'), "'x' is inf, not a number"),
        (DOWN + DOWN, "line 2 of its touches is not valid (contact 1 comes down again)"),
        (DOWN.replace("down", "move"), "contact 1 is not down"),
        (DOWN.replace(":0,", ":1,") + DOWN.replace('t":1', 't":2'), "time 0 is before 1"),
        (
            DOWN + '{"time":0.5,"phase":"began","fingers":2,"dx":0,"dy":0}\n',
            "both touches and pans",
        ),
    ],
)
def test_invalid_touches_are_reported(text: str, words: str) -> None:
    with pytest.raises(Failure) as caught:
        parse_touches(text, Path("flick.yml"), SCREEN)
    assert str(caught.value).startswith("flickbook-drive: flick.yml: ")
    assert words in str(caught.value)


def test_names_of_recordings(tmp_path: Path) -> None:
    folder = tmp_path / "scroll" / "flick-up"
    folder.mkdir(parents=True)
    assert recording_name(folder) == "scroll_flick-up"
    assert recording_name(folder / "recording.yml") == "scroll_flick-up"
    assert recording_note(folder) == recording_note(folder / "recording.yml") == "scroll/flick-up"
    assert recording_note(tmp_path / "flick.yml") == "flick.yml"
    assert recording_name(tmp_path / "flick.yml") == "flick"


def test_a_folder_is_read(bench: Bench) -> None:
    bench.recording(drag(), "scroll/flick-up/recording.yml")
    found = read_touches(FAKE_FLICKBOOK, bench.folder / "scroll" / "flick-up", SCREEN)
    assert found.name == "scroll_flick-up" and len(found.touches) == 13


@pytest.mark.parametrize(
    ("status", "advice"), [(65, "run 'flickbook inspect'"), (64, "has 'convert --to touches'")]
)
def test_an_error_of_flickbook_is_quoted(bench: Bench, status: int, advice: str) -> None:
    path = bench.folder / "bad.yml"
    path.write_text(f"fail {status}")
    with pytest.raises(Failure, match="found nonsense; record it again") as caught:
        read_touches(FAKE_FLICKBOOK, path, SCREEN)
    assert advice in caught.value.advice


def test_a_missing_flickbook_is_reported() -> None:
    with pytest.raises(Failure, match="found no such program") as caught:
        find_program("no-flickbook-of-this-name")
    assert caught.value.status == UNAVAILABLE
