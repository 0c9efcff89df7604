// The surface on its screen: layers, rest positions, outlines of other runs, fingers and the touchpad.

function boxOf(layer, index) {
  const box = {};
  for (const key of layerKeys) box[key] = at(layer[key], index);
  return isNumber(box.x) && isNumber(box.o) && box.o > 0 ? box : null;
}

const sizeOf = (run) => [at(run.screen[0], frameOf(run)), at(run.screen[1], frameOf(run))];

// Returns whether each run has its own screen. In Try, the stage shows only the run to change until the first change,
// so that the stage keeps its size at that change.
const isApart = () => state.isSideBySide && (state.tab !== "whatif" || Boolean(tried?.run));

// The place of the screen of each drawn run on the canvas: one screen for all runs, or one screen for each run.
let places = [];
function layOut(width, height) {
  if (isTouching) return [fullSize(width, height)];
  const list = isApart() ? shown() : [lead()];
  const title = list.length > 1 ? 16 : 0;
  let best = { scale: 0, columns: 1 };
  for (let columns = 1; columns <= list.length; columns++) {
    const cell = [width / columns, height / Math.ceil(list.length / columns) - title];
    // Use the median scale, so that one very large screen does not make the others small.
    const scales = list.map((run) => fitting(run, cell[0] - 8, cell[1] - 8).scale).sort((a, b) => a - b);
    const scale = scales[scales.length >> 1];
    if (scale > best.scale) best = { scale, columns };
  }
  const columns = best.columns, rows = Math.ceil(list.length / columns);
  const cell = { width: width / columns, height: height / rows };
  return list.map((run, index) => {
    const left = index % columns * cell.width, top = Math.floor(index / columns) * cell.height;
    const fit = fitting(run, cell.width - 8, cell.height - title - 8);
    return { run, title, cell: { left, top, ...cell }, scale: fit.scale, pad: fit.pad,
      left: left + (cell.width - fit.across * fit.scale) / 2,
      top: top + title + 4 + (cell.height - title - 8 - fit.height) / 2 };
  });
}

// Returns the place of the leading run's screen at one CSS pixel per point, or smaller if there is no room for it.
function fullSize(width, height) {
  const [across, down] = sizeOf(lead()), scale = Math.min(1, width / across, height / down);
  return { run: lead(), title: 0, cell: { left: 0, top: 0, width, height }, scale, pad: 0,
    left: Math.round((width - across * scale) / 2), top: Math.round((height - down * scale) / 2) };
}

// Returns the largest scale at which a screen fits into an area, with the touchpad of the run below the screen.
function fitting(run, width, height) {
  const [across, down] = sizeOf(run), pad = padOf(run);
  const room = pad ? Math.min(150, height * 0.3) : 0;
  const scale = Math.max(0.01, Math.min(width / across, (height - room) / down));
  return { across, scale, height: down * scale + room,
    pad: pad ? Math.max(0.1, Math.min((room - 24) / pad.height, width / pad.width)) : 0 };
}

function drawScreen() {
  const isMany = isApart() && shown().length > 6;
  if (element("main").classList.contains("many") !== isMany && !waitsForPointer(element("main"), show)) {
    element("main").classList.toggle("many", isMany);
    sizes.clear();
  }
  const { pen, width, height } = sized(element("screen"));
  places = layOut(width, height);
  for (const place of places) drawPlace(pen, place);
  element("screen").setAttribute("aria-label", shown().map((run) =>
    `${run.name}: ${phaseAt(run, time()) || "surface"} at ${decimals(time())} s`).join("; ").slice(0, 400));
}

function drawPlace(pen, place) {
  const { run, scale } = place, [across, down] = sizeOf(run);
  if (place.title) {
    const words = shortName(run, Math.floor(place.cell.width / 7));
    write(pen, words, place.cell.left + place.cell.width / 2, place.cell.top + 11, 1,
      run === lead() ? inks.ink : inks.soft, 12);
  }
  pen.save();
  pen.translate(place.left, place.top);
  pen.scale(scale, scale);
  pen.beginPath();
  pen.roundRect(0, 0, across, down, Math.min(24, across / 6, down / 6));
  pen.fillStyle = inks.still;
  pen.fill();
  pen.lineWidth = (run === lead() && place.title ? 2.5 : 1.5) / scale;
  pen.strokeStyle = place.title ? colorOf(run) : inks.soft;
  pen.stroke();
  pen.clip();
  if (scale > 0.15 && run.layers.some((layer) => layer.role === "surface" && !at(layer.label, 0))) {
    drawMaterial(pen, { x: across / 2, y: down / 2, w: across, h: down }, 0.3);
  }
  drawLayers(pen, run, scale);
  const group = place.title || state.isSideBySide && !isApart() ? [run] : drawn().filter(isOnStage);
  // In Feel, only the surface is drawn, unless the user has asked for the outlines of earlier positions.
  if (scale > 0.25 && (!isTouching || isOnion)) drawRests(pen, group, scale);
  for (const other of group) drawTrail(pen, other, scale);
  for (const other of group) if (other !== run) drawGhost(pen, other, scale);
  drawDecisionOnScreen(pen, run, scale);
  for (const other of group) drawFingers(pen, other, scale);
  pen.restore();
  if (place.pad) drawPad(pen, place, down);
}

function drawLayers(pen, run, scale) {
  const index = frameOf(run), own = colorOf(run);
  const looks = {
    ground: [inks.panel, inks.line], outline: [null, inks.soft], scrim: ["#000", null],
    page: [inks.panel, own], surface: [inks.body, own], content: [inks.line, null],
    light: ["#ffc229", null], handle: [own, null],
  };
  for (const layer of run.layers) {
    const box = boxOf(layer, index);
    if (!box) continue;
    const [fill, line] = looks[layer.role] || looks.outline;
    pen.globalAlpha = box.o;
    for (const part of parts(box)) {
      trace(pen, part);
      const isRaised = ["surface", "page"].includes(layer.role) && !(box.px > 0 || box.py > 0);
      if (fill) {
        pen.save();
        if (isRaised) { pen.shadowColor = "#0006"; pen.shadowBlur = 18 * (window.devicePixelRatio || 1) * scale; }
        pen.fillStyle = fill;
        pen.fill();
        pen.restore();
      }
      if (isRaised && scale > 0.15 && !at(layer.label, index)) drawMaterial(pen, part);
      if (!line) continue;
      pen.setLineDash(layer.role === "outline" ? [4 / scale, 4 / scale] : []);
      pen.lineWidth = (layer.role === "surface" ? 2 : 1.2) / scale;
      pen.strokeStyle = line;
      pen.stroke();
      pen.setLineDash([]);
    }
    pen.globalAlpha = 1;
    const label = at(layer.label, index);
    if (!label || scale < 0.12) continue;
    const large = layer.role === "page"
      ? bounded(Math.min(box.w, box.h) / 3.2, 19, 120) * scale : Math.min(13, 26 * scale);
    write(pen, label, box.x, box.y, scale, inks.ink, large);
  }
}

// Draws content on a surface, so that it looks real: a picture on a small surface, and rows of text on a large one and
// on the screen behind a surface.
function drawMaterial(pen, box, alpha = 0.6) {
  if (Math.min(box.w, box.h) < 40) return;
  const isSmall = box.w < 340 && box.h < 340, [left, top] = [box.x - box.w / 2, box.y - box.h / 2];
  pen.save();
  trace(pen, box);
  pen.clip();
  pen.translate(box.x, box.y);
  pen.rotate((box.a || 0) * Math.PI / 180);
  pen.translate(-box.x, -box.y);
  pen.globalAlpha *= alpha;
  pen.fillStyle = inks.line;
  if (isSmall) {
    // Draw two hills and the sun.
    const hill = (x, size) => { pen.beginPath(); pen.arc(left + x * box.w, top + box.h * 1.15, size * box.h, 0, 2 * Math.PI); pen.fill(); };
    hill(0.25, 0.75);
    pen.fillStyle = inks.soft;
    hill(0.75, 0.62);
    pen.fillStyle = inks.panel;
    pen.beginPath();
    pen.arc(left + 0.72 * box.w, top + 0.26 * box.h, 0.1 * box.h, 0, 2 * Math.PI);
    pen.fill();
  } else {
    // The colour of lines is too close to the colour of a surface in a dark page.
    pen.fillStyle = inks.soft;
    pen.globalAlpha *= 0.5;
    for (let row = 0, y = top + 46; y < top + box.h && row < 40; row++, y += 64) {
      pen.beginPath();
      pen.arc(left + 40, y + 16, 16, 0, 2 * Math.PI);
      pen.roundRect(left + 72, y + 3, (0.35 + 0.13 * (row % 3)) * (box.w - 110), 9, 4);
      pen.roundRect(left + 72, y + 20, (0.8 - 0.17 * (row % 2)) * (box.w - 110), 7, 3);
      pen.fill();
    }
  }
  pen.restore();
}

function drawRests(pen, group, scale) {
  const told = [];
  for (const { rest, color } of restsOf(group)) {
    pen.setLineDash([3 / scale, 4 / scale]);
    pen.lineWidth = 1 / scale;
    pen.strokeStyle = color ?? inks.soft;
    trace(pen, rest);
    pen.stroke();
    pen.setLineDash([]);
    // The name of a large rest is at its upper right corner, where it does not cover the texts of a decision.
    const isLarge = rest.h > 160 || rest.w > 300, size = bounded(26 * scale, 10, 12);
    const x = isLarge ? rest.x + rest.w / 2 - 40 / scale : rest.x;
    let y = isLarge ? rest.y - rest.h / 2 + 12 / scale : rest.y;
    // The names of different runs must not cover one another.
    while (told.some((other) => Math.abs(other.x - x) < 30 / scale && Math.abs(other.y - y) < 11 / scale)) y += 12 / scale;
    told.push({ x, y });
    const name = targetWords(lead(), rest.name);
    // A name that does not fit into a small rest is left out.
    if (isLarge || widthOf(pen, name, size) < rest.w * scale) write(pen, name, x, y, scale, color ?? inks.ink, size);
  }
}

// Draws the outlines of the surface in the last 0.25 s, as a trail that fades, unless the user prefers reduced motion.
// In the mode Feel, the user can keep the outlines of the last 3 s.
function drawTrail(pen, run, scale) {
  const isKept = isTouching && isOnion;
  if (isStill() && !isKept) return;
  const now = frameOf(run), length = Math.max(1, Math.round((isKept ? 3 : 0.25) * run.rate));
  const step = Math.max(1, Math.round(run.rate / (isKept ? 15 : 30)));
  pen.strokeStyle = colorOf(run);
  pen.lineWidth = 1 / scale;
  for (let index = now - now % step; index > 0 && index > now - length; index -= step) {
    pen.globalAlpha = isKept ? 0.35 : 0.3 * (1 - (now - index) / length);
    for (const layer of run.layers) {
      const box = layer.role === "surface" ? boxOf(layer, index) : null;
      if (!box) continue;
      trace(pen, box);
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
}

function drawGhost(pen, run, scale) {
  const index = frameOf(run);
  pen.setLineDash(dashOf(run).map((length) => length / scale));
  pen.lineWidth = 1.6 / scale;
  pen.strokeStyle = colorOf(run);
  for (const layer of run.layers) {
    if (!["surface", "page", "handle", "light"].includes(layer.role)) continue;
    const box = boxOf(layer, index);
    if (!box) continue;
    pen.globalAlpha = 0.8 * box.o;
    trace(pen, box);
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

// Returns the paths of the fingers in the 0.15 s before a time: in points on the screen, or in millimetres on the
// touchpad. If the page has the recording of the run, these are all fingers, otherwise only the finger that pans.
function fingersAt(run, instant) {
  const from = instant - 0.15, found = [];
  const touch = run.touches;
  if (touch) {
    const [across, down] = touch.kind === "touchpad" ? [touch.width, touch.height] : sizeOf(run);
    for (const finger of touch.fingers) {
      const times = finger.times;
      if (!times.length || times[0] > instant + 1e-9 || (times.at(-1) < instant - 1e-3 && !finger.isDown)) continue;
      const path = [];
      for (let index = 0; index < times.length && times[index] <= instant + 1e-9; index++) {
        const isNewest = !(times[index + 1] <= instant + 1e-9);
        if (times[index] < from && !isNewest) continue;
        path.push([at(finger.x, index) * across, at(finger.y, index) * down, times[index]]);
      }
      if (path.length) found.push(path);
    }
    return found;
  }
  const now = frameOf(run), path = [];
  for (let index = Math.max(0, now - Math.round(0.15 * run.rate)); index <= now; index++) {
    const [x, y] = run.pad ? [at(run.pad.x, index), at(run.pad.y, index)]
      : [value(run, index, "fingerX"), value(run, index, "fingerY")];
    if (!isNumber(x) || !isNumber(y)) continue;
    path.push(run.pad ? [run.pad.width / 2 + x, run.pad.height / 2 + y, index / run.rate] : [x, y, index / run.rate]);
  }
  return path.length && path.at(-1)[2] > (now - 1.5) / run.rate ? [path] : [];
}

// Returns the touchpad of a run, with its size in millimetres; null if the run was not recorded on a touchpad.
function padOf(run) {
  if (run.touches?.kind === "touchpad") return run.touches;
  return run.touches ? null : run.pad;
}

function drawFingers(pen, run, scale) {
  if (!padOf(run)) for (const path of fingersAt(run, time())) drawFinger(pen, run, path, scale);
}

function drawFinger(pen, run, path, scale) {
  const now = time(), radius = bounded(26 * scale, 3.5, 10) / scale;
  for (const [index, [x, y, instant]] of path.entries()) {
    const isNow = index === path.length - 1;
    pen.globalAlpha = isNow ? 0.9 : 0.45 * Math.max(0, 1 - (now - instant) / 0.15);
    pen.fillStyle = inks.finger;
    pen.beginPath();
    pen.arc(x, y, (isNow ? 1 : 0.4) * radius, 0, 2 * Math.PI);
    pen.fill();
    if (!isNow) continue;
    pen.lineWidth = 2 / scale;
    pen.strokeStyle = colorOf(run);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function drawPad(pen, place, down) {
  const { run, scale } = place, pad = padOf(run);
  pen.save();
  pen.translate(place.cell.left + (place.cell.width - pad.width * place.pad) / 2,
    place.top + down * scale + 14);
  pen.scale(place.pad, place.pad);
  pen.beginPath();
  pen.roundRect(0, 0, pad.width, pad.height, 4);
  pen.fillStyle = inks.still;
  pen.fill();
  pen.lineWidth = 1.2 / place.pad;
  pen.strokeStyle = inks.soft;
  pen.stroke();
  write(pen, `touchpad, ${decimals(pad.width, 0)} × ${decimals(pad.height, 0)} mm`, pad.width / 2,
    pad.height / 2, place.pad, inks.soft, bounded(place.pad * pad.width / 14, 6, 11));
  for (const path of fingersAt(run, time())) drawFinger(pen, run, path, place.pad);
  pen.restore();
}
