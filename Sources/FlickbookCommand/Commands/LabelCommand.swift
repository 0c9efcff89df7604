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

  func run() throws {
    try require(
      !paths.contains("-"), at: "-", "standard input cannot be labelled", "give the path of a file")
    let given = try source.someRecordings(in: paths)
    let said = RecordingLabel(intent: intent, person: person, session: session, start: start)
    if let unused = source.source.given, table != nil || said != RecordingLabel() || clear {
      throw Failure(
        .usage, at: unused, "this option changes only the picture of the interactive dialogue",
        "leave it out")
    }
    let labels: [NewLabel]
    if let table {
      try require(
        said == RecordingLabel() && !clear, at: "--table", "found other label options",
        "put all labels into the table")
      labels = try LabelTable.labels(at: table, of: given, in: paths)
    } else if said != RecordingLabel() || clear {
      labels = given.map { NewLabel(given: $0, label: said) }
    } else {
      guard Terminal.isOutput, Terminal.isInput, !json else {
        for one in given {
          _ = try loadedRecordingFile(
            at: one.path, description: source.source.desc, within: one.root)
        }
        throw Failure(
          .usage, at: "flickbook corpus label", "no label was given",
          "give --intent, --person, --session, --start, --clear or --table")
      }
      return try ask(about: given)
    }
    for label in labels { try label.check() }
    let line = ProgressLine("recordings", of: labels.count)
    var changed: [String] = []
    for (index, label) in labels.enumerated() {
      let change = try label.write(isCleared: clear)
      show(change.report(on: label.given.path), json: json)
      if change.before != change.after { changed.append(label.given.path) }
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

  private func ask(about given: [GivenRecording]) throws {
    var index = 0
    while index < given.count {
      let recording = given[index]
      guard let request = recording.request else {
        return try NewLabel(given: recording, label: RecordingLabel(intent: "?"))
          .check(description: source.source.desc)
      }
      let loaded = try source.source.recording(at: recording.path, within: recording.root)
      let dialogue = LabelDialogue(
        targets: try request.targets(), intent: loaded.recording.intent)
      let title = "\(singleLine(recording.path))  (\(index + 1) of \(given.count))"
      say("\n\(title)")
      draw(loaded, request, with: "\(title)\n\(dialogue.question)")
      switch dialogue.answer() {
      case .meant(let intent):
        let label = NewLabel(given: recording, label: RecordingLabel(intent: intent))
        let change = try label.write(description: source.source.desc)
        show(change.report(on: recording.path), json: false)
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
}
