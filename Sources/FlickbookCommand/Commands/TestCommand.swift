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
}

struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Replays cases and compares them with their expected runs; writes nothing.",
    discussion: """
      Exit status 0 when every case gives its expected run, 1 when one differs, is new or fails.
      Example: flickbook test Recordings/sheet
      """)

  @OptionGroup var selection: CaseOptions

  @Option(help: "Only cases whose name contains this.")
  var filter: String?

  @Flag(help: "Prints one line of JSON for each case.")
  var json = false

  func run() async throws {
    let cases = try selection.cases().filter { filter.map($0.name.contains) ?? true }
    guard !cases.isEmpty else {
      throw Failure(.noInput, "--filter: no case has '\(filter ?? "")' in its name; leave it out.")
    }
    var counts = OutcomeCounts()
    for (recordingCase, outcome) in zip(cases, await outcomes(of: cases)) {
      counts.add(outcome)
      if json {
        printJSON(fields(recordingCase, outcome))
      } else if let text = explanation(recordingCase, outcome) {
        print(text)
      }
    }
    if !json { print(counts.text) }
    if !counts.areAllPassed { throw ExitCode(Failure.Status.differences.rawValue) }
  }

  private func explanation(_ recordingCase: RecordingCase, _ outcome: CaseOutcome) -> String? {
    let name = withoutControls(recordingCase.name)
    let folder = shellQuoted(recordingCase.folder)
    let accept = "  accept it:  flickbook accept \(folder) --because \"why its frames are right\""
    switch outcome {
    case .identical: return nil
    case .different(let difference) where difference.kind == .withinTolerance:
      return nil
    case .different(let difference):
      return """
        \(Terminal.cross) \(name): \(difference.sentence)
          they part:  \(difference.parting)
          look at it: flickbook replay \(shellQuoted(recordingCase.recordingPath)) \
        --config \(shellQuoted(recordingCase.settingsPath))
        \(accept)
        """
    case .new: return "\(Terminal.cross) \(name): nothing is expected of it yet\n\(accept)"
    case .failed(let message):
      return "\(Terminal.cross) \(name): \(withoutControls(message))"
    }
  }

  private func fields(_ recordingCase: RecordingCase, _ outcome: CaseOutcome) -> [LogField] {
    let fields = [
      LogField("case", .text(recordingCase.name)), LogField("folder", .text(recordingCase.folder)),
    ]
    switch outcome {
    case .identical: return fields + [LogField("outcome", .text("identical"))]
    case .new: return fields + [LogField("outcome", .text("new"))]
    case .failed(let message):
      return fields + [LogField("outcome", .text("error")), LogField("message", .text(message))]
    case .different(let difference):
      return fields + [LogField("outcome", .text(difference.kind.words))] + difference.logFields
    }
  }
}

extension RunDifference {
  /// Where and by what the runs differ, for programs.
  var logFields: [LogField] {
    [
      LogField("stage", .text(stage.rawValue)), LogField("place", .text(place)),
      LogField("field", .text(field)), LogField("expected", .text(expected)),
      LogField("actual", .text(actual)), LogField("parting", .text(parting)),
      LogField("greatest", .fields(greatest)),
    ]
  }
}

/// The outcomes of `cases`, in their order, computed on as many threads as there are.
///
/// Only a few cases are in memory at a time, however many there are.
func outcomes(of cases: [RecordingCase]) async -> [CaseOutcome] {
  let lanes = 8
  return await withTaskGroup(of: (index: Int, outcome: CaseOutcome).self) { group in
    var outcomes = [CaseOutcome](repeating: .new, count: cases.count)
    var next = 0
    func addNext() {
      guard next < cases.count else { return }
      let index = next
      next += 1
      group.addTask { (index, cases[index].outcome()) }
    }
    for _ in 0..<lanes { addNext() }
    while let done = await group.next() {
      outcomes[done.index] = done.outcome
      addNext()
    }
    return outcomes
  }
}

/// How many cases came out how.
struct OutcomeCounts {
  private var identical = 0
  private var within = 0
  private var drifted = 0
  private var changed = 0
  private var new = 0
  private var failed = 0

  mutating func add(_ outcome: CaseOutcome) {
    switch outcome {
    case .identical: identical += 1
    case .different(let difference):
      switch difference.kind {
      case .withinTolerance: within += 1
      case .drift: drifted += 1
      case .behaviourChange: changed += 1
      }
    case .new: new += 1
    case .failed: failed += 1
    }
  }

  var areAllPassed: Bool { drifted + changed + new + failed == 0 }

  var text: String {
    var parts = ["\(identical) identical"]
    if within > 0 { parts.append("\(within) within tolerance") }
    if drifted > 0 { parts.append("\(drifted) drifted") }
    if changed > 0 { parts.append("\(changed) changed behaviour") }
    if new > 0 { parts.append("\(new) new") }
    if failed > 0 { parts.append("\(failed) failed") }
    let total = identical + within + drifted + changed + new + failed
    return "\(count(total, "case")): \(parts.joined(separator: ", "))"
  }
}
