// The page of changed cases: its players, and the command that accepts the ticked cases.
"use strict";
document.documentElement.classList.add("has-script");
const inElement = (id, type, text) =>
  `<script type="${type}" id="${id}">${text.replaceAll("<", "\\u003c")}</` + "script>\n";
function playerOf(indices) {
  const runs = JSON.parse(document.getElementById("runs").textContent);
  const page = JSON.parse(document.getElementById("recordings").textContent);
  page.recordings = page.recordings.filter((entry) => indices.includes(entry.run))
    .map((entry) => ({ ...entry, run: indices.indexOf(entry.run) }));
  return JSON.parse(document.getElementById("player").textContent)
    + inElement("engine", "text/plain", document.getElementById("engine").textContent)
    + inElement("recordings", "application/json", JSON.stringify(page))
    + inElement("runs", "application/json", JSON.stringify(indices.map((index) => runs[index])));
}
// Shows the player of an article whose details are open, and closes the details of other articles, so that the page
// never has more than one player. The player starts at the first frame that differs.
function toggled(article) {
  const more = article.querySelector(".more"), place = article.querySelector(".player");
  if (!more.open) return place.replaceChildren();
  for (const other of document.querySelectorAll(".more[open]")) if (other !== more) other.open = false;
  const indices = article.dataset.runs.split(",").filter(Boolean).map(Number);
  if (!indices.length || place.firstChild) return;
  const frame = document.createElement("iframe");
  frame.title = `Player of ${article.querySelector("h3").textContent}`;
  frame.addEventListener("load", () => {
    const scrubber = frame.contentDocument?.getElementById("scrubber");
    if (!scrubber) return;
    scrubber.value = article.dataset.frame;
    scrubber.dispatchEvent(new Event("input"));
  });
  frame.srcdoc = playerOf(indices);
  place.append(frame);
}
// Opens the case that the address of the page names.
function openNamed() {
  const name = decodeURIComponent(location.hash.slice(1));
  const article = [...document.querySelectorAll("article")].find((article) => article.id === name);
  if (!article) return;
  article.querySelector(".more").open = true;
  article.focus();
}
const quoted = (words) => `'${words.replaceAll("'", "'\\''")}'`;
// Returns the command that accepts the ticked cases. Whole groups are selected by their options, and other selections
// by the folders of their cases.
function commandOf(bar, reason) {
  const groups = [...document.querySelectorAll(".group")].map((group) => ({ option: group.dataset.option,
    all: [...group.querySelectorAll("input.one")], ticked: [...group.querySelectorAll("input.one:checked")] }))
    .filter((group) => group.ticked.length);
  const options = groups.map((group) => group.option);
  const kinds = new Set(options.map((option) => option?.split(" ")[0]));
  const isWhole = !kinds.has(undefined) && kinds.size === 1
    && groups.every((group) => group.ticked.length === group.all.length);
  const folders = groups.flatMap((group) => group.ticked.map((box) => box.dataset.folder));
  const chosen = isWhole ? [bar.dataset.selection + options.join(" ")]
    : [...folders, ...kinds.size === 1 && !kinds.has(undefined) ? options : ["--all"]];
  // A reason that begins with a hyphen would look like an option.
  const because = reason.startsWith("-") ? `--because=${quoted(reason)}` : `--because ${quoted(reason)}`;
  return `${bar.dataset.command} ${chosen.join(" ")} ${because}`;
}
function update() {
  const bar = document.getElementById("acceptance");
  for (const group of document.querySelectorAll(".group")) {
    const all = group.querySelector("input.all"), boxes = [...group.querySelectorAll("input.one")];
    if (!all) continue;
    const count = boxes.filter((box) => box.checked).length;
    [all.checked, all.indeterminate] = [count > 0 && count === boxes.length, count > 0 && count < boxes.length];
  }
  const boxes = document.querySelectorAll("input.one");
  const count = document.querySelectorAll("input.one:checked").length;
  document.getElementById("ticked").textContent = count
    ? `${count} of ${boxes.length} cases are ticked.` : "Tick the groups or cases whose new runs are right.";
  document.getElementById("accepting").hidden = !count;
  document.getElementById("copied").textContent = "";
  const reason = document.getElementById("reason").value.trim();
  document.getElementById("command").value = count ? commandOf(bar, reason || "why the new runs are right") : "";
}
// Selects the command and copies it. Browsers provide the clipboard only to pages from a disk or over HTTPS.
async function copy() {
  const area = document.getElementById("command"), note = document.getElementById("copied");
  area.focus();
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
    note.textContent = "Copied.";
  } catch {
    note.textContent = "The browser does not allow this page to use the clipboard. The command is selected; "
      + "press Ctrl+C, or ⌘C on a Mac, to copy it.";
  }
}
function startAcceptance() {
  document.addEventListener("change", ({ target }) => {
    if (target.matches("input.all"))
      for (const box of target.closest(".group").querySelectorAll("input.one")) box.checked = target.checked;
    if (target.matches("input.all, input.one")) update();
  });
  document.getElementById("reason").addEventListener("input", update);
  document.getElementById("copy").addEventListener("click", copy);
  document.getElementById("command").addEventListener("focus", ({ target }) => target.select());
  update();
}
addEventListener("hashchange", openNamed);
// Wait until the document is complete, because data of the players follows this script.
addEventListener("DOMContentLoaded", () => {
  if (document.getElementById("acceptance")) startAcceptance();
  const articles = [...document.querySelectorAll("article")];
  for (const article of articles) article.querySelector(".more").addEventListener("toggle", () => toggled(article));
  // The page of a single case opens with its player.
  if (articles.length === 1) articles[0].querySelector(".more").open = true;
  openNamed();
});
