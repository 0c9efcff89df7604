#!/usr/bin/env python3
"""A fake headless shell that speaks the DevTools protocol through the pipes 3 and 4.

FAKE_BROWSER=NAME or NAME@FRAME causes one fault: die, silent, garbage, nonsense, throw, nan, text,
crash, dialog. FAKE_CHILD=FILE starts a child process that never ends, and writes its number to the
file. FAKE_LOG=FILE records the commands. FAKE_STILL=1 gives the page a position that does not
change.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any


def messages() -> Iterator[dict[str, Any]]:
    buffer = b""
    while True:
        data = os.read(3, 1 << 16)
        if not data:
            return
        buffer += data
        while b"\0" in buffer:
            message, _, buffer = buffer.partition(b"\0")
            yield json.loads(message)


def send(message: dict[str, Any]) -> None:
    os.write(4, json.dumps(message).encode() + b"\0")


def error() -> dict[str, Any]:
    exception = {"description": "ReferenceError: nothing is not defined\n    at page.html:7:3"}
    details = {"exception": exception, "url": "file:///page.html"}
    return {**details, "lineNumber": 6, "columnNumber": 2, "text": "Uncaught"}


def observed(fault: str, frame: int) -> dict[str, Any]:
    if os.environ.get("FAKE_STILL"):
        frame = 1
    values = {"nan": {"found": "NaN", "kind": "number"}, "text": {"found": '"6"', "kind": "string"}}
    return {"single": values.get(fault, frame)}


def main() -> None:
    fault, _, at = os.environ.get("FAKE_BROWSER", "").partition("@")
    child = os.environ.get("FAKE_CHILD")
    if child:
        process = subprocess.Popen(["sleep", "1000"])
        with open(child, "w") as file:
            file.write(str(process.pid))
    log = os.environ.get("FAKE_LOG")
    frame = 0
    for message in messages():
        method = message["method"]
        parameters = message.get("params", {})
        if log:
            with open(log, "a") as file:
                file.write(json.dumps({"method": method, **parameters}) + "\n")
        result: dict[str, Any] = {}
        now = ""
        if method == "HeadlessExperimental.beginFrame":
            frame += 1
            now = fault if frame == int(at or 40) else ""
        if now == "die":
            sys.stderr.write("[1:2] ERROR:dbus: no bus\nFATAL: out of pixels\n")
            sys.stderr.flush()
            os._exit(9)
        if now == "silent":
            time.sleep(1000)
        if now == "garbage":
            os.write(4, b"Segmentation fault\0")
        if now == "crash":
            send({"method": "Inspector.targetCrashed", "params": {}})
        if now == "dialog":
            send({"method": "Page.javascriptDialogOpening", "params": {"message": "Hello"}})
        if method == "Browser.getVersion":
            result = {"product": "HeadlessChrome/1.2.3"}
        elif method == "Target.createBrowserContext":
            result = {"browserContextId": "C"}
        elif method == "Target.createTarget":
            result = {"targetId": "T"}
        elif method == "Target.attachToTarget":
            result = {"sessionId": "S"}
        elif method == "Runtime.evaluate":
            expression = parameters["expression"]
            value: Any = 0
            if "take()" in expression:
                value = observed(fault if frame >= int(at or 0) else "", frame)
            elif "frameTime" in expression:
                value = 100.0 + frame
            result = {"result": {"value": value}}
            if fault == "nonsense" and frame >= int(at):
                result = {"result": [value]}
        send({"id": message["id"], "result": result})
        if method == "Page.navigate":
            if fault == "throw":
                send({"method": "Runtime.exceptionThrown", "params": {"exceptionDetails": error()}})
            send({"method": "Page.loadEventFired", "params": {}})
        if method == "Browser.close":
            return


if __name__ == "__main__":
    main()
