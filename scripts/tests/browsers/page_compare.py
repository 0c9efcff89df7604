"""Tests of pages that compare runs: the list of many runs, runs of different surfaces, the first
difference, long curves, and edits on the curve."""

import json
import subprocess

# In the page: waits for a condition; defined in every script below.
UNTIL = """const until = async (condition) => {
    for (let waited = 0; waited < 400 && !condition(); waited++) {
      await new Promise((done) => setTimeout(done, 25));
    }
    return Boolean(condition());
  };"""

# In the page: returns the state of the list of runs, and the middles of some controls.
LISTED = """(async () => {
  %s
  await until(() => document.querySelector(".spark"));
  const middle = (item) => {
    const box = item?.getBoundingClientRect();
    return box && box.height ? [box.left + box.width / 2, box.top + box.height / 2].map(Math.round) : null;
  };
  const rows = [...runRows.values()].filter((row) => !row.hidden);
  return JSON.stringify({
    tab: state.tab, isSideBySide: state.isSideBySide, shown: shown().map((run) => run.name), lead: lead().name,
    chips: [...element("names").children].map((chip) => chip.textContent), rows: rows.length,
    names: rows.slice(0, 12).map((row) => row.querySelector(".name").textContent),
    sparks: document.querySelectorAll(".spark").length, reached: rows.filter((row) => row.firstChild.tabIndex === 0).length,
    colors: new Set(shown().map((run) => colorOf(run))).size,
    boxes: rows.slice(0, 12).map((row) => middle(row.querySelector("input"))),
    picks: rows.slice(0, 12).map((row) => middle(row.firstChild)), search: middle(element("runs-sought")),
    words: element("runs-words").textContent, isWide: document.documentElement.scrollWidth > innerWidth,
    current: document.querySelector("[aria-current=true] .name")?.textContent, focus: document.activeElement.title });
})()""" % UNTIL


async def listed(browser):
    return json.loads(await browser.evaluate(LISTED))


async def click(browser, place):
    for state in ("down", "up"):
        await browser.point("mouse", state, *place)


async def list_failures(browser, page, count):
    """Returns the errors of the list of a page with `count` runs in one folder, as sentences."""
    found = []

    def expect(is_right, what, answer):
        if not is_right:
            found.append(f"{what}: {answer}")

    await browser.show(1280, 800)
    await browser.open(page)
    now = await listed(browser)
    expect(now["tab"] == "runs" and not now["isSideBySide"] and now["rows"] == count,
           "a page of many runs begins with", now)
    expect(len(now["shown"]) == len(now["chips"]) == 1 and now["sparks"] < 40 and now["reached"] == 1,
           "a page of many runs draws", now)
    expect(not any("/" in name for name in now["names"]), "the list repeats the folder", now)
    await click(browser, now["picks"][2])
    now = await listed(browser)
    expect(len(now["shown"]) == 1 and now["current"] == now["names"][2], "a click selects", now)
    await browser.press("ArrowDown")
    await browser.press("ArrowDown")
    await browser.press("ArrowUp")
    await browser.press("Enter")
    now = await listed(browser)
    expect(len(now["shown"]) == 1 and now["current"] == now["names"][3] and now["focus"] == now["lead"],
           "keys select", now)
    await browser.press("n")
    now = await listed(browser)
    expect(len(now["shown"]) == 1 and now["current"] == now["names"][4], "n selects", now)
    await browser.evaluate("element('runlist').scrollTop = 0")
    for index in (0, 1, 2, 3):
        await click(browser, (await listed(browser))["boxes"][index])
    now = await listed(browser)
    expect(len(now["shown"]) == now["colors"] == len(now["chips"]) == 5 and now["current"] == now["names"][4],
           "four check boxes compare", now)
    await browser.evaluate("""for (const run of runs.slice(5, 8)) {
      runRows.get(run).querySelector("input").click(); }""")
    await browser.evaluate("runRows.get(runs[9]).querySelector('input').click()")
    now = await listed(browser)
    expect(len(now["shown"]) == 8 and "8" in now["words"] and "at a time" in now["words"], "a ninth run gives", now)
    await click(browser, now["search"])
    # Chromium types no text for a pressed key, so the script enters the text.
    await browser.evaluate("""document.activeElement.value = "vaul";
      document.activeElement.dispatchEvent(new Event("input", { bubbles: true }));""")
    now = await listed(browser)
    expect(0 < now["rows"] < 20 and all("vaul" in name for name in now["names"]), "a search finds", now)
    await browser.show(390, 844)
    now = await listed(browser)
    expect(not now["isWide"], "on a small screen the list is wide", now)
    await browser.show(1280, 800)
    short = json.loads(await browser.evaluate("""JSON.stringify(shortNames(
      ["a/flick-up-by-20-at-500-twice-as-vaul", "a/flick-up-by-30-at-500-twice-as-vaul", "a/tap"].map((name) =>
        ({ name })), 14))"""))
    expect(len(set(short)) == 3 and all(len(name) <= 14 for name in short) and "20" in short[0] and "30" in short[1],
           "short names are", short)
    print(f"{browser.name}: a list of {count} runs can be searched, selects by pointer and keys, and compares eight")
    return found + browser.trouble(page)


RECORDING = "Recordings/sheet/flick-down-from-full/recording.yml"


def write_pages(flickbook, folder):
    """Writes a page of two runs of one recording, and a page of runs with different surfaces."""
    runs = {
        "run-flickbook": ["pip", "--preset", "flickbook"],
        "run-wave": ["pip", "--preset", "wave"],
        "run-card": ["card"],
        "run-wide": ["sheet", "--screen", "800x600"],
        "run-detents": ["sheet", "--set", "detents=low:200,high:500", "--set", "start=high"],
        "run-sheet": ["sheet"],
        "run-late": ["sheet", "--set", "spring.response=0.9"],
    }
    for name, words in runs.items():
        subprocess.run([flickbook, "replay", RECORDING, "--scenario", *words, "-o", folder / name],
                       check=True, stdout=subprocess.DEVNULL)
    names = list(runs)
    pages = {"pair": names[:2], "mixed": names[:6], "detents": names[4:6], "late": names[5:]}
    for page, names in pages.items():
        subprocess.run([flickbook, "view", *(folder / name for name in names), "-o", folder / f"{page}.html"],
                       check=True, stdout=subprocess.DEVNULL)


# In the page: returns the names of the runs whose curves are drawn, by the titles of the panels, and more.
DRAWN = """(async () => {
  %s
  await until(() => engine);
  const real = stroke, curves = {};
  let panel = null;
  stroke = (pen, box, run, column, ...rest) => {
    const isSeen = Array.from({ length: run.count }, (_, index) => at(column, index)).some(isNumber);
    if (isSeen) (curves[panel] ??= new Set()).add(run.name);
    return real(pen, box, run, column, ...rest);
  };
  const realPanel = drawPanel;
  drawPanel = (pen, one, box) => { panel = one.title; return realPanel(pen, one, box); };
  changed();
  drawPlot();
  [stroke, drawPanel] = [real, realPanel];
  const words = new Set(), pen = CanvasRenderingContext2D.prototype, fill = pen.fillText;
  pen.fillText = function (text, ...rest) { words.add(`${text} ${this.fillStyle}`); return fill.call(this, text, ...rest); };
  drawScreen();
  pen.fillText = fill;
  return JSON.stringify({ curves: Object.fromEntries(Object.entries(curves).map(([key, set]) => [key, [...set].sort()])),
    frame: state.frame, first: firstDifference()?.frame ?? null, words: [...words].filter((one) => /^(low|high|half|tip|full) /.test(one)),
    inks: [inks.soft, ...inks.runs],
    note: element("omissions").textContent, said: element("says").textContent, isThere: !element("difference").hidden });
})()""" % UNTIL

# In the page: replays one recording with every preset of every scenario; returns the pairs of runs of which the plot
# draws only one.
PAIRS = """(async () => {
  %s
  await until(() => sources.length);
  const list = [], missing = [];
  for (const { scenario } of engine.ask("table").scenarios) {
    for (const { preset } of engine.ask(`table ${scenario}`).presets) {
      const answer = engine.ask(`replay ${sources[0].name}\\nscenario ${scenario}\\nfrom set\\npreset ${preset}\\nwant picture,values`);
      if (answer.error) missing.push(answer.error.found); else list.push(completed({ ...answer.picture, name: `${scenario} ${preset}` }));
    }
  }
  state.isCrowded = false;
  state.hidden = new Set();
  for (const [index, one] of list.entries()) {
    for (const other of list.slice(0, index)) {
      runs = [one, other];
      state.main = 0;
      const seen = new Set();
      for (const panel of panels()) {
        for (const run of drawn()) {
          const column = panel.columns(run)?.values;
          if (column !== undefined && column !== null && isNumber(at(column, run.count - 1))) seen.add(run);
        }
      }
      if (seen.size < 2) missing.push(`${one.name} and ${other.name}`);
    }
  }
  return JSON.stringify({ count: list.length, missing });
})()""" % UNTIL


async def mixed_failures(browser, folder):
    """Returns the errors of pages of runs with different surfaces, as sentences."""
    found = []

    def expect(is_right, what, answer):
        if not is_right:
            found.append(f"{what}: {answer}")

    await browser.show(1280, 800)
    await browser.open(folder / "pair.html")
    now = json.loads(await browser.evaluate(DRAWN))
    pair = ["run-flickbook", "run-wave"]
    expect(len(now["curves"]) == 4 and all(names == pair for names in now["curves"].values()),
           "a page of two runs draws", now)
    await browser.open(folder / "late.html")
    now = json.loads(await browser.evaluate(DRAWN))
    expect(now["isThere"] and now["first"] > 0 and now["frame"] == now["first"] - 1
           and "First difference" in now["note"], "a page of two runs opens at", now)
    await browser.evaluate("go(0)")
    place = json.loads(await browser.evaluate("""(() => { const box = element("difference").getBoundingClientRect();
      return JSON.stringify([box.left + box.width / 2, box.top + box.height / 2].map(Math.round)); })()"""))
    await click(browser, place)
    now = json.loads(await browser.evaluate(DRAWN))
    expect(now["frame"] == now["first"], "the button goes to", now)
    await browser.evaluate("go(0)")
    await browser.press("d")
    await browser.evaluate("(async () => { %s return until(() => element('says').textContent"
                           ".startsWith('First difference')); })()" % UNTIL)
    now = json.loads(await browser.evaluate(DRAWN))
    expect(now["frame"] == now["first"] and "run-late" in now["said"] and " is " in now["said"], "d goes to", now)
    await browser.open(folder / "mixed.html")
    now = json.loads(await browser.evaluate(DRAWN))
    runs = sorted(["run-flickbook", "run-wave", "run-card", "run-wide", "run-detents", "run-sheet"])
    expect(list(now["curves"]) == ["x, pt", "vx, pt/s", "y, pt", "vy, pt/s"]
           and all(names == runs for names in now["curves"].values()), "runs of different surfaces draw", now)
    await browser.press("s")
    now = json.loads(await browser.evaluate(DRAWN))
    expect("run-wide is not on the stage" in now["note"] and "800 × 600" in now["note"], "a wide screen gives", now)
    await browser.open(folder / "detents.html")
    now = json.loads(await browser.evaluate(DRAWN))
    colors = {word.split(" ", 1)[0]: word.split(" ", 1)[1] for word in now["words"]}
    expect(set(colors) == {"low", "high", "half", "tip", "full"} and colors["low"] == colors["high"] == now["inks"][1]
           and colors["half"] == now["inks"][2], "different resting positions have the colours", now)
    await browser.open(folder / "few.html")
    now = json.loads(await browser.evaluate(PAIRS))
    expect(now["count"] > 70 and not now["missing"], "pairs of presets of which one is not drawn", now)
    print(f"{browser.name}: runs of different surfaces are drawn by axis, and the first difference is found; "
          f"{now['count']} presets are drawn in pairs")
    return found + browser.trouble(folder / "few.html")


# In the page: opens the tab What if for a case, at its last decision; waits for the handles.
EDIT = """(async () => {
  %s
  await until(() => engine && sources.length === JSON.parse(element("recordings").textContent).recordings.length);
  pickRun(runs.find((run) => run.name.endsWith("%s")));
  openTab("whatif");
  if (%s) change(trial(), "spring.dampingRatio", "1.5", true);
  go(lead().decisions.at(-1).frame + 2);
  return until(() => handles.size && [...handles.keys()].some((id) => id === "handle-peak" || id === "handle-rest")
    && (%s || [...handles.keys()].some((id) => id.startsWith("handle-to-"))));
})()"""

# In the page: returns the handles: their middles, results, sizes and scales, and the values of their settings.
HANDLES = """(() => JSON.stringify(Object.fromEntries([...handles].filter(([, button]) => !button.hidden).map(([id, button]) => {
  const box = button.getBoundingClientRect(), { place } = button;
  return [id.startsWith("handle-to-") ? "handle-to" : id, { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2),
    size: box.width, result: place.result, key: place.key, side: place.flight?.side, unit: (place.box.y(1) - place.box.y(0)) * (place.measure?.scale ?? 1),
    scale: plotted.scale, rate: lead().rate, slider: +element(`slide-${place.key}`)?.value, field: +element(`set-${place.key}`)?.value,
    tried: +tried?.changes.get(place.key), label: button.getAttribute("aria-label"), value: button.getAttribute("aria-valuetext"),
    isFocused: document.activeElement === button }];
}))))()"""

# In the page: waits for the line about other cases; returns it, and the number of decisions that change.
FLIPS = """(async () => {
  %s
  await until(() => !element("flips").hidden);
  let flips = 0;
  const names = [];
  for (const run of runs) {
    if (!sources.includes(run.source) || run === tried.base || run === tried.run) continue;
    const answer = engine.ask(`replay ${run.source.name}\\n${run.source.request}from set\\n${[...tried.changes].map((pair) => `set ${pair.join(" ")}`).join("\\n")}\\nwant picture`);
    if (answer.error) continue;
    const [before, after] = [run, answer.picture].map(({ events }) => events.filter((event) => event.decision).map((event) => event.decision.target));
    const count = before.filter((target, index) => target !== after[index]).length + Math.max(0, after.length - before.length);
    flips += count;
    if (count) names.push(briefName(run));
  }
  return JSON.stringify({ words: element("flips").textContent, flips, names: names.slice(0, 5) });
})()""" % UNTIL


async def pull(browser, kind, place, dx, dy):
    """Drags a handle."""
    await browser.drag(kind, [(place["x"] + round(dx * step / 8), place["y"] + round(dy * step / 8))
                              for step in range(9)])


async def edit_failures(browser, page):
    """Returns the errors of the handles on the curves of `page`, as sentences."""
    found = []

    def expect(is_right, what, answer):
        if not is_right:
            found.append(f"{what}: {answer}")

    async def now():
        return json.loads(await browser.evaluate(HANDLES))

    def is_followed(place):
        return place["tried"] == place["field"] and abs(place["slider"] - place["tried"]) < 0.02 * max(1, place["tried"])

    for kind in ("mouse", "touch"):
        await browser.show(1280, 800, finger=kind == "touch")
        await browser.open(page)
        await browser.evaluate(EDIT % (UNTIL, "drag-down-then-flick-up", "false", "false"))
        before = await now()
        if kind == "touch" and browser.name == "chromium":
            expect(all(place["size"] >= 44 for place in before.values()), "handles for a finger are small", before)
        expect(all(place["size"] >= 24 and place["key"] in place["label"] for place in before.values())
               and len(before) == 3, "the handles are", before)
        peak = before["handle-peak"]
        dy = 24 if peak["side"] * peak["unit"] < 0 else -24
        await pull(browser, kind, peak, 0, dy)
        after = (await now())["handle-peak"]
        wanted = peak["result"] - peak["side"] * dy / peak["unit"]
        expect(abs(after["result"] - wanted) < 1.5 / abs(peak["unit"]) and is_followed(after),
               f"the peak dragged by {kind} to {wanted}", after)
        rest = (await now())["handle-rest"]
        await pull(browser, kind, rest, -60, 0)
        after = (await now())["handle-rest"]
        wanted = rest["result"] - 60 / rest["scale"]
        expect(abs(after["result"] - wanted) < 2.5 / rest["rate"] and is_followed(after),
               f"the rest dragged by {kind} to {wanted}", after)
    threshold = before["handle-to"]
    await browser.evaluate(EDIT % (UNTIL, "drag-down-then-flick-up", "false", "false"))
    threshold = (await now())["handle-to"]
    await pull(browser, "mouse", threshold, 0, -8)
    await browser.evaluate("(async () => { %s return until(() => thresholdsNow().length); })()" % UNTIL)
    wanted = threshold["result"] - 8 / threshold["unit"]
    after = (await now()).get("handle-to", {"result": None})
    expect(after["result"] is not None and abs(after["result"] - wanted) < 1 / abs(threshold["unit"])
           and is_followed(after), f"the threshold dragged to {wanted}", after)
    flips = json.loads(await browser.evaluate(FLIPS))
    expect(f" {flips['flips']} of " in flips["words"] and ", ".join(flips["names"]) in flips["words"]
           and flips["flips"] > 0, "the decisions of other cases are counted as", flips)
    await browser.evaluate("element('handle-peak').focus()")
    peak = (await now())["handle-peak"]
    await browser.press("ArrowUp")
    after = (await now())["handle-peak"]
    expect((after["result"] - peak["result"]) * peak["side"] * peak["unit"] > 0 and after["isFocused"] and after["tried"] != peak["tried"]
           and after["value"] != peak["value"], "the key ArrowUp moves the peak", (peak, after))
    await browser.evaluate(EDIT % (UNTIL, "drag-down-then-flick-up", "true", "true"))
    peak = (await now())["handle-peak"]
    expect(peak["result"] == 0 and peak["tried"] == 1.5, "without overshoot the handle is at", peak)
    await pull(browser, "mouse", peak, 0, -16 if peak["side"] * peak["unit"] > 0 else 16)
    after = (await now())["handle-peak"]
    wanted = 16 / abs(peak["unit"])
    expect(after["tried"] < 1 and abs(after["result"] - wanted) < 1.5 / abs(peak["unit"]),
           f"without overshoot, the handle dragged to {wanted}", after)
    await browser.show(1280, 800)
    print(f"{browser.name}: the peak, the rest and a threshold can be dragged by mouse and touch and moved by keys")
    return found + browser.trouble(page)


# In the page: makes a recording of 840 s from the events of several cases, and replays it twice; compares the extremes
# of each pixel column of the drawn curves with those of the values, at several zoom levels.
LONG = """(async () => {
  %s
  await until(() => engine && sources.length === JSON.parse(element("recordings").textContent).recordings.length);
  const names = ["flick-up-from-tip", "flick-down-from-full", "drag-up-down-and-up", "slow-drag-up-and-hold", "catch-twice-in-flight"];
  const parts = names.map((name) => sources.find((one) => one.name.endsWith(name)).recording.split("\\n"));
  const isEvent = (line) => /^\\d+ \\d+ \\d+ -?\\d+$/.test(line);
  const lines = parts[0].filter((line) => !isEvent(line)).map((line) => line.startsWith("recording ") ? "recording long" : line);
  let start = 0, id = 1;
  for (let index = 0; start < 838e6; index++) {
    const events = parts[index %% parts.length].filter(isEvent).map((line) => line.split(" ").map(Number));
    for (const [micros, type, code, number] of events) {
      lines.push([start + micros - events[0][0], type, code, type === 3 && code === 57 && number >= 0 ? id++ : number].join(" "));
    }
    start += events.at(-1)[0] - events[0][0] + 1.4e6;
  }
  const kept = engine.ask(lines.filter(Boolean).join("\\n"));
  if (kept.error) return JSON.stringify({ trouble: kept.error });
  const made = ["flickbook", "wave"].map((preset) => {
    const answer = engine.ask(`replay long\\nscenario sheet\\nfrom set\\npreset ${preset}\\nwant picture`);
    return answer.error ? null : completed({ ...answer.picture, name: preset });
  });
  if (made.includes(null)) return JSON.stringify({ trouble: "no replay" });
  [runs, state.hidden, state.isCrowded, state.main, state.view] = [made, new Set(), false, 0, null];
  openTab("values");
  refresh();
  const extremesOf = (points, width) => {
    const found = Array.from({ length: Math.ceil(width) }, () => [Infinity, -Infinity]);
    const put = (column, y) => { found[column][0] = Math.min(found[column][0], y); found[column][1] = Math.max(found[column][1], y); };
    for (let index = 1; index < points.length; index++) {
      const [[x0, y0], [x1, y1]] = [points[index - 1], points[index]];
      for (let column = Math.max(0, Math.floor(x0)); column <= Math.min(found.length - 1, Math.floor(x1)); column++) {
        for (const x of [Math.max(x0, column), Math.min(x1, column + 1)]) put(column, x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y0);
        if (x0 >= column) put(column, y0);
        if (x1 < column + 1) put(column, y1);
      }
    }
    return found;
  };
  let most = 0, compared = 0, crossings = 0;
  for (const view of [[0, duration()], [0, 420], [100.3, 311.7], [400, 470], [500, 520], [600, 601]]) {
    look(...view);
    const { width, height } = element("plot").getBoundingClientRect(), list = panels();
    for (const [index, panel] of list.entries()) {
      const box = panelBox(list, index, width, height);
      for (const run of runs) {
        const points = [], column = panel.columns(run).values;
        const pen = { setLineDash() {}, beginPath() {}, stroke() {}, moveTo(x, y) { this.lineTo(x, y); }, lineTo(x, y) { points.push([x - plotEdges.left, y]); } };
        stroke(pen, box, run, column, "", 2, 1, []);
        const all = Array.from({ length: run.count }, (_, frame) => [acrossOf(frame / run.rate) - plotEdges.left, box.y(at(column, frame))]);
        const [drawn, real] = [points, all].map((list) => extremesOf(list, box.width));
        for (let place = 1; place < Math.floor(Math.min(box.width, all.at(-1)[0])) - 1; place++) {
          compared++;
          most = Math.max(most, Math.abs(drawn[place][0] - real[place][0]), Math.abs(drawn[place][1] - real[place][1]));
        }
        if (panel.rateOf && view[0] === 0) crossings += points.filter(([, y], next) => next && (y - box.y(0)) * (points[next - 1][1] - box.y(0)) < 0).length;
      }
    }
  }
  look(0, duration());
  const times = Array.from({ length: 9 }, () => {
    backKey = "";
    const begin = performance.now();
    drawPlot();
    element("plot").getContext("2d").getImageData(0, 0, 1, 1);
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return JSON.stringify({ frames: runs.map((run) => run.count), most, compared, crossings, time: times[0] });
})()""" % UNTIL


async def long_failures(browser, page):
    """Returns the errors of the curves of a recording of 840 s, as sentences."""
    await browser.show(1280, 800)
    await browser.open(page)
    answer = json.loads(await browser.evaluate(LONG))
    if "trouble" in answer:
        return [f"a recording of 840 s: {answer}"]
    found = []
    if min(answer["frames"]) < 100_000 or answer["compared"] < 4_000 or answer["most"] > 0.4 or answer["crossings"] < 500 \
            or answer["time"] > 150:
        found.append(f"the curves of a recording of 840 s: {answer}")
    print(f"{browser.name}: the curves of {answer['frames']} frames keep the extremes of each pixel within "
          f"{answer['most']:.2f} px; a drawing takes {answer['time']:.0f} ms")
    return found + browser.trouble(page)


async def failures(browser, folder):
    """Returns the errors of pages that compare runs, as sentences."""
    found = await list_failures(browser, folder / "few.html", 79)
    found += await mixed_failures(browser, folder)
    found += await edit_failures(browser, folder / "few.html")
    return found + await long_failures(browser, folder / "few.html")
