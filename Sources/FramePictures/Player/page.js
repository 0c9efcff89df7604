"use strict";
// The state that all scripts of the page share: the runs, the leading run (the one that the user selected), the time
// and the colours. The data of the runs is the last element of the page, after the scripts.
let runs = [];
let engine = null;
let sources = [];
const element = (id) => document.getElementById(id);
const state = {
  main: 0, frame: 0, isPlaying: false, speed: 1, clock: 0, isLooping: false, isSideBySide: false,
  hidden: new Set(), view: null, tab: "watch", event: null, isCrowded: false,
};

// Returns a new element with a text. Every text from a file enters the page through this function, as text and never as
// markup, so that no file can inject a script.
function made(kind, words = "", properties = {}) {
  const item = document.createElement(kind);
  if (words !== "") item.textContent = words;
  for (const [name, content] of Object.entries(properties)) {
    if (name in item) item[name] = content; else item.setAttribute(name, content);
  }
  return item;
}

function madeButton(words, act, properties = {}) {
  const button = made("button", words, properties);
  button.onclick = act;
  return button;
}

const lead = () => runs[state.main];
const bounded = (number, low, high) => Math.max(low, Math.min(high, number));
// Returns the value of a column in a frame. A column is an array with one number per frame, or a single value that
// applies to all frames. An array from a worker is a typed array, with NaN for a missing number.
const isList = (column) => Array.isArray(column) || ArrayBuffer.isView(column);
const at = (column, index) => isList(column) ? column[index] : column;
const shown = () => runs.filter((run) => run.count && !state.hidden.has(run));
// Shows only these runs.
function showOnly(...list) { state.hidden = new Set(runs.filter((run) => !list.includes(run))); }
// Returns whether the curves of a run can be drawn over the curves of another run: both must have the same screen and
// the same curves. Layers and rest positions may differ, because they are drawn for each run.
const isLike = (run, other = lead()) => run === other || looksOf(run) === looksOf(other);
const looksOf = (run) => run.looks ??= JSON.stringify([run.screen.map((column) => at(column, 0)),
  run.curves.map((curve) => curve.title)]);
// The leading run comes last, so that it is drawn over the others.
const drawn = () => shown().filter((run) => run !== lead()).concat([lead()]);
const time = () => state.frame / lead().rate;
const duration = () => Math.max(0.001, ...drawn().map((run) => (run.count - 1) / run.rate));
// The last frame of the longest run that is shown; a shorter run stays at its own last frame.
const lastFrame = () => Math.ceil(duration() * lead().rate - 1e-6);
const frameAt = (run, instant) => bounded(Math.floor(instant * run.rate + 1e-6), 0, run.count - 1);
const frameOf = (run) => run === lead() ? Math.min(state.frame, run.count - 1) : frameAt(run, time());

// Returns the value of a field in a frame; null if the frames have no such field or, while a slider moves, have no
// values yet.
function value(run, index, key) {
  const place = run.keys?.indexOf(key) ?? -1;
  return place < 0 ? null : run.frames[index]?.[place] ?? null;
}

// Adds the properties that the page needs to the data of a run, which comes from the command or from the engine.
function completed(run) {
  run.count ??= run.frames?.length ?? 0;
  run.keys ??= [];
  run.units ??= [];
  run.frames ??= [];
  run.decisions = run.events.filter((event) => event.decision);
  run.phases ??= phasesOf(run);
  return run;
}

function phasesOf(run) {
  const spans = [];
  for (let index = 0; index < run.count; index++) {
    const phase = value(run, index, "phase");
    if (spans.at(-1)?.phase === phase) continue;
    if (spans.length) spans.at(-1).end = index / run.rate;
    spans.push({ phase, start: index / run.rate, end: (run.count - 1) / run.rate });
  }
  return spans;
}

function phaseAt(run, instant) {
  return run.phases.findLast((span) => span.start <= instant + 1e-9)?.phase ?? "";
}

// The colours of the page for canvases; they are read again when the colour scheme changes.
let inks = {}, textScale = 1;
function readInks() {
  backKey = "";
  const style = getComputedStyle(document.documentElement);
  inks = {};
  for (const name of ["paper", "ink", "soft", "line", "panel", "held", "moving", "still", "finger",
    "target", "body", "accent", "edge"]) inks[name] = style.getPropertyValue(`--${name}`).trim();
  // Text on canvases scales with the text of the page.
  textScale = Math.max(1, parseFloat(style.fontSize) / 14.5 || 1);
  inks.runs = Array.from({ length: 8 }, (_, index) => style.getPropertyValue(`--run-${index}`).trim());
}
// Eight colours and three line styles distinguish 24 runs.
const dashes = [[], [7, 3], [2, 3]];
const colorOf = (run) => inks.runs[slotOf(run) % 8];
const dashOf = (run) => dashes[Math.floor(slotOf(run) / 8) % 3];
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Clears a canvas, gives it the resolution of the display, and returns its context and its size. The size is measured
// only after a change, because measuring forces the browser to lay out the whole page.
const sizes = new Map();
const watch = new ResizeObserver((entries) => {
  for (const entry of entries) sizes.delete(entry.target);
  readInks();
  if (isTouching) fitAgain();
  if (lead()) show();
});
function sized(canvas) {
  if (!sizes.has(canvas)) {
    sizes.set(canvas, canvas.getBoundingClientRect());
    watch.observe(canvas);
  }
  const box = sizes.get(canvas), density = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(box.width * density));
  const height = Math.max(1, Math.round(box.height * density));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d");
  pen.setTransform(density, 0, 0, density, 0, 0);
  pen.clearRect(0, 0, box.width, box.height);
  return { pen, width: box.width, height: box.height };
}

// Returns the width of a text. The widths are stored, because measuring a text takes longer than drawing it.
const widths = new Map();
function widthOf(pen, words, size) {
  const key = `${size * textScale} ${words}`;
  if (widths.size > 2000) widths.clear();
  if (!widths.has(key)) {
    pen.font = `${size * textScale}px system-ui, sans-serif`;
    widths.set(key, pen.measureText(words).width);
  }
  return widths.get(key);
}

// Writes a text, condensed to the width `most` if it is wider.
function write(pen, words, x, y, scale, ink, size = 12, align = "center", most) {
  pen.font = `${size * textScale / scale}px system-ui, sans-serif`;
  pen.textAlign = align;
  pen.fillStyle = ink;
  pen.fillText(words, x, y + 0.35 * size * textScale / scale, most);
}

// Writes text that stays readable over lines, because its outline has the colour of the background.
function writeOver(pen, words, x, y, ink, size, align) {
  size *= textScale;
  pen.font = `${size}px system-ui, sans-serif`;
  pen.textAlign = align;
  pen.lineWidth = 3.5;
  pen.lineJoin = "round";
  pen.strokeStyle = inks.panel;
  pen.strokeText(words, x, y + 0.35 * size);
  pen.fillStyle = ink;
  pen.fillText(words, x, y + 0.35 * size);
}

// The pointers that are down, each with the element on which it was pressed. A panel is not rebuilt while a pointer is
// down in the panel, because a control that is replaced during a drag no longer follows the pointer.
const pressed = new Map(), postponed = new Set();
let releasing = 0;

// Returns whether `fill` must wait because a pointer is down in `panel`. If so, `fill` is called after all pointers are
// up.
function waitsForPointer(panel, fill) {
  const isHeld = [...pressed.values()].some((target) => panel.contains(target));
  if (isHeld) postponed.add(fill);
  return isHeld;
}

function wirePointers() {
  const release = (event) => {
    if (!pressed.delete(event.pointerId) || pressed.size) return;
    clearTimeout(releasing);
    // Wait 100 ms, because the click event of a tap follows its pointerup event and must still reach the pressed
    // control.
    releasing = setTimeout(() => {
      if (pressed.size) return;
      const fills = [...postponed];
      postponed.clear();
      for (const fill of fills) fill();
    }, 100);
  };
  addEventListener("pointerdown", (event) => pressed.set(event.pointerId, event.target), true);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release, true);
  // A move without buttons means that the pointer was released at a place from which the page gets no events, such as
  // over a menu of the browser.
  addEventListener("pointermove", (event) => { if (event.buttons === 0) release(event); }, true);
}

// Announces text to screen readers. Of several texts within 150 ms, only the last is announced.
let saying = 0;
function say(words) {
  clearTimeout(saying);
  saying = setTimeout(() => { element("says").textContent = words; }, 150);
}

const decimals = (number, digits = 3) => isNumber(number) ? `${+number.toFixed(digits)}` : "–";
