"""Tests of a page with real pointers: sliders that follow them, the surface under a finger, and the sheet of settings."""

import asyncio
import json
import time

from page_panels import WAIT

# The windows of the tests: a desktop, a phone, and a desktop whose text is enlarged to 200 %.
WINDOWS = (("mouse", 1280, 800), ("touch", 390, 844), ("touch", 640, 400), ("mouse", 1024, 768))

# In the page: selects a sheet, opens Try, and scrolls to the slider with the index %s: 0 is the first slider, and -1
# the last. From then on, each animation frame notes the place of the row and whether the slider still exists.
GRASP = """(async () => {
  %s
  if (state.tab !== "whatif") {
    choose(Math.max(0, runs.findIndex((one) => one.name.startsWith("sheet/"))));
    element("mode-whatif").click();
    await settled(300);
  }
  const slider = [...document.querySelectorAll("#tab-whatif input[type=range]")].at(%s), panel = element("tab-whatif");
  panel.scrollTop += slider.parentNode.getBoundingClientRect().top - panel.getBoundingClientRect().top - 12;
  slider.parentNode.scrollIntoView({ block: "nearest" });
  await settled(100);
  const box = slider.getBoundingClientRect(), thumb = (slider.value - slider.min) / (slider.max - slider.min);
  const watching = window.watching = { id: slider.id, top: box.top, away: 0, lost: 0 };
  const look = () => {
    const now = element(watching.id)?.getBoundingClientRect();
    if (!now) watching.lost++; else watching.away = Math.max(watching.away, Math.abs(now.top - watching.top));
    if (window.watching === watching) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return JSON.stringify({ id: slider.id, left: box.left + 8, width: box.width - 16, y: box.top + box.height / 2, thumb,
    min: +slider.min, max: +slider.max });
})()"""

# In the page: waits until the shown run has the value of the held slider, and has all values of its frames, because a
# faulty page rebuilds the panel at that time. Returns the value and the state of the page.
RESTED = """(async () => {
  const settled = (time) => new Promise((done) => setTimeout(done, time)), slider = element(watching.id);
  const key = slider.id.slice(6);
  for (let waited = 0; waited < 200; waited++) {
    const run = tried?.run;
    if (run && !run.isFleeting && run.request.includes(`set ${key} ${slider.value}\\n`)) break;
    await settled(20);
  }
  const box = slider.getBoundingClientRect(), stage = element("screen").getBoundingClientRect();
  const isOn = (item, x, y) => document.elementFromPoint(x, y) === item;
  return JSON.stringify({ value: +slider.value, isTried: lead() === tried?.run && !lead().isFleeting, isGhost: drawn().includes(tried?.base),
    isSeen: isOn(slider, box.left + box.width / 2, box.top + box.height / 2) && isOn(element("screen"), stage.left + stage.width / 2, stage.bottom - 4)
      && stage.top >= 0 && stage.bottom <= innerHeight });
})()"""

# In the page: waits 1 s after the release; returns the greatest distance of the row from its place since the press.
RELEASED = """(async () => {
  await new Promise((done) => setTimeout(done, 1000));
  const { id, away, lost } = watching;
  window.watching = null;
  return JSON.stringify({ away, lost, value: +element(id).value, field: +element(id.replace("slide", "set")).value });
})()"""


async def slide(browser, kind, place, parts):
    """Drags a slider to several fractions of its width, with a pause at each; returns the state of the page at each
    pause."""
    def there(part):
        return round(place["left"] + part * place["width"]), round(place["y"])

    shown, before = [], place["thumb"]
    await browser.point(kind, "down", *there(before))
    for part in parts:
        for step in range(1, 5):
            await browser.point(kind, "move", *there(before + (part - before) * step / 4))
        before = part
        shown.append(json.loads(await browser.evaluate(RESTED)))
    return shown, there(before)


async def slider_failures(browser, page, windows=WINDOWS):
    """Tests the first and the second drag of sliders in each window; returns the failures as sentences."""
    found = []
    for kind, width, height in windows:
        await browser.show(width, height, finger=kind == "touch")
        await browser.open(page)
        for which in (0, 0, -1, -1):
            what = f"{width} × {height}, {kind}, slider {which}"
            place = json.loads(await browser.evaluate(GRASP % (WAIT, which)))
            parts = (0.3, 0.7, 0.45) if place["thumb"] > 0.5 else (0.6, 0.2, 0.8)
            shown, end = await slide(browser, kind, place, parts)
            await browser.point(kind, "up", *end)
            last = json.loads(await browser.evaluate(RELEASED))
            reach = place["max"] - place["min"]
            for part, now in zip(parts, shown):
                if abs(now["value"] - place["min"] - part * reach) > 0.03 * reach:
                    found.append(f"{what}: it does not follow the pointer to {part}: {now}")
                if not now["isTried"] or not now["isGhost"]:
                    found.append(f"{what}: the page does not show the trial: {now}")
                if not now["isSeen"]:
                    found.append(f"{what}: the slider or the stage is not in view")
            if last["away"] > 1 or last["lost"]:
                found.append(f"{what}: its row moves during the drag or after it: {last}")
            if last["value"] != shown[-1]["value"] or last["field"] != last["value"]:
                found.append(f"{what}: it changes after the release from {shown[-1]} to {last}")
        found += browser.trouble(page)
    print(f"{browser.name}: sliders follow mouse and finger in two drags each, and their rows stay in place")
    return found


# In the page: in 40 animation frames, counts pictures of the stage that differ from the previous picture, and outlines
# of the original run.
MOTION = """(async () => {
  const canvas = element("screen"), real = drawGhost;
  let ghosts = 0, changes = 0, before = "";
  drawGhost = (pen, run, ...rest) => { if (run === tried?.base) ghosts++; real(pen, run, ...rest); };
  for (let frame = 0; frame < 40; frame++) {
    await new Promise((done) => requestAnimationFrame(done));
    const picture = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    let sum = 0;
    for (let place = 0; place < picture.length; place++) sum = (sum * 31 + picture[place]) | 0;
    if (frame && sum !== before) changes++;
    before = sum;
  }
  if (!ghosts) show();
  drawGhost = real;
  return JSON.stringify({ changes, ghosts, isPlaying: state.isPlaying, isWorker: Boolean(worker?.worker) });
})()"""


async def motion_failures(browser, page):
    """Tests the motion that a resting pointer shows on the stage; returns the failures as sentences."""
    found = []
    motions = ("no-preference", "reduce") if browser.name == "chromium" else ("no-preference",)
    for motion in motions:
        await browser.show(1280, 800, reduced_motion=motion)
        await browser.open(page)
        place = json.loads(await browser.evaluate(GRASP % (WAIT, 0)))
        _, end = await slide(browser, "mouse", place, (0.7,))
        seen = json.loads(await browser.evaluate(MOTION))
        await browser.point("mouse", "up", *end)
        is_moving = seen["changes"] > 3 and seen["isPlaying"]
        is_still = seen["changes"] == 0 and not seen["isPlaying"]
        if not seen["ghosts"] or not (is_moving if motion == "no-preference" else is_still):
            found.append(f"a slider that is held, with motion {motion}, shows: {seen}")
        if not seen["isWorker"]:
            found.append("no worker replays the run, so a long replay blocks the page")
        found += browser.trouble(page)
    await browser.show(1280, 800)
    print(f"{browser.name}: the stage moves while a slider is held ({', '.join(motions)})")
    return found


# In the page: opens Feel with a sheet; returns the place of the screen and the window.
FEEL = """(async () => {
  %s
  if (!isTouching) {
    choose(runs.findIndex((one) => one.name.startsWith("sheet/")));
    element("mode-touch").click();
    await settled(300);
  }
  const box = element("screen").getBoundingClientRect(), place = places[0], [width, height] = sizeOf(lead());
  return JSON.stringify({ left: box.left + place.left, top: box.top + place.top, width, height, scale: place.scale, count: kept.length, now: variants.now });
})()""" % WAIT

# In the page: waits for a recording after the first %d; returns its events and its source.
FELT = """(async () => {
  for (let waited = 0; kept.length <= %d && waited < 300; waited++) await new Promise((done) => setTimeout(done, 30));
  const [begun] = kept;
  return JSON.stringify({ lines: begun?.lines ?? [], source: begun ? sourceWords(begun) : "", now: variants.now, size: begun?.size });
})()"""


def paths(lines):
    """Returns the samples of each slot of a recording, as times in seconds and positions in points."""
    found, place, slot = {}, {}, 0
    for line in lines:
        micros, kind, code, value = map(int, line.split())
        if (kind, code) == (3, 47):
            slot = value
        elif (kind, code) in ((3, 53), (3, 54)):
            place[slot, code] = value / 100
            if (slot, 53) in place and (slot, 54) in place:
                found.setdefault(slot, []).append((micros / 1e6, place[slot, 53], place[slot, 54]))
    return found


def speed_of(samples):
    """Returns the vertical speed that fits best to samples, in points per second."""
    middle = [sum(one[index] for one in samples) / len(samples) for index in (0, 2)]
    return (sum((one[0] - middle[0]) * (one[2] - middle[1]) for one in samples)
            / sum((one[0] - middle[0]) ** 2 for one in samples))


async def feel_failures(browser, page):
    """Tests drags with fingers on the surface of a phone; returns the failures as sentences."""
    await browser.show(390, 844, finger=True)
    await browser.open(page)
    found, count = [], 0
    for second in (None, "taps", "moves"):
        place = json.loads(await browser.evaluate(FEEL))
        begin, (x, y) = time.time(), (round(place["left"] + 195), round(place["top"] + 250))
        for step in range(51):
            # 8 ms and 8 px for each step: 1000 px/s.
            when = begin + 0.008 * step
            await asyncio.sleep(max(0.0, when - time.time()))
            fingers = {1: (x, y + 8 * step if second is None else y + 2 * step)}
            if second and 20 <= step < 24 + 6 * (second == "moves"):
                fingers[2] = (x + 90, y + (8 * (step - 20) if second == "moves" else 0))
            await browser.fingers(fingers, when)
        await browser.fingers({}, begin + 0.008 * 51)
        answer = json.loads(await browser.evaluate(FELT % count))
        count += 1
        found += felt_failures(browser, second, place, answer)
    print(f"{browser.name}: a finger is recorded at its place and speed; a second finger switches the settings by a tap, "
          "and is recorded if it moves")
    await browser.show(1280, 800)
    return found + browser.trouble(page)


def felt_failures(browser, second, place, answer):
    found, all_paths = [], paths(answer["lines"])
    first = all_paths.get(0, [(0, 0, 0)])
    distance, wanted = first[-1][2] - first[0][2], 400 if second is None else 100
    if abs(distance - wanted) > 0.5 or place["scale"] != 1 or "1 px/pt" not in answer["source"]:
        found.append(f"{wanted} px give {distance} pt, at a scale of {place['scale']}: {answer['source']}")
    if second is None and browser.name == "chromium" and abs(speed_of(first) / 1000 - 1) > 0.01:
        found.append(f"a finger with 1000 px/s is recorded with {speed_of(first)} pt/s")
    if (1 in all_paths) != (second == "moves"):
        found.append(f"a second finger that {second} gives the slots {sorted(all_paths)}")
    if (answer["now"] != place["now"]) != (second == "taps"):
        found.append(f"a second finger that {second} switches the settings from {place['now']} to {answer['now']}")
    return found


# In the page: opens Try; returns the place of the handle and the positions of the sheet.
HANDLE = """(async () => {
  %s
  if (state.tab !== "whatif") element("mode-whatif").click();
  await settled(400);
  const box = element("handle").getBoundingClientRect();
  return JSON.stringify({ x: box.left + box.width / 2, y: box.top + box.height / 2, rests: drawer.rests, top: element("side").getBoundingClientRect().top });
})()""" % WAIT

# In the page: waits until the condition `%s` about the place of the sheet holds; returns the top of the sheet.
SHEET = """(async () => {
  const top = () => element("side").getBoundingClientRect().top;
  for (let waited = 0; waited < 100 && !(%s); waited++) await new Promise((done) => setTimeout(done, 20));
  return top();
})()"""
AT_REST = "!drawer.drag && drawer.rests.some((rest) => Math.abs(rest.top - top()) < 1)"


async def sheet_failures(browser, page):
    """Tests the sheet of settings with a finger and a key; returns the failures as sentences."""
    found = []
    await browser.show(390, 844, finger=True)
    await browser.open(page)
    place = json.loads(await browser.evaluate(HANDLE))
    x, y = round(place["x"]), round(place["y"])
    await browser.point("touch", "down", x, y)
    for step in range(1, 11):
        await browser.point("touch", "move", x, y + 12 * step)
        await asyncio.sleep(0.016)
    wanted = place["top"] + 120
    top = await browser.evaluate(SHEET % f"Math.abs(top() - {wanted}) < 2")
    if abs(top - wanted) >= 2:
        found.append(f"a finger moves the sheet by 120 px from {place['top']} to {top}")
    for step in range(1, 11):
        await browser.point("touch", "move", x, y + 120 - 40 * step)
        await asyncio.sleep(0.008)
    await browser.point("touch", "up", x, y - 280)
    top = await browser.evaluate(SHEET % AT_REST)
    tops = [round(rest["top"]) for rest in place["rests"]]
    if round(top) not in tops or top >= place["top"]:
        found.append(f"a flick moves the sheet from {place['top']} to {top}, not to one of {tops}")
    # Firefox presses buttons by keys only in a window with focus, which a browser without a screen does not have.
    if browser.name == "chromium":
        await browser.evaluate('element("handle").focus()')
        await browser.press("Enter")
        moved = await browser.evaluate(SHEET % f"Math.abs(top() - {top}) > 1")
        if round(moved) not in tops or abs(moved - top) < 1:
            found.append(f"Enter moves the sheet from {top} to {moved}, not to one of {tops}")
    await browser.show(1280, 800)
    print(f"{browser.name}: the sheet of settings follows the finger, and rests at one of {tops}")
    return found + browser.trouble(page)


# In the page: opens each tab and mode; returns the controls that are too small for a finger, the controls that are
# covered although they were scrolled into view, and the elements whose content is too wide.
CONTROLS = """(async () => {
  %s
  const small = [], covered = [], wide = [], isSized = %s;
  choose(runs.findIndex((one) => one.name.startsWith("sheet/")));
  const named = (item) => `${state.tab}: ${item.localName} ${item.id || item.getAttribute("aria-label") || item.textContent}`.slice(0, 60);
  const isLabelled = (item) => item.type === "checkbox" && item.closest("label");
  for (const [key] of [...tabs, ...modes.slice(1), ["listing"]]) {
    if (key === "listing") document.body.classList.add("listing"); else openTab(key);
    await settled(200);
    for (const item of document.querySelectorAll("button, input, select, summary, label:has(input[type=checkbox]), #plot")) {
      element("curves").open = Boolean(item.closest("#curvelist")) && key === "values";
      if (!item.checkVisibility({ visibilityProperty: true }) || isLabelled(item) || key === "touch" && !element("stage").contains(item)) continue;
      const { width, height } = item.getBoundingClientRect();
      if (isSized && (height < 43.9 || item.type !== "range" && width < 43.9)) small.push(`${named(item)}: ${width.toFixed()} × ${height.toFixed()}`);
      if (key === "whatif" && !element("side").contains(item)) continue;
      item.scrollIntoView({ block: "nearest" });
      if (element("handle").offsetHeight && element("tab-whatif").contains(item)) {
        element("tab-whatif").scrollTop += item.getBoundingClientRect().top - element("tab-whatif").getBoundingClientRect().top - 8;
      }
      const box = item.getBoundingClientRect();
      for (const part of [0.1, 0.5, 0.9]) {
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + part * box.height);
        if (!item.contains(hit)) { covered.push(`${named(item)} by ${hit?.id || hit?.className || hit?.localName}`); break; }
      }
    }
    for (const box of [document.documentElement, ...document.querySelectorAll(".panel:not(#tab-values)")]) {
      if (box.scrollWidth > box.clientWidth) wide.push(`${key}: ${box.id || "the page"}`);
    }
  }
  return JSON.stringify({ small, covered, wide });
})()"""


async def control_failures(browser, page):
    """Returns the controls that a finger cannot use, as sentences."""
    found = []
    for width, height in ((390, 844), (640, 400)):
        await browser.show(width, height, finger=True)
        await browser.open(page)
        answer = json.loads(await browser.evaluate(CONTROLS % (WAIT, json.dumps(width == 390))))
        for what, items in answer.items():
            found += [f"{width} × {height}: {item} ({what})" for item in items]
        found += browser.trouble(page)
    await browser.show(1280, 800)
    print(f"{browser.name}: all controls of a small screen are large enough for a finger and not covered")
    return found


# In the page: opens a mode; returns the places of the stage, the curves, Play and the scrubber, whether each can be seen,
# and the width of the surface's screen.
PARTS = """(async () => {
  %s
  choose(runs.findIndex((one) => one.name.startsWith("sheet/")));
  openTab("%s");
  await settled(300);
  const found = ["screen", "plot", "play", "scrubber"].map((id) => {
    const { left, right, top, bottom } = element(id).getBoundingClientRect();
    const isOn = (y) => element(id).parentNode.contains(document.elementFromPoint((left + right) / 2, y));
    return { id, left, right, top, bottom, isSeen: top >= 0 && bottom <= innerHeight && isOn(top + 3) && isOn(bottom - 3) };
  });
  return JSON.stringify({ found, screen: places[0].scale * sizeOf(lead())[0] });
})()"""


async def view_failures(browser, page):
    """Returns which parts (stage, curves, player) cannot be seen at the same time on a small screen, as sentences."""
    found = []
    for width, height, mode in ((640, 400, "values"), (640, 400, "whatif"), (390, 844, "whatif"), (844, 390, "whatif")):
        await browser.show(width, height, finger=True)
        await browser.open(page)
        answer = json.loads(await browser.evaluate(PARTS % (WAIT, mode)))
        what = f"{width} × {height}, {mode}"
        found += [f"{what}: {part['id']} is not in view: {part}" for part in answer["found"] if not part["isSeen"]]
        stage = answer["found"][0]
        if stage["right"] - stage["left"] > 2 * answer["screen"]:
            found.append(f"{what}: the stage is {stage['right'] - stage['left']} px wide for a screen of {answer['screen']} px")
        found += browser.trouble(page)
    await browser.show(1280, 800)
    print(f"{browser.name}: stage, curves and player are in view together on small screens")
    return found


async def failures(browser, page):
    """Tests the page with a mouse and a finger; returns the failures as sentences."""
    found = await slider_failures(browser, page)
    found += await motion_failures(browser, page)
    found += await feel_failures(browser, page)
    found += await sheet_failures(browser, page)
    found += await view_failures(browser, page)
    return found + await control_failures(browser, page)
