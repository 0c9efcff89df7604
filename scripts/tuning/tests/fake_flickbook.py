#!/usr/bin/env python3
"""A fake ``flickbook worker``: implements its protocol without a corpus; its study is JSON.

FAKE_FAULT=NAME or NAME@REQUEST causes one fault: protocol, reject, unready, nonsense, short,
swapped, other-id, refuse, die, corpus, commit. With FAKE_FAULTY_START=FILE.N, only the Nth of the
processes has the fault.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sys
from typing import Any


def evaluated(
    study: dict[str, Any], values: dict[str, str], first: int, end: int
) -> dict[str, Any]:
    """Returns a card of the gestures first..<end; the cards of slices can be added."""
    away = 0.0
    for entry in study["space"]:
        text = values[entry["key"]]
        if entry["kind"] == "choice":
            away += 0.3 * entry["values"].index(text)
        else:
            away += abs((float(text) - entry["low"]) / (entry["high"] - entry["low"]) - 0.3)
    if away > study.get("impossibleBeyond", 9):
        return {"values": values, "error": f"away: found {away:.3f}; stay near"}
    wrong = sum(gesture * 7919 % 100 < 60 * away for gesture in range(first, end))
    settle = sum(
        200_000_000 + int(gesture * 31 % 50 * 1e6 / (1 + away)) for gesture in range(first, end)
    )
    most = max((int(gesture * 13 % 17 * 1000 * away) for gesture in range(first, end)), default=0)
    card = {"gestures": end - first, "wrong": wrong, "settle": settle, "overshootMost": most}
    return {"values": values, "card": {**card, "note": "größer"}}


def point(study: dict[str, Any], number: int) -> dict[str, str]:
    values = {}
    for index, entry in enumerate(study["space"]):
        share = (number * (0.618034 + 0.1 * index)) % 1
        if entry["kind"] == "choice":
            values[entry["key"]] = entry["values"][int(share * len(entry["values"]))]
        else:
            steps = (
                100 if entry.get("step") is None else (entry["high"] - entry["low"]) / entry["step"]
            )
            size = (entry["high"] - entry["low"]) / steps
            values[entry["key"]] = repr(round(entry["low"] + int(share * steps) * size, 9))
    return values


def judged(study: dict[str, Any], cards: list[dict[str, Any]]) -> dict[str, Any]:
    total = {
        "gestures": sum(card["gestures"] for card in cards),
        "wrong": sum(card["wrong"] for card in cards),
        "settle": sum(card["settle"] for card in cards),
        "overshootMost": max(card["overshootMost"] for card in cards),
        "note": "größer",
    }
    measures = {
        "wrongTargets": total["wrong"] / total["gestures"],
        "settleTime": total["settle"] / total["gestures"] / 1e9,
        "overshoot": total["overshootMost"] / 1000,
        "nothing": None,
    }
    return {
        "card": total,
        "measures": measures,
        "objectives": [measures[name] for name in study["objectives"]],
        "excess": [
            None if measures[name] is None else measures[name] - most
            for name, most in study.get("constraints", {}).items()
        ],
    }


def answer(study: dict[str, Any], request: dict[str, Any], fault: str) -> dict[str, Any]:
    if fault == "die":
        sys.exit(3)
    if fault == "refuse":
        return {"id": request["id"], "error": {"code": "badRequest", "message": "line: found; try"}}
    if "judge" in request:
        results = [judged(study, cards) for cards in request["judge"]]
    else:
        first, end = request.get("gestures", [0, study["training"]])
        settings = request.get("evaluate")
        if settings is None:
            settings = [point(study, number) for number in range(*request["points"])]
        results = [evaluated(study, values, first, end) for values in settings]
    if fault == "short":
        results = results[1:]
    if fault == "swapped":
        results.reverse()
    return {"id": request["id"] + (fault == "other-id"), "results": results}


def is_faulty_start() -> bool:
    """Returns whether this process has the fault by FAKE_FAULTY_START; true if that is not set."""
    faulty = os.environ.get("FAKE_FAULTY_START")
    if faulty is None:
        return True
    for number in itertools.count(1):
        path = f"{faulty.rpartition('.')[0]}.{number}"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        return path == faulty
    raise AssertionError


def main() -> None:
    path = sys.argv[2]
    with open(path, "rb") as file:
        content = file.read()
    study = json.loads(content)
    fault, _, at = os.environ.get("FAKE_FAULT", "").partition("@")
    if not is_faulty_start():
        fault = ""
    if fault == "reject":
        sys.stderr.write(f"{path}:3: found 'spring.respons'; did you mean spring.response?\n")
        sys.exit(65)
    if fault == "unready":
        sys.stderr.write("out of memory\n")
        sys.exit(9)
    header = {
        "flickbook": "journal/1",
        "study": hashlib.sha256(
            json.dumps([study["space"], study["training"]]).encode()
        ).hexdigest(),
        "corpus": "another" if fault == "corpus" else "größer",
        "training": study["training"],
        "heldOut": 0,
        "search": {"method": "sobol", "seed": "1"},
        "keys": [entry["key"] for entry in study["space"]],
    }
    ready = {
        "ready": True,
        "protocol": 2 if fault == "protocol" else 1,
        "tool": "0.1.0",
        "commit": "other" if fault == "commit" else "0123456789abcdef",
        "header": header,
        "training": study["training"],
        "heldOut": 0,
        "space": study["space"],
        "objectives": study["objectives"],
        "constraints": [f"{name} ≤ {most}" for name, most in study.get("constraints", {}).items()],
        "measures": ["wrongTargets", "settleTime", "overshoot"],
        "search": {"method": "sobol", "budget": study["budget"], "seed": "1"},
        "points": study["budget"],
    }
    print(json.dumps(ready, ensure_ascii=False, separators=(",", ":")), flush=True)
    for number, line in enumerate(sys.stdin, 1):
        now = fault if not at or number == int(at) else ""
        if now == "nonsense":
            print("Segmentation fault", flush=True)
            continue
        said = answer(study, json.loads(line), now)
        print(json.dumps(said, ensure_ascii=False, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
