#!/usr/bin/env python3
"""Opens pages in Chromium and Firefox and asks their engine what the command was asked.

Usage: scripts/test-page.py FLICKBOOK; it is run by scripts/test-page.
"""

import asyncio
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import websockets

import page_drags

RATES = (60, 90, 120)

# In the page: every recording at every rate, as the digests of the frames; and how long replays took.
REPLAY_ALL = """(async () => {
  const engine = await Engine.open();
  if (!engine.isThere) return JSON.stringify({ trouble: engine.trouble });
  const entries = JSON.parse(document.getElementById("recordings").textContent).recordings;
  const digests = [], times = [];
  for (const entry of entries) {
    const name = /^recording (.*)/.exec(entry.recording)[1];
    const kept = engine.ask(entry.recording);
    if (kept.error) return JSON.stringify({ trouble: `${name}: ${JSON.stringify(kept)}` });
    for (const rate of %s) {
      const start = performance.now();
      const answer = engine.ask(`replay ${name}\\n${entry.request}from set\\nhz ${rate}\\n`);
      times.push(performance.now() - start);
      if (answer.error) return JSON.stringify({ trouble: `${name}: ${JSON.stringify(answer)}` });
      digests.push(await Engine.digest(engine.file("frames.jsonl")));
    }
    engine.ask(`forget ${name}`);
  }
  times.sort((a, b) => a - b);
  return JSON.stringify({ digests, middle: times[times.length >> 1],
    most: times[Math.floor(times.length * 0.95)] });
})()""" % list(RATES)

# In the page: what a trap of the module does, and what a module does that is none.
BREAK = """(async () => {
  const engine = await Engine.open();
  const entry = JSON.parse(document.getElementById("recordings").textContent).recordings[0];
  const name = /^recording (.*)/.exec(entry.recording)[1];
  engine.ask(entry.recording);
  let told = "";
  engine.onrestart = (words) => told = words;
  const before = engine.instance, real = engine.instance.exports;
  engine.instance = { exports: { ...real, ask: () => real.ask(-16, 1000000) } };
  const trapped = engine.ask("table");
  const replayed = engine.ask(`replay ${name}\\n${entry.request}`);
  const digest = await Engine.digest(engine.file("frames.jsonl"));
  const packed = document.getElementById("engine").textContent.trim();
  const cut = await Engine.open(packed.slice(0, 1000));
  const wrong = await Engine.open(packed.slice(0, 200000) + "AAAA" + packed.slice(200004));
  const none = await Engine.open("");
  const start = performance.now();
  await Engine.open();
  return JSON.stringify({
    trapped: trapped.error?.found, told, isNew: engine.instance !== before, isThere: engine.isThere,
    isSame: digest === entry.framesSHA256, error: replayed.error ?? null, opened: performance.now() - start,
    troubles: [cut, wrong, none].map((other) => [other.isThere, other.trouble,
      other.ask("table").error?.where]) });
})()"""


class Socket:
    """A connection on which calls have numbers, and events come between the answers."""

    def __init__(self, socket):
        self.socket, self.number, self.events = socket, 0, []

    async def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        await self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(await asyncio.wait_for(self.socket.recv(), 240))
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']} {answer.get('message', '')}")
            else:
                return answer["result"]


class Chromium:
    name = "chromium"

    async def start(self, profile):
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = pathlib.Path(profile, "DevToolsActivePort")
        for _ in range(600):
            if port.exists() and len(port.read_text().splitlines()) == 2:
                break
            time.sleep(0.1)
        number, path = port.read_text().splitlines()
        self.socket = Socket(
            await websockets.connect(f"ws://127.0.0.1:{number}{path}", max_size=None))
        target = await self.socket.call("Target.createTarget", url="about:blank")
        attached = await self.socket.call(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Runtime", "Network", "Log", "Page"):
            await self.socket.call(f"{domain}.enable", self.session)

    async def open(self, page):
        self.socket.events = []
        await self.socket.call("Page.navigate", self.session, url=page.as_uri())
        while await self.evaluate("document.readyState === 'complete' && !!window.Engine || "
                                  "document.readyState === 'complete' && typeof Engine") is False:
            await asyncio.sleep(0.05)

    async def evaluate(self, text):
        result = await self.socket.call(
            "Runtime.evaluate", self.session, expression=text, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{result['exceptionDetails']}")
        return result["result"].get("value")

    async def drag(self, kind, points):
        await self.socket.call("Emulation.setTouchEmulationEnabled", self.session, enabled=kind == "touch")
        for index, (x, y) in enumerate(points + points[-1:]):
            state = 0 if index == 0 else 2 if index == len(points) else 1
            if kind == "mouse":
                await self.socket.call(
                    "Input.dispatchMouseEvent", self.session, x=x, y=y, button="left",
                    type=("mousePressed", "mouseMoved", "mouseReleased")[state],
                    buttons=0 if state == 2 else 1, clickCount=1)
            else:
                await self.socket.call(
                    "Input.dispatchTouchEvent", self.session,
                    type=("touchStart", "touchMove", "touchEnd")[state],
                    touchPoints=[] if state == 2 else [{"x": x, "y": y}])

    def trouble(self, page):
        found = []
        for event in self.socket.events:
            params = event.get("params", {})
            if event.get("method") == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if url != page.as_uri() and not url.startswith(("data:", "blob:", "about:")):
                    found.append(f"it asks for {url}")
            elif event.get("method") == "Runtime.exceptionThrown":
                found.append(f"error: {params['exceptionDetails']}")
            elif event.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(f"error: {params['entry']['text']}")
            elif event.get("method") == "Runtime.consoleAPICalled" and params["type"] == "error":
                found.append(f"error: {params['args']}")
        return found


class Firefox:
    name = "firefox"

    async def start(self, profile):
        pathlib.Path(profile, "user.js").write_text(
            'user_pref("remote.active-protocols", 1);\n'
            'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
            'user_pref("browser.shell.checkDefaultBrowser", false);\n')
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", profile,
             "--remote-debugging-port", "0", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        address = None
        for line in self.process.stderr:
            match = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if match:
                address = match.group(1)
                break
        self.socket = Socket(await websockets.connect(f"{address}/session", max_size=None))
        await self.socket.call("session.new", capabilities={})
        tree = await self.socket.call("browsingContext.getTree")
        self.context = tree["contexts"][0]["context"]
        await self.socket.call(
            "session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    async def open(self, page):
        self.socket.events = []
        await self.socket.call(
            "browsingContext.navigate", context=self.context, url=page.as_uri(), wait="complete")

    async def evaluate(self, text):
        result = await self.socket.call(
            "script.evaluate", expression=text, awaitPromise=True, target={"context": self.context})
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return result["result"].get("value")

    async def drag(self, kind, points):
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0 if index == 0 else 10}
                 for index, (x, y) in enumerate(points)]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        await self.socket.call(
            "input.performActions", context=self.context,
            actions=[{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}])

    def trouble(self, page):
        found = []
        for event in self.socket.events:
            params = event.get("params", {})
            if event.get("method") == "network.beforeRequestSent":
                url = params["request"]["url"]
                ours = params.get("context") == self.context
                if ours and url != page.as_uri() and not url.startswith(("data:", "blob:", "about:")):
                    found.append(f"it asks for {url}")
            elif event.get("method") == "log.entryAdded" and params.get("level") == "error":
                found.append(f"error: {params.get('text')}")
        return found


def recordings(page):
    text = re.search(r'<script type="application/json" id="recordings">(.*?)</script>',
                     page.read_text(), re.DOTALL).group(1)
    return json.loads(text)["recordings"]


async def check(browser, folder, pages, expected, flickbook):
    failures = []
    profile = folder / browser.name
    profile.mkdir()
    start = time.monotonic()
    await browser.start(str(profile))
    try:
        page = pages[RATES[-1]]
        await browser.open(page)
        opened = time.monotonic() - start
        answer = json.loads(await browser.evaluate(REPLAY_ALL))
        if "trouble" in answer:
            failures.append(answer["trouble"])
        else:
            different = sum(a != b for a, b in zip(answer["digests"], expected))
            if different or len(answer["digests"]) != len(expected):
                failures.append(f"{different} of {len(expected)} runs have other frames")
            print(f"{browser.name}: {len(expected) - different} of {len(expected)} runs have the frames of "
                  f"the command; a replay takes {answer['middle']:.1f} ms, 95 % at most "
                  f"{answer['most']:.1f} ms; opened after {opened:.1f} s")
        failures += browser.trouble(page)
        await browser.open(folder / "few.html")
        broken = json.loads(await browser.evaluate(BREAK))
        wanted = {"isNew": True, "isThere": True, "isSame": True, "error": None}
        if any(broken[key] != value for key, value in wanted.items()) or "stopped" not in broken["told"]:
            failures.append(f"after a trap: {broken}")
        if any(there or not trouble or not where for there, trouble, where in broken["troubles"]):
            failures.append(f"a module that is none: {broken['troubles']}")
        print(f"{browser.name}: a trap gives a message and a new engine; a broken one is told; "
              f"the engine opens in {broken['opened']:.0f} ms")
        failures += browser.trouble(folder / "few.html")
        failures += await page_drags.failures(browser, folder / "few.html", flickbook, folder)
        await browser.open(folder / "without.html")
        if await browser.evaluate("Engine.open().then((engine) => !engine.isThere && !!engine.trouble)") is not True:
            failures.append("a page without an engine does not say so")
        failures += browser.trouble(folder / "without.html")
    finally:
        browser.process.terminate()
        browser.process.wait()
    return [f"{browser.name}: {failure}" for failure in failures]


async def main():
    flickbook = sys.argv[1]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="flickbook-page-"))
    try:
        pages = {}
        for rate in RATES:
            pages[rate] = folder / f"all-{rate}.html"
            subprocess.run([flickbook, "view", "Recordings", "--hz", str(rate), "-o", pages[rate]],
                           check=True, stdout=subprocess.DEVNULL)
        few = ["Recordings/sheet", "-o", folder / "few.html"]
        subprocess.run([flickbook, "view", *few], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([flickbook, "view", "--no-engine", *few[:1], "-o", folder / "without.html"],
                       check=True, stdout=subprocess.DEVNULL)
        all_rates = [[entry["framesSHA256"] for entry in recordings(pages[rate])] for rate in RATES]
        expected = [digest for row in zip(*all_rates) for digest in row]
        bare = folder / "bare.html"
        subprocess.run([flickbook, "view", "Recordings/sheet/carry-down-and-flick-back-as-astryx", "-o", bare],
                       check=False, stdout=subprocess.DEVNULL)
        if bare.exists():
            print(f"a page of one case has {bare.stat().st_size} bytes")
        failures = []
        for browser in (Chromium(), Firefox()):
            failures += await check(browser, folder, pages, expected, flickbook)
        for failure in failures:
            print(f"test-page: {failure}", file=sys.stderr)
        return 1 if failures else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(asyncio.run(main()))
