// The functions of page_compare.py; they run in the page.

// Waits for a condition, at most 10 s; returns whether it holds.
async function until(condition) {
  for (let waited = 0; waited < 400 && !condition(); waited++) await new Promise((done) => setTimeout(done, 25));
  return Boolean(condition());
}

// Returns the middle of an element in the window; null if it is not visible.
function middle(item) {
  const box = item?.getBoundingClientRect();
  return box?.height ? [box.left + box.width / 2, box.top + box.height / 2].map(Math.round) : null;
}

// Returns the state of the list of runs, and the middles of some controls.
async function listed() {
  await until(() => document.querySelector(".spark"));
  const rows = [...runRows.values()].filter((row) => !row.hidden);
  return {
    tab: state.tab, isSideBySide: state.isSideBySide, shown: shown().map((run) => run.name), lead: lead().name,
    chips: [...element("names").children].map((chip) => chip.textContent), rows: rows.length,
    names: rows.slice(0, 12).map((row) => row.querySelector(".name").textContent),
    sparks: document.querySelectorAll(".spark").length, reached: rows.filter((row) => row.firstChild.tabIndex === 0).length,
    colors: new Set(shown().map((run) => colorOf(run))).size,
    boxes: rows.slice(0, 12).map((row) => middle(row.querySelector("input"))),
    picks: rows.slice(0, 12).map((row) => middle(row.firstChild)), search: middle(element("runs-sought")),
    words: element("runs-words").textContent, isWide: document.documentElement.scrollWidth > innerWidth,
    current: document.querySelector("[aria-current=true] .name")?.textContent, focus: document.activeElement.title };
}

// Returns what the page draws: the names of the runs whose curves each panel shows, by the title of the panel, and the
// notes about the other runs.
async function drawnCurves() {
  await until(() => engine);
  const real = stroke, curves = {};
  let panel = null;
  stroke = (pen, box, run, column, ...rest) => {
    const isSeen = Array.from({ length: run.count }, (_, index) => at(column, index)).some(isNumber);
    if (isSeen) (curves[panel] ??= new Set()).add(run.name);
    return real(pen, box, run, column, ...rest);
  };
  const realPanel = drawPanel;
  drawPanel = (pen, one, box) => { panel = one.title; return realPanel(pen, one, box); };
  changed();
  drawPlot();
  [stroke, drawPanel] = [real, realPanel];
  const words = new Set(), pen = CanvasRenderingContext2D.prototype, fill = pen.fillText;
  pen.fillText = function (text, ...rest) { words.add(`${text} ${this.fillStyle}`); return fill.call(this, text, ...rest); };
  drawScreen();
  pen.fillText = fill;
  return { curves: Object.fromEntries(Object.entries(curves).map(([key, set]) => [key, [...set].sort()])),
    frame: state.frame, first: firstDifference()?.frame ?? null, words: [...words].filter((one) => /^(low|high|half|tip|full) /.test(one)),
    inks: [inks.soft, ...inks.runs],
    note: element("omissions").textContent, said: element("says").textContent, isThere: !element("difference").hidden };
}

// Replays one recording with every preset of every scenario; returns the pairs of runs of which the plot
// draws only one.
async function missingPairs() {
  await until(() => sources.length);
  const list = [], missing = [];
  for (const { scenario } of engine.ask("table").scenarios) {
    for (const { preset } of engine.ask(`table ${scenario}`).presets) {
      const answer = engine.ask(`replay ${sources[0].name}\nscenario ${scenario}\nfrom set\npreset ${preset}\nvalues`);
      if (answer.error) missing.push(answer.error.found); else list.push(completed({ ...answer.picture, name: `${scenario} ${preset}` }));
    }
  }
  state.isCrowded = false;
  state.hidden = new Set();
  for (const [index, one] of list.entries()) {
    for (const other of list.slice(0, index)) {
      runs = [one, other];
      state.main = 0;
      const seen = new Set();
      for (const panel of panels()) {
        for (const run of drawn()) {
          const column = panel.columns(run)?.values;
          if (column !== undefined && column !== null && isNumber(at(column, run.count - 1))) seen.add(run);
        }
      }
      if (seen.size < 2) missing.push(`${one.name} and ${other.name}`);
    }
  }
  return { count: list.length, missing };
}

// Returns the handles: their middles, results, sizes and scales, and the values of their settings.
async function handlesNow() {
  await until(() => !tried?.isAsking && !lead().isFleeting);
  pause();
  show();
  await until(() => thresholdsNow().length);
  return Object.fromEntries([...handles].filter(([, button]) => !button.hidden).map(([id, button]) => {
    const box = button.getBoundingClientRect(), { place } = button;
    return [id.startsWith("handle-to-") ? "handle-to" : id, { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2),
    size: box.width, result: place.result, key: place.key, side: place.flight?.side, unit: (place.box.y(1) - place.box.y(0)) * (place.measure?.scale ?? 1),
    scale: plotted.scale, rate: lead().rate, slider: +element(`slide-${place.key}`)?.value, field: +element(`set-${place.key}`)?.value,
    tried: +tried?.changes.get(place.key), label: button.getAttribute("aria-label"), value: button.getAttribute("aria-valuetext"),
    isFocused: document.activeElement === button }];
  }));
}

// Waits for the line about other cases; returns it, and the number of decisions that change.
async function flipsNow() {
  await until(() => !element("flips").hidden);
  let flips = 0;
  const names = [];
  for (const run of runs) {
    if (!sources.includes(run.source) || run === tried.base || run === tried.run) continue;
    const answer = engine.ask(`replay ${run.source.name}\n${run.source.request}from set\n${[...tried.changes].map((pair) => `set ${pair.join(" ")}`).join("\n")}`);
    if (answer.error) continue;
    const [before, after] = [run, answer.picture].map(({ events }) => events.filter((event) => event.decision).map((event) => event.decision.target));
    const count = before.filter((target, index) => target !== after[index]).length + Math.max(0, after.length - before.length);
    flips += count;
    if (count) names.push(briefName(run));
  }
  return { words: element("flips").textContent, flips, names: names.slice(0, 5) };
}

// Makes a recording of 840 s from the events of several cases, and replays it twice; compares the extremes of each
// pixel column of the drawn curves with the extremes of the values, at several zoom levels.
async function longCurves() {
  await until(() => engine && sources.length === JSON.parse(element("recordings").textContent).recordings.length);
  const names = ["flick-up-from-tip", "flick-down-from-full", "drag-up-down-and-up", "slow-drag-up-and-hold", "catch-twice-in-flight"];
  const texts = names.map((name) => sources.find((one) => one.name.endsWith(name)).recording);
  const list = /- evdev: (\[.*\])/, parts = texts.map((text) => JSON.parse(list.exec(text)[1]));
  const microsOf = ([seconds, fraction]) => 1e6 * seconds + fraction, events = [];
  let start = 0, id = 1;
  for (let index = 0; start < 838e6; index++) {
    const part = parts[index % parts.length], first = microsOf(part[0]);
    for (const [seconds, fraction, type, code, number] of part) {
      const micros = start + microsOf([seconds, fraction]) - first;
      events.push([Math.floor(micros / 1e6), micros % 1e6, type, code, type === 3 && code === 57 && number >= 0 ? id++ : number]);
    }
    start += microsOf(part.at(-1)) - first + 1.4e6;
  }
  const kept = engine.ask(texts[0].replace(/.*/, "recording long").replace(list, `- evdev: ${JSON.stringify(events)}`));
  if (kept.error) return { trouble: kept.error };
  const made = ["flickbook", "wave"].map((preset) => {
    const answer = engine.ask(`replay long\nscenario sheet\nfrom set\npreset ${preset}`);
    return answer.error ? null : completed({ ...answer.picture, name: preset });
  });
  if (made.includes(null)) return { trouble: "no replay" };
  [runs, state.hidden, state.isCrowded, state.main, state.view] = [made, new Set(), false, 0, null];
  openTab("values");
  refresh();
  const extremesOf = (points, width) => {
    const found = Array.from({ length: Math.ceil(width) }, () => [Infinity, -Infinity]);
    const put = (column, y) => { found[column][0] = Math.min(found[column][0], y); found[column][1] = Math.max(found[column][1], y); };
    for (let index = 1; index < points.length; index++) {
      const [[x0, y0], [x1, y1]] = [points[index - 1], points[index]];
      for (let column = Math.max(0, Math.floor(x0)); column <= Math.min(found.length - 1, Math.floor(x1)); column++) {
        for (const x of [Math.max(x0, column), Math.min(x1, column + 1)]) put(column, x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y0);
        if (x0 >= column) put(column, y0);
        if (x1 < column + 1) put(column, y1);
      }
    }
    return found;
  };
  let most = 0, compared = 0, crossings = 0;
  for (const view of [[0, duration()], [0, 420], [100.3, 311.7], [400, 470], [500, 520], [600, 601]]) {
    look(...view);
    const { width, height } = element("plot").getBoundingClientRect(), list = panels();
    for (const [index, panel] of list.entries()) {
      const box = panelBox(list, index, width, height);
      for (const run of runs) {
        const points = [], column = panel.columns(run).values;
        const pen = { setLineDash() {}, beginPath() {}, stroke() {}, moveTo(x, y) { this.lineTo(x, y); }, lineTo(x, y) { points.push([x - plotEdges.left, y]); } };
        stroke(pen, box, run, column, "", 2, 1, []);
        const all = Array.from({ length: run.count }, (_, frame) => [acrossOf(frame / run.rate) - plotEdges.left, box.y(at(column, frame))]);
        const [drawn, real] = [points, all].map((list) => extremesOf(list, box.width));
        for (let place = 1; place < Math.floor(Math.min(box.width, all.at(-1)[0])) - 1; place++) {
          compared++;
          most = Math.max(most, Math.abs(drawn[place][0] - real[place][0]), Math.abs(drawn[place][1] - real[place][1]));
        }
        if (panel.rateOf && view[0] === 0) crossings += points.filter(([, y], next) => next && (y - box.y(0)) * (points[next - 1][1] - box.y(0)) < 0).length;
      }
    }
  }
  look(0, duration());
  const times = Array.from({ length: 9 }, () => {
    backKey = "";
    const begin = performance.now();
    drawPlot();
    element("plot").getContext("2d").getImageData(0, 0, 1, 1);
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return { frames: runs.map((run) => run.count), most, compared, crossings, time: times[0] };
}

// Opens the mode Try for a case, at its last decision; with `isSlow`, sets a damping ratio of 1.5. Waits for the
// handles.
async function edited(name, isSlow) {
  await until(() => engine && sources.length === JSON.parse(element("recordings").textContent).recordings.length);
  pickRun(runs.find((run) => run.name.endsWith(name)));
  openTab("whatif");
  if (isSlow) {
    change(trial(), "spring.dampingRatio", "1.5", true);
    await until(() => tried?.run && !tried.isAsking && !tried.run.isFleeting);
  }
  go(lead().decisions.at(-1).frame + 2);
  const isThere = (start) => [...handles.keys()].some((id) => id.startsWith(start));
  return until(() => isThere("handle-peak") && (isSlow || isThere("handle-to-")));
}
