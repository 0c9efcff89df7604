import ArgumentParser
import Flickbook
@preconcurrency import Glibc

struct AcceptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Make what a case gives now its expected run, and keep the reason.",
    discussion: """
      Rewrites the named cases only; every case of a folder needs --all, unless a filter, a group or \
      a class says which are meant. Groups are those that 'flickbook test' tells: cases that changed \
      by one cause. The run and the reason are written together or not at all. case.yml keeps the last \
      three reasons; git has those before.
      Example: flickbook accept Recordings/sheet/flick --because "the new default estimator"
               flickbook accept --group 60f3ab --because "sheets settle more slowly now"
               flickbook accept --class drift --because "a more exact exponential"
      """)

  /// What may be accepted at once.
  enum Class: String, CaseIterable, ExpressibleByArgument {
    case drift, behaviour, reason, stale, new, damaged
  }

  @OptionGroup var selection: CaseOptions

  @Option(help: "Why the new run is right; kept in case.yml.")
  var because: String

  @Flag(help: "Accept every case of the folders that are named.")
  var all = false

  @Option(help: "Only cases of this group, as 'flickbook test' names it; may be given again.")
  var group: [String] = []

  @Option(
    name: .customLong("class"),
    help: """
      Only cases of which this holds: drift, behaviour, reason, stale, new or damaged; may be given \
      again.
      """)
  var classes: [Class] = []

  func run() async throws {
    let chosen = try selection.chosenCases()
    let cases = chosen.cases
    guard because.contains(where: { !$0.isWhitespace }) else {
      throw Failure(.usage, "--because: the reason is empty; say why the new run is right.")
    }
    // An empty filter leaves nothing out.
    let filters = selection.filter.filter { !$0.isEmpty }
    let isNarrowed = !group.isEmpty || !classes.isEmpty || !filters.isEmpty
    guard all || isNarrowed || cases.count == 1 else {
      throw Failure(
        .usage,
        "flickbook accept: \(cases.count) cases are meant; name one, or accept them with --all.")
    }
    let results = await CaseResults(of: chosen)
    for id in group where !results.groups.contains(where: { $0.id == id }) {
      let known = results.groups.map { $0.id }.joined(separator: ", ")
      throw Failure(
        .noInput,
        "--group: there is no group '\(id)' now; "
          + (known.isEmpty ? "nothing has changed." : "there are \(known)."))
    }
    let meant = results.all.filter { isMeant($0, in: results) }
    guard !meant.isEmpty else {
      throw Failure(
        .noInput,
        "flickbook accept: no case is of that class; 'flickbook test' tells what there is.")
    }
    var acceptance = CaseAcceptance(reason: because)
    for result in meant { acceptance.accept(result) }
    guard let first = acceptance.failures.first else { return }
    guard cases.count > 1 else { throw ExitCode(first.status.rawValue) }
    throw Failure(
      first.status,
      "flickbook accept: \(count(acceptance.failures.count, "case")) cannot be accepted; see above."
    )
  }

  private func isMeant(_ result: CaseResult, in results: CaseResults) -> Bool {
    if !group.isEmpty {
      guard let own = results.group(of: result), group.contains(own.id) else { return false }
    }
    guard !classes.isEmpty else { return true }
    if result.isStale { return classes.contains(.stale) }
    switch result.outcome {
    case .different(let difference, _):
      switch difference.kind {
      case .withinTolerance: return false
      case .otherReason: return classes.contains(.reason)
      case .drift: return classes.contains(.drift)
      case .behaviourChange: return classes.contains(.behaviour)
      }
    case .new: return classes.contains(.new)
    case .damaged: return classes.contains(.damaged)
    case .identical, .otherFields, .failed: return false
    }
  }
}

/// Accepts cases one after the other, for one reason, and tells of each.
struct CaseAcceptance {
  /// Why their runs are right.
  let reason: String
  /// What went wrong so far.
  private(set) var failures: [Failure] = []

  init(reason: String) { self.reason = reason }

  /// Makes what a case gives now its expected run, unless it is.
  mutating func accept(_ result: CaseResult) {
    let known = result.recordingCase
    if let reason = result.knownFailure, result.isExpectedFailure {
      return say(
        "\(result.name): left as it is, for it is known to fail (\(singleLine(reason))); if it is right "
          + "now, take 'fails:' out of \(known.settingsPath)")
    }
    switch result.outcome {
    case .identical where known.hasOtherRecording():
      accept(result, "its recording is another one, with the same frames")
    case .identical: say("\(result.name): identical, left as it is")
    case .failed(let message):
      failures.append(Failure(.badInput, message))
      printError("\(result.name): \(message)")
    case .otherFields, .different, .new, .damaged: accept(result, result.replaced)
    }
  }

  private mutating func accept(_ result: CaseResult, _ change: String) {
    let isHere = isSameFile(".", result.recordingCase.folder)
    do throws(CaseError) {
      try result.recordingCase.accept(because: reason, seen: result.seen)
    } catch {
      printError(Failure(error).description)
      failures.append(Failure(error))
      return
    }
    say("\(result.name): accepted; \(change)")
    if isHere { say("the folder that you are in was replaced; type 'cd .' to be in the new one") }
    // Told before a signal can end the command.
    fflush(stdout)
  }
}
