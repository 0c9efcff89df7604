// The curves over time: position, velocity and other fields of a frame, with zoom, phases and events. The curves do not
// depend on the current time, so they are drawn once; the current time is drawn on a second canvas over them.
// From the top, the plot has the names of the phases, the marks of the events, and one panel below another. A panel has
// its title and its current value above it, and the names of the places where the surface can rest at its right edge.
const plotEdges = { left: 54, right: 18, top: 32, bottom: 24 };
const titleRoom = () => 17 * textScale;
const chosen = { curves: new Set(["position", "velocity"]) };
let backKey = "", revision = 0;

// Marks the plot as outdated; must be called after the runs, their colours or their visibility may have changed.
function changed() { revision++; extremes.clear(); }

// The axes of the mode Try: the interval of time, and the range of each panel. They stay the same from the first change
// of a setting until the user fits them, because a handle would otherwise not stay where the user drops it.
let axes = null;
function holdAxes() {
  if (axes || !isTrying()) return;
  for (const panel of panels()) extent(panel);
  axes = { view: viewed(), extremes: new Map(extremes) };
}
function fitAxes() {
  [axes, state.view] = [null, null];
  changed();
  drawPlot();
}

const viewed = () => state.view ?? axes?.view ?? [0, duration()];
let plotted = { width: 300, from: 0, scale: 1 };
const plotWidth = () => plotted.width - plotEdges.left - plotEdges.right;
// Converts a time to an x coordinate on the current plot.
const acrossOf = (instant) => plotEdges.left + (instant - plotted.from) * plotted.scale;

// Returns the panels of the plot: for each position curve of the leading run a panel, followed by a panel of its
// velocity; then a panel for each field that the user chose. If the shown runs have different curves, the first panels
// show x and y instead.
function panels() {
  const list = isByAxis() ? axisPanels() : [];
  for (const curve of isByAxis() ? [] : lead().curves) {
    if (chosen.curves.has("position")) {
      list.push({ title: curve.title, down: curve.down, least: curve.least, decides: true,
        columns: (run) => {
          const same = run.curves.find((other) => other.title === curve.title);
          return same ? { values: same.values, targets: same.targets, fingers: same.fingers } : null;
        } });
    }
    if (!chosen.curves.has("velocity") || curve.rates === undefined) continue;
    list.push({ rateOf: curve.title, title: lead().curves.length > 1 ? `${curve.title.split(",")[0]}: ${curve.rateTitle}` : curve.rateTitle,
      down: curve.down, least: 10, columns: (run) => {
        const same = run.curves.find((other) => other.title === curve.title);
        return same ? { values: same.rates } : null;
      } });
  }
  // It takes long to find all fields of many frames, so do this only if the user has chosen a field.
  const hasFields = [...chosen.curves].some((key) => !["position", "velocity"].includes(key));
  for (const key of hasFields ? fieldKeys() : []) {
    if (!chosen.curves.has(key)) continue;
    const unit = lead().units[lead().keys.indexOf(key)];
    list.push({ title: unit ? `${key}, ${unit}` : key, least: 0.1, columns: (run) => fieldColumn(run, key) });
  }
  return list;
}

// Returns the numeric fields of a frame that the user can add as curves; the position and the velocity have curves of
// their own.
const fieldsOf = new WeakMap();
function fieldKeys() {
  const run = runs.find((other) => other.keys.length) ?? lead(), { keys, frames } = lead().keys.length ? lead() : run;
  const known = fieldsOf.get(frames);
  if (known?.count === frames.length) return known.fields;
  const fields = keys.filter((key, place) => !["frame", "time", "x", "y", "vx", "vy"].includes(key)
    && frames.some((row) => isNumber(row[place])));
  fieldsOf.set(frames, { count: frames.length, fields });
  return fields;
}

// Returns a field of the frames as a column; null if the frames do not have the field.
const fieldColumns = new WeakMap();
function fieldColumn(run, key) {
  const place = run.keys.indexOf(key);
  if (place < 0) return null;
  // A drag adds frames to the same list, and overwrites the newest one.
  const newest = run.frames.at(-1), known = fieldColumns.get(run.frames);
  const columns = known?.newest === newest ? known.columns : new Map();
  if (columns !== known?.columns) fieldColumns.set(run.frames, { newest, columns });
  if (!columns.has(key)) columns.set(key, { values: run.frames.map((row) => row[place]) });
  return columns.get(key);
}

// The range of each panel over all frames of all drawn runs, so that the scale of a panel does not change during
// playback; and whether no curve of the panel changes.
const extremes = new Map();
function extent(panel) {
  if (axes?.extremes.has(panel.title)) return axes.extremes.get(panel.title);
  if (extremes.has(panel.title)) return extremes.get(panel.title);
  let low = Infinity, high = -Infinity;
  for (const run of drawn()) {
    for (const column of Object.values(panel.columns(run) ?? {})) {
      const [least, most] = rangeOf(column);
      [low, high] = [Math.min(low, least), Math.max(high, most)];
    }
  }
  if (low > high) [low, high] = [0, 1];
  const room = Math.max((high - low) * 0.06, (panel.least - (high - low)) / 2, 1e-9);
  extremes.set(panel.title, [low - room, high + room, low === high]);
  return extremes.get(panel.title);
}

// Returns the smallest and the largest number of a column.
const ranges = new WeakMap();
function rangeOf(column) {
  if (!isList(column)) return isNumber(column) ? [column, column] : [Infinity, -Infinity];
  // A drag adds frames to the same column, and overwrites the newest one.
  const key = `${column.length} ${column.at(-1)}`, known = ranges.get(column);
  if (known?.key === key) return known.range;
  let low = Infinity, high = -Infinity;
  for (let index = 0; index < column.length; index++) {
    const number = column[index];
    if (!isNumber(number)) continue;
    if (number < low) low = number;
    if (number > high) high = number;
  }
  ranges.set(column, { key, range: [low, high] });
  return [low, high];
}

function drawPlot() {
  if (!element("plot").offsetParent) return;
  const all = panels(), graph = element("graph").style;
  // On a narrow page, the height of the curves depends on the number of panels.
  const high = `${moving(all).length}`;
  if (graph.getPropertyValue("--panels") !== high) graph.setProperty("--panels", high);
  const { pen, width, height } = sized(element("now")), list = roomy(all, height), [from, to] = viewed();
  plotted = { ...plotted, width };
  plotEdges.right = detentRoom(pen, list);
  plotted = { width, from, scale: plotWidth() / (to - from) };
  const key = [width, height, revision, from, to, state.main, chosen.curves.size, list.length,
    window.devicePixelRatio, decisionNow()?.time, lead().isFleeting, engine?.isThere, isTrying(), thresholdKeys.size].join();
  placeHandles(list, width, height);
  placeCallout(list, width, height);
  // The axes of Try stay until the user fits them; mark the button if they do not show the whole motion.
  element("fit").classList.toggle("call", Boolean(axes) && Math.abs(axes.view[1] - duration()) > 0.1);
  if (key !== backKey) {
    backKey = key;
    drawBack(sized(element("plot")).pen, list, width, height, list.length < all.length);
  }
  const now = acrossOf(time());
  if (now < plotEdges.left - 1 || now > width - plotEdges.right + 1) return;
  pen.strokeStyle = inks.ink;
  pen.lineWidth = 1.4;
  pen.beginPath();
  list.forEach((_, index) => {
    const box = panelBox(list, index, width, height);
    if (!box.height) return;
    pen.moveTo(now, box.top);
    pen.lineTo(now, box.top + box.height);
  });
  pen.stroke();
  list.forEach((panel, index) => drawDots(pen, panel, panelBox(list, index, width, height)));
}

// Returns the panels without the velocity panels if the panels would otherwise be less than 40 pixels high.
function roomy(list, height) {
  const positions = list.filter((panel) => !panel.rateOf);
  const room = height - plotEdges.top - plotEdges.bottom - list.length * titleRoom();
  return room / moving(list).length < 46 && positions.length ? positions : list;
}

// Returns the panels in which a curve changes, or all panels if no curve changes. Only these have room for curves; of
// the others, only the title and the value are shown.
function moving(list) {
  const found = list.filter((panel) => !extent(panel)[2]);
  return found.length ? found : list;
}

function panelBox(list, index, width, height) {
  const moved = moving(list), before = list.slice(0, index).filter((panel) => moved.includes(panel)).length;
  const room = (height - plotEdges.top - plotEdges.bottom - list.length * titleRoom()) / moved.length;
  const box = { left: plotEdges.left, top: plotEdges.top + before * room + (index + 1) * titleRoom(),
    width: width - plotEdges.left - plotEdges.right, height: moved.includes(list[index]) ? Math.max(8, room - 6) : 0 };
  const [low, high] = extent(list[index]), down = list[index].down;
  box.y = (number) => down ? box.top + (number - low) / (high - low) * box.height
    : box.top + (high - number) / (high - low) * box.height;
  return box;
}

function drawBack(pen, list, width, height, lacksRates) {
  list.forEach((panel, index) => drawPanel(pen, panel, panelBox(list, index, width, height)));
  const [from, to] = viewed(), step = niceStep((to - from) / Math.max(2, plotWidth() / (80 * textScale)));
  for (let tick = Math.ceil(from / step - 1e-9) * step; tick <= to + 1e-9; tick += step) {
    write(pen, `${+tick.toFixed(4)} s`, bounded(acrossOf(tick), plotEdges.left + 8, width - 20),
      height - 12, 1, inks.soft, 11);
  }
  if (lacksRates && width > 360) write(pen, "no room for velocity", width - plotEdges.right, plotEdges.top + 9, 1, inks.soft, 10.5, "right");
  drawPhases(pen);
  drawEventMarks(pen, list, width, height);
}

// Draws the phases of the leading run in a band above the panels, with their names where there is room.
function drawPhases(pen) {
  for (const span of lead().phases) {
    const from = Math.max(acrossOf(span.start), plotEdges.left), to = Math.min(acrossOf(span.end), plotted.width - plotEdges.right);
    if (to <= from) continue;
    pen.fillStyle = fillOf(span.phase);
    pen.fillRect(from, 1, to - from, 16);
    if (to - from > widthOf(pen, span.phase, 10.5) + 6) write(pen, span.phase, (from + to) / 2, 9, 1, inks.ink, 10.5);
  }
}

function niceStep(rough) {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return unit * ([1, 2, 5].find((multiple) => multiple * unit >= rough) ?? 10);
}

// Draws the events of the leading run as small diamonds above the curves; a decision is a large diamond, with a line in
// each panel.
function drawEventMarks(pen, list, width, height) {
  const newest = [-Infinity, -Infinity];
  for (const event of lead().events) {
    const x = acrossOf(event.time), isDecision = event.event === "decision";
    if (x < plotEdges.left - 1 || x > plotted.width - plotEdges.right + 1) continue;
    // Of several events of a kind within a pixel, draw only the first.
    if (x - newest[+isDecision] < 1) continue;
    newest[+isDecision] = x;
    pen.fillStyle = isDecision ? inks.target : inks.soft;
    pen.beginPath();
    const size = isDecision ? 5 : 3;
    pen.moveTo(x, 25 - size); pen.lineTo(x + size, 25); pen.lineTo(x, 25 + size); pen.lineTo(x - size, 25);
    pen.fill();
    if (!isDecision) continue;
    pen.globalAlpha = 0.5;
    for (const index of list.keys()) {
      const box = panelBox(list, index, width, height);
      if (box.height) pen.fillRect(x - 0.5, box.top, 1, box.height);
    }
    pen.globalAlpha = 1;
  }
}

const fillOf = (phase) => ["dragging", "pressed", "scrolling"].includes(phase) ? inks.held
  : ["resting", "gone"].includes(phase) ? inks.still : inks.moving;

function drawPanel(pen, panel, box) {
  const { x, most } = titlePlace(pen, panel, box);
  write(pen, panel.title, x, box.top - 8, 1, inks.ink, 11.5, "left", most);
  if (!box.height) return;
  const [low, high] = extent(panel);
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.width, box.height);
  pen.clip();
  for (const span of lead().phases) {
    const from = acrossOf(span.start), to = acrossOf(span.end);
    if (to < box.left || from > box.left + box.width) continue;
    pen.fillStyle = fillOf(span.phase);
    pen.fillRect(from, box.top, to - from, box.height);
  }
  for (const run of drawn()) drawRun(pen, panel, box, run);
  if (panel.decides) drawDecisionOnCurve(pen, panel, box);
  if (panel.rateOf) drawThresholdOnCurve(pen, panel, box);
  pen.restore();
  pen.strokeStyle = inks.line;
  pen.lineWidth = 1;
  pen.strokeRect(box.left, box.top, box.width, box.height);
  if (panel.decides) drawDetents(pen, panel, box);
  for (const tick of ticksOf(low, high, box)) write(pen, `${+tick.toFixed(3)}`, box.left - 6, box.y(tick), 1, inks.soft, 10.5, "right");
}

// Returns the place of the title of a panel, which begins left of the panel if it would otherwise be too wide, and the
// place of the current value after the title.
function titlePlace(pen, panel, box) {
  const room = widthOf(pen, "-0000.00", 11.5) + 10, width = widthOf(pen, panel.title, 11.5), right = box.left + box.width;
  const x = bounded(right - room - width, 6, box.left), most = Math.min(width, right - room - x);
  return { x, most, after: x + most + 10 };
}

// Returns round values for the axis of a panel: at least two, if there is room for two texts.
function ticksOf(low, high, box) {
  const tall = 12 * textScale;
  let ticks = [];
  for (let parts = Math.max(1, box.height / (44 * textScale)); parts < 12 && ticks.length < 2; parts *= 1.5) {
    const step = niceStep((high - low) / parts), list = [];
    for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) {
      if (box.y(tick) > box.top + 3 && box.y(tick) < box.top + box.height - 3) list.push(tick);
    }
    if (list.length > 1 && Math.abs(box.y(list[1]) - box.y(list[0])) < tall) break;
    ticks = list;
  }
  return ticks;
}

function drawRun(pen, panel, box, run) {
  const columns = panel.columns(run), isLead = run === lead();
  if (!columns) return;
  const alpha = isLead ? 1 : drawn().length > 8 ? 0.55 : 0.8;
  if (columns.targets !== undefined && isLead) {
    stroke(pen, box, run, columns.targets, inks.target, 1.4, 0.9, [4, 4]);
  }
  if (columns.fingers !== undefined && isLead) stroke(pen, box, run, columns.fingers, inks.finger, 1.4, 1, []);
  stroke(pen, box, run, columns.values, colorOf(run), isLead ? 2.4 : 1.4, alpha, isLead ? [] : dashOf(run));
}

// Draws a curve. If more than three frames share a pixel, the curve goes through the first, the smallest, the largest
// and the last of their values, so that short peaks stay visible.
function stroke(pen, box, run, column, ink, width, alpha, dash) {
  if (column === undefined || column === null) return;
  const [first, last] = framesIn(run, viewed());
  const isDense = (last - first) > 3 * box.width && isList(column);
  pen.globalAlpha = alpha;
  pen.strokeStyle = ink;
  // While a slider moves, and for a curve with many turns, draw thin lines, because they take half the time. A curve
  // with many turns has no dashes, because they would take ten times as long and could not be seen.
  const frames = isDense ? framesToDraw(column, run, [first, last], plotted, lead().isFleeting) : null, isHeavy = lead().isFleeting || frames?.length > box.width;
  pen.lineWidth = isHeavy ? Math.min(1, width) : width;
  pen.setLineDash(frames?.length > box.width ? [] : dash);
  pen.lineJoin = isHeavy ? "bevel" : "round";
  const line = sparseLine(pen, dash.length === 0, lead().isFleeting ? 0.7 : 0.3);
  const put = (index) => {
    const number = at(column, index);
    if (isNumber(number)) line.to(acrossOf(index / run.rate), box.y(number)); else line.end();
  };
  if (frames) for (const index of frames) put(index); else for (let index = first; index <= last; index++) put(index);
  line.end();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

// Returns the first and the last frame of a run that a plot of an interval of time needs.
const framesIn = (run, [from, to]) => [Math.floor(from * run.rate) - 1, Math.ceil(to * run.rate) + 1].map((frame) => bounded(frame, 0, run.count - 1));

// Returns the frames through which a curve is drawn if many frames share a pixel. While a slider moves, these are the
// extremes of every second pixel, because that takes half the time.
const framesDrawn = { fine: new WeakMap(), coarse: new WeakMap() };
function framesToDraw(column, run, [first, last], { from, scale }, isFleeting) {
  const store = framesDrawn[isFleeting ? "coarse" : "fine"], size = isFleeting ? 2 : 1;
  const key = [from, scale, first, last, column[last], run.rate].join(), known = store.get(column);
  if (known?.key === key) return known.frames;
  const frames = Int32Array.from(extremeFrames(column, first, last, scale / size / run.rate, from * scale / size));
  store.set(column, { key, frames });
  return frames;
}

// Prepares the drawing of a long run that replaces `old`, one curve at a time, because all curves at once would block the
// page.
async function prepareCurves(run, old) {
  if (run.count < 30000) return;
  const all = [run, ...drawn().filter((one) => one !== old)];
  const [from, to] = state.view ?? axes?.view ?? [0, Math.max(...all.map((one) => (one.count - 1) / one.rate))], place = { from, scale: plotWidth() / (to - from) };
  for (const one of all) {
    for (const column of one.curves.flatMap(({ values, targets, fingers, rates }) => [values, targets, fingers, rates]).filter(isList)) {
      rangeOf(column);
      framesToDraw(column, one, framesIn(one, [from, to]), place, true);
      await new Promise((done) => setTimeout(done));
    }
  }
}

// Returns, for each cell of a curve, the frames with the first, the smallest, the largest and the last value, and the
// first frame of each gap. A line through them covers the same cells as a line through all frames. A frame is in the cell
// `step · frame − zero`, rounded down.
// Source: Jugel et al., "M4: A visualization-oriented time series data aggregation", 2014.
function extremeFrames(column, first, last, step, zero) {
  const frames = [];
  let next = first, start = -1, low = 0, high = 0;
  const finish = (end) => {
    if (start >= 0) for (const index of new Set([start, Math.min(low, high), Math.max(low, high), end])) frames.push(index);
    start = -1;
  };
  for (let index = first; index <= last; index++) {
    const number = column[index];
    if (!isNumber(number)) {
      if (start >= 0) { finish(index - 1); frames.push(index); }
      continue;
    }
    if (index >= next) {
      finish(index - 1);
      next = Math.ceil((Math.floor(index * step - zero) + 1 + zero) / step);
    }
    if (start < 0) start = low = high = index;
    else if (number < column[low]) low = index;
    else if (number > column[high]) high = index;
  }
  finish(last);
  return frames;
}

// Returns an object that draws a line through points, which must come from left to right. The line leaves out points
// that are less than `slack` pixels away from it. With `isCut`, the line is drawn in pieces of 64 points, because
// browsers without a graphics processor are slow for many points at once.
function sparseLine(pen, isCut, slack) {
  let kept = null, latest = null, low = -Infinity, high = Infinity, count = 0;
  const keep = () => {
    pen.lineTo(latest[0], latest[1]);
    [kept, low, high] = [latest, -Infinity, Infinity];
    if (++count < 64 || !isCut) return;
    pen.stroke();
    pen.beginPath();
    pen.moveTo(latest[0], latest[1]);
    count = 0;
  };
  return {
    to(x, y) {
      if (kept === null) {
        pen.beginPath();
        pen.moveTo(x, y);
        kept = latest = [x, y];
        return;
      }
      const dx = x - kept[0];
      // Keep both ends of a vertical step, because it has no slope with which later points could be compared.
      if (dx <= 0 && latest === kept) {
        latest = [x, y];
        keep();
        return;
      }
      const slope = (y - kept[1]) / dx;
      if (latest !== kept && !(dx > 0 && slope >= low && slope <= high)) {
        keep();
        return this.to(x, y);
      }
      if (dx > 0) [low, high] = [Math.max(low, slope - slack / dx), Math.min(high, slope + slack / dx)];
      latest = [x, y];
    },
    end() {
      if (kept === null) return;
      if (latest === kept) pen.lineTo(latest[0] + 0.01, latest[1]); else keep();
      pen.stroke();
      [kept, latest, low, high, count] = [null, null, -Infinity, Infinity, 0];
    },
  };
}

function drawDots(pen, panel, box) {
  for (const run of drawn()) {
    const index = frameOf(run), number = at(panel.columns(run)?.values, index);
    if (!isNumber(number)) continue;
    const x = acrossOf(index / run.rate);
    if (x < box.left - 4 || x > box.left + box.width + 4) continue;
    if (box.height) {
      pen.fillStyle = colorOf(run);
      pen.beginPath();
      pen.arc(x, box.y(number), run === lead() ? 4.5 : 3, 0, 2 * Math.PI);
      pen.fill();
    }
    if (run !== lead()) continue;
    write(pen, `${decimals(number, 2)}${box.height ? "" : ", constant"}`, titlePlace(pen, panel, box).after, box.top - 8, 1, colorOf(run), 11.5, "left");
  }
}

// Sets the visible interval of time, which is at least two frames and at most the whole duration.
function look(from, to) {
  const whole = duration(), least = Math.min(whole, 2 / lead().rate);
  const width = bounded(to - from, least, whole), start = bounded(from, 0, whole - width);
  state.view = width >= whole - 1e-9 && !axes ? null : [start, start + width];
  drawPlot();
}

function zoom(factor, around = null) {
  const [from, to] = viewed();
  const middle = around ?? (time() >= from && time() <= to ? time() : (from + to) / 2);
  look(middle - (middle - from) * factor, middle + (to - middle) * factor);
}

function pan(fraction) {
  const [from, to] = viewed(), step = (to - from) * fraction;
  look(from + step, to + step);
}

// Moves a zoomed view during playback, so that the current time stays visible.
function follow() {
  if (!state.view) return;
  const [from, to] = state.view;
  if (time() < from || time() > to) look(time() - (to - from) * 0.1, time() + (to - from) * 0.9);
}

function listCurves() {
  fillComparison();
  const boxes = [["position", "position"], ["velocity", "velocity"], ...fieldKeys().map((key) => [key, key])];
  element("curvelist").replaceChildren(...boxes.map(([key, words]) => {
    const label = made("label"), box = made("input", "", { type: "checkbox", checked: chosen.curves.has(key) });
    box.onchange = () => {
      if (box.checked) chosen.curves.add(key); else chosen.curves.delete(key);
      changed();
      drawPlot();
    };
    label.append(box, words);
    return label;
  }));
  const line = (words, color, dash) => {
    const item = made("span"), swatch = made("i", "", { className: "swatch" });
    swatch.style.borderTopColor = color;
    swatch.style.borderTopStyle = dash;
    swatch.style.borderTopWidth = "3px";
    item.append(swatch, words);
    return item;
  };
  // A drag that has just begun has no values yet.
  const has = (key) => lead().isFleeting || lead().curves.some((curve) => rangeOf(curve[key])[0] < Infinity);
  const always = [line(drawn().length > 1 ? `${briefName(lead())} (selected)` : "surface", colorOf(lead()), "solid")];
  if (has("fingers")) always.push(line("finger", inks.finger, "solid"));
  if (has("targets")) always.push(line("target", inks.target, "dashed"));
  if (lead().decisions.length || lead().isFleeting) {
    always.push(made("span", "◆ decision"), made("span", "◇ projection"), line("threshold", inks.ink, "dotted"));
  }
  element("legend").replaceChildren(...always, ...drawn().slice(0, -1).slice(0, 24).map((run) =>
      line(briefName(run), colorOf(run), dashOf(run).length === 0 ? "solid" : dashOf(run)[0] > 4 ? "dashed" : "dotted")));
}

function wirePlot() {
  const plot = element("plot"), pointers = new Map();
  const instantAt = (x) => {
    const [from, to] = viewed(), box = plot.getBoundingClientRect();
    return from + (x - box.left - plotEdges.left) / plotWidth() * (to - from);
  };
  plot.onpointerdown = (event) => {
    pointers.set(event.pointerId, event.clientX);
    try { plot.setPointerCapture(event.pointerId); } catch { /* a synthetic pointer cannot be captured */ }
    if (pointers.size === 1 && !event.shiftKey) go(Math.round(instantAt(event.clientX) * lead().rate));
  };
  plot.onpointermove = (event) => {
    const old = pointers.get(event.pointerId);
    if (old === undefined) return;
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const fixed = instantAt(other), before = Math.abs(old - other), now = Math.abs(event.clientX - other);
      if (before > 4 && now > 4) zoom(before / now, fixed);
    } else if (event.shiftKey) pan((old - event.clientX) / plotWidth());
    else go(Math.round(instantAt(event.clientX) * lead().rate));
    pointers.set(event.pointerId, event.clientX);
  };
  plot.onpointerup = plot.onpointercancel = (event) => pointers.delete(event.pointerId);
  plot.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan((event.deltaX || event.deltaY) / plotWidth());
    else zoom(Math.exp(bounded(event.deltaY, -200, 200) / 300), instantAt(event.clientX));
  }, { passive: false });
  plot.ondblclick = fitAxes;
  element("closer").onclick = () => zoom(0.5);
  element("wider").onclick = () => zoom(2);
  element("earlier").onclick = () => pan(-0.25);
  element("later").onclick = () => pan(0.25);
  element("fit").onclick = fitAxes;
}
