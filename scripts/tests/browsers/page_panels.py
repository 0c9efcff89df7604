"""Tests of the panels of a page: thresholds and the map of decisions, sliders of settings, and hostile texts, which
must not become markup."""

import asyncio
import hashlib
import json
import shlex
import subprocess

# In the page: waits for all recordings, and defines a function that waits for the drawing.
WAIT = """const settled = (time = 60) => new Promise((done) => setTimeout(done, time));
  const count = JSON.parse(element("recordings").textContent).recordings.length;
  while (engine === null || (engine.isThere && sources.length < count)) await settled(20);"""

# In the page: checks the thresholds of every decision, and their position on the map.
THRESHOLDS = """(async () => {
  %s
  const wrong = [], times = [];
  let found = 0, decisions = 0;
  for (const run of runs.slice(0, count)) {
    choose(runs.indexOf(run));
    for (const [index, event] of run.decisions.entries()) {
      run.releases = undefined;
      const start = performance.now(), known = await askReleases(run, event);
      times.push(performance.now() - start);
      if (known.error) continue;
      decisions++;
      for (const one of known.thresholds) {
        found++;
        if (one.target === event.decision.target) wrong.push(`${run.name}: ${thresholdWords(one)} is no other target`);
        if (one.target && one.decision?.target !== one.target) wrong.push(`${run.name}: its decision is another`);
        const list = one.along === "velocity" ? known.velocities : known.offsets, start = one.along === "velocity" ? one.released : 0;
        const there = one.along === "velocity" ? one.velocity : one.offset;
        if (one.axis !== known.axis) continue;
        // The first and the last column and row limit the map.
        if (there < list[0] || there > list.at(-1)) wrong.push(`${run.name}: a threshold lies beyond the map`);
        if (targetAt({ ...known, target: event.decision.target }, { offset: 0, velocity: known.release.velocity }) !== event.decision.target) wrong.push(`${run.name}: the release itself goes elsewhere`);
      }
    }
  }
  times.sort((a, b) => a - b);
  return JSON.stringify({ wrong, found, decisions, most: times.at(-1) });
})()""" % WAIT

# In the page: finds a decision with several targets on its map; returns the position of another target.
MAP = """(async () => {
  %s
  for (const run of runs.slice(0, count)) {
    choose(runs.indexOf(run));
    const event = run.decisions.at(-1);
    if (!event) continue;
    go(Math.min(event.frame, run.count - 1));
    openTab("decision");
    element("chances").open = true;
    await settled();
    const known = await askReleases(run, event, 41, 31);
    if (known.error || known.names.filter(Boolean).length < 2) continue;
    for (let waited = 0; !element("map") && waited < 100; waited++) await settled(20);
    const map = element("map");
    if (!map) return JSON.stringify({ trouble: `the decision of ${run.name} has no map` });
    map.scrollIntoView({ block: "center" });
    const box = map.getBoundingClientRect(), before = element("map-words").textContent;
    const place = (column, row) => [Math.round(box.left + mapEdge + (column + 0.5) / 41 * (box.width - 2 * mapEdge)),
      Math.round(box.top + mapEdge + (row + 0.5) / 31 * (box.height - 2 * mapEdge))];
    for (let row = 4; row < 27; row++) {
      for (let column = 4; column < 37; column++) {
        const name = known.names[known.targets[row][column]], alike = [-3, 3].every((step) => known.targets[row + step][column] === known.targets[row][column]
          && known.targets[row][column + step] === known.targets[row][column]);
        if (!name || !alike || name === event.decision.target) continue;
        const from = [box.left + mapEdge + fractionOf(known.velocities, known.release.velocity) * (box.width - 2 * mapEdge),
          box.top + mapEdge + 0.5 * (box.height - 2 * mapEdge)].map(Math.round);
        return JSON.stringify({ run: run.name, from, to: place(column, row), name, there: [placeOf(known.velocities, (column + 0.5) / 41), placeOf(known.offsets, (row + 0.5) / 31)],
          step: [known.velocities, known.offsets].map((list) => list[1] - list[0]), before, was: event.decision.target,
          list: element("thresholds")?.children.length ?? 0, story: element("tab-decision").textContent });
      }
    }
  }
  return JSON.stringify({ trouble: "no run has a map with two targets" });
})()""" % WAIT

WORDS = 'JSON.stringify([element("map-words").textContent, element("map").getAttribute("aria-label"), +element("map-velocity").value, +element("map-position").value])'


async def failures(browser, page):
    """Tests the decisions of `page`; returns the failures as sentences."""
    found = []
    await browser.open(page)
    answer = json.loads(await browser.evaluate(THRESHOLDS))
    found += answer["wrong"][:3]
    if answer["found"] < answer["decisions"]:
        found.append(f"{answer['decisions']} decisions have only {answer['found']} thresholds")
    print(f"{browser.name}: {answer['decisions']} decisions have {answer['found']} thresholds; the slowest search "
          f"took {answer['most']:.0f} ms")
    for kind in ("mouse", "touch"):
        # Controls are higher on a touchscreen, so add the touchscreen before asking for the place of the map.
        await browser.touch(kind == "touch")
        place = json.loads(await browser.evaluate(MAP))
        if "trouble" in place:
            return [*found, place["trouble"]]
        if not place["before"].endswith(f"goes to {place['was']}.") or not place["list"]:
            found.append(f"the map begins with: {place['before']}, and {place['list']} thresholds")
        (x0, y0), (x1, y1) = place["from"], place["to"]
        await browser.drag(kind, [(round(x0 + (x1 - x0) * step / 8), round(y0 + (y1 - y0) * step / 8))
                                  for step in range(9)])
        words = json.loads(await browser.evaluate(WORDS))
        if not words[0].endswith(f"goes to {place['name']}.") or words[0] != words[1]:
            found.append(f"a dot dragged by {kind} to {place['name']} shows: {words}")
        if any(abs(is_there - there) > step for is_there, there, step
               in zip(words[2:], place["there"], place["step"])):
            found.append(f"a dot dragged by {kind} to {place['there']} is at {words[2:]}")
    await browser.evaluate('element("map").focus()')
    for key in ("ArrowRight", "ArrowUp"):
        await browser.press(key)
    after = json.loads(await browser.evaluate(WORDS))
    if not after[2] > words[2] or after[0] == words[0]:
        found.append(f"arrow keys do not move the dot: {words} and {after}")
    await browser.evaluate('element("map-velocity").focus()')
    await browser.press("ArrowLeft")
    last = json.loads(await browser.evaluate(WORDS))
    if not last[2] < after[2] or last[0] == after[0]:
        found.append("the slider of the velocity does not move the dot")
    print(f"{browser.name}: the dot of a map can be dragged by mouse and touch and moved by keys, and shows its target")
    return found + browser.trouble(page)


# In the page: opens the mode Try for a run, scrolls to a slider, and returns its place.
SLIDER = """(async () => {
  %s
  choose(runs.findIndex((one) => one.name.startsWith("sheet/")));
  openTab("whatif");
  await settled(100);
  const slider = element("slide-spring.response");
  slider.scrollIntoView({ block: "center" });
  const box = slider.getBoundingClientRect(), thumb = (slider.value - slider.min) / (slider.max - slider.min);
  return JSON.stringify({ x: box.left + 8 + thumb * (box.width - 16), y: box.top + box.height / 2, right: box.right });
})()""" % WAIT

# In the page: waits until the value of the held slider is replayed; returns whether the page shows that run.
FOLLOWED = """(async () => {
  const settled = (time) => new Promise((done) => setTimeout(done, time)), wanted = element("slide-spring.response").value;
  for (let waited = 0; !tried.run?.request.endsWith(` ${wanted}\n`) && waited < 200; waited++) await settled(20);
  const { run, base } = tried;
  return JSON.stringify(wanted !== `${base.settings["spring.response"].value}` && lead() === run && drawn().includes(base));
})()"""

# In the page: waits until the trial is complete, and resets it; returns the run of the trial with its command line and
# its digest.
SLID = """(async () => {
  const settled = (time) => new Promise((done) => setTimeout(done, time));
  for (let waited = 0; (!tried.run || tried.run.isFleeting || tried.isAsking) && waited < 200; waited++) await settled(20);
  const now = tried.run, run = tried.base, wanted = element("slide-spring.response").value;
  openTab("values");
  const first = [...element("values").querySelectorAll(".setting-row")].map((row) => row.textContent);
  engine.ask(`replay ${now.source.name}\n${now.request}`);
  const digest = await Engine.digest(engine.file("frames.jsonl"));
  const command = commandOf(now.source.file, now.request), rows = now.frames.length;
  openTab("whatif");
  element("tab-whatif").querySelector('button[aria-label="Reset spring.response"]').click();
  for (let waited = 0; (tried.run === now || tried.run.isFleeting || tried.isAsking) && waited < 200; waited++) await settled(20);
  return JSON.stringify({ name: run.name, first, wanted, digest, command, count: rows,
    isBack: `${lead().curves[0].values}` === `${run.curves[0].values}` });
})()"""


async def slider_failures(browser, page, flickbook, folder):
    """Tests a slider in the mode Try; returns the failures as sentences."""
    await browser.open(page)
    place = json.loads(await browser.evaluate(SLIDER))
    await browser.point("mouse", "down", round(place["x"]), round(place["y"]))
    for step in (1, 2, 3):
        x = place["x"] + (place["right"] - place["x"]) * step / 9
        await browser.point("mouse", "move", round(x), round(place["y"]))
    is_followed = json.loads(await browser.evaluate(FOLLOWED))
    await browser.point("mouse", "up", round(x), round(place["y"]))
    answer = json.loads(await browser.evaluate(SLID))
    found, words = [], shlex.split(answer["command"])
    run = folder / f"{browser.name}-slider"
    subprocess.run([flickbook, "replay", f"Recordings/{answer['name']}/recording.yml", *words[3:], "-o", run],
                   check=True, stdout=subprocess.DEVNULL)
    if hashlib.sha256((run / "frames.jsonl").read_bytes()).hexdigest() != answer["digest"]:
        found.append(f"the frames after moving a slider differ from the command: {answer['command']}")
    if not is_followed or not answer["count"] or not answer["isBack"] \
            or [row.split(f"{answer['wanted']} s")[0] for row in answer["first"]] != ["spring.response"]:
        found.append(f"a slider that is moved and reset gives: {is_followed}, {answer}")
    print(f"{browser.name}: a slider replays while it is held, to the frames of the command, and can be reset")
    return found + browser.trouble(page)


# In the page: selects a run with a recording, opens the mode Try and scrolls to a slider; returns its position and
# range.
HOLD = """(async () => {
  %s
  choose(runs.findIndex((one) => one.name.startsWith("sheet/")));
  openTab("whatif");
  await settled(300);
  const slider = element("slide-spring.dampingRatio");
  slider.scrollIntoView({ block: "center" });
  await settled();
  const box = slider.getBoundingClientRect();
  return JSON.stringify({ left: box.left, width: box.width, y: box.top + box.height / 2, min: +slider.min, max: +slider.max,
    step: +slider.step, value: +slider.value, rank: [...document.querySelectorAll(".setting")].indexOf(slider.parentNode) });
})()""" % WAIT

# In the page: returns the value of the slider, the value in the tried run, and the index of the slider's row.
HELD = """(() => {
  const slider = element("slide-spring.dampingRatio"), row = slider.parentNode;
  return JSON.stringify({ value: +slider.value, field: +element("set-spring.dampingRatio").value, tried: +/set spring.dampingRatio (\\S+)/.exec(tried?.run?.request ?? "")?.[1],
    rank: [...document.querySelectorAll(".setting")].indexOf(row), range: [+slider.min, +slider.max] });
})()"""


async def hold_failures(browser, page):
    """Tests a slider that is dragged, held for a moment and dragged again; returns the failures as sentences."""
    found = []
    for kind in ("mouse", "touch"):
        # The window is wide enough for columns, which must not move under the pointer, either.
        await browser.show(1280, 800, finger=kind == "touch")
        await browser.open(page)
        place = json.loads(await browser.evaluate(HOLD))
        # Drag from the thumb, which a touch must hit, to two other positions.
        begin = (place["value"] - place["min"]) / (place["max"] - place["min"])
        there = lambda part: (round(place["left"] + 8 + part * (place["width"] - 16)), round(place["y"]))
        said = []
        await browser.point(kind, "down", *there(begin))
        for part in (0.3, 0.8):
            for step in range(1, 5):
                await browser.point(kind, "move", *there(begin + (part - begin) * step / 4))
            begin = part
            await asyncio.sleep(0.5)
            said.append(json.loads(await browser.evaluate(HELD)))
        await browser.point(kind, "up", *there(begin))
        await asyncio.sleep(0.5)
        said.append(json.loads(await browser.evaluate(HELD)))
        for part, now in zip((0.3, 0.8, 0.8), said):
            wanted = place["min"] + part * (place["max"] - place["min"])
            if abs(now["value"] - wanted) > 0.03 * (place["max"] - place["min"]) or now["tried"] != now["field"]:
                found.append(f"a slider held by {kind} at {wanted:.3f} shows {now}")
        if any(now["rank"] != place["rank"] for now in said):
            found.append(f"the row of a slider held by {kind} moves from {place['rank']} to {said}")
        if said[2]["range"] != [place["min"], place["max"]] or said[2]["value"] != said[2]["field"]:
            found.append(f"the range of a slider held by {kind} changes after the release: {said[2]}")
        found += browser.trouble(page)
    await browser.show(1280, 800)
    print(f"{browser.name}: a slider follows mouse and touch after a pause, and its row and its range stay")
    return found


HOSTILE = '<script>window.isBroken = true</script><img src=x onerror="isBroken=1">"quoted" \'it\' &amp; '

# In the page: opens each tab; returns whether a text became part of the page as markup.
TEXTS = """(async () => {
  %s
  const wide = [];
  for (const [key] of [...tabs, ...modes.slice(1)]) {
    openTab(key);
    await settled();
    if (document.documentElement.scrollWidth > innerWidth) wide.push(key);
  }
  openTab("values");
  const all = document.body.textContent;
  return JSON.stringify({ wide, isBroken: !!window.isBroken, images: document.images.length, scripts: document.querySelectorAll("main script, header script").length,
    told: ["intent", "note"].filter((key) => runs[0].about?.[key]?.includes("<script>window")),
    length: runs[0].about?.note?.length ?? 0, isSeen: element("about").textContent.includes('onerror="isBroken=1"'),
    isThere: engine.isThere, title: document.title.length });
})()""" % WAIT


def odd_page(flickbook, folder):
    """Writes a page of a recording with hostile texts, in a file with a hostile name."""
    text = open("Recordings/sheet/flick-down-from-full/recording.yml").read().splitlines(keepends=True)
    words = {"intent": HOSTILE, "note": HOSTILE * (10_000 // len(HOSTILE)), "source": HOSTILE}
    lines = [f"  {key}: {json.dumps(words[key])}\n" if (key := line.strip().split(":")[0]) in words else line
             for line in text]
    file = folder / "<b>odd\"'&.yml"
    file.write_text("".join(lines))
    page = folder / "odd.html"
    subprocess.run([flickbook, "view", file, "--scenario", "sheet", "-o", page], check=True,
                   stdout=subprocess.DEVNULL)
    return page


async def odd_failures(browser, page):
    """Tests a page with hostile texts; returns the failures as sentences."""
    found = []
    for size in ((390, 844), (1280, 800)):
        await browser.show(*size)
        await browser.open(page)
        answer = json.loads(await browser.evaluate(TEXTS))
        wanted = {"wide": [], "isBroken": False, "images": 0, "scripts": 0, "told": ["intent", "note"],
                  "isSeen": True, "isThere": True}
        if any(answer[key] != value for key, value in wanted.items()) or answer["length"] < 9_000:
            found.append(f"hostile texts, {size}: {answer}")
        found += browser.trouble(page)
    print(f"{browser.name}: 10 kB of markup and quotes in every text are shown as text, and fit into the window")
    return found


def directories_page(flickbook, folder):
    """Writes a page of two run directories that differ in one setting."""
    for name, response in (("one", 0.4), ("other", 0.9)):
        subprocess.run([flickbook, "replay", "Recordings/sheet/flick-down-from-full/recording.yml", "--scenario",
                        "sheet", "--set", f"spring.response={response}", "-o", folder / name],
                       check=True, stdout=subprocess.DEVNULL)
    subprocess.run([flickbook, "view", folder / "one", folder / "other", "-o", folder / "directories.html"],
                   check=True, stdout=subprocess.DEVNULL)


async def directories_failures(browser, page):
    """Tests a page of runs without recordings; returns the failures as sentences."""
    await browser.open(page)
    rows = json.loads(await browser.evaluate("""(async () => {
      await new Promise((done) => setTimeout(done, 200));
      openTab("values");
      return JSON.stringify([...element("values").children].map((row) => row.textContent)); })()"""))
    if len(rows) < 2 or rows[1] != "spring.response0.4 s0.9 s":
        return [f"runs that differ in one setting begin with {rows[:3]}"]
    print(f"{browser.name}: run directories list the setting that differs first")
    return browser.trouble(page)


# In the page: returns the drawn runs, the points of a curve with two short peaks on 600 pixels, and the message if the
# page has no clipboard.
PLAIN = """(async () => {
  await new Promise((done) => setTimeout(done, 200));
  const points = [], pen = { setLineDash() {}, beginPath() {}, stroke() {} };
  pen.moveTo = pen.lineTo = (x, y) => points.push(y);
  const column = Array.from({ length: 30001 }, (_, index) => index === 12345 ? 100 : index === 23456 ? -100 : 0);
  state.view = [0, 250];
  plotted = { width: 600, from: 0, scale: 2.4 };
  stroke(pen, { width: 600, y: (number) => number }, { rate: 120, count: 30001 }, column, "", 2, 1, []);
  state.view = null;
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  const box = element("side");
  await offer(box, "flickbook replay 'a b.yml'");
  const area = box.querySelector("textarea");
  return JSON.stringify({ drawn: drawn().length, rests: runs.map((run) => run.rests.length), isSideBySide: state.isSideBySide,
    most: Math.max(...points), least: Math.min(...points), count: points.length, note: box.querySelector(".copied")?.textContent,
    selected: area.value.slice(area.selectionStart, area.selectionEnd) });
})()"""


async def plain_failures(browser, flickbook, folder):
    """Tests runs with different rest positions, long curves and copying; returns the failures as sentences."""
    recording = "Recordings/sheet/flick-down-from-full/recording.yml"
    for name, more in (("first", []), ("second", ["--set", "detents=low:200,high:500", "--set", "start=high"])):
        subprocess.run([flickbook, "replay", recording, "--scenario", "sheet", *more, "--force", "-o", folder / name],
                       check=True, stdout=subprocess.DEVNULL)
    page = folder / "rests.html"
    subprocess.run([flickbook, "view", folder / "first", folder / "second", "--force", "-o", page], check=True,
                   stdout=subprocess.DEVNULL)
    found = []
    if str(folder) in page.read_text():
        found.append("the page contains absolute paths")
    await browser.open(page)
    answer = json.loads(await browser.evaluate(PLAIN))
    if answer["drawn"] != 2 or answer["isSideBySide"]:
        found.append(f"two runs with different rest positions give: {answer}")
    if answer["most"] != 100 or answer["least"] != -100 or answer["count"] > 2_000:
        found.append(f"a curve with two short peaks gives: {answer}")
    if "Ctrl+C" not in answer.get("note", "") or answer["selected"] != "flickbook replay 'a b.yml'":
        found.append(f"a page without a clipboard shows: {answer}")
    case = "Recordings/sheet/flick-down-from-full"
    page = folder / "case.html"
    subprocess.run([flickbook, "view", case, "--force", "-o", page], check=True, stdout=subprocess.DEVNULL)
    await browser.open(page)
    command = json.loads(await browser.evaluate("""(async () => { %s
      return JSON.stringify(commandOf(runs[0].source.file, runs[0].source.request)); })()""" % WAIT))
    if shlex.split(command)[2] != f"{case}/recording.yml":
        found.append(f"the command of a case is: {command}")
    print(f"{browser.name}: runs with different rest positions and short peaks of long curves are drawn; "
          "commands name existing files")
    return found + browser.trouble(page)
