"""Tests of a page for users of screen readers and keyboards, and of the contrast of its texts, controls and curves."""

import json

from page_panels import WAIT

# In the page: opens a tab or a mode of the first sheet; "listing" is the list of recordings in Feel.
OPEN = """(async () => {
  %s
  if (!lead().name.startsWith("sheet/") && ["values", "runs"].includes(state.tab)) choose(runs.findIndex((one) => one.name.startsWith("sheet/")));
  const name = "%s";
  pause();
  if (name === "listing") document.body.classList.add("listing"); else openTab(name);
  for (const item of document.querySelectorAll(".panel details")) item.open = true;
  for (let waited = 0; name === "decision" && !element("map") && waited < 100; waited++) await settled(20);
  await settled(200);
})()"""
NAMES = ("values", "events", "decision", "whatif", "touch", "listing")

# In the page: returns the errors of its identifiers, references and headings.
MARKUP = """(() => {
  const wrong = [], ids = [...document.querySelectorAll("[id]")].map((item) => item.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push(`two elements have the id ${id}`);
  for (const kind of ["aria-controls", "aria-describedby", "aria-labelledby", "for", "list"]) {
    for (const item of document.querySelectorAll(`[${kind}]`)) {
      for (const id of item.getAttribute(kind).split(" ")) if (!document.getElementById(id)) wrong.push(`${kind}="${id}" leads nowhere`);
    }
  }
  let level = 0;
  for (const item of document.querySelectorAll("h1, h2, h3, h4")) {
    if (!item.checkVisibility()) continue;
    if (+item.localName[1] > level + 1) wrong.push(`the heading ${item.textContent} skips a level`);
    level = +item.localName[1];
  }
  return JSON.stringify(wrong);
})()"""

CONTROLS = {"button", "checkbox", "combobox", "slider", "spinbutton", "searchbox", "textbox", "tab", "link",
            "DisclosureTriangle", "image", "tabpanel", "region", "RootWebArea", "contentinfo", "option"}


def tree_failures(nodes):
    """Returns the focusable nodes of an accessibility tree that have no name, an unexpected role, or the same name as
    another node."""
    found, groups = [], {}
    parents = {child: node for node in nodes for child in node.get("childIds", [])}
    for node in nodes:
        properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        if node.get("ignored") or not properties.get("focusable"):
            continue
        role, name = node["role"]["value"], node.get("name", {}).get("value", "").strip()
        if not name:
            found.append(f"a {role} has no name")
        if role not in CONTROLS:
            found.append(f"{name} has the role {role}")
        group = parents.get(node["nodeId"])
        while group and group.get("role", {}).get("value") not in ("group", "region", "tabpanel", "RootWebArea"):
            group = parents.get(group["nodeId"])
        key = (group["nodeId"] if group else "", role, name)
        if role in ("button", "checkbox", "combobox", "slider", "spinbutton", "textbox", "tab") and key in groups:
            found.append(f"two of the role {role} in one group have the name {name}")
        groups[key] = True
    return found


# In the page: returns the controls that the key Tab must reach.
REACH = """(() => {
  const all = "button:not(:disabled), input, select, textarea, summary, a[href], [tabindex='0']";
  const list = window.reach = [...document.querySelectorAll(all)].filter((item) => item.checkVisibility({ visibilityProperty: true })
    && !item.matches(".skip, [role=tab]:not([aria-selected=true])"));
  document.activeElement?.blur();
  return list.length;
})()"""

# In the page: returns the number of the focused control, whether its focus is visible, and whether it is covered.
FOCUSED = """(() => {
  const item = document.activeElement, box = item.getBoundingClientRect(), style = getComputedStyle(item);
  const inside = [Math.min(box.bottom, innerHeight), Math.max(box.top, 0)], y = (inside[0] + inside[1]) / 2;
  const hit = document.elementFromPoint(Math.min(box.left + box.width / 2, innerWidth - 1), y);
  return JSON.stringify([reach.indexOf(item), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2, item.contains(hit) || hit?.contains(item) || false,
    `${item.localName} ${item.id || item.textContent}`.slice(0, 50)]);
})()"""


async def reach_failures(browser, name):
    """Returns the controls that the key Tab does not reach, or whose focus is not visible, as sentences."""
    found, reached, count = [], set(), await browser.evaluate(REACH)
    for _ in range(count + 5):
        await browser.press("Tab")
        number, is_visible, is_free, words = json.loads(await browser.evaluate(FOCUSED))
        if number in reached:
            break
        if number < 0:
            continue
        reached.add(number)
        if not is_visible:
            found.append(f"{name}: the focus of {words} is not visible")
        if not is_free:
            found.append(f"{name}: the focused {words} is covered")
    if len(reached) != count:
        missing = await browser.evaluate(
            f"reach.filter((_, index) => !{sorted(reached)}.includes(index)).map((item) => item.outerHTML.slice(0, 60)).join()")
        found.append(f"{name}: the key Tab reaches {len(reached)} of {count} controls, not {missing[:200]}")
    return found


async def to_control(browser, selector):
    """Presses Tab until the focus is on an element."""
    for _ in range(300):
        if await browser.evaluate(f"document.activeElement?.matches({json.dumps(selector)}) ?? false"):
            return True
        await browser.press("Tab")
    return False


# In the page: waits for a condition; returns whether it holds.
HOLDS = """(async () => {
  for (let waited = 0; waited < 150; waited++) {
    if (%s) return true;
    await new Promise((done) => setTimeout(done, 20));
  }
  return false;
})()"""


async def key_failures(browser, page):
    """Returns the actions that fail with the keyboard alone, as sentences."""
    await browser.show(1280, 800)
    await browser.open(page)
    await browser.evaluate(OPEN % (WAIT, "values"))
    await browser.evaluate("deleteRecordings([...kept])")
    steps = (
        ("#mode-whatif", "Enter", 'state.tab === "whatif" && !!element("slide-spring.response")'),
        ('[id="slide-spring.response"]', "ArrowRight", "tried?.run && lead() === tried.run"),
        ("#mode-touch", "Enter", "isTouching && lead().isRehearsed"),
        ("#tab-touch summary", "Enter", '!!document.querySelector("#tab-touch details[open]")'),
        ("#tab-touch details button", "Enter", "kept.length === 1 && kept[0].run.count > 10"),
        ("#mode-watch", "Enter", 'modeNow() === "watch"'),
    )
    found = []
    for selector, key, condition in steps:
        if not await to_control(browser, selector):
            found.append(f"the key Tab does not reach {selector}")
            continue
        await browser.press(key)
        if not await browser.evaluate(HOLDS % condition):
            found.append(f"the key {key} on {selector} does not lead to {condition}")
    return found + browser.trouble(page)


# In the page: returns texts and controls whose contrast in a screenshot is too low, and the fraction of pixels with a
# contrast of 3 or more in each canvas. The contrast of a text is the contrast of its strongest pixels.
CONTRAST = """(async () => {
  const bytes = Uint8Array.from(atob("%s"), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes])), density = bitmap.width / innerWidth;
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0);
  const light = (parts) => {
    const [red, green, blue] = parts.map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  // The light of the most frequent colour of a box, and the contrasts of all pixels with it, the strongest first.
  const strengths = (left, top, width, height) => {
    const [x, y, w, h] = [left, top, width, height].map((number) => Math.round(number * density));
    if (w < 1 || h < 1 || x < 0 || y < 0 || x + w > bitmap.width || y + h > bitmap.height) return null;
    const { data } = pen.getImageData(x, y, w, h), counts = new Map(), list = [];
    for (let place = 0; place < data.length; place += 4) {
      const key = data[place] << 16 | data[place + 1] << 8 | data[place + 2];
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const parts = (key) => [key >> 16, key >> 8 & 255, key & 255], entries = [...counts].toSorted((a, b) => b[1] - a[1]);
    const ground = light(parts(entries[0][0]));
    for (const [key, count] of entries) list.push([ratio(light(parts(key)), ground), count]);
    return { total: w * h, lights: entries.map(([key]) => light(parts(key))), list: list.toSorted((a, b) => b[0] - a[0]) };
  };
  // The contrast that at least 1 %% of the pixels, and at least 4 of them, have.
  const reached = ({ total, list }) => {
    let rest = Math.max(4, total / 100);
    return list.find(([, count]) => (rest -= count) <= 0)?.[0] ?? 1;
  };
  const wrong = [], canvases = {};
  const isSeen = (item, box) => item.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && item.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const item = node.parentElement, range = document.createRange();
    if (!node.textContent.trim() || item.closest("script, style, noscript, .unseen, :disabled")) continue;
    range.selectNodeContents(node);
    const [box] = range.getClientRects();
    if (!box || box.width < 3 || !isSeen(item, box)) continue;
    const found = strengths(box.left, box.top, box.width, box.height);
    if (found && reached(found) < 4.5) wrong.push(`the text ${node.textContent.trim().slice(0, 30)} has a contrast of ${reached(found).toFixed(2)}`);
  }
  for (const item of document.querySelectorAll("button:not(:disabled, #handle), select, summary, input:not([type=range], [type=checkbox]), input[type=checkbox]")) {
    const box = item.getBoundingClientRect();
    if (!isSeen(item, box) || item.matches(".panel summary")) continue;
    // A strip across the left edge: the border must differ from the background or from the control.
    const found = strengths(box.left - 4, box.top + box.height / 2 - 1, 8, 2);
    const lights = found?.lights, most = found && ratio(Math.max(...lights), Math.min(...lights));
    if (found && most < 3) wrong.push(`the edge of ${item.id || item.textContent.slice(0, 30)} has a contrast of ${most.toFixed(2)}`);
  }
  for (const canvas of document.querySelectorAll("canvas:not([aria-hidden])")) {
    const box = canvas.getBoundingClientRect();
    if (!canvas.checkVisibility() || box.bottom > innerHeight) continue;
    const found = strengths(box.left + 4, box.top + 4, box.width - 8, box.height - 8);
    if (found) canvases[canvas.id] = found.list.filter(([strength]) => strength >= 3).reduce((sum, [, count]) => sum + count, 0) / found.total;
  }
  return JSON.stringify({ wrong, canvases });
})()"""

# The looks of the page for which contrast is measured.
LOOKS = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"},
         {"forced_colors": "active", "color_scheme": "dark"})


async def contrast_failures(browser, page):
    """Returns texts, controls and curves with too little contrast, as sentences."""
    found = []
    for look in LOOKS:
        await browser.show(1280, 800, density=2, reduced_motion="reduce", **look)
        await browser.open(page)
        for name in NAMES[:-1]:
            await browser.evaluate(OPEN % (WAIT, name))
            answer = json.loads(await browser.evaluate(CONTRAST % await browser.picture()))
            found += [f"{look}, {name}: {one}" for one in answer["wrong"]]
            found += [f"{look}, {name}: the canvas {one} shows nothing"
                      for one, share in answer["canvases"].items() if share < 0.002]
    await browser.show(1280, 800)
    return found + browser.trouble(page)


# In the page: draws the curves of each run without texts; returns the texts that would cover the curve of the surface or
# of the finger, or another text, and the number of texts.
TEXTS = """(async () => {
  %s
  openTab("%s");
  const canvas = element("plot"), density = window.devicePixelRatio, proto = CanvasRenderingContext2D.prototype;
  const { fillText, strokeText } = proto, covered = [];
  let checked = 0, texts = [];
  proto.strokeText = () => {};
  proto.fillText = function (words, x, y, most = Infinity) {
    if (this.canvas !== canvas) return;
    const width = Math.min(this.measureText(words).width, most), size = parseFloat(this.font);
    const left = x - ({ right: width, center: width / 2 }[this.textAlign] ?? 0);
    texts.push({ words, left, right: left + width, top: y - 0.7 * size, bottom: y + 0.1 * size });
  };
  const parts = (ink) => [1, 3, 5].map((place) => parseInt(ink.slice(place, place + 2), 16));
  for (const run of runs.filter((one) => one.count)) {
    pickRun(run);
    [texts, backKey] = [[], ""];
    drawPlot();
    checked += texts.length;
    const curves = [colorOf(run), inks.finger].map(parts);
    for (const [index, text] of texts.entries()) {
      const name = `${run.name}: ${text.words}`, [x, y, w, h] = [text.left, text.top, text.right - text.left, text.bottom - text.top].map((part) => Math.round(part * density));
      const { data } = canvas.getContext("2d").getImageData(x, y, Math.max(1, w), Math.max(1, h));
      let hits = 0;
      for (let place = 0; place < data.length; place += 4) {
        if (curves.some((ink) => ink.every((part, channel) => Math.abs(part - data[place + channel]) < 24))) hits++;
      }
      if (hits > 2) covered.push(`${name} covers a curve`);
      const other = texts.slice(0, index).find((one) => one.left < text.right && one.right > text.left && one.top < text.bottom && one.bottom > text.top);
      if (other) covered.push(`${name} covers ${other.words}`);
    }
  }
  Object.assign(proto, { fillText, strokeText });
  return JSON.stringify({ checked, covered });
})()"""


async def text_failures(browser, page):
    """Returns the texts of plots that lie on curves or on each other, as sentences."""
    found = []
    for width, height, mode in ((1280, 800, "values"), (1280, 800, "whatif"), (640, 400, "values"), (390, 844, "whatif")):
        await browser.show(width, height, reduced_motion="reduce")
        await browser.open(page)
        answer = json.loads(await browser.evaluate(TEXTS % (WAIT, mode)))
        found += [f"{width} × {height}, {mode}: {one}" for one in answer["covered"]]
        if answer["checked"] < 100:
            found.append(f"{width} × {height}, {mode}: only {answer['checked']} texts were checked")
    await browser.show(1280, 800)
    return found + browser.trouble(page)


async def failures(browser, page):
    """Returns the failures of all tests of this file, as sentences. Only Chromium gives its accessibility tree to
    tests."""
    if browser.name != "chromium":
        return []
    found = []
    await browser.show(1280, 800)
    await browser.open(page)
    for name in NAMES:
        await browser.evaluate(OPEN % (WAIT, name))
        found += [f"{name}: {one}" for one in json.loads(await browser.evaluate(MARKUP))]
        found += [f"{name}: {one}" for one in tree_failures(await browser.nodes())]
        if name != "listing":
            found += await reach_failures(browser, name)
    found += await key_failures(browser, page)
    found += await contrast_failures(browser, page)
    found += await text_failures(browser, page)
    print(f"{browser.name}: controls have names and can be reached by keys; texts, controls and curves have contrast, and no "
          "text covers a curve or another text")
    return found + browser.trouble(page)
