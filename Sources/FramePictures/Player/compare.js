// Comparison of runs: curves by axis for runs with different surfaces, the runs that cannot be drawn, and the first
// difference between runs.

// Returns whether the plot shows the positions and velocities of the frames instead of the curves of the leading run,
// because a shown run has a different screen or different curves than the leading run.
const isByAxis = () => drawn().some((run) => !isLike(run));
const axisTitle = (axis) => `${axis}, pt`;

// Returns the panels of the plot for runs with different surfaces: the position and the velocity on each axis.
function axisPanels() {
  return ["x", "y"].flatMap((axis) => {
    const key = axis.toUpperCase(), down = axis === "y";
    const position = { title: axisTitle(axis), down, least: 10, decides: true, columns: (run) => {
      const values = axisList(run, axis);
      return values && { values, targets: fieldColumn(run, `target${key}`)?.values, fingers: fieldColumn(run, `finger${key}`)?.values };
    } };
    const velocity = { rateOf: axisTitle(axis), title: `v${axis}, pt/s`, down, least: 10, columns: (run) => {
      const values = axisList(run, axis, true);
      return values && { values };
    } };
    return [...chosen.curves.has("position") ? [position] : [], ...chosen.curves.has("velocity") ? [velocity] : []];
  });
}

// Returns the positions or the velocities of a run on an axis. While a slider moves, a run has no frame values yet, so
// these numbers are computed from a curve.
function axisList(run, axis, isRate = false) {
  const known = fieldColumn(run, isRate ? `v${axis}` : axis)?.values;
  if (known || !isLike(run)) return known ?? null;
  for (const curve of run.curves) {
    const measure = measureOf(curve.title), column = isRate ? curve.rates : curve.values;
    if (measure?.axis !== axis || !column) continue;
    const zero = isRate ? 0 : measure.zero;
    return Float64Array.from({ length: run.count }, (_, index) => (at(column, index) - zero) / measure.scale);
  }
  return null;
}

// Returns whether a run can be drawn on the screen of the leading run.
const isOnStage = (run) => [0, 1].every((side) => at(run.screen[side], 0) === at(lead().screen[side], 0));

// Returns the resting positions of runs. A position that all runs share has the colour null, and is listed once.
function restsOf(list) {
  const keyOf = (rest) => [rest.name, ...["x", "y", "w", "h", "r", "a"].map((key) => decimals(rest[key], 1))].join();
  const keys = list.map((run) => new Set(run.rests.map(keyOf)));
  const isShared = (rest) => keys.every((set) => set.has(keyOf(rest)));
  return list.flatMap((run) => run.rests.filter((rest) => run === lead() || !isShared(rest))
    .map((rest) => ({ rest, color: isShared(rest) ? null : colorOf(run) })));
}

// Returns sentences about the runs that the page does not draw, or draws differently from the leading run.
function omissions() {
  const list = drawn(), words = [];
  for (const run of runs) if (!run.count && !state.isCrowded) words.push(`${briefName(run)} is not drawn, because it has no frames.`);
  for (const run of list) {
    if (!state.isSideBySide && !isOnStage(run)) {
      const size = run.screen.map((column) => decimals(at(column, 0), 1)).join(" × ");
      words.push(`${briefName(run)} is not on the stage, because its screen has ${size} pt; Side by side shows it.`);
    }
    if (isByAxis() && !lead().isFleeting && !axisList(run, "x") && !axisList(run, "y")) {
      words.push(`${briefName(run)} has no curve, because its frames have no position.`);
    }
  }
  if (isByAxis()) words.unshift("The runs have different surfaces, so the curves show the positions and velocities of their frames.");
  return words;
}

// The latest text about a difference; it disappears when the user shows other runs.
let differenceWords = "", differenceKey = "";

// Shows the line under the plot, and the button for the first difference if several runs are shown.
function fillComparison() {
  const key = drawn().map((run) => runs.indexOf(run)).join();
  if (key !== differenceKey) differenceWords = "";
  differenceKey = key;
  element("difference").hidden = drawn().length < 2;
  const words = [differenceWords, ...omissions()].filter(Boolean).join(" ");
  if (element("omissions").textContent !== words) element("omissions").textContent = words;
  element("omissions").hidden = words === "";
}

function wireComparison() {
  element("graph").querySelector(".bar").append(madeButton("First difference", goToDifference, { id: "difference", title: "D" }));
  element("graph").append(made("p", "", { id: "omissions", className: "soft" }));
}

// The fields that are compared, each with the largest difference at which two values count as equal.
const compared = [["x", 0.01], ["y", 0.01], ["phase", 0], ["targetX", 0.01], ["targetY", 0.01]];

// Calls `look` with the frames of two runs at each time at which both have a frame, until `look` returns a result other
// than null; returns this result. A run that has ended stays at its last frame.
function atSharedTimes(one, other, look) {
  const most = Math.ceil(Math.max((one.count - 1) / one.rate, (other.count - 1) / other.rate) * one.rate - 1e-6);
  for (let frame = 0; frame <= most; frame++) {
    const place = frame / one.rate * other.rate, near = Math.round(place);
    if (Math.abs(place - near) > 1e-6) continue;
    const rows = [one.frames[Math.min(frame, one.count - 1)], other.frames[Math.min(near, other.count - 1)]];
    const found = rows[0] && rows[1] ? look(rows[0], rows[1], frame) : null;
    if (found !== null) return found;
  }
  return null;
}

// Returns the first difference between the leading run and another shown run; null if there is none.
function firstDifference() {
  const one = lead();
  let first = null;
  for (const other of drawn().filter((run) => run !== one)) {
    const fields = compared.map(([key, room]) => [key, one.keys.indexOf(key), other.keys.indexOf(key), room])
      .filter(([, here, there]) => here >= 0 && there >= 0);
    const found = atSharedTimes(one, other, (row, another, frame) => {
      if (first && frame >= first.frame) return first;
      for (const [key, here, there, room] of fields) {
        const pair = [row[here], another[there]];
        const isSame = isNumber(pair[0]) && isNumber(pair[1]) ? Math.abs(pair[0] - pair[1]) <= room : pair[0] === pair[1];
        if (!isSame) return { frame, key, pair, other, unit: one.units[here] };
      }
      return null;
    });
    first = found ?? first;
  }
  return first;
}

function wordsOf({ frame, key, pair, other, unit }) {
  const [own, its] = pair.map((item) => `${text(item)}${unit && isNumber(item) ? ` ${unit}` : ""}`);
  return `First difference at ${decimals(frame / lead().rate)} s, frame ${frame}: ${key} is ${own} in ${briefName(lead())} and ${its} in ${briefName(other)}.`;
}

function goToDifference() {
  if (drawn().length < 2) return say("Only one run is shown");
  const difference = firstDifference();
  if (difference) go(difference.frame);
  differenceWords = difference ? wordsOf(difference) : "No difference between the shown runs.";
  fillComparison();
  say(differenceWords);
}

// Returns whether two runs show the same fingers, and therefore replay the same recording.
function hasSameFingers(one, other) {
  const places = ["fingerX", "fingerY"].map((key) => [one.keys.indexOf(key), other.keys.indexOf(key)]);
  let count = 0;
  const isDifferent = atSharedTimes(one, other, (row, another) => {
    const pairs = places.map(([here, there]) => [row[here], another[there]]).filter((pair) => pair.every(isNumber));
    count += pairs.length;
    return pairs.some(([own, its]) => Math.abs(own - its) > 0.01) ? true : null;
  });
  return count > 0 && !isDifferent;
}

// Opens a page of two runs of the same recording one frame before their first difference.
function openAtDifference() {
  const isPair = runs.length === 2 && drawn().length === 2 && location.hash === "";
  const difference = isPair && hasSameFingers(...runs) ? firstDifference() : null;
  if (!difference) return false;
  state.frame = Math.max(0, difference.frame - 1);
  differenceWords = wordsOf(difference);
  fillComparison();
  show();
  return true;
}
