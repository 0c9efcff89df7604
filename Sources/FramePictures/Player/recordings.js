// The list of the recordings that were made or opened in the page: play, label, save and delete them.
const mostFiles = 100, mostBytes = 16e6;
// The recording that was deleted last, with its place in the list, so that the user can restore it.
let deleted = null;

// Returns the list with its buttons, for the panel of the mode Feel.
function recordingsBox() {
  const box = made("div", "", { id: "kept" });
  fillRecordings(box);
  return box;
}

function fillRecordings(box = element("kept")) {
  if (!box) return;
  const list = made("ol", "", { className: "kept", "aria-label": "Recordings, newest first" });
  list.append(...kept.map(recordingRow));
  box.replaceChildren(made("h2", "Recordings"), recordingActions(box), made("p", "", { id: "store-note", className: "soft" }),
    kept.length ? list : made("p", "No recordings yet. Drag the surface, or drop files of recordings onto the page.", { className: "soft" }));
  markStore(box);
}

function markStore(box = document) {
  const note = box.querySelector("#store-note");
  if (note) note.textContent = isStoreThere ? "This browser keeps the recordings for this page until you delete them."
    : "This browser cannot store recordings of this page. They last until you close the page; save those that you need.";
}

function recordingActions(box) {
  const row = made("div", "", { className: "rows" }), files = made("input", "", { type: "file", multiple: true, hidden: true, id: "recording-files" });
  const add = (words, act, isOff = false) => {
    const button = madeButton(words, act, { disabled: isOff });
    row.append(button);
    return button;
  };
  files.onchange = () => openFiles([...files.files]);
  add("Open recordings…", () => files.click());
  add("Save all", () => download("recordings.zip", zipped(kept.map((one) => [fileName(one), recordingFile(one)]))), !kept.length);
  add("Delete all", () => {
    row.replaceChildren(made("span", `Delete ${kept.length === 1 ? "the recording" : `all ${kept.length} recordings`} from this browser?`, { role: "alert" }));
    add("Delete", () => { deleted = null; deleteRecordings([...kept]); box.querySelector("button")?.focus(); });
    add("Keep", () => { fillRecordings(); box.querySelector("button")?.focus(); }).focus();
  }, !kept.length);
  if (deleted) {
    add(`Restore ${deleted.begun.name}`, () => {
      kept.splice(deleted.place, 0, deleted.begun);
      remember(deleted.begun);
      deleted = null;
      fillRecordings();
      box.querySelector("button")?.focus();
    });
  }
  row.append(files);
  return row;
}

function recordingRow(begun) {
  const item = made("li"), more = made("details"), head = made("summary", begun.name), words = captionOf(begun);
  if (words) head.append(made("span", ` ${words}`, { className: "soft" }));
  more.append(head);
  const fill = () => { if (more.open && more.children.length < 2) more.append(...recordingDetails(begun)); };
  more.ontoggle = fill;
  more.open = begun === kept[0];
  fill();
  const add = (words, does, act) => item.append(madeButton(words, act, { "aria-label": `${does} ${begun.name}`, title: does }));
  item.append(more);
  add("▶", "Play", () => playRecording(begun));
  add("Save", "Save", () => saveRecording(begun));
  add("×", "Delete", () => {
    const place = kept.indexOf(begun);
    deleted = { begun, place };
    deleteRecordings([begun]);
    const rows = element("kept").querySelectorAll(".kept > li");
    (rows[Math.min(place, rows.length - 1)] ?? element("kept")).querySelector("button:last-child")?.focus();
  });
  return item;
}

// Returns the label and the command of a recording. An opened file has its own label, which the page does not change.
function recordingDetails(begun) {
  const parts = [];
  if (!begun.text) {
    const { run } = begun, targets = !run ? [] : [...new Set([...run.decisions.flatMap((event) => event.decision.candidates?.map((one) => one.target) ?? []), ...run.rests.map((rest) => rest.name)])];
    const list = made("datalist", "", { id: `targets-${begun.name.replace(/\s/g, "-")}` });
    list.append(...targets.map((target) => made("option", "", { value: target })));
    const intent = made("input", "", { type: "text", value: begun.intent, placeholder: "intended target", "aria-label": `Intended target of ${begun.name}` });
    intent.setAttribute("list", list.id);
    intent.onchange = () => { [begun.intent, begun.packed] = [intent.value, undefined]; remember(begun); };
    parts.push(intent, list);
  }
  if (begun.receipt) parts.push(begun.receipt);
  return [...parts, made("p", `${sourceWords(begun)}. ${commandOf(fileName(begun), begun.request.now)}`, { className: "soft" })];
}

// Plays a recording. If the recording was restored from the store, the engine must replay it first.
function playRecording(begun) {
  pause();
  if (begun.run) {
    for (const run of [begun.ghost, begun.run]) if (run && !runs.includes(run)) runs.push(run);
  } else replayHand(begun);
  if (!begun.run) return;
  lookAt(begun);
  choose(runs.indexOf(begun.run));
  state.frame = 0;
  play();
}

const isOnlyHere = (run) => kept.some((one) => one.name === run.source?.name);

// Removes hidden runs from the list of runs if their recordings were made in the page, so that many recordings do not
// fill the list. `playRecording` adds them again.
function dropHidden() {
  const leading = lead();
  const stays = (run) => run === leading || !state.hidden.has(run) || run === tried?.base || run === tried?.run || !isOnlyHere(run);
  if (!runs.every(stays)) leave(stays);
}

// Removes the runs for which `stays` returns false; the leading run must not be removed.
function leave(stays) {
  const leading = lead();
  runs = runs.filter(stays);
  state.hidden = new Set([...state.hidden].filter((run) => runs.includes(run)));
  state.main = runs.indexOf(leading);
  if (tried?.run) tried.run.triedFrom = runs.indexOf(tried.base);
}

function deleteRecordings(list) {
  if (!list.length) return;
  const names = new Set(list.map((one) => one.name));
  if (tried && names.has(tried.source.name)) endTrial();
  if (names.has(lead().source?.name)) {
    const other = runs.findIndex((run) => run.count && !names.has(run.source?.name));
    if (other >= 0) choose(other);
  }
  leave((run) => run === lead() || !names.has(run.source?.name));
  for (const begun of list) {
    kept.splice(kept.indexOf(begun), 1);
    [begun.caption, begun.run, begun.ghost] = [captionOf(begun), null, null];
    engine.ask(`forget ${begun.name}`);
  }
  forgetStored(list);
  refresh();
  fillRecordings();
  // The address must not contain a deleted gesture, not even for a moment.
  writeLink();
  say(list.length === 1 ? `Deleted ${list[0].name}` : `Deleted ${list.length} recordings`);
}

function saveRecording(begun) {
  begun.isSaved = true;
  download(fileName(begun), recordingFile(begun), "application/yaml");
}

function download(name, content, type = "application/octet-stream") {
  const link = made("a", "", { download: name, href: URL.createObjectURL(new Blob([content], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Opens files of recordings, and replays them with the settings of the selected run. Shows the errors of all files.
async function openFiles(files, request = requestForFiles()) {
  const wrong = files.length > mostFiles ? [`${files.length} files were given; the page opened the first ${mostFiles}.`] : [];
  for (const file of files.slice(0, mostFiles)) {
    try {
      const reason = file.size > mostBytes ? "the file has more than 16 MB; cut it with 'flickbook trim'." : openRecording(file.name, await file.text(), request);
      if (reason) wrong.push(`${file.name}: ${reason}`);
    } catch { wrong.push(`${file.name}: the browser cannot read the file; open files, not folders.`); }
  }
  if (wrong.length) trouble(wrong.join(" "));
}

// Returns the requests for opened files: with the settings of the selected run, or with the settings of Feel if no run
// is selected. The requests do not set the size of the stage as the screen, because a recording has its own screen.
// Returns null if there are no settings.
function requestForFiles() {
  const chosen = lead().isRehearsed ? null : lead().request ?? sourceOf(lead())?.request;
  const now = chosen ?? requestOfVariant(variants.chosen[variants.now]);
  return now ? { now, before: null } : null;
}

// Returns the reason why the page cannot use the file; "" if the file is opened.
function openRecording(file, text, request) {
  if (!engine?.isThere) return "this page has no engine.";
  if (!request) return "choose a surface first.";
  const begun = { ...newHand(freeName(file.replace(/[\x00-\x1f]/g, " "))), file, text, request };
  replayHand(begun);
  if (!begun.run) return document.querySelector("#tab-touch .trouble")?.textContent || "the engine cannot replay the recording.";
  begun.source = begun.run.about.source ?? "a file";
  keep(begun);
  return "";
}

function wireFiles() {
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    const request = requestForFiles();
    openTab("touch");
    openFiles([...event.dataTransfer.files], request);
  });
}

// Returns files, as pairs of name and text, as a ZIP archive without compression. The names in the archive have no
// folders, and a number if two are equal.
// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
function zipped(files) {
  const parts = [], entries = [], names = new Set(), writer = new TextEncoder(), now = new Date();
  // Numbers are pairs of their size in bytes and their value; the lowest byte comes first.
  const packed = (numbers) => Uint8Array.from(numbers.flatMap(([size, number]) =>
    Array.from({ length: size }, (_, byte) => Math.floor(number / 2 ** (8 * byte)) & 255)));
  const lengthOf = (list) => list.reduce((sum, part) => sum + part.length, 0);
  const moment = now.getHours() << 11 | now.getMinutes() << 5 | now.getSeconds() >> 1;
  const date = Math.max(0, now.getFullYear() - 1980) << 9 | now.getMonth() + 1 << 5 | now.getDate();
  for (const [name, text] of files) {
    const plain = name.replace(/[\/\\:\x00-\x1f]/g, "-").replace(/^\.+/, "") || "recording.yml";
    let free = plain;
    for (let number = 2; names.has(free); number++) free = plain.replace(/(\.[^.]*)?$/, (end) => ` (${number})${end}`);
    names.add(free);
    const title = writer.encode(free), content = writer.encode(text), start = lengthOf(parts);
    // The fields that both headers of a file share: the version that can read the file, a flag for names in UTF-8, no
    // compression, the time, the checksum, and the sizes.
    const common = packed([[2, 20], [2, 0x800], [2, 0], [2, moment], [2, date], [4, crc32(content)],
      [4, content.length], [4, content.length], [2, title.length], [2, 0]]);
    parts.push(packed([[4, 0x04034b50]]), common, title, content);
    entries.push(packed([[4, 0x02014b50], [2, 20]]), common, packed([[2, 0], [2, 0], [2, 0], [4, 0], [4, start]]), title);
  }
  const end = packed([[4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, lengthOf(entries)],
    [4, lengthOf(parts)], [2, 0]]);
  return new Blob([...parts, ...entries, end]);
}

// Returns the CRC-32 of bytes, with the reversed polynomial 0xedb88320.
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum >>> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
