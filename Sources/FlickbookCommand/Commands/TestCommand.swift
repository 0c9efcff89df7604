import ArgumentParser
import Flickbook

/// The options that say which cases are meant.
struct CaseOptions: ParsableArguments {
  @Argument(
    help: "Folders with cases, or cases themselves. (default: Recordings)", completion: .file())
  var paths: [String] = []

  @Option(
    help: """
      Only cases whose name contains this; of several, given one by one, any.
      """)
  var filter: [String] = []

  /// The cases in all the paths that are meant, each once however often it is named.
  func cases() throws(Failure) -> [RecordingCase] { try chosenCases().cases }

  /// The same, with how they were asked for.
  func chosenCases() throws(Failure) -> ChosenCases {
    var chosen = try allCases()
    guard !filter.isEmpty else { return chosen }
    for word in filter where !chosen.cases.contains(where: { $0.name.contains(word) }) {
      throw Failure(.noInput, "--filter: no case has '\(word)' in its name; leave it out.")
    }
    chosen.cases.removeAll { known in !filter.contains { known.name.contains($0) } }
    return chosen
  }

  /// The paths and filters as they are typed, each with a space behind it; empty for all cases.
  private var typed: String {
    (paths.map(shellQuoted) + filter.map { "--filter \(shellQuoted($0))" }).map { "\($0) " }
      .joined()
  }

  private func allCases() throws(Failure) -> ChosenCases {
    var chosen = ChosenCases(typed: typed)
    var seen: Set<[UInt64]> = []
    for path in paths.isEmpty ? ["Recordings"] : paths {
      let found = try orFail { () throws(FileError) in try recordingCases(in: path) }
      for folder in try orFail({ () throws(FileError) in try foldersLikeCases(in: path) }) {
        chosen.likeCases.append(folder)
        printError("\(folder): \(CaseResults.likeCase)")
      }
      guard !found.isEmpty else {
        throw Failure(
          .noInput,
          """
          \(path): there is no case in it; a case is a folder with recording.yml and case.yml, \
          such as 'flickbook synth flick --case sheet/flick' makes.
          """)
      }
      chosen.cases += found.filter {
        identity(ofFolder: $0.folder).map { seen.insert($0).inserted } ?? true
      }
    }
    return chosen
  }
}

/// The cases that a command is about, and how they were asked for.
struct ChosenCases {
  /// The cases.
  var cases: [RecordingCase] = []
  /// Folders among them that look like cases and are none.
  var likeCases: [String] = []
  /// The paths and filters as they are typed, each with a space behind it; empty for all cases.
  let typed: String

  /// Names what was typed.
  init(typed: String) { self.typed = typed }
}

struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Replay cases and compare them with their expected runs.",
    discussion: """
      Exit status 0 when every case gives its expected run, 1 when one differs, is new or fails, or \
      when an expected run lacks a file or is not as it was accepted.

      Cases that changed are told in groups of one cause: the smallest set of settings that makes the \
      change, or the stage of the program that works differently (the reading of the hand, the \
      velocity, the decision, the motion); 'flickbook explain WORD' explains a word of it. 'flickbook review' goes through the groups; \
      'flickbook accept --group ID' accepts one.

      Nothing is written but what is asked for. --pending keeps what a case that changed gives now in \
      CASE/pending, beside CASE/expected, for any tool that compares folders, until the case is accepted, \
      rejected in 'flickbook review', or passes a test with --pending again.

      With --config the cases are replayed with settings on top of their own, such as \
      'flickbook tune STUDY.yml --write' finds, and the differences are what these would change; where \
      the file names a scenario, cases of others are left out.

      --report makes one page of all that changed, with players of today's runs over the expected \
      ones, from which 'flickbook replay' replays them.

      An expected run says how far its decisions were from others when it was accepted. Where \
      one of a case that passes has come to half that distance, or below the limit that 'margin: 5' \
      sets (in points, each as much as 10 pt/s), that is a warning.

      Numbers may differ by the tolerance that --config gives, or else the case, or the nearest cases.yml \
      in a folder above it ('tolerance: 0.01'), or by 0.001 pt; for a margin the same are asked. A case whose \
      case.yml says 'fails: why' is known to differ: it passes while it does, and fails once it does not.

      Example: flickbook test Recordings/sheet
               flickbook test --config best.yml
               flickbook test --report changes.html --force
               flickbook test --junit results.xml --github
      """)

  @OptionGroup var selection: CaseOptions

  @Option(
    help: "A YAML file with settings to try; the keys are those of a case.yml.", completion: .file()
  )
  var config: String?

  @Option(
    help: """
      Frame rates, such as 60,120, at which the cases are to be decided as they are at their own.
      """)
  var hz: String?

  @Flag(
    help: """
      Tell how far the decisions are from others, the nearest first: how much farther or faster the \
      hand would have had to be when it let go.
      """)
  var margins = false

  @Flag(help: "List every case of a group, not only the first few.")
  var all = false

  @Flag(help: "Keep what changed cases give now beside what is expected, as CASE/pending.")
  var pending = false

  @Flag(help: "Stop at the first case that does not pass.")
  var failFast = false

  @Option(help: "How many cases are replayed at a time. (default: 8)")
  var jobs: Int?

  @OptionGroup var reports: CaseReportOptions

  @Flag(help: "Print one line of JSON for each case.")
  var json = false

  func run() async throws {
    let results = try await reports.hidingCommands { try await tested() }
    if reports.github { for line in results.githubAnnotations { print(line) } }
    if !results.counts.areAllPassed { throw ExitCode(Failure.Status.differences.rawValue) }
  }

  /// Tests the cases, and says and writes all that was asked for but what GitHub's workflows read.
  private func tested() async throws -> CaseResults {
    var chosen = try selection.chosenCases()
    let tried = try config.map { path throws(Failure) in
      let file = try orFail { () throws(FileError) in
        try requestFile(
          at: path, origin: .file(path.split(separator: "/").last.map(String.init) ?? path))
      }
      chosen.cases = try Self.cases(chosen.cases, of: file, at: path)
      return file
    }
    try reports.check(isJSON: json)
    let results = try await CaseResults(
      of: chosen, trying: tried, from: config, atRates: rates(), jobs: checkedJobs(),
      tellsMargins: margins,
      stopsAtFirst: failFast)
    if json {
      for result in results.all { printJSON(result.logFields(group: results.group(of: result))) }
    } else if reports.tap {
      print(results.tapText)
    } else if reports.junit != "-" {
      for text in results.explanations(listsAll: all) { say(drawn: text) }
      if margins { say(results.narrowest(all ? .max : 10)) }
      say(results.counts.text)
      if results.leftOut > 0 {
        say("stopped there; \(count(results.leftOut, "case")) not tested")
      }
    }
    try reports.write(results, trying: tried, from: config)
    if pending { try results.keepPending() }
    return results
  }

  private func rates() throws(Failure) -> [FrameRate] {
    guard let hz else { return [] }
    var rates: [FrameRate] = []
    for word in hz.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Double(word), FrameRate.range.contains(number) else {
        throw Failure(
          .usage, "--hz: found '\(word)'; give numbers from 1 to 1000, such as 60,120.")
      }
      rates.append(FrameRate(framesPerSecond: number))
    }
    return rates
  }

  private func checkedJobs() throws(Failure) -> Int? {
    guard let jobs else { return nil }
    guard (1...1_000).contains(jobs) else {
      throw Failure(.usage, "--jobs: found \(jobs); give a number from 1 to 1000.")
    }
    return jobs
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

/// How many cases came out how.
struct OutcomeCounts {
  private var identical = 0
  private var otherFields = 0
  private var within = 0
  private var reasons = 0
  private var drifted = 0
  private var changed = 0
  private var new = 0
  private var damaged = 0
  private var failed = 0
  private var atRates = 0
  private var stale = 0
  private var expectedFailures = 0
  private var unexpectedPasses = 0

  mutating func add(_ result: CaseResult) {
    if result.isExpectedFailure { return expectedFailures += 1 }
    if result.isUnexpectedPass { return unexpectedPasses += 1 }
    if result.isStale { return stale += 1 }
    if !result.atRates.isEmpty { atRates += 1 }
    switch result.outcome {
    case .identical: identical += 1
    case .otherFields: otherFields += 1
    case .different(let difference, _):
      switch difference.kind {
      case .withinTolerance: within += 1
      case .otherReason: reasons += 1
      case .drift: drifted += 1
      case .behaviourChange: changed += 1
      }
    case .new: new += 1
    case .damaged: damaged += 1
    case .failed: failed += 1
    }
  }

  var areAllPassed: Bool {
    reasons + drifted + changed + new + damaged + failed + atRates + stale
      + unexpectedPasses == 0
  }

  var text: String {
    var parts = ["\(identical) identical"]
    if otherFields > 0 { parts.append("\(otherFields) with other fields") }
    if within > 0 { parts.append("\(within) within tolerance") }
    if reasons > 0 { parts.append("\(reasons) with other reasons") }
    if drifted > 0 { parts.append("\(drifted) drifted") }
    if changed > 0 { parts.append("\(changed) changed behaviour") }
    if stale > 0 { parts.append("\(stale) stale") }
    if new > 0 { parts.append("\(new) new") }
    if damaged > 0 { parts.append("\(damaged) incomplete or tampered") }
    if failed > 0 { parts.append("\(failed) failed") }
    if expectedFailures > 0 { parts.append(count(expectedFailures, "expected failure")) }
    if unexpectedPasses > 0 {
      parts.append(
        unexpectedPasses == 1 ? "1 unexpected pass" : "\(unexpectedPasses) unexpected passes")
    }
    if atRates > 0 { parts.append("\(atRates) decided otherwise at another frame rate") }
    let total =
      identical + otherFields + within + reasons + drifted + changed + stale + new + damaged
      + failed
      + expectedFailures + unexpectedPasses
    return "\(count(total, "case")): \(parts.joined(separator: ", "))"
  }
}
