// Shows a decision in three ways: in words, on the curves, and on the screen.
const speedOf = (decision) => Math.hypot(decision.velocityX ?? 0, decision.velocityY ?? 0);
const distanceOf = (candidate) => isNumber(candidate.distance) ? candidate.distance : Infinity;

function decisionWords(event) {
  const { decision } = event, list = [...decision.candidates ?? []].sort((a, b) => distanceOf(a) - distanceOf(b));
  const way = Math.abs(decision.velocityY) >= Math.abs(decision.velocityX)
    ? (decision.velocityY < 0 ? "up" : "down") : decision.velocityX < 0 ? "left" : "right";
  const speed = speedOf(decision) === 0 ? "without velocity"
    : `at ${decimals(speedOf(decision), 0)} pt/s ${way}`;
  const words = [`At ${decimals(event.time)} s the surface, whose last target was ${decision.from}, is released ${speed} (velocity: ${decision.velocityReason}) and goes to ${decision.target} (reason: ${decision.reason}).`];
  if (list.length) words.push(`The candidate nearest to the projected position is ${list[0].target}, at a distance of ${decimals(distanceOf(list[0]), 1)} pt${list[1] ? `; the second nearest is ${list[1].target}, at ${decimals(distanceOf(list[1]), 1)} pt` : ""}.`);
  return words.join(" ");
}

// Returns the decision to show: the latest decision up to the current time, or the first one if the run has not yet
// reached any decision.
function decisionNow(run = lead()) {
  const list = run.decisions;
  return list.findLast((event) => event.time <= time() + 1 / run.rate) ?? list[0] ?? null;
}

// Returns the linear relation between a curve and a coordinate of the surface, `scale · coordinate + zero`; null if the
// curve is not linear in x or y. The page does not know the formulas of curves, so it compares the values of the curve
// with the fields x and y of the frames.
const measures = new Map();
// Runs with different rest positions do not share a relation, because a curve may depend on the rest positions.
const restNames = (run) => run.rests.map((rest) => rest.name).join();
function measureOf(title) {
  const own = ["x", "y"].find((axis) => axisTitle(axis) === title);
  if (own && isByAxis()) return axisList(lead(), own) ? { axis: own, scale: 1, zero: 0 } : null;
  const key = `${looksOf(lead())} ${restNames(lead())} ${title}`;
  if (measures.has(key)) return measures.get(key);
  for (const run of runs) {
    if (!isLike(run) || restNames(run) !== restNames(lead())) continue;
    const curve = run.curves.find((one) => one.title === title);
    if (!curve || !run.frames.length) continue;
    for (const axis of ["y", "x"]) {
      const pairs = [], step = Math.max(1, Math.floor(run.count / 200));
      for (let index = 0; index < run.count; index += step) {
        const number = value(run, index, axis), drawn = at(curve.values, index);
        if (isNumber(number) && isNumber(drawn)) pairs.push([number, drawn]);
      }
      const sorted = pairs.toSorted((a, b) => a[0] - b[0]), [low, high] = [sorted[0], sorted.at(-1)];
      if (!low || high[0] - low[0] < 1e-6) continue;
      const scale = (high[1] - low[1]) / (high[0] - low[0]), zero = low[1] - scale * low[0];
      const room = 1e-3 * Math.max(1, Math.abs(low[1]), Math.abs(high[1])) * (curve.least < 1 ? 0.1 : 1);
      if (scale !== 0 && pairs.every(([number, drawn]) => Math.abs(scale * number + zero - drawn) < room)) {
        measures.set(key, { axis, scale, zero });
        return measures.get(key);
      }
    }
  }
  return null;
}

// Returns the value of a curve for a coordinate.
const measured = (measure, coordinate) => measure.scale * coordinate + measure.zero;

// Returns the position of the text of a decision: right of the release, or left of the release if there is no room on
// the right.
function besideRelease(x, box) {
  const right = box.left + box.width, reach = bounded(box.width / 8, 24, 70);
  const way = x + reach + 150 > right && x - box.left > right - x ? -1 : 1;
  const far = x + reach * way;
  return { way, far, tick: way > 0 ? far + 9 : far - 21, place: far + 24 * way };
}

// The places at which a label may be, by its distance along and across the time from its mark, the nearest first.
const labelPlaces = [1, -1].flatMap((side) => [0, -30, 30, -60, 60, 90].flatMap((along) => [0, -14, 14, -28, 28, -42, 42]
  .map((across) => ({ side, along, across, cost: (side < 0 ? 30 : 0) + Math.abs(along) / 2 + Math.abs(across) }))))
  .sort((a, b) => a.cost - b.cost);

// Writes a text beside a mark where it covers neither a curve nor another text, with a line to the mark if the text is
// not beside it. Returns false and writes nothing if there is no such place near the mark.
function label(pen, panel, box, words, { x, y, center, way, ink, most = box.height < 90 ? 16 : 48 }, used) {
  const width = widthOf(pen, words, 11) + 4, tall = 13 * textScale, lines = linesOfPanel(panel);
  for (const { side, along, across, cost } of labelPlaces) {
    if (cost > most) return false;
    const near = side > 0 ? x + along * way : 2 * center - x - along * way, isRight = side * way > 0, left = isRight ? near : near - width;
    const middle = bounded(y + across * textScale, box.top + tall / 2 + 1, box.top + box.height - tall / 2 - 1);
    const place = { left, right: left + width, top: middle - tall / 2, bottom: middle + tall / 2, middle };
    // The last of the used places is that of the mark.
    const line = leaderOf(place, x - 4 * way, y);
    if (left < box.left + 2 || place.right > box.left + box.width - 2 || used.some((other) => isOver(place, other))
      || used.slice(0, -1).some((other) => isOver(line, other)) || lines.some((curve) => isCrossed(place, curve, box))) continue;
    used.push(line, place);
    if (Math.hypot(line.to[0] - line.from[0], line.to[1] - line.from[1]) > 8) {
      pen.strokeStyle = ink;
      pen.lineWidth = 0.8;
      pen.beginPath();
      pen.moveTo(...line.from);
      pen.lineTo(...line.to);
      pen.stroke();
    }
    writeOver(pen, words, isRight ? left + 2 : place.right - 2, middle, ink, 11, isRight ? "left" : "right");
    return true;
  }
  return false;
}

const isOver = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

// Returns the line from a mark to the nearest point of its label: of an end, or of the upper or the lower edge.
function leaderOf(label, x, y) {
  const to = bounded(x, label.left, label.right), height = to !== x ? label.middle : y < label.middle ? label.top : label.bottom;
  return { from: [x, y], to: [to, height], left: Math.min(x, to), right: Math.max(x, to) + 0.1, top: Math.min(y, height), bottom: Math.max(y, height) + 0.1 };
}

// Writes the name of the setting beside each handle of a panel.
function nameHandles(pen, panel, box, used) {
  for (const { place, hidden } of isTrying() ? handles.values() : []) {
    const own = used.findIndex((one) => one.handle === place);
    if (hidden || own < 0 || place.box.top !== box.top) continue;
    used.push(...used.splice(own, 1));
    label(pen, panel, box, place.key, { x: place.x + 18, y: place.y, center: place.x, way: 1, ink: inks.accent }, used);
  }
}

// Returns the lines of a panel, each with its run.
const linesOfPanel = (panel) => drawn().flatMap((run) => {
  const { values, targets, fingers } = panel.columns(run) ?? {};
  return (run === lead() ? [values, targets, fingers] : [values]).filter((column) => column !== undefined).map((column) => ({ run, column }));
});

// Returns whether a curve crosses a rectangle.
function isCrossed({ left, right, top, bottom }, { run, column }, box) {
  const heightAt = (x) => {
    const frame = Math.round((plotted.from + (x - plotEdges.left) / plotted.scale) * run.rate);
    const number = frame < 0 || frame >= run.count ? null : at(column, frame);
    return isNumber(number) ? box.y(number) : null;
  };
  let before = heightAt(left - 2);
  for (let x = left + 2; x <= right + 2; x += 4) {
    const y = heightAt(x);
    if (y !== null && Math.max(y, before ?? y) > top && Math.min(y, before ?? y) < bottom) return true;
    before = y;
  }
  return false;
}

// Returns the places of the handles and of the decisions in a panel, which labels must not cover.
const takenIn = (box) => lead().decisions.map((event) => acrossOf(event.time)).map((x) => ({ left: x - 1, right: x + 1, top: box.top, bottom: box.top + box.height }))
  .concat([...handles.values()].filter((button) => !button.hidden && button.place.y > box.top - 14 && button.place.y < box.top + box.height + 14)
  .map(({ place: handle }) => ({ handle, left: handle.x - 15, right: handle.x + 15, top: handle.y - 15, bottom: handle.y + 15 })));

// The place of a horizontal line, which labels must not cover.
const stripe = (y, one, other) => ({ left: Math.min(one, other), right: Math.max(one, other), top: y - 1, bottom: y + 1 });

// Draws a dotted horizontal line from the release to the text beside it.
function dots(pen, y, one, other) {
  pen.fillStyle = inks.ink;
  for (let dot = Math.min(one, other); dot < Math.max(one, other); dot += 6) pen.fillRect(dot, y - 0.75, 3.5, 1.5);
}

// Returns whether a candidate is farther from the projected position along this axis than along the other one.
function isAlong(candidate, axis, decision) {
  const apart = (one) => Math.abs((candidate[one] ?? 0) - (decision[`projected${one.toUpperCase()}`] ?? 0));
  return apart(axis) >= apart(axis === "x" ? "y" : "x");
}

// Draws a decision on the curve of its axis: the release, the projected position, the distance of each candidate from
// the projected position, and the line beyond which another target would have been chosen.
function drawDecisionOnCurve(pen, panel, box) {
  const event = decisionNow(), measure = event && measureOf(panel.title);
  if (!measure) return;
  const { decision } = event, x = acrossOf(event.time), key = measure.axis.toUpperCase();
  const columns = panel.columns(lead()), from = at(columns.values, Math.min(event.frame, lead().count - 1));
  const projected = decision[`projected${key}`];
  const { way, far, tick, place } = besideRelease(x, box), used = takenIn(box);
  const heightOf = (coordinate) => box.y(measured(measure, coordinate));
  pen.strokeStyle = inks.target;
  pen.lineWidth = 1.4;
  pen.setLineDash([2, 3]);
  if (isNumber(from) && isNumber(projected)) {
    const y = bounded(heightOf(projected), box.top + 5, box.top + box.height - 5);
    pen.beginPath();
    pen.moveTo(x, box.y(from));
    pen.lineTo(far, y);
    pen.stroke();
    pen.setLineDash([]);
    pen.beginPath();
    pen.moveTo(far, y - 5); pen.lineTo(far + 5, y); pen.lineTo(far, y + 5); pen.lineTo(far - 5, y);
    pen.closePath();
    pen.fillStyle = inks.panel;
    pen.fill();
    pen.stroke();
    used.push({ left: far - 6, right: far + 6, top: y - 6, bottom: y + 6 });
  }
  pen.setLineDash([]);
  if (box.height < 40) return;
  const tell = (words, y, ink) => label(pen, panel, box, words, { x: place, y, center: x, way, ink }, used);
  const lines = new Map(thresholdsNow().filter((one) => one.axis === measure.axis && isNumber(one.decision?.[`projected${key}`]))
    .map((one) => [Math.round(heightOf(one.decision[`projected${key}`])), one]));
  const named = [];
  for (const [y, one] of lines) {
    if (y < box.top || y > box.top + box.height) continue;
    dots(pen, y, x, far + 21 * way);
    used.push(stripe(y, x, far + 21 * way));
    // Two near thresholds to the same target share a label.
    if (named.some((other) => other.target === one.target && Math.abs(other.y - y) < 40)) continue;
    named.push({ target: one.target, y });
    tell(`else ${one.target || "nothing"}`, y, inks.ink);
  }
  // Label the nearest candidates first, because the panel may not have room for all of them.
  const most = Math.max(1, Math.floor(box.height / 34));
  for (const candidate of (decision.candidates ?? []).toSorted((a, b) => distanceOf(a) - distanceOf(b)).slice(0, most)) {
    const coordinate = candidate[measure.axis];
    if (!isNumber(coordinate) || !isAlong(candidate, measure.axis, decision)) continue;
    const y = heightOf(coordinate), ink = candidate.target === decision.target ? inks.target : inks.soft;
    if (y < box.top || y > box.top + box.height) continue;
    used.push(stripe(y, tick, tick + 12));
    if (!tell(`${candidate.target}, ${decimals(candidate.distance, 0)} pt away`, y, ink)) continue;
    pen.fillStyle = ink;
    pen.fillRect(tick, y - 0.75, 12, 1.5);
  }
  nameHandles(pen, panel, box, used);
}

// Draws a decision on the velocity curve: the release, and the velocities at which another target would have been
// chosen.
function drawThresholdOnCurve(pen, panel, box) {
  const event = decisionNow(), measure = event && measureOf(panel.rateOf);
  if (!measure || box.height < 40) return;
  const x = acrossOf(event.time), { way, far, place } = besideRelease(x, box), used = takenIn(box), speedAt = (speed) => box.y(speed * measure.scale);
  const now = event.decision[`velocity${measure.axis.toUpperCase()}`];
  const y = speedAt(now);
  pen.fillStyle = inks.panel;
  pen.strokeStyle = inks.target;
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.moveTo(x, y - 5); pen.lineTo(x + 5, y); pen.lineTo(x, y + 5); pen.lineTo(x - 5, y);
  pen.closePath();
  pen.fill();
  pen.stroke();
  for (const one of thresholdsNow()) {
    if (one.axis !== measure.axis || one.along !== "velocity") continue;
    // Show the velocity that the release rule uses, which may be lower than the velocity of the finger.
    const speed = one.decision?.[`velocity${measure.axis.toUpperCase()}`] ?? one.velocity, y = speedAt(speed);
    // If the velocity is outside the panel, put its label at the edge of the panel, with an arrow.
    const edge = y < box.top + 8 ? box.top + 8 : y > box.top + box.height - 8 ? box.top + box.height - 8 : null, arrow = edge === null ? "" : edge > y ? " ↑" : " ↓";
    if (edge === null) {
      dots(pen, y, x - 14 * way, far + 21 * way);
      used.push(stripe(y, x - 14 * way, far + 21 * way));
    }
    label(pen, panel, box, `${one.target || "nothing"} from ${decimals(Math.abs(speed), 0)} pt/s${arrow}`, { x: place, y: edge ?? y, center: x, way, ink: inks.ink }, used);
  }
  nameHandles(pen, panel, box, used);
}

// Returns the axes along which the top left corner of the surface moves by the same distance as the position in the
// frames; null if there is no such axis.
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

// Draws a decision on the screen: the surface at its projected position, and the surface at the nearest projected
// position for which another target would have been chosen.
function drawDecisionOnScreen(pen, run, scale) {
  const event = decisionNow(run), fit = run === lead() && surfaceFit(run);
  if (!event || !fit || scale < 0.25 || event.time > time() + 1 / run.rate || time() > event.time + 1.2) return;
  const frame = Math.min(event.frame, run.count - 1);
  const layer = run.layers.find((one) => one.role === "surface"), box = layer && boxOf(layer, frame);
  if (!box) return;
  const { decision } = event;
  if (!decision.candidates?.some((one) => isNumber(one.x))) return;
  const moved = (target, key) => {
    const by = (axis) => {
      const from = fit[axis] ? placeAlong(run, axis, frame) : null, to = target[`${key}${axis.toUpperCase()}`];
      return isNumber(from) && isNumber(to) ? to - from : 0;
    };
    const [dx, dy] = [by("x"), by("y")];
    return dx === 0 && dy === 0 ? null : { ...box, x: box.x + dx, y: box.y + dy };
  };
  const middle = (one) => one.y - (fit.x ? 0 : one.h / 2 - 12);
  const told = [];
  const outline = (one, ink, dash, words, above) => {
    pen.strokeStyle = ink;
    pen.lineWidth = 1.6 / scale;
    pen.setLineDash(dash.map((length) => length / scale));
    trace(pen, one);
    pen.stroke();
    pen.setLineDash([]);
    const top = one.y - one.h / 2, [, tall] = sizeOf(run);
    let height = bounded(top + (above ? -8 : 14) / scale, 8 / scale, tall - 6 / scale);
    const step = (height > tall / 2 ? -13 : 13) / scale;
    while (told.some((other) => Math.abs(other - height) < 12 / scale)) height += step;
    told.push(height);
    write(pen, words, one.x, height, scale, ink, 11);
  };
  const projected = moved(decision, "projected");
  // Show only the threshold nearest to the projected position, because several outlines would hide one another.
  const edges = thresholdsNow().filter((one) => one.decision && fit[one.axis])
    .map((one) => ({ one, box: moved(one.decision, "projected") })).filter((edge) => edge.box);
  const nearest = edges.toSorted((a, b) => apart(a.box, projected ?? box) - apart(b.box, projected ?? box))[0];
  if (nearest) outline(nearest.box, inks.ink, [1.5, 3], `else ${nearest.one.target || "nothing"}`, projected && nearest.box.y >= projected.y ? false : true);
  if (!projected) return;
  outline(projected, inks.target, [5, 4], "projected", !nearest || nearest.box.y >= projected.y);
  pen.setLineDash([5 / scale, 4 / scale]);
  pen.beginPath();
  pen.moveTo(box.x, middle(box));
  pen.lineTo(projected.x, middle(projected));
  pen.stroke();
  pen.setLineDash([]);
}

const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// Returns the position of the surface along an axis. During the move of a slider, a run has no frame values yet, so its
// position is computed from a curve.
function placeAlong(run, axis, frame) {
  const number = value(run, frame, axis);
  if (isNumber(number)) return number;
  for (const curve of run.curves) {
    const measure = measureOf(curve.title), drawn = at(curve.values, frame);
    if (measure?.axis === axis && isNumber(drawn)) return (drawn - measure.zero) / measure.scale;
  }
  return null;
}
