import ArgumentParser
import Flickbook

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept the current run of a case as its expected run, with a reason.",
    discussion: HelpDetail.text(
      """
      Name one case, or select cases with --filter, --group or --class; to accept every case in a \
      folder, add --all. Other cases are not changed. A group is a set of cases that changed for the \
      same cause; 'flickbook test' prints the names of the groups. The run and the reason are written \
      together, atomically. expected/run.json keeps the last three reasons; your version control has \
      the earlier reasons.
      """,
      example: """
        flickbook accept Recordings/sheet/flick --because "a new estimator"
        flickbook accept --group 60f3ab --because "sheets settle later"
        flickbook accept --class drift --because "a more exact exponential"
        """,
      readOn: "docs/review.md"))

  /// A kind of result that can be accepted for many cases at once.
  enum Class: String, CaseIterable, ExpressibleByArgument {
    case drift, behaviour, reason, stale, new, damaged, outdated

    /// The outcomes that belong to this kind; empty for cases that pass.
    var outcomes: [OutcomeWord] {
      switch self {
      case .drift: [.drift]
      case .behaviour: [.behaviourChange]
      case .reason: [.otherReason]
      case .stale: [.stale]
      case .new: [.new]
      case .damaged: [.incomplete, .tampered]
      case .outdated: []
      }
    }
  }

  @OptionGroup var selection: CaseOptions

  @Option(help: "The reason why the new run is right; stored in expected/run.json.")
  var because: String

  @Flag(help: "Accept every case in the given folders.")
  var all = false

  @Option(help: "Only cases of this group, by the name that 'flickbook test' prints; repeatable.")
  var group: [String] = []

  @Option(
    name: .customLong("class"),
    help: """
      Only cases with this result: drift (numbers or times differ), behaviour (a target, a position \
      of rest, an event or the order of phases differs), reason (only the reason of a decision differs), \
      stale (the recording was replaced), new (no expected run yet), damaged (a file of the expected run \
      is missing or was modified) or outdated (the case passes, but its run.json lists other settings than now); repeatable.
      """)
  var classes: [Class] = []

  func run() throws {
    let chosen = try selection.chosenCases()
    let cases = chosen.cases
    try require(
      !isBlank(because), at: "--because", "the reason is empty", "say why the new run is right")
    // Ignore empty filters, because an empty filter matches every case and therefore narrows nothing.
    let filters = selection.filter.filter { !$0.isEmpty }
    let isNarrowed = !group.isEmpty || !classes.isEmpty || !filters.isEmpty
    try require(
      all || isNarrowed || cases.count == 1, at: "flickbook accept",
      "\(cases.count) cases are selected",
      "name one case, or accept them all with --all")
    let results = CaseResults(of: chosen)
    for id in group where !results.groups.contains(where: { $0.id == id }) {
      let known = results.groups.map { $0.id }.joined(separator: ", ")
      throw Failure(
        .noInput, at: "--group", "there is no group '\(id)' now",
        known.isEmpty ? "no case has changed" : "the groups are \(known)")
    }
    let meant = results.all.filter { isMeant($0, in: results) }
    try require(
      !meant.isEmpty, .noInput, at: "flickbook accept", "no case has the given --class or --group",
      "'flickbook test' lists the results")
    try processEach(meant, at: "flickbook accept", problem: "cases cannot be accepted") {
      try $0.accept(because: because)
    }
  }

  private func isMeant(_ result: CaseResult, in results: CaseResults) -> Bool {
    if !group.isEmpty {
      guard let own = results.group(of: result), group.contains(own.id) else { return false }
    }
    guard !classes.isEmpty else { return true }
    if !result.outdated.isEmpty { return classes.contains(.outdated) }
    let outcome = result.isStale ? .stale : result.outcome.word
    return classes.contains { $0.outcomes.contains(outcome) }
  }
}

extension CaseResult {
  /// Makes the current run of the case its expected run, unless both runs and their settings are already identical.
  ///
  /// A case that is marked with `fails:` and that fails is not changed. Prints what was done.
  func accept(because reason: String) throws {
    if let knownFailure, isExpectedFailure {
      return say(
        "\(name): not changed, because it is known to fail (\(singleLine(knownFailure))); if the run "
          + "is right now, remove 'fails:' from \(recordingCase.settingsPath)")
    }
    let change: String
    switch outcome {
    case .identical where recordingCase.hasOtherRecording():
      change = "the recording was replaced, and the frames are the same"
    case .identical where !outdated.isEmpty:
      change = "the frames are the same, with other settings: \(outdatedText)"
    case .identical: return say("\(name): identical, not changed")
    case .failed(let message): throw Failure(.badInput, "\(name): \(message)")
    case .otherFields, .different, .new, .damaged: change = replaced
    }
    try recordingCase.accept(because: reason, seen: seen)
    sayNow("\(name): accepted; \(change)")
  }
}
