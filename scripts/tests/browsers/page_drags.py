"""Drags on the surface of a page with a mouse and a finger, and compares the frames with the frames of the command.

The recording of each drag is saved as the page saves it, and replayed with the command line that the page shows. The
frames must be the same bytes.
"""

import hashlib
import json
import pathlib
import shlex
import subprocess

# In the page: opens the tab for dragging; returns the position of the screen and the size of a point on it.
READY = """(async () => {
  const count = JSON.parse(element("recordings").textContent).recordings.length;
  while (engine === null || (engine.isThere && sources.length < count)) {
    await new Promise((done) => setTimeout(done, 20));
  }
  const scene = %d;
  if (scene >= 0) choose(scene);
  openTab("touch");
  await new Promise((done) => setTimeout(done, 200));
  element("screen").scrollIntoView({ block: "center" });
  // Store the run that was shown during the drag, before the drag is replayed.
  const real = replayHand;
  replayHand = (begun) => {
    if (begun.followed) {
      const [{ run }] = begun.followed;
      begun.seen = { decisions: run.decisions.map((event) => event.decision.target), count: run.count, isLate: begun.followed[0].isLate,
        frames: run.frames, keys: run.keys };
    }
    real(begun);
    replayHand = real;
  };
  const box = element("screen").getBoundingClientRect(), place = places[0];
  return JSON.stringify({ left: box.left + place.left, top: box.top + place.top, scale: place.scale,
    count: kept.length, scroll: scrollY, action: getComputedStyle(element("screen")).touchAction });
})()"""

# In the page: waits for the newest recording; returns it as a file, with its command line and its results.
KEPT = """(async () => {
  for (let waited = 0; kept.length <= %d && waited < 200; waited++) {
    await new Promise((done) => setTimeout(done, 50));
  }
  if (kept.length <= %d) return JSON.stringify({ trouble: document.querySelector(".trouble")?.textContent });
  const newest = kept[0];
  const { seen, run, costs } = newest;
  const columns = ["x", "y"].map((key) => [seen.keys.indexOf(key), run.keys.indexOf(key)]);
  const gaps = seen.frames.slice(0, Math.min(seen.count - 1, run.count))
    .map((row, index) => Math.max(...columns.map(([one, other]) => Math.abs(row[one] - run.frames[index][other]))));
  costs.sort((a, b) => a - b);
  newest.intent = 'half" <script>';
  engine.ask(`replay ${newest.name}\\n${newest.request.now}`);
  return JSON.stringify({ file: recordingFile(newest), name: fileName(newest), source: sourceWords(newest),
    command: commandOf(fileName(newest), newest.request.now),
    seen: seen.decisions, decided: run.decisions.map((event) => event.decision.target), gap: Math.max(0, ...gaps), isLate: seen.isLate,
    cost: costs[Math.floor(costs.length * 0.95)], live: seen.count, isWide: document.documentElement.scrollWidth > innerWidth,
    events: newest.lines.length,
    digest: await Engine.digest(engine.file("frames.jsonl")) });
})()"""

# In the page: draws with a pen whose browser reports three moves in one event.
COALESCED = """(async () => {
  openTab("touch");
  await new Promise((done) => setTimeout(done, 100));
  const screen = element("screen"), box = screen.getBoundingClientRect(), place = places[0], before = kept.length;
  const there = (y) => ({ pointerId: 77, pointerType: "pen", isPrimary: true, bubbles: true, cancelable: true, button: 0, buttons: 1,
    clientX: box.left + place.left + 195 * place.scale, clientY: box.top + place.top + y * place.scale });
  const moves = [590, 580, 570].map((y) => new PointerEvent("pointermove", there(y)));
  screen.dispatchEvent(new PointerEvent("pointerdown", there(600)));
  screen.dispatchEvent(new PointerEvent("pointermove", { ...there(570), coalescedEvents: moves }));
  const begun = hand;
  await new Promise((done) => setTimeout(done, 250));
  const moved = screen.getBoundingClientRect(), isStill = moved.top === box.top && moved.left === box.left && moved.height === box.height;
  const seen = fingersAt(lead(), time()).length;
  screen.dispatchEvent(new PointerEvent("pointerup", there(570)));
  for (let waited = 0; kept.length <= before && waited < 100; waited++) await new Promise((done) => setTimeout(done, 50));
  return JSON.stringify({ places: begun.lines.filter((line) => / 3 54 /.test(line)).length, source: sourceWords(begun),
    isKept: kept[0] === begun, isStill, seen });
})()"""

# In the page: returns the number of drawn outlines of earlier positions of a surface.
TRAIL = """(() => {
  const run = runs.find((one) => one.layers.some((layer) => layer.role === "surface" && Array.isArray(layer.y)));
  choose(runs.indexOf(run));
  go(Math.floor(run.count / 2));
  const pen = CanvasRenderingContext2D.prototype, real = pen.stroke;
  let count = 0;
  pen.stroke = function (...rest) { count++; return real.apply(this, rest); };
  drawTrail(element("screen").getContext("2d"), run, 1);
  pen.stroke = real;
  return count;
})()"""

# The path of a drag, in points; fast enough for a release velocity.
PATH = [(195 + step, 700 - step * step) for step in range(16)]


async def failures(browser, page, flickbook, folder):
    """Tests drags in `page`; returns the failures as sentences."""
    found = []
    await browser.show(1280, 800)
    await browser.open(page)
    for kind in ("mouse", "touch"):
        place = json.loads(await browser.evaluate(READY % -1))
        points = [(round(place["left"] + x * place["scale"]), round(place["top"] + y * place["scale"]))
                  for x, y in PATH]
        await browser.drag(kind, points)
        answer = json.loads(await browser.evaluate(KEPT % (place["count"], place["count"])))
        if "trouble" in answer:
            found.append(f"a drag with {kind} is not kept: {answer['trouble']}")
            continue
        (folder / answer["name"]).write_text(answer["file"])
        words = shlex.split(answer["command"])
        run = folder / f"{browser.name}-{kind}"
        subprocess.run([pathlib.Path(flickbook).resolve(), *words[1:], "-o", run], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        digest = hashlib.sha256((run / "frames.jsonl").read_bytes()).hexdigest()
        if digest != answer["digest"]:
            found.append(f"the frames of a drag with {kind} differ from the command: {answer['command']}")
        if answer["events"] < 8:
            found.append(f"a drag with {kind} has only {answer['events']} events")
        found += differences(f"a drag with {kind}", answer)
        print(f"{browser.name}: a drag with {kind} ({answer['source']}) has the frames of the command; "
              f"following it takes at most {answer['cost']:.1f} ms for 95 % of the pictures")
    answer = json.loads(await browser.evaluate(COALESCED))
    if answer["places"] != 4 or not answer["source"].startswith("a page, pen") or not answer["isKept"] \
            or not answer["isStill"] or answer["seen"] != 1:
        found.append(f"three moves of a pen in one event give: {answer}")
    if browser.name == "chromium":
        trails = []
        for motion in ("no-preference", "reduce"):
            await browser.show(1280, 800, reduced_motion=motion)
            trails.append(await browser.evaluate(TRAIL))
        if trails[0] == 0 or trails[1] != 0:
            found.append(f"trails have {trails} outlines, without and with prefers-reduced-motion")
        await browser.show(1280, 800)
    return found + browser.trouble(page)


def differences(what, answer):
    """Returns the differences between the run shown during the drag and the replay."""
    found = []
    if answer["seen"] != answer["decided"]:
        found.append(f"{what} went to {answer['seen']} when dragged and to {answer['decided']} when replayed")
    if answer["live"] < 5 or not answer["isLate"] and answer["gap"] > 0.1:
        found.append(f"{what} was followed for {answer['live']} frames with an error of up to {answer['gap']} pt")
    return found


async def scene_failures(browser, page, count):
    """Tests a finger's drag on each scene of `page` on a small screen; returns the failures as sentences."""
    found = []
    await browser.show(390, 844, finger=True)
    gaps = []
    for scene in range(count):
        await browser.open(page)
        place = json.loads(await browser.evaluate(READY % scene))
        points = [(round(place["left"] + (195 + 2 * step) * place["scale"]),
                   round(place["top"] + (422 + 6 * step) * place["scale"])) for step in range(16)]
        await browser.drag("touch", points)
        answer = json.loads(await browser.evaluate(KEPT % (place["count"], place["count"])))
        if "trouble" in answer:
            found.append(f"a finger on scene {scene} is not kept: {answer['trouble']}")
            continue
        found += differences(f"a finger on scene {scene}", answer)
        if answer["isWide"]:
            found.append(f"scene {scene} is wider than a small screen")
        if place["action"] != "none":
            found.append(f"the browser may treat a drag on scene {scene} as scrolling: {place['action']}")
        if await browser.evaluate("scrollY") != place["scroll"]:
            found.append(f"a finger on scene {scene} scrolls the page")
        found += browser.trouble(page)
        if not answer["isLate"]:
            gaps.append(answer["gap"])
    print(f"{browser.name}: a finger drags on {count} scenes of a small screen; drags and replays are equal within "
          f"{max(gaps, default=0):.3f} pt ({count - len(gaps)} not compared: events were late)")
    return found
