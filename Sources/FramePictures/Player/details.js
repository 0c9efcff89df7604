// The three modes of the page, and the panel beside the pictures: its tabs, the values of the current frame, the
// events, and a description of the run. The mode Watch begins without a panel, and has tabs that the button Inspect
// shows; Try and Feel have one panel each.
const tabs = [["values", "Values"], ["events", "Events"], ["decision", "Decision"]];
const modes = [["watch", "Watch", "play and compare runs"], ["whatif", "Try", "change settings"],
  ["touch", "Feel", "drag the surface"]];
// The view of the mode Watch that was open last (a tab, or `watch` for none), and the tab that was open last.
let latestView = "watch", latestTab = "values";
const modeNow = () => tabs.some(([key]) => key === state.tab) ? "watch" : state.tab;

function wireModes() {
  element("modes").replaceChildren(...modes.map(([key, words, meaning]) => {
    const open = () => openTab(key === "watch" ? latestView : key);
    return madeButton(words, open, { id: `mode-${key}`, title: `${words}: ${meaning}` });
  }));
}

function wireTabs() {
  element("tabs").replaceChildren(...tabs.map(([key, words]) => {
    const tab = made("button", words, { id: `for-${key}`, role: "tab", "aria-controls": `tab-${key}` });
    tab.onclick = () => openTab(key);
    return tab;
  }));
  element("tabs").onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const index = tabs.findIndex(([key]) => key === state.tab);
    openTab(tabs[(index + step + tabs.length) % tabs.length][0]);
    element(`for-${state.tab}`).focus();
  };
  element("onlydiffering").onchange = () => fillTable();
  element("self").onclick = () => openTab("touch");
  element("inspect").onclick = () => {
    openTab(modeNow() === "watch" && state.tab !== "watch" ? "watch" : latestTab);
    if (state.tab !== "watch") element("side").scrollIntoView({ block: "nearest" });
  };
}

function openTab(name) {
  state.tab = name;
  const mode = modeNow();
  if (mode === "watch") latestView = name;
  if (mode === "watch" && name !== "watch") latestTab = name;
  document.body.dataset.mode = mode;
  document.body.classList.toggle("bare", name === "watch");
  element("inspect").setAttribute("aria-expanded", mode === "watch" && name !== "watch");
  for (const [key] of modes) element(`mode-${key}`).setAttribute("aria-pressed", key === mode);
  for (const panel of document.querySelectorAll(".panel")) panel.hidden = panel.id !== `tab-${name}`;
  for (const [key] of tabs) {
    element(`for-${key}`).setAttribute("aria-selected", key === name);
    element(`for-${key}`).tabIndex = key === latestTab ? 0 : -1;
  }
  element("tabs").hidden = mode !== "watch";
  setTouching(name === "touch");
  if (name !== "whatif") { stopLoop(); axes = null; }
  else {
    fillPanel();
    if (openDrawer()) restDrawer(drawer.target);
  }
  if (name === "decision") fillDecision();
  listRuns();
  show();
}

const text = (item) => item === null || item === undefined ? "–"
  : typeof item === "number" ? (Number.isInteger(item) ? `${item}` : item.toFixed(3)) : `${item}`;

// Fills the table of values. The rows are rebuilt only when other runs are shown; between frames only their texts
// change, because a rebuild per frame would slow playback down.
let tableKey = "";
function fillTable() {
  if (state.tab !== "values") return;
  const list = [lead(), ...shown().filter((run) => run !== lead())];
  const keys = [...new Set(list.flatMap((run) => run.keys))];
  const key = JSON.stringify([list.map((run) => runs.indexOf(run)), keys, revision]);
  if (key !== tableKey) {
    tableKey = key;
    const heads = made("tr");
    heads.append(made("td"), ...list.map((run) => made("th", list.length > 1 ? briefName(run) : "", { title: run.name, scope: "col" })));
    element("heads").replaceChildren(heads);
    element("values").replaceChildren(...settingRows(list), ...keys.map((field) => {
      const row = made("tr", "", { className: "field" });
      const owner = list.find((run) => run.keys.includes(field)), unit = owner.units[owner.keys.indexOf(field)];
      row.dataset.key = field;
      row.append(made("th", unit ? `${field}, ${unit}` : field, { scope: "row" }), ...list.map(() => made("td")));
      return row;
    }));
  }
  const only = element("onlydiffering").checked;
  for (const row of element("values").children) {
    const isField = row.className.includes("field");
    if (isField) {
      const items = list.map((run) => value(run, frameOf(run), row.dataset.key));
      items.forEach((item, index) => {
        const cell = row.children[index + 1], words = text(item);
        if (cell.textContent !== words) cell.textContent = words;
        cell.title = item === null ? "" : `${item}`;
      });
      row.classList.toggle("differs", list.length > 1 && items.some((item) => item !== items[0]));
    }
    row.hidden = only && list.length > 1 && !row.classList.contains("differs");
  }
}

// Returns one row for each setting that differs between the shown runs. The table shows these rows before the values.
function settingRows(list) {
  const heads = list.map((run) => run.settings ?? {});
  if (list.length < 2) return [];
  const keys = [...new Set(heads.flatMap((head) => Object.keys(head)))];
  if (heads.some((head) => !Object.keys(head).length)) return [];
  const words = (head, key) => head[key] === undefined ? "–" : `${isNumber(head[key].value) ? +head[key].value.toPrecision(10) : head[key].value}${head[key].unit ? ` ${head[key].unit}` : ""}`;
  const rows = keys.filter((key) => heads.some((head) => words(head, key) !== words(heads[0], key))).map((key) => {
    const row = made("tr", "", { className: "setting-row differs" });
    row.append(made("th", key, { scope: "row" }), ...heads.map((head) =>
      made("td", words(head, key), { title: head[key]?.from ?? "" })));
    return row;
  });
  if (rows.length) rows.unshift(settingsHead(rows, list.length));
  return rows;
}

// True if the user has opened the rows of settings, false if the user has folded them, null if neither. With null, more
// than 8 rows are folded, so that the values stay visible.
let areSettingsOpen = null;
function settingsHead(rows, count) {
  const row = made("tr", "", { className: "differs" }), head = made("th", "", { colSpan: count + 1 }), button = made("button");
  const differing = () => {
    const { length } = rows.filter((one) => one !== row);
    return length === 1 ? "1 setting differs" : `${length} settings differ`;
  };
  const set = (isOpen) => {
    button.textContent = `${isOpen ? "▾" : "▸"} ${differing()}`;
    button.setAttribute("aria-expanded", isOpen);
    for (const one of rows) if (one !== row) one.classList.toggle("folded", !isOpen);
  };
  button.onclick = () => set(areSettingsOpen = button.getAttribute("aria-expanded") !== "true");
  head.append(button);
  row.append(head);
  set(areSettingsOpen ?? rows.length <= 8);
  return row;
}

function listEvents() {
  element("events").replaceChildren(...lead().events.map((event) => {
    const item = made("li"), button = made("button", `${event.time.toFixed(3)} s  ${event.event} `);
    button.append(made("small", event.words));
    button.dataset.time = event.time;
    button.onclick = () => {
      go(Math.min(event.frame, lead().count - 1));
      say(`${event.event} ${event.words}`);
    };
    item.append(button);
    return item;
  }));
  element("story").textContent = story(lead());
  const about = Object.entries(lead().about ?? {}).filter(([, words]) => words);
  element("about").replaceChildren(...about.flatMap(([key, words]) => [made("dt", key), made("dd", `${words}`)]));
}

function markEvents() {
  const now = time();
  let newest = null;
  for (const item of element("events").children) {
    const button = item.firstChild, isPast = +button.dataset.time <= now + 1e-9;
    button.className = isPast ? "past" : "";
    button.removeAttribute("aria-current");
    if (isPast) newest = button;
  }
  newest?.setAttribute("aria-current", "true");
}

// Returns a description of a run in sentences, for users who cannot see its pictures.
function story(run) {
  const size = run.screen.map((column) => at(column, 0)), sentences = [];
  sentences.push(`${run.title}: ${run.count} frames at ${run.rate} Hz, ${decimals((run.count - 1) / run.rate)} s, on a screen of ${size.join(" × ")} pt.`);
  const spans = run.phases.filter((span) => span.end > span.start).slice(0, 30);
  sentences.push(`The phases of the surface: ${spans.map((span) => `${span.phase} until ${decimals(span.end)} s`).join(", then ")}.`);
  for (const event of run.decisions.slice(0, 10)) sentences.push(decisionWords(event));
  if (run.caption) sentences.push(`${run.caption}.`);
  return sentences.join(" ");
}
