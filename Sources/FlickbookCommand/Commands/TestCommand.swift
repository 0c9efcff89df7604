import ArgumentParser
import Flickbook

/// The options that say which cases are meant.
struct CaseOptions: ParsableArguments {
  @Argument(help: "Folders with cases, or cases themselves. (default: Recordings)")
  var paths: [String] = []

  /// The cases in all the paths, each once however often it is named.
  func cases() throws(Failure) -> [RecordingCase] {
    var cases: [RecordingCase] = []
    var seen: Set<[UInt64]> = []
    for path in paths.isEmpty ? ["Recordings"] : paths {
      try mendLeftovers(below: path)
      let found = try orFail { () throws(FileError) in try recordingCases(in: path) }
      guard !found.isEmpty else {
        throw Failure(
          .noInput,
          """
          \(path): there is no case in it; a case is a folder with recording.yml and case.yml, \
          such as 'flickbook synth flick --case sheet/flick' makes.
          """)
      }
      cases += found.filter {
        identity(ofFolder: $0.folder).map { seen.insert($0).inserted } ?? true
      }
    }
    return cases
  }

  /// Mends what interrupted commands left; what cannot be mended is told, and fails where it matters.
  private func mendLeftovers(below path: String) throws(Failure) {
    for folder in try orFail({ () throws(FileError) in try foldersWithLeftovers(in: path) }) {
      do throws(Failure) { try tellMended(in: folder) } catch {
        printError(error.description)
      }
    }
  }
}

struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Replays cases and compares them with their expected runs; writes nothing.",
    discussion: """
      Exit status 0 when every case gives its expected run, 1 when one differs, is new or fails, or \
      when an expected run lacks a file or is not as it was accepted. What an interrupted command \
      left in a case is mended first, and told.

      With --config the cases are replayed with settings on top of their own, such as \
      'flickbook tune STUDY.yml --write' finds, and the differences are what these would change; where \
      the file names a scenario, cases of others are left out.

      --report makes one page of all that changed, with players of today's runs over the expected \
      ones, from which 'flickbook replay' replays them.

      Example: flickbook test Recordings/sheet
               flickbook test --config best.yml
               flickbook test --report changes.html --force
      """)

  @OptionGroup var selection: CaseOptions

  @Option(help: "Only cases whose name contains this.")
  var filter: String?

  @Option(help: "A YAML file with settings to try; the keys are those of a case.yml.")
  var config: String?

  @Option(help: "Where to write a page of the cases that changed, FILE.html.")
  var report: String?

  @OptionGroup var writing: OutputOptions

  @Flag(help: "Prints one line of JSON for each case.")
  var json = false

  func run() async throws {
    if let report { try CaseReport.check(report, writing) }
    var cases = try selection.cases().filter { filter.map($0.name.contains) ?? true }
    let tried = try config.map { path throws(Failure) in
      let file = try orFail { () throws(FileError) in
        try requestFile(
          at: path, origin: .file(path.split(separator: "/").last.map(String.init) ?? path))
      }
      cases = try Self.cases(cases, of: file, at: path)
      return file
    }
    guard !cases.isEmpty else {
      throw Failure(.noInput, "--filter: no case has '\(filter ?? "")' in its name; leave it out.")
    }
    var counts = OutcomeCounts()
    let outcomes = await parallelResults(of: cases) { $0.outcome(trying: tried) }
    for (recordingCase, outcome) in zip(cases, outcomes) {
      counts.add(outcome)
      if json {
        printJSON(fields(recordingCase, outcome))
      } else if let text = explanation(recordingCase, outcome) {
        print(text)
      }
    }
    if !json { print(counts.text) }
    if let report {
      let results = zip(cases, outcomes).map { (case: $0, outcome: $1) }
      try CaseReport(of: results, trying: tried, from: config, summary: counts.text)
        .write(to: report, writing)
    }
    if !counts.areAllPassed { throw ExitCode(Failure.Status.differences.rawValue) }
  }

  /// The cases of the scenario that a file of settings names.
  private static func cases(
    _ cases: [RecordingCase], of file: RequestFile, at path: String
  ) throws(Failure) -> [RecordingCase] {
    guard let scenario = file.scenario else { return cases }
    var own: [RecordingCase] = []
    for known in cases {
      do throws(CaseError) {
        if try known.request().request.scenario == scenario { own.append(known) }
      } catch {
        // What is wrong with a case is told where it is replayed.
        own.append(known)
      }
    }
    guard !own.isEmpty else {
      throw Failure(
        .noInput, "\(path): there is no case of \(scenario); name other folders, or other settings."
      )
    }
    if own.count < cases.count {
      printError("\(count(cases.count - own.count, "case")) of other scenarios left out.")
    }
    return own
  }

  private func explanation(_ recordingCase: RecordingCase, _ outcome: CaseOutcome) -> String? {
    let name = withoutControls(recordingCase.name)
    let folder = shellQuoted(recordingCase.folder)
    let accept = "  accept it:  flickbook accept \(folder) --because \"why its frames are right\""
    switch outcome {
    case .identical: return nil
    case .otherFields(let change): return note(name, change)
    case .different(let difference, let change) where difference.kind == .withinTolerance:
      return change.isEmpty ? nil : note(name, change)
    case .different(let difference, let change):
      return """
        \(Terminal.cross) \(name): \(difference.sentence)
          they part:  \(difference.parting)\(change.isEmpty ? "" : "\n" + note(name, change))
          look at it: flickbook replay \(shellQuoted(recordingCase.recordingPath)) \
        --config \(shellQuoted(recordingCase.settingsPath))
        \(accept)
        """
    case .new: return "\(Terminal.cross) \(name): nothing is expected of it yet\n\(accept)"
    case .damaged(let findings):
      return """
        \(Terminal.cross) \(name): the expected run is \(findings.words)
        \(findings.map { "  \(withoutControls($0.message))" }.joined(separator: "\n"))
          mend it:    flickbook repair \(folder)
        """
    case .failed(let message):
      return "\(Terminal.cross) \(name): \(withoutControls(message))"
    }
  }

  /// What is new or gone, which is no difference.
  private func note(_ name: String, _ change: FieldChange) -> String {
    "  note: \(name): \(withoutControls(change.sentence)), which is no difference"
  }

  private func fields(_ recordingCase: RecordingCase, _ outcome: CaseOutcome) -> [LogField] {
    let fields = [
      LogField("case", .text(recordingCase.name)), LogField("folder", .text(recordingCase.folder)),
    ]
    switch outcome {
    case .identical: return fields + [LogField("outcome", .text("identical"))]
    case .new: return fields + [LogField("outcome", .text("new"))]
    case .damaged(let findings):
      return fields + [
        LogField("outcome", .text(findings.words)),
        LogField("findings", .list(findings.map { .fields($0.logFields) })),
      ]
    case .failed(let message):
      return fields + [LogField("outcome", .text("error")), LogField("message", .text(message))]
    case .otherFields(let change):
      return fields + [LogField("outcome", .text("other fields"))] + change.logFields
    case .different(let difference, let change):
      return fields + [LogField("outcome", .text(difference.kind.words))] + difference.logFields
        + change.logFields
    }
  }
}

extension FieldChange {
  /// The fields that only one run has, for programs; nothing when both have the same.
  var logFields: [LogField] {
    [("newFields", new), ("goneFields", gone)].filter { !$1.isEmpty }
      .map { LogField($0, .list($1.map(LogValue.text))) }
  }
}

extension RunDifference {
  /// Where and by what the runs differ, for programs.
  var logFields: [LogField] {
    [
      LogField("stage", .text(stage.rawValue)), LogField("location", .text(location)),
      LogField("field", .text(field)), LogField("expected", .text(expected)),
      LogField("actual", .text(actual)), LogField("parting", .text(parting)),
      LogField("greatest", .fields(greatest)),
    ]
  }
}

extension [RunFinding] {
  /// What is wrong in a word.
  var words: String {
    contains { $0.kind == .missing || $0.kind == .unreadable } ? "incomplete" : "tampered"
  }
}

extension RunFinding {
  /// The finding, for programs.
  var logFields: [LogField] {
    [
      LogField("kind", .text(kind.rawValue)), LogField("path", .text(path)),
      LogField("message", .text(message)),
    ]
  }
}

/// How many cases came out how.
struct OutcomeCounts {
  private var identical = 0
  private var otherFields = 0
  private var within = 0
  private var drifted = 0
  private var changed = 0
  private var new = 0
  private var damaged = 0
  private var failed = 0

  mutating func add(_ outcome: CaseOutcome) {
    switch outcome {
    case .identical: identical += 1
    case .otherFields: otherFields += 1
    case .different(let difference, _):
      switch difference.kind {
      case .withinTolerance: within += 1
      case .drift: drifted += 1
      case .behaviourChange: changed += 1
      }
    case .new: new += 1
    case .damaged: damaged += 1
    case .failed: failed += 1
    }
  }

  var areAllPassed: Bool { drifted + changed + new + damaged + failed == 0 }

  var text: String {
    var parts = ["\(identical) identical"]
    if otherFields > 0 { parts.append("\(otherFields) with other fields") }
    if within > 0 { parts.append("\(within) within tolerance") }
    if drifted > 0 { parts.append("\(drifted) drifted") }
    if changed > 0 { parts.append("\(changed) changed behaviour") }
    if new > 0 { parts.append("\(new) new") }
    if damaged > 0 { parts.append("\(damaged) incomplete or tampered") }
    if failed > 0 { parts.append("\(failed) failed") }
    let total =
      identical + otherFields + within + drifted + changed + new + damaged + failed
    return "\(count(total, "case")): \(parts.joined(separator: ", "))"
  }
}
