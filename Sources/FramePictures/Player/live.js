// The live motion of the surface during a drag and until the surface rests. The engine processes the drag event by
// event. A second engine processes the same events with the previous settings, for the outline. The live motion is only
// a preview: when the surface rests, the page replays the recording of the drag and shows that replay.
let twin = null;

// Starts the live motion of a drag, with an outline of the motion with the previous settings, if there are any; returns
// false if the engine rejects the request of the drag.
function follows(begun, hasOutline = true) {
  const recording = storing(begun);
  const started = (one, request, name) => {
    if (one.ask(recording).error) return null;
    const answer = one.ask(`live ${begun.name}\n${request}`);
    if (answer.error) trouble(sentence(answer.error));
    return answer.picture ? followedRun(begun, one, request, answer.picture, name) : null;
  };
  trouble("");
  const first = started(engine, begun.request.now, begun.name);
  if (!first) return false;
  begun.followed = [first];
  if (hasOutline && begun.request.before) {
    twin ??= engine.another();
    const other = twin && started(twin, begun.request.before, `${begun.name}, before`);
    if (other) begun.followed.push(other);
  }
  begun.run = putRun(begun.followed[0].run, begun.run);
  if (begun.ghost && !begun.followed[1]) runs.splice(runs.indexOf(begun.ghost), 1);
  begun.ghost = begun.followed[1] ? putRun(begun.followed[1].run, begun.ghost) : null;
  lookAt(begun);
  // Do not update the title and the names of the runs now: a change of their height would move the surface under the
  // finger.
  listCurves();
  return true;
}

// Returns a run without frames, to which the live motion appends frames, together with the engine that computes them.
function followedRun(begun, one, request, picture, name) {
  const partsOf = (one) => JSON.stringify([one.layers.map((layer) => layer.role), one.curves.map((curve) => curve.title)]);
  const like = partsOf(lead()) === partsOf(picture) ? lead() : null;
  const run = completed({ ...picture, name, request, count: 0, layers: [], events: [], phases: [], frames: [], keys: [],
    rests: picture.rests.length ? picture.rests : like?.rests ?? [], touches: begun.touches, isFleeting: true, looks: undefined,
    curves: picture.curves.map((curve) => ({ ...curve, values: [], targets: [], fingers: [], rates: [] })) });
  return { one, run, next: 0, isResting: false };
}

// Sends the new events of the drag to the engine, and appends the frames up to `micros`, a time in microseconds since
// the first event.
function goOn(followed, lines, micros) {
  const { one, run } = followed;
  const shown = (answer) => {
    if (answer.error) { followed.isLost = true; return; }
    if (answer.frame) append(run, followed.next, answer);
    followed.isResting = Boolean(answer.resting);
  };
  let waiting = 0;
  // An event that arrives after its frame was computed is processed too late here. The replay processes every event at
  // the right time, so that the replay then differs from the live motion.
  followed.isLate ||= followed.next > 0 && parseInt(lines[0], 10) < Math.round((followed.next - 1) * 1e6 / run.rate);
  // The engine must receive exactly the events up to the time of a frame before it computes that frame.
  for (;;) {
    const time = Math.round(followed.next * 1e6 / run.rate), first = waiting;
    if (time > micros || followed.isLost) break;
    while (waiting < lines.length && parseInt(lines[waiting], 10) <= time) waiting++;
    if (waiting > first) shown(one.ask(["events", ...lines.slice(first, waiting)]));
    shown(one.ask(`advance ${time}`));
    followed.next++;
  }
  // Events after the last frame change the picture immediately; the next frame overwrites this preliminary picture.
  if (waiting < lines.length && !followed.isLost) shown(one.ask(["events", ...lines.slice(waiting)]));
}

// Writes an answer of the engine as the frame `index` of a run. The answer to later events overwrites the newest frame.
function append(run, index, { frame, layers, screen, curves, events }) {
  run.keys = Object.keys(frame);
  run.units = run.keys.map(() => "");
  run.frames[index] = Object.values(frame);
  run.screen = screen;
  appendLayers(run, index, layers);
  for (const [number, curve] of run.curves.entries()) {
    const point = curves?.[number] ?? {};
    const before = index > 0 ? curve.values[index - 1] : null;
    curve.values[index] = point.value ?? null;
    curve.targets[index] = point.target ?? null;
    curve.fingers[index] = point.finger ?? null;
    curve.rates[index] = point.rate ?? (isNumber(before) && isNumber(point.value) ? (point.value - before) * run.rate : 0);
  }
  const instant = index / run.rate, phase = frame.phase ?? "";
  if (run.phases.at(-1)?.phase !== phase) run.phases.push({ phase, start: instant, end: instant });
  if (run.phases.length > 1) run.phases.at(-2).end = run.phases.at(-1).start;
  run.phases.at(-1).end = instant;
  for (const { time, event, ...payload } of events ?? []) {
    const words = [payload.from, payload.target].filter(Boolean).join(" → ");
    run.events.push({ time, event, words, frame: index, ...event === "decision" ? { decision: payload } : {} });
    if (event === "decision") run.decisions.push(run.events.at(-1));
  }
  run.count = index + 1;
}

// Appends the layers of one frame to the layer tracks of a run: the nth layer of a role belongs to the nth track of
// that role. A layer that is missing in this frame becomes transparent.
function appendLayers(run, index, layers) {
  const counts = new Map(), written = new Set();
  let behind = -1;
  for (const layer of layers) {
    const nth = counts.get(layer.role) ?? 0;
    counts.set(layer.role, nth + 1);
    let track = run.layers.filter((other) => other.role === layer.role)[nth];
    if (!track) {
      track = { role: layer.role, label: [] };
      for (const key of layerKeys) track[key] = [];
      run.layers.splice(behind + 1, 0, track);
      run.looks = undefined;
    }
    behind = run.layers.indexOf(track);
    written.add(track);
    for (const key of layerKeys) track[key][index] = layer[key];
    track.label[index] = layer.label;
  }
  for (const track of run.layers) if (!written.has(track)) track.o[index] = 0;
}

function liveFrame() {
  if (!hand) return;
  const begun = hand, held = begun.slots.size > 0, begins = performance.now();
  const instant = (begins - begun.began) * 1000;
  // Browsers deliver pointer events with a delay. While a finger is down, the shown time therefore stays up to 60 ms
  // behind the clock, so that few events arrive after their frame.
  if (!held) begun.lifted ??= instant;
  const passed = held || !isSlow ? instant : begun.lifted + (instant - begun.lifted) / 4;
  const reached = Math.max(begun.micros, held ? passed - 60000 : passed);
  const lines = begun.lines.slice(begun.sent);
  begun.sent = begun.lines.length;
  for (const followed of begun.followed) if (!followed.isLost) goOn(followed, lines, reached);
  const [leading] = begun.followed;
  begun.costs.push(performance.now() - begins);
  const isOver = !held && (begun.followed.every((one) => one.isResting || one.isLost) || passed - begun.micros > 1e7);
  if (isOver) {
    hand = null;
    element("stage").classList.remove("held");
    state.view = null;
    replayHand(begun);
    state.frame = lastFrame();
    keep(begun);
    show();
    return;
  }
  if (leading.run.count) {
    state.frame = leading.run.count - 1;
    changed();
    const end = leading.run.count / leading.run.rate;
    state.view = [Math.max(0, end - 3), Math.max(3, end)];
    drawScreen();
    drawPlot();
    element("clock").textContent = `${end.toFixed(3)} s · ${phaseAt(leading.run, end)}`;
  }
  requestAnimationFrame(liveFrame);
}
