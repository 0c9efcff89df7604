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

// Returns the decision to show: the latest decision up to the current time, or the first decision if the run has not
// yet reached any decision.
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

// Returns the place at which the projected position is drawn: right of the release, or left of the release if there is
// no room on its right.
function besideRelease(x, box) {
  const right = box.left + box.width, reach = bounded(box.width / 8, 24, 70);
  const way = x + reach + 40 > right && x - box.left > right - x ? -1 : 1;
  return { way, far: x + reach * way };
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

// Draws a dotted horizontal line at `y` between two x coordinates.
function dots(pen, y, one, other) {
  pen.fillStyle = inks.ink;
  for (let dot = Math.min(one, other); dot < Math.max(one, other); dot += 6) pen.fillRect(dot, y - 0.75, 3.5, 1.5);
}

// Returns whether a candidate is farther from the projected position along `axis` than along the other axis.
function isAlong(candidate, axis, decision) {
  const apart = (one) => Math.abs((candidate[one] ?? 0) - (decision[`projected${one.toUpperCase()}`] ?? 0));
  return apart(axis) >= apart(axis === "x" ? "y" : "x");
}

// Draws a decision on the curve of its axis: the release, the projected position, and the lines beyond which another
// target would have been chosen.
function drawDecisionOnCurve(pen, panel, box) {
  const event = decisionNow(), measure = event && measureOf(panel.title);
  if (!measure) return;
  const { decision } = event, x = acrossOf(event.time), key = measure.axis.toUpperCase();
  const columns = panel.columns(lead()), from = at(columns.values, Math.min(event.frame, lead().count - 1));
  const projected = decision[`projected${key}`], { way, far } = besideRelease(x, box);
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
    drawDiamond(pen, far, y);
  }
  pen.setLineDash([]);
  for (const one of thresholdsNow()) {
    if (one.axis === measure.axis && isNumber(one.decision?.[`projected${key}`])) dots(pen, heightOf(one.decision[`projected${key}`]), x, far + 21 * way);
  }
}

function drawDiamond(pen, x, y) {
  pen.fillStyle = inks.panel;
  pen.strokeStyle = inks.target;
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.moveTo(x, y - 5); pen.lineTo(x + 5, y); pen.lineTo(x, y + 5); pen.lineTo(x - 5, y);
  pen.closePath();
  pen.fill();
  pen.stroke();
}

// Returns the candidates of a decision on the axis of a panel, with their heights; the target comes first.
function detentsOf(event, panel, box) {
  const measure = event && panel.decides && measureOf(panel.title);
  if (!measure) return [];
  const { decision } = event, list = (decision.candidates ?? []).toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return [...list.filter((one) => one.target === decision.target), ...list.filter((one) => one.target !== decision.target)]
    .filter((one) => isNumber(one[measure.axis]) && isAlong(one, measure.axis, decision))
    .map((one) => ({ name: one.target, isTarget: one.target === decision.target, y: box.y(measured(measure, one[measure.axis])) }));
}

// Draws the candidates of the decision as named ticks at the right edge of their panel.
function drawDetents(pen, panel, box) {
  const taken = [];
  for (const { name, isTarget, y } of box.height < 30 || plotEdges.right <= 18 ? [] : detentsOf(decisionNow(), panel, box)) {
    if (y < box.top || y > box.top + box.height || taken.some((other) => Math.abs(other - y) < 12 * textScale)) continue;
    taken.push(y);
    const right = box.left + box.width, ink = isTarget ? inks.target : inks.soft;
    pen.fillStyle = ink;
    pen.fillRect(right, y - 0.75, 5, 1.5);
    write(pen, name, right + 8, y, 1, ink, 11, "left", plotEdges.right - 10);
  }
}

// Returns the room right of the panels that the names of the candidates need.
function detentRoom(pen, list) {
  const names = new Set(lead().decisions.flatMap(({ decision }) => decision.candidates ?? []).map((one) => one.target));
  const isNamed = names.size > 1 && list.some((panel) => panel.decides && measureOf(panel.title));
  return isNamed ? bounded(Math.max(...[...names].map((name) => widthOf(pen, name, 11))) + 14, 18, Math.min(96, plotted.width / 5)) : 18;
}

// Draws a decision on the velocity curve: the release, and the velocities at which another target would have been
// chosen.
function drawThresholdOnCurve(pen, panel, box) {
  const event = decisionNow(), measure = event && measureOf(panel.rateOf);
  if (!measure || box.height < 40) return;
  const x = acrossOf(event.time), { way, far } = besideRelease(x, box), key = `velocity${measure.axis.toUpperCase()}`;
  drawDiamond(pen, x, box.y(event.decision[key] * measure.scale));
  for (const one of thresholdsNow()) {
    if (one.axis !== measure.axis || one.along !== "velocity") continue;
    // Show the velocity that the release rule uses, which may be lower than the velocity of the finger.
    dots(pen, box.y((one.decision?.[key] ?? one.velocity) * measure.scale), x - 14 * way, far + 21 * way);
  }
}

// Puts the callout at the release: the rule that decided, and the releases that would have changed the decision.
const ruleNames = { single: "Only one place to go", nearest: "The nearest stop, without speed", projected: "The stop nearest to where it would coast",
  clampedToAdjacent: "At most one stop at a time", flickFloor: "A flick goes at least one stop ahead", hysteresisKept: "Too close to change",
  thresholdDistance: "A distance decided", thresholdVelocity: "A speed decided", dismissVelocity: "Thrown out", dismissDistance: "Pulled out",
  dismissVetoed: "The program refused to dismiss", stash: "Stashed at a side", magnet: "Caught by a magnet", scrolled: "The content moved instead",
  continued: "Continues to its last target", cancelled: "The touch was cancelled" };
let calloutKey = "";
function placeCallout(list, width, height) {
  const callout = element("callout"), run = lead(), event = decisionNow(), x = event ? acrossOf(event.time) : 0;
  const boxes = list.map((panel, index) => ({ panel, box: panelBox(list, index, width, height) }))
    .filter(({ panel, box }) => panel.decides && event && box.height > 50 && box.width > 300 && measureOf(panel.title));
  if (!boxes.length || run.isFleeting || x < plotEdges.left || x > width - plotEdges.right) { callout.hidden = true; return; }
  const known = nearestThresholds(thresholdsNow()), key = [runs.indexOf(run), revision, event.time, known.length, width, height, x].join();
  if (key === calloutKey) { callout.hidden = callout.dataset.free === "false"; return; }
  calloutKey = key;
  callout.hidden = false;
  callout.replaceChildren(made("b", ruleNames[event.decision.reason] ?? "A rule of its own"), ...[...new Map(known.map((one) => [one.target, one])).values()].slice(0, 2)
    .map((one) => made("span", `${targetWords(run, one.target || "no decision")}, if ${changeWords(run, one)}`)));
  // Put the callout beside the release, above or below the curve; hide it if it would cover a curve at every place.
  const places = boxes.flatMap(({ panel, box }) => [true, false].flatMap((isRight) => {
    const lines = linesOfPanel(panel), most = Math.min(300, isRight ? box.left + box.width - x - 20 : x - box.left - 20);
    if (most < 150) return [];
    callout.style.maxWidth = `${most}px`;
    const { offsetWidth, offsetHeight } = callout, left = isRight ? x + 14 : x - 14 - offsetWidth;
    return [box.top + 6, box.top + box.height - offsetHeight - 6].filter((top) => top > box.top && top + offsetHeight < box.top + box.height
      && !lines.some((line) => isCrossed({ left, right: left + offsetWidth, top, bottom: top + offsetHeight }, line, box))).map((top) => [left, top, most]);
  }));
  callout.dataset.free = places.length > 0;
  callout.hidden = !places.length;
  if (places.length) [callout.style.left, callout.style.top, callout.style.maxWidth] = places[0].map((length) => `${length}px`);
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
  if (isTouching || !event || !fit || scale < 0.25 || event.time > time() + 1 / run.rate || time() > event.time + 1.2) return;
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
  const line = (ink, dash, path) => {
    pen.strokeStyle = ink;
    pen.lineWidth = 1.6 / scale;
    pen.setLineDash(dash.map((length) => length / scale));
    path();
    pen.stroke();
    pen.setLineDash([]);
  };
  const outline = (one, ink, dash, words, above) => {
    line(ink, dash, () => trace(pen, one));
    // A small screen has no room for words.
    if (scale < 0.5) return;
    const top = one.y - one.h / 2, [wide, tall] = sizeOf(run), half = widthOf(pen, words, 11) / 2 / scale + 4 / scale;
    let height = bounded(top + (above ? -8 : 14) / scale, 8 / scale, tall - 6 / scale);
    const step = (height > tall / 2 ? -13 : 13) / scale;
    while (told.some((other) => Math.abs(other - height) < 12 / scale)) height += step;
    told.push(height);
    write(pen, words, bounded(one.x, half, wide - half), height, scale, ink, 11);
  };
  const projected = moved(decision, "projected");
  // The line to the projection is below the texts.
  if (projected) {
    line(inks.target, [5, 4], () => {
      pen.beginPath();
      pen.moveTo(box.x, middle(box));
      pen.lineTo(projected.x, middle(projected));
    });
  }
  // Show only the threshold nearest to the projected position, because several outlines would hide one another.
  const edges = thresholdsNow().filter((one) => one.decision && fit[one.axis])
    .map((one) => ({ one, box: moved(one.decision, "projected") })).filter((edge) => edge.box);
  const nearest = edges.toSorted((a, b) => apart(a.box, projected ?? box) - apart(b.box, projected ?? box))[0];
  if (nearest) outline(nearest.box, inks.ink, [1.5, 3], `${nearest.one.target || "no decision"} from here on`, projected && nearest.box.y >= projected.y ? false : true);
  if (projected) outline(projected, inks.target, [5, 4], "would coast to here", !nearest || nearest.box.y >= projected.y);
}

const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// Returns the position of the surface along an axis. While a slider moves, a run has no frame values yet, so its
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
