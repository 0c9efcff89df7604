#!/usr/bin/env python3
"""Opens a report of changed cases and a gallery in Chromium and Firefox.

Usage: check_report.py FLICKBOOK; run by scripts/tests/report.
"""

import asyncio
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import page_policy
from page_browsers import Chromium, Firefox

ROOT = pathlib.Path(__file__).resolve().parents[3]

# In a player: compares the frames of a replay of the first recording with those that the page shows.
REPLAY = """(async () => {
  const engine = await Engine.open();
  if (!engine.isThere) return engine.trouble;
  const [entry] = JSON.parse(document.getElementById("recordings").textContent).recordings;
  const kept = engine.ask(entry.recording);
  if (kept.error) return JSON.stringify(kept.error);
  const name = /^recording (.*)/.exec(entry.recording)[1];
  const answer = engine.ask(`replay ${name}\\n${entry.request}\\nwant summary`);
  if (answer.error) return JSON.stringify(answer.error);
  const digest = await Engine.digest(engine.file("frames.jsonl"));
  return digest === entry.framesSHA256 ? "same" : "other frames";
})()"""

CHOSEN = """(() => {
  const shown = [...document.querySelectorAll("article")].filter((article) => !article.hidden);
  const frame = shown[0]?.querySelector("iframe");
  return JSON.stringify({ shown: shown.map((article) => article.id),
    current: document.querySelector("nav a[aria-current]")?.getAttribute("href"),
    title: frame?.contentDocument?.getElementById("title")?.textContent ?? "" });
})()"""


# In a report: decodes every picture.
PICTURES = """(async () => {
  for (const image of document.images) {
    image.loading = "eager";
    image.closest("details").open = true;
    try { await image.decode(); } catch (error) { return `${error}`; }
  }
  return document.images.length ? "drawn" : "no picture";
})()"""


async def until(browser, text, wanted):
    """Evaluates `text` until `wanted` is true of the result, and returns it; fails after 30 s."""
    said = None
    for _ in range(600):
        said = await browser.evaluate(text)
        if wanted(said):
            return said
        await asyncio.sleep(0.05)
    sys.exit(f"{browser.name}: not reached within 30 s; the page returns: {said}")


def expect(is_so, words):
    if not is_so:
        sys.exit(words)


async def check_report(browser, page, names):
    await browser.open(page)
    ready = lambda said: json.loads(said)["title"] not in ("", "Flickbook")
    first = json.loads(await until(browser, CHOSEN, ready))
    expect(first["shown"] == [f"case:{names[0]}"], f"{browser.name}: not the first case: {first}")
    expect(first["title"].startswith("today"), f"{browser.name}: the current run is not shown first: {first}")
    said = await browser.evaluate_in_frame(REPLAY)
    expect(said == "same", f"{browser.name}: the engine of the report: {said}")
    pictures = await browser.evaluate(PICTURES)
    expect(pictures == "drawn", f"{browser.name}: pictures of the report: {pictures}")
    other = f"#case:{names[-1]}"
    await browser.evaluate(f"document.querySelector('nav a[href=\"{other}\"]').click()")
    there = lambda said: json.loads(said)["current"] == other and ready(said)
    last = json.loads(await until(browser, CHOSEN, there))
    expect(last["shown"] == [other[1:]], f"{browser.name}: not the chosen case: {last}")
    expect(await browser.evaluate("document.querySelectorAll('iframe').length") == 1, "more than one player")
    expect(await browser.evaluate("document.activeElement.id") == other[1:], "the case is not focused")


async def check_gallery(browser, folder, names):
    await browser.open(folder / "index.html")
    count = "document.querySelectorAll('.cases > li:not([hidden])').length"
    expect(await browser.evaluate(count) == len(names), f"{browser.name}: not all cases are in the gallery")
    await browser.evaluate("search.value = 'press trembling'; search.dispatchEvent(new Event('input'))")
    expect(await browser.evaluate(count) == 1, f"{browser.name}: the search finds other cases")
    loads = ("(async () => { const images = [...document.images]; "
             "for (const image of images) image.loading = 'eager'; "
             "await Promise.all(images.map((image) => image.decode())); return images.length; })()")
    expect(await browser.evaluate(loads) == len(names), f"{browser.name}: not all pictures can be decoded")


async def main():
    flickbook = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        names = sorted(f"flashlight/{case.name}" for case in (ROOT / "Recordings/flashlight").iterdir())
        for name in names:
            shutil.copytree(ROOT / "Recordings" / name, place / "cases" / name)
        (place / "try.yml").write_text("hz: 48\n")
        done = subprocess.run(
            [flickbook, "test", "cases", "--config", "try.yml", "--report", "report.html"], cwd=place,
            capture_output=True, text=True)
        expect(done.returncode == 1, f"flickbook test: {done.stdout}{done.stderr}")
        subprocess.run(
            [ROOT / "scripts/cases", "gallery", "--flickbook", flickbook, "--cases", "cases", "gallery"], cwd=place, check=True)
        one = place / "gallery" / "pages" / f"{names[0]}.html"
        for browser in (Chromium(), Firefox()):
            profile = place / browser.name
            profile.mkdir()
            await browser.start(str(profile))
            try:
                for page, checks in (
                        (place / "report.html", lambda page: check_report(browser, page, names)),
                        (place / "gallery" / "index.html",
                         lambda page: check_gallery(browser, page.parent, names)),
                        (one, None)):
                    if checks:
                        await checks(page)
                    else:
                        await browser.open(page)
                        said = await browser.evaluate(REPLAY)
                        expect(said == "same", f"{browser.name}: a page of the gallery: {said}")
                    trouble = [words for words in browser.trouble(page)
                               if not words.startswith(f"the page requests {place.as_uri()}/gallery/")]
                    expect(not trouble, f"{browser.name}: {page.name}: {trouble}")
                    network = await page_policy.failures(browser)
                    expect(not network, f"{browser.name}: {page.name}: {network}")
            finally:
                browser.process.terminate()
                browser.process.wait()
            print(f"{browser.name}: a report and a gallery of {len(names)} cases show and replay their runs")


asyncio.run(main())
