"""Drags on the surface of a page with a mouse and with a finger, and asks the command for the same.

What is dragged is saved as the page saves it, and replayed by the command that the page tells; the
frames have to be the very same bytes.
"""

import asyncio
import hashlib
import json
import pathlib
import shlex
import subprocess

# In the page: where the screen lies on which is dragged, and how large a point of it is.
READY = """(async () => {
  const count = JSON.parse(element("recordings").textContent).recordings.length;
  while (engine === null || (engine.isThere && sources.length < count)) {
    await new Promise((done) => setTimeout(done, 20));
  }
  openTab("touch");
  await new Promise((done) => setTimeout(done, 200));
  const box = element("screen").getBoundingClientRect(), place = places[0];
  return JSON.stringify({ left: box.left + place.left, top: box.top + place.top, scale: place.scale,
    count: kept.length });
})()"""

# In the page: the newest recording, once it rests, as a file, with its command and what it answered.
KEPT = """(async () => {
  for (let waited = 0; kept.length <= %d && waited < 200; waited++) {
    await new Promise((done) => setTimeout(done, 50));
  }
  if (kept.length <= %d) return JSON.stringify({ trouble: document.querySelector(".trouble")?.textContent });
  const newest = kept[0];
  newest.intent = 'half" <script>';
  engine.ask(`replay ${newest.name}\\n${newest.request.now}want summary`);
  return JSON.stringify({ file: recordingFile(newest), name: fileName(newest), source: sourceWords(newest),
    command: commandOf(fileName(newest), newest.request.now), events: newest.lines.length,
    digest: await Engine.digest(engine.file("frames.jsonl")) });
})()"""

# From where to where, in points; fast enough that a release has a velocity.
PATH = [(195 + step, 700 - step * step) for step in range(16)]


async def failures(browser, page, flickbook, folder):
    """What is wrong with drags in `page`, in sentences."""
    found = []
    await browser.open(page)
    for kind in ("mouse", "touch"):
        place = json.loads(await browser.evaluate(READY))
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
            found.append(f"the command has other frames for a drag with {kind}: {answer['command']}")
        if answer["events"] < 8:
            found.append(f"a drag with {kind} has {answer['events']} events only")
        print(f"{browser.name}: a drag with {kind} ({answer['source']}) has the frames of the command")
        await asyncio.sleep(0)
    return found + browser.trouble(page)
