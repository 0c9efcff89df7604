import FrameLogs
import Portraits
import Quantities

/// A case in a page of changed cases.
package struct ChangedCase: Sendable {
  /// The name, such as `sheet/flick-up-from-half`.
  package var name: String
  /// The scenario.
  package var scenario: String
  /// The kind of the change, in words.
  package var kind: String
  /// The differences, one per line; the first line is the most important.
  package var words: [String]
  /// The commands for the next step, one per line.
  package var commands: [String]
  /// The settings of the case, as in its file; empty if they are unknown.
  package var settings: String
  /// The actual run, followed by the expected run if there is one; empty for a case without a picture.
  package var runs: [PlottedRun]
  /// Whether the page has a player of the runs.
  package var isPlayed = true
  /// The recording of the actual run; nil if the page can only play the run, not replay it with other settings.
  package var recorded: RecordedRun?
  /// The shell word with which `flickbook accept` selects this case; nil if the case cannot be accepted.
  package var acceptedAs: String?

  /// Creates a case in a page of changed cases.
  package init(
    name: String, scenario: String, kind: String, words: [String], commands: [String] = [],
    settings: String = "", runs: [PlottedRun] = [], recorded: RecordedRun? = nil
  ) {
    (self.name, self.scenario, self.kind) = (name, scenario, kind)
    (self.words, self.commands, self.settings) = (words, commands, settings)
    (self.runs, self.recorded) = (runs, recorded)
  }
}

/// A group in a page of changed cases: cases that have the same cause, or another property in common.
package struct ChangedGroup: Sendable {
  /// The heading, such as the cause of the changes.
  package var title: String
  /// The number of cases and their kinds, in words.
  package var words: String
  /// The option of `flickbook accept` that selects all cases of the group, such as `--group 60f3ab`; nil if there is
  /// none.
  package var option: String?
  /// The cases, the worst first.
  package var cases: [ChangedCase]

  /// Creates a group.
  package init(title: String, words: String, option: String? = nil, cases: [ChangedCase]) {
    (self.title, self.words, self.option, self.cases) = (title, words, option, cases)
  }
}

/// The command with which a reader of a page accepts the ticked cases.
package struct AcceptanceCommand: Sendable {
  /// The command without options, such as `flickbook accept`.
  package var command: String
  /// The shell words that select the tested cases, each with a space after it; empty for the default folder.
  package var selection: String
  /// The folder in which the command works, in words that follow "Run the command in".
  package var place: String

  /// Creates a command.
  package init(command: String = "flickbook accept", selection: String, place: String) {
    (self.command, self.selection, self.place) = (command, selection, place)
  }
}

/// Returns an HTML page that shows changed cases in groups, for example one for each cause.
///
/// Each case has a picture of the new run over the expected run. The details of a case have the differences, the
/// settings, and a player of the actual run with the expected run as an outline; the player opens at the first
/// difference. With `acceptance`, the reader ticks groups and cases, and the page shows the command that accepts them.
/// Without scripts, the page is a list of the groups and cases. The page is one self-contained file. `flickbook replay`
/// can read the recordings from the page.
///
/// - Parameters:
///   - groups: The groups, with the most important first; without groups, the page contains only the title and the
///     summary.
///   - title: The title of the page.
///   - summary: The lines of the summary: the results, and the cases that were left out.
///   - acceptance: The command that accepts cases; nil if the page must not offer one.
///   - engine: The replay engine, as for ``htmlPlayer(of:names:sceneries:recorded:engine:recordingsPath:)``; empty for no
///     engine.
/// - Returns: The page.
package func changesPage(
  of groups: [ChangedGroup], title: String, summary: [String],
  acceptance: AcceptanceCommand? = nil, engine: [UInt8] = []
) -> String {
  var body = PageBody(acceptance: acceptance)
  let sections = groups.enumerated().map { body.section($1, number: $0 + 1) }.joined()
  let player = body.runs.isEmpty ? ("", "") : playerParts(body.runs, body.recorded, engine)
  let words = summary.map { "<p class=\"soft\">\(told($0))</p>\n" }.joined()
  let (ownStyle, ownScript) = ("\n\(style)\n", groups.isEmpty ? "" : "\n\(script)")
  return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    \(policy(ownStyle, ownScript).element)<meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(told(title))</title>
    <style>\(ownStyle)</style>
    </head>
    <body>
    <a class="skip" href="#cases">Skip to the cases</a>
    <header><h1>\(told(title))</h1>
    \(words)</header>
    \(contents(groups))<main id="cases" tabindex="-1">
    \(sections)</main>
    \(acceptance.map(bar) ?? "")\(player.0)<script>\(ownScript)</script>
    \(player.1)</body>
    </html>

    """
}

/// Returns the Content Security Policy of the page.
///
/// The page shows each player in an `iframe`, and writes the document of the `iframe` itself. Both the policy of the
/// page and the policy of the player apply to such a document, so the policy of the page must also allow the scripts
/// and styles of the player.
private func policy(_ ownStyle: String, _ ownScript: String) -> ContentPolicy {
  let player = PlayerTexts()
  return ContentPolicy(
    scripts: [Array(ownScript.utf8), player.script, player.engine],
    styles: [Array(ownStyle.utf8), player.style])
}

/// Returns the parts of the player's page: everything before the data, as a JSON string, and the data.
///
/// All players share the data, so that the page contains each run and the engine only once.
private func playerParts(
  _ runs: [PlottedRun], _ recorded: [RecordedRun?], _ engine: [UInt8]
) -> (shell: String, data: String) {
  let mark = "<script type=\"text/plain\" id=\"engine\">"
  let empty = htmlPlayer(of: [])
  let whole = htmlPlayer(
    of: runs.map(\.run), names: runs.map(\.name), sceneries: runs.map(\.scenery),
    recorded: recorded, engine: engine)
  guard let shell = empty.range(of: mark), let data = whole.range(of: mark) else { return ("", "") }
  var page: [UInt8] = []
  append(.text(String(empty[..<shell.lowerBound])), id: "player", to: &page)
  return (String(decoding: page, as: UTF8.self), String(whole[data.lowerBound...]))
}

private func told(_ text: String) -> String { escaped(printable(text, most: 2_000)) }

/// Returns a part of a shell command for an attribute; unlike other text, it is never cut.
private func word(_ text: String) -> String { escaped(printable(text, most: .max)) }

/// Returns the anchor of the case `name`, to which a link can refer.
private func anchor(_ name: String) -> String { "case:" + escaped(printable(name, most: 300)) }

/// Returns the navigation: a link to each group.
private func contents(_ groups: [ChangedGroup]) -> String {
  guard groups.count > 1 else { return "" }
  let links = groups.enumerated().map { index, group in
    "<li><a href=\"#group\(index + 1)\">\(told(group.title))</a> "
      + "<span class=\"soft\">\(group.cases.count)</span></li>\n"
  }
  return "<nav aria-label=\"Groups\"><ul>\n\(links.joined())</ul></nav>\n"
}

/// Returns the bar with the command that accepts the ticked cases.
private func bar(_ acceptance: AcceptanceCommand) -> String {
  """
  <section id="acceptance" class="scripted" aria-label="Command that accepts the ticked cases" \
  data-command="\(word(acceptance.command))" data-selection="\(word(acceptance.selection))">
  <p id="ticked" role="status"></p>
  <div id="accepting">
  <label>Reason <input type="text" id="reason" autocomplete="off" maxlength="500"></label>
  <label class="wide"><span class="unseen">Command that accepts the ticked cases</span>
  <textarea id="command" rows="2" readonly spellcheck="false"></textarea></label>
  <button type="button" id="copy">Copy</button>
  <p id="copied" class="soft" role="status"></p>
  <p class="soft">Run the command in \(told(acceptance.place)).</p>
  </div>
  </section>

  """
}

/// The sections of a page, and the data to which they refer by number.
private struct PageBody {
  let acceptance: AcceptanceCommand?
  private(set) var runs: [PlottedRun] = []
  private(set) var recorded: [RecordedRun?] = []

  init(acceptance: AcceptanceCommand?) { self.acceptance = acceptance }

  /// Returns a group: its heading, the box that ticks all of its cases, and its cases.
  mutating func section(_ group: ChangedGroup, number: Int) -> String {
    let canAccept = group.cases.contains { $0.acceptedAs != nil }
    let isAccepted = acceptance != nil && canAccept
    var text = "<section class=\"group\" id=\"group\(number)\""
    if isAccepted, let option = group.option { text += " data-option=\"\(word(option))\"" }
    text += ">\n<h2>\(told(group.title))</h2>\n<p class=\"soft\">\(told(group.words))</p>\n"
    if isAccepted, let acceptance {
      text += """
        <label class="tick scripted"><input type="checkbox" class="all" autocomplete="off"> Accept this group\
        <span class="unseen">: \(told(group.title))</span></label>

        """
      if let option = group.option {
        let command =
          "\(acceptance.command) \(acceptance.selection)\(option) --because \"why the new runs are right\""
        text += "<p class=\"unscripted\">To accept this group: <code>\(told(command))</code></p>\n"
      }
    }
    text += "<ul class=\"cases\">\n"
    for changed in group.cases {
      text += "<li>\(article(changed, isAccepted: isAccepted))</li>\n"
    }
    return text + "</ul>\n</section>\n"
  }

  private mutating func article(_ changed: ChangedCase, isAccepted: Bool) -> String {
    let played = changed.isPlayed ? changed.runs : []
    let numbers = played.indices.map { "\(runs.count + $0)" }.joined(separator: ",")
    runs += played
    recorded += played.indices.map { $0 == 0 ? changed.recorded : nil }
    var text = "<article id=\"\(anchor(changed.name))\" data-runs=\"\(numbers)\""
    text += " data-frame=\"\(firstDifference(of: changed.runs))\" tabindex=\"-1\">\n"
    text += "<h3>\(told(changed.name))</h3>\n"
    if isAccepted, let folder = changed.acceptedAs {
      text += """
        <label class="tick scripted"><input type="checkbox" class="one" autocomplete="off" \
        data-folder="\(word(folder))"> Accept<span class="unseen"> \(told(changed.name))</span></label>

        """
    }
    if let first = changed.words.first { text += "<p>\(told(first))</p>\n" }
    if let picture = picture(of: changed) {
      text += image(picture, words: changed.words.first ?? changed.kind)
    }
    return text + details(changed) + "</article>\n"
  }

  private func details(_ changed: ChangedCase) -> String {
    var text = """
      <details class="more"><summary>Details<span class="unseen"> of \(told(changed.name))</span></summary>
      <p class="kind">\(told(changed.kind))</p>

      """
    text += changed.words.dropFirst().map { "<p>\(told($0))</p>\n" }.joined()
    text += "<div class=\"player\"></div>\n"
    if !changed.settings.isEmpty {
      text +=
        "<details><summary>Settings</summary><pre>\(lines(changed.settings))</pre></details>\n"
    }
    if !changed.commands.isEmpty {
      let commands = lines(changed.commands.joined(separator: "\n"))
      text += "<h4>Commands for the next step</h4><pre>\(commands)</pre>\n"
    }
    return text + "</details>\n"
  }
}

private func picture(of changed: ChangedCase) -> String? {
  guard let run = changed.runs.first else { return nil }
  let style = PlotStyle(theme: .auto)
  guard changed.runs.count > 1 else { return svgPicture(of: [run], style: style) }
  return svgPicture(
    comparing: changed.runs[1].run, with: run.run,
    scenery: (expected: changed.runs[1].scenery, actual: run.scenery), style: style)
}

/// Returns an `img` element with an SVG document; `words` is a description for people who cannot see the picture.
func image(_ picture: String, words: String) -> String {
  "<img loading=\"lazy\" alt=\"\(told(words))\" "
    + "src=\"data:image/svg+xml;base64,\(base64(Array(picture.utf8)))\">\n"
}

/// Returns the first frame in which two runs look different at the same time; without a second run or a difference, the
/// first frame after the last decision; 0 if there is neither.
private func firstDifference(of runs: [PlottedRun]) -> Int {
  let portraits = runs.map { Portrait($0.run, $0.scenery) }
  guard let new = portraits.first, let old = portraits.last else { return 0 }
  let frames = new.run.frames
  let different = frames.indices.first { index in
    new.scene(index) != old.scene(old.frame(at: frames[index].time.value))
  }
  let decision = new.run.events.last { $0.kind == .decision }
  let decided = decision.flatMap { decision in frames.firstIndex { $0.time >= decision.time } }
  return different ?? decided ?? 0
}

/// Returns a text escaped for HTML and without control characters, except that its line ends are kept.
private func lines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .prefix(200).map { escaped(printable(String($0), most: 400)) }.joined(separator: "\n")
}

extension String {
  /// The first range of `word`.
  fileprivate func range(of word: String) -> Range<String.Index>? { firstRange(of: word) }
}

private let style = """
  :root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --soft: #57606a; --line: #d3d9e0;
    --panel: #f6f8fa; --link: #0b57b8; }
  @media (prefers-color-scheme: dark) { :root { --paper: #0e1114; --ink: #eef1f5; --soft: #aab3be;
    --line: #343b44; --panel: #14171b; --link: #7db8ff; } }
  @media (forced-colors: active) { :root { --paper: Canvas; --ink: CanvasText; --soft: CanvasText;
    --line: CanvasText; --panel: Canvas; --link: LinkText; } }
  .scripted { display: none; } .has-script .scripted { display: revert; }
  .has-script .unscripted { display: none; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    white-space: nowrap; }
  button, textarea, input[type=text] { font: inherit; color: var(--ink); background: var(--paper);
    border: 1px solid var(--soft); border-radius: 6px; padding: 4px 10px; max-width: 100%; }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 12px clamp(12px, 2vw, 28px) 40px; background: var(--paper); color: var(--ink);
    font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
  h1 { font-size: 22px; margin: 6px 0 0; } h2 { font-size: 17px; margin: 22px 0 0; overflow-wrap: anywhere; }
  h4 { font-size: 14px; margin: 10px 0 0; } p { margin: 4px 0; max-width: 100ch; overflow-wrap: anywhere; }
  .soft { color: var(--soft); font-weight: 400; } a { color: var(--link); }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  .skip { position: absolute; left: -9999px; } .skip:focus { position: static; }
  nav ul { margin: 8px 0; padding: 0; list-style: none; }
  nav a { display: inline-block; overflow-wrap: anywhere; }
  .has-script label.tick { display: flex; align-items: center; gap: 8px; width: fit-content; padding: 2px 8px 2px 0;
    cursor: pointer; } .tick input { width: 20px; height: 20px; flex: none; margin: 0; accent-color: var(--link); }
  .cases { list-style: none; margin: 8px 0; padding: 0; display: grid; gap: 10px;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 420px), 1fr)); }
  .cases > li { min-width: 0; border: 1px solid var(--line); border-radius: 8px; padding: 8px;
    background: var(--panel); }
  .cases h3 { font-size: 14px; margin: 4px 0 0; overflow-wrap: anywhere; }
  .cases p { margin: 2px 0; font-size: 13.5px; }
  .cases > li:has(.more[open]) { grid-column: 1 / -1; }
  .cases > li:has(input:checked) { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
  .kind { color: var(--soft); } iframe { width: 100%; height: max(640px, 82vh); border: 1px solid var(--line);
    border-radius: 8px; margin: 8px 0; background: var(--paper); }
  details { margin: 4px 0; } summary { cursor: pointer; padding: 4px 0; } img { max-width: 100%; height: auto; }
  pre { overflow-x: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 8px;
    padding: 8px 12px; font-size: 13px; } code { overflow-wrap: anywhere; }
  #acceptance { position: sticky; bottom: 0; margin: 24px 0 0; padding: 8px 12px; background: var(--panel);
    border: 1px solid var(--soft); border-radius: 8px; }
  #accepting { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; } #accepting p { margin: 0; }
  #accepting label:first-child { display: flex; gap: 8px; align-items: center; }
  #accepting .wide { flex: 1 1 280px; min-width: 0; } #reason { width: min(100%, 300px); }
  #command { display: block; width: 100%; font: 13px/1.4 ui-monospace, monospace; resize: vertical; }
  article { scroll-margin: 12px 0 180px; }
  [hidden] { display: none !important; }
  @media (pointer: coarse) { button, summary, input[type=text], label.tick, nav a { min-height: 44px; }
    summary, nav a { padding-top: 10px; padding-bottom: 10px; } }
  @media (max-height: 500px) { #acceptance { position: static; } }
  @media (max-width: 600px) { #acceptance { padding: 4px 8px; margin-left: -8px; margin-right: -8px; } }
  @media print { nav, iframe, #acceptance { display: none !important; } }
  """

/// The script of the page: the players, and the command that accepts the ticked cases.
private let script = #"""
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

  """#
