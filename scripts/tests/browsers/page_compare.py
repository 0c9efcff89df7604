"""Tests of pages that compare runs: the list of many runs, runs of different surfaces, the first
difference, long curves, and edits on the curve."""

import json
import pathlib
import subprocess

SCRIPT = pathlib.Path(__file__).with_name("page-compare.js").read_text()


async def asked(browser, call):
    """Calls a function of page-compare.js in the page; returns its result."""
    return json.loads(
        await browser.evaluate(
            f"(async () => {{ {SCRIPT} return JSON.stringify(await {call} ?? null); }})()"
        )
    )


async def click(browser, place):
    for state in ("down", "up"):
        await browser.point("mouse", state, *place)


async def list_failures(browser, page, count):
    """Tests the list of a page with `count` runs in one folder; returns the failures as sentences."""
    found = []

    def expect(is_right, what, answer):
        if not is_right:
            found.append(f"{what}: {answer}")

    await browser.show(1280, 800)
    await browser.open(page)
    now = await asked(browser, "listed()")
    expect(
        now["tab"] == "runs" and not now["isSideBySide"] and now["rows"] == count,
        "a page of many runs begins with",
        now,
    )
    expect(
        len(now["shown"]) == len(now["chips"]) == 1 and now["sparks"] < 40 and now["reached"] == 1,
        "a page of many runs draws",
        now,
    )
    expect(not any("/" in name for name in now["names"]), "the list repeats the folder", now)
    await click(browser, now["picks"][2])
    now = await asked(browser, "listed()")
    expect(len(now["shown"]) == 1 and now["current"] == now["names"][2], "a click selects", now)
    await browser.press("ArrowDown")
    await browser.press("ArrowDown")
    await browser.press("ArrowUp")
    await browser.press("Enter")
    now = await asked(browser, "listed()")
    expect(
        len(now["shown"]) == 1
        and now["current"] == now["names"][3]
        and now["focus"] == now["lead"],
        "keys select",
        now,
    )
    await browser.press("n")
    now = await asked(browser, "listed()")
    expect(len(now["shown"]) == 1 and now["current"] == now["names"][4], "n selects", now)
    await browser.evaluate("element('runlist').scrollTop = 0")
    for index in (0, 1, 2, 3):
        await click(browser, (await asked(browser, "listed()"))["boxes"][index])
    now = await asked(browser, "listed()")
    expect(
        len(now["shown"]) == now["colors"] == len(now["chips"]) == 5
        and now["current"] == now["names"][4],
        "four check boxes compare",
        now,
    )
    await browser.evaluate("""for (const run of runs.slice(5, 8)) {
      runRows.get(run).querySelector("input").click(); }""")
    await browser.evaluate("runRows.get(runs[9]).querySelector('input').click()")
    now = await asked(browser, "listed()")
    expect(
        len(now["shown"]) == 8 and "8" in now["words"] and "at a time" in now["words"],
        "a ninth run gives",
        now,
    )
    await click(browser, now["search"])
    # Chromium types no text for a pressed key, so the script enters the text.
    await browser.evaluate("""document.activeElement.value = "vaul";
      document.activeElement.dispatchEvent(new Event("input", { bubbles: true }));""")
    now = await asked(browser, "listed()")
    expect(
        0 < now["rows"] < 20 and all("vaul" in name for name in now["names"]), "a search finds", now
    )
    await asked(browser, "edited('drag-down-then-flick-up', true)")
    await browser.evaluate("document.activeElement.blur()")
    await browser.press("n")
    now = await asked(browser, "listed()")
    expect(now["shown"] == [now["lead"]] and len(now["chips"]) == 1, "n ends a trial with", now)
    await browser.evaluate("openTab('runs')")
    await browser.show(390, 844)
    now = await asked(browser, "listed()")
    expect(not now["isWide"], "on a small screen the list is wide", now)
    await browser.show(1280, 800)
    short = await asked(
        browser,
        "shortNames(['a/flick-up-by-20-at-500-twice-as-vaul', "
        "'a/flick-up-by-30-at-500-twice-as-vaul', 'a/tap'].map((name) => ({ name })), 14)",
    )
    expect(
        len(set(short)) == 3
        and all(len(name) <= 14 for name in short)
        and "20" in short[0]
        and "30" in short[1],
        "short names are",
        short,
    )
    print(
        f"{browser.name}: a list of {count} runs can be searched, selects by pointer and keys, "
        "and compares eight"
    )
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
        subprocess.run(
            [flickbook, "replay", RECORDING, "--scenario", *words, "-o", folder / name],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    names = list(runs)
    pages = {"pair": names[:2], "mixed": names[:6], "detents": names[4:6], "late": names[5:]}
    for page, names in pages.items():
        subprocess.run(
            [flickbook, "view", *(folder / name for name in names), "-o", folder / f"{page}.html"],
            check=True,
            stdout=subprocess.DEVNULL,
        )


async def mixed_failures(browser, folder):
    """Tests pages of runs with different surfaces; returns the failures as sentences."""
    found = []

    def expect(is_right, what, answer):
        if not is_right:
            found.append(f"{what}: {answer}")

    await browser.show(1280, 800)
    await browser.open(folder / "pair.html")
    now = await asked(browser, "drawnCurves()")
    pair = ["run-flickbook", "run-wave"]
    expect(
        len(now["curves"]) == 4 and all(names == pair for names in now["curves"].values()),
        "a page of two runs draws",
        now,
    )
    await browser.open(folder / "late.html")
    now = await asked(browser, "drawnCurves()")
    expect(
        now["isThere"]
        and now["first"] > 0
        and now["frame"] == now["first"] - 1
        and "First difference" in now["note"],
        "a page of two runs opens at",
        now,
    )
    await browser.evaluate("go(0)")
    place = await asked(browser, "middle(element('difference'))")
    await click(browser, place)
    now = await asked(browser, "drawnCurves()")
    expect(now["frame"] == now["first"], "the button goes to", now)
    await browser.evaluate("go(0)")
    await browser.press("d")
    await asked(browser, "until(() => element('says').textContent.startsWith('First difference'))")
    now = await asked(browser, "drawnCurves()")
    expect(
        now["frame"] == now["first"] and "run-late" in now["said"] and " is " in now["said"],
        "d goes to",
        now,
    )
    await browser.open(folder / "mixed.html")
    now = await asked(browser, "drawnCurves()")
    runs = sorted(["run-flickbook", "run-wave", "run-card", "run-wide", "run-detents", "run-sheet"])
    expect(
        list(now["curves"]) == ["x, pt", "vx, pt/s", "y, pt", "vy, pt/s"]
        and all(names == runs for names in now["curves"].values()),
        "runs of different surfaces draw",
        now,
    )
    await browser.press("s")
    now = await asked(browser, "drawnCurves()")
    expect(
        "run-wide is not on the stage" in now["note"] and "800 × 600" in now["note"],
        "a wide screen gives",
        now,
    )
    await browser.open(folder / "detents.html")
    now = await asked(browser, "drawnCurves()")
    colors = {word.split(" ", 1)[0]: word.split(" ", 1)[1] for word in now["words"]}
    expect(
        set(colors) == {"low", "high", "half", "tip", "full"}
        and colors["low"] == colors["high"] == now["inks"][1]
        and colors["half"] == now["inks"][2],
        "different resting positions have the colours",
        now,
    )
    await browser.open(folder / "few.html")
    now = await asked(browser, "missingPairs()")
    expect(
        now["count"] > 70 and not now["missing"], "pairs of presets of which one is not drawn", now
    )
    print(
        f"{browser.name}: runs of different surfaces are drawn by axis, and the first difference "
        "is found; "
        f"{now['count']} presets are drawn in pairs"
    )
    return found + browser.trouble(folder / "few.html")


async def pull(browser, kind, place, dx, dy):
    """Drags a handle."""
    await browser.drag(
        kind,
        [
            (place["x"] + round(dx * step / 8), place["y"] + round(dy * step / 8))
            for step in range(9)
        ],
    )


async def edit_failures(browser, page):
    """Tests the handles on the curves of `page`; returns the failures as sentences."""
    found = []

    def expect(is_right, what, answer):
        if not is_right:
            found.append(f"{what}: {answer}")

    async def now():
        return await asked(browser, "handlesNow()")

    def is_followed(place):
        return place["tried"] == place["field"] and abs(
            place["slider"] - place["tried"]
        ) < 0.02 * max(1, place["tried"])

    for kind in ("mouse", "touch"):
        await browser.show(1280, 800, finger=kind == "touch")
        await browser.open(page)
        await asked(browser, "edited('drag-down-then-flick-up', false)")
        before = await now()
        if kind == "touch" and browser.name == "chromium":
            expect(
                all(place["size"] >= 44 for place in before.values()),
                "handles for a finger are small",
                before,
            )
        expect(
            all(place["size"] >= 24 and place["key"] in place["label"] for place in before.values())
            and len(before) == 3,
            "the handles are",
            before,
        )
        peak = before["handle-peak"]
        dy = 24 if peak["side"] * peak["unit"] < 0 else -24
        await pull(browser, kind, peak, 0, dy)
        after = (await now())["handle-peak"]
        wanted = peak["result"] - peak["side"] * dy / peak["unit"]
        expect(
            abs(after["result"] - wanted) < 1.5 / abs(peak["unit"]) and is_followed(after),
            f"the peak dragged by {kind} to {wanted}",
            after,
        )
        # The axes stay when the motion becomes longer, so its end may be beyond them.
        await browser.evaluate("element('fit').click()")
        rest = (await now())["handle-rest"]
        await pull(browser, kind, rest, -60, 0)
        after = (await now())["handle-rest"]
        wanted = rest["result"] - 60 / rest["scale"]
        expect(
            abs(after["result"] - wanted) < 2.5 / rest["rate"] and is_followed(after),
            f"the rest dragged by {kind} to {wanted}",
            after,
        )
    await browser.show(1280, 800)
    await asked(browser, "edited('drag-down-then-flick-up', false)")
    threshold = (await now())["handle-to"]
    await pull(browser, "mouse", threshold, 0, -8)
    await asked(browser, "until(() => thresholdsNow().length)")
    wanted = threshold["result"] - 8 / threshold["unit"]
    after = (await now()).get("handle-to", {"result": None})
    expect(
        after["result"] is not None
        and abs(after["result"] - wanted) < 1 / abs(threshold["unit"])
        and is_followed(after),
        f"the threshold dragged to {wanted}",
        after,
    )
    flips = await asked(browser, "flipsNow()")
    expect(
        f" {flips['flips']} of " in flips["words"]
        and ", ".join(flips["names"]) in flips["words"]
        and flips["flips"] > 0,
        "the decisions of other cases are counted as",
        flips,
    )
    await browser.evaluate("element('handle-peak').focus()")
    peak = (await now())["handle-peak"]
    await browser.press("ArrowUp")
    after = (await now())["handle-peak"]
    expect(
        (after["result"] - peak["result"]) * peak["side"] * peak["unit"] > 0
        and after["isFocused"]
        and after["tried"] != peak["tried"]
        and after["value"] != peak["value"],
        "the key ArrowUp moves the peak",
        (peak, after),
    )
    await asked(browser, "edited('drag-down-then-flick-up', true)")
    peak = (await now())["handle-peak"]
    expect(peak["result"] == 0 and peak["tried"] == 1.5, "without overshoot the handle is at", peak)
    await pull(browser, "mouse", peak, 0, -16 if peak["side"] * peak["unit"] > 0 else 16)
    after = (await now())["handle-peak"]
    wanted = 16 / abs(peak["unit"])
    expect(
        after["tried"] < 1 and abs(after["result"] - wanted) < 1.5 / abs(peak["unit"]),
        f"without overshoot, the handle dragged to {wanted}",
        after,
    )
    await browser.show(390, 844, finger=True)
    await asked(browser, "edited('drag-down-then-flick-up', false)")
    is_wide = await browser.evaluate("document.documentElement.scrollWidth > innerWidth")
    expect(not is_wide and len(await now()) == 3, "on a small screen the handles are", await now())
    await browser.show(1280, 800)
    print(
        f"{browser.name}: the peak, the rest and a threshold can be dragged by mouse and touch "
        "and moved by keys"
    )
    return found + browser.trouble(page)


async def long_failures(browser, page):
    """Tests the curves of a recording of 840 s; returns the failures as sentences."""
    await browser.show(1280, 800)
    await browser.open(page)
    answer = await asked(browser, "longCurves()")
    if "trouble" in answer:
        return [f"a recording of 840 s: {answer}"]
    found = []
    if (
        min(answer["frames"]) < 100_000
        or answer["compared"] < 4_000
        or answer["most"] > 0.4
        or answer["crossings"] < 500
        or answer["time"] > 150
    ):
        found.append(f"the curves of a recording of 840 s: {answer}")
    print(
        f"{browser.name}: the curves of {answer['frames']} frames keep the extremes of each pixel "
        f"within {answer['most']:.2f} px; a drawing takes {answer['time']:.0f} ms"
    )
    return found + browser.trouble(page)


async def failures(browser, folder):
    """Tests pages that compare runs; returns the failures as sentences."""
    cases = list(pathlib.Path("Recordings/sheet").glob("*/case.yml"))
    found = await list_failures(browser, folder / "few.html", len(cases))
    found += await mixed_failures(browser, folder)
    found += await edit_failures(browser, folder / "few.html")
    return found + await long_failures(browser, folder / "few.html")
