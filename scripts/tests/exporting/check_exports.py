"""Plays exported recordings in the software that they are for, and compares the touches that arrive with the recording.

Usage: check_exports.py FLICKBOOK RECORDING… Needs the packages that scripts/tests/exports installs.
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import playwright
import tree_sitter
import tree_sitter_dart_orchard
import yaml
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "driving/src"))
from flickbook_driving.browser import Browser  # noqa: E402

PAGE = HERE / "page.html"
VIEWPORT = (390, 844)
DPR = 3
# The largest allowed error of a touch: a pixel, and a frame in ms.
PIXEL, FRAME = 1, 1000 / 60

Change = collections.namedtuple("Change", "phase x y time pressure")


class Export:
    """A recording, and its exports."""

    def __init__(self, flickbook, recording, folder):
        self.flickbook, self.recording, self.folder = flickbook, str(recording), folder
        self.name = "/".join(recording.parts[-3:-1])
        self.fingers = collections.OrderedDict()
        for line in self.lines("touches"):
            change = Change(line["phase"], line["x"], line["y"], line["time"] * 1000, None)
            self.fingers.setdefault(line["contact"], []).append(change)

    def text(self, format, *options):
        command = [self.flickbook, "convert", self.recording, "-", "--to", format, *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def lines(self, format, *options):
        return [json.loads(line) for line in self.text(format, *options).splitlines()]

    def file(self, format, name, *options):
        path = self.folder / name
        path.write_text(self.text(format, *options))
        return path

    def raw_events(self):
        """Returns the type, the code and the value of each event, and the time in µs after the first event at which the
        report of the event is complete."""
        lines = [line.split() for line in self.text("evemu").splitlines() if line.startswith("E:")]
        events = [(int(line[2], 16), int(line[3], 16), int(line[4])) for line in lines]
        # A time is written as seconds, a point and six digits.
        times = [int(line[1].replace(".", "")) - int(lines[0][1].replace(".", "")) for line in lines]
        for at in reversed(range(len(events) - 1)):
            if events[at][:2] != (0, 0):
                times[at] = times[at + 1]
        return list(zip(events, times))


def compare(export, seen, format, *, times=True, whole=False, lifts=False):
    """Compares changes by finger with the recording, and returns a summary.

    With `whole`, moves within a pixel are not expected, because ChromeDriver truncates positions to whole pixels and
    drops such moves. With `lifts`, a lift is accepted instead of a cancellation. Without `times`, a difference of times
    is only printed.
    """
    expected = [whole_pixels(changes) if whole else changes for changes in export.fingers.values()]
    assert len(seen) == len(expected), f"{export.name} {format}: {len(seen)} fingers instead of {len(expected)}"
    far = late = count = 0
    start = min(changes[0].time for changes in seen)
    first = min(changes[0].time for changes in expected)
    for have, want in zip(seen, expected):
        phases = [change.phase for change in want]
        if lifts and phases[-1] == "cancel" and have[-1].phase == "up":
            phases[-1] = "up"
        found = [change.phase for change in have]
        assert found == phases, f"{export.name} {format}: {found} instead of {phases}"
        for one, other in zip(have, want):
            count += 1
            if one.phase != "cancel":
                far = max(far, abs(one.x - other.x), abs(one.y - other.y))
            late = max(late, abs((one.time - start) - (other.time - first)))
    assert far <= PIXEL, f"{export.name} {format}: a touch is {far:.3f} px off"
    assert not times or late <= FRAME, f"{export.name} {format}: a touch is {late:.1f} ms off"
    return f"{count} of {count} touches, {far:.3f} px, {late:.1f} ms"


def whole_pixels(changes):
    """Returns the changes without moves that stay within a pixel."""
    kept = []
    for change in changes:
        last = kept[-1] if kept else None
        if change.phase != "move" or (int(change.x), int(change.y)) != (int(last.x), int(last.y)):
            kept.append(change)
    return kept


def by_finger(rows):
    """Returns the changes that the page received, by finger, in the order in which the fingers came down."""
    fingers = collections.OrderedDict()
    for phase, pointer, x, y, when, _, pressure in rows:
        if phase == "down" or pointer in fingers:
            fingers.setdefault(pointer, []).append(Change(phase, x, y, when, pressure))
    return list(fingers.values())


class ProtocolBrowser:
    """Plays the lines of the format cdp, at their times."""

    def __enter__(self):
        flags = ["--hide-scrollbars", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        self.browser = Browser("chromium-headless-shell", flags, 30)
        target = self.browser.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self.browser.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self.session = attached["sessionId"]
        width, height = VIEWPORT
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True)
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=10)
        return self

    def __exit__(self, *error):
        self.browser.close()

    def call(self, method, **parameters):
        return self.browser.call(method, parameters, self.session)

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        return answer["result"].get("value")

    def play(self, lines):
        self.call("Page.navigate", url=PAGE.as_uri())
        while self.value("document.readyState === 'complete' && location.protocol") != "file:":
            time.sleep(0.05)
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        start = time.time() + 0.1
        sent = []
        for line in lines:
            time.sleep(max(0, start + line["time"] - time.time()))
            parameters = {**line["params"], "timestamp": start + line["time"]}
            sent.append(self.browser.send(line["method"], parameters, self.session))
        for number in sent:
            self.browser.answer(number, "Input.dispatchTouchEvent")
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self.value("seen")


def check_protocol(exports):
    with ProtocolBrowser() as browser:
        for export in exports:
            lines = export.lines("cdp")
            seen = by_finger(browser.play(lines))
            print(f"cdp: {export.name}: {compare(export, seen, 'cdp', lifts=True)}")
            sent = [point.get("force") for line in lines for point in line["params"]["touchPoints"]]
            if any(force is not None for force in sent):
                got = {round(change.pressure, 2) for finger in seen for change in finger if change.phase != "up"}
                assert len(got) > 2, f"{export.name} cdp: the page saw the pressures {got}"


def check_webdriver(exports):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    options.add_argument("--headless=new")
    options.add_argument("--no-sandbox")
    metrics = {"width": VIEWPORT[0], "height": VIEWPORT[1], "pixelRatio": 1, "touch": True}
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        for export in exports:
            driver.get(PAGE.as_uri())
            body = json.loads(export.text("webdriver"))
            driver.execute("actions", body)
            seen = by_finger(driver.execute_script("return seen"))
            print(f"webdriver: {export.name}: {compare(export, seen, 'webdriver', times=False, whole=True, lifts=True)}")
            check_durations(export, body)
            check_pixels(export, body)
    finally:
        driver.quit()


def check_durations(export, body):
    """Checks that the ticks last as long as the recording, to the nearest millisecond."""
    ticks = list(zip(*(source["actions"] for source in body["actions"])))
    lasts = sum(max(action.get("duration", 0) for action in tick) for tick in ticks)
    changes = [change.time for finger in export.fingers.values() for change in finger]
    assert abs(lasts - max(changes)) <= 0.5, f"{export.name} webdriver: {lasts} ms instead of {max(changes)}"


def check_pixels(export, body):
    """Checks that the actions for Appium have the same positions, in device pixels."""
    pixels = json.loads(export.text("appium", "--dpr", str(DPR)))
    for source, other in zip(body["actions"], pixels["actions"], strict=True):
        for action, scaled in zip(source["actions"], other["actions"], strict=True):
            assert action["type"] == scaled["type"]
            for axis in {"x", "y"} & set(action):
                assert abs(action[axis] * DPR - scaled[axis]) <= 0.001 * DPR, (action, scaled)


def check_modules(exports):
    driver = pathlib.Path(playwright.__file__).parent / "driver"
    for kind in ("playwright", "puppeteer"):
        folder = exports[0].folder / kind
        (folder / "node_modules").mkdir(parents=True)
        (folder / "node_modules/playwright-core").symlink_to(driver / "package")
        shutil.copy(HERE / "play-module.mjs", folder)
        files = []
        for index, export in enumerate(exports):
            files.append(str(export.file(kind, f"{kind}/{index}.mjs")))
        command = [driver / "node", folder / "play-module.mjs", shutil.which("chromium"), PAGE, kind, *files]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        for export, line in zip(exports, done.stdout.splitlines(), strict=True):
            result = compare(export, by_finger(json.loads(line)), kind, lifts=True)
            print(f"{kind}: {export.name}: {result}")


def check_flutter(exports):
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_dart_orchard.language()))
    for export in exports:
        text = export.text("flutter")
        assert not parser.parse(text.encode()).root_node.has_error, f"{export.name} flutter: not Dart"
        fingers = collections.OrderedDict()
        for line in text.split("_touches = ")[1].split("[\n")[1].split("];")[0].splitlines():
            when, pointer, phase, x, y = line.strip(" (),").split(", ")
            change = Change(phase.strip("'"), float(x), float(y), int(when) / 1000, None)
            fingers.setdefault(pointer, []).append(change)
        print(f"flutter: {export.name}: {compare(export, list(fingers.values()), 'flutter')}")


def check_espresso(exports):
    folder = exports[0].folder / "java"
    shutil.copytree(HERE / "java", folder)
    for export in exports:
        code = export.file("espresso", "java/RecordedGesture.java", "--dpr", str(DPR))
        sources = [*folder.glob("*.java"), *folder.glob("[ao]*/**/*.java")]
        subprocess.run(["javac", "-Xlint:all,-serial", "-Werror", "-d", folder / "out", *sources], check=True)
        played = subprocess.run(
            ["java", "-cp", folder / "out", "Play"], check=True, stdout=subprocess.PIPE, text=True).stdout
        code.unlink()
        print(f"espresso: {export.name}: {compare(export, motion_events(played), 'espresso', lifts=True)}")


def motion_events(played):
    """Returns the changes by finger from Android's events, which also repeat fingers without a change."""
    names = {0: "down", 1: "up", 2: "move", 3: "cancel", 5: "down", 6: "up"}
    fingers, down = [], collections.OrderedDict()
    for line in played.splitlines():
        when, action, *words = line.split()
        phase, index = names[int(action) & 0xFF], int(action) >> 8
        pointers = [words[at:at + 4] for at in range(0, len(words), 4)]
        ids = [pointer[0] for pointer in pointers]
        assert ids == sorted(set(ids), key=int), f"the fingers are {ids}"
        for at, (finger, x, y, pressure) in enumerate(pointers):
            if phase == "down" and at == index:
                down[finger] = []
                fingers.append(down[finger])
            change = Change(phase, float(x) / DPR, float(y) / DPR, int(when), float(pressure))
            last = down[finger][-1] if down[finger] else None
            if phase != "move" and at == index or phase == "move" and (last.x, last.y) != (change.x, change.y):
                down[finger].append(change)
        if phase in ("up", "cancel"):
            del down[ids[index]]
    assert not down, f"the fingers {list(down)} stay down"
    return fingers


def check_xcuitest(exports):
    module = exports[0].folder / "swift"
    module.mkdir()
    subprocess.run(["swiftc", "-emit-module", "-module-name", "XCTest", "-parse-as-library", "-swift-version", "6",
                    "-emit-module-path", module / "XCTest.swiftmodule", HERE / "XCTest.swift"], check=True)
    for export in exports:
        code = export.file("xcuitest", "gesture.swift")
        subprocess.run(["swiftc", "-typecheck", "-swift-version", "6", "-I", module, code], check=True)
        print(f"xcuitest: {export.name}: type checked, {code.read_text().count('.press(')} strokes")


def check_maestro(exports):
    for export in exports:
        head, commands = yaml.safe_load_all(export.text("maestro", "--dpr", str(DPR)))
        strokes = list(export.fingers.values())
        assert head == {"appId": "${APP_ID}"} and len(commands) == len(strokes)
        for command, stroke in zip(commands, strokes):
            if "tapOn" in command:
                # The finger lifts where it came down, to the nearest pixel.
                command = {"swipe": dict.fromkeys(("start", "end"), command["tapOn"]["point"])}
                command["swipe"]["duration"] = stroke[-1].time - stroke[0].time
            for key, change in (("start", stroke[0]), ("end", stroke[-1])):
                place = [int(each) for each in command["swipe"][key].split(",")]
                assert all(abs(one - DPR * other) <= 1 for one, other in zip(place, (change.x, change.y))), command
            assert abs(command["swipe"]["duration"] - (stroke[-1].time - stroke[0].time)) <= 1, command
        print(f"maestro: {export.name}: {len(strokes)} strokes")


def check_sendevent(exports):
    """Runs the script in the shells of Android and Debian with a sendevent and a sleep that print their arguments."""
    tools = exports[0].folder / "tools"
    tools.mkdir()
    for name in ("sendevent", "sleep"):
        (tools / name).write_text(f'#!/bin/sh\necho {name} "$@" >> "$LOG"\n')
        (tools / name).chmod(0o755)
    for export in exports:
        script = export.file("sendevent", "gesture.sh")
        for shell in ("mksh", "dash"):
            log = export.folder / "log"
            log.write_text("")
            environment = {"PATH": f"{tools}:/usr/bin:/bin", "LOG": str(log)}
            subprocess.run([shell, script, "/dev/input/event7"], check=True, env=environment)
            now, sent = 0, []
            for line in log.read_text().splitlines():
                name, *words = line.split()
                if name == "sleep":
                    now += round(float(words[0]) * 1e6)
                else:
                    assert words[0] == "/dev/input/event7", line
                    value = int(words[3]) - (1 << 32 if int(words[3]) >> 31 else 0)
                    sent.append(((int(words[1]), int(words[2]), value), now))
            compare_events(export, sent, shell, microseconds=0)
        print(f"sendevent: {export.name}: {len(sent)} events in mksh and dash")


def check_uinput(exports):
    for export in exports:
        commands = export.lines("uinput")
        assert [command["command"] for command in commands[:2]] == ["register", "delay"]
        now, sent = 0, []
        for command in commands[2:]:
            if command["command"] == "delay":
                now += command["duration"] * 1000
            else:
                values = command["events"]
                sent += [(tuple(values[at:at + 3]), now) for at in range(0, len(values), 3)]
        compare_events(export, sent, "uinput", microseconds=500)
        lists = {entry["type"]: entry["data"] for entry in commands[0]["configuration"]}
        axes = {axis["code"] for axis in commands[0]["abs_info"]}
        for (kind, code, _), _ in sent:
            assert kind == 0 or kind in lists[100] and code in lists[100 + kind], (kind, code)
            assert kind != 3 or code in axes, code
        print(f"uinput: {export.name}: {len(sent)} events")


def compare_events(export, sent, format, *, microseconds):
    """Compares sent events with events that restore the initial state, followed by the events of the recording."""
    expected = [(event, when) for event, when in export.raw_events() if event[:2] != (0, 3)]
    sent = sent[len(sent) - len(expected):]
    for (event, when), (other, moment) in zip(sent, expected, strict=True):
        assert event == other, f"{export.name} {format}: {event} instead of {other}"
        assert abs(when - moment) <= microseconds, f"{export.name} {format}: {when} µs instead of {moment}"


def main(flickbook, *recordings):
    with tempfile.TemporaryDirectory() as folder:
        exports = [Export(flickbook, pathlib.Path(recording), pathlib.Path(folder)) for recording in recordings]
        single = [export for export in exports if len(export.fingers) < 3 and "two" not in export.name]
        check_protocol(exports)
        check_webdriver(exports)
        check_modules(exports)
        check_flutter(exports)
        check_espresso(exports)
        check_sendevent(exports)
        check_uinput(exports)
        check_xcuitest(single)
        check_maestro(single)


main(*sys.argv[1:])
