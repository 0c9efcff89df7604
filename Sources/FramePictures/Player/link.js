// The state of the page in its address, after the `#`: run, time, tab, changed settings, hidden runs, and a short
// gesture that was recorded in the page. A link with such an address shows the same state if it is opened with the same
// page in another browser.
const mostLink = 20000, mostGesture = 4000, mostText = 200000, mostHidden = 20;
let linkText = null, linkTimer = 0, linkTime = "0";

// Schedules an update of the address, because the state of the page may have changed. Browsers limit how often a page
// may change its address, so an update happens at most once in 300 ms.
function noteLink() {
  if (linkText !== null && !linkTimer) linkTimer = setTimeout(writeLink, 300);
}

function writeLink() {
  clearTimeout(linkTimer);
  linkTimer = 0;
  if (linkText === null) return;
  if (pressed.size || hand) return noteLink();
  const words = linkNow();
  if (words === linkText) return;
  linkText = words;
  try { history.replaceState(history.state, "", `#${words}`); } catch { /* the browser allows no more changes now */ }
}

function linkNow() {
  const parts = new URLSearchParams(), run = lead(), trial = run === tried?.run ? tried : null, base = trial?.base ?? run;
  const begun = kept.find((one) => one.run === base);
  if (!base.isRehearsed) parts.set("run", base.name);
  // During playback, the address keeps the time at which playback began.
  if (!state.isPlaying) linkTime = decimals(time(), 4);
  parts.set("t", linkTime);
  if (state.tab !== "watch") parts.set("tab", state.tab);
  // The engine may refuse the latest settings, so a link has the latest settings that the engine has accepted.
  const { preset, changes } = trial?.good ?? nothingTried();
  if (preset !== null) parts.set("preset", preset);
  for (const [key, content] of changes) parts.append("set", `${key} ${content}`);
  if (begun) {
    if (begun.packed === undefined) pack(begun).then(noteLink);
    if (begun.packed) parts.set("gesture", begun.packed);
  } else {
    // A trial hides all other runs itself.
    const hidden = [...trial?.hidden ?? state.hidden].filter((one) => runs.includes(one) && one.count && !isOnlyHere(one) && !one.isRehearsed);
    if (hidden.length <= mostHidden) for (const one of hidden) parts.append("hide", one.name);
  }
  return `${parts}`;
}

// Writes the gesture of a recording as a short text into its property `packed`; "" if the text is too long, or if the
// recording is from a file that was opened. The times of the lines become differences, which are compressed better.
async function pack(begun) {
  begun.packed = "";
  if (begun.text !== undefined || typeof CompressionStream === "undefined") return;
  let before = 0;
  const lines = begun.lines.map((line) => {
    const [micros, ...rest] = line.split(" "), gap = +micros - before;
    before = +micros;
    return [gap, ...rest].join(" ");
  });
  const words = JSON.stringify({ size: begun.size, source: sourceWords(begun), intent: begun.intent, request: begun.request.now, lines: lines.join("\n") });
  const bytes = await read(new Blob([words]).stream().pipeThrough(new CompressionStream("deflate-raw")), mostText);
  const letters = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (letters.length <= mostGesture) begun.packed = letters;
}

// Returns the bytes of a stream; fails if there are more than `most`, because a few compressed bytes can expand to very
// many bytes.
async function read(stream, most) {
  const parts = [], reader = stream.getReader();
  let length = 0;
  for (;;) {
    const { done, value: part } = await reader.read();
    if (done) break;
    length += part.length;
    if (length > most) { reader.cancel(); throw new Error("it is too long"); }
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Returns the gesture in a link as a recording; fails if the text is damaged.
async function unpacked(letters, name) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const plain = await read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), mostText);
  const { size, source, intent, request, lines } = JSON.parse(new TextDecoder().decode(plain));
  const isText = (words) => typeof words === "string" && !/[\x00-\x09\x0b-\x1f]/.test(words);
  if (!Array.isArray(size) || size.length !== 2 || !size.every((length) => isNumber(length) && length >= 1 && length <= 10000)
    || ![source, intent, request, lines].every(isText) || /\n/.test(source)) throw new Error("its gesture is damaged");
  let micros = 0;
  const events = lines.split("\n").map((line) => {
    const [, gap, rest] = /^(\d{1,9})((?: -?\d{1,9}){3})$/.exec(line) ?? [];
    if (gap === undefined) throw new Error("its gesture is damaged");
    return `${micros += +gap}${rest}`;
  });
  return { ...newHand(freeName(name)), size: [...size], source, intent, lines: events, request: { now: `${request}\n`, before: null } };
}

// Shows a message about the link above the runs; "" removes it.
function notice(words) {
  let place = element("notice");
  if (!place && !words) return;
  if (!place) element("told").after(place = made("p", "", { id: "notice", className: "rows" }));
  // The message stays until the user closes it, because the page updates its address soon after it has opened.
  place.replaceChildren(made("span", words), madeButton("Close", () => notice("")));
  place.hidden = !words;
  if (words) say(words);
}

// Restores the state of the page that its address describes, such as the run and the changed settings. A link can come
// from anyone, so everything in the link is checked, and a message reports the parts that cannot be used.
async function followLink() {
  const words = location.hash.slice(1);
  if (!words || words === linkText || document.getElementById(words)) return;
  clearTimeout(linkTimer);
  [linkTimer, linkText] = [0, null];
  try {
    notice(await applied(words));
  } catch (error) { notice(`The page ignores a part of the link: ${error.message}.`); }
  linkText = words;
  noteLink();
}

// Restores the state that a link describes, and returns a message about the parts of the link that the page cannot use;
// "" if there are none.
async function applied(words) {
  if (words.length > mostLink) throw new Error("it is too long");
  const parts = new URLSearchParams(words), known = ["run", "t", "tab", "preset", "set", "gesture", "hide"], wrong = [];
  if (![...parts.keys()].some((key) => known.includes(key))) throw new Error("it does not come from this page");
  pause();
  endTrial();
  const name = parts.get("run"), letters = parts.get("gesture");
  let begun = kept.find((one) => one.name === name && (!letters || one.packed === letters)) ?? null;
  if (letters && !begun) begun = await linked(letters, name || "gesture of a link");
  if (begun) {
    if (begun.run && !runs.includes(begun.run)) runs.push(begun.run);
    if (!begun.run) replayHand(begun);
    if (!begun.run) throw new Error("the engine rejects its gesture");
    lookAt(begun);
    choose(runs.indexOf(begun.run));
  } else {
    const hidden = parts.getAll("hide").slice(0, mostHidden), index = name === null ? state.main : runs.findIndex((run) => run.name === name && run.count);
    if (index >= 0) {
      state.hidden = new Set(runs.filter((run) => hidden.includes(run.name)));
      choose(index);
    } else wrong.push(`this page has no run ${name.slice(0, 80)}`);
  }
  const tab = parts.get("tab") ?? "watch";
  if (tab === "watch" || /^[a-z]{1,20}$/.test(tab) && element(`tab-${tab}`)) {
    const run = lead();
    openTab(tab);
    // The mode Feel begins with the surface at rest, but a link shows its run.
    if (lead().isRehearsed && !run.isRehearsed) {
      if (!runs.includes(run)) runs.push(run);
      showOnly(run, begun?.ghost);
      choose(runs.indexOf(run));
    }
  } else wrong.push("this page has no such tab");
  wrong.push(...await linkedSettings(parts));
  pause();
  const instant = +parts.get("t");
  state.frame = Math.round((isNumber(instant) ? bounded(instant, 0, 1e5) : 0) * lead().rate);
  show();
  return wrong.length ? `The page ignores a part of the link: ${wrong.join("; ")}.` : "";
}

// Returns the recording of a gesture in a link. A recording that the page has already is not added again. The gesture
// of a link is not stored, because opening a link must not fill the store of the browser.
async function linked(letters, name) {
  if (!engine?.isThere) throw new Error("this page has no engine to replay its gesture");
  const begun = await unpacked(letters, name.replace(/[\x00-\x1f]/g, " ").slice(0, 80));
  const isSame = (one) => one.lines.join("\n") === begun.lines.join("\n") && linesOf(one.request.now).join() === linesOf(begun.request.now).join();
  const known = kept.find(isSame);
  if (known) return known;
  replayHand(begun);
  if (begun.run) kept.unshift(begun);
  begun.packed = letters;
  return begun;
}

// Applies the settings of a link to the leading run. Returns a list with the reason why the settings cannot be used; an
// empty list if they can.
async function linkedSettings(parts) {
  const preset = parts.get("preset"), sets = parts.getAll("set");
  if (preset === null && !sets.length) return [];
  if (!engine?.isThere || !sourceOf(lead())) return ["this run cannot be replayed with other settings"];
  const changes = new Map(sets.map((pair) => /^(\S+) (.*)$/.exec(pair)?.slice(1) ?? ["", ""]));
  // A line break would add a line to the request.
  const isPlain = sets.length <= 200 && [preset ?? "", ...sets].every((item) => /^[^\x00-\x1f]{0,300}$/.test(item)) && [...changes.keys()].every(Boolean);
  if (!isPlain) return ["its settings are damaged"];
  const now = trial(), wrong = usable(now, { preset, changes });
  now.good = triedOf(now);
  if (now.preset !== null || now.changes.size) await tryOut(now, true);
  if (state.tab === "whatif") fillPanel();
  return wrong;
}

// Gives a trial those settings of a link that the engine accepts; returns the reasons why the engine refuses the
// others. The settings are tried one by one only if the engine does not accept all of them together.
function usable(now, { preset, changes }) {
  const refusal = (settings) => engine.ask(`replay ${now.source.name}\n${requestOf({ ...now, ...settings })}`).error;
  const all = { preset, changes };
  if (!refusal(all)) { Object.assign(now, all); return []; }
  Object.assign(now, nothingTried());
  let left = [["preset", preset], ...[...changes].map((pair) => ["changes", pair])]
    .filter(([, part]) => part !== null), wrong = [];
  const withPart = ([kind, part]) => ({ ...triedOf(now), [kind]: kind === "preset" ? part : new Map([...now.changes, part]) });
  // A setting may be valid only together with a later setting, so the refused settings are tried a second time.
  for (let round = 0; round < 2; round++) {
    const refused = [];
    wrong = [];
    for (const part of left) {
      const error = refusal(withPart(part));
      if (!error) { Object.assign(now, withPart(part)); continue; }
      refused.push(part);
      wrong.push(sentence(error).slice(0, 300).replace(/\.$/, ""));
    }
    left = refused;
  }
  return wrong;
}

async function copyLink(box) {
  const begun = kept.find((one) => one.run === lead() || one.run === tried?.base);
  if (begun && begun.packed === undefined) await pack(begun);
  writeLink();
  const words = `${location.href.split("#")[0]}#${linkText ?? linkNow()}`;
  await offer(box, words);
  if (begun && !begun.packed) box.querySelector(".copied").textContent += ` The link does not contain the recording ${begun.name}, which is too long; the link works only in this browser.`;
}

// Restores the recordings, applies the link, and keeps the address up to date from then on.
async function resume() {
  await restoreRecordings();
  await followLink();
  linkText ??= linkNow();
  addEventListener("hashchange", followLink);
}
