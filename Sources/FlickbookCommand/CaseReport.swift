import Flickbook
import FramePictures
import LivePage
import PageEngine

/// The page of `flickbook test --report`, which shows the changed cases and can replay them.
struct CaseReport {
  /// The largest number of cases with a player; the other cases are described in words.
  ///
  /// The limit is our choice. Each player adds about 0.3 MB, and a page should open immediately.
  static let mostPlayed = 48
  /// The largest number of cases on the page.
  ///
  /// The limit is our choice. Nobody reads more than 1,000 descriptions.
  static let mostDescribed = 1_000

  /// The kinds of change, with the most important kind first.
  private enum Kind: String, CaseIterable {
    case behaviour = "Behaves differently"
    case drift = "Drifted"
    case reason = "Other reason, same motion"
    case new = "No expected run yet"
    case failed = "Cannot be replayed"
    case damaged = "Incomplete or tampered"

    init?(_ outcome: CaseOutcome) {
      switch outcome {
      case .different(let difference, _) where difference.kind == .behaviourChange:
        self = .behaviour
      case .different(let difference, _) where difference.kind == .drift: self = .drift
      case .different(let difference, _) where difference.kind == .otherReason: self = .reason
      case .new: self = .new
      case .failed: self = .failed
      case .damaged: self = .damaged
      case .identical, .otherFields, .different: return nil
      }
    }
  }

  private struct Change {
    var result: CaseResult
    var known: RecordingCase { result.recordingCase }
    var kind: Kind
    /// The unique name of the changed case: its own name, or its folder if several cases have the same name.
    var name: String
    /// The folder of the case in the texts and commands of the page.
    ///
    /// An absolute path can identify a person, so the page shows the name of the case instead.
    var folder: String { known.folder.hasPrefix("/") ? known.name : known.folder }
    /// The scenario; `unknown` if the case cannot be read.
    var scenario: String
    /// The index of the change among the changes of the same kind and scenario, from 0.
    var place = 0
  }

  private let changes: [Change]
  private let total: Int
  private let tried: RequestFile?
  private let config: String?
  private let summary: String

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - results: The results of all cases.
  ///   - tried: The settings of `--config`, which replace settings of the cases; nil if there are none.
  ///   - config: The path of the file with these settings.
  ///   - summary: The number of cases with each outcome, in words.
  init(
    of results: [CaseResult], trying tried: RequestFile?, from config: String?, summary: String
  ) {
    total = results.count
    // Within each kind of change, put first the cases whose surface now rests at another position. Users notice these
    // most.
    let elsewhere = results.filter { $0.change?.felt.hasOtherRestPosition == true }
    let results = elsewhere + results.filter { $0.change?.felt.hasOtherRestPosition != true }
    (self.tried, self.config, self.summary) = (tried, config, summary)
    var counts: [String: Int] = [:]
    for result in results { counts[result.recordingCase.name, default: 0] += 1 }
    var changes: [Change] = results.filter { !$0.isExpectedFailure }.compactMap { result in
      let known = result.recordingCase
      return Kind(result.outcome).map {
        var change = Change(
          result: result, kind: $0, name: known.name, scenario: Self.scenario(of: known))
        if counts[known.name, default: 0] > 1 { change.name = change.folder }
        return change
      }
    }
    for (index, name) in numberedNames(changes.map(\.name)).enumerated() {
      changes[index].name = name
    }
    counts = [:]
    for index in changes.indices {
      let group = "\(changes[index].kind) \(changes[index].scenario)"
      changes[index].place = counts[group, default: 0]
      counts[group, default: 0] += 1
    }
    self.changes = changes
  }

  private static func scenario(of known: RecordingCase) -> String {
    do throws(CaseError) { return try known.request().request.scenario } catch { return "unknown" }
  }

  /// Throws if a page cannot be written to `path`.
  ///
  /// Call this method before the cases are replayed, because the replays can take long.
  static func check(_ path: String, _ writing: OutputOptions) throws(Failure) {
    guard PageFile.isPage(path) else {
      throw Failure(
        .usage, "--report: found '\(path)'; name a file that ends in .html.")
    }
    try writing.check(file: path)
  }

  /// Writes the page, and prints its path and the number of cases on standard error.
  func write(
    to path: String, _ writing: OutputOptions, madeFrom paths: [String]
  ) throws(Failure) {
    try writing.write(Array(page.utf8), to: path, madeFrom: paths)
    printError("\(path): \(count(changes.count, "changed case"))")
  }

  private var page: String {
    // Order the cases of each kind of change so that the first case of every scenario precedes the second case of any
    // scenario, and so on. The players, whose number is limited, then cover all scenarios.
    let ranked = changes.indices.sorted { left, right in
      let (one, other) = (changes[left], changes[right])
      let ranks = [one, other].map { Kind.allCases.firstIndex(of: $0.kind) ?? 0 }
      if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
      return (one.place, left) < (other.place, right)
    }
    let played = Set(
      ranked.filter { changes[$0].kind != .failed && changes[$0].kind != .damaged }
        .prefix(Self.mostPlayed))
    let told = Set(ranked.prefix(Self.mostDescribed))
    var cases: [ChangedCase] = []
    for kind in Kind.allCases {
      let own = changes.indices.filter { changes[$0].kind == kind && told.contains($0) }
      for scenario in Set(own.map { changes[$0].scenario }).sorted() {
        cases += own.filter { changes[$0].scenario == scenario }
          .map { changedCase(changes[$0], isPlayed: played.contains($0)) }
      }
    }
    let engine = cases.contains { $0.recorded?.isKnownToEngine ?? false } ? pageEngine : []
    return changesPage(
      of: cases, title: title, summary: words(played: played.count, told: told.count),
      engine: engine)
  }

  private var title: String {
    changes.isEmpty
      ? "\(count(total, "case")): nothing changed"
      : "\(changes.count) of \(count(total, "case")) changed"
  }

  private func words(played: Int, told: Int) -> [String] {
    var words = ["\(summary). Flickbook \(flickbookVersion)."]
    if let config {
      words.append(
        "Replayed with the settings of \(shownName(of: config)) in addition to the settings of the cases."
      )
    }
    guard !changes.isEmpty else {
      return words + ["Every case produces its expected run, so there are no changes to show."]
    }
    words.append(
      "Each player shows the new run, with the expected run as an outline. To replay the recordings in "
        + "this page, pass the page to 'flickbook replay'.")
    let silent = changes.filter { $0.kind != .failed && $0.kind != .damaged }.count - played
    if silent > 0 {
      words.append(
        "This page plays \(count(played, "case")), some of each kind and scenario, and only describes "
          + "\(silent) more. To play those, test fewer cases: name a folder, or add --filter.")
    }
    if told < changes.count {
      words.append(
        "\(changes.count - told) more changed cases are not shown; 'flickbook test' lists them.")
    }
    return words
  }

  private func changedCase(_ change: Change, isPlayed: Bool) -> ChangedCase {
    let known = change.known
    let folder = shellQuoted(change.folder)
    var changed = ChangedCase(
      name: change.name, scenario: change.scenario, kind: change.kind.rawValue,
      words: Self.words(change.result), commands: Self.commands(change.kind, folder),
      settings: settings(of: known))
    if isPlayed {
      do throws(Failure) { try addRuns(of: change, to: &changed) } catch {
        changed.words.append("The runs cannot be shown: \(error.description)")
      }
    }
    guard change.folder != known.folder else { return changed }
    changed.words = changed.words.map { $0.replacing(known.folder, with: change.folder) }
    changed.commands.insert("# In the folder that holds all cases:", at: 0)
    return changed
  }

  private func addRuns(of change: Change, to changed: inout ChangedCase) throws(Failure) {
    let known = change.known
    var request: ReplayRequest
    do throws(CaseError) { request = try known.request().request } catch { throw Failure(error) }
    tried?.apply(&request)
    let loaded: LoadedRecording
    do throws(LoadError) { loaded = try known.loadedRecording() } catch {
      throw Failure(error)
    }
    let run: Run
    do throws(ReplayError) { run = try loaded.run(request) } catch {
      throw Failure(error, path: known.recordingPath)
    }
    var runs = [PlottedRun(run, name: "today", scenery: run.scenery)]
    if change.kind != .new {
      let expected = try orFail { () throws(FileError) in try storedRun(at: known.expectedPath) }
      runs.append(
        PlottedRun(expected, name: "expected", scenery: expected.scenery))
    }
    changed.runs = runs
    changed.recorded = RecordedRun(
      PageRecording(name: change.name, loaded), request, path: known.recordingPath)
  }

  private func settings(of known: RecordingCase) -> String {
    do throws(FileError) {
      return String(decoding: try known.settingsBytes().prefix(20_000), as: UTF8.self)
    } catch { return "" }
  }

  private static func words(_ result: CaseResult) -> [String] {
    switch result.outcome {
    case .different(let difference, _):
      (result.change.map { [$0.felt.headline, "Why: \($0.cause.sentence)"] } ?? [])
        + [difference.sentence]
        + (difference.divergence.isEmpty ? [] : ["Differs: \(difference.divergence)"])
    case .failed(let message): [message]
    case .damaged(let error): [error.description]
    case .new: ["This is the new run; if it is right, accept it."]
    case .identical, .otherFields: []
    }
  }

  private static func commands(_ kind: Kind, _ folder: String) -> [String] {
    let test = "flickbook test \(folder)"
    let accept = "flickbook accept \(folder) --because \"why its frames are right\""
    return switch kind {
    case .behaviour, .drift, .reason:
      [
        "flickbook plot \(folder) --expected \(folder) -o change.svg", accept, test,
      ]
    case .new: [accept, test]
    case .failed: [test]
    case .damaged: ["git restore \(folder)", accept]
    }
  }
}
