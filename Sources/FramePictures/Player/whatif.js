// The mode Try: after each change of a setting, the engine replays the leading run with the changed settings. The
// original run stays visible as an outline.
const tables = new Map();
let general = null;
// The current trial: the original run, the changes, and the resulting run.
let tried = null;

const entriesOf = () => JSON.parse(element("recordings")?.textContent || "{}").recordings ?? [];

async function openEngine() {
  for (const entry of entriesOf()) if (entry.isPlayedOnly && runs[entry.run]) runs[entry.run].isPlayedOnly = true;
  engine = typeof Engine === "undefined" ? null : await Engine.open();
  if (engine) engine.onrestart = (sentence) => trouble(sentence);
  if (!engine?.isThere) return;
  for (const entry of entriesOf()) {
    if (entry.isPlayedOnly) continue;
    const name = /^recording (.*)/.exec(entry.recording)?.[1], run = runs[entry.run];
    if (name === undefined || !run) continue;
    const answer = engine.ask(entry.recording);
    if (answer.error) continue;
    run.touches = touchesOf(answer);
    run.about = aboutOf(answer);
    run.source = { name, request: entry.request, recording: entry.recording,
      file: entry.path ?? /^file (.*)/m.exec(entry.recording)?.[1] ?? "recording.yml" };
    sources.push(run.source);
    await new Promise((resolve) => setTimeout(resolve));
  }
  refresh();
  if (state.tab === "touch") setTouching(true);
}

// Returns the reason why a run cannot be replayed with other settings.
function whyOnlyPlayed(run) {
  if (run?.isPlayedOnly) return "This run uses a scenario, a release rule or an estimator that is not bundled with Flickbook. The engine of a page contains only the bundled ones, so the page can play the run but cannot replay it with other settings. The command that made the page can.";
  return engine.isThere
    ? "The page does not contain the recording of this run, so it can play the run but cannot replay it with other settings."
    : `This page has no engine (${engine.trouble}), so it can play runs but cannot replay them with other settings.`;
}

const sourceOf = (run) => run.source ?? null;
const scenarioOf = (request) => /^scenario (.*)/m.exec(request)?.[1];
const linesOf = (request) => request.split("\n").filter(Boolean);
const aboutOf = ({ intent, note, source, device }) => ({ intent, note, source, device });
// A touchpad that does not report its size gets the size that libinput assumes, 69 × 50 mm.
const touchesOf = (answer) => ({ kind: answer.kind, fingers: answer.fingers, width: answer.width || 69,
  height: answer.height || 50 });

const settingsOf = (request) => engine.ask(`settings\n${request}`).settings ?? {};

function tableOf(scenario) {
  if (!tables.has(scenario)) tables.set(scenario, engine.ask(`table ${scenario}`));
  return tables.get(scenario);
}

function trouble(words) {
  for (const place of document.querySelectorAll(".trouble")) place.textContent = words;
  if (words) say(words);
}
const sentence = ({ where, found, next }) => `${[where, [found, next].filter(Boolean).join("; ")].filter(Boolean).join(": ").replace(/\.+$/, "")}.`;

// Returns the current trial of the leading run, or starts one.
function trial() {
  const run = lead();
  if (tried && (run === tried.run || run === tried.base)) return tried;
  if (tried) endTrial();
  return tried = { base: run, source: sourceOf(run), run: null, preset: null, changes: new Map(),
    ranges: new Map(), scenario: scenarioOf(sourceOf(run).request), good: nothingTried(), wrong: null,
    steps: [nothingTried()], step: 0 };
}

const nothingTried = () => ({ preset: null, changes: new Map() });
const triedOf = ({ preset, changes }) => ({ preset, changes: new Map(changes) });
// Returns a trial with the latest settings that the engine has accepted, which are the settings of the shown picture.
const goodOf = (trial) => ({ ...trial, ...trial.good });

// Returns what the engine knows of all scenarios, and of the options of a replay.
const generalTable = () => general ??= engine.ask("table");
const optionOf = (key) => generalTable().options?.find((option) => option.key === key);

function requestOf(trial) {
  let lines = linesOf(trial.source.request);
  // Another preset replaces all settings of the run except the start of the surface. The estimator, the recognizer and
  // similar options are kept only if the user gave them on the command line, because a preset also chooses them.
  if (trial.preset !== null) {
    let isGiven = true;
    lines = lines.filter((line) => {
      if (line.startsWith("from ")) isGiven = !/^from (default|preset)/.test(line);
      if (optionOf(line.split(" ", 1)[0])?.presets) return isGiven;
      return !/^(preset|from) /.test(line) && (!line.startsWith("set ") || /^set starts?[A-Z. ]/.test(line));
    });
    lines.push("from set", `preset ${trial.preset}`);
  }
  lines.push("from set");
  for (const [key, content] of trial.changes) lines.push(`${optionOf(key) ? "" : "set "}${key} ${content}`);
  return `${lines.join("\n")}\n`;
}

let settling = 0, worker = null;
// Asks the engine in the worker, so that a long replay does not block the page.
const askWorker = (request) => (worker ??= new EngineWorker(engine)).ask(request);

// Replays the trial and draws it. While a replay is under way, only the latest of further changes is kept. The tables
// of values are filled only after the slider has rested for 160 ms, because the values take longer to compute than the
// picture.
async function tryOut(trial, isSettled = false) {
  trial.wish = { request: requestOf(trial), isSettled, settings: triedOf(trial) };
  if (trial.isAsking) return;
  trial.isAsking = true;
  while (trial.wish && trial === tried) {
    const { request, isSettled, settings } = trial.wish;
    trial.wish = null;
    const answer = await askWorker(`replay ${trial.source.name}\n${request}as yours\n`);
    if (!answer.error) await prepareCurves(completed(answer.picture), trial.run);
    if (trial !== tried) break;
    if (!answer.error) {
      trial.good = settings;
      showTrial(trial, request, answer.picture, isSettled);
    }
    noteWrong(trial, answer.error, settings);
  }
  trial.isAsking = false;
}

// Adds the settings of a trial to the steps of Undo, after all pointers are up, so that a drag is one step.
function noteStep(trial) {
  if (pressed.size) return postponed.add(() => noteStep(trial));
  const same = (one, other) => JSON.stringify([one.preset, ...one.changes]) === JSON.stringify([other.preset, ...other.changes]);
  if (trial !== tried || same(trial.steps[trial.step], trial.good)) return;
  trial.steps.splice(++trial.step, Infinity, triedOf(trial.good));
  for (const [id, step] of [["undo", -1], ["redo", 1]]) if (element(id)) element(id).disabled = !trial.steps[trial.step + step];
}

// Goes back to the settings before the latest step (`step` < 0), or forward again.
function undo(step) {
  const now = isTrying() ? tried : null, there = now?.steps[now.step + step];
  if (!there || gripped || pressed.size > 1) return;
  now.step += step;
  Object.assign(now, triedOf(there));
  panelKey = "";
  say(step < 0 ? "Undone" : "Redone");
  tryOut(now, true);
}

// Shows the original run instead of the trial as long as a key or a button is held.
let isOriginal = false;
function showOriginal(isOn) {
  if (!tried?.run || isOn === isOriginal) return;
  isOriginal = isOn;
  state.main = runs.indexOf(isOn ? tried.base : tried.run);
  changed();
  show();
}

// Shows why the engine refuses the settings of a trial: beside the setting that was changed last, with the last value
// that the engine accepted, or above the settings if no setting was changed.
function noteWrong(trial, error, { changes }) {
  const key = trial.wrong && changes.get(trial.wrong.key) === trial.wrong.content ? trial.wrong.key : trial.changed;
  trial.wrong = !error ? null : { key, content: changes.get(key), words: sentence(error) };
  const isBeside = markWrong(trial);
  trouble(error && !isBeside ? trial.wrong.words : "");
  if (isBeside) say(trial.wrong.words);
}

// Marks the setting that the engine refuses in the list of settings; returns whether the list has the setting.
function markWrong({ wrong, good, base, changes }) {
  for (const old of document.querySelectorAll(".setting.wrong")) {
    old.classList.remove("wrong");
    old.querySelector(".why").remove();
    element(old.dataset.key && `set-${old.dataset.key}`)?.removeAttribute("aria-invalid");
  }
  const field = wrong && element(`set-${wrong.key}`), box = field?.closest(".setting");
  if (!box || !changes.has(wrong.key)) return false;
  const before = good.changes.get(wrong.key) ?? base.settings?.[wrong.key]?.value, slider = element(`slide-${wrong.key}`);
  const why = made("p", `${wrong.words} `, { className: "why", role: "alert" });
  why.append(madeButton(`Back to ${before ?? "the original"}`, () => {
    if (good.changes.has(wrong.key)) changes.set(wrong.key, before); else changes.delete(wrong.key);
    panelKey = "";
    tryOut(tried, true);
  }));
  box.classList.add("wrong");
  field.setAttribute("aria-invalid", "true");
  if (field.type !== "checkbox") field.value = wrong.content;
  if (slider) {
    slider.value = placeOn(slider, +wrong.content);
    slider.style.setProperty("--valid", fractionOf([+slider.min, +slider.max], placeOn(slider, +before)));
  }
  box.append(why);
  return true;
}

function showTrial(trial, request, picture, isSettled) {
  isOriginal = false;
  const run = completed({ ...picture, name: "yours", request, source: trial.source,
    touches: trial.base.touches, about: trial.base.about, triedFrom: runs.indexOf(trial.base), isFleeting: true });
  const place = trial.run ? runs.indexOf(trial.run) : runs.length;
  const isNew = !trial.run;
  runs[place] = trial.run = run;
  state.main = place;
  if (isNew && runs.length > 2) {
    trial.hidden = state.hidden;
    showOnly(run, trial.base);
    state.isSideBySide = false;
    element("layout").setAttribute("aria-pressed", false);
  }
  element("caption").textContent = run.caption;
  changed();
  if (isNew) { listRuns(); listCurves(); }
  loopSettling();
  if (!state.isPlaying) show();
  clearTimeout(settling);
  settling = setTimeout(() => settle(trial), isSettled ? 0 : 160);
}

// The number of frames whose values the page takes at once; more would block the page for longer than a frame.
const mostRows = 1000;

// Adds the values to the frames of a trial, in parts. The worker has only the values of its latest replay, so this
// function stops when the page requests another replay.
async function settle(trial) {
  const { run } = trial, frames = [];
  const isLatest = () => trial === tried && run === trial.run && !trial.isAsking;
  let part = {};
  while (isLatest() && frames.length < run.count) {
    part = await askWorker(`values ${frames.length} ${mostRows}`);
    if (part.error || !part.frames.length) return;
    frames.push(...part.frames);
  }
  if (!isLatest()) return;
  Object.assign(run, { ...part, frames });
  run.isFleeting = false;
  element("title").textContent = trial.run.title;
  noteStep(trial);
  refresh();
  say(`What if: ${trial.run.caption}`);
}

function endTrial() {
  const trial = tried;
  [tried, axes] = [null, null];
  clearTimeout(settling);
  if (!trial?.run) return;
  if (trial.hidden) state.hidden = trial.hidden;
  const isLead = lead() === trial.run;
  runs.splice(runs.indexOf(trial.run), 1);
  if (isLead || state.main >= runs.length) choose(Math.max(0, runs.indexOf(trial.base))); else refresh();
}

// Replays the run several times before the user moves a slider. Browsers optimize code only after it has run several
// times, so without these replays the first move of a slider would be slow.
function warmUp(trial) {
  if (trial.rounds !== undefined) return;
  trial.rounds = 0;
  const round = () => {
    if (trial !== tried || trial.run || state.isPlaying || trial.rounds++ >= 8) return;
    askWorker(`replay ${trial.source.name}\n${requestOf(trial)}`).then(() => setTimeout(round, 25));
  };
  setTimeout(round, 60);
}

let panelKey = "";
function fillPanel() {
  const panel = element("tab-whatif");
  if (!engine || waitsForPointer(panel, fillPanel)) return;
  if (!engine.isThere || !(sourceOf(lead()) ?? tried)) {
    panelKey = "";
    return panel.replaceChildren(made("p", whyOnlyPlayed(lead()), { className: "trouble" }));
  }
  const now = trial(), table = tableOf(now.scenario);
  warmUp(now);
  if (table.error) return panel.replaceChildren(made("p", sentence(table.error), { className: "trouble" }));
  const head = settingsOf(requestOf(goodOf(now)));
  const rows = rowsOf(table, head);
  const key = JSON.stringify([runs.indexOf(now.base), now.preset, now.changes.size, rows.map((row) => row.key)]);
  if (key === panelKey && panel.contains(document.activeElement)) return;
  panelKey = key;
  const scroll = panel.scrollTop, focus = document.activeElement?.id;
  const main = mainRows(rows, table, head), list = sorted(rows, head, main).map((row) => settingRow(row, head, now)), first = main.length;
  panel.replaceChildren(made("p", "", { className: "trouble", role: "alert" }), ...list.slice(0, first), actions(now),
    models(now, table, head), search(), optionRows(now, head), made("h2", "Other settings"), ...list.slice(first));
  filterRows();
  markWrong(now);
  panel.scrollTop = scroll;
  if (focus) element(focus)?.focus();
}

const appliesIn = (row, head) => !row.only || Object.entries(row.only).every(([key, words]) => words.includes(`${head[key]?.value}`));

// Returns one row per key. If several settings have the same key, the row is the setting that applies with the current
// values of the other settings.
function rowsOf(table, head) {
  const found = new Map();
  for (const row of table.settings) {
    if (!(row.key in head)) continue;
    if (appliesIn(row, head) || !found.has(row.key)) found.set(row.key, row);
  }
  return [...found.values()];
}

// Returns the settings that change the feel most, in the order in which the scenario declares them.
const mainRows = (rows, table, head) => (table.sliders ?? []).filter((one) => one.changesFeel)
  .flatMap(({ key }) => rows.filter((row) => row.key === key && appliesIn(row, head)));

// Sorts the settings: first those that change the feel most, then those that differ from their defaults, then the rest.
// Within each group the order of the table is kept. A change of a setting does not move its row.
function sorted(rows, head, first) {
  const isOwn = (row) => !["default", "set"].includes(head[row.key].from);
  const others = rows.filter((row) => !first.includes(row));
  return [...first, ...others.filter(isOwn), ...others.filter((row) => !isOwn(row))];
}

// Returns the lists of presets and engines, whose entries have a meaning.
function models(now, table, head) {
  const box = made("div", "", { id: "models" });
  const add = (name, words, options, chosen, act) => {
    const select = made("select", "", { id: `choice-${name}` });
    for (const [content, label, hint] of options) select.append(made("option", label, { value: content, title: hint ?? "", selected: content === chosen }));
    select.onchange = () => act(select.value);
    const choice = made("div");
    choice.append(made("label", words, { htmlFor: select.id }), select);
    box.append(choice);
  };
  const first = (list, name) => list.map((one) => [one[name], one[name], one.meaning]);
  const own = /^preset (.*)/m.exec(now.source.request)?.[1];
  add("preset", "Preset", [["", own ? `unchanged (${own})` : "unchanged"], ...first(table.presets, "preset")], now.preset ?? "",
    (content) => {
      now.preset = content || null;
      for (const key of [...now.changes.keys()]) if (!optionOf(key)) now.changes.delete(key);
      tryOut(now, true);
    });
  if (table.settings.some((row) => row.key === "engine")) {
    add("engine", "Engine", first(generalTable().engines, "engine"), `${head.engine?.value}`,
      (content) => change(now, "engine", content, true));
  }
  return box;
}

let isOpenOptions = false;
// Returns the rows of the options of the replay, which are folded until one is changed or sought, or the user opens them.
function optionRows(now, head) {
  const isTouchpad = now.base.touches?.kind === "touchpad", box = made("details", "", { id: "options", open: isOpenOptions });
  const rows = generalTable().options.filter((option) => isTouchpad || !option.touchpads);
  box.ontoggle = () => { isOpenOptions = box.open; };
  box.append(made("summary", "Options of the replay, such as the estimator"),
    ...rows.map((row) => settingRow(row, { [row.key]: { value: "", from: "default" }, ...head }, now)));
  return box;
}

function change(now, key, content, isSettled = false) {
  holdAxes();
  now.changes.set(key, content);
  now.changed = key;
  for (const id of ["reset-all", "compare-held"]) if (element(id)) element(id).disabled = false;
  tryOut(now, isSettled);
}

function actions(now) {
  const box = made("div", "", { className: "rows", id: "copies" });
  const reset = () => {
    const { steps, step } = now;
    endTrial();
    const next = trial();
    [next.steps, next.step] = [[...steps.slice(0, step + 1), nothingTried()], step + 1];
    panelKey = "";
    fillPanel();
  };
  const compare = madeButton("Compare", () => {}, { id: "compare-held", title: "Hold to see the run without your changes. Key: o", disabled: !now.run });
  compare.onpointerdown = () => showOriginal(true);
  compare.onpointerup = compare.onpointercancel = compare.onpointerleave = () => showOriginal(false);
  compare.onkeydown = ({ key }) => { if ([" ", "Enter"].includes(key)) showOriginal(true); };
  compare.onkeyup = compare.onblur = () => showOriginal(false);
  const isClean = !now.run && !now.changes.size;
  box.append(madeButton("Undo", () => undo(-1), { id: "undo", title: "Ctrl+Z", disabled: !now.steps[now.step - 1] }),
    madeButton("Redo", () => undo(1), { id: "redo", title: "Ctrl+Shift+Z", disabled: !now.steps[now.step + 1] }),
    compare, madeButton("Reset all", reset, { id: "reset-all", disabled: isClean }));
  copyActions(box, now);
  return box;
}

// Shows a text, selects it and copies it to the clipboard. Browsers provide the clipboard only to pages from a disk or
// over HTTPS; in any other page, a message names the keys with which the user can copy the selected text.
async function offer(box, words) {
  let area = box.querySelector("textarea"), note = box.querySelector(".copied");
  if (!area) {
    area = made("textarea", "", { rows: 4, readOnly: true, "aria-label": "Text to copy" });
    note = made("p", "", { className: "copied soft" });
    box.append(area, note);
  }
  area.value = words;
  area.focus();
  area.select();
  let isCopied = false;
  try {
    await navigator.clipboard.writeText(words);
    isCopied = true;
  } catch { /* no clipboard, or no permission for it */ }
  note.textContent = isCopied ? "Copied." : "The browser does not allow this page to use the clipboard. The text is selected; press Ctrl+C, or ⌘C on a Mac, to copy it.";
  say(note.textContent);
}

const quoted = (words) => /^[\w.:=,%+@\/-]+$/.test(words) ? words : `'${words.replaceAll("'", "'\\''")}'`;

// Returns the request as a shell command.
function commandOf(file, request) {
  const parts = ["flickbook replay", quoted(file)], sets = new Map();
  const flags = new Map();
  const times = [];
  for (const line of linesOf(request)) {
    const [, word, rest] = /^(\S+) ?(.*)$/.exec(line);
    if (word === "from") continue;
    if (word === "set") { const [, key, content] = /^(\S+) ?(.*)$/.exec(rest); sets.set(key, content); }
    else if (word === "at") { const [, when, key, content] = /^(\S+) (\S+) ?(.*)$/.exec(rest); times.push(`${when}:${key}=${content}`); }
    else if (rest !== "") flags.set(word, rest);
  }
  for (const [word, content] of flags) parts.push(`--${word} ${quoted(content)}`);
  for (const [key, content] of sets) parts.push(`--set ${quoted(`${key}=${content}`)}`);
  for (const moment of times) parts.push(`--at ${quoted(moment)}`);
  return parts.join(" ");
}

let sought = "";
function search() {
  const field = made("input", "", { type: "search", placeholder: "Find a setting", value: sought, id: "sought", "aria-label": "Find a setting" });
  field.oninput = () => { sought = field.value; filterRows(); };
  return field;
}

function filterRows() {
  const words = sought.toLowerCase();
  for (const row of element("tab-whatif").querySelectorAll(".setting")) row.hidden = !row.textContent.toLowerCase().includes(words);
  element("options").open ||= words !== "" || !!element("options").querySelector(".changed");
}
