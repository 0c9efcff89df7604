// The decisions at other positions and velocities of a release. The engine computes them, and the page shows them in
// words and as a map.
let decisionKey = "";

// Returns the decisions that the engine computes for other releases than the release of `event`: a map of targets, and
// the nearest thresholds to another target. Returns null if the page has no engine or no recording of the run, and
// until the worker has answered; the page is then drawn again.
function releasesOf(run, event, columns = 2, rows = 2) {
  const key = `${run.decisions.indexOf(event)} ${columns} ${rows}`;
  if (!run.releases?.has(key)) askReleases(run, event, columns, rows);
  return run.releases?.get(key) ?? null;
}

// Computes the result of `releasesOf`, and draws the page again if it shows the event.
async function askReleases(run, event, columns = 2, rows = 2) {
  const source = sourceOf(run), index = run.decisions.indexOf(event), key = `${index} ${columns} ${rows}`;
  if (!engine?.isThere || !source || index < 0) return null;
  run.releases ??= new Map();
  run.releases.set(key, null);
  const answer = await askWorker(`map ${source.name}\n${run.request ?? source.request}over ${key}`);
  run.releases.set(key, answer);
  if (run === lead() && event === decisionNow()) {
    backKey = "";
    if (!state.isPlaying) show();
  }
  return answer;
}

// Computes the thresholds of all decisions of the leading run, one by one, so that playback does not wait for them.
let askingAhead = 0;
function askAhead() {
  clearTimeout(askingAhead);
  askingAhead = setTimeout(async () => {
    const run = lead(), next = run.isFleeting ? null : run.decisions.find((event) => !run.releases?.has(`${run.decisions.indexOf(event)} 2 2`));
    if (next && await askReleases(run, next) && run === lead()) askAhead();
  }, 30);
}

// Returns the thresholds of the shown decision; none while a slider moves or a drag is active, because computing them
// would delay the motion.
const thresholdsNow = () => thresholdsOf(lead(), decisionNow());
const thresholdsOf = (run, event) => event && !run.isFleeting ? releasesOf(run, event)?.thresholds ?? [] : [];

// Returns thresholds with the nearest first. To compare velocities with positions, a difference of 4000 pt/s counts as
// much as a difference of 800 pt.
const nearestThresholds = (list) => list.toSorted((a, b) => nearness(a) - nearness(b));
const nearness = (one) => one.along === "velocity" ? Math.abs(one.velocity - one.released) / 4000 : Math.abs(one.offset) / 800;

const wayOf = (axis, number) => number === 0 ? "" : axis === "x" ? (number < 0 ? " left" : " right") : number < 0 ? " up" : " down";
const speedWords = (axis, speed) => `${decimals(Math.abs(speed), Math.abs(speed) < 10 ? 2 : 0)} pt/s${wayOf(axis, speed)}`;

// Converts a distance in points, or a velocity in points per second, to millimetres of the finger, and returns it in
// parentheses; empty on a touchscreen, where the finger and the surface have the same scale.
function fingerWords(known, points, unit) {
  const millimeters = Math.abs(points) / (known?.pointsPerMillimeter ?? 0);
  return Number.isFinite(millimeters) ? ` (${decimals(millimeters, millimeters < 100 ? 1 : 0)} ${unit} of the finger)` : "";
}

// Describes a threshold in words, such as `half at 412 pt/s up; the finger had 530 pt/s up`.
function thresholdWords(one, decision, known = null) {
  const target = one.target || "no decision", release = known && one.axis === known.axis ? known.release.position : null;
  if (one.along === "velocity") return `${target} at ${speedWords(one.axis, one.velocity)}${fingerWords(known, one.velocity, "mm/s")}; the finger had ${speedWords(one.axis, one.released)}.${closeWords(one, decision)}`;
  return `${target} if released ${decimals(Math.abs(one.offset), 1)} pt further${wayOf(one.axis, one.offset)}${fingerWords(known, one.offset, "mm")}${release === null || Math.abs(one.position - release) > 0.05 ? `, at ${decimals(one.position, 1)}` : ""}`;
}

function fillDecision() {
  if (state.tab !== "decision") return;
  const run = lead(), event = decisionNow(), known = event && !run.isFleeting ? releasesOf(run, event) : null;
  const key = [runs.indexOf(run), revision, event?.time, run.isFleeting, Boolean(known)].join();
  const panel = element("tab-decision");
  if (key === decisionKey || waitsForPointer(panel, fillDecision)) return;
  decisionKey = key;
  const focus = panel.contains(document.activeElement) ? document.activeElement.id : "";
  if (!event) return panel.replaceChildren(made("p", "This run has no decisions.", { className: "soft" }));
  const choose = made("div", "", { className: "rows", role: "group", "aria-label": "Decisions" });
  if (run.decisions.length > 1) {
    choose.append(...run.decisions.map((one, index) => {
      const button = made("button", `${decimals(one.time)} s`, { id: `decision-${index}`, "aria-pressed": one === event });
      button.onclick = () => go(Math.min(one.frame, run.count - 1));
      return button;
    }));
  }
  panel.replaceChildren(choose, made("p", decisionWords(event)));
  if (known?.thresholds) panel.append(...thresholdList(known, event.decision));
  panel.append(candidateTable(event.decision));
  if (focus) element(focus)?.focus();
}

// Shows the map of the current decision under the curves, if it is open and the engine has computed it. While a slider
// moves, the latest map stays.
let mapped = null;
function fillMap() {
  const area = element("chances"), run = lead(), event = decisionNow();
  if (run.isFleeting && !area.hidden) return;
  area.hidden = !event || !engine?.isThere || !sourceOf(run) || run.isFleeting;
  if (area.hidden || !area.open) return;
  const known = releasesOf(run, event, 41, 31);
  // A decision without a pan has no map.
  area.hidden = Boolean(known?.error);
  if (area.hidden || known === mapped || !known || waitsForPointer(area, fillMap)) return;
  mapped = known;
  const old = element("map"), box = element("mapbox"), focus = box.contains(document.activeElement) ? document.activeElement.id : "";
  if (old) { sizes.delete(old); watch.unobserve(old); }
  box.replaceChildren();
  addMap(box, { ...known, target: event.decision.target });
  if (focus) element(focus)?.focus();
}

// Returns the thresholds as a list, with the nearest first.
function thresholdList(known, decision) {
  const head = made("h2", "Where the decision flips, and to which target"), list = made("ul", "", { id: "thresholds" });
  list.append(...nearestThresholds(known.thresholds).map((one) => made("li", thresholdWords(one, decision, known))));
  return known.thresholds.length ? [head, list]
    : [made("p", "The page tried other positions and velocities of the release; all lead to the same target.", { className: "soft" })];
}

function candidateTable(decision) {
  const table = made("table"), list = [...decision.candidates ?? []].sort((a, b) => distanceOf(a) - distanceOf(b));
  if (!list.length) return table;
  const row = (kind, cells) => {
    const item = made("tr");
    item.append(...cells.map((words, index) => made(index ? kind : "th", `${words}`, kind === "th" ? { scope: "col" } : index ? {} : { scope: "row" })));
    return item;
  };
  table.append(row("th", ["candidate", "x", "y", "distance, pt"]), ...list.map((one) => {
    const item = row("td", [one.target === decision.target ? `${one.target} ◆` : one.target, decimals(one.x, 1), decimals(one.y, 1), decimals(one.distance, 1)]);
    return item;
  }), row("td", ["projected", decimals(decision.projectedX, 1), decimals(decision.projectedY, 1), ""]));
  return table;
}

// Adds the map of a release to the panel. The horizontal axis is the velocity of the release, the vertical axis its
// position, and the colour the chosen target.
function addMap(panel, known) {
  if (!known.targets?.length) return;
  const canvas = made("canvas", "", { id: "map", tabIndex: 0, role: "img" }), words = made("p", "", { id: "map-words" });
  const dot = { offset: 0, velocity: known.release.velocity };
  const field = (id, title, list, key) => {
    const slider = made("input", "", { type: "range", id, min: list[0], max: list.at(-1), step: "any" });
    slider.oninput = () => { dot[key] = +slider.value; look(true); };
    const label = made("label", title, { htmlFor: id });
    return { label, slider };
  };
  const speed = field("map-velocity", "Velocity", known.velocities, "velocity");
  const place = field("map-position", "Change of position, pt", known.offsets, "offset");
  const back = made("button", "Reset");
  back.onclick = () => { Object.assign(dot, { offset: 0, velocity: known.release.velocity }); look(true); };
  const fields = made("div", "", { className: "choices" }), side = made("div");
  fields.append(speed.label, speed.slider, place.label, place.slider);
  side.append(words, fields, back);
  const [farthest, fastest] = [known.offsets, known.velocities].map((list) => list.at(-1));
  const ends = known.pointsPerMillimeter
    ? ` It extends to ${decimals(farthest, 0)} pt${fingerWords(known, farthest, "mm")} and ${decimals(fastest, 0)} pt/s${fingerWords(known, fastest, "mm/s")} in both directions.` : "";
  canvas.title = `The velocity of the release from left to right, and its position from top to bottom.${ends} Drag the dot, or move it with the arrow keys.`;
  panel.append(canvas, side);
  const look = (isSaid = false) => {
    const target = targetAt(known, dot), position = dot.offset === 0 ? known.release.position : between(known.positions, fractionOf(known.offsets, dot.offset));
    words.textContent = `If the finger lifts at ${speedWords(known.axis, dot.velocity)}${fingerWords(known, dot.velocity, "mm/s")} while the surface is at ${decimals(position, 1)}, it goes to ${target}.`;
    canvas.setAttribute("aria-label", words.textContent);
    speed.slider.value = dot.velocity;
    place.slider.value = dot.offset;
    speed.slider.setAttribute("aria-valuetext", `${speedWords(known.axis, dot.velocity)}${fingerWords(known, dot.velocity, "mm/s")}: ${target}`);
    place.slider.setAttribute("aria-valuetext", `${decimals(dot.offset, 1)} pt${wayOf(known.axis, dot.offset)}${fingerWords(known, dot.offset, "mm")}, at ${decimals(position, 1)}: ${target}`);
    drawMap(canvas, known, dot);
    if (isSaid) say(words.textContent);
  };
  const move = (across, down) => {
    dot.velocity = placeOf(known.velocities, across);
    dot.offset = placeOf(known.offsets, down);
    look(true);
  };
  canvas.onpointerdown = canvas.onpointermove = (event) => {
    if (event.type === "pointerdown") {
      if (event.button > 0) return;
      canvas.focus({ preventScroll: true });
      try { canvas.setPointerCapture(event.pointerId); } catch { /* a synthetic pointer cannot be captured */ }
    } else if (!(event.buttons & 1)) return;
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    move((event.clientX - box.left - mapEdge) / (box.width - 2 * mapEdge), (event.clientY - box.top - mapEdge) / (box.height - 2 * mapEdge));
  };
  canvas.onkeydown = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const size = event.shiftKey ? 5 : 1;
    move(fractionOf(known.velocities, dot.velocity) + size * step[0] / 40, fractionOf(known.offsets, dot.offset) + size * step[1] / 30);
  };
  look();
}

const mapEdge = 8;
// Convert a number to its position between the ends of a list, from 0 to 1, and such a position to its number.
const fractionOf = (list, number) => bounded((number - list[0]) / (list.at(-1) - list[0] || 1), 0, 1);
const placeOf = (list, fraction) => list[0] + bounded(fraction, 0, 1) * (list.at(-1) - list[0]);
// Returns the number at a fraction of a list, interpolated between its neighbours.
function between(list, fraction) {
  const place = bounded(fraction, 0, 1) * (list.length - 1), low = Math.floor(place), high = Math.min(low + 1, list.length - 1);
  return list[low] + (list[high] - list[low]) * (place - low);
}

// Returns the target of a release. If only the velocity or only the position differs from the actual release, the
// thresholds give the exact target. Otherwise the result is the target of the nearest cell of the map.
function targetAt(known, dot) {
  for (const [along, key, isOn] of [["velocity", "velocity", dot.offset === 0], ["position", "offset", dot.velocity === known.release.velocity]]) {
    if (!isOn) continue;
    const start = along === "velocity" ? known.release.velocity : 0;
    const list = (known.thresholds ?? []).filter((one) => one.axis === known.axis && one.along === along);
    const isWithin = list.every((one) => one[key] > start ? dot[key] < one[key] : dot[key] > one[key]);
    if (isWithin && known.target !== undefined) return known.target || "no decision";
  }
  const [row, column] = [["offsets", "offset"], ["velocities", "velocity"]].map(([list, key]) =>
    Math.round(fractionOf(known[list], dot[key]) * (known[list].length - 1)));
  return known.names[known.targets[row]?.[column]] || "no decision";
}

function drawMap(canvas, known, dot) {
  const { pen, width, height } = sized(canvas), rows = known.positions.length, columns = known.velocities.length;
  const cell = [(width - 2 * mapEdge) / columns, (height - 2 * mapEdge) / rows], middles = new Map();
  const across = (speed) => mapEdge + fractionOf(known.velocities, speed) * (width - 2 * mapEdge);
  const down = (offset) => mapEdge + fractionOf(known.offsets, offset) * (height - 2 * mapEdge);
  known.targets.forEach((list, row) => list.forEach((target, column) => {
    pen.globalAlpha = 0.35;
    pen.fillStyle = inks.runs[target % 8];
    // Round to whole pixels, so that neighbouring cells do not overlap.
    const [left, right] = [column, column + 1].map((edge) => Math.round(mapEdge + edge * cell[0]));
    const [top, bottom] = [row, row + 1].map((edge) => Math.round(mapEdge + edge * cell[1]));
    pen.fillRect(left, top, right - left, bottom - top);
    // Draw a line between different targets, for users who cannot distinguish their colours.
    pen.globalAlpha = 0.7;
    pen.fillStyle = inks.ink;
    if (column + 1 < columns && list[column + 1] !== target) pen.fillRect(right - 0.5, top - 0.5, 1, bottom - top + 1);
    if (row + 1 < rows && known.targets[row + 1][column] !== target) pen.fillRect(left - 0.5, bottom - 0.5, right - left + 1, 1);
    const sum = middles.get(target) ?? [0, 0, 0];
    middles.set(target, [sum[0] + column + 0.5, sum[1] + row + 0.5, sum[2] + 1]);
  }));
  pen.globalAlpha = 1;
  pen.strokeStyle = inks.line;
  pen.lineWidth = 1;
  pen.strokeRect(across(0), mapEdge, 0.01, height - 2 * mapEdge);
  for (const one of known.thresholds ?? []) {
    if (one.axis !== known.axis) continue;
    const [x, y] = [across(one.velocity), down(one.offset)];
    pen.strokeStyle = inks.ink;
    pen.lineWidth = 1.3;
    pen.setLineDash([3, 3]);
    pen.beginPath();
    pen.moveTo(across(known.release.velocity), down(0));
    pen.lineTo(x, y);
    pen.stroke();
    pen.setLineDash([]);
    pen.lineWidth = 2.2;
    pen.beginPath();
    const isUpright = one.along === "velocity";
    pen.moveTo(x - (isUpright ? 0 : 7), y - (isUpright ? 7 : 0));
    pen.lineTo(x + (isUpright ? 0 : 7), y + (isUpright ? 7 : 0));
    pen.stroke();
  }
  // The names are above the lines to the thresholds.
  for (const [target, [x, y, count]] of middles) {
    if (count > columns * rows / 60) writeOver(pen, `${known.names[target] || "nothing"}`, mapEdge + x / count * cell[0], mapEdge + y / count * cell[1], inks.ink, 12, "center");
  }
  for (const [place, isNow] of [[{ offset: 0, velocity: known.release.velocity }, false], [dot, true]]) {
    pen.beginPath();
    pen.arc(across(place.velocity), down(place.offset), isNow ? 8 : 4, 0, 2 * Math.PI);
    pen.fillStyle = isNow ? inks.finger : inks.ink;
    pen.fill();
    pen.strokeStyle = inks.panel;
    pen.lineWidth = 3.5;
    pen.stroke();
    pen.strokeStyle = inks.ink;
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}
