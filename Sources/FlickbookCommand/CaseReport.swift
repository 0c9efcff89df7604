import Flickbook
import FramePictures
import LivePage
import PageEngine

/// The page of `flickbook test --report`, which shows the changed cases in groups and can replay them.
struct CaseReport {
  /// The limit for the total number of frames that the page can play.
  ///
  /// The first case has a player even if its runs alone exceed this limit.
  ///
  /// The limit is our choice. A frame adds about 0.3 kB, and a page should open immediately.
  static let mostFrames = 5_000
  /// The limit for the number of cases with a picture.
  ///
  /// The limit is our choice. A picture adds about 40 kB, and a page should open immediately.
  static let mostPictured = 60
  /// The limit for the number of cases on the page.
  ///
  /// The limit is our choice. Nobody reads more than 1,000 descriptions.
  static let mostDescribed = 1_000

  private struct Change {
    var result: CaseResult
    var known: RecordingCase { result.recordingCase }
    var heading: String
    /// Whether the case has a current run.
    var hasRun: Bool {
      switch result.outcome {
      case .identical, .otherFields, .different, .new: true
      case .damaged, .failed: false
      }
    }
    /// The unique name of the changed case: its own name, or its folder if several cases have the same name.
    var name: String
    /// The folder of the case in the texts and commands of the page.
    ///
    /// An absolute path can identify a person, so the page shows the name of the case instead.
    var folder: String { Self.folder(of: known) }

    static func folder(of known: RecordingCase) -> String {
      known.folder.hasPrefix("/") ? known.name : known.folder
    }

    /// The scenario; `unknown` if the case cannot be read.
    var scenario: String
  }

  /// Cases that changed for the same cause, or cases of one kind that have no cause, such as new cases.
  private struct Group {
    var title: String
    var words: String
    var option: String?
    var changes: [Change]
  }

  private let groups: [Group]
  private let total: Int
  private let acceptance: AcceptanceCommand?
  private let tried: RequestFile?
  private let config: String?
  private let summary: String

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - results: The results of all cases.
  ///   - tried: The settings of `--config`, which replace settings of the cases; nil if there are none.
  ///   - config: The path of the file with these settings.
  ///   - acceptance: The command that accepts cases; nil if the page must not offer one.
  ///   - summary: The number of cases with each outcome, in words.
  init(
    of results: [CaseResult], trying tried: RequestFile?, from config: String?,
    acceptance: AcceptanceCommand?, summary: String
  ) {
    total = results.count
    (self.tried, self.config, self.acceptance) = (tried, config, acceptance)
    self.summary = summary
    let changed = results.filter { !$0.isExpectedFailure && $0.outcome.word.heading != nil }
    // Use the same groups as 'flickbook test', 'review' and 'accept'; the worst member of each group comes first.
    let causes = ChangeGroup.groups(of: changed.compactMap { $0.change })
    var ordered = causes.map { (cause: $0 as ChangeGroup?, members: changed.members(of: $0)) }
    let outcomes: [[OutcomeWord]] = [
      [.behaviourChange], [.drift], [.otherReason], [.new], [.error], [.incomplete, .tampered],
    ]
    for words in outcomes {
      let own = changed.filter { $0.change == nil && words.contains($0.outcome.word) }
      if !own.isEmpty { ordered.append((nil, own)) }
    }
    var names = Self.names(of: ordered.flatMap { $0.members }, among: results)[...]
    groups = ordered.map { cause, members in
      let changes = members.compactMap { result in
        result.outcome.word.heading.map {
          Change(
            result: result, heading: $0, name: names.removeFirst(),
            scenario: Self.scenario(of: result.recordingCase))
        }
      }
      return Self.group(changes, cause)
    }
  }

  /// Returns a different name for each case: its own name, or its folder if several cases have the same name.
  private static func names(of changed: [CaseResult], among all: [CaseResult]) -> [String] {
    var counts: [String: Int] = [:]
    for result in all { counts[result.recordingCase.name, default: 0] += 1 }
    return numberedNames(
      changed.map { result in
        let known = result.recordingCase
        return counts[known.name, default: 0] > 1 ? Change.folder(of: known) : known.name
      })
  }

  private static func group(_ changes: [Change], _ cause: ChangeGroup?) -> Group {
    let number = count(changes.count, "case")
    guard let cause else {
      let word = changes[0].result.outcome.word
      let name = AcceptCommand.Class.allCases.first { $0.outcomes.contains(word) }
      return Group(
        title: changes[0].heading, words: number, option: name.map { "--class \($0)" },
        changes: changes)
    }
    let isCut = cause.cause.isIncomplete ? "; the change may need only some of these" : ""
    return Group(
      title: "Cause: \(cause.cause.sentence)",
      words: "\(number): \(cause.kinds); group \(cause.id)\(isCut)",
      option: "--group \(cause.id)", changes: changes)
  }

  private static func scenario(of known: RecordingCase) -> String {
    (try? known.request().request.scenario) ?? "unknown"
  }

  /// Throws if a page cannot be written to `path`.
  ///
  /// Call this method before the cases are replayed, because the replays can take long.
  static func check(_ path: String, _ writing: OutputOptions) throws {
    try require(
      PageFile.isPage(path), at: "--report", "found '\(path)'", "name a file that ends in .html")
    try writing.check(file: path)
  }

  /// Writes the page, and prints its path and the number of cases on standard error.
  func write(to path: String, _ writing: OutputOptions, madeFrom paths: [String]) throws {
    try writing.write(Array(page.utf8), to: path, madeFrom: paths)
    printError("\(path): \(count(changedCount, "changed case"))")
  }

  private var changedCount: Int { groups.reduce(0) { $0 + $1.changes.count } }

  private var page: String {
    var left = Self.mostDescribed
    let shown = groups.map { group in
      var group = group
      group.changes = Array(group.changes.prefix(left))
      left -= group.changes.count
      return group
    }
    let (cases, played) = changedCases(of: shown)
    let parts = zip(zip(groups, shown), cases).compactMap { pair, cases -> ChangedGroup? in
      let hidden = pair.0.changes.count - cases.count
      let more = hidden > 0 ? "; \(hidden) of them are not on this page" : ""
      return cases.isEmpty
        ? nil
        : ChangedGroup(
          title: pair.0.title, words: pair.0.words + more, option: pair.0.option, cases: cases)
    }
    let engine =
      cases.joined().contains { $0.isPlayed && $0.recorded?.isKnownToEngine ?? false }
      ? pageEngine : []
    return changesPage(
      of: parts, title: title,
      summary: words(played: played, told: Self.mostDescribed - left),
      acceptance: acceptance, engine: engine)
  }

  /// Returns the cases of each group for the page, and the number of cases with a player.
  ///
  /// The worst case of each group gets a player first, then the second of each group, and so on, until the players have
  /// ``mostFrames`` frames.
  private func changedCases(of groups: [Group]) -> (cases: [[ChangedCase]], played: Int) {
    var cases = groups.map { $0.changes.map(changedCase) }
    let places = groups.indices.flatMap { group in
      groups[group].changes.indices.map { (rank: $0, group: group) }
    }.sorted { ($0.rank, $0.group) < ($1.rank, $1.group) }
    var (pictured, frames, played) = (0, 0, 0)
    for (rank, group) in places where pictured < Self.mostPictured {
      let change = groups[group].changes[rank]
      guard change.hasRun else { continue }
      do {
        let (runs, recorded) = try runs(of: change)
        (cases[group][rank].runs, cases[group][rank].recorded) = (runs, recorded)
        pictured += 1
        let count = runs.reduce(0) { $0 + $1.run.frames.count }
        cases[group][rank].isPlayed = played == 0 || frames + count <= Self.mostFrames
        guard cases[group][rank].isPlayed else { continue }
        frames += count
        played += 1
      } catch {
        cases[group][rank].words.append("The runs cannot be shown: \(error)")
      }
    }
    return (cases, played)
  }

  private var title: String {
    changedCount == 0
      ? "\(count(total, "case")): nothing changed"
      : "\(changedCount) of \(count(total, "case")) changed"
  }

  private func words(played: Int, told: Int) -> [String] {
    var words = ["\(summary). Flickbook \(flickbookVersion)."]
    if let config {
      let name = shownName(of: config)
      words.append(
        "Replayed with the settings of \(name) in addition to the settings of the cases. Such runs cannot be "
          + "accepted: to accept them, put the settings into the cases, and test the cases again.")
    }
    guard changedCount > 0 else {
      return words + ["Every case produces its expected run, so there are no changes to show."]
    }
    words.append(
      "The cases are grouped by the cause of their change, with the worst case of each group first. The player of a "
        + "case opens at the first difference. To replay the recordings in this page, pass the page to "
        + "'flickbook replay'.")
    let silent =
      groups.flatMap { $0.changes }.count { $0.hasRun } - played
    if silent > 0 {
      words.append(
        "This page has the players of \(count(played, "case")), the worst of each group. To play one of the other "
          + "\(silent), test fewer cases: name a folder, or add --filter.")
    }
    if told < changedCount {
      words.append(
        "\(changedCount - told) more changed cases are not shown; 'flickbook test' lists them.")
    }
    return words
  }

  private func changedCase(_ change: Change) -> ChangedCase {
    let known = change.known
    let folder = shellQuoted(change.folder)
    var changed = ChangedCase(
      name: change.name, scenario: change.scenario, kind: change.heading,
      words: Self.words(change.result), commands: Self.commands(folder, change),
      settings: settings(of: known))
    if change.result.outcome.word != .error { changed.acceptedAs = folder }
    guard change.folder != known.folder else { return changed }
    changed.words = changed.words.map { $0.replacing(known.folder, with: change.folder) }
    changed.commands.insert("# In the folder that holds all cases:", at: 0)
    return changed
  }

  /// Returns the current run of a case, followed by its expected run if it has one, and the recording.
  private func runs(of change: Change) throws -> (runs: [PlottedRun], recorded: RecordedRun) {
    let known = change.known
    var request = try known.request().request
    tried?.apply(&request)
    let loaded = try known.loadedRecording()
    let run = try locating(known.recordingPath) { try loaded.run(request) }
    var runs = [PlottedRun(run, name: "today", scenery: run.scenery)]
    if change.result.outcome.word != .new {
      let expected = try Run(contentsOf: known.expectedPath)
      runs.append(
        PlottedRun(expected, name: "expected", scenery: expected.scenery))
    }
    let recorded = RecordedRun(
      PageRecording(name: change.name, loaded), request, path: known.recordingPath)
    return (runs, recorded)
  }

  private func settings(of known: RecordingCase) -> String {
    (try? known.settingsBytes()).map { String(decoding: $0.prefix(20_000), as: UTF8.self) } ?? ""
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

  private static func commands(_ folder: String, _ change: Change) -> [String] {
    let test = "flickbook test \(folder)\(change.known.permissionOption)"
    let accept = change.known.acceptCommand(at: change.folder)
    return switch change.result.outcome {
    case .identical, .otherFields, .different:
      ["flickbook plot \(folder) --expected \(folder) -o change.svg", accept, test]
    case .new: [accept, test]
    case .failed: [test]
    case .damaged: ["git restore \(folder)", accept]
    }
  }
}
