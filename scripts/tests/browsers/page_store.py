"""Tests of the data that a page stores and exports.

The page stores recordings in the store of the browser, and exports links, files, copied texts and videos.
"""

import asyncio
import base64
import contextlib
import hashlib
import io
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import zipfile

import page_drags

# In the page: whether the page has restored its recordings, and the state in its address.
READY = "typeof linkText !== 'undefined' && linkText !== null && document.readyState === 'complete'"

# In the page: the digest of the frames of the selected run.
DIGEST = """(async () => {
  const { name, request } = sourceOf(lead());
  const answer = engine.ask(`replay ${name}\\n${lead().request ?? request}`);
  return answer.error ? sentence(answer.error) : Engine.digest(engine.file("frames.jsonl"));
})()"""

# In the page: the text that was copied last in the mode Try.
COPIED = "element('tab-whatif').querySelector('textarea').value"

# In the page: counts the stored recordings, into `window.stored`.
STORED = (
    "inStore('readonly', (store) => store.count(IDBKeyRange.bound([pagePath], [pagePath, []])))"
    ".then((count) => { window.stored = count; })"
)

# In the page: keeps each file that the page saves, in base64, instead of its download.
CATCH = """(() => {
  window.caught = [];
  HTMLAnchorElement.prototype.click = async function () {
    const bytes = new Uint8Array(await blobs.get(this.href).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    caught.push({ name: this.download, bytes: btoa(letters) });
  };
  const blobs = new Map(), real = URL.createObjectURL;
  URL.createObjectURL = (blob) => { const href = real(blob); blobs.set(href, blob); return href; };
})()"""

# Addresses that no page wrote, each with the message of the page; None if there is no message.
HOSTILE = [
    ("run=nothing&t=0.2", "no run nothing"),
    ("t=0.1&t=zzz&tab=../../x", "no such tab"),
    ("run=%E0%A4%A&t=1e999", "no run"),
    ("t=-5&tab=keys<script>", "no such tab"),
    ("x=1", "does not come from this page"),
    ("%%%", "does not come from this page"),
    ("set=spring.response%20wrong", "spring.response"),
    ("set=no.such%201", "no.such"),
    ("set=spring.response%200.5%0Aas%20hostile&t=0", "damaged"),
    ("set=as%20hostile", "as"),
    ("set=hostile", "damaged"),
    ("preset=%3Cimg%20src%3Dx%20onerror%3DisBroken%3D1%3E", "<img"),
    ("preset=wave%0Awant%20nothing&t=0", "damaged"),
    ("gesture=AAAA", "ignores a part"),
    ("gesture=%21%21", "ignores a part"),
    ("gesture=" + "A" * 19000, "ignores a part"),
    ("t=" + "1" * 30000, "too long"),
    ("hide=a&" * 2000 + "t=0", None),
]


# Whether the latest change of settings was replayed, and the page has the values of its frames.
TRIED = "tried?.run && !tried.isAsking && !tried.run.isFleeting"


async def until(browser, condition, seconds=20):
    """Waits until a condition holds in the page, also during a reload; returns whether it holds."""
    for _ in range(int(seconds / 0.05)):
        with contextlib.suppress(RuntimeError):
            if await browser.evaluate(f"Boolean({condition})") is True:
                return True
        await asyncio.sleep(0.05)
    return False


async def ask(browser, expression):
    return json.loads(await browser.evaluate(f"JSON.stringify({expression})"))


async def reload(browser):
    await browser.evaluate("void setTimeout(() => { linkText = null; location.reload(); })")
    await until(browser, READY)


async def follow(browser, link):
    """Changes the address behind the `#`, and waits until the page has restored the state in it."""
    await browser.evaluate(f"void (linkText = '?', location.hash = {json.dumps(link)})")
    if not await until(browser, "linkText !== null && linkText !== '?'"):
        raise RuntimeError(f"the page does not apply {link[:80]}")


async def click(browser, kind, expression):
    """Presses the middle of a control with a mouse or a finger."""
    if not await until(browser, expression, 5):
        raise RuntimeError(f"there is no control {expression}")
    x, y = await ask(
        browser,
        f"""((one) => {{
      one.scrollIntoView({{ block: "center" }});
      const box = one.getBoundingClientRect();
      return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
    }})({expression})""",
    )
    await browser.point(kind, "down", x, y)
    await browser.point(kind, "up", x, y)


async def copy(browser, words):
    """Opens the menu for copying, and clicks an entry of it."""
    if not await browser.evaluate("element('copying').open"):
        await click(browser, "mouse", "document.querySelector('#copying > summary')")
    await click(browser, "mouse", labelled(words))


def labelled(words):
    """Returns a JavaScript expression that finds a button by its text or its label."""
    return (
        f"[...document.querySelectorAll('button')].find((one) => one.offsetParent && "
        f"[one.textContent, one.getAttribute('aria-label')].includes({json.dumps(words)}))"
    )


async def empty(browser):
    """Deletes all recordings, also from the store."""
    await browser.evaluate("deleteRecordings([...kept])")
    await until(browser, f"{STORED} && window.stored === 0")


async def drag(browser, kind):
    """Drags the surface, and waits until the page keeps the recording."""
    place = json.loads(await browser.evaluate(page_drags.READY % -1))
    await browser.drag(
        kind,
        [
            (round(place["left"] + x * place["scale"]), round(place["top"] + y * place["scale"]))
            for x, y in page_drags.PATH
        ],
    )
    return await until(browser, f"kept.length > {place['count']} && kept[0].run && !hand")


async def failures(browser, scenes, flickbook, folder):
    """Tests recordings, links, files, copied texts and videos; returns the failures as sentences."""
    found = []
    page = folder / "store.html"
    cases = [str(case) for case in sorted(pathlib.Path("Recordings/sheet").iterdir())[:3]]
    subprocess.run(
        [flickbook, "view", *cases, "--force", "-o", page], check=True, stdout=subprocess.DEVNULL
    )
    await browser.show(1280, 800)
    for part in (recording_failures, link_failures, hostile_failures, many_failures, file_failures):
        await browser.open(page)
        await until(browser, READY)
        try:
            found += await part(browser, folder)
        except RuntimeError as error:
            found.append(f"{part.__name__}: {error}")
        found += browser.trouble(page)
    await browser.open(scenes)
    await until(browser, READY)
    found += await copy_failures(browser, flickbook, folder)
    found += browser.trouble(scenes)
    found += await path_failures(browser, flickbook, folder)
    await browser.open(page)
    await until(browser, READY)
    found += await video_failures(browser)
    found += browser.trouble(page)
    return found + await bare_failures(browser, page)


async def path_failures(browser, flickbook, folder):
    """Tests the command for a file if the page does not contain its folder; returns the failures."""
    page = folder / "absolute.html"
    case = pathlib.Path("Recordings/sheet/flick-down-from-full").resolve()
    subprocess.run(
        [flickbook, "view", case, "--force", "-o", page], check=True, stdout=subprocess.DEVNULL
    )
    await browser.open(page)
    await until(browser, READY)
    await browser.evaluate("openTab('whatif')")
    await copy(browser, "Copy command")
    if not await until(
        browser, "document.querySelector('.first')?.textContent.includes('in its folder')"
    ):
        return ["the command of a file with an absolute path does not say where it works"]
    return browser.trouble(page)


async def bare_failures(browser, page):
    """Tests a page that the browser does not allow to store anything; returns the failures."""
    await browser.open(page)
    await until(browser, READY)
    await browser.evaluate("""(() => {
      const refuse = () => { throw new DOMException("no", "SecurityError"); };
      Object.defineProperty(window, "indexedDB", { get: refuse });
      history.replaceState = refuse;
      opening = null;
    })()""")
    if not await drag(browser, "mouse"):
        return ["a page without a store does not keep a drag until it is closed"]
    if not await until(
        browser, "element('store-note').textContent.includes('until you close the page')"
    ):
        return ["a page without a store does not say how long its recordings last"]
    await until(browser, "linkTimer === 0")
    print(
        f"{browser.name}: a page without a store says that its recordings last until it is closed"
    )
    return browser.trouble(page)


LIST = """({ names: kept.map((one) => one.name), isReplayed: kept.map((one) => Boolean(one.run)),
  intents: kept.map((one) => one.intent),
  chips: [...document.querySelectorAll("#names button")].map((one) => one.textContent),
  rows: document.querySelectorAll("#kept li").length, note: element("store-note")?.textContent })"""


async def recording_failures(browser, folder):
    """Tests that recordings survive a reload and can be deleted; returns the failures."""
    found = []
    for kind in ("mouse", "touch"):
        if not await drag(browser, kind):
            found.append(f"a drag with {kind} is not kept")
    digest = await browser.evaluate(DIGEST)
    await browser.evaluate(
        """(() => {
          const field = document.querySelector("#kept input[type=text]");
          field.value = "tip";
          field.dispatchEvent(new Event("change"));
        })()"""
    )
    before = await ask(browser, LIST)
    if before["rows"] != 2 or len(before["chips"]) > 4:
        found.append(f"two recordings give: {before}")
    if not await until(browser, "location.hash.includes('gesture=')"):
        found.append("the address does not contain the gesture")
    await browser.evaluate("history.replaceState(null, '', location.pathname)")
    await reload(browser)
    await browser.evaluate("openTab('touch')")
    after = await ask(browser, LIST)
    is_same = after["names"] == before["names"] and after["intents"] == ["tip", ""]
    if not is_same or any(after["isReplayed"]) or after["rows"] != 2:
        found.append(f"after a reload, the recordings are: {after}")
    await click(browser, "mouse", labelled("Play touch 2"))
    if (
        not await until(browser, "kept[0].run === lead()")
        or await browser.evaluate(DIGEST) != digest
    ):
        found.append("a restored recording has other frames")
    await until(browser, "!state.isPlaying")
    await click(browser, "mouse", labelled("Delete touch 2"))
    await click(browser, "mouse", labelled("Restore touch 2"))
    undone = await ask(browser, LIST)
    await click(browser, "mouse", labelled("Delete touch 1"))
    if not await until(browser, f"kept.length === 1 && {STORED} && window.stored === 1"):
        found.append(f"a deleted recording stays: {await ask(browser, LIST)}")
    await reload(browser)
    await browser.evaluate("openTab('touch')")
    left = await ask(browser, LIST)
    if undone["names"] != before["names"] or left["names"] != ["touch 2"]:
        found.append(f"after deleting, the recordings are: {undone} and {left}")
    await click(browser, "mouse", labelled("Delete all"))
    await click(browser, "mouse", labelled("Keep"))
    if await browser.evaluate("kept.length") != 1:
        found.append("Keep deletes the recordings")
    await click(browser, "mouse", labelled("Delete all"))
    await click(browser, "mouse", labelled("Delete"))
    await until(browser, f"kept.length === 0 && {STORED} && window.stored === 0")
    await reload(browser)
    if await browser.evaluate("kept.length") != 0:
        found.append("deleted recordings come back")
    print(
        f"{browser.name}: recordings survive a reload, are replayed to the same frames, and can be "
        "deleted"
    )
    return found


STATE = """({ run: lead().name, time: time(), tab: state.tab, settings: lead().request,
  hidden: runs.filter((run) => state.hidden.has(run)).map((run) => run.name) })"""


async def plain_link_failures(browser, folder):
    """Tests an address without settings, after a reload; returns the failures."""
    await browser.evaluate("void (choose(1), hide(runs[2]), choose(1), openTab('events'), go(30))")
    state = await ask(browser, STATE)
    if not await until(browser, "location.hash.includes('hide=') && !linkTimer"):
        return ["the address does not contain the hidden runs"]
    await reload(browser)
    if await ask(browser, STATE) != state or not state["hidden"]:
        return [f"the state {state} becomes {await ask(browser, STATE)} after a reload"]
    return []


async def link_failures(browser, folder):
    """Tests links with settings and with a gesture; returns the failures."""
    found = await plain_link_failures(browser, folder)
    await browser.evaluate("void (choose(1), hide(runs[2]), choose(1), openTab('whatif'))")
    for change in ("set-spring.response", "set-hz"):
        await browser.evaluate(f"""(() => {{ const one = element({json.dumps(change)});
          if (one.type === "number") one.value = 0.7; else one.value = "60";
          one.dispatchEvent(new Event("change")); }})()""")
        await until(browser, TRIED)
    await browser.evaluate("go(20)")
    await copy(browser, "Copy link")
    await until(browser, "element('tab-whatif').querySelector('textarea')?.value.includes('#')")
    link = await browser.evaluate(
        "element('tab-whatif').querySelector('textarea').value.split('#')[1]"
    )
    state, digest = await ask(browser, STATE), await browser.evaluate(DIGEST)
    await browser.evaluate("history.replaceState(null, '', location.pathname)")
    await reload(browser)
    await follow(browser, link)
    if await ask(browser, STATE) != state or await browser.evaluate(DIGEST) != digest:
        found.append(f"the link {link} of {state} gives {await ask(browser, STATE)}")
    await follow(browser, "t=0.1")
    if await browser.evaluate("lead() === tried?.run"):
        found.append("a link without settings keeps the settings of the page")
    await drag(browser, "mouse")
    await until(browser, "location.hash.includes('gesture=')")
    link, digest = await browser.evaluate("location.hash.slice(1)"), await browser.evaluate(DIGEST)
    await empty(browser)
    await browser.evaluate("history.replaceState(null, '', location.pathname)")
    await reload(browser)
    await follow(browser, link)
    if await browser.evaluate(DIGEST) != digest or await browser.evaluate("kept.length") != 1:
        found.append(f"a link with a gesture gives other frames: {link}")
    await browser.evaluate(
        "void (openTab('whatif'), change(trial(), 'spring.response', '0.9', true))"
    )
    await until(browser, f"{TRIED} && location.hash.includes('set=')")
    both, digest = await browser.evaluate("location.hash.slice(1)"), await browser.evaluate(DIGEST)
    await browser.evaluate("history.replaceState(null, '', location.pathname)")
    await reload(browser)
    if await browser.evaluate("kept.length") != 0:
        found.append("the gesture of a link is stored")
    await follow(browser, both)
    if await browser.evaluate("lead() !== tried?.run") or await browser.evaluate(DIGEST) != digest:
        found.append(f"a link with a gesture and settings gives other frames: {both}")
    print(
        f"{browser.name}: a link restores run, time, tab, settings and hidden runs; "
        f"a link with a gesture has {len(link)} characters"
    )
    return found


async def hostile_failures(browser, folder):
    """Tests addresses that no page wrote; returns the failures."""
    found = []
    for link, wanted in HOSTILE:
        await follow(browser, link)
        notice = await browser.evaluate(
            "(element('notice')?.hidden ? '' : element('notice')?.textContent) ?? ''"
        )
        if (wanted is None and notice) or (wanted and wanted not in notice) or len(notice) > 500:
            found.append(f"the address #{link[:60]} gives the message: {notice!r}")
        if await ask(
            browser, "[window.isBroken ?? null, lead().count > 0, document.images.length]"
        ) != [None, True, 0]:
            found.append(f"the address #{link[:60]} breaks the page")
        await browser.evaluate("endTrial()")
    bomb = await browser.evaluate("""(async () => {
      const zeros = new Blob(["0".repeat(1e8)]).stream();
      const stream = zeros.pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(String.fromCharCode(...bytes.slice(0, 12000))).replace(/=+$/, "");
    })()""")
    await follow(browser, f"gesture={bomb}")
    if "too long" not in await browser.evaluate("element('notice')?.textContent ?? ''"):
        found.append("a gesture that expands to 100 MB is not refused")
    print(
        f"{browser.name}: {len(HOSTILE) + 1} damaged and hostile addresses are ignored with a "
        "message"
    )
    return found


async def many_failures(browser, folder):
    """Tests a page with 60 recordings; returns the failures."""
    await browser.evaluate("""(() => {
      openTab("touch");
      for (let index = 0; index < 60; index++) {
        [...document.querySelectorAll("button")].find((one) => one.textContent === "Drag").click();
        pause();
      }
    })()""")
    many = await ask(browser, LIST)
    found = []
    if many["rows"] != 60 or len(many["chips"]) > 5:
        found.append(f"60 recordings give {many['rows']} rows and {len(many['chips'])} chips")
    await until(browser, f"{STORED} && window.stored === 60", 60)
    await browser.evaluate("history.replaceState(null, '', location.pathname)")
    await reload(browser)
    spent = await browser.evaluate(
        """(async () => {
          kept.length = 0;
          const start = performance.now();
          await restoreRecordings();
          return performance.now() - start;
        })()"""
    )
    if await browser.evaluate("kept.length") != 60 or spent > 2000:
        found.append(
            f"{await browser.evaluate('kept.length')} of 60 recordings come back in {spent:.0f} ms"
        )
    await browser.show(390, 844)
    await browser.evaluate("openTab('touch')")
    if await browser.evaluate(
        """[element("kept").parentNode, document.documentElement].some((one) =>
          one.scrollWidth > one.clientWidth)"""
    ):
        found.append("the list of recordings is wider than a small screen")
    await browser.show(1280, 800)
    await empty(browser)
    print(
        f"{browser.name}: a page with 60 recordings has {len(many['chips'])} names of runs; "
        f"restoring the recordings takes {spent:.0f} ms"
    )
    return found


async def caught(browser, count=1):
    """Returns the files that the page has saved, as pairs of name and bytes."""
    await until(browser, f"caught.length >= {count}")
    return [(one["name"], base64.b64decode(one["bytes"])) for one in await ask(browser, "caught")]


async def file_failures(browser, folder):
    """Tests saving all recordings, and of opening and dropping files; returns the failures."""
    found = []
    for kind in ("mouse", "touch"):
        await drag(browser, kind)
    await browser.evaluate("void (kept[1].file = 'touch-2.yml', fillRecordings())")
    await browser.evaluate(CATCH)
    await click(browser, "mouse", labelled("Save all"))
    [(_, archive)] = await caught(browser)
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        names, broken = files.namelist(), files.testzip()
        content = files.read("touch-2.yml").decode()
    if (
        names != ["touch-2.yml", "touch-2 (2).yml"]
        or broken
        or content != await browser.evaluate("recordingFile(kept[0])")
    ):
        found.append(f"the archive contains {names}, and {broken} is damaged")
    digest = await browser.evaluate(DIGEST)
    place = folder / f"{browser.name}-files"
    place.mkdir(exist_ok=True)
    right, wrong = place / "right.yml", place / "<img src=x>.yml"
    right.write_text(content)
    wrong.write_text("<img src=x onerror=isBroken=1>")
    await browser.evaluate("choose(runs.indexOf(kept[0].run))")
    await browser.give("element('recording-files')", [right, wrong])
    if not await until(
        browser, "kept.length === 3 && kept[0].name === 'right.yml' && lead() === kept[0].run"
    ):
        found.append(f"an opened file is not in the list: {await ask(browser, LIST)}")
    if not await until(
        browser,
        "document.querySelector('#tab-touch .trouble').textContent.startsWith('<img src=x>.yml')",
    ):
        found.append("a file that is no recording gives no message")
    if await browser.evaluate(DIGEST) != digest:
        found.append("an opened recording has other frames")
    if await ask(
        browser, "[recordingFile(kept[0]) === recordingFile(kept[1]), window.isBroken ?? null]"
    ) != [True, None]:
        found.append("an opened recording is saved differently")
    await browser.evaluate(f"""(() => {{
      openTab("values");
      const data = new DataTransfer();
      data.items.add(new File([{json.dumps(content)}], "dropped.yml"));
      const properties = {{ dataTransfer: data, bubbles: true, cancelable: true }};
      document.body.dispatchEvent(new DragEvent("drop", properties));
    }})()""")
    if not await until(browser, "kept[0].name === 'dropped.yml' && state.tab === 'touch'"):
        found.append("a dropped file is not in the list")
    await until(browser, f"{STORED} && window.stored === 4")
    await reload(browser)
    await browser.evaluate("openTab('touch')")
    await click(browser, "mouse", labelled("Play dropped.yml"))
    if (
        not await until(browser, "kept[0].run === lead()")
        or await browser.evaluate(DIGEST) != digest
    ):
        found.append(f"an opened file does not survive a reload: {await ask(browser, LIST)}")
    await empty(browser)
    print(
        f"{browser.name}: all recordings are saved as a ZIP archive; opened and dropped files are "
        "replayed"
    )
    return found


async def copy_failures(browser, flickbook, folder):
    """Tests copied commands, changes for a case, and code for a platform; returns the failures."""
    found = []
    flickbook = pathlib.Path(flickbook).resolve()
    commands = await ask(
        browser,
        """runs.filter((run) => run.source).map((run) => [run.name,
          commandOf(run.source.file, run.source.request),
          entriesOf()[runs.indexOf(run)].framesSHA256])""",
    )
    for name, command, digest in commands:
        run = folder / f"{browser.name}-copied"
        subprocess.run(
            [flickbook, *shlex.split(command)[1:], "--force", "-o", run],
            check=False,
            stdout=subprocess.DEVNULL,
        )
        frames = run / "frames.jsonl"
        if not frames.exists() or hashlib.sha256(frames.read_bytes()).hexdigest() != digest:
            found.append(f"the command of {name} gives other frames: {command}")
        shutil.rmtree(run, ignore_errors=True)
    case = "sheet/" + await browser.evaluate(
        "runs.find((run) => run.name.startsWith('sheet/')).name.split('/')[1]"
    )
    await browser.evaluate(
        f"""void (choose(runs.findIndex((run) => run.name === {json.dumps(case)})),
          openTab('whatif'))"""
    )
    await browser.evaluate(
        """(() => {
          const field = element("set-spring.response");
          field.value = 0.7;
          field.dispatchEvent(new Event("change"));
        })()"""
    )
    await until(browser, TRIED)
    await copy(browser, "Copy case.yml")
    await until(browser, "element('tab-whatif').querySelector('textarea')?.value")
    patch = await browser.evaluate("element('tab-whatif').querySelector('textarea').value")
    found += patch_failures(patch, case, flickbook, folder / f"{browser.name}-cases")
    await copy(browser, "Copy command")
    await until(
        browser,
        f"{COPIED}.startsWith('flickbook replay Recordings/')",
    )
    if await browser.evaluate("Boolean(document.querySelector('.first'))"):
        found.append("the command of a file asks to save it first")
    if await browser.evaluate("!general.platforms && Boolean(element('platform'))"):
        found.append("a page without export has a choice of platforms")
    found += await code_failures(browser)
    await drag(browser, "mouse")
    await browser.evaluate("openTab('whatif')")
    await browser.evaluate(CATCH)
    await copy(browser, "Copy command")
    await until(browser, "document.querySelector('.first button')")
    await click(browser, "mouse", "document.querySelector('.first button')")
    [(name, content)] = await caught(browser)
    command = await browser.evaluate("element('tab-whatif').querySelector('textarea').value")
    if (
        shlex.split(command)[2] != name
        or b"libinput" not in content
        or "in which you saved"
        not in await browser.evaluate("document.querySelector('.first').textContent")
    ):
        found.append(f"the command of a recording of the page is {command}, and Save gives {name}")
    await empty(browser)
    print(
        f"{browser.name}: {len(commands)} copied commands give the frames of the page; copied "
        "changes fit into a case"
    )
    return found


def patch_failures(patch, case, flickbook, folder):
    """Puts copied changes into a copy of a case; `flickbook test` must show them as the cause."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(f"Recordings/{case}", folder / case)
    file = folder / case / "case.yml"
    words, changes = file.read_text(), re.sub(r"^set:\n", "", patch)
    file.write_text(
        words.replace("set:\n", patch) if "\nset:\n" in words else words + "set:\n" + changes
    )
    tested = subprocess.run(
        [flickbook, "test", folder], capture_output=True, text=True, check=False
    )
    if not re.search(r"why: +spring\.response \S+ → 0\.7 s", tested.stdout):
        return [f"the changes {patch!r} in a case give: {(tested.stdout + tested.stderr)[:500]}"]
    return []


async def code_failures(browser):
    """Tests code for a platform; returns the failures.

    A stand-in answers if the engine has no verb `export`.
    """
    await browser.evaluate("""(() => {
      if (general.platforms) return;
      general.platforms = [{ platform: "css", meaning: "style sheets" }, { platform: "swiftui" }];
      const real = engine.ask.bind(engine);
      engine.ask = (request) => !/^export /.test(request) ? real(request)
        : { code: `/* ${request.split("\\n")[0]} */`, notes: ["A note."] };
      panelKey = "";
      fillPanel();
    })()""")
    await browser.evaluate(
        """(() => {
          element("platform").value = "swiftui";
          element("platform").dispatchEvent(new Event("change"));
        })()"""
    )
    await copy(browser, "Copy code")
    await until(
        browser, "!element('tab-whatif').querySelector('textarea')?.value.startsWith('flickbook')"
    )
    code, wanted = await ask(
        browser,
        f"[{COPIED}, engine.ask(`export swiftui\\n${{requestOf(tried)}}`).code]",
    )
    return [] if code == wanted and code else [f"the copied code is {code!r} instead of {wanted!r}"]


async def video_failures(browser):
    """Tests a saved video; returns the failures."""
    await browser.evaluate(CATCH)
    if await browser.evaluate("videoKind() === undefined"):
        return (
            ["the browser writes no video"]
            if await browser.evaluate("!element('film').hidden")
            else []
        )
    await browser.evaluate("void (choose(0), setSpeed(2))")
    await click(browser, "mouse", "element('film')")
    [(name, content)] = await caught(browser)
    found = []
    if not await until(browser, "filming === null && element('film').textContent === 'Save video'"):
        found.append("the button does not become ready again")
    start = {"mp4": content[4:8] == b"ftyp", "webm": content[:4] == b"\x1a\x45\xdf\xa3"}
    if not start.get(name.rpartition(".")[2]) or len(content) < 5000:
        found.append(f"the video {name} has {len(content)} bytes and begins with {content[:8]!r}")
    print(f"{browser.name}: a video of the stage is saved as {name} ({len(content)} bytes)")
    return found
