// The tab Touch: the user drags the surface with mouse, pen or finger. The page records each drag as if it came from a
// touchscreen, and replays the recording. A recording leaves the page only as a file that the user saves.
const grain = 100; // The resolution of that touchscreen, in device units per point.
let isTouching = false, hand = null, drawnHands = 0;
const kept = [];

function setTouching(isOn) {
  const isAble = Boolean(isOn && engine?.isThere);
  if (isAble !== isTouching) {
    isTouching = isAble;
    element("stage").classList.toggle("touch", isAble);
    element("hint").hidden = !isAble;
    element("hint").textContent = isAble && !kept.length ? "Drag here" : "";
    if (isAble && state.isSideBySide) setSideBySide(false);
    // Show the first frame, because the surface is there when a drag begins.
    if (isAble && lead() !== kept[0]?.run) go(0);
  }
  if (isOn) fillTouch();
}

// Returns the requests for the replay of a drag: `now` has the current settings of the leading run (or only the
// scenario that the user chose), and `before` the previous settings, for the outline; null if no run has a recording.
function touchRequest() {
  const chosen = element("touch-scenario")?.value;
  if (chosen) return { now: `scenario ${chosen}\n`, before: null };
  const source = sourceOf(lead()) ?? sources[0];
  if (!source) return null;
  const now = lead().request ?? source.request;
  return { now, before: now === source.request ? lead().before ?? null : source.request };
}

function fillTouch() {
  const panel = element("tab-touch");
  if (!engine?.isThere) {
    return panel.replaceChildren(made("p", engine ? whyOnlyPlayed(lead()) : "Loading the engine …", { className: "trouble" }));
  }
  general ??= engine.ask("table");
  const earlier = element("touch-scenario")?.value ?? (sources.length ? "" : "sheet");
  const choice = made("div", "", { className: "choices" }), select = made("select", "", { id: "touch-scenario" });
  if (sources.length) select.append(made("option", "as in the selected run", { value: "" }));
  for (const one of general.scenarios) select.append(made("option", one.scenario, { value: one.scenario, title: one.meaning, selected: one.scenario === earlier }));
  select.onchange = () => rehearse();
  choice.append(made("label", "Surface", { htmlFor: select.id }), select);
  const onward = made("label", "", { className: "line" }), box = made("input", "", { type: "checkbox", checked: isGoingOn });
  box.onchange = () => { isGoingOn = box.checked; };
  onward.append(box, "Start the next drag where the surface rests");
  panel.replaceChildren(made("p", "Drag the surface with mouse, pen or fingers. The surface moves with the settings of the tab What if, and the outline with the previous settings. All data stays in this page unless you save a recording."),
    choice, onward, made("p", "", { className: "trouble", role: "alert" }), withoutHand(), made("h2", "Recordings"),
    ...kept.length ? kept.map(keptRow) : [made("p", "No recordings yet.", { className: "soft" })]);
}

// Shows the surface of the chosen scenario at rest, so that the user can drag it.
function rehearse() {
  const request = touchRequest();
  if (!element("touch-scenario").value || !request) return;
  const begun = newHand();
  equip(begun, request);
  drawnHands--;
  if (!follows(begun)) return;
  goOn(begun.followed[0], ["0 0 0 0"], 0);
  for (const old of runs.filter((run) => run.isRehearsed)) runs.splice(runs.indexOf(old), 1);
  Object.assign(begun.run, { name: /^scenario (.*)/m.exec(request.now)[1], isRehearsed: true });
  state.main = runs.indexOf(begun.run);
  state.hidden = new Set(runs.filter((other) => other !== begun.run));
  state.frame = 0;
  refresh();
}

// Returns a form that makes a straight drag from numbers, for users who cannot use a pointer.
function withoutHand() {
  const box = made("details"), form = made("div", "", { className: "rows" });
  box.append(made("summary", "Without a pointer"), form);
  const fields = [["start x", 0.5, "of the screen"], ["start y", 0.7, "of the screen"], ["move right", 0, "pt"], ["move down", -250, "pt"], ["in", 180, "ms"]]
    .map(([words, number, unit]) => {
      const label = made("label", `${words} `), field = made("input", "", { type: "number", value: number, step: "any" });
      field.style.width = "5.5rem";
      label.append(field, ` ${unit}`);
      form.append(label);
      return field;
    });
  const button = made("button", "Drag");
  button.onclick = () => {
    const [fx, fy, dx, dy, ms] = fields.map((field) => +field.value), request = touchRequest();
    if (!request) return;
    const begun = newHand();
    equip(begun, request);
    const [width, height] = begun.size, count = Math.max(2, Math.round(ms / 8));
    begun.kind = "written";
    for (let index = 0; index <= count; index++) {
      const part = (index / count) ** 1.5;
      sample(begun, 0, index * 8000, fx * width + dx * part, fy * height + dy * part, index === 0);
    }
    lift(begun, 0, (count + 1) * 8000);
    replayHand(begun);
    keep(begun);
    state.frame = 0;
    play();
  };
  form.append(button);
  return box;
}

const newHand = () => ({ name: `touch ${++drawnHands}`, lines: [], slots: new Map(), latest: new Map(), slot: null,
  nextId: 1, micros: 0, kind: "", stamps: [], began: null, run: null, intent: "", note: "",
  touches: { kind: "touchscreen", fingers: [] }, contacts: new Map(), sent: 0, costs: [] });

// Whether the next drag starts where the surface rests, and that position. Only a scenario with a setting `start` can
// start a replay there.
let isGoingOn = true, rested = null;
function goingOn(request) {
  const scenario = /^scenario (.*)/m.exec(request)?.[1];
  if (!isGoingOn || lead() !== kept[0]?.run || rested?.scenario !== scenario) return request;
  const from = `${request}from set\nset start ${rested.target}\n`;
  return engine.ask(`settings\n${from}`).error ? request : from;
}

function restOf(run) {
  const target = run.decisions.at(-1)?.decision.target;
  const scenario = /^scenario (.*)/m.exec(run.request)?.[1];
  rested = target === undefined || phaseAt(run, Infinity) !== "resting" ? null : { scenario, target };
}

// Sets the requests of a drag and the size of its device, a touchscreen as large as the screen of the run. 390 × 844 pt
// is the default screen.
function equip(begun, request) {
  begun.request = { now: goingOn(request.now), before: request.before && goingOn(request.before) };
  const size = /^screen ([\d.]+)x([\d.]+)/m.exec(request.now);
  begun.size = size ? [+size[1], +size[2]] : [390, 844];
}

function headOf(begun) {
  const [width, height] = begun.size.map((length) => Math.round(length * grain));
  const lines = [`recording ${begun.name}`, `file ${fileName(begun)}`, "digest ", `source ${sourceWords(begun)}`, "device Flickbook page",
    "identity 6 0 0 1", "codes 0 0", "codes 1 330", "codes 3 47 53 54 57", "axis 47 0 9 0 0 0", `axis 53 0 ${width} 0 0 0`,
    `axis 54 0 ${height} 0 0 0`, "axis 57 0 65535 0 0 0", "properties 1"];
  if (begun.intent) lines.push(`intent ${escaped(begun.intent)}`);
  if (begun.note) lines.push(`note ${escaped(begun.note)}`);
  return lines;
}
const escaped = (words) => words.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
const fileName = (begun) => `${begun.name.replaceAll(" ", "-")}.yml`;

// Describes the source of a drag: the kind of pointer, the median rate of its events, and the largest unit that divides
// all differences between their times, which is the resolution of the browser's clock.
function sourceWords(begun) {
  const gaps = begun.stamps.slice(1).map((stamp, index) => stamp - begun.stamps[index]).filter((gap) => gap > 0).sort((a, b) => a - b);
  if (!gaps.length) return `a page, ${begun.kind || "pointer"}`;
  const unit = [10000, 1000, 500, 200, 100, 50, 20, 10, 5].find((size) => gaps.every((gap) => gap % size === 0)) ?? 1;
  return `a page, ${begun.kind || "pointer"}, ${Math.round(1e6 / gaps[Math.floor(gaps.length / 2)])} Hz, times to ${unit} us`;
}

// Records the position of one finger, in points, at a time in microseconds. Like the Linux kernel, it records only
// coordinates that have changed.
function sample(begun, pointer, micros, x, y, isDown = false) {
  const now = begun.micros = Math.max(begun.micros, micros);
  begun.stamps.push(now);
  if (isDown) {
    let slot = 0;
    while ([...begun.slots.values()].includes(slot)) slot++;
    begun.slots.set(pointer, slot);
  }
  const slot = begun.slots.get(pointer);
  if (slot === undefined || slot > 9) return;
  const place = [x, y].map((number, axis) => bounded(Math.round(number * grain), 0, Math.round(begun.size[axis] * grain)));
  const old = begun.latest.get(slot) ?? [], lines = [];
  if (isDown) lines.push(`${now} 3 57 ${begun.nextId++}`);
  if (isDown || place[0] !== old[0]) lines.push(`${now} 3 53 ${place[0]}`);
  if (isDown || place[1] !== old[1]) lines.push(`${now} 3 54 ${place[1]}`);
  if (isDown && begun.slots.size === 1) lines.push(`${now} 1 330 1`);
  if (!lines.length) return;
  if (begun.slot !== slot) lines.unshift(`${now} 3 47 ${slot}`);
  // Fingers that move at the same time belong to one report of the device, so remove the end of the previous report.
  if (!isDown && begun.lines.at(-1) === `${now} 0 0 0`) begun.lines.pop();
  begun.slot = slot;
  begun.latest.set(slot, place);
  begun.lines.push(...lines, `${now} 0 0 0`);
  begun.sent = Math.min(begun.sent, begun.lines.length - lines.length - 1);
  if (isDown) begun.touches.fingers.push(begun.contacts.set(slot, { times: [], x: [], y: [], isDown: true }).get(slot));
  const contact = begun.contacts.get(slot);
  contact.times.push(now / 1e6);
  contact.x.push(place[0] / grain / begun.size[0]);
  contact.y.push(place[1] / grain / begun.size[1]);
}

function lift(begun, pointer, micros) {
  const now = begun.micros = Math.max(begun.micros, micros), slot = begun.slots.get(pointer);
  if (slot === undefined) return;
  begun.slots.delete(pointer);
  begun.contacts.get(slot).isDown = false;
  begun.latest.delete(slot);
  if (begun.slot !== slot) begun.lines.push(`${now} 3 47 ${slot}`);
  begun.slot = slot;
  begun.lines.push(`${now} 3 57 -1`);
  if (!begun.slots.size) begun.lines.push(`${now} 1 330 0`);
  begun.lines.push(`${now} 0 0 0`);
}

// Replays a drag after the surface has come to rest: with the current settings and, for the outline, with the previous
// settings.
function replayHand(begun) {
  const recording = [...headOf(begun), ...begun.lines].join("\n");
  const known = engine.ask(recording);
  if (known.error) return trouble(sentence(known.error));
  const replayed = (request, name, place) => {
    const answer = engine.ask(`replay ${begun.name}\n${request}as ${name}\nwant picture,values`);
    if (answer.error) { trouble(sentence(answer.error)); return null; }
    const run = completed({ ...answer.picture, name, request, touches: touchesOf(known), about: aboutOf(known),
      source: { name: begun.name, request, recording, file: fileName(begun) } });
    run.settings ??= settingsOf(request);
    return putRun(run, place);
  };
  trouble("");
  if (begun.request.before) begun.ghost = replayed(begun.request.before, `${begun.name}, before`, begun.ghost) ?? begun.ghost;
  const run = replayed(begun.request.now, begun.name, begun.run);
  if (!run) return;
  begun.run = run;
  if (begun.ghost) run.before = begun.request.before;
  lookAt(begun);
  element("title").textContent = run.title;
  element("caption").textContent = run.caption;
  refresh();
}

// Puts a run in the place of the run `place`, or at the end of the runs if there is no such run. Returns the run.
function putRun(run, place) {
  const index = place ? runs.indexOf(place) : -1;
  if (index >= 0) runs[index] = run; else runs.push(run);
  return run;
}

function lookAt(begun) {
  state.hidden = new Set(runs.filter((other) => other !== begun.run && other !== begun.ghost));
  state.main = runs.indexOf(begun.run);
  changed();
}

function keep(begun) {
  kept.unshift(begun);
  restOf(begun.run);
  element("hint").textContent = "";
  fillTouch();
  say(`Recorded ${begun.name}: ${begun.run.caption}`);
}

function keptRow(begun) {
  const box = made("div", "", { className: "setting" }), targets = [...new Set([...begun.run.decisions.flatMap((event) => event.decision.candidates?.map((one) => one.target) ?? []), ...begun.run.rests.map((rest) => rest.name)])];
  const list = made("datalist", "", { id: `targets-${begun.name}` });
  list.append(...targets.map((target) => made("option", "", { value: target })));
  const intent = made("input", "", { type: "text", value: begun.intent, placeholder: "intended target", "aria-label": `Intended target of ${begun.name}` });
  intent.setAttribute("list", list.id);
  intent.onchange = () => { begun.intent = intent.value; };
  const save = made("button", "Save"), look = made("button", "Play");
  look.onclick = () => {
    const index = runs.indexOf(begun.run);
    if (index < 0) return;
    state.hidden = new Set(runs.filter((other) => other !== begun.run && other !== begun.ghost));
    choose(index);
    state.frame = 0;
    play();
  };
  save.onclick = () => {
    const link = made("a", "", { download: fileName(begun), href: URL.createObjectURL(new Blob([recordingFile(begun)], { type: "application/yaml" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  const command = made("span", `${begun.run.caption}. ${sourceWords(begun)}. ${commandOf(fileName(begun), begun.request.now)}`, { className: "soft" });
  const row = made("div", "", { className: "rows" });
  row.append(look, save, intent, list);
  row.style.gridColumn = "1 / -1";
  box.append(made("strong", begun.name), row, command);
  return box;
}

// Returns the recording as a file in the format of libinput record, which flickbook replay can read.
function recordingFile(begun) {
  const [width, height] = begun.size.map((length) => Math.round(length * grain));
  const lines = ["# libinput record", "version: 1", "ndevices: 1", "flickbook:", "  schema: 1"];
  if (begun.intent) lines.push(`  intent: ${JSON.stringify(begun.intent)}`);
  if (begun.note) lines.push(`  note: ${JSON.stringify(begun.note)}`);
  lines.push(`  source: ${JSON.stringify(sourceWords(begun))}`, "devices:", "- node: \"\"", "  evdev:", "    name: \"Flickbook page\"",
    "    id: [6, 0, 0, 1]", "    codes:", "      0: [0] # EV_SYN", "      1: [330] # EV_KEY", "      3: [47, 53, 54, 57] # EV_ABS", "    absinfo:",
    "      47: [0, 9, 0, 0, 0]", `      53: [0, ${width}, 0, 0, 0]`, `      54: [0, ${height}, 0, 0, 0]`, "      57: [0, 65535, 0, 0, 0]",
    "    properties: [1]", "  udev:", "    properties:", "    - ID_INPUT=1", "    - ID_INPUT_TOUCHSCREEN=1", "  quirks:", "  events:");
  let isOpen = false;
  for (const line of begun.lines) {
    const [micros, type, code, number] = line.split(" ").map(Number);
    if (!isOpen) lines.push("  - evdev:");
    isOpen = !(type === 0 && code === 0);
    lines.push(`    - [${Math.floor(micros / 1e6)}, ${micros % 1e6}, ${type}, ${code}, ${number}]`);
  }
  return `${lines.join("\n")}\n`;
}

function wireTouch() {
  const canvas = element("screen");
  const pointOf = (event) => {
    const box = canvas.getBoundingClientRect(), place = places[0];
    return [(event.clientX - box.left - place.left) / place.scale, (event.clientY - box.top - place.top) / place.scale];
  };
  const microsOf = (event) => Math.round((event.timeStamp - hand.began) * 1000);
  canvas.onpointerdown = (event) => {
    if (!isTouching || event.button > 0) return;
    event.preventDefault();
    const isFirst = !hand;
    if (isFirst) {
      const request = touchRequest();
      if (!request) return trouble("The page does not contain the recording of any run; choose a surface in the tab Touch first.");
      pause();
      const begun = newHand();
      equip(begun, request);
      const shownSize = sizeOf(lead());
      if (!element("touch-scenario").value && !/^screen/m.test(request.now)) begun.size = shownSize;
      begun.began = event.timeStamp;
      begun.kind = event.pointerType || "pointer";
      if (!follows(begun)) return;
      hand = begun;
    }
    try { canvas.setPointerCapture(event.pointerId); } catch { /* a synthetic pointer cannot be captured */ }
    sample(hand, event.pointerId, microsOf(event), ...pointOf(event), true);
    if (isFirst) requestAnimationFrame(liveFrame);
  };
  canvas.onpointermove = (event) => {
    if (!hand?.slots.has(event.pointerId)) return;
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length ? all : [event]) sample(hand, event.pointerId, microsOf(one), ...pointOf(one));
  };
  canvas.onpointerup = canvas.onpointercancel = (event) => {
    if (hand?.slots.has(event.pointerId)) lift(hand, event.pointerId, microsOf(event));
  };
}
