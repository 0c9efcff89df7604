// The texts that the mode Try copies: a command, the changes for a case, a link, and code for a platform.

// Adds the menu for copying to the actions of a trial. The engine may refuse the latest settings, so the menu copies
// the latest settings that the engine has accepted.
function copyActions(box, now) {
  const menu = made("details", "", { id: "copying", open: isCopying }), list = made("div", "", { className: "rows" });
  menu.ontoggle = () => { isCopying = menu.open; };
  list.append(madeButton("Copy command", () => copyCommand(box, goodOf(now))),
    madeButton("Copy case.yml", () => offer(box, patchOf(goodOf(now)) || "# no changed settings\n")),
    madeButton("Copy link", () => copyLink(box)));
  if (generalTable().platforms?.length) list.append(...codeControls(box, now));
  menu.append(made("summary", "Copy"), list);
  box.append(menu);
}
let isCopying = false;

// Copies the command of a trial. If the recording of the trial is only in the page, a note says that the command needs
// a file, and a button saves the recording as a file.
async function copyCommand(box, now) {
  await offer(box, commandOf(now.source.file, requestOf(now)));
  box.querySelector(".first")?.remove();
  const begun = kept.find((one) => one.name === now.source.name);
  if (!begun || begun.text !== undefined) return noteFolder(box, now);
  const note = made("p", "", { className: "rows first" }), words = made("span", "");
  const fill = () => {
    words.textContent = begun.isSaved ? `Run the command in the folder in which you saved ${now.source.file}.`
      : `The recording is only in this page. Save it first; the command reads ${now.source.file} in the current folder.`;
  };
  fill();
  note.append(words, madeButton(`Save ${now.source.file}`, () => { saveRecording(begun); fill(); }));
  box.append(note);
  say(words.textContent);
}

// Shows in which folder a command works, if the page knows only the name of the file. It knows only the name if the
// path was absolute, or if the file was opened in the page.
function noteFolder(box, now) {
  if (entriesOf().some((entry) => entry.recording === now.source.recording && entry.path !== undefined)) return;
  box.append(made("p", `The page has only the name of the file ${now.source.file}. Run the command in its folder.`, { className: "first" }));
}

// Returns the changes of a trial as keys of a case.yml; "" if there are none.
function patchOf(now) {
  const plain = (content) => /^-?\d+(\.\d+)?$/.test(content) ? content : JSON.stringify(`${content}`);
  const pairs = [...now.changes].map(([key, content]) => [key, `${key}: ${plain(content)}`]);
  const lines = pairs.filter(([key]) => optionOf(key)).map(([, line]) => line);
  const sets = pairs.filter(([key]) => !optionOf(key)).map(([, line]) => `  ${line}`);
  if (now.preset !== null) lines.unshift(`preset: ${plain(now.preset)}`);
  if (sets.length) lines.push("set:", ...sets);
  return lines.length ? `${lines.join("\n")}\n` : "";
}

let platform = "";
function codeControls(box, now) {
  const select = made("select", "", { id: "platform", "aria-label": "Platform of the code" });
  for (const one of generalTable().platforms) select.append(made("option", one.title ?? one.platform, { value: one.platform, title: one.meaning ?? "", selected: one.platform === platform }));
  select.onchange = () => { platform = select.value; };
  const copy = async () => {
    const answer = engine.ask(`export ${select.value}\n${requestOf(goodOf(now))}`);
    if (answer.error) return trouble(sentence(answer.error));
    trouble("");
    await offer(box, answer.code);
    const { losses } = answer;
    if (losses.length) box.querySelector(".copied").textContent += ` ${losses.length === 1 ? "1 loss is" : `${losses.length} losses are`} listed at the end of the code.`;
  };
  return [select, madeButton("Copy code", copy)];
}
