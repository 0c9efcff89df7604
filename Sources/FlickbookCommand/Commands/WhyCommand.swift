import ArgumentParser
import Flickbook

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract:
      "Explain the target of a gesture, and find settings that lead to the intended target.",
    discussion: HelpDetail.text(
      """
      The output shows the reason and the margin of the decision, and for each setting the smallest \
      change that sends the gesture to the target of --intent. 'flickbook explain WORD' explains a \
      reason.

      With --corpus, each change is tried on other gestures with a known intent; 'right → wrong' counts \
      the gestures that the change sends to a wrong target. The exit status is 1 if no change helps.
      """,
      details: """
        The size of a change is its fraction of the present value. If the present value is zero, the size is \
        the fraction of the default. If the default is zero, too, the size is the fraction of 100 pt, 1000 pt/s, \
        0.1 s or 1, depending on the unit. A changed word counts as 100 %, and so does a change from zero that \
        switches something on. A release rule that does not help alone is tried together with a change of \
        each of its settings. If no single change helps, two numbers are changed together. If the fingers moved mainly across \
        the axis of the surface, and another axis helps, only this change is listed. Changes of options that a preset may set, \
        such as the estimator, are listed last, because they affect how all touches are read.
        """,
      example: """
        flickbook why flick.yml --scenario sheet --intent full --corpus people
        """,
      readOn: "docs/first-tuning.md"))

  @Argument(
    help: "A recording, or the folder of a case, which then defines the settings of the replay.",
    completion: .file())
  var recording: String

  @Option(
    help: """
      The target that the user intended; separate alternatives with |. (default: the intent of the \
      recording)
      """)
  var intent: String?

  @OptionGroup var given: CorpusSource<ReplayOptions>

  @Option(
    parsing: .upToNextOption,
    help: "Recordings with an intent, or folders of recordings or cases, to try the changes on.")
  var corpus: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: """
      Change only these settings and options; name one or a prefix, such as release spring.response or \
      estimator.
      """
  )
  var only: [String] = []

  @Option(parsing: .unconditional, help: "The number of changes to print; 0 prints all.")
  var most = 8

  @Flag(help: "Print one line of JSON.")
  var json = false

  func run() throws {
    try require(most >= 0, at: "--most", "found \(most)", "give a number of changes, or 0 for all")
    let activity = ActivityLine("reading the recording")
    defer { activity.end() }
    let found = try given.labelledRecording(at: recording, intent: intent)
    activity.show("replaying the recording")
    let (verdict, across) = try found.verdict()
    try checkOnly(found)
    activity.show("reading the corpus")
    let gestures = try evaluator(found.request)
    let repairs =
      try verdict.isRight
      ? []
      : found.repairs(turning: only.isEmpty ? across : nil, changing: isWanted) {
        activity.show("trying \($0)")
      }
    activity.show("trying changes on the corpus")
    let shown = most > 0 ? Array(repairs.prefix(most)) : repairs
    let report = WhyReport(
      name: found.name, intent: found.intents.joined(separator: "|"), verdict: verdict,
      margin: try margin(found), pointsPerMillimeter: try pointsPerMillimeter(found),
      across: across, found: repairs.count,
      repairs: try with(shown, gestures), gestures: gestures?.gestures.count,
      triesPairs: !found.request.isSlow)
    activity.end()
    show(report.report, json: json)
    if !verdict.isRight, repairs.isEmpty { throw ExitCode.differences }
  }

  /// Returns the margin of the last decision; nil if no pan came before the decision.
  private func margin(_ found: LabelledRecording) throws -> DecisionMargin? {
    try locating(found.name) { try found.request.margins(of: found.recording).last }
  }

  /// Returns the distance in points that 1 mm of finger movement on a touchpad is mapped to; nil on a touchscreen.
  private func pointsPerMillimeter(_ found: LabelledRecording) throws -> Double? {
    try locating(found.name) { try found.request.pointsPerMillimeter(of: found.recording) }
  }

  /// Returns each repair with its collateral: its effect on the other gestures of the corpus; nil without a corpus.
  private func with(
    _ repairs: [SettingRepair], _ gestures: Evaluator?
  ) throws -> [(repair: SettingRepair, collateral: Collateral?)] {
    guard let gestures else { return repairs.map { ($0, nil) } }
    let answers = try gestures.answers()
    return try repairs.map { repair in
      (repair, try gestures.collateral(of: repair, answers: answers))
    }
  }

  private func isWanted(_ setting: TunableSetting) -> Bool {
    only.isEmpty || only.contains { setting.key == $0 || setting.key.hasPrefix($0 + ".") }
  }

  /// Throws unless each word of `--only` is a setting, or the beginning of the names of settings.
  private func checkOnly(_ found: LabelledRecording) throws {
    let request = found.request
    let settings = try found.changeable()
    let keys = settings.filter { !$0.describesSituation }.map { $0.key }
    let situation = settings.filter { $0.describesSituation }.map { $0.key }
    if let word = only.first(where: { situation.contains($0) && !keys.contains($0) }) {
      throw Failure(
        .usage, at: "--only",
        "found '\(word)', which describes the situation of the gesture and is never changed",
        "name settings that control the behaviour of the \(request.scenario), such as release")
    }
    for word in only where !keys.contains(where: { $0 == word || $0.hasPrefix(word + ".") }) {
      let beginnings = keys.compactMap { $0.split(separator: ".").first.map(String.init) }
      throw Failure.unknown(
        word, in: keys + beginnings,
        "--only: found '\(word)', which is no setting of this \(request.scenario)",
        otherwise: "'flickbook scenario show \(request.scenario)' lists the settings, and "
          + "'flickbook replay --help-hidden' the options.")
    }
  }

  /// Returns an evaluator for the gestures of the corpus whose scenario is that of `request`; nil without a corpus.
  private func evaluator(_ request: ReplayRequest) throws -> Evaluator? {
    guard !corpus.isEmpty else { return nil }
    var others = try given.recordings(in: corpus)
    for index in others.indices { others[index].request = others[index].request ?? request }
    others.removeAll { $0.request?.scenario != request.scenario }
    let recordings = try others.map { other in
      try given.source.recording(at: other.path, within: other.root).recording
    }
    let labelled = try labelledRecordings(others, recordings, of: corpus.joined(separator: " "))
    return try Evaluator(labelled)
  }
}
