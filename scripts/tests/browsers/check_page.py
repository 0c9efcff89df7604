#!/usr/bin/env python3
"""Opens pages in Chromium or Firefox, and compares the runs of their engine with the runs of the command.

Usage: check_page.py FLICKBOOK BROWSER…; run by scripts/tests/page.
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

import page_access
import page_alive
import page_compare
import page_drags
import page_hands
import page_panels
import page_policy
import page_store
from page_browsers import Chromium, Firefox

RATES = (60, 90, 120)
# The number of scenarios, each of which has one run on a page.
SCENES = 13

# In the page: replays every recording at every rate; returns the digests of the frames, and times of the replays.
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

# In the page: makes the module trap, and opens damaged modules; returns the effects of both.
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
                failures.append(f"the frames of {different} of {len(expected)} runs differ from the command")
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
            failures.append(f"a damaged module: {broken['troubles']}")
        print(f"{browser.name}: a trap gives a message and a new engine; a damaged module is reported; "
              f"the engine opens in {broken['opened']:.0f} ms")
        failures += browser.trouble(folder / "few.html")
        failures += await page_policy.failures(browser)
        failures += await page_drags.failures(browser, folder / "few.html", flickbook, folder)
        failures += await page_store.failures(browser, folder / "scenes.html", flickbook, folder)
        failures += await page_panels.failures(browser, folder / "scenes.html")
        failures += await page_panels.slider_failures(browser, folder / "scenes.html", flickbook, folder)
        failures += await page_panels.hold_failures(browser, folder / "scenes.html")
        failures += await page_hands.failures(browser, folder / "scenes.html")
        # In a page of one run, the first change adds a second run.
        failures += await page_hands.slider_failures(browser, folder / "bare.html", page_hands.WINDOWS[:1])
        failures += await page_access.failures(browser, folder / "scenes.html")
        failures += await page_alive.failures(browser, folder / "scenes.html", folder / "few.html", folder / "flick.html")
        failures += await page_panels.plain_failures(browser, flickbook, folder)
        failures += await page_panels.odd_failures(browser, folder / "odd.html")
        failures += await page_panels.directories_failures(browser, folder / "directories.html")
        failures += await page_compare.failures(browser, folder)
        failures += await page_drags.scene_failures(browser, folder / "scenes.html", SCENES)
        await browser.show(1280, 800)
        await browser.open(folder / "without.html")
        if await browser.evaluate("Engine.open().then((engine) => !engine.isThere && !!engine.trouble)") is not True:
            failures.append("a page without an engine does not report that")
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
        page_compare.write_pages(flickbook, folder)
        page_panels.odd_page(flickbook, folder)
        page_panels.directories_page(flickbook, folder)
        scenes = [min(scene.iterdir()) for scene in sorted(pathlib.Path("Recordings").iterdir()) if scene.is_dir()]
        subprocess.run([flickbook, "view", *scenes, "-o", folder / "scenes.html"], check=True,
                       stdout=subprocess.DEVNULL)
        all_rates = [[entry["framesSHA256"] for entry in recordings(pages[rate])] for rate in RATES]
        expected = [digest for row in zip(*all_rates) for digest in row]
        bare = folder / "bare.html"
        subprocess.run([flickbook, "view", "Recordings/sheet/carry-down-and-flick-back-as-astryx", "-o", bare],
                       check=False, stdout=subprocess.DEVNULL)
        if bare.exists():
            print(f"a page of one case has {bare.stat().st_size} bytes")
        subprocess.run([flickbook, "view", "Recordings/sheet/flick-down-from-full", "-o", folder / "flick.html"], check=True,
                       stdout=subprocess.DEVNULL)
        failures = []
        for browser in (kind() for kind in (Chromium, Firefox) if kind.name in sys.argv[2:]):
            failures += await check(browser, folder, pages, expected, flickbook)
        for failure in failures:
            print(f"page: {failure}", file=sys.stderr)
        return 1 if failures else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
