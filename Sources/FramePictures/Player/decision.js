// A decision: in words, on the curves, on the screen, and as a map of what a release would decide.
const speedOf = (decision) => Math.hypot(decision.velocityX ?? 0, decision.velocityY ?? 0);
const distanceOf = (candidate) => isNumber(candidate.distance) ? candidate.distance : Infinity;

function decisionWords(event) {
  const { decision } = event, list = [...decision.candidates ?? []].sort((a, b) => distanceOf(a) - distanceOf(b));
  const way = Math.abs(decision.velocityY) >= Math.abs(decision.velocityX)
    ? (decision.velocityY < 0 ? "up" : "down") : decision.velocityX < 0 ? "left" : "right";
  const speed = speedOf(decision) === 0 ? "without velocity"
    : `at ${decimals(speedOf(decision), 0)} pt/s ${way}`;
  const words = [`At ${decimals(event.time)} s it is released from ${decision.from} ${speed} (${decision.velocityReason}) and goes to ${decision.target} (${decision.reason}).`];
  if (list.length) words.push(`Of the projected place, ${list[0].target} is the nearest (${decimals(distanceOf(list[0]), 1)})${list[1] ? `, then ${list[1].target} (${decimals(distanceOf(list[1]), 1)})` : ""}.`);
  return words.join(" ");
}

// The decision that is looked at: the one chosen, else the newest at this time, else the first.
function decisionNow(run = lead()) {
  const list = run.decisions;
  return list.findLast((event) => event.time <= time() + 1 / run.rate) ?? list[0] ?? null;
}

// Along which axis of a position a curve goes, found by comparing it with the fields of frames.
const axes = new Map();
function axisOf(title) {
  if (axes.has(title)) return axes.get(title);
  for (const run of runs) {
    const curve = run.curves.find((one) => one.title === title);
    if (!curve || !run.frames.length) continue;
    for (const axis of ["y", "x"]) {
      const step = Math.max(1, Math.floor(run.count / 50));
      let agrees = true, isMoving = false;
      for (let index = 0; index < run.count; index += step) {
        const number = value(run, index, axis), drawn = at(curve.values, index);
        if (!isNumber(number) || !isNumber(drawn)) continue;
        agrees &&= Math.abs(number - drawn) < 1e-3 * Math.max(1, Math.abs(number));
        isMoving ||= number !== value(run, 0, axis);
      }
      if (agrees && isMoving) { axes.set(title, axis); return axis; }
    }
  }
  return null;
}

// On the curve of its axis: the release, where it was heading, the candidates with their distances.
function drawDecisionOnCurve(pen, panel, box) {
  const event = decisionNow(), axis = event && axisOf(panel.title);
  if (!axis) return;
  const { decision } = event, x = acrossOf(event.time), key = axis.toUpperCase();
  const columns = panel.columns(lead()), from = at(columns.values, Math.min(event.frame, lead().count - 1));
  const projected = decision[`projected${key}`];
  const far = Math.min(x + 70, box.left + box.width - 60);
  pen.strokeStyle = inks.target;
  pen.lineWidth = 1.4;
  pen.setLineDash([2, 3]);
  if (isNumber(from) && isNumber(projected)) {
    pen.beginPath();
    pen.moveTo(x, box.y(from));
    pen.lineTo(far, box.y(projected));
    pen.stroke();
    pen.setLineDash([]);
    const y = bounded(box.y(projected), box.top + 5, box.top + box.height - 5);
    pen.beginPath();
    pen.moveTo(far, y - 5); pen.lineTo(far + 5, y); pen.lineTo(far, y + 5); pen.lineTo(far - 5, y);
    pen.closePath();
    pen.fillStyle = inks.panel;
    pen.fill();
    pen.stroke();
  }
  pen.setLineDash([]);
  if (box.height < 70) return;
  const used = [];
  for (const candidate of decision.candidates ?? []) {
    const place = candidate[axis];
    if (!isNumber(place)) continue;
    const y = box.y(place);
    if (y < box.top || y > box.top + box.height || used.some((other) => Math.abs(other - y) < 12)) continue;
    used.push(y);
    const isTarget = candidate.target === decision.target;
    pen.fillStyle = isTarget ? inks.target : inks.soft;
    pen.fillRect(far + 9, y - 0.75, 12, 1.5);
    writeOver(pen, `${candidate.target} ${decimals(candidate.distance, 0)}`, far + 24, y,
      isTarget ? inks.target : inks.soft, 11, "left");
  }
}

// How the corner of the surface goes with the position, where it goes with it one to one.
function surfaceFit(run) {
  if (run.fit !== undefined) return run.fit;
  const known = run.frames.length ? run : runs[run.triedFrom] ?? run;
  const layer = known.layers.find((one) => one.role === "surface");
  run.fit = null;
  if (!layer || !known.frames.length) return null;
  const cornerAt = (index) => {
    const box = boxOf(layer, index);
    return box && { x: box.x - box.w / 2, y: box.y - box.h / 2 };
  };
  const fit = {};
  for (const axis of ["x", "y"]) {
    const pairs = [], step = Math.max(1, Math.floor(known.count / 40));
    for (let index = 0; index < known.count; index += step) {
      const corner = cornerAt(index), number = value(known, index, axis);
      if (corner && isNumber(number)) pairs.push([number, corner[axis]]);
    }
    const offset = pairs.length ? pairs[0][1] - pairs[0][0] : NaN;
    fit[axis] = pairs.every(([number, corner]) => Math.abs(corner - number - offset) < 0.6) && pairs.some(([number]) => number !== pairs[0][0]);
  }
  return run.fit = fit.x || fit.y ? fit : null;
}

// On the screen: where the surface would have come to rest by itself.
function drawDecisionOnScreen(pen, run, scale) {
  const event = decisionNow(run), fit = run === lead() && surfaceFit(run);
  if (!event || !fit || scale < 0.25 || event.time > time() + 1 / run.rate || time() > event.time + 1.2) return;
  const layer = run.layers.find((one) => one.role === "surface"), box = layer && boxOf(layer, Math.min(event.frame, run.count - 1));
  if (!box) return;
  const { decision } = event, nearest = decision.candidates?.find((one) => isNumber(one.x));
  if (!nearest) return;
  const curveAt = (axis) => {
    const curve = run.curves.find((one) => axisOf(one.title) === axis);
    return curve ? at(curve.values, Math.min(event.frame, run.count - 1)) : null;
  };
  const dx = fit.x && isNumber(curveAt("x")) ? decision.projectedX - curveAt("x") : 0;
  const dy = fit.y && isNumber(curveAt("y")) ? decision.projectedY - curveAt("y") : 0;
  if (!isNumber(dx) || !isNumber(dy) || (dx === 0 && dy === 0)) return;
  pen.strokeStyle = inks.target;
  pen.lineWidth = 1.6 / scale;
  pen.setLineDash([5 / scale, 4 / scale]);
  trace(pen, { ...box, x: box.x + dx, y: box.y + dy });
  pen.stroke();
  pen.beginPath();
  pen.moveTo(box.x, box.y - (fit.x ? 0 : box.h / 2 - 12));
  pen.lineTo(box.x + dx, box.y + dy - (fit.x ? 0 : box.h / 2 - 12));
  pen.stroke();
  pen.setLineDash([]);
  write(pen, "projected", box.x + dx, bounded(box.y + dy - box.h / 2 - 8 / scale, 8 / scale, 1e6), scale, inks.target, 11);
}

let decisionKey = "";
function fillDecision() {
  if (state.tab !== "decision") return;
  const run = lead(), event = decisionNow(), key = [runs.indexOf(run), revision, event?.time].join();
  if (key === decisionKey) return;
  decisionKey = key;
  const panel = element("tab-decision");
  const old = element("map");
  if (old) { sizes.delete(old); watch.unobserve(old); }
  if (!event) return panel.replaceChildren(made("p", "Nothing was decided in this run.", { className: "soft" }));
  const choose = made("div", "", { className: "rows", role: "group", "aria-label": "Decisions" });
  if (run.decisions.length > 1) {
    choose.append(...run.decisions.map((one) => {
      const button = made("button", `${decimals(one.time)} s`, { "aria-pressed": one === event });
      button.onclick = () => go(Math.min(one.frame, run.count - 1));
      return button;
    }));
  }
  panel.replaceChildren(choose, made("p", decisionWords(event)), candidateTable(event.decision));
  addMap(panel, run, run.decisions.indexOf(event));
}

function candidateTable(decision) {
  const table = made("table"), list = [...decision.candidates ?? []].sort((a, b) => distanceOf(a) - distanceOf(b));
  if (!list.length) return table;
  const row = (kind, cells) => {
    const item = made("tr");
    item.append(...cells.map((words, index) => made(index ? kind : "th", `${words}`, index ? {} : { scope: "row" })));
    return item;
  };
  table.append(row("th", ["candidate", "x", "y", "distance"]), ...list.map((one) => {
    const item = row("td", [one.target === decision.target ? `${one.target} ◆` : one.target, decimals(one.x, 1), decimals(one.y, 1), decimals(one.distance, 1)]);
    return item;
  }), row("td", ["projected", decimals(decision.projectedX, 1), decimals(decision.projectedY, 1), ""]));
  return table;
}

// The map: across the velocity of the release, down its position, coloured by what would be chosen.
function addMap(panel, run, index) {
  const source = sourceOf(run);
  if (!engine?.isThere || !source) return;
  const known = engine.ask(`map ${source.name}\n${run.request ?? source.request}over ${index} 41 31`);
  if (known.error || !known.targets?.length) {
    if (known.error && known.error.where !== "map") panel.append(made("p", `No map: ${known.error.found}.`, { className: "soft" }));
    return;
  }
  const canvas = made("canvas", "", { id: "map", tabIndex: 0, role: "img" }), words = made("p", "", { "aria-live": "polite" });
  const dot = { ...known.release };
  panel.append(made("h2", "Where another release would go"), canvas, words,
    made("p", "Drag the dot, or move it with the arrow keys: velocity across, position down.", { className: "soft" }));
  const look = () => {
    const [row, column] = [["positions", "position"], ["velocities", "velocity"]].map(([list, key]) =>
      Math.round(fractionOf(known[list], dot[key]) * (known[list].length - 1)));
    words.textContent = `Released at ${decimals(dot.position, 1)} along ${known.axis} with ${decimals(dot.velocity, 0)} a second it goes to ${known.names[known.targets[row]?.[column]] ?? "–"}.`;
    canvas.setAttribute("aria-label", words.textContent);
    drawMap(canvas, known, dot);
  };
  const move = (across, down) => {
    dot.velocity = placeOf(known.velocities, across);
    dot.position = placeOf(known.positions, down);
    look();
  };
  canvas.onpointerdown = canvas.onpointermove = (event) => {
    if (event.buttons !== 1) return;
    const box = canvas.getBoundingClientRect();
    move((event.clientX - box.left - 6) / (box.width - 12), (event.clientY - box.top - 6) / (box.height - 12));
  };
  canvas.onkeydown = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    move(fractionOf(known.velocities, dot.velocity) + step[0] / 40, fractionOf(known.positions, dot.position) + step[1] / 30);
  };
  look();
}

// Where a number lies between the ends of a list, from 0 to 1, and the number that lies there.
const fractionOf = (list, number) => bounded((number - list[0]) / (list.at(-1) - list[0] || 1), 0, 1);
const placeOf = (list, fraction) => list[0] + bounded(fraction, 0, 1) * (list.at(-1) - list[0]);

function drawMap(canvas, known, dot) {
  const { pen, width, height } = sized(canvas), rows = known.positions.length, columns = known.velocities.length;
  const cell = [(width - 12) / columns, (height - 12) / rows], middles = new Map();
  known.targets.forEach((list, row) => list.forEach((target, column) => {
    pen.globalAlpha = 0.35;
    pen.fillStyle = inks.runs[target % 8];
    pen.fillRect(6 + column * cell[0], 6 + row * cell[1], cell[0] + 0.5, cell[1] + 0.5);
    const sum = middles.get(target) ?? [0, 0, 0];
    middles.set(target, [sum[0] + column + 0.5, sum[1] + row + 0.5, sum[2] + 1]);
  }));
  pen.globalAlpha = 1;
  for (const [target, [x, y, count]] of middles) {
    if (count > columns * rows / 60) writeOver(pen, `${known.names[target]}`, 6 + x / count * cell[0], 6 + y / count * cell[1], inks.ink, 12, "center");
  }
  for (const [place, isNow] of [[known.release, false], [dot, true]]) {
    pen.beginPath();
    pen.arc(6 + fractionOf(known.velocities, place.velocity) * (width - 12),
      6 + fractionOf(known.positions, place.position) * (height - 12), isNow ? 7 : 4, 0, 2 * Math.PI);
    pen.fillStyle = isNow ? inks.finger : inks.ink;
    pen.fill();
    pen.strokeStyle = inks.ink;
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}
