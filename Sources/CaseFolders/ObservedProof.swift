import FrameLogs
public import InteractionScenarios
import Quantities
public import Review
import YAMLNodes

/// A proof that a preset moves like software that was observed under recordings.
///
/// Each table of motion in the folder ``tables`` has the note `recording`, which names a recording in the folder
/// ``recordings``. Repeated runs of one recording have the names `NAME.csv`, `NAME.run1.csv` and so on; the preset must
/// agree with one of them, or with the spread of five or more.
public struct ObservedProof: Sendable {
  /// The software, the date, the number of runs, and the largest accepted differences.
  public var observation: PresetObservation
  /// The path of the folder with the tables.
  public var tables: String
  /// The path of the folder with the recordings.
  public var recordings: String
  /// The largest accepted difference for each stage.
  public var tolerance: StageTolerance
  /// Values of settings that describe the situation of the observed surface, such as the size of its content.
  public var values: [(key: String, value: String)]
  /// The recordings whose tables cannot be used, with the reasons.
  public var excepted: [(recording: String, reason: String)]
  /// The recordings for which the preset is known to differ, with the reasons.
  public var failing: [(recording: String, reason: String)]
}

/// The result of comparing a preset with the tables of an ``ObservedProof``.
package struct ObservedProofResult: Sendable {
  /// A difference that is larger than the proof accepts.
  package struct Disagreement: Sendable {
    package var recording: String
    package var difference: StageComparison.Difference
  }

  /// The number of recordings that were compared.
  package var recordings = 0
  /// The number of tables that were compared.
  package var runs = 0
  /// The largest difference of each quantity, without the recordings for which the preset is known to differ.
  package var worst: [StageComparison.ComparedQuantity: Double] = [:]
  /// The differences that are larger than the proof accepts.
  package var disagreements: [Disagreement] = []
  /// The statements of the proof that are not true, such as a wrong number of runs.
  package var untrue: [String] = []
  /// The recordings for which the preset differs as expected, with the first difference of each.
  package var expectedFailures: [Disagreement] = []

  /// Whether the preset agrees with the tables, and all statements of the proof are true.
  package var holds: Bool { disagreements.isEmpty && untrue.isEmpty }
}

/// The reason why a proof could not be tested.
package enum ProofError: Error, Sendable {
  /// A folder or a recording cannot be used, or the preset cannot be replayed.
  case replay(CaseError)
  /// A table cannot be used; the text is the complete message.
  case table(MotionTableError)
}

extension ObservedProof {
  /// Replays the recordings of the proof with `preset`, and compares each replay with its tables.
  ///
  /// - Throws: ``ProofError`` if a table or a recording is missing or cannot be used.
  package func result(
    of preset: Preset, in scenario: String
  ) throws(ProofError) -> ObservedProofResult {
    let all: [ObservedTables]
    do throws(FileError) {
      guard kindOfFile(at: recordings).exists else { throw .missing(path: recordings) }
      all = try ObservedTables.all(in: tables)
      // A proof without tables would prove nothing.
      guard !all.isEmpty else { throw .missing(path: "\(tables)/*.csv") }
    } catch { throw .replay(.file(error)) }
    var result = ObservedProofResult()
    var names: Set<String> = []
    for tables in all {
      let table: MotionTable
      do throws(MotionTableError) { table = try firstTable(of: tables) } catch {
        throw .table(error)
      }
      let name = table.notes["recording"] ?? ""
      names.insert(name)
      guard !excepted.contains(where: { $0.recording == name }) else { continue }
      let run: Run
      do throws(CaseError) {
        run = try replay(name, as: table, preset, scenario)
      } catch { throw .replay(error) }
      let compared = tables.compared(with: run, within: tolerance, root: self.tables)
      if let problem = compared.problem { throw .table(MotionTableError(problem)) }
      result.add(compared, of: name, isKnownToFail: failing.contains { $0.recording == name })
    }
    addUntrueStatements(to: &result, recordings: names)
    return result
  }

  /// Returns the first table, after checking that its notes name a recording and the software of the proof.
  private func firstTable(of tables: ObservedTables) throws(MotionTableError) -> MotionTable {
    let file = tables.files[0]
    let path = "\(tables.folder)/\(file)"
    let table = try tables.table(file, within: self.tables)
    let notes = table.notes
    guard notes["recording"]?.isEmpty == false else {
      throw MotionTableError(
        "\(path): there is no note 'recording'; add a first line such as '# recording: scroll/flick-up'."
      )
    }
    let software = notes["software"] ?? observation.software
    guard software == observation.software else {
      throw MotionTableError(
        "\(path): found the note 'software: \(excerpt(of: software))', but the proof states "
          + "'\(excerpt(of: observation.software))'; give each version its own folder and proof.")
    }
    return table
  }

  /// Replays the recording called `name`, which is a folder with a `recording.yml`, or a file.
  ///
  /// The replay has the screen and the frame rate of `table`.
  private func replay(
    _ name: String, as table: MotionTable, _ preset: Preset, _ scenario: String
  ) throws(CaseError) -> Run {
    let path = pathOfRecording(name, in: recordings)
    var request = ReplayRequest(scenario: scenario)
    request.preset = preset.name
    request.ownPresets = [preset]
    request.assignments = values.map { Assignment(key: $0.key, value: $0.value) }
    // A screen that cannot be read is reported by the check of the table.
    if let screen = table.notes["screen"] {
      _ = RequestOption.named("screen")?.setting.set(screen, in: &request)
    }
    // The software moves its surface only in frames, and the model also between them.
    let framesPerSecond = table.framesPerSecond
    if FrameRate.range.contains(framesPerSecond) {
      request.rate = FrameRate(framesPerSecond: framesPerSecond)
    }
    let loaded: LoadedRecording
    do throws(LoadError) { loaded = try loadedRecording(at: path, within: recordings) } catch {
      throw .load(error)
    }
    do throws(ReplayError) { return try loaded.run(request) } catch {
      throw .replay(error, path: path)
    }
  }

  /// Adds the statements of the proof that are not true: a wrong number of runs or recordings, and recordings without a
  /// table.
  private func addUntrueStatements(
    to result: inout ObservedProofResult, recordings: Set<String>
  ) {
    if result.runs != observation.runs {
      result.untrue.append(
        "found \(result.runs) runs in the tables, but the proof states \(observation.runs); correct 'runs', or "
          + "restore the tables")
    }
    if observation.recordings > 0, result.recordings != observation.recordings {
      result.untrue.append(
        "found \(result.recordings) recordings in the tables, but the proof states "
          + "\(observation.recordings); correct 'compared'")
    }
    for (key, listed) in [("except", excepted), ("fails", failing)] {
      for (name, _) in listed where !recordings.contains(name) {
        result.untrue.append(
          "\(excerpt(of: name)): no table has this recording; remove it from '\(key)'")
      }
    }
  }
}

extension ObservedProofResult {
  fileprivate mutating func add(
    _ compared: ObservedComparison, of recording: String, isKnownToFail: Bool
  ) {
    guard let comparison = compared.comparison else { return }
    recordings += 1
    runs += compared.runs
    let beyond = comparison.differences.filter { !$0.isAllowed }
      .map { Disagreement(recording: recording, difference: $0) }
    if isKnownToFail {
      expectedFailures += beyond.prefix(1)
      if beyond.isEmpty {
        untrue.append(
          "\(excerpt(of: recording)): the preset agrees; remove the recording from 'fails'")
      }
      return
    }
    disagreements += beyond
    for found in comparison.differences {
      worst[found.quantity] = max(worst[found.quantity] ?? 0, found.difference)
    }
  }
}

extension YAMLReader {
  static let observedKeys = [
    "observed", "date", "clock", "runs", "compared", "tables", "recordings", "worst", "except",
    "fails", "set",
  ]

  /// Reads an observed proof; see ``PresetFile``.
  func observedProof(_ mapping: Node.Mapping, at node: Node) throws(FileError) -> ObservedProof {
    try check(mapping, keys: Self.observedKeys)
    guard let software = mapping["observed"], let date = mapping["date"],
      let runs = mapping["runs"], let tables = mapping["tables"],
      let recordings = mapping["recordings"]
    else {
      throw wrong(node, "a proof with 'observed', 'date', 'runs', 'tables' and 'recordings'")
    }
    var clock = ""
    if let node = mapping["clock"] {
      clock = try word(node, "'driven' or 'wall'")
      guard ObservationSource.Clock(rawValue: clock) != nil else {
        throw wrong(node, "'driven' or 'wall'")
      }
    }
    guard let count = runs.string.flatMap({ Int($0) }), count > 0 else {
      throw wrong(runs, "the number of runs that are compared, at least 1")
    }
    let compared = mapping["compared"]
    let recorded = compared.flatMap { $0.string.flatMap { Int($0) } } ?? 0
    guard compared == nil || recorded > 0 else {
      throw wrong(compared ?? node, "the number of recordings that are compared, at least 1")
    }
    let worst = try mapping["worst"].map { node throws(FileError) in try stageTolerance(node) }
    let tolerance = worst ?? StageTolerance()
    var observation = PresetObservation(
      try word(software, "the name and version of the software"),
      date: try self.date(date), clock: clock, runs: count, recordings: recorded, failures: 0,
      worst: [:])
    // Tables may lack velocities, and the lag of most software is unknown, so state these only if `worst` sets them.
    observation.worst = tolerance.values.filter { key, _ in
      !["velocity", "lag"].contains(key) || mapping["worst"]?.mapping?[key] != nil
    }.map { ($0.key, $0.value) }
    let failing = try reasons(mapping["fails"])
    observation.failures = failing.count
    return ObservedProof(
      observation: observation,
      tables: try path(
        named: try word(tables, "the path of a folder with tables"), line: tables.mark?.line),
      recordings: try path(
        named: try word(recordings, "the path of a folder with recordings"),
        line: recordings.mark?.line),
      tolerance: tolerance, values: try mapping["set"].map(values) ?? [],
      excepted: try reasons(mapping["except"]), failing: failing)
  }

  private func values(_ node: Node) throws(FileError) -> [(key: String, value: String)] {
    try settings(node).map { ($0.key, $0.value) }
  }

  private func date(_ node: Node) throws(FileError) -> String {
    let text = try word(node, "a date such as 2026-11-20")
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { throw wrong(node, "a date such as 2026-11-20") }
    return text
  }

  /// Returns the recordings in a mapping such as `{scroll/flick-up: the driver stopped}`; empty if it is missing.
  private func reasons(_ node: Node?) throws(FileError) -> [(recording: String, reason: String)] {
    guard let node else { return [] }
    var reasons: [(recording: String, reason: String)] = []
    for (key, value) in try mapping(node, "recordings with a reason for each") {
      reasons.append(
        (try word(key, "the name of a recording"), try word(value, "the reason, as text")))
    }
    return reasons
  }
}

/// Returns the path of the recording that the note `recording` of a table names: a folder with a `recording.yml`, or a file.
package func pathOfRecording(_ name: String, in folder: String) -> String {
  let path = "\(folder)/\(name)"
  return kindOfFile(at: path).isFolder ? "\(path)/recording.yml" : path
}
