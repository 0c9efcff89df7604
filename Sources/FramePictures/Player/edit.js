// Handles on the curves, in the mode Try. The handle at the peak of an overshoot changes the damping ratio of the
// spring, the handle where the surface comes to rest changes the response of the spring, and the handle at a velocity
// threshold changes a setting of the release rule. The page finds the value of the setting by replays.
const handles = new Map();
const isTrying = () => state.tab === "whatif";
// The handle that the user moves, with the result that the user wants; null while no handle moves.
let gripped = null;
// The settings that move a threshold, by the decision and the target of the threshold.
const thresholdKeys = new Map();
const handleKinds = {
  peak: { key: "spring.dampingRatio", sign: "↕", words: "Peak after the release", range: [0.05, 4] },
  rest: { key: "spring.response", sign: "↔", words: "Time at which the surface rests", range: [0.05, 5] },
};

// Returns the motion that follows a decision, as a curve shows it: its start, its target, its peak beyond the target,
// and the time at which the surface rests; null if the run has no such decision or its curve has no target.
function flightOf(run, title, index) {
  const event = run.decisions[index], curve = run.curves.find((one) => one.title === title);
  if (!event || !curve || event.frame >= run.count) return null;
  const released = event.frame / run.rate;
  const held = run.phases.find((span) => span.start > released && ["pressed", "dragging", "scrolling"].includes(span.phase));
  const next = run.decisions[index + 1]?.frame ?? run.count;
  const last = Math.min(held ? Math.round(held.start * run.rate) - 1 : run.count - 1, next, run.count - 1);
  const start = at(curve.values, event.frame), target = at(curve.targets, last);
  if (!isNumber(start) || !isNumber(target)) return null;
  const side = Math.sign(start - target) || -Math.sign(at(curve.rates, Math.min(event.frame + 1, last))) || 1;
  let peak = null;
  for (let frame = event.frame, isBeyond = false; frame <= last; frame++) {
    const beyond = (target - at(curve.values, frame)) * side;
    isBeyond ||= beyond >= 0;
    if (isBeyond && (peak === null || beyond > peak.beyond)) peak = { beyond, frame };
  }
  const rest = run.phases.find((span) => span.start > released && ["resting", "gone"].includes(span.phase));
  return { released, start, target, side, way: Math.abs(start - target), peak: peak ?? { beyond: 0, frame: last },
    rest: rest && rest.start <= last / run.rate + 1e-6 ? rest.start - released : null, end: last / run.rate };
}

// Returns the curve with the longest motion after a decision, among the curves that `isWanted` selects, and the motion.
const longestFlight = (run, index, isWanted = () => true) => run.curves.filter(isWanted)
  .map((curve) => ({ curve, flight: flightOf(run, curve.title, index) })).filter(({ flight }) => flight)
  .toSorted((a, b) => b.flight.way - a.flight.way)[0];

// Returns the request to the engine for the trial with one setting changed.
const questionWith = (now, key, content, verb = "replay", end = "") => {
  const changes = new Map(now.changes);
  if (key) changes.set(key, content);
  return `${verb} ${now.source.name}\n${requestOf({ ...now, changes })}${end}`;
};

// Returns the motion of the trial with one setting changed.
function flightWith(now, key, content, { title, index }) {
  const { picture } = engine.ask(questionWith(now, key, content));
  return picture ? flightOf(completed(picture), title, index) : null;
}

// Returns the request for the thresholds of a decision with one setting changed.
const thresholdQuestion = (now, key, content, index) => questionWith(now, key, content, "map", `over ${index} 2 2`);

// Returns the velocity, in an answer of the engine, from which on a release would go to a given target; null if the
// answer has no such velocity.
function thresholdIn({ thresholds }, { target, axis }) {
  const one = thresholds?.find((other) => other.along === "velocity" && other.axis === axis && other.target === target);
  return one ? usedSpeed(one) : null;
}
const usedSpeed = (one) => one.decision?.[`velocity${one.axis.toUpperCase()}`] ?? one.velocity;

// Returns the next value of a setting to try, from the tried values and their results: between two results that enclose
// the wanted result, or along the line through the two nearest results.
function nextValue(samples, wanted, [low, high], hint) {
  const list = samples.toSorted((a, b) => Math.abs(a.result - wanted) - Math.abs(b.result - wanted));
  const [one] = list, other = list.find((sample) => (sample.result - wanted) * (one.result - wanted) < 0)
    ?? list.find((sample) => sample.value !== one.value && sample.result !== one.result);
  let value = other ? one.value + (wanted - one.result) / (other.result - one.result) * (other.value - one.value) : hint(one);
  const isEnclosed = other && (other.result - wanted) * (one.result - wanted) < 0;
  // If the secant leads to nearly the same value as an earlier one, bisect instead.
  if (isEnclosed && samples.some((sample) => Math.abs(sample.value - value) < 1e-3 * Math.abs(one.value - other.value))) {
    value = (one.value + other.value) / 2;
  }
  if (!isEnclosed && one.value > 0) value = bounded(value, one.value / 3, one.value * 3);
  return +bounded(isNumber(value) ? value : one.value, low, high).toPrecision(6);
}

// Moves the value of the setting towards the wanted result with at most `most` replays; returns the best known value.
function solve(grip, wanted, most) {
  const { samples } = grip;
  for (let count = 0; count < most; count++) {
    if (samples.some((sample) => Math.abs(sample.result - wanted) <= grip.room)) break;
    const value = nextValue(samples, wanted, grip.range, (one) => grip.hint(one, wanted));
    if (samples.some((sample) => sample.value === value)) break;
    const result = grip.measure(value);
    if (!isNumber(result)) break;
    samples.push({ value, result });
  }
  return samples.reduce((best, one) => Math.abs(one.result - wanted) < Math.abs(best.result - wanted) ? one : best).value;
}

// Returns the place of each handle on the plot; an empty list outside the mode Try.
function handlePlaces(list, width, height) {
  const run = lead(), event = decisionNow();
  const isTried = tried && (run === tried.run || run === tried.base);
  if (!isTrying() || !engine?.isThere || !isTried || !event || isByAxis()) return [];
  const index = run.decisions.indexOf(event), head = run.settings ?? tried?.base.settings ?? {};
  const most = longestFlight(run, index), found = [];
  const boxAt = (place) => panelBox(list, place, width, height);
  const place = most ? list.findIndex((panel) => panel.decides && panel.title === most.curve.title) : -1;
  if (place >= 0 && boxAt(place).height >= 40) found.push(...flightPlaces(most, boxAt(place), index));
  for (const [row, panel] of list.entries()) {
    const measure = panel.rateOf && measureOf(panel.rateOf);
    if (measure && boxAt(row).height >= 50) found.push(...thresholdPlaces(event, index, measure, boxAt(row)));
  }
  return found.filter((one) => one.key in head);
}

function flightPlaces({ curve, flight }, box, index) {
  // A motion of less than 3 pixels has no handles.
  if (flight.way * Math.abs(box.y(1) - box.y(0)) < 3) return [];
  const hasPeak = Math.abs(box.y(flight.target) - box.y(flight.target - flight.side * flight.peak.beyond)) > 1.5;
  const beyond = hasPeak ? flight.peak.beyond : 0, found = [], about = { title: curve.title, index, flight, box };
  const rested = flight.rest === null ? null : acrossOf(flight.released + flight.rest);
  const y = box.y(flight.target - flight.side * beyond);
  // Without a peak, the handle is on the line of the target, in the visible part, left of the handle where the surface
  // comes to rest.
  const end = Math.min(rested ?? acrossOf(flight.end), plotted.width - plotEdges.right), besideRest = Math.max(end - 56, acrossOf(flight.released) + 16);
  const x = hasPeak ? acrossOf(flight.peak.frame / lead().rate) : rested === null ? besideRest : Math.min(besideRest, end - 30);
  found.push({ id: "handle-peak", kind: "peak", ...handleKinds.peak, ...about, x, y, result: beyond,
    said: `${decimals(beyond, 2)} beyond the target` });
  if (rested !== null) {
    found.push({ id: "handle-rest", kind: "rest", ...handleKinds.rest, ...about, x: rested, y: box.y(flight.target), result: flight.rest,
      said: `${decimals(flight.rest)} s after the release` });
  }
  return found;
}

function thresholdPlaces(event, index, measure, box) {
  const now = tried, x = acrossOf(event.time), { far } = besideRelease(x, box);
  return thresholdsNow().filter((one) => one.along === "velocity" && one.axis === measure.axis).flatMap((one) => {
    const speed = usedSpeed(one), y = box.y(speed * measure.scale), known = thresholdKeys.get(thresholdKey(now, index, one));
    if (known === undefined) probeLater();
    if (!known || y < box.top || y > box.top + box.height) return [];
    return [{ id: `handle-to-${one.target || "nothing"}`, kind: "threshold", key: known.key, sign: "↕", words: `Threshold to ${one.target || "nothing"}`,
      axis: one.axis, target: one.target, index, box, measure, x: (x + far) / 2, y, result: speed, range: known.range, samples: known.samples,
      said: speedWords(one.axis, speed) }];
  });
}

const thresholdKey = (now, index, one) => [runs.indexOf(now.base), now.preset, index, one.axis, one.target, Math.sign(usedSpeed(one))].join();

// Looks for the setting that moves a threshold while the page is idle: changes the settings of the release rule a
// little, one after another, and compares the thresholds.
let probing = 0, isProbing = false;
function probeLater() {
  clearTimeout(probing);
  probing = setTimeout(async () => {
    const run = lead(), event = decisionNow();
    if (isProbing || !isTrying() || state.isPlaying || gripped || run.isFleeting || !event || !sourceOf(run)) return;
    const now = trial(), index = run.decisions.indexOf(event);
    const one = thresholdsNow().find((other) => other.along === "velocity" && !thresholdKeys.has(thresholdKey(now, index, other)));
    if (!one) return;
    const key = thresholdKey(now, index, one);
    isProbing = true;
    const found = await keyOfThreshold(now, index, one);
    isProbing = false;
    if (found !== undefined) thresholdKeys.set(key, found);
    drawPlot();
  }, 120);
}

// Returns the setting that moves a threshold; null if no setting does, and undefined if the search was interrupted.
const probeOrder = ["release.flick", "release.threshold", "release.projection", "release.skip", "release.hysteresis"];
async function keyOfThreshold(now, index, one) {
  const head = settingsOf(requestOf(now)), rank = ({ key }) => (probeOrder.indexOf(key) + 1) || 99;
  const rows = rowsOf(tableOf(now.scenario), head)
    .filter((row) => row.key.startsWith("release.") && row.kind === "number" && isNumber(head[row.key].value));
  for (const row of rows.toSorted((a, b) => rank(a) - rank(b))) {
    const value = head[row.key].value, range = row.values;
    const other = +bounded(value === 0 ? sliderRange(row, value, declaredSlider(now, row.key)).step * 4 : value * 1.04, ...range).toPrecision(6);
    const moved = thresholdIn(await askWorker(thresholdQuestion(now, row.key, other, index)), one), speed = usedSpeed(one);
    if (now !== tried || gripped || lead().isFleeting) return undefined;
    if (moved === null || Math.abs(moved - speed) < 0.05 + 1e-3 * Math.abs(speed)) continue;
    return { key: row.key, range, samples: [{ value, result: speed }, { value: other, result: moved }] };
  }
  return null;
}

// Puts the handles on the plot; called after each drawing of the plot.
function placeHandles(list, width, height) {
  const places = handlePlaces(list, width, height), stack = element("plot").parentNode;
  for (const place of places) {
    const isNew = !handles.has(place.id), button = handles.get(place.id) ?? handle(place.id);
    if (isNew) { handles.set(place.id, button); stack.append(button); }
    const number = triedValue(place.key);
    button.place = place;
    button.textContent = place.sign;
    button.dataset.name = `${nameOf(place.key)} ${isNumber(number) ? +number.toPrecision(3) : ""}`;
    button.setAttribute("aria-label", `${place.words}, changes ${place.key}`);
    if (isNumber(number)) button.setAttribute("aria-valuenow", +number.toPrecision(5));
    button.setAttribute("aria-valuetext", `${place.said}; ${place.key} ${isNumber(number) ? +number.toPrecision(5) : ""}`);
    button.setAttribute("aria-orientation", place.kind === "rest" ? "horizontal" : "vertical");
    // A handle stays inside its panel, so that it does not cover the title and the names of the rests.
    const { left, top, width: across, height: down } = place.box;
    const x = Math.min(place.x, left + across - 12), y = bounded(place.y, top + 12, top + down - 12);
    [button.style.left, button.style.top] = [`${x}px`, `${y}px`];
  }
  for (const [id, button] of handles) {
    const place = places.find((one) => one.id === id);
    button.hidden = gripped?.id !== id && (!place || place.x < plotEdges.left - 2 || place.x > width - plotEdges.right + 2);
  }
  checkOthers();
}

// Returns the value of a setting in the current trial.
function triedValue(key) {
  const own = tried?.changes.get(key);
  return own === undefined ? lead().settings?.[key]?.value ?? tried?.base.settings?.[key]?.value : +own;
}

function handle(id) {
  const button = made("button", "", { id, className: "handle", role: "slider" });
  button.onpointerdown = (event) => {
    if (event.button > 0 || gripped) return;
    event.preventDefault();
    button.focus({ preventScroll: true });
    try { button.setPointerCapture(event.pointerId); } catch { /* a synthetic pointer cannot be captured */ }
    gripped = grip(button.place, event);
    button.classList.add("gripped");
  };
  button.onpointermove = (event) => {
    if (gripped?.id !== id) return;
    gripped.by = button.place.kind === "rest" ? event.clientX - gripped.from.x : event.clientY - gripped.from.y;
    if (!gripped.asked) gripped.asked = requestAnimationFrame(() => { if (gripped) moveGrip(2, false); });
  };
  button.onpointerup = button.onpointercancel = () => {
    if (gripped?.id !== id) return;
    cancelAnimationFrame(gripped.asked);
    if (gripped.by) moveGrip(6, true);
    endGrip();
  };
  button.onkeydown = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || gripped) return;
    event.preventDefault();
    event.stopPropagation();
    const way = step[button.place.kind === "rest" ? 0 : 1];
    if (!way) return;
    gripped = grip(button.place);
    gripped.by = way * Math.max(event.shiftKey ? 12 : 3, button.place.kind === "rest" ? 2.2 * plotted.scale / lead().rate : 0);
    moveGrip(6, true);
    endGrip();
    say(`${button.place.key} ${triedValue(button.place.key)}`);
  };
  return button;
}

// Begins to move a handle.
function grip(place, event = { clientX: 0, clientY: 0 }) {
  pause();
  holdAxes();
  const now = trial(), value = triedValue(place.key), unit = place.box.y(1) - place.box.y(0), scale = plotted.scale;
  const common = { id: place.id, place, now, from: { x: event.clientX, y: event.clientY }, by: 0, asked: 0,
    key: place.key, range: place.range };
  const samples = [{ value, result: place.result }];
  if (place.kind === "threshold") {
    const isKnown = place.samples.some((sample) => sample.value === value);
    return { ...common, samples: isKnown ? [...place.samples] : samples, room: 0.5, result: place.result,
      wanted: (by) => place.result + by / unit / place.measure.scale, hint: (one, wanted) => one.value * wanted / (one.result || 1),
      measure: (content) => thresholdIn(engine.ask(thresholdQuestion(now, place.key, content, place.index)), place) };
  }
  const fly = (content) => flightWith(now, place.key, content, place);
  if (place.kind === "rest") {
    return { ...common, samples, room: 0.6 / lead().rate, wanted: (by) => Math.max(0.02, place.result + by / scale),
      hint: (one, wanted) => one.value * wanted / one.result, measure: (content) => fly(content)?.rest };
  }
  return { ...common, samples, room: 0.4 / Math.abs(unit), wanted: (by) => Math.max(0, place.result - place.flight.side * by / unit),
    hint: (one, wanted) => dampingFor(wanted / place.flight.way), measure: (content) => fly(content)?.peak.beyond };
}

// Returns the damping ratio of a spring that starts at rest and overshoots by a fraction of its distance to the target.
// Source: any text on control, such as Ogata, "Modern Control Engineering", 5.3: exp(−πζ / √(1 − ζ²)).
function dampingFor(fraction) {
  if (!(fraction > 1e-4)) return 1;
  const log = Math.log(Math.min(0.95, fraction));
  return -log / Math.hypot(Math.PI, log);
}

// Replays the trial with the setting that brings the handle nearest to the pointer.
function moveGrip(most, isSettled) {
  const { key, now, place, by } = gripped;
  gripped.asked = 0;
  const value = solve(gripped, gripped.wanted(gripped.by), most);
  const slider = element(`slide-${key}`);
  if (slider) slider.value = placeOn(slider, value);
  if (element(`set-${key}`)) element(`set-${key}`).value = value;
  // While the setting changes, the threshold is not known, so its handle follows the pointer.
  if (place.kind === "threshold") handles.get(place.id).style.top = `${place.y + by}px`;
  change(now, key, `${value}`, isSettled);
}

function endGrip() {
  handles.get(gripped.id)?.classList.remove("gripped");
  gripped = null;
  changed();
  drawPlot();
}

// Counts the decisions of the other cases of the same scenario that go to another target with the tried settings. The
// count begins when the settings have not changed for 400 ms, replays one case at a time, and stops when the settings
// change.
let othersKey = "", checking = 0;
function checkOthers() {
  const now = isTrying() && tried?.run ? tried : null, request = now ? requestOf(now) : "";
  if (request === othersKey) return;
  othersKey = request;
  clearTimeout(checking);
  element("flips").hidden = true;
  if (!now) return;
  const list = runs.filter((run) => run !== now.run && run !== now.base && sources.includes(run.source)
    && scenarioOf(run.source.request) === now.scenario);
  if (list.length) checking = setTimeout(() => checkNext(now, list, 0, { count: 0, flips: 0, names: [] }), 400);
}

function checkNext(now, list, index, sum) {
  if (now !== tried) return;
  if (index === list.length) return showFlips(list.length, sum);
  if (gripped || pressed.size) { checking = setTimeout(() => checkNext(now, list, index, sum), 200); return; }
  const run = list[index], { picture } = engine.ask(questionWith({ ...now, source: run.source }));
  const targets = (events) => events.filter((event) => event.decision).map((event) => event.decision.target);
  const before = targets(run.events), after = picture ? targets(picture.events) : before;
  const flips = before.filter((target, place) => target !== after[place]).length + Math.max(0, after.length - before.length);
  sum.count += before.length;
  sum.flips += flips;
  if (flips) sum.names.push(briefName(run));
  checking = setTimeout(() => checkNext(now, list, index + 1, sum), 0);
}

function showFlips(count, { count: decisions, flips, names }) {
  const cases = count === 1 ? "1 other case" : `${count} other cases`, more = names.length - 5;
  const words = flips === 0 ? `With these settings, all ${decisions} decisions of ${cases} keep their targets.`
    : `With these settings, ${flips} of ${decisions} decisions of ${cases} change their targets: ${names.slice(0, 5).join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
  element("flips").textContent = words;
  element("flips").hidden = false;
  say(words);
}

function wireHandles() {
  element("graph").append(made("p", "", { id: "flips", className: "soft", hidden: true }));
}
