import ArgumentParser
import Flickbook

struct CaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "case",
    abstract: "Create, minimize and list regression cases, and measure what they cover.",
    discussion: HelpDetail.text(
      """
      A case is a regression test: a folder with recording.yml, case.yml and the expected run in \
      expected/.
      """,
      details: """
        The keys of case.yml are: scenario, preset, set (settings), \
        \(RequestOption.all.map(\.key).joined(separator: ", ")) (with the same meanings as the options of \
        'flickbook replay'), 'at' (commands that the surface gets during the gesture), tolerance (in points; default \
        0.001), margin (in points; a decision with a smaller margin gets a warning) and fails (the reason why the case \
        is known to fail).
        """,
      example: """
        flickbook case new flick.yml --scenario sheet --because "as designed"
        flickbook case minimize Recordings/sheet/flick --keep behaviour
        flickbook case list Recordings
        """,
      readOn: "docs/first-test.md"),
    subcommands: [New.self, Minimize.self, List.self, CoverageCommand.self])

  // MARK: new

  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create cases from recordings in any format.",
      discussion: HelpDetail.text(
        """
        Each recording becomes the case ROOT/SCENARIO/NAME. The intent must be a target of the scenario. \
        With --because, the current run becomes the expected run; without it, the case is new until you \
        accept it with 'flickbook accept'. If the command was killed before it accepted the case, run it \
        again. Existing files are never overwritten.
        """,
        example: """
          flickbook case new flick.yml --scenario sheet --because "as designed"
          flickbook case new traces/*.yml --scenario pip --hz 60
          """,
        readOn: "docs/first-test.md"))

    @Argument(help: "The recordings.", completion: .file())
    var recordings: [String]

    @Option(help: .detail("The folder of all cases."), completion: .directory)
    var root = "Recordings"

    @Option(
      help:
        "The name of the case, which should describe the gesture. (default: the name of the file)")
    var name: String?

    @Option(help: "The target that the user intended, such as half; separate alternatives with |.")
    var intent: String?

    @Flag(help: .detail("Store no intent, for example because the surface has no such target."))
    var noIntent = false

    @Option(help: .detail("A note about the recording."))
    var note: String?

    @Option(
      parsing: .unconditional,
      help: .detail("The time at which the case begins, in seconds from the first event."))
    var from: Double?

    @Option(
      parsing: .unconditional,
      help: .detail("The time at which the case ends, in seconds from the first event."))
    var to: Double?

    @Option(
      help:
        "Accept the current run as the expected run; the text is the reason why the run is right.")
    var because: String?

    @Flag(
      help: .detail("Let other users read the cases, even if they may not read the recordings."))
    var share = false

    @OptionGroup var given: RunSource

    private var scenario: String? { given.scenario }
    private var options: ReplayOptions { given.options }
    private var source: SourceOptions { given.source }

    func run() throws {
      try require(
        name == nil || recordings.count == 1, at: "--name",
        "found with \(recordings.count) recordings", "name one recording")
      if let because, isBlank(because) {
        throw Failure(.usage, at: "--because", "the reason is empty", "say why the run is right")
      }
      try require(
        intent == nil || !noIntent, at: "--no-intent", "found with --intent",
        "leave one of them out")
      let request = try options.request(scenario: scenario, of: recordings, readBy: source)
      if let intent { try checkIntent(intent, of: request, called: "this \(request.scenario)") }
      var cases: [(path: String, new: NewCase)] = []
      for path in recordings {
        let new = try newCase(path, request)
        if let other = cases.first(where: { $0.new.folder == new.folder }) {
          throw Failure(
            .inputOutput,
            other.path == path
              ? "\(path): this recording is given twice; give it once."
              : "\(path): its case would be \(new.folder), as for \(other.path); create the cases one by one, "
                + "with --name.")
        }
        cases.append((path, new))
      }
      for (path, new) in cases { try make(new, from: path) }
    }

    /// Returns the case of the recording at `path`, after all checks, without writing any file.
    private func newCase(_ path: String, _ request: ReplayRequest) throws -> NewCase {
      let recording = try recording(at: path, request)
      // Replay the recording once, because a recording that cannot be replayed must not become a case.
      _ = try locating(path) { try request.run(of: recording) }
      try require(
        path != "-" || name != nil, at: "--name", "the recording comes from standard input",
        "give the case a name")
      let name = try checkedName(name ?? stem(of: path))
      let new = try NewCase(recording, request, in: "\(root)/\(request.scenario)/\(name)")
      guard kindOfFile(at: new.folder).exists else { return new }
      let known = RecordingCase(folder: new.folder, name: name)
      try require(
        isCase(new.folder) && !kindOfFile(at: known.expectedPath).exists, .inputOutput,
        at: new.folder, "the case exists already", "give another --name")
      let isWritten = new.isWritten
      guard because != nil, isWritten else {
        let difference = isWritten ? "" : " and with another recording or other settings"
        throw Failure(
          .inputOutput, at: new.folder,
          "the case exists already, without an accepted run\(difference)",
          "accept it with 'flickbook accept', or give another --name")
      }
      return new
    }

    /// Returns the part of the recording at `path` that becomes a case, with its label.
    private func recording(at path: String, _ request: ReplayRequest) throws -> Recording {
      let loaded = try source.recording(
        at: try recordingPath(named: path), as: request.deviceKind)
      var recording = loaded.recording
      if from != nil || to != nil {
        recording = try part(of: recording, at: path, from: from, to: to)
      }
      recording.intent = noIntent ? nil : intent ?? recording.intent
      recording.note = note ?? recording.note
      recording.source = recording.source ?? "recorded: \(loaded.fileName)"
      guard intent == nil, let known = recording.intent else { return recording }
      do {
        try checkIntent(known, of: request, called: "this \(request.scenario)", at: path)
      } catch let error as Failure {
        throw Failure(
          error.status, "\(error) Give the intent with --intent, or leave it out with --no-intent.")
      }
      return recording
    }

    private func make(_ new: NewCase, from path: String) throws {
      let isWritten = new.isWritten
      let made = isWritten ? [] : try new.write(readers: readers(of: path))
      guard let because else { return reportCreatedCase(new.folder) }
      do {
        try RecordingCase(folder: new.folder, name: new.folder).accept(because: because)
      } catch {
        // Remove the case, because its name would be taken although it has no expected run.
        removeCase(in: made)
        throw error
      }
      say("\(singleLine(new.folder)): \(isWritten ? "accepted" : "made and accepted")")
    }

    private func readers(of path: String) -> Readers {
      share ? .everyone : Readers(ofAll: [path] + options.files + source.files)
    }
  }

  // MARK: minimize

  struct Minimize: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shrink the recording of a case without changing the result of the case.",
      discussion: HelpDetail.text(
        """
        Remove as many device reports as possible without changing the result that --keep names: \
        behaviour (the events with their targets and reasons, and the order of the phases) or target \
        (the target where the surface comes to rest). The smaller case is written next to the original, \
        under --name and without an expected run.
        """,
        example: """
          flickbook case minimize Recordings/sheet/flick --keep target
          """,
        readOn: "docs/first-test.md"))

    @Argument(help: "The folder of the case.")
    var path: String

    @Option(help: "The result that must stay the same: behaviour or target.")
    var keep = KeptResult.behaviour

    @Option(help: "The name of the smaller case. (default: the name of the case plus -minimal)")
    var name: String?

    func run() throws {
      let known = try onlyCase(in: path)
      let (request, run) = (try known.replayRequest(), try known.run())
      let whole = try known.recording()
      let folder = try place(beside: known)
      guard !whole.hasOnlyGestures else {
        throw Failure(
          .badInput,
          """
          \(known.folder): the recording has the gestures that libinput recognized and no reports of a device that \
          could be removed.
          """)
      }
      var tries = 0
      let smaller = whole.reduced(through: request, keeping: keep, of: run) { left in
        tries += 1
        if tries % 100 == 0 { printProgress("\(left) reports left") }
      }
      printProgress("")
      guard smaller.events.count < whole.events.count else {
        return say(
          "\(singleLine(known.folder)): no report can be removed without changing the result")
      }
      let settings = String(decoding: try known.settingsBytes(), as: UTF8.self)
      try NewCase(smaller, settings: settings, in: folder).write(readers: known.readers)
      say(
        "\(singleLine(folder)): \(count(smaller.events.count, "event")) of "
          + "\(whole.events.count); accept the run of the new case with: "
          + RecordingCase(folder: folder, name: folder).acceptCommand())
    }

    private func place(beside known: RecordingCase) throws -> String {
      let above = known.folder.contains("/") ? "\(Flickbook.folder(of: known.folder))/" : ""
      let folder = above + (try checkedName(name ?? "\(lastPart(of: known.folder))-minimal"))
      try require(
        !kindOfFile(at: folder).exists, .inputOutput, at: folder, "this folder exists already",
        "give another --name")
      return folder
    }
  }

  // MARK: list

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List cases with their scenario, preset, intent and expected target.",
      discussion: HelpDetail.text(
        "",
        details: """
          The JSON has a line for each case: case, folder, scenario, preset, intent, target (of the \
          expected run; null if there is none), accepted (the number of stored reasons, at most 3) and \
          frames.
          """,
        example: """
          flickbook case list Recordings
          """,
        readOn: "docs/first-test.md"))

    @OptionGroup var selection: CaseOptions

    @Flag(help: "Print one line of JSON for each case.")
    var json = false

    func run() throws {
      var rows: [Report] = []
      // Print the table even if some cases cannot be read.
      defer {
        if !rows.isEmpty {
          say(Report([.table("cases", rows)]).text)
          say(count(rows.count, "case"))
        }
      }
      try processEach(
        selection.cases(), at: "flickbook case list", problem: "cases cannot be read"
      ) { known in
        let row = try report(on: known)
        if json { printJSON(row.fields) } else { rows.append(row) }
      }
    }

    private func report(on known: RecordingCase) throws -> Report {
      let request = try known.replayRequest()
      let intent = try known.recording().intent
      let run = try? Run(contentsOf: known.expectedPath)
      let summary = run?.summary()
      let target = run?.ending == .gone ? "gone" : summary?.finalTarget
      return [
        .value("case", known.name), .data("folder", known.folder),
        .value("scenario", request.scenario), .value("preset", request.preset),
        .value("intent", intent), .data("target", target),
        .shown("ends at", run == nil ? "no expected run" : target ?? "no decision"),
        .data("accepted", known.reasons.count), .data("frames", summary?.frames),
      ]
    }
  }
}

/// Returns `name` if it can be the name of the folder of a case.
private func checkedName(_ name: String) throws -> String {
  try require(
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0"),
    at: "--name", "found '\(name)'",
    "give a name that has no slash and does not begin with a dot, such as flick-up-from-half")
  return name
}

extension KeptResult: ExpressibleByArgument {}
