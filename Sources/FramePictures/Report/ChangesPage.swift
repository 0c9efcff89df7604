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
  // The page shows each player in an `iframe`, and writes the document of the `iframe` itself. Both the policy of the
  // page and the policy of the player apply to such a document, so the policy of the page must also allow the scripts
  // and styles of the player.
  let texts = PlayerTexts()
  let script = groups.isEmpty ? [] : Array("\n".utf8) + PackageResources.changes_js
  var document = ReportDocument(title: title, summary: summary)
  document.links = groups.enumerated().map { ("group\($0 + 1)", $1.title, "\($1.cases.count)") }
  document.main = sections
  document.end =
    (acceptance.map(bar) ?? "") + player.0
    + "<script>\(String(decoding: script, as: UTF8.self))</script>\n" + player.1
  document.policy = ContentPolicy(
    scripts: [script, texts.script, texts.engine], styles: [texts.style])
  return document.html
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

/// Returns a part of a shell command for an attribute; unlike other text, it is never cut.
private func word(_ text: String) -> String { escaped(printable(text, most: .max)) }

/// Returns the anchor of the case `name`, to which a link can refer.
private func anchor(_ name: String) -> String { "case:" + escaped(printable(name, most: 300)) }

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
  <p class="soft">Run the command in \(reportText(acceptance.place)).</p>
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
    text += ">\n<h2>\(reportText(group.title))</h2>\n"
    text += "<p class=\"soft\">\(reportText(group.words))</p>\n"
    if isAccepted, let acceptance {
      text += """
        <label class="tick scripted"><input type="checkbox" class="all" autocomplete="off"> Accept this group\
        <span class="unseen">: \(reportText(group.title))</span></label>

        """
      if let option = group.option {
        let command =
          "\(acceptance.command) \(acceptance.selection)\(option) --because \"why the new runs are right\""
        let element = "<code>\(reportText(command))</code>"
        text += "<p class=\"unscripted\">To accept this group: \(element)</p>\n"
      }
    }
    text += "<ul class=\"cards cases\">\n"
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
    text += "<h3>\(reportText(changed.name))</h3>\n"
    if isAccepted, let folder = changed.acceptedAs {
      text += """
        <label class="tick scripted"><input type="checkbox" class="one" autocomplete="off" \
        data-folder="\(word(folder))"> Accept<span class="unseen"> \(reportText(changed.name))</span></label>

        """
    }
    if let first = changed.words.first { text += "<p>\(reportText(first))</p>\n" }
    if let picture = picture(of: changed) {
      text += image(picture, words: changed.words.first ?? changed.kind)
    }
    return text + details(changed) + "</article>\n"
  }

  private func details(_ changed: ChangedCase) -> String {
    var text = """
      <details class="more"><summary>Details<span class="unseen"> of \(reportText(changed.name))</span></summary>
      <p class="kind">\(reportText(changed.kind))</p>

      """
    text += changed.words.dropFirst().map { "<p>\(reportText($0))</p>\n" }.joined()
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
  "<img loading=\"lazy\" alt=\"\(reportText(words))\" "
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
