"""Tests of pages that compare runs: the list of many runs, runs of different surfaces, the first
difference, long curves, and edits on the curve."""

import json

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


async def failures(browser, folder):
    """Returns the errors of pages that compare runs, as sentences."""
    return await list_failures(browser, folder / "few.html", 79)
