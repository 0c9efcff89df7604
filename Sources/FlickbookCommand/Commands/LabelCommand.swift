import ArgumentParser
import Flickbook
import FramePictures

struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract:
      "Label recordings with intent, person, session and start position.",
    discussion: HelpDetail.text(
      """
      The intent is the target that the user intended: a target of the scenario, or alternatives \
      separated by |. A case names its scenario; for other recordings, give --scenario. A libinput \
      recording stores the label itself, and no other byte of the file changes; for any other \
      format, the label is stored next to the recording, in NAME.label.yml.
      """,
      details: """
        Without a label option, and on a terminal, the command shows the recordings one by one and asks \
        for the intent of each. The picture ends with the gesture, so that the target of the present settings \
        does not influence your answer. A table starts with a line of column names: recording, intent, person, \
        session, start; 'flickbook corpus list --csv' prints such a table. An empty cell keeps the present value. \
        All labels are checked before any file is written.

        The JSON has a line for each recording: recording, location (the file with the label) and \
        changed; and the new intent, person, session and start.
        """,
      example: """
        flickbook corpus label traces --scenario sheet --intent half
        flickbook corpus label traces --scenario sheet --table labels.csv
        flickbook corpus label traces --scenario sheet
        """,
      readOn: "docs/tuning.md"))

  @Argument(
    help: "Recordings in any format, or folders of recordings or cases.", completion: .file())
  var paths: [String]

  @Option(help: "The target that the user intended, such as half; separate alternatives with |.")
  var intent: String?

  @Option(help: "The person who made the gesture.")
  var person: String?

  @Option(help: "The session of this person in which the gesture was recorded.")
  var session: String?

  @Option(help: "The position of the surface when the recording began, such as tip.")
  var start: String?

  @Option(help: "A table of labels, as comma-separated values; - is standard input.")
  var table: String?

  @Flag(help: "Remove the present label before the new one is set.")
  var clear = false

  @OptionGroup var source: CorpusSource<SettingOptions>

  @Flag(help: "Print one line of JSON for each recording.")
  var json = false

  /// A recording with its new label.
  private struct Wish {
    var given: GivenRecording
    var label: RecordingLabel
    /// The option, or the line of the table, that sets the label; error messages begin with this location.
    var location: String
  }

  func run() throws {
    guard !paths.contains("-") else {
      throw Failure(.usage, at: "-", "standard input cannot be labelled", "give the path of a file")
    }
    let given = try source.someRecordings(in: paths)
    let said = RecordingLabel(intent: intent, person: person, session: session, start: start)
    if let unused = source.source.given, table != nil || said != RecordingLabel() || clear {
      throw Failure(
        .usage, at: unused, "this option changes only the picture of the interactive dialogue",
        "leave it out")
    }
    let wishes: [Wish]
    if let table {
      guard said == RecordingLabel(), !clear else {
        throw Failure(
          .usage, at: "--table", "found other label options", "put all labels into the table")
      }
      wishes = try self.wishes(of: table, given)
    } else if said != RecordingLabel() || clear {
      wishes = given.map { Wish(given: $0, label: said, location: "flickbook corpus label") }
    } else {
      guard Terminal.isOutput, Terminal.isInput, !json else {
        for recording in given { try checkRecording(recording) }
        throw Failure(
          .usage, at: "flickbook corpus label", "no label was given",
          "give --intent, --person, --session, --start, --clear or --table")
      }
      return try ask(about: given)
    }
    for wish in wishes { try check(wish) }
    let line = ProgressLine("recordings", of: wishes.count)
    var changed: [String] = []
    for (index, wish) in wishes.enumerated() {
      let change = try write(wish)
      if change.before != change.after { changed.append(wish.given.path) }
      line.show(index + 1)
    }
    line.clear()
    warnAboutExpectedRuns(changed)
  }

  /// Warns about the cases among the changed recordings, because their expected runs were accepted with the old labels.
  private func warnAboutExpectedRuns(_ changed: [String]) {
    let end = "/recording.yml"
    let cases = changed.filter { $0.hasSuffix(end) }.map { String($0.dropLast(end.count)) }
      .filter { kindOfFile(at: "\($0)/expected").isFolder }
    guard let first = cases.first else { return }
    printError(
      "\(first)\(cases.count > 1 ? " and \(count(cases.count - 1, "case")) more" : ""): the expected "
        + "run was accepted before this label; accept it again with: "
        + RecordingCase(folder: first, name: first).acceptCommand(because: "labelled"))
  }

  // MARK: Checks

  /// Throws if a recording cannot be read; call this method before any file is written.
  private func checkRecording(_ given: GivenRecording) throws {
    _ = try loadedRecordingFile(
      at: given.path, description: source.source.desc, within: given.root)
  }

  private func check(_ wish: Wish) throws {
    for case (let key, let word?) in wish.label.entries {
      let location = table == nil ? "--\(key)" : wish.location
      let isPlain = word.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) && $0.value < 0x10_ff80
      }
      guard isPlain, !word.isEmpty, word.unicodeScalars.count <= 200 else {
        throw Failure(
          table == nil ? .usage : .badInput,
          "\(location): found '\(word)'; give one or a few words, on one line of at most 200 "
            + "characters."
        )
      }
    }
    try checkRecording(wish.given)
    if let start = wish.label.start, let request = wish.given.request {
      try checkStart(start, of: request, at: wish.location)
    }
    guard let intent = wish.label.intent else { return }
    guard let request = wish.given.request else {
      throw Failure(
        .usage, at: "--scenario",
        "no scenario was given for \(wish.given.path), so the intent cannot be checked",
        "use one of \(allScenarios.map { $0.name }.joined(separator: ", "))")
    }
    try checkIntent(
      intent, of: request, called: request.scenario, at: table.map { _ in wish.location })
  }

  /// Throws if the scenario does not have the given start position.
  private func checkStart(_ start: String, of request: ReplayRequest, at location: String) throws {
    var request = request
    request.assignments.removeAll { $0.key == "start" }
    request.assignments.append(Assignment(key: "start", value: start, location: location))
    do { try request.check() } catch {
      throw Failure(table == nil ? .usage : .badInput, "\(error)")
    }
  }

  // MARK: Tables

  private func wishes(of table: String, _ given: [GivenRecording]) throws -> [Wish] {
    let name = inputName(table)
    let bytes = try fileBytes(at: table, atMost: 1 << 26)
    let rows = try LabelTable(bytes, named: name).rows
    var indices: [String: [Int]] = [:]
    for (index, recording) in given.enumerated() {
      for name in names(of: recording) { indices[name, default: []].append(index) }
    }
    var lines: [Int: Int] = [:]
    var wishes: [Wish] = []
    for row in rows {
      let location = "\(name):\(row.line)"
      guard let found = indices[row.recording] else {
        let near = nearestName(to: row.recording, in: indices.keys.sorted())
        throw Failure(
          .badInput,
          "\(location): there is no recording '\(row.recording)'; "
            + (near.map { "did you mean '\($0)'?" }
              ?? "'flickbook corpus list' lists the recordings."))
      }
      guard found.count == 1 else {
        throw Failure(
          .badInput, at: location, "'\(row.recording)' is the name of \(found.count) recordings",
          "give a path")
      }
      if let line = lines.updateValue(row.line, forKey: found[0]) {
        throw Failure(
          .badInput, at: location, "'\(row.recording)' is in line \(line) already",
          "keep one of the lines")
      }
      wishes.append(Wish(given: given[found[0]], label: row.label, location: location))
    }
    return wishes
  }

  /// Returns the names by which a table may refer to a recording.
  ///
  /// These are its path, its path relative to a folder of the command line, and its name.
  private func names(of recording: GivenRecording) -> Set<String> {
    var names: Set = [recording.path, recording.name]
    for path in paths {
      let folder = path.hasSuffix("/") ? path : path + "/"
      if recording.path.hasPrefix(folder) {
        names.insert(String(recording.path.dropFirst(folder.count)))
      }
    }
    if let slash = recording.path.lastIndex(of: "/"),
      recording.path[slash...] != "/recording.yml"
    {
      names.insert(String(recording.path[recording.path.index(after: slash)...]))
    }
    return names
  }

  // MARK: Writing

  @discardableResult
  private func write(_ wish: Wish) throws -> LabelChange {
    let change = try relabel(
      wish.given.path, description: source.source.desc, within: wish.given.root
    ) { label in
      if clear { label = RecordingLabel() }
      label.intent = wish.label.intent ?? label.intent
      label.person = wish.label.person ?? label.person
      label.session = wish.label.session ?? label.session
      label.start = wish.label.start ?? label.start
    }
    show(report(on: wish.given, change), json: json)
    return change
  }

  private func line(_ given: GivenRecording, _ change: LabelChange) -> String {
    let now = words(change.after)
    let before = words(change.before)
    let was =
      change.before == change.after ? ", as before" : before.isEmpty ? "" : " (was \(before))"
    return singleLine("\(given.path): \(now.isEmpty ? "no label" : now)\(was)")
  }

  private func words(_ label: RecordingLabel) -> String {
    [
      label.intent.map { "intent \($0)" }, label.person.map { "by \($0)" },
      label.session.map { "in session \($0)" }, label.start.map { "from \($0)" },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private func report(on given: GivenRecording, _ change: LabelChange) -> Report {
    [
      .data("recording", given.path), .data("location", change.location),
      .data("changed", change.before != change.after), .note(line(given, change)),
    ] + Report(change.after.entries.map { .data($0.key, $0.value) })
  }

  // MARK: One by one

  private func ask(about given: [GivenRecording]) throws {
    var index = 0
    while index < given.count {
      let recording = given[index]
      guard let request = recording.request else {
        return try check(
          Wish(given: recording, label: RecordingLabel(intent: "?"), location: recording.path))
      }
      let loaded = try source.source.recording(at: recording.path, within: recording.root)
      let dialogue = LabelDialogue(
        targets: try request.targets(), intent: loaded.recording.intent)
      let title = "\(singleLine(recording.path))  (\(index + 1) of \(given.count))"
      say("\n\(title)")
      draw(loaded, request, with: "\(title)\n\(dialogue.question)")
      switch answer(dialogue) {
      case .meant(let intent):
        try write(
          Wish(given: recording, label: RecordingLabel(intent: intent), location: recording.path))
        index += 1
      case .next: index += 1
      case .back: index = max(0, index - 1)
      case .end, .unclear: return
      }
    }
  }

  private func draw(_ loaded: LoadedRecording, _ request: ReplayRequest, with text: String) {
    do {
      // Leave out the frames after the release, because they show the target of the current settings and would bias the
      // answer.
      let gesture = try loaded.run(request).untilLastRelease
      say(drawn: picture(of: gesture, with: text), terminator: "")
    } catch {
      // Go on after an error, because a recording that cannot be replayed can still be labelled.
      say(singleLine("\(error)"))
    }
  }

  /// Asks the question until the answer is valid, or until the input ends, and returns the answer.
  private func answer(_ dialogue: LabelDialogue) -> LabelDialogue.Answer {
    while true {
      say(dialogue.question, terminator: " ")
      do { try finishResults() } catch { return .end }
      guard let line = readLine() else {
        say()
        return .end
      }
      let answer = dialogue.answer(to: line)
      guard case .unclear(let sentence) = answer else { return answer }
      say(singleLine(sentence))
    }
  }
}

extension Run {
  /// The run up to the last release, without the decision and the motion after the release.
  var untilLastRelease: Run {
    guard let release = events.last(where: { $0.kind == .decision })?.time else { return self }
    var run = self
    run.frames.removeAll { $0.time >= release }
    run.events.removeAll { $0.time >= release }
    return run
  }
}

/// The question about the intent of a recording, and the parser of the answers.
struct LabelDialogue {
  /// The command that an answer stands for.
  enum Answer: Hashable {
    /// Set this intent: a target, or several targets separated by `|`.
    case meant(String)
    /// Keep the present label, and go to the next recording.
    case next
    /// Go back to the previous recording.
    case back
    /// End the dialogue.
    case end
    /// The answer is invalid; the text is a sentence with the reason.
    case unclear(String)
  }

  /// The targets of the scenario.
  var targets: [String]
  /// The present intent; nil if the recording has none.
  var intent: String?

  /// The text of the question, on one line.
  var question: String {
    let names = targets.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
    let enter = intent.map { "Enter keeps \($0)" } ?? "Enter skips"
    return singleLine("Which target was intended? \(names); \(enter), b goes back, q quits:")
  }

  /// Parses the answer in a line.
  ///
  /// The line is empty (next), `b` (back), `q` (quit), or names a target by its name, by the beginning of its name or
  /// by its number. Several targets are separated by `|`.
  func answer(to line: String) -> Answer {
    let words = line.split(separator: " ").joined()
    if words.isEmpty { return .next }
    if !targets.contains(words) {
      if words == "b" { return .back }
      if words == "q" { return .end }
    }
    var meant: [String] = []
    for part in words.split(separator: "|", omittingEmptySubsequences: false) {
      let word = String(part)
      let beginnings = targets.filter { !word.isEmpty && $0.hasPrefix(word) }
      if targets.contains(word) {
        meant.append(word)
      } else if beginnings.count == 1 {
        meant.append(beginnings[0])
      } else if let number = Int(word), targets.indices.contains(number - 1) {
        meant.append(targets[number - 1])
      } else {
        let fault = fault(ofIntent: word, among: targets, of: "the scenario") ?? ""
        return .unclear(fault)
      }
    }
    return .meant(meant.joined(separator: "|"))
  }
}
