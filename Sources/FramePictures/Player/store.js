// The store of the browser (IndexedDB), in which the recordings that were made in the page survive a reload. Pages from
// a disk can share one store, so each recording is stored under the path of its page. Nothing in the store leaves the
// browser.
const pagePath = location.pathname;
let opening = null, isStoreThere = true;

// Returns a promise of the database; null if the browser has none, or does not allow the page to use it.
function openStore() {
  return opening ??= new Promise((resolve) => {
    const fail = () => { isStoreThere = false; resolve(null); };
    try {
      const request = indexedDB.open("flickbook", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("recordings", { keyPath: ["page", "id"] });
      request.onsuccess = () => resolve(request.result);
      request.onerror = request.onblocked = fail;
    } catch { fail(); }
  });
}

// Calls `act` with the stored recordings, and returns a promise of the result of its request; null if the store is
// missing or full.
async function inStore(mode, act) {
  const base = await openStore();
  if (!base) return null;
  return new Promise((resolve) => {
    const fail = () => { isStoreThere = false; resolve(null); };
    try {
      const work = base.transaction("recordings", mode), request = act(work.objectStore("recordings"));
      work.oncomplete = () => resolve(request.result);
      work.onerror = work.onabort = fail;
    } catch { fail(); }
  });
}

// Stores a recording, or its new labels. The number of a recording is the time at which it was made, in microseconds;
// the random part distinguishes recordings of two windows.
async function remember(begun) {
  begun.id ??= Date.now() * 1000 + Math.floor(Math.random() * 1000);
  const { id, name, size, kind, intent, request, text, file } = begun;
  await inStore("readwrite", (store) => store.put({ page: pagePath, id, name, size, kind, intent, request, text,
    file, source: sourceWords(begun), lines: begun.lines.join("\n"), caption: captionOf(begun) }));
  if (state.tab === "touch") markStore();
}

function forgetStored(list) {
  return inStore("readwrite", (store) => list.map((one) => store.delete([pagePath, one.id ?? 0])).at(-1));
}

// Reads the list of the stored recordings. A recording is replayed only when the user plays it, so that many recordings
// do not slow the start of the page.
async function restoreRecordings() {
  if (!engine?.isThere) return;
  const all = IDBKeyRange.bound([pagePath], [pagePath, []]);
  for (const one of await inStore("readonly", (store) => store.getAll(all)) ?? []) {
    const begun = { ...newHand(""), ...one, name: freeName(one.name), lines: one.lines.split("\n") };
    drawnHands = Math.max(drawnHands, +/^touch (\d+)$/.exec(begun.name)?.[1] || 0);
    kept.unshift(begun);
  }
  if (state.tab === "touch") fillTouch();
}

// Returns `name`, or the name with a number if another recording of the page has this name.
function freeName(name) {
  const isTaken = (words) => kept.some((one) => one.name === words) || sources.some((one) => one.name === words);
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name} (${number})`;
  return free;
}

const captionOf = (begun) => begun.run?.caption ?? begun.caption ?? "";
