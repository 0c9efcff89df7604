import Flickbook

extension SynthCommand {
  /// The scenarios for which a corpus can be made: their surfaces move by the same distance as the finger.
  private static let corpusScenarios = ["sheet", "pip", "modal", "card"]

  /// The largest number of recordings in a corpus.
  ///
  /// The limit is our choice. More recordings would take several gigabytes, and are hard to handle in one folder.
  private static let mostRecordings = 1_000_000

  /// Writes a folder of recordings by several synthetic people.
  func makeCorpus(of total: Int) throws {
    let corpus = try syntheticCorpus(of: total)
    guard let output, output != "-" else {
      throw Failure(.usage, "--corpus: found no output folder; name one with -o.")
    }
    try orFail { () throws(FileError) in try checkPlace(ofNewFolder: output) }
    let line = ProgressLine("recordings", of: total)
    do {
      defer { line.clear() }
      let digits = "\(total)".count
      try writeNewFolder(at: output, count: total, progress: line.show) { index in
        let recording = try corpus.recording(index)
        let number = "\(index + 1)"
        let zeros = String(repeating: "0", count: digits - number.count)
        let folder = "\(recording.person ?? "")/\(recording.session ?? "")"
        return NewFile(
          path: "\(folder)/\(zeros)\(number).yml",
          bytes: libinputText(of: RecordingFile(format: .libinput, recordings: [recording])))
      }
    } catch let error as FileError {
      throw Failure(error)
    } catch let error as SyntheticHandError {
      throw Failure(.usage, "flickbook synth: \(error.description)")
    }
    var goals: [String] = []
    for goal in corpus.goals where !goals.contains(goal.name) { goals.append(goal.name) }
    let hands = count(corpus.people.count, "simulated user")
    say(
      "\(output): \(count(total, "recording")) of \(hands), with the intents "
        + "\(goals.joined(separator: ", "))")
    say("try: flickbook corpus check \(shellQuoted(output)) --by person\(words)")
  }

  /// The options that define the targets, as words for the command line of the suggested next command.
  private var words: String {
    let all =
      [("--scenario", scenario ?? "sheet")] + (preset.map { [("--preset", $0)] } ?? [])
      + settings.map { ("--set", $0) }
    return all.map { " \($0) \(shellQuoted($1))" }.joined()
  }

  /// Returns the name of the position at which the surface starts; nil if the scenario has no setting for the start.
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

  private func syntheticCorpus(of count: Int) throws(Failure) -> SyntheticCorpus {
    guard (1...Self.mostRecordings).contains(count) else {
      throw Failure(
        .usage, "--corpus: found \(count); give a number from 1 to \(Self.mostRecordings).")
    }
    guard gesture == nil, caseName == nil, from == nil, to == nil, speed == nil, intent == nil,
      !touchpad
    else {
      throw Failure(
        .usage,
        "--corpus: found options for a single gesture; leave them out, because the corpus varies them."
      )
    }
    let people = people ?? min(max(count / 25, 2), 20)
    guard (1...SyntheticCorpus.mostPeople).contains(people) else {
      throw Failure(
        .usage, "--people: found \(people); give a number from 1 to \(SyntheticCorpus.mostPeople).")
    }
    let name = scenario ?? Self.corpusScenarios[0]
    guard Self.corpusScenarios.contains(name) else {
      throw Failure(
        .usage,
        "--scenario: found '\(name)'; for --corpus, give one of "
          + "\(Self.corpusScenarios.joined(separator: ", ")).")
    }
    var request = ReplayRequest(scenario: name)
    if let preset { try request.usePreset(preset) }
    request.assignments += try assignments(settings)
    let positions: RestPositions
    do throws(SettingError) { positions = try request.restPositions() } catch {
      throw Failure(error)
    }
    let places =
      positions.positions.map { ($0.name, $0.position) }
      + positions.exits.map { (Decision.gone, $0) }
    let goals = places.map {
      SyntheticCorpus.Goal(name: $0, displacement: $1 - positions.start)
    }
    guard !goals.isEmpty else {
      throw Failure(.usage, "--scenario: found no targets; set where the \(name) may rest.")
    }
    var corpus = SyntheticCorpus(goals: goals, people: people, seed: seed)
    corpus.start = startName(positions, request)
    return corpus
  }
}
