import ArgumentParser
import Flickbook

struct CorpusSynthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Synthesize a folder of recordings by several simulated people.",
    discussion: HelpDetail.text(
      """
      The people have different habits. For each recording, a target of the scenario is chosen at random, and the \
      person makes the gesture that they expect to move the surface to this target. The labels hold the intent, the \
      person and the session. If the surface can be dismissed, some gestures intend a dismissal. The same seed always \
      gives the same folder. The scenario can be sheet (the default), pip, modal or card.
      """,
      example: """
        flickbook corpus synth 500 --scenario sheet --set start=half -o people
        """,
      readOn: "docs/first-tuning.md"))

  @Argument(help: "The number of recordings.")
  var total: Int

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The folder to write; it must be new or empty.", completion: .file())
  var output: String

  @Option(help: "The number of people. (default: one for every 25 recordings, from 2 to 20)")
  var people: Int?

  @OptionGroup var choice: ScenarioSettingOptions

  @Option(parsing: .unconditional, help: "The seed of the random numbers.")
  var seed: UInt64 = 1

  private var scenario: String { choice.scenario ?? SheetScenario.name }

  /// The scenarios for which a corpus can be made: their surfaces move by the same distance as the finger.
  private static let scenarios = ["sheet", "pip", "modal", "card"]

  /// The limit for the number of recordings in a corpus.
  ///
  /// The limit is our choice. More recordings would take several gigabytes, and are hard to handle in one folder.
  private static let mostRecordings = 1_000_000

  func run() throws {
    let corpus = try corpus()
    try require(
      output != "-", at: "-o", "found '-', but a corpus is a folder", "give a name for the folder")
    try checkPlace(ofNewFolder: output)
    let line = ProgressLine("recordings", of: total)
    try locating("flickbook corpus synth") {
      defer { line.clear() }
      try writeNewFolder(at: output, count: total, progress: line.show) { index in
        let recording = try corpus.recording(index)
        let folder = "\(recording.person ?? "")/\(recording.session ?? "")"
        return NewFile(
          path: "\(folder)/\(zeroPadded(index + 1, upTo: total)).yml",
          bytes: libinputText(of: RecordingFile(format: .libinput, recordings: [recording])))
      }
    }
    var goals: [String] = []
    for goal in corpus.goals where !goals.contains(goal.name) { goals.append(goal.name) }
    let hands = count(corpus.people.count, "simulated user")
    say(
      "\(output): \(count(total, "recording")) of \(hands), with the intents "
        + "\(goals.joined(separator: ", "))")
    say("try: flickbook corpus check \(shellQuoted(output)) --by person\(words)")
  }

  /// The options that define the targets, as arguments of the command that the output suggests to run next.
  private var words: String {
    let all =
      [("--scenario", scenario)] + (choice.preset.map { [("--preset", $0)] } ?? [])
      + choice.settings.map { ("--set", $0) }
    return all.map { " \($0) \(shellQuoted($1))" }.joined()
  }

  /// Returns the name of the rest position at which the surface starts.
  ///
  /// Nil if the surface starts elsewhere, or if the scenario has no setting `start`.
  private func startName(_ positions: RestPositions, _ request: ReplayRequest) -> String? {
    let place = positions.positions.first {
      ($0.position - positions.start).length < Points(0.001)
    }
    var request = request
    guard let place else { return nil }
    request.assignments.append(Assignment(key: "start", value: place.name))
    do throws(SettingError) { try request.check() } catch { return nil }
    return place.name
  }

  private func corpus() throws -> SyntheticCorpus {
    _ = try checked("flickbook corpus synth", total, 1...Self.mostRecordings, "a number")
    let people = try checked(
      "--people", people ?? min(max(total / 25, 2), 20), 1...SyntheticCorpus.mostPeople, "a number")
    try require(
      Self.scenarios.contains(scenario), at: "--scenario", "found '\(scenario)'",
      "give one of \(Self.scenarios.joined(separator: ", "))")
    var request = ReplayRequest(scenario: scenario)
    if let preset = choice.preset { try request.usePreset(preset) }
    request.assignments += try assignments(choice.settings)
    let positions = try request.restPositions()
    let places =
      positions.positions.map { ($0.name, $0.position) }
      + positions.exits.map { (Decision.gone, $0) }
    let goals = places.map {
      SyntheticCorpus.GestureGoal(name: $0, displacement: $1 - positions.start)
    }
    try require(
      !goals.isEmpty, at: "--scenario", "found no targets", "set where the \(scenario) may rest")
    var corpus = SyntheticCorpus(goals: goals, people: people, seed: seed)
    corpus.start = startName(positions, request)
    return corpus
  }
}
