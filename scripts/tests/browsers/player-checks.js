// The checks of scripts/tests/player; they run in the page, after its script.
"use strict";
const failures = [];
let checks = 0;
const expect = (holds, words) => {
  checks++;
  if (!holds) failures.push(words);
};
const press = (key, shiftKey = false) =>
  dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, cancelable: true }));
const frames = (count) => new Promise((resolve) => {
  const next = () => count-- > 0 ? requestAnimationFrame(next) : resolve();
  next();
});
const inkOf = (name) => {
  const canvas = document.getElementById(name);
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const seen = new Set();
  for (let place = 0; place < pixels.length; place += 4 * 97) {
    seen.add(`${pixels[place]},${pixels[place + 1]},${pixels[place + 2]},${pixels[place + 3]}`);
  }
  return seen.size;
};
const cellOf = (key) => [...document.getElementById("values").children]
  .find((row) => row.dataset.key === key)?.children[1].textContent;
const last = () => lead().frames.length - 1;
const pressOn = (target, key) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
// Returns a run that consists of the first frames of another run.
const firstFrames = (run, count, name) => completed({ ...JSON.parse(JSON.stringify({ ...run, touches: null,
  source: null, settings: null })), name, count, frames: structuredClone(run.frames.slice(0, count)), phases: undefined });

function checkSteps() {
  expect(runs.length === 7, "all runs are there");
  expect(state.isPlaying && state.isLooping, "the page opens alive");
  expect(state.tab === "watch" && element("side").offsetParent === null, "without a panel");
  press(" ");
  press("l");
  expect(!state.isPlaying && !state.isLooping, "and can be stopped");
  element("inspect").click();
  press("Home");
  expect(state.frame === 0, "Home goes to the first frame");
  press("ArrowRight");
  expect(state.frame === 1, "the right arrow steps one frame");
  press("ArrowRight", true);
  expect(state.frame === 11, "with Shift it steps ten");
  press("ArrowLeft");
  expect(state.frame === 10, "the left arrow steps back");
  expect(cellOf("frame") === "10", "the table shows the frame");
  expect(cellOf("y") === runs[0].frames[10][runs[0].keys.indexOf("y")].toFixed(3),
    "the table shows the value of y");
  press("End");
  expect(state.frame === last(), "End goes to the last frame");
  press("ArrowRight");
  expect(state.frame === last(), "there is no frame after the last");
  press("Home");
  press("ArrowLeft");
  expect(state.frame === 0, "there is no frame before the first");
  const scrubber = document.getElementById("scrubber");
  scrubber.value = 37;
  scrubber.dispatchEvent(new Event("input"));
  expect(state.frame === 37, "the scrubber goes to its frame");
  document.getElementById("forth").click();
  expect(state.frame === 38, "the button steps one frame");
  expect(+scrubber.max === last(), "the scrubber ends with the run");
}

function checkDrawing() {
  expect(inkOf("screen") > 8, "the screen is drawn");
  expect(inkOf("plot") > 5, "the curves are drawn");
  const box = document.getElementById("plot").getBoundingClientRect();
  const edge = box.left + plotEdges.left;
  document.getElementById("plot").dispatchEvent(
    new PointerEvent("pointerdown", { clientX: edge, clientY: box.top + 50, buttons: 1 }));
  document.getElementById("plot").dispatchEvent(new PointerEvent("pointerup", {}));
  expect(state.frame === 0, "a click on the left edge of the curves goes to the first frame");
  openTab("events");
  const events = document.getElementById("events").querySelectorAll("button");
  expect(events.length === lead().events.length, "every event is listed");
  const release = [...events].find((button) => button.textContent.includes("decision"));
  release?.click();
  expect(state.frame === lead().events.find((event) => event.event === "decision").frame,
    "an event goes to its frame");
  expect(release?.textContent.includes("topLeft"), "a decision shows its target");
  expect(document.getElementById("story").textContent.includes("goes to topLeft"),
    "the story describes the run");
  openTab("decision");
  expect(element("tab-decision").textContent.includes("topLeft"), "a decision is explained");
  expect([...element("tab-decision").querySelectorAll("tr")].length === lead().decisions[0].decision.candidates.length + 2,
    "with every candidate and the projection");
  openTab("values");
}

function checkRuns() {
  const buttons = () => document.getElementById("names").children;
  buttons()[1].click();
  expect(lead().name === "sheet", "another run can be selected");
  expect(inkOf("screen") > 8, "a sheet is drawn");
  buttons()[1].click();
  expect(lead() !== runs[1] && state.hidden.has(runs[1]), "a run can be hidden");
  buttons()[1].click();
  expect(!state.hidden.has(runs[1]), "and shown again");
  for (let index = 0; index < runs.length; index++) {
    if (!runs[index].frames.length) continue;
    choose(index);
    for (let frame = 0; frame <= last(); frame += 7) go(frame);
  }
  choose(0);
  setSideBySide(true);
  expect(places.length === shown().length, "side by side, every run has a screen");
  expect(places.every((place) => place.cell.left >= 0 && place.cell.left + place.cell.width <= sizes.get(element("screen")).width + 1),
    "and all of them are on the canvas");
  setSideBySide(false);
  expect(places.length === 1, "runs over each other share one screen");
}

function checkEnds() {
  const short = firstFrames(runs[0], 20, "short");
  short.frames[5][short.keys.indexOf("y")] += 1;
  runs.push(short);
  choose(runs.length - 1);
  press("End");
  expect(time() >= (runs[0].count - 1) / runs[0].rate - 1e-6, "a shorter run does not end the longer one");
  expect(frameOf(short) === 19 && frameOf(runs[0]) === runs[0].count - 1, "each run stays at its end");
  state.hidden = new Set(runs.filter((run) => run !== runs[0] && run !== short));
  go(5);
  const row = (key) => [...element("values").children].find((one) => one.dataset.key === key);
  expect(row("y").classList.contains("differs"), "a value that differs is marked");
  expect(!row("frame").classList.contains("differs"), "and an equal value is not");
  element("onlydiffering").click();
  expect(row("frame").hidden && !row("y").hidden, "equal values can be hidden");
  element("onlydiffering").click();
  state.hidden.clear();
  while (runs.length < 24) runs.push(firstFrames(runs[0], 30 + runs.length, `run ${runs.length}`));
  changed();
  setSideBySide(true);
  expect(places.filter((place) => place.scale > 0.08).length >= 20, "24 runs are large enough to be seen");
  setSideBySide(false);
  const looks = new Set(runs.map((run) => `${colorOf(run)} ${dashOf(run)}`));
  expect(looks.size === 24, "24 runs look different from one another");
  runs.splice(7);
  choose(0);
}

function checkZoom() {
  press("0");
  const whole = duration(), width = () => viewed()[1] - viewed()[0];
  go(40);
  press("+");
  expect(Math.abs(width() - whole / 2) < 1e-9, "plus shows half of the time");
  expect(viewed()[0] <= time() && time() <= viewed()[1], "around now");
  const from = viewed()[0];
  press("]");
  expect(viewed()[0] > from, "the bracket key moves the view");
  for (let index = 0; index < 20; index++) press("+");
  expect(width() >= 2 / lead().rate - 1e-9, "the smallest view has two frames");
  press("0");
  expect(width() === whole, "0 shows all");
  const plot = element("plot"), box = plot.getBoundingClientRect();
  plot.dispatchEvent(new WheelEvent("wheel", { deltaY: -200, clientX: box.left + box.width / 2, cancelable: true }));
  expect(width() < whole, "the wheel zooms");
  const point = (type, id, x) => plot.dispatchEvent(new PointerEvent(type, { pointerId: id, clientX: box.left + x, clientY: box.top + 40 }));
  const before = width();
  point("pointerdown", 1, 100);
  point("pointerdown", 2, 200);
  point("pointermove", 2, 300);
  expect(Math.abs(width() - before / 2) < 1e-6, "two fingers twice as far apart show half");
  point("pointerup", 1, 100);
  point("pointerup", 2, 300);
  press("0");
  element("curves").open = true;
  const boxes = element("curvelist").querySelectorAll("input"), count = panels().length;
  boxes[boxes.length - 1].click();
  expect(panels().length === count + 1, "another field of the frames can be shown as a curve");
  boxes[boxes.length - 1].click();
  element("curves").open = false;
}

function checkAccess() {
  const button = element("events").querySelector("button");
  openTab("events");
  button.focus();
  pressOn(button, " ");
  expect(!state.isPlaying, "Space on a button presses only the button");
  pressOn(element("scrubber"), "ArrowRight");
  pressOn(element("for-events"), "ArrowLeft");
  expect(state.tab === "values" && document.activeElement === element("for-values"), "arrow keys go from tab to tab");
  for (const [key] of tabs) {
    openTab(key);
    expect(element(`tab-${key}`).offsetHeight > 0, `the tab ${key} is visible`);
    expect(element(`for-${key}`).getAttribute("aria-selected") === "true", `and marked as selected: ${key}`);
  }
  for (const [key, words] of modes) {
    element(`mode-${key}`).click();
    expect(modeNow() === key && element(`mode-${key}`).getAttribute("aria-pressed") === "true", `the button ${words} opens its mode`);
    if (key !== "watch") expect(element(`tab-${key}`).textContent.includes("no engine"), `and ${words} reports that there is no engine`);
  }
  openTab("values");
  const nameOf = (item) => item.getAttribute("aria-label") || item.textContent.trim() || item.labels?.[0]?.textContent.trim();
  for (const item of document.querySelectorAll("button, input, select, canvas:not([aria-hidden]), [role=tabpanel]")) {
    expect(/[a-z]/i.test(nameOf(item) ?? ""), `a name for ${item.outerHTML.slice(0, 60)}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((item) => item.id);
  expect(new Set(ids).size === ids.length, "ids are unique");
  expect(element("play").getBoundingClientRect().bottom <= innerHeight, "Play is visible without scrolling");
  expect(document.documentElement.scrollWidth <= innerWidth, "nothing is wider than the window");
  expect(!document.querySelector("img") && document.querySelectorAll("main script, header script").length === 0,
    "texts of files do not become markup");
}

// Returns all texts that are drawn on canvases during an action.
function written(act) {
  const words = [], pen = CanvasRenderingContext2D.prototype, real = pen.fillText;
  pen.fillText = function (text, ...rest) { words.push(`${this.canvas.id}: ${text}`); return real.call(this, text, ...rest); };
  act();
  pen.fillText = real;
  return words;
}

// Tests the map of decisions with a fake engine, which has one map and its thresholds.
async function checkMap() {
  const real = engine, asked = [];
  choose(0);
  const event = lead().decisions[0], { velocityY } = event.decision;
  lead().source = { name: "window", request: "scenario pip\n" };
  const ask = (text) => {
    asked.push(text);
    const flips = { axis: "y", velocity: velocityY, released: velocityY, offset: 0, target: "down" };
    return { axis: "y", positions: [20, 50, 100], offsets: [-50, 0, 50], velocities: [-1000, 0, 1000], names: ["topLeft", "down"],
      targets: [[0, 0, 1], [0, 1, 1], [0, 1, 1]], release: { position: 50, velocity: velocityY }, thresholds: [
        { ...flips, along: "position", offset: 23.4, position: 60, decision: { ...event.decision, target: "down", projectedY: event.decision.projectedY + 60 } },
        { ...flips, along: "velocity", velocity: 412, decision: { ...event.decision, target: "down", velocityY: 412, projectedY: event.decision.projectedY + 60 } }] };
  };
  engine = { isThere: true, ask };
  worker = { ask: async (text) => ask(text) };
  decisionKey = "";
  go(event.frame + 2);
  element("chances").open = true;
  openTab("decision");
  expect(element("map") === null, "until the worker has answered, there is no map");
  await askReleases(lead(), event);
  await askReleases(lead(), event, 41, 31);
  await frames(2);
  backKey = "";
  const words = written(show);
  const map = element("map");
  expect(asked.includes("map window\nscenario pip\nover 0 41 31") && map !== null, "a decision has a map");
  expect(map?.getAttribute("aria-label").endsWith("it goes to topLeft."), "which describes the target of the release");
  expect(words.includes("plot: topLeft"), "the places where the surface can rest are named ticks");
  expect(element("callout").textContent.includes("down, if released"), "the callout says which release leads to another target");
  expect(element("outcome").textContent.includes("it would have gone to down"), "as does the sentence above the surface");
  expect(!words.some((one) => /away|else/.test(one)), "and no label needs an explanation");
  expect(words.includes("screen: down from here on") && words.includes("screen: would coast to here"), "the screen shows the threshold and the projection");
  const list = [...element("thresholds").children].map((item) => item.textContent);
  expect(list.some((one) => one.startsWith("down at 412 pt/s down; the finger had")) && list.some((one) => one === "down if released 23.4 pt further down, at 60"), "and both thresholds are described in words");
  const pad = { pointsPerMillimeter: 10, axis: "y", release: { position: 50 } };
  expect(thresholdWords({ axis: "y", along: "position", target: "down", offset: 25, position: 60 }, null, pad) === "down if released 25 pt further down (2.5 mm of the finger), at 60", "and on a touchpad also in millimetres");
  const box = map.getBoundingClientRect();
  map.dispatchEvent(new PointerEvent("pointerdown", { buttons: 1, clientX: box.left + box.width * 0.75, clientY: box.top + box.height * 0.75 }));
  map.dispatchEvent(new PointerEvent("pointerup", {}));
  expect(map.getAttribute("aria-label").endsWith("it goes to down."), "the dot can be dragged to another");
  expect(map.getAttribute("aria-label").includes("lifts at 5"), "and the map describes the velocity of the dot");
  pressOn(map, "ArrowLeft");
  expect(+element("map-velocity").value < 510 && +element("map-velocity").value > 400, "or moved by keys");
  element("map-velocity").value = -900;
  element("map-velocity").dispatchEvent(new Event("input"));
  expect(map.getAttribute("aria-label").includes("900 pt/s up"), "or by its sliders");
  expect(inkOf("map") > 3, "the map is drawn");
  engine = real;
  worker = null;
  for (const run of runs) delete run.releases;
  delete lead().source;
  openTab("values");
}

// The contrast of two colours as defined by WCAG 2.2, which requires 4.5 for text and 3 for curves.
function contrast(one, other) {
  const light = (hex) => {
    const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
    const parts = [0, 2, 4].map((place) => parseInt(full.slice(place, place + 2), 16) / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function checkColors() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const roots = [rules.find((rule) => rule.selectorText === ":root"),
    rules.find((rule) => rule.conditionText?.includes("dark"))?.cssRules[0]];
  expect(roots.every(Boolean), "there are a light and a dark scheme");
  for (const [scheme, root] of [["light", roots[0]], ["dark", roots[1]]]) {
    const ink = (name) => root.style.getPropertyValue(`--${name}`).trim();
    for (const ground of ["paper", "panel"]) {
      for (const name of ["ink", "soft", "trouble", "target"]) {
        expect(contrast(ink(name), ink(ground)) >= 4.5, `${scheme}: ${name} on ${ground}`);
      }
      for (let index = 0; index < 8; index++) {
        expect(contrast(ink(`run-${index}`), ink(ground)) >= 3, `${scheme}: run ${index} on ${ground}`);
      }
    }
    expect(contrast(ink("on-accent"), ink("accent")) >= 4.5, `${scheme}: text on accent`);
    expect(contrast(ink("ink"), ink("differs")) >= 4.5, `${scheme}: text on values that differ`);
    expect(contrast(ink("edge"), ink("panel")) >= 3, `${scheme}: edges of controls`);
  }
}

function checkTexts() {
  const request = "scenario sheet\nfrom config case.yml\nset start it's\nhz 60\nfrom set\nset start half\nat 0.5 screen 844x390\n";
  expect(commandOf("a b.yml", request)
    === "flickbook replay 'a b.yml' --scenario sheet --hz 60 --set start=half --at 0.5:screen=844x390", "a request becomes a command line");
  expect(commandOf("a", "scenario sheet\nset name it's $x\n").endsWith("--set 'name=it'\\''s $x'"), "shell words are quoted");
  general = { options: [{ key: "hz" }] };
  expect(patchOf({ preset: "wave", changes: new Map([["start", "half"], ["hz", "60"], ["spring.response", "0.5"]]) })
    === 'preset: "wave"\nhz: 60\nset:\n  start: "half"\n  spring.response: 0.5\n', "changes become keys of a case in YAML");
  const begun = newHand();
  equip(begun, { now: "scenario sheet\n", before: null });
  begun.kind = "touch";
  begun.intent = 'half" # <script>';
  sample(begun, 7, 0, 10, 20, true);
  sample(begun, 9, 8000, 30, 40, true);
  sample(begun, 7, 16000, 10, 25.004);
  sample(begun, 7, 15000, 10, 26);
  lift(begun, 7, 24000);
  lift(begun, 9, 1024100);
  expect(begun.lines.join(";") === "0 3 47 0;0 3 57 1;0 3 53 1000;0 3 54 2000;0 1 330 1;0 0 0 0;"
    + "8000 3 47 1;8000 3 57 2;8000 3 53 3000;8000 3 54 4000;8000 0 0 0;16000 3 47 0;16000 3 54 2500;"
    + "16000 3 54 2600;16000 0 0 0;24000 3 57 -1;24000 0 0 0;1024100 3 47 1;1024100 3 57 -1;1024100 1 330 0;1024100 0 0 0",
    "two fingers give the events of the kernel, and time never decreases");
  expect(sourceWords(begun) === "a page, touch, 125 Hz, times to 1000 us", "the source contains the rate and the resolution of the times");
  const file = recordingFile(begun);
  expect(file.includes('  intent: "half\\" # <script>"\n') && file.endsWith("    - [1, 24100, 1, 330, 0]\n    - [1, 24100, 0, 0, 0]\n"),
    "a recording is a file of libinput record");
  expect(file.split("- evdev:").length === 6, "with a group for each frame of the device");
}

async function checkPlaying() {
  press("3");
  expect(state.speed === 0.1, "3 sets a tenth of the speed");
  press("1");
  go(0);
  press(" ");
  expect(state.isPlaying, "Space plays");
  await frames(12);
  let told = 0;
  const listener = new MutationObserver(() => told++);
  listener.observe(element("says"), { childList: true, characterData: true, subtree: true });
  await frames(20);
  listener.disconnect();
  expect(told === 0, "nothing is announced to screen readers during playback");
  press(" ");
  expect(!state.isPlaying, "Space pauses");
  go(last() - 5);
  press(" ");
  await frames(60);
  expect(!state.isPlaying && state.frame === last(), "it stops at the end");
  press(" ");
  expect(state.frame < last(), "and begins again");
  await frames(2);
  press(" ");
  setLoop(true);
  go(last() - 3);
  press(" ");
  await frames(40);
  expect(state.isPlaying, "a loop continues after the end");
  press(" ");
  setLoop(false);
}

addEventListener("load", async () => {
  try {
    checkSteps();
    checkDrawing();
    checkRuns();
    checkEnds();
    checkZoom();
    checkAccess();
    await checkMap();
    checkColors();
    checkTexts();
    await checkPlaying();
  } catch (error) { failures.push(`${error}`); }
  failures.push(...errors.map((message) => `page error: ${message}`));
  const verdict = document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = failures.length ? failures.join("; ") : `${checks} checks hold`;
  document.body.append(verdict);
});
