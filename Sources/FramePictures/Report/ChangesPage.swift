import FrameLogs
import Portraits

/// A case in a page of changed cases.
public struct ChangedCase: Sendable {
  /// The name, such as `sheet/flick-up-from-half`.
  public var name: String
  /// The scenario.
  public var scenario: String
  /// The kind of the change, in words; the page groups the cases by their kind.
  public var kind: String
  /// The differences, one per line.
  public var words: [String]
  /// The commands for the next step, one per line.
  public var commands: [String]
  /// The settings of the case, as in its file; empty if they are unknown.
  public var settings: String
  /// The actual run, followed by the expected run if there is one; empty for a case that is only described in words.
  public var runs: [PlottedRun]
  /// The recording of the actual run; nil if the page can only play the run, not replay it with other settings.
  public var recorded: RecordedRun?

  /// Creates a case in a page of changed cases.
  public init(
    name: String, scenario: String, kind: String, words: [String], commands: [String] = [],
    settings: String = "", runs: [PlottedRun] = [], recorded: RecordedRun? = nil
  ) {
    (self.name, self.scenario, self.kind) = (name, scenario, kind)
    (self.words, self.commands, self.settings) = (words, commands, settings)
    (self.runs, self.recorded) = (runs, recorded)
  }
}

/// Returns an HTML page that shows changed cases, grouped by the kind of their change and by scenario.
///
/// For each case the page shows the differences, the settings, a picture, and a player of the actual run with the
/// expected run as an outline. The page is one self-contained file. `flickbook replay` can read the recordings from
/// the page.
///
/// - Parameters:
///   - cases: The cases, with the most important kind first; without cases, the page contains only the title and the
///     summary.
///   - title: The title of the page.
///   - summary: The lines of the summary: the results, and the cases that were left out.
///   - engine: The replay engine, as for ``htmlPlayer(of:names:sceneries:recorded:engine:)``; empty for no engine.
/// - Returns: The page.
public func changesPage(
  of cases: [ChangedCase], title: String, summary: [String], engine: [UInt8] = []
) -> String {
  var runs: [PlottedRun] = []
  var recorded: [RecordedRun?] = []
  var articles = ""
  for changed in cases {
    let first = runs.count
    runs += changed.runs
    recorded += changed.runs.indices.map { $0 == 0 ? changed.recorded : nil }
    articles += article(changed, runs: first..<runs.count)
  }
  let player = runs.isEmpty ? ("", "") : playerParts(runs, recorded, engine)
  let words = summary.map { "<p class=\"soft\">\(told($0))</p>\n" }.joined()
  let (ownStyle, ownScript) = ("\n\(style)\n", cases.isEmpty ? "" : "\n\(script)")
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
    <div class="columns">
    \(list(cases))<main id="cases" tabindex="-1">
    \(articles)</main>
    </div>
    \(player.0)<script>\(ownScript)</script>
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

/// Returns the anchor of the case `name`, to which a link can refer.
private func anchor(_ name: String) -> String { "case:" + escaped(printable(name, most: 300)) }

/// Returns the navigation: the kinds, below each kind its scenarios, and below each scenario links to its cases.
private func list(_ cases: [ChangedCase]) -> String {
  guard !cases.isEmpty else { return "" }
  var text = "<nav aria-label=\"Cases\">\n"
  for kind in ordered(cases.map(\.kind)) {
    let own = cases.filter { $0.kind == kind }
    text += "<h2>\(told(kind)) <span class=\"soft\">\(own.count)</span></h2>\n"
    for scenario in ordered(own.map(\.scenario)) {
      let cases = own.filter { $0.scenario == scenario }
      text += "<h3>\(told(scenario)) <span class=\"soft\">\(cases.count)</span></h3>\n<ul>"
      text += cases.map(link).joined()
      text += "</ul>\n"
    }
  }
  return text + "</nav>\n"
}

private func link(_ changed: ChangedCase) -> String {
  let mark = changed.runs.isEmpty ? " <span class=\"soft\">text only</span>" : ""
  return "<li><a href=\"#\(anchor(changed.name))\">\(told(changed.name))\(mark)</a></li>"
}

/// Returns each text once, in the order of first appearance.
private func ordered(_ texts: [String]) -> [String] {
  var seen: Set<String> = []
  return texts.filter { seen.insert($0).inserted }
}

private func article(_ changed: ChangedCase, runs: Range<Int>) -> String {
  let numbers = runs.map { "\($0)" }.joined(separator: ",")
  var text = """
    <article id="\(anchor(changed.name))" data-runs="\(numbers)" tabindex="-1">
    <h2>\(told(changed.name))</h2>
    <p class="kind">\(told(changed.kind))</p>

    """
  text += changed.words.map { "<p>\(told($0))</p>\n" }.joined()
  text += "<div class=\"player\"></div>\n"
  if let picture = picture(of: changed) {
    text += """
      <details><summary>Picture</summary>
      <img loading="lazy" alt="\(told(changed.words.first ?? changed.kind))" \
      src="data:image/svg+xml;base64,\(base64(Array(picture.utf8)))"></details>

      """
  }
  if !changed.settings.isEmpty {
    text += "<details><summary>Settings</summary><pre>\(lines(changed.settings))</pre></details>\n"
  }
  if !changed.commands.isEmpty {
    let commands = lines(changed.commands.joined(separator: "\n"))
    text += "<h3>Commands for the next step</h3><pre>\(commands)</pre>\n"
  }
  return text + "</article>\n"
}

private func picture(of changed: ChangedCase) -> String? {
  guard let run = changed.runs.first else { return nil }
  let style = PlotStyle(theme: .auto)
  guard changed.runs.count > 1 else { return svgPicture(of: [run], style: style) }
  return svgPicture(
    comparing: changed.runs[1].run, with: run.run,
    scenery: (expected: changed.runs[1].scenery, actual: run.scenery), style: style)
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
  * { box-sizing: border-box; }
  body { margin: 0; padding: 12px clamp(12px, 2vw, 28px) 40px; background: var(--paper); color: var(--ink);
    font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
  h1 { font-size: 22px; margin: 6px 0 0; } h2 { font-size: 16px; margin: 18px 0 0; }
  h3 { font-size: 14px; margin: 10px 0 0; } p { margin: 4px 0; max-width: 100ch; overflow-wrap: anywhere; }
  .soft { color: var(--soft); font-weight: 400; } a { color: var(--link); }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  .skip { position: absolute; left: -9999px; } .skip:focus { position: static; }
  nav { max-height: 40vh; overflow: auto; border-bottom: 1px solid var(--line); }
  .columns { display: grid; gap: 24px; grid-template-columns: minmax(0, 1fr); }
  @media (min-width: 900px) { .columns { grid-template-columns: minmax(220px, 22%) minmax(0, 1fr); }
    nav { position: sticky; top: 0; max-height: 100vh; border: 0; padding-bottom: 24px; } }
  nav ul { margin: 0; padding: 0; list-style: none; } nav li a { display: block; padding: 3px 6px;
    overflow-wrap: anywhere; border-radius: 6px; }
  nav a[aria-current] { background: var(--panel); font-weight: 600; color: var(--ink); }
  article { border-top: 1px solid var(--line); padding-top: 4px; } article h2 { font-size: 18px; }
  .kind { color: var(--soft); } iframe { width: 100%; height: max(640px, 82vh); border: 1px solid var(--line);
    border-radius: 8px; margin: 8px 0; background: var(--paper); }
  details { margin: 8px 0; } summary { cursor: pointer; padding: 4px 0; } img { max-width: 100%; height: auto; }
  pre { overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
    padding: 8px 12px; font-size: 13px; }
  [hidden] { display: none !important; }
  @media print { nav, iframe { display: none; } }
  """

/// The script that shows one case at a time, each in its own player, which receives only the runs of the case.
private let script = #"""
  "use strict";
  const articles = [...document.querySelectorAll("article")];
  const links = [...document.querySelectorAll("nav a")];
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
  function choose(article, isAsked) {
    for (const other of articles) {
      other.hidden = other !== article;
      if (other !== article) other.querySelector(".player").replaceChildren();
    }
    for (const link of links) {
      if (link.getAttribute("href") === `#${article.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const indices = article.dataset.runs.split(",").filter(Boolean).map(Number);
    const place = article.querySelector(".player");
    if (indices.length && !place.firstChild) {
      const frame = document.createElement("iframe");
      frame.title = `Player of ${article.querySelector("h2").textContent}`;
      frame.srcdoc = playerOf(indices);
      place.append(frame);
    }
    if (isAsked) article.focus();
  }
  const wanted = () => articles.find((article) => `#${article.id}` === decodeURIComponent(location.hash));
  addEventListener("hashchange", () => { const article = wanted(); if (article) choose(article, true); });
  // Wait until the document is complete, because the data follows this script.
  addEventListener("DOMContentLoaded", () => choose(wanted() ?? articles[0], false));

  """#
