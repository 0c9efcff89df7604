// The server of the page. `flickbook view --serve --record-into FOLDER` serves a page that sends each drag to the
// command, which saves it as a recording. All other pages have no server and send nothing.
const serverPath = () => JSON.parse(element("server")?.textContent ?? "{}").recordings ?? null;

// Returns a sentence that states where drags go.
const whereDragsGo = () => serverPath()
  ? "The page sends each drag to the flickbook command that serves it, which saves the drag as a recording."
  : "All data stays in this browser unless you save a recording or pass on a link.";

// Sends a drag to the server. Returns a note that reports the result when it arrives, or "" if the page has no server.
function sendDrag(begun) {
  const path = serverPath();
  if (!path) return "";
  const note = made("span", "Sending the recording …", { className: "soft" });
  const report = (words) => {
    note.textContent = words;
    say(`${begun.name}: ${words}`);
  };
  const notSaved = (reason) => report(`Not saved by the server: ${reason} The button Save still saves the recording.`);
  fetch(path, { method: "POST", headers: { "Content-Type": "application/yaml" }, body: recordingFile(begun) })
    .then(async (response) => {
      const words = (await response.text()).trim();
      if (response.ok) report(`The server has saved the recording as ${words}.`); else notSaved(words);
    })
    .catch(() => notSaved("the page cannot reach it; flickbook view may have ended."));
  return note;
}
