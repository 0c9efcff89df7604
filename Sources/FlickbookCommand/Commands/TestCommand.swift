import ArgumentParser
import Flickbook

/// The options that say which cases are meant.
struct CaseOptions: ParsableArguments {
  @Argument(help: "Folders with cases, or cases themselves. (default: Recordings)")
  var paths: [String] = []

  /// The cases in all the paths.
  func cases() throws(Failure) -> [RecordingCase] {
    var cases: [RecordingCase] = []
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
      cases += found
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
    var counts = OutcomeCounts()
    let outcomes = await outcomes(of: cases)
    for (recordingCase, outcome) in zip(cases, outcomes) {
      counts.add(outcome)
      if json {
        print(jsonLine(recordingCase, outcome), terminator: "")
      } else if let text = explanation(recordingCase, outcome) {
        print(text)
      }
    }
    if !json { print(counts.text) }
    if !counts.areAllPassed { throw ExitCode(Failure.Status.differences.rawValue) }
  }

  private func explanation(_ recordingCase: RecordingCase, _ outcome: CaseOutcome) -> String? {
    let name = recordingCase.name
    let accept = "  accept it: flickbook accept \(recordingCase.folder) --because \"…\""
    switch outcome {
    case .identical: return nil
    case .different(let difference) where difference.kind == .withinTolerance:
      return nil
    case .different(let difference):
      return """
        ✘ \(name): \(difference.sentence)
          look at it: flickbook replay \(recordingCase.recordingPath) \
        --config \(recordingCase.settingsPath)
        \(accept)
        """
    case .new: return "✘ \(name): nothing is expected of it yet\n\(accept)"
    case .failed(let message): return "✘ \(name): \(message)"
    }
  }

  private func jsonLine(_ recordingCase: RecordingCase, _ outcome: CaseOutcome) -> String {
    var fields = [
      LogField("case", .text(recordingCase.name)), LogField("folder", .text(recordingCase.folder)),
    ]
    switch outcome {
    case .identical: fields.append(LogField("outcome", .text("identical")))
    case .new: fields.append(LogField("outcome", .text("new")))
    case .failed(let message):
      fields += [LogField("outcome", .text("error")), LogField("message", .text(message))]
    case .different(let difference):
      fields += [
        LogField("outcome", .text(difference.kind.words)),
        LogField("stage", .text(difference.stage.rawValue)),
        LogField("place", .text(difference.place)), LogField("field", .text(difference.field)),
        LogField("expected", .text(difference.expected)),
        LogField("actual", .text(difference.actual)),
      ]
    }
    var text = JSONText()
    text.appendLine(fields)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

/// The outcomes of `cases`, in their order, computed on as many threads as there are.
func outcomes(of cases: [RecordingCase]) async -> [CaseOutcome] {
  let lanes = 8
  return await withTaskGroup(of: [(Int, CaseOutcome)].self) { group in
    for lane in 0..<lanes {
      group.addTask {
        stride(from: lane, to: cases.count, by: lanes).map { ($0, cases[$0].outcome()) }
      }
    }
    var outcomes = [CaseOutcome](repeating: .new, count: cases.count)
    for await lane in group {
      for (index, outcome) in lane { outcomes[index] = outcome }
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
