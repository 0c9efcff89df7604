// Playback: advances the time, draws the page for the current time, and handles buttons and keys.
const speeds = [0.1, 0.15, 0.2, 0.25, 0.33, 0.5, 0.66, 0.8, 1, 1.25, 1.5, 1.75, 2];
// The index of the decision after which the settling motion is repeated while the user changes a setting, and the
// number of repetitions since the last change; the index is null if the motion is not repeated.
let looped = null, repeats = 0;

function show() {
  state.frame = bounded(state.frame, 0, lastFrame());
  const frame = frameOf(lead());
  element("scrubber").max = lastFrame();
  element("scrubber").value = state.frame;
  element("scrubber").setAttribute("aria-valuetext",
    `frame ${frame}, ${decimals(time())} seconds, ${phaseAt(lead(), time())}`);
  element("clock").replaceChildren(`${time().toFixed(3)} s`, made("span", ` · frame ${frame} of ${lead().count - 1}`));
  drawScreen();
  drawPlot();
  fillOutcome();
  fillMap();
  fillTable();
  if (state.tab === "events") markEvents();
  if (state.tab === "decision") fillDecision();
  noteLink();
}

function go(frame) {
  pause();
  state.frame = frame;
  show();
}

function pause() {
  state.isPlaying = false;
  looped = null;
  element("play").textContent = "Play";
}

function play() {
  if (state.isPlaying) return pause();
  state.isPlaying = true;
  element("play").textContent = "Pause";
  if (state.frame >= lastFrame()) state.frame = 0;
  state.clock = time();
  let last = null;
  const tick = (milliseconds) => {
    if (!state.isPlaying) return;
    if (last !== null) state.clock += (milliseconds - last) / 1000 * state.speed;
    last = milliseconds;
    const span = looped !== null ? settlingSpan() : null;
    if (span && (state.clock < span.start || state.clock > span.end)) {
      if (state.clock > span.end && !pressed.size) repeats++;
      if (repeats >= 2) pause(); else state.clock = span.start;
    }
    // A loop stays at its end for a moment, so that the result can be seen.
    if (state.clock >= duration() + 0.7 && state.isLooping) state.clock = 0;
    state.frame = Math.floor(state.clock * lead().rate + 1e-6);
    if (!span && !state.isLooping && state.frame >= lastFrame()) pause();
    follow();
    show();
    if (state.isPlaying) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

// Repeats the motion from the shown release until all drawn runs are at rest, while a setting changes and twice after
// the change, so that the user sees its effect. If the user prefers reduced motion, the time does not change.
function loopSettling() {
  repeats = 0;
  if (looped !== null || isStill()) return;
  const base = tried?.base ?? lead(), index = base.decisions.indexOf(decisionNow(base));
  if (index < 0) return;
  pause();
  play();
  looped = index;
  state.clock = settlingSpan().start;
}

function stopLoop() { if (looped !== null) pause(); }

// Returns the times between which the motion is repeated: from the release to 0.35 s after the last drawn run has come
// to rest.
function settlingSpan() {
  const spans = drawn().filter((run) => run.decisions.length).map((run) => {
    const start = run.decisions[Math.min(looped, run.decisions.length - 1)].time;
    const rest = run.phases.find((span) => span.start >= start && ["resting", "gone"].includes(span.phase));
    return { start, end: (rest ? rest.start : (run.count - 1) / run.rate) + 0.35 };
  });
  return spans.length ? { start: Math.min(...spans.map((span) => span.start)), end: Math.max(...spans.map((span) => span.end)) } : null;
}

function setSpeed(speed) {
  state.speed = speed;
  element("speed").value = speeds.indexOf(speed);
  element("factor").textContent = `${speed} ×`;
  element("speed").setAttribute("aria-valuetext", `${speed} times`);
}

function setLoop(isLooping) {
  state.isLooping = isLooping;
  element("loop").setAttribute("aria-pressed", isLooping);
}

function setSideBySide(isSideBySide) {
  state.isSideBySide = isSideBySide;
  element("layout").setAttribute("aria-pressed", isSideBySide);
  fillComparison();
  show();
}

function choose(index) {
  const instant = lead() ? time() : 0;
  state.main = index;
  state.hidden.delete(lead());
  state.frame = Math.round(instant * lead().rate);
  element("title").textContent = lead().title;
  element("caption").textContent = lead().caption;
  document.title = `${lead().name} · Flickbook`;
  refresh();
}

// Updates everything after the runs or their appearance have changed.
function refresh() {
  dropHidden();
  changed();
  listRuns();
  listEvents();
  listCurves();
  if (state.tab === "whatif") fillPanel();
  if (state.view && state.view[1] > duration()) state.view = null;
  show();
  askAhead();
}

function listRuns() {
  element("layout").hidden = shown().length < 2;
  markRuns();
  // The first change in Try adds a run, and must not move the page under the pointer.
  if (runs.filter((run) => run !== tried?.run && !run.isRehearsed).length < 2) return element("names").replaceChildren();
  const list = runsWithButton(), short = shortNames(list, 28);
  element("names").replaceChildren(...list.map((run, index) => {
    const isLead = run === lead(), isHidden = state.hidden.has(run);
    const button = made("button", short[index], { title: `${run.name}. Click to select this run; click again to hide it`,
      className: isHidden ? "hid" : "", disabled: run.count === 0, "aria-pressed": isLead });
    if (isHidden || short[index] !== run.name) button.setAttribute("aria-label", `${run.name}${isHidden ? ", hidden" : ""}`);
    const swatch = made("i", "", { className: "swatch" });
    swatch.style.borderTop = `4px ${["solid", "dashed", "dotted"][Math.floor(slotOf(run) / 8) % 3]} ${isLead ? "currentColor" : colorOf(run)}`;
    button.prepend(swatch);
    button.onclick = () => {
      if (run !== lead()) choose(runs.indexOf(run)); else hide(run);
      element("names").children[index]?.focus();
    };
    return button;
  }));
  const names = element("names"), chip = names.children[list.indexOf(lead())];
  if (!chip) return;
  names.scrollLeft = bounded(names.scrollLeft, chip.offsetLeft + chip.offsetWidth - names.clientWidth - names.offsetLeft,
    chip.offsetLeft - names.offsetLeft);
}

function hide(run) {
  const other = runs.findIndex((next) => next !== run && next.count && !state.hidden.has(next));
  const any = other >= 0 ? other : runs.findIndex((next) => next !== run && next.count);
  if (any < 0 || (state.isCrowded && shown().length < 2)) return;
  state.hidden.add(run);
  choose(any);
}

// Goes to the next event (`step` > 0) or to the previous event, and announces the event to screen readers.
function goToEvent(step) {
  const now = time(), list = lead().events;
  const event = step > 0 ? list.find((one) => one.frame > state.frame) : list.findLast((one) => one.frame < state.frame);
  if (!event) return;
  go(event.frame);
  say(`${decimals(event.time)} seconds: ${event.event} ${event.words}`);
}

function step(frames) {
  go(state.frame + frames);
  say(`frame ${frameOf(lead())}, ${phaseAt(lead(), time())}`);
}

const keysDown = {
  " ": ["play or pause", play],
  ArrowLeft: ["one frame back; with Shift, ten frames", (event) => step(event.shiftKey ? -10 : -1)],
  ArrowRight: ["one frame forward; with Shift, ten frames", (event) => step(event.shiftKey ? 10 : 1)],
  Home: ["go to the start", () => go(0)],
  End: ["go to the end", () => go(lastFrame())],
  ",": ["go to the previous event", () => goToEvent(-1)],
  ".": ["go to the next event", () => goToEvent(1)],
  1: ["set the normal speed", () => setSpeed(1)],
  2: ["set a quarter of the normal speed", () => setSpeed(0.25)],
  3: ["set a tenth of the normal speed", () => setSpeed(0.1)],
  4: ["set twice the normal speed", () => setSpeed(2)],
  l: ["repeat the playback, or stop repeating", () => setLoop(!state.isLooping)],
  s: ["show the runs side by side, or over one another", () => setSideBySide(!state.isSideBySide)],
  n: ["select the next run", () => chooseNext(1)],
  p: ["select the previous run", () => chooseNext(-1)],
  d: ["go to the first difference between the selected run and another shown run", goToDifference],
  h: ["hide the selected run", () => hide(lead())],
  "+": ["zoom into the curves", () => zoom(0.5)],
  "-": ["zoom out of the curves", () => zoom(2)],
  0: ["fit the curves: show the whole time, and all values", fitAxes],
  "[": ["scroll the curves to earlier times", () => pan(-0.25)],
  "]": ["scroll the curves to later times", () => pan(0.25)],
  t: ["feel: drag the surface, or leave it", () => openTab(state.tab === "touch" ? latestView : "touch")],
  a: ["feel: use the settings A", () => useVariant(0)],
  b: ["feel: use the settings B", () => useVariant(1)],
  c: ["feel: use the settings C", () => useVariant(2)],
  w: ["try: change settings", () => openTab("whatif")],
  o: ["try: hold to see the run without your changes", () => showOriginal(true)],
  "?": ["show these keys", () => element("keys").showModal()],
};

function chooseNext(step) {
  if (state.isCrowded && tried) endTrial();
  for (let index = 1; index <= runs.length; index++) {
    const next = (state.main + step * index + runs.length * index) % runs.length;
    if (!runs[next].count) continue;
    if (state.isCrowded) state.hidden.add(lead());
    return choose(next);
  }
}

// Returns whether the focused control uses the key, so that the page must ignore the key.
function isTaken(event) {
  const target = event.target;
  if (!(target instanceof Element) || element("keys").open) return element("keys").open;
  if (target.closest("input[type=number], input[type=text], input[type=search], textarea, select")) return true;
  if ([" ", "Enter"].includes(event.key)) return Boolean(target.closest("button, summary, input, [role=tab]"));
  return Boolean(target.closest("input[type=range]")) && /^(Arrow|Home|End|Page)/.test(event.key);
}

function wirePlayer() {
  element("play").onclick = play;
  element("back").onclick = () => step(-1);
  element("forth").onclick = () => step(1);
  element("loop").onclick = () => setLoop(!state.isLooping);
  element("layout").onclick = () => setSideBySide(!state.isSideBySide);
  element("more").onclick = () => {
    const isOpen = document.body.classList.toggle("more");
    element("more").setAttribute("aria-expanded", isOpen);
  };
  const chances = element("chances");
  chances.open = matchMedia("(min-width: 1151px) and (min-height: 820px)").matches;
  chances.ontoggle = () => { sizes.clear(); show(); };
  element("help").onclick = () => element("keys").showModal();
  element("scrubber").oninput = (event) => go(+event.target.value);
  element("speed").oninput = (event) => setSpeed(speeds[+event.target.value]);
  const names = { " ": "Space", ArrowLeft: "←", ArrowRight: "→" };
  element("keylist").replaceChildren(...Object.entries(keysDown)
    .flatMap(([key, [words]]) => [made("dt", names[key] ?? key), made("dd", words)]));
  window.addEventListener("keydown", (event) => {
    const action = keysDown[event.key] ?? keysDown[event.key.toLowerCase?.()];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    event.preventDefault();
    action[1](event);
  });
  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || !isTrying() || event.target.matches("textarea, input[type=text], input[type=search]")) return;
    event.preventDefault();
    undo(event.shiftKey ? 1 : -1);
  });
  window.addEventListener("keyup", (event) => { if (event.key.toLowerCase() === "o") showOriginal(false); });
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", () => { readInks(); refresh(); });
  }
}

async function begin() {
  readInks();
  runs = JSON.parse(element("runs").textContent).map(completed);
  const first = runs.findIndex((run) => run.count);
  if (first < 0) {
    element("title").textContent = "The runs of this page have no frames, so there is nothing to show.";
    element("main").hidden = true;
    element("controls").hidden = true;
    return;
  }
  wirePointers();
  wireModes();
  wireRuns();
  wireTabs();
  wirePlot();
  wireComparison();
  wireHandles();
  wirePlayer();
  wireTouch();
  wireDrawer();
  wireFiles();
  wireVideo();
  setSpeed(1);
  const whole = runs.filter((run) => run.count);
  if (state.isCrowded) showOnly(runs[first]);
  // Show the runs side by side if there are seven or eight, or if they have different screens or curves and therefore
  // cannot be drawn over one another.
  state.isSideBySide = !state.isCrowded && (whole.length > 6 || whole.some((run) => !isLike(run, runs[first])));
  element("layout").setAttribute("aria-pressed", state.isSideBySide);
  state.main = first;
  openTab(state.isCrowded ? "runs" : "watch");
  choose(first);
  const isDifferent = openAtDifference();
  if (!isDifferent && !location.hash && !isStill()) openAlive();
  await openEngine();
  await resume();
}

// Plays the runs again and again, until the user pauses them.
function openAlive() {
  setLoop(true);
  play();
}
document.addEventListener("DOMContentLoaded", begin);
