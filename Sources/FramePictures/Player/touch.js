// The mode Feel: the user drags the surface with mouse, pen or finger, at one CSS pixel per point. The page records
// each drag as if it came from a touchscreen, and replays the recording. A recording leaves the page only as a file
// that the user saves, or through `sendDrag`.
const grain = 100; // The resolution of this touchscreen, in device units per point.
let isTouching = false, hand = null, drawnHands = 0, felt = null;
const kept = [];
// Three sets of settings that the user can compare under the same finger, as values of their menus, and the index of
// the set in use. In a blind comparison, their order is random and the page does not name them. `vote` is the text of
// the last vote.
const variants = { chosen: ["recorded", "tried", ""], now: 0, isBlind: false, vote: "" };
let isSlow = false, isOnion = false;

function setTouching(isOn) {
  const isAble = Boolean(isOn && engine?.isThere);
  if (isAble !== isTouching) {
    isTouching = isAble;
    sizes.clear();
    document.body.classList.remove("listing");
    element("stage").classList.toggle("touch", isAble);
    for (const id of ["hint", "feelbar"]) element(id).hidden = !isAble;
    element("hint").textContent = isAble && !kept.length ? "Drag here" : "";
    if (isAble && state.isSideBySide) setSideBySide(false);
    if (isAble) beginToFeel(); else leaveFeel();
  }
  if (isOn) fillTouch();
}

function beginToFeel() {
  const base = tried?.base ?? lead();
  if (!base.isRehearsed && !kept.some((one) => one.run === base || one.ghost === base)) felt = base;
  variants.now = tried?.run ? 1 : 0;
  fillFeelBar();
  rehearse();
}

// Removes the surface at rest that was shown for the next drag.
function leaveFeel() {
  if (document.fullscreenElement) document.exitFullscreen();
  if (lead()?.isRehearsed) {
    const isTried = tried?.run && runs.includes(tried.run);
    const other = isTried ? tried.run : runs.includes(felt) ? felt : runs.find((run) => !run.isRehearsed && run.count);
    if (!other) return;
    if (isTried) showOnly(tried.run, tried.base);
    else if (state.isCrowded) showOnly(other);
    else state.hidden = new Set();
    choose(runs.indexOf(other));
  }
  if (runs.length) leave((run) => !run.isRehearsed);
}

// Returns the size of the device for drags, in points: the screen of the request, or as much of it as the stage has
// room for at one CSS pixel per point. Without a size in the request, the screen has 390 × 844 pt.
function feelSize(request) {
  const given = /^screen ([\d.]+)x([\d.]+)/m.exec(request), room = element("screen").getBoundingClientRect();
  const [width, height] = given ? [+given[1], +given[2]] : [390, 844];
  return [Math.min(width, Math.floor(room.width)), Math.min(height, Math.floor(room.height))].map((length) => Math.max(100, length));
}

// Gives the surface at rest the size of the stage again after the stage has changed its size.
function fitAgain() {
  const request = !hand && lead()?.isRehearsed ? touchRequest() : null;
  if (request && `${sizeOf(lead())}` !== `${feelSize(request.now)}`) rehearse();
}

// Returns the request with the screen of the device for drags.
function fitted(request) {
  const [width, height] = feelSize(request);
  return `${request.replace(/^screen .*\n/m, "")}from set\nscreen ${width}x${height}\n`;
}

const chosenScenario = () => element("touch-scenario")?.value || (feltSource() ? "" : "sheet");
const feltSource = () => (felt && sourceOf(felt)) ?? sources[0];

// Returns the request for one of the compared sets of settings: `recorded`, `tried` or `preset NAME`; null if there is
// none.
function requestOfVariant(words) {
  const scenario = chosenScenario(), source = feltSource();
  const base = scenario ? { source: { request: `scenario ${scenario}\n` } } : { source };
  if (!base.source || words === "") return null;
  if (words === "tried") return !scenario && tried?.run ? tried.run.request : null;
  const preset = /^preset (.*)/.exec(words)?.[1] ?? null;
  return preset === null ? base.source.request : requestOf({ ...base, preset, changes: new Map() });
}

// Returns the requests to replay during a drag: `now` with the settings in use, and `before` with the first of the
// compared sets, whose surface is drawn as an outline. Returns null if no run of the page has a recording and no surface is chosen.
function touchRequest() {
  const now = requestOfVariant(variants.chosen[variants.now]), first = requestOfVariant(variants.chosen[0]);
  if (!now && !first) return null;
  return { now: fitted(now ?? first), before: now && first && now !== first ? fitted(first) : null };
}

// Returns the sets of settings that can be compared, each with its value and its words.
function variantOptions() {
  const scenario = chosenScenario() || scenarioOf(feltSource()?.request ?? "");
  const presets = scenario ? tableOf(scenario).presets ?? [] : [];
  return [["recorded", chosenScenario() ? "defaults" : "as in the run"], ...requestOfVariant("tried") ? [["tried", "yours"]] : [],
    ...presets.map((one) => [`preset ${one.preset}`, one.preset])];
}

// Replaces each compared set of settings that the surface does not have by the first set that is not compared yet.
function settleVariants() {
  const options = variantOptions(), { chosen } = variants;
  for (const index of chosen.keys()) {
    if (options.some(([key]) => key === chosen[index])) continue;
    chosen[index] = options.find(([key]) => !chosen.includes(key))?.[0] ?? "";
  }
  if (!chosen[variants.now]) variants.now = 0;
  return options;
}

function useVariant(index) {
  if (!isTouching || !variants.chosen[index]) return;
  variants.now = index;
  fillFeelBar();
  say(nameOfVariant(index));
  if (!hand) return rehearse();
  // During a drag, the whole drag is processed again with the other settings.
  const request = touchRequest();
  equip(hand, request, hand.size);
  hand.sent = 0;
  follows(hand);
}

// Returns the letter of a variant and, except in a blind comparison, its name.
function nameOfVariant(index) {
  const words = variantOptions().find(([key]) => key === variants.chosen[index])?.[1];
  return variants.isBlind ? "ABC"[index] : `${"ABC"[index]} · ${words}`;
}

// Begins a blind comparison, in a random order of the settings, or ends it.
function setBlind(isBlind) {
  Object.assign(variants, { isBlind, vote: "" });
  const { chosen } = variants, count = chosen.filter((key) => key).length;
  if (isBlind) {
    chosen.sort((left, right) => !left - !right);
    for (let last = count - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [chosen[last], chosen[other]] = [chosen[other], chosen[last]];
    }
    document.body.classList.remove("listing");
  }
  useVariant(0);
  fillTouch();
}

// Ends a blind comparison with a vote for the variant in use, and shows which settings the letters stood for.
function vote() {
  const { now } = variants;
  variants.isBlind = false;
  const names = variants.chosen.flatMap((key, index) => key ? [nameOfVariant(index)] : []);
  variants.vote = `Felt best in a blind comparison: ${names[now]}. The others: ${names.filter((_, index) => index !== now).join(", ")}.`;
  useVariant(now);
  document.body.classList.add("listing");
  fillTouch();
}

function fillFeelBar() {
  settleVariants();
  const buttons = [...variants.chosen.keys()].filter((index) => variants.chosen[index]).map((index) =>
    madeButton(nameOfVariant(index), () => useVariant(index),
      { "aria-pressed": index === variants.now, title: `${nameOfVariant(index)}. Key ${"abc"[index]}, or tap with a second finger` }));
  if (variants.isBlind) buttons.push(madeButton(`${"ABC"[variants.now]} feels best`, vote, { id: "vote" }));
  const sign = (words, title, act, id = "") => madeButton(words, act, { id, title, "aria-label": title });
  if (document.fullscreenEnabled) buttons.push(sign("⤢", "Full screen", () => element("stage").requestFullscreen().catch(() => {})));
  buttons.push(sign("☰", "Recordings and settings", () => document.body.classList.add("listing"), "feellist"),
    sign("✕", "Leave Feel", () => openTab(latestView), "feeldone"));
  element("feelbar").replaceChildren(...buttons);
}

function fillTouch() {
  const panel = element("tab-touch");
  if (waitsForPointer(panel, fillTouch)) return;
  if (!engine?.isThere) {
    return panel.replaceChildren(made("p", engine ? whyOnlyPlayed(lead()) : "Loading the engine …", { className: "trouble" }));
  }
  const earlier = chosenScenario();
  const choice = made("div", "", { className: "choices" }), select = made("select", "", { id: "touch-scenario" });
  if (feltSource()) select.append(made("option", "as in the run", { value: "" }));
  for (const one of generalTable().scenarios) select.append(made("option", one.scenario, { value: one.scenario, title: one.meaning, selected: one.scenario === earlier }));
  select.onchange = () => { rehearse(); fillFeelBar(); fillTouch(); };
  choice.append(made("label", "Surface", { htmlFor: select.id }), select);
  const options = settleVariants();
  for (const [index, key] of variants.isBlind ? [] : variants.chosen.entries()) {
    const menu = made("select", "", { id: `variant-${index}` });
    menu.append(...[["", "–"], ...options].slice(index === 0 ? 1 : 0).map(([value, words]) => made("option", words, { value, selected: value === key })));
    menu.onchange = () => { variants.chosen[index] = menu.value; useVariant(menu.value ? index : 0); };
    choice.append(made("label", `Settings ${"ABC"[index]}`, { htmlFor: menu.id }), menu);
  }
  const line = (words, isOn, act) => {
    const label = made("label", "", { className: "line" }), box = made("input", "", { type: "checkbox", checked: isOn });
    box.onchange = () => act(box.checked);
    label.append(box, words);
    return label;
  };
  const lines = [line("Start the next drag where the surface rests", isGoingOn, (isOn) => { isGoingOn = isOn; }),
    line("Slow motion after the release", isSlow, (isOn) => { isSlow = isOn; }),
    line("Keep the outlines of earlier positions", isOnion, (isOn) => { isOnion = isOn; show(); })];
  if (variants.chosen.filter((key) => key).length > 1) lines.push(line("Compare blind: in a random order, without names", variants.isBlind, setBlind));
  if (variants.vote) {
    const result = made("p", `${variants.vote} `, { id: "voted" });
    result.append(madeButton("Copy", () => offer(panel, variants.vote)));
    lines.unshift(result);
  }
  const back = madeButton("Back to the surface", () => { document.body.classList.remove("listing"); show(); }, { id: "feelback" });
  panel.replaceChildren(back, made("p", "Drag the surface with mouse, pen or fingers, at one pixel per point. The outline has the settings A. The keys a, b and c, or a tap with a second finger, switch the settings, even during a drag. " + whereDragsGo()),
    choice, ...lines, made("p", "", { className: "trouble", role: "alert" }), withoutHand(),
    recordingsBox());
}

// Shows the surface at rest, in the size of the stage, so that the user can drag it.
function rehearse() {
  const request = touchRequest();
  if (!request) return;
  const begun = newHand("surface at rest");
  equip(begun, request);
  if (!follows(begun, false)) return;
  goOn(begun.followed[0], ["0 0 0 0"], 0);
  leave((run) => !run.isRehearsed);
  const name = scenarioOf(request.now);
  Object.assign(begun.run, { name, title: name, isRehearsed: true });
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
    const begun = newHand(nextName());
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

// Returns an unused name for the recording of the next drag.
function nextName() {
  do drawnHands++; while (kept.some((one) => one.name === `touch ${drawnHands}`));
  return `touch ${drawnHands}`;
}

// Returns a new drag without events.
const newHand = (name) => ({ name, lines: [], slots: new Map(), latest: new Map(), slot: null,
  nextId: 1, micros: 0, kind: "", stamps: [], began: null, run: null, intent: "",
  touches: { kind: "touchscreen", fingers: [] }, contacts: new Map(), guests: new Map(), sent: 0, costs: [] });

// Whether the next drag starts where the surface rests now, and where the surface rested last. Only a scenario with a
// setting `start` can start a replay there.
let isGoingOn = true, rested = null;
function goingOn(request) {
  const scenario = scenarioOf(request);
  if (!isGoingOn || rested?.scenario !== scenario) return request;
  const from = `${request}from set\nset start ${rested.target}\n`;
  return engine.ask(`settings\n${from}`).error ? request : from;
}

function restOf(run) {
  const target = run.decisions.at(-1)?.decision.target;
  const scenario = scenarioOf(run.request);
  rested = target === undefined || phaseAt(run, Infinity) !== "resting" ? null : { scenario, target };
}

// Sets the requests of a drag and the size of its device, a touchscreen as large as the screen of the request.
function equip(begun, request, size = feelSize(request.now)) {
  begun.request = { now: goingOn(request.now), before: request.before && goingOn(request.before) };
  begun.size = size;
}

// Returns the request that stores the recording of a drag or of an opened file in the engine.
const storing = (begun) => `recording ${begun.name}\nfile ${escaped(fileName(begun))}\ntext\n${recordingFile(begun)}`;
const escaped = (words) => words.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
const fileName = (begun) => begun.file ?? `${begun.name.replaceAll(" ", "-")}.yml`;

// Describes the source of a drag: the kind of pointer, the scale of the surface in CSS pixels per point, the median
// rate of the events, and the largest unit that divides all differences between their times, which is the resolution of
// the browser's clock.
function sourceWords(begun) {
  if (begun.source !== undefined) return begun.source;
  const scale = begun.scale ? `, ${+begun.scale.toPrecision(4)} px/pt` : "";
  const gaps = begun.stamps.slice(1).map((stamp, index) => stamp - begun.stamps[index]).filter((gap) => gap > 0).sort((a, b) => a - b);
  if (!gaps.length) return `a page, ${begun.kind || "pointer"}${scale}`;
  const unit = [10000, 1000, 500, 200, 100, 50, 20, 10, 5].find((size) => gaps.every((gap) => gap % size === 0)) ?? 1;
  return `a page, ${begun.kind || "pointer"}${scale}, ${Math.round(1e6 / gaps[Math.floor(gaps.length / 2)])} Hz, times to ${unit} us`;
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
  const recording = storing(begun);
  const known = engine.ask(recording);
  if (known.error) return trouble(sentence(known.error));
  const replayed = (request, name, place) => {
    const answer = engine.ask(`replay ${begun.name}\n${request}as ${name}\nvalues`);
    if (answer.error) { trouble(sentence(answer.error)); return null; }
    const run = completed({ ...answer.picture, name, request, touches: touchesOf(known), about: aboutOf(known),
      source: { name: begun.name, request, recording, file: fileName(begun) } });
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

// Replaces the run `place` by another run, or adds the run at the end if `place` is not in the list. Returns the new
// run.
function putRun(run, place) {
  const index = place ? runs.indexOf(place) : -1;
  if (index >= 0) runs[index] = run; else runs.push(run);
  return run;
}

function lookAt(begun) {
  showOnly(begun.run, begun.ghost);
  state.main = runs.indexOf(begun.run);
  changed();
}

function keep(begun) {
  kept.unshift(begun);
  remember(begun);
  restOf(begun.run);
  begun.receipt = begun.text === undefined ? sendDrag(begun) : "";
  element("hint").textContent = "";
  fillTouch();
  say(`Recorded ${begun.name}: ${begun.run.caption}`);
}

// Returns the recording as a file in the format of libinput record, which flickbook replay can read.
function recordingFile(begun) {
  if (begun.text !== undefined) return begun.text;
  const [width, height] = begun.size.map((length) => Math.round(length * grain));
  const lines = ["# libinput record", "version: 1", "ndevices: 1", "flickbook:", "  schema: 1"];
  if (begun.intent) lines.push(`  intent: ${JSON.stringify(begun.intent)}`);
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
    if (!hand && !takeUp(event)) return;
    try { canvas.setPointerCapture(event.pointerId); } catch { /* a synthetic pointer cannot be captured */ }
    const isFirst = !hand.slots.size && !hand.lines.length;
    if (isFirst || event.pointerType !== "touch") sample(hand, event.pointerId, microsOf(event), ...pointOf(event), true);
    else hand.guests.set(event.pointerId, { event, since: event.timeStamp });
    if (isFirst) requestAnimationFrame(liveFrame);
  };
  canvas.onpointermove = (event) => {
    const guest = hand?.guests.get(event.pointerId);
    if (guest) {
      const isMoving = Math.hypot(event.clientX - guest.event.clientX, event.clientY - guest.event.clientY) > 10;
      if (isMoving || event.timeStamp - guest.since > tapTime) admit(event);
    }
    if (!hand?.slots.has(event.pointerId)) return;
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length ? all : [event]) sample(hand, event.pointerId, microsOf(one), ...pointOf(one));
  };
  const admit = (event) => {
    hand.guests.delete(event.pointerId);
    sample(hand, event.pointerId, microsOf(event), ...pointOf(event), true);
  };
  canvas.onpointerup = canvas.onpointercancel = (event) => {
    if (hand?.guests.delete(event.pointerId) && event.type === "pointerup") return useNextVariant();
    if (hand?.slots.has(event.pointerId)) lift(hand, event.pointerId, microsOf(event));
  };
}

// A finger that joins others and lifts within this time, in milliseconds, without moving, is a tap that switches the
// settings. Any other finger joins the recording.
const tapTime = 250;

function useNextVariant() {
  const next = [1, 2, 3].map((step) => (variants.now + step) % 3).find((index) => variants.chosen[index]);
  if (next !== undefined) useVariant(next);
}

// Begins a drag; returns false if it cannot begin.
function takeUp(event) {
  const isReady = lead().isRehearsed || lead() === kept[0]?.run && state.frame === lastFrame();
  const request = touchRequest();
  if (!request) {
    trouble("The page does not contain the recording of any run; choose a surface first.");
    return false;
  }
  pause();
  if (!isReady || `${sizeOf(lead())}` !== `${feelSize(request.now)}`) { rehearse(); show(); }
  const begun = newHand(nextName());
  equip(begun, request);
  begun.began = event.timeStamp;
  begun.kind = event.pointerType || "pointer";
  begun.scale = places[0].scale * (window.visualViewport?.scale ?? 1);
  if (!follows(begun)) return false;
  hand = begun;
  element("hint").textContent = "";
  element("stage").classList.add("held");
  return true;
}
