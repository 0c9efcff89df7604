// Short names of runs, and the tab Runs. A page with more than eight runs has this tab: a list of all runs with a
// search. Such a page draws only the selected run and the runs that the user compares with it.
const crowd = 8;
// The rows of the list, by their runs.
const runRows = new Map();
let runsFolder = "", markedRun = null;

// Returns the folders with which all names begin, such as `sheet/`.
function sharedFolder(names) {
  let shared = /^.*\//.exec(names[0] ?? "")?.[0] ?? "";
  for (const name of names) while (!name.startsWith(shared)) shared = shared.replace(/[^/]*\/$/, "");
  return shared;
}

const briefName = (run) => run.name.startsWith(runsFolder) ? run.name.slice(runsFolder.length) : run.name;

// Returns the names of runs in at most `most` characters each. A long name is shortened in its middle. If two shortened
// names are equal, they are cut around the first character that distinguishes them instead.
function shortNames(list, most) {
  const full = list.map(briefName);
  const half = Math.max(1, most - 1 >> 1);
  const short = full.map((name) => name.length <= most ? name : `${name.slice(0, most - 1 - half)}…${name.slice(-half)}`);
  return short.map((name, index) => {
    const twin = short.findIndex((other, place) => other === name && full[place] !== full[index]);
    if (twin < 0) return name;
    let start = 0;
    while (full[index][start] === full[twin][start]) start++;
    start = Math.max(0, Math.min(start - 2, full[index].length - most + 1));
    const end = start + Math.max(3, most - 2);
    return `${start > 0 ? "…" : ""}${full[index].slice(start, end)}${end < full[index].length ? "…" : ""}`;
  });
}

const shortName = (run, most) => {
  const list = shown();
  return shortNames(list.includes(run) ? list : [run], most)[Math.max(0, list.indexOf(run))];
};

// The runs that have a button above the pictures.
const runsWithButton = () => runs.filter((run) => !run.isRehearsed && !(state.isCrowded && state.hidden.has(run)));

// The places of runs in the list of colours. In a page with many runs, a run has a colour only while it is shown, so
// that the runs that are shown together have different colours.
const slots = new Map();
function slotOf(run) {
  if (!state.isCrowded) return Math.max(0, runs.indexOf(run));
  if (slots.has(run)) return slots.get(run);
  for (const old of slots.keys()) if (state.hidden.has(old) || !runs.includes(old)) slots.delete(old);
  let slot = 0;
  for (const taken = [...slots.values()]; taken.includes(slot);) slot++;
  slots.set(run, slot);
  return slot;
}

// Adds the tab Runs if the page has many runs; must be called before the tabs are made.
function wireRuns() {
  runsFolder = runs.length > 1 ? sharedFolder(runs.map((run) => run.name)) : "";
  state.isCrowded = runs.length > crowd;
  if (!state.isCrowded) return;
  tabs.unshift(["runs", "Runs"]);
  const panel = made("div", "", { id: "tab-runs", className: "panel", role: "tabpanel", tabIndex: 0, "aria-label": "Runs" });
  const field = made("input", "", { type: "search", id: "runs-sought", placeholder: "Find a run", "aria-label": "Find a run" });
  const list = made("ul", "", { id: "runlist", "aria-label": "Runs" });
  field.oninput = () => findRuns(field.value);
  field.onkeydown = (event) => { if (event.key === "ArrowDown") moveInRuns(event, 0); };
  for (const run of runs) {
    runRows.set(run, runRow(run));
    list.append(runRows.get(run));
  }
  list.onkeydown = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) moveInRuns(event, step);
    if (event.key !== "Enter" || event.target.tagName !== "BUTTON") return;
    event.preventDefault();
    event.target.click();
  };
  panel.append(field, made("p", `${runs.length} runs`, { id: "runs-words", className: "soft" }), list);
  element("side").append(panel);
  drawSparks(list);
}

// Selects a run and draws it alone.
function pickRun(run) {
  // The end of a trial shows the runs again that were shown before the trial.
  if (tried) endTrial();
  showOnly(run);
  choose(runs.indexOf(run));
}

function runRow(run) {
  const row = made("li", "", { className: "run" }), pick = made("button", "", { title: run.name, disabled: run.count === 0, tabIndex: -1 });
  const words = run.count === 0 ? "no frames" : endWords(run);
  pick.append(made("span", briefName(run), { className: "name" }), made("small", words));
  pick.setAttribute("aria-label", `${run.name}: ${words}`);
  pick.onclick = () => pickRun(run);
  const label = made("label", "", { className: "line" }), box = made("input", "", { type: "checkbox", tabIndex: -1, disabled: run.count === 0,
    "aria-label": `Compare ${run.name}` });
  box.onchange = () => compareRun(run, box);
  label.append(box, "compare");
  row.append(pick, label);
  return row;
}

// Describes the end of a run: its last phase, its last target and its duration.
function endWords(run) {
  const target = run.decisions.at(-1)?.decision.target, phase = phaseAt(run, Infinity);
  return `${phase}${target && target !== phase ? ` at ${target}` : ""}, ${decimals((run.count - 1) / run.rate, 2)} s`;
}

function compareRun(run, box) {
  if (box.checked && shown().length >= crowd) {
    box.checked = false;
    return tellInRuns(`At most ${crowd} runs can be compared at a time.`);
  }
  if (!box.checked && run === lead()) {
    if (shown().length > 1) hide(run); else box.checked = true;
    return;
  }
  if (box.checked) state.hidden.delete(run); else state.hidden.add(run);
  tellInRuns(`${shown().length} of ${runRows.size} runs are shown`);
  refresh();
}

function tellInRuns(words) {
  element("runs-words").textContent = words;
  say(words);
}

function findRuns(words) {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [run, row] of runRows) {
    row.hidden = !parts.every((part) => run.name.toLowerCase().includes(part));
    if (!row.hidden) count++;
  }
  tellInRuns(parts.length ? `${count} of ${runRows.size} runs` : `${count} runs`);
  markRuns();
}

// Moves the focus to the next or the previous visible row; with a step of 0, to the first one.
function moveInRuns(event, step) {
  const list = [...runRows.values()].filter((row) => !row.hidden && !row.firstChild.disabled);
  const now = list.findIndex((row) => row.contains(document.activeElement));
  const next = list[bounded(now < 0 ? 0 : now + step, 0, list.length - 1)];
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  for (const row of runRows.values()) setReach(row, row === next);
  next.firstChild.focus();
}

// Only one row can be reached with the key Tab; the arrow keys reach the others.
function setReach(row, isOn) {
  row.firstChild.tabIndex = row.lastChild.firstChild.tabIndex = isOn ? 0 : -1;
}

// Marks the rows of the selected run and of the other shown runs.
function markRuns() {
  if (!runRows.size) return;
  const base = runRows.has(lead()) ? lead() : runs[lead().triedFrom] ?? null;
  const visible = [...runRows.entries()].filter(([, row]) => !row.hidden);
  const reached = visible.find(([run, row]) => row.contains(document.activeElement)) ?? visible.find(([run]) => run === base) ?? visible[0];
  for (const [run, row] of runRows) {
    const isLead = run === base;
    row.classList.toggle("selected", isLead);
    if (isLead) row.firstChild.setAttribute("aria-current", "true"); else row.firstChild.removeAttribute("aria-current");
    row.lastChild.firstChild.checked = run.count > 0 && !state.hidden.has(run);
    setReach(row, row === reached?.[1]);
  }
  if (base === markedRun || !base) return;
  markedRun = base;
  const list = element("runlist"), row = runRows.get(base);
  list.scrollTop = bounded(list.scrollTop, row.offsetTop + row.offsetHeight - list.clientHeight, row.offsetTop);
}

// Draws the first curve of each run once, when its row becomes visible.
function drawSparks(list) {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      target.firstChild.prepend(spark([...runRows].find(([, row]) => row === target)[0]));
    }
  }, { root: list, rootMargin: "100px" });
  for (const row of runRows.values()) seen.observe(row);
}

function spark(run, width = 96, height = 30) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, content] of Object.entries({ viewBox: `0 0 ${width} ${height}`, class: "spark", "aria-hidden": "true" })) {
    picture.setAttribute(name, content);
  }
  line.setAttribute("d", sparkPath(run, width, height));
  picture.append(line);
  return picture;
}

// Returns the path of the first curve of a run, through the extremes of each unit of width.
function sparkPath(run, width, height) {
  const curve = run.curves[0], column = Array.from({ length: run.count }, (_, index) => at(curve?.values, index));
  const frames = extremeFrames(column, 0, run.count - 1, width / run.count, 0).filter((index) => isNumber(column[index]));
  if (!frames.length) return "";
  const numbers = frames.map((index) => column[index]), low = Math.min(...numbers), reach = Math.max(...numbers) - low || 1;
  const place = (index) => {
    const part = (column[index] - low) / reach;
    return `${decimals(1 + index / Math.max(1, run.count - 1) * (width - 2), 1)} ${decimals(2 + (curve.down ? part : 1 - part) * (height - 4), 1)}`;
  };
  return `M${frames.map(place).join("L")}`;
}
