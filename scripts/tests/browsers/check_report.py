#!/usr/bin/env python3
"""Opens reports of changed cases and of a study, and a gallery, in Chromium and Firefox.

Usage: check_report.py FLICKBOOK; run by scripts/tests/report.
"""

import asyncio
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import page_policy
from page_browsers import Chromium, Firefox

ROOT = pathlib.Path(__file__).resolve().parents[3]

# In a player: compares the frames of a replay of the first recording with the frames in the page.
REPLAY = """(async () => {
  const engine = await Engine.open();
  if (!engine.isThere) return engine.trouble;
  const [entry] = JSON.parse(document.getElementById("recordings").textContent).recordings;
  const kept = engine.ask(entry.recording);
  if (kept.error) return JSON.stringify(kept.error);
  const name = /^recording (.*)/.exec(entry.recording)[1];
  const answer = engine.ask(`replay ${name}\\n${entry.request}`);
  if (answer.error) return JSON.stringify(answer.error);
  const digest = await Engine.digest(engine.file("frames.jsonl"));
  return digest === entry.framesSHA256 ? "same" : "other frames";
})()"""

# In a report: the articles whose details are open, and the title and the frame of the player.
OPEN = """(() => {
  const open = [...document.querySelectorAll("article")].filter((article) => article.querySelector(".more").open);
  const inside = open[0]?.querySelector("iframe")?.contentDocument;
  return JSON.stringify({ open: open.map((article) => article.id), wanted: open[0]?.dataset.frame ?? "",
    title: inside?.getElementById("title")?.textContent ?? "", frame: inside?.getElementById("scrubber")?.value ?? "" });
})()"""

# In a report: returns elements whose text has a contrast below 4.5, controls without a name, and controls that are less
# than 44 px high.
FAULTS = """((isCoarse) => {
  const faults = [], light = (color) => {
    const [r, g, b] = color.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (!/, 0\\)$/.test(color)) return color;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(0,0,0)" : "rgb(255,255,255)";
  };
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.closest("svg") || ["SCRIPT", "STYLE"].includes(element.tagName)) continue;
    if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) {
      const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
      if ((a + 0.05) / (b + 0.05) < 4.5) faults.push(`contrast of ${element.tagName} ${element.textContent.slice(0, 40)}`);
    }
    if (element.matches("button, input, textarea") && !(element.labels?.length || element.textContent.trim()))
      faults.push(`no name: ${element.outerHTML.slice(0, 80)}`);
    if (element.matches("img") && !element.alt) faults.push("a picture without a label");
    if (isCoarse && element.matches("button, summary, label.tick, nav a, input[type=text]")
      && element.getBoundingClientRect().height < 44) faults.push(`low: ${element.outerHTML.slice(0, 80)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`wider than ${innerWidth} px`);
  return faults.slice(0, 5).join("; ");
})"""


# In a report: decodes every picture.
PICTURES = """(async () => {
  for (const image of document.images) {
    image.loading = "eager";
    for (let one = image.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
    try { await image.decode(); } catch (error) { return `${error}`; }
  }
  return document.images.length ? "drawn" : "no picture";
})()"""


async def until(browser, text, wanted):
    """Evaluates `text` until `wanted(result)` is true, and returns the result; fails after 30 s."""
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


async def click(browser, selector, kind="mouse"):
    """Clicks in the middle of the first element that matches `selector`, with a mouse or a finger."""
    place = json.loads(await browser.evaluate(f"""(() => {{
      const element = document.querySelector({json.dumps(selector)});
      element.scrollIntoView({{ block: "center" }});
      const box = element.getBoundingClientRect();
      return JSON.stringify([box.left + box.width / 2, box.top + box.height / 2]);
    }})()"""))
    await browser.point(kind, "down", *place)
    await browser.point(kind, "up", *place)


async def enter(browser, text):
    """Types a text on the keyboard."""
    if browser.name == "chromium":
        await browser.socket.call("Input.insertText", browser.session, text=text)
    else:
        for key in text:
            await browser.press(key)


async def check_report(browser, page, names):
    """Tests a report of runs that cannot be accepted: the players, the pictures and the layout."""
    await browser.open(page)
    expect(await browser.evaluate("document.querySelectorAll('input[type=checkbox]').length") == 0, "a case can be ticked")
    count = await browser.evaluate("document.images.length")
    expect(count == len(names), f"{browser.name}: {count} pictures of {len(names)} cases")
    other = f"case:{names[-1]}"
    await browser.evaluate(f"location.hash = '#{other}'")
    ready = lambda said: said["title"].startswith("today") and said["frame"] == said["wanted"]
    last = json.loads(await until(browser, OPEN, lambda said: ready(json.loads(said))))
    expect(last["open"] == [other], f"{browser.name}: not the chosen case: {last}")
    expect(int(last["wanted"]) > 0, f"{browser.name}: the player opens at frame 0: {last}")
    expect(await browser.evaluate("document.activeElement.id") == other, "the case is not focused")
    said = await browser.evaluate_in_frame(REPLAY)
    expect(said == "same", f"{browser.name}: the engine of the report: {said}")
    # Click by a script, because Firefox does not complete a pointer action that replaces the frame of a player.
    await browser.evaluate("document.querySelector('article:not(:has(.more[open])) .more > summary').click()")
    first = json.loads(await until(browser, OPEN, lambda said: other not in json.loads(said)["open"]))
    expect(len(first["open"]) == 1, f"{browser.name}: not one open case: {first}")
    expect(await browser.evaluate("document.querySelectorAll('iframe').length") == 1, "more than one player")
    pictures = await browser.evaluate(PICTURES)
    expect(pictures == "drawn", f"{browser.name}: pictures of the report: {pictures}")


async def check_layout(browser, page):
    """Checks contrasts, labels, sizes of controls and the width of the page, on a desktop and a phone, light and dark."""
    for width, height, finger in ((1200, 900, False), (390, 800, True)):
        for scheme in ("light", "dark"):
            for forced in ("none", "active") if browser.name == "chromium" else ("none",):
                if browser.name == "chromium":
                    await browser.show(width, height, finger, color_scheme=scheme, forced_colors=forced)
                else:
                    await browser.show(width, height)
                await browser.open(page)
                if await browser.evaluate("!!document.querySelector('input.one')"):
                    await browser.evaluate("document.querySelector('input.one').click()")
                is_coarse = await browser.evaluate("matchMedia('(pointer: coarse)').matches")
                expect(is_coarse == finger or browser.name != "chromium", "the window has another kind of pointer")
                said = await browser.evaluate(f"{FAULTS}({json.dumps(is_coarse)})")
                expect(not said, f"{browser.name}: {page.name}, {width} px, {scheme}, {forced}: {said}")
    await browser.show(1200, 900)


async def ticked_command(browser):
    return await browser.evaluate("document.getElementById('command').value")


async def check_acceptance(browser, place, flickbook):
    """Ticks groups and cases with a pointer, and runs the command that the page then shows."""
    page = place / "accept.html"
    copy = place / f"cases of {browser.name}"
    shutil.copytree(place / "changed", copy)
    search = {**os.environ, "PATH": f"{flickbook.parent}:{os.environ['PATH']}"}
    run = lambda command: subprocess.run(command, shell=True, cwd=copy, env=search, capture_output=True, text=True)
    left = lambda: [line["case"] for line in map(json.loads, run("flickbook test --json").stdout.splitlines())
                    if line["outcome"] != "identical"]
    await browser.open(page)
    groups = await browser.evaluate("document.querySelectorAll('.group').length")
    expect(groups == 2, f"{browser.name}: the report has {groups} groups, not one for each of two causes")
    changed = left()

    # One case of the larger group, with a reason that a shell could misread, typed on the keyboard.
    await click(browser, ".group:first-of-type input.one")
    first = await browser.evaluate("document.querySelector('.group:first-of-type article').id.slice(5)")
    await click(browser, "#reason")
    await enter(browser, "-it's $1")
    command = await until(browser, "document.getElementById('command').value", lambda said: "$1" in said)
    done = run(command)
    expect(done.returncode == 0, f"{browser.name}: {command}: {done.stdout}{done.stderr}")
    expect(left() == [name for name in changed if name != first], f"{browser.name}: {command} accepts other cases: {left()}")
    reason = (copy / "Recordings" / first / "expected/run.json").read_text()
    expect("-it's $1" in reason, f"{browser.name}: the reason is not stored: {reason}")

    # The whole smaller group, ticked by its own box, with a finger.
    await browser.open(page)
    await browser.touch(True)
    for _ in range(5):
        # On a busy machine, a touch can last so long that the browser takes it for a long press.
        await click(browser, ".group:last-of-type input.all", "touch")
        if await browser.evaluate("document.querySelector('.group:last-of-type input.all').checked"):
            break
    command = await until(browser, "document.getElementById('command').value", bool)
    await browser.touch(False)
    expect("accept --group " in command and "Recordings" not in command, f"{browser.name}: not a whole group: {command}")
    own = json.loads(await browser.evaluate(
        "JSON.stringify([...document.querySelectorAll('.group:last-of-type article')].map((one) => one.id.slice(5)))"))
    done = run(command)
    expect(done.returncode == 0, f"{browser.name}: {command}: {done.stdout}{done.stderr}")
    expect(left() == [name for name in changed if name != first and name not in own], f"{browser.name}: {command}")

    # Tick everything. The copy button either copies the command or shows how to copy it.
    await browser.open(page)
    for number in (1, 2):
        await click(browser, f".group:nth-of-type({number}) input.all")
    await until(browser, "document.querySelectorAll('input.one:not(:checked)').length", lambda said: said == 0)
    command = await ticked_command(browser)
    await click(browser, "#copy")
    said = await until(browser, "document.getElementById('copied').textContent", bool)
    expect(said == "Copied." or "selected" in said, f"{browser.name}: {said}")
    chosen = await browser.evaluate("(({ selectionStart, selectionEnd, value }) => value.slice(selectionStart, selectionEnd))"
                                    "(document.getElementById('command'))")
    expect(chosen == command, f"{browser.name}: the command is not selected: {chosen}")
    # The groups of the cases that have been accepted no longer exist, so the command of all groups runs in a new copy.
    shutil.rmtree(copy)
    shutil.copytree(place / "changed", copy)
    done = run(command)
    expect(done.returncode == 0, f"{browser.name}: {command}: {done.stdout}{done.stderr}")
    done = run("flickbook test")
    expect(done.returncode == 0, f"{browser.name}: after {command}: {done.stdout}{done.stderr}")


async def check_study(browser, page, told):
    """Checks that the report of a study shows as many gestures as the output in the terminal, and recommends the same
    trial."""
    await browser.open(page)
    played = re.search(r"a page that shows (\d+) gesture", told)
    count = await browser.evaluate("document.images.length")
    expect(played and count == int(played[1]) > 0, f"{browser.name}: {count} gestures are shown; the terminal: {told}")
    words = json.loads(await browser.evaluate(
        "JSON.stringify([...document.querySelectorAll('.gestures h3')].map((one) => one.textContent))"))
    expect(all(re.fullmatch(r"meant \w+, went to \w+", one) for one in words), f"{browser.name}: {words}")
    advice = re.search(r"^(Recommended: .*|Keep the current settings: .*)$", told, re.M)[1]
    said = await browser.evaluate("document.querySelector('h2 + p').textContent")
    expect(said == advice, f"{browser.name}: the page recommends '{said}', and the terminal '{advice}'")
    pictures = await browser.evaluate(PICTURES)
    expect(pictures == "drawn", f"{browser.name}: pictures of the study: {pictures}")


async def check_replay(browser, page):
    await browser.open(page)
    said = await browser.evaluate(REPLAY)
    expect(said == "same", f"{browser.name}: a page of the gallery: {said}")


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


def make_reports(place, flickbook):
    """Writes a report of runs that cannot be accepted, a report of runs that can be accepted, and a report of a study;
    returns the names of the cases in the first report, and the output of the study."""
    names = sorted(f"flashlight/{case.name}" for case in (ROOT / "Recordings/flashlight").iterdir())
    for name in names:
        shutil.copytree(ROOT / "Recordings" / name, place / "cases" / name)
    (place / "try.yml").write_text("hz: 48\n")

    def run(*words, status=0, cwd=place):
        done = subprocess.run([flickbook, *words], cwd=cwd, capture_output=True, text=True)
        expect(done.returncode == status, f"flickbook {words}: {done.stdout}{done.stderr}")
        return done.stdout

    run("test", "cases", "--config", "try.yml", "--report", "report.html", status=1)
    changed = place / "changed"
    changed.mkdir()
    for seed in range(1, 7):
        run("synth", "flick", "--case", f"sheet/flick it's {seed}", "--seed", f"{seed}", "--intent", "half", cwd=changed)
    run("accept", "--all", "--because", "new", cwd=changed)
    for seed in range(1, 7):
        case = changed / f"Recordings/sheet/flick it's {seed}/case.yml"
        case.write_text(case.read_text() + f"set: {{{'spring.response: 0.6' if seed < 5 else 'release.projection: 2'}}}\n")
    run("test", "--report", place / "accept.html", status=1, cwd=changed)
    run("corpus", "synth", "90", "--people", "6", "-o", "corpus")
    (place / "study.yml").write_text(STUDY)
    return names, run("tune", "study.yml", "--report", "study.html")


STUDY = """flickbook: study/1
corpus: corpus
scenario: sheet
split: {by: person, heldOut: 0.25, seed: 1}
set: {release.flick: 100}
space: {release.flick: [100, 100.5]}
objectives: [wrongTargets]
search: {method: sobol, budget: 2, seed: 1}
"""


async def main():
    flickbook = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        names, told = make_reports(place, flickbook)
        subprocess.run(
            [ROOT / "scripts/cases", "gallery", "--flickbook", flickbook, "--cases", "cases", "gallery"], cwd=place, check=True)
        gallery = place / "gallery"
        for browser in (Chromium(), Firefox()):
            profile = place / browser.name
            profile.mkdir()
            await browser.start(str(profile))
            try:
                await browser.show(1200, 900)
                for page, checks in (
                        (place / "report.html", lambda page: check_report(browser, page, names)),
                        (place / "accept.html", lambda page: check_acceptance(browser, place, flickbook)),
                        (place / "accept.html", lambda page: check_layout(browser, page)),
                        (place / "study.html", lambda page: check_study(browser, page, told)),
                        (place / "study.html", lambda page: check_layout(browser, page)),
                        (gallery / "index.html", lambda page: check_gallery(browser, gallery, names)),
                        (gallery / "pages" / f"{names[0]}.html", lambda page: check_replay(browser, page))):
                    await checks(page)
                    trouble = [words for words in browser.trouble(page)
                               if not words.startswith(f"the page requests {place.as_uri()}/gallery/")]
                    expect(not trouble, f"{browser.name}: {page.name}: {trouble}")
                    network = await page_policy.failures(browser)
                    expect(not network, f"{browser.name}: {page.name}: {network}")
            finally:
                browser.process.terminate()
                browser.process.wait()
            print(f"{browser.name}: the reports and a gallery of {len(names)} cases show and replay their runs, and the "
                  "commands of a report work")


asyncio.run(main())
