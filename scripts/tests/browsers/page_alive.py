"""Tests of a page with real pointers: the page plays when it opens, shows errors beside the fields of impossible
settings, and keeps things where the user has put them."""

import asyncio
import json

from page_panels import WAIT

# In the page: defines functions that choose the first run of a scenario, and that return the middle of an element.
BEGIN = WAIT + """
  const there = (item) => { const box = item.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
  const pick = (name) => {
    const run = runs.find((one) => one.name.startsWith(`${name}/`));
    showOnly(run);
    choose(runs.indexOf(run));
    setSideBySide(false);
  };
  const held = async (condition, most = 150) => { for (let waited = 0; !condition() && waited < most; waited++) await settled(20); return condition(); };
"""


def script(text):
    return "(async () => {" + BEGIN + text + "})()"


async def ask(browser, text):
    return json.loads(await browser.evaluate(script(text)))


async def click(browser, selector):
    """Clicks the middle of an element with the mouse, after it is scrolled into view."""
    x, y = await ask(browser, f"""const item = document.querySelector({json.dumps(selector)});
      item.scrollIntoView({{ block: "center" }}); await settled(); return JSON.stringify(there(item));""")
    await browser.point("mouse", "down", round(x), round(y))
    await browser.point("mouse", "up", round(x), round(y))


async def pull(browser, start, end, steps=8):
    """Drags the mouse from one place to another, without releasing it."""
    await browser.point("mouse", "down", round(start[0]), round(start[1]))
    for step in range(1, steps + 1):
        await browser.point("mouse", "move", *(round(a + (b - a) * step / steps) for a, b in zip(start, end)))
        await asyncio.sleep(0.02)


SLIDER = """openTab("whatif"); await held(() => element("slide-%s")); await settled(300);
  const slider = element("slide-%s");
  slider.scrollIntoView({ block: "center" }); await settled(100);
  const box = slider.getBoundingClientRect(), thumb = (slider.value - slider.min) / (slider.max - slider.min);
  return JSON.stringify([box.left + 8 + thumb * (box.width - 16), box.top + box.height / 2, box.right - 8]);"""


async def wrong_failures(browser, page):
    """Tests a slider that is dragged to an impossible value; returns the failures as sentences."""
    found = []
    await browser.show(1280, 800)
    await browser.open(page)
    x, y, right = await ask(browser, 'pick("pip");' + SLIDER % ("width", "width"))
    await pull(browser, (x, y), (right, y))
    await browser.point("mouse", "up", round(right), round(y))
    seen = await ask(browser, """await settled(500);
      const row = element("set-width").closest(".setting"), box = row.querySelector("[role=alert]")?.getBoundingClientRect();
      return JSON.stringify({ field: +element("set-width").value, words: row.querySelector("[role=alert]")?.textContent ?? "",
        isSeen: !!box && box.height > 0 && box.top < innerHeight, isMarked: element("slide-width").style.getPropertyValue("--valid") !== "",
        hasReset: ![...document.querySelectorAll("#tab-whatif button")].find((one) => one.textContent === "Reset all").disabled });""")
    if "window" not in seen["words"] or ".." in seen["words"] or not seen["isSeen"]:
        found.append(f"an impossible width gives no message beside its field: {seen}")
    if not seen["isMarked"] or not seen["hasReset"]:
        found.append(f"an impossible width cannot be taken back: {seen}")
    copied = await ask(browser, """
      const copy = (words) => [...document.querySelectorAll("#tab-whatif button")].find((one) => one.textContent === words);
      document.getElementById("copying")?.setAttribute("open", "");
      copy("Copy command").click();
      await settled(200);
      const command = document.querySelector("#tab-whatif textarea").value, width = /width=(\\S+)/.exec(command)?.[1], now = tried;
      const answer = width ? engine.ask(`replay ${now.source.name}\\n${now.source.request}from set\\nset width ${width}\\n`) : {};
      return JSON.stringify({ command, error: answer.error ?? null, link: linkNow() });""")
    if copied["error"] or f"width={seen['field']}" in copied["command"] or f"width+{seen['field']}" in copied["link"]:
        found.append(f"settings that the engine refuses can be copied: {copied}")
    print(f"{browser.name}: an impossible setting has its message beside its field, and cannot be copied")
    return found + browser.trouble(page)


async def feel_failures(browser, page):
    """Tests the settings that each scenario lists first; returns the failures as sentences."""
    found = []
    await browser.open(page)
    first = await ask(browser, """const lists = {};
      for (const name of ["scroll", "button", "refresh", "sheet", "pip"]) {
        pick(name); openTab("whatif"); await settled(200);
        lists[name] = [...document.querySelectorAll("#tab-whatif > *")].slice(1);
        const end = lists[name].findIndex((one) => !one.classList.contains("setting"));
        lists[name] = lists[name].slice(0, end).map((row) => row.querySelector("input, select").id.slice(4));
      }
      return JSON.stringify(lists);""")
    for name, keys in first.items():
        situation = ("content", "start", "width", "height", "centre", "inset", "margin", "detents")
        if not 3 < len(keys) < 7 or any(key.split(".")[0] in situation for key in keys):
            found.append(f"the settings of {name} begin with {keys}")
    if "decelerationRate" not in first["scroll"]:
        found.append("the deceleration of scrolled content is not among its settings of feel")
    await ask(browser, 'pick("scroll"); openTab("whatif"); await settled(200); element("slide-decelerationRate")?.focus(); return "0";')
    await browser.press("ArrowLeft")
    times = await ask(browser, """await held(() => tried?.run && !tried.run.isFleeting);
      const rest = (run) => run ? (at(run.curves[0].values, run.count - 1) - at(run.curves[0].values, 0)) : 0;
      const half = (rate) => Math.log(0.5) / Math.log(rate);
      return JSON.stringify([half(tried.base.settings.decelerationRate.value), half(tried.run?.settings?.decelerationRate?.value ?? 0.5), tried.run?.request ?? ""]);""")
    if not 0.9 < times[1] / times[0] < 1:
        found.append(f"a step of the slider of the deceleration changes its half-life from {times[0]} to {times[1]} ms")
    print(f"{browser.name}: the settings begin with those of feel, and a decay is changed in small steps")
    return found + browser.trouble(page)


async def link_failures(browser, page):
    """Tests a link with an impossible setting; returns the failures as sentences."""
    await browser.open(page)
    seen = await ask(browser, """const run = runs.find((one) => one.name.startsWith("pip/")).name;
      location.hash = new URLSearchParams([["run", run], ["tab", "whatif"], ["set", "width 900"], ["set", "spring.response 0.7"]]).toString();
      await held(() => tried?.run && !tried.run.isFleeting, 400);
      await settled(1500);
      return JSON.stringify({ words: element("notice")?.checkVisibility() ? element("notice").textContent : "",
        response: tried?.run?.settings?.["spring.response"]?.value ?? null });""")
    found = []
    if "ignores" not in seen["words"] or ".." in seen["words"]:
        found.append(f"the message about a link is gone after 2 s: {seen}")
    if seen["response"] != 0.7:
        found.append(f"one bad setting of a link drops the others: {seen}")
    print(f"{browser.name}: a link with one bad setting keeps the others, and its message stays")
    return found + browser.trouble(page)


async def handle_failures(browser, page, sheets):
    """Tests the handles on the curves; returns the failures as sentences."""
    found = []
    await browser.show(1280, 800)
    await browser.open(page)
    place = await ask(browser, """pick("sheet"); go(lead().decisions[0].frame); openTab("whatif");
      await held(() => element("handle-peak") && !element("handle-peak").hidden);
      const { box, flight } = element("handle-peak").place, way = Math.sign(box.y(flight.target - flight.side) - box.y(flight.target));
      return JSON.stringify([...there(element("handle-peak")), way]);""")
    # Drag away from the target, so that the surface overshoots more than the axes have room for.
    end = (place[0], place[1] + 45 * place[2])
    await pull(browser, place, end)
    await asyncio.sleep(0.4)
    during = await ask(browser, 'return JSON.stringify([...there(element("handle-peak")), plotted.scale]);')
    await browser.point("mouse", "up", *map(round, end))
    after = await ask(browser, """await held(() => tried?.run && !tried.run.isFleeting); await settled(500);
      return JSON.stringify([...there(element("handle-peak")), plotted.scale]);""")
    if max(abs(a - b) for a, b in zip(during, after)) > 8:
        found.append(f"a handle that is dropped jumps from {during} to {after}")
    found += browser.trouble(page)
    await browser.open(sheets)
    # This release flings the content of a sheet, and the sheet does not move.
    still = await ask(browser, """const run = runs.find((one) => one.name.endsWith("fling-content-into-its-top"));
      showOnly(run); choose(runs.indexOf(run)); openTab("whatif"); go(run.decisions[0].frame); await settled(400);
      return JSON.stringify([...document.querySelectorAll(".handle")].filter((one) => one.checkVisibility()).map((one) => one.id));""")
    if {"handle-peak", "handle-rest"} & set(still):
        found.append(f"a release after which nothing moves has the handles {still}")
    print(f"{browser.name}: a handle stays where it is dropped, and nothing can be dragged where nothing moves")
    return found + browser.trouble(sheets)


async def small_failures(browser, page, bare):
    """Tests hints, angles, layout and paper; returns the failures as sentences."""
    found = []
    await browser.open(page)
    place = await ask(browser, """pick("sheet"); openTab("touch"); await held(() => isTouching && lead().isRehearsed);
      const box = element("screen").getBoundingClientRect(), place = places[0];
      return JSON.stringify([box.left + place.left + 150, box.top + place.top + 200]);""")
    await pull(browser, place, (place[0], place[1] + 60))
    words = await ask(browser, 'return JSON.stringify([element("hint").textContent, Boolean(hand)]);')
    await browser.point("mouse", "up", round(place[0]), round(place[1] + 60))
    # The browser stores the drag, which later tests of the same page must not find.
    await ask(browser, "await held(() => kept.length); deleteRecordings([...kept]); return '0';")
    if words != ["", True]:
        found.append(f"during a drag, the surface shows: {words}")
    angles = await ask(browser, """openTab("watch"); pick("rotation"); go(lead().decisions[0].frame);
      await held(() => thresholdsNow().length); backKey = "";
      const words = [], pen = CanvasRenderingContext2D.prototype, real = pen.fillText;
      pen.fillText = function (text, ...rest) { words.push(text); return real.call(this, text, ...rest); };
      show(); pen.fillText = real;
      return JSON.stringify([...words, element("outcome")?.textContent ?? ""]);""")
    if any("pt away" in one or "pt/s" in one for one in angles) or "°/s" not in angles[-1]:
        found.append(f"a dial is described in points: {angles}")
    await browser.show(1280, 800)
    await browser.open(bare)
    tops = await ask(browser, """const top = () => element("screen").getBoundingClientRect().top, list = [];
      for (const mode of ["watch", "whatif", "watch"]) { element(`mode-${mode}`).click(); await settled(150); list.push(top()); }
      return JSON.stringify(list);""")
    if max(tops) - min(tops) > 0.5:
        found.append(f"the stage moves between Watch and Try: {tops}")
    await browser.show(320, 568, finger=True)
    await browser.open(bare)
    height = await ask(browser, 'await settled(200); return JSON.stringify(element("controls").getBoundingClientRect().height);')
    if height > 64:
        found.append(f"the player takes {height} of 568 px")
    await browser.show(1280, 800)
    if browser.name == "chromium":
        await browser.socket.call("Emulation.setEmulatedMedia", browser.session, media="print")
        shown = await ask(browser, """return JSON.stringify(["modes", "side", "controls", "self", "closer", "screen", "plot", "outcome"]
          .filter((id) => document.getElementById(id)?.checkVisibility()));""")
        await browser.socket.call("Emulation.setEmulatedMedia", browser.session, media="")
        if shown != ["screen", "plot", "outcome"]:
            found.append(f"a page on paper shows {shown}")
    print(f"{browser.name}: hints, angles, the layout of the modes, a small player and paper are right")
    return found + browser.trouble(bare)


ALIVE = """const frames = [];
  for (let waited = 0; waited < 30; waited++) { frames.push(state.frame); await settled(30); }
  return JSON.stringify({ isPlaying: state.isPlaying, isLooping: state.isLooping, count: new Set(frames).size, words: element("outcome").textContent,
    panels: [...document.querySelectorAll(".panel")].filter((one) => one.checkVisibility()).map((one) => one.id) });"""


async def alive_failures(browser, page):
    """Tests a page that has just opened; returns the failures as sentences."""
    found = []
    motions = ("no-preference", "reduce") if browser.name == "chromium" else ("no-preference",)
    for motion in motions:
        await browser.show(1280, 800, reduced_motion=motion)
        await browser.open(page)
        seen = await ask(browser, ALIVE)
        is_still = motion == "reduce"
        if seen["isPlaying"] == is_still or (seen["count"] > 3) == is_still or seen["panels"]:
            found.append(f"with motion {motion}, the page opens with: {seen}")
        if "half" not in seen["words"] or not seen["words"].startswith("Released at "):
            found.append(f"the page says what happened as: {seen['words']}")
    await browser.show(1280, 800)
    await browser.open(page)
    await click(browser, "#play")
    paused = await ask(browser, "return JSON.stringify(state.isPlaying);")
    await click(browser, "#inspect")
    inspected = await ask(browser, 'return JSON.stringify([state.tab, element("tab-values").checkVisibility()]);')
    await click(browser, "#self")
    felt = await ask(browser, "return JSON.stringify(isTouching);")
    if paused or inspected != ["values", True] or not felt:
        found.append(f"Pause, Inspect and Drag it yourself lead to: {paused}, {inspected}, {felt}")
    print(f"{browser.name}: the page opens alive, says what happened, and can be paused, inspected and dragged")
    return found + browser.trouble(page)


async def undo_failures(browser, page):
    """Tests Undo and Redo; returns the failures as sentences."""
    found = []
    await browser.open(page)
    x, y, right = await ask(browser, 'pick("sheet");' + SLIDER % ("spring.response", "spring.response"))
    await pull(browser, (x, y), ((x + right) / 2, y))
    await browser.point("mouse", "up", round((x + right) / 2), round(y))
    value = """await settled(700); return JSON.stringify([+element("set-spring.response").value, tried.good.changes.get("spring.response") ?? null,
      element("undo")?.disabled ?? null, element("redo")?.disabled ?? null]);"""
    changed = await ask(browser, value)
    await click(browser, "#undo")
    undone = await ask(browser, value)
    await click(browser, "#redo")
    redone = await ask(browser, value)
    if undone[1] is not None or undone[2:] != [True, False] or redone[:2] != changed[:2] or redone[2:] != [False, True]:
        found.append(f"a drag, Undo and Redo give: {changed}, {undone}, {redone}")
    print(f"{browser.name}: a drag of a slider is one step of Undo and Redo")
    return found + browser.trouble(page)


async def blind_failures(browser, page):
    """Tests a blind comparison in the mode Feel; returns the failures as sentences."""
    found = []
    await browser.show(1280, 800)
    await browser.open(page)
    names = await ask(browser, """pick("sheet"); openTab("touch"); await held(() => element("variant-2")); await settled(300);
      return JSON.stringify([...document.querySelectorAll("#feelbar [aria-pressed]")].map((one) => one.textContent.slice(4)));""")
    await ask(browser, """[...document.querySelectorAll("#tab-touch label.line")].find((one) => one.textContent.includes("blind")).id = "blind";
      return "0";""")
    await click(browser, "#blind")
    hidden = await ask(browser, """await held(() => element("vote"));
      return JSON.stringify({ letters: [...document.querySelectorAll("#feelbar [aria-pressed]")].map((one) => one.textContent),
        menu: !!element("variant-0"), text: element("feelbar").textContent });""")
    if hidden["letters"] != ["A", "B", "C"] or hidden["menu"] or any(name in hidden["text"] for name in names):
        found.append(f"a blind comparison of {names} shows {hidden}")
    await click(browser, "#feelbar [aria-pressed]:nth-of-type(2)")
    await click(browser, "#vote")
    told = await ask(browser, """await held(() => element("voted"));
      return JSON.stringify({ words: element("voted").firstChild.textContent, chosen: variantOptions().find(([key]) => key === variants.chosen[1])[1],
        now: variants.now, isBlind: variants.isBlind });""")
    if told["now"] != 1 or told["isBlind"] or f"comparison: B · {told['chosen']}." not in told["words"] or not all(name in told["words"] for name in names):
        found.append(f"a vote for B among {names} gives {told}")
    print(f"{browser.name}: a blind comparison hides the names of the settings until a vote")
    return found + browser.trouble(page)


async def bounce_failures(browser, bare):
    """Returns the errors of a spring that is changed until the sheet overshoots, as sentences."""
    found = []
    await browser.show(1280, 800)
    await browser.open(bare)
    before = await ask(browser, 'await settled(300); return JSON.stringify(element("outcome").textContent);')
    seen = await ask(browser, """openTab("whatif"); await held(() => element("set-spring.dampingRatio"));
      const field = element("set-spring.dampingRatio"), panel = element("tab-whatif");
      field.value = 0.2; field.onchange();
      await held(() => tried?.run && !tried.run.isFleeting && element("outcome").textContent.includes("past"));
      panel.scrollTop = 0; await settled(100);
      const [x, y] = there(document.querySelector("#copying > summary"));
      return JSON.stringify({ words: element("outcome").textContent, isCopySeen: element("copying").contains(document.elementFromPoint(x, y)) });""")
    if "past" in before or " pt past half first." not in seen["words"]:
        found.append(f"the sentence does not change from '{before}' to an overshoot: '{seen['words']}'")
    if not seen["isCopySeen"]:
        found.append("the menu Copy is not in view above the settings")
    print(f"{browser.name}: the sentence describes an overshoot, and the menu Copy is in view")
    return found + browser.trouble(bare)


async def failures(browser, page, sheets, bare):
    """Tests pages of one run of each scenario, of sheets, and of one sheet; returns the failures as sentences."""
    found = await alive_failures(browser, bare)
    found += await wrong_failures(browser, page)
    found += await feel_failures(browser, page)
    found += await link_failures(browser, page)
    found += await handle_failures(browser, page, sheets)
    found += await small_failures(browser, page, bare)
    found += await blind_failures(browser, page)
    found += await bounce_failures(browser, bare)
    return found + await undo_failures(browser, page)
