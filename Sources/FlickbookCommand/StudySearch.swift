import Flickbook
import StudyFiles

/// A search that goes through a study, and what came of it.
struct StudySearch: Sendable {
  /// The study.
  var loaded: LoadedStudy
  /// Where its journal is.
  var journalPath: String
  /// How many chunks are worked on at a time.
  var threads: Int

  /// What a search has when it ends.
  struct Outcome: Sendable {
    /// All results, by the numbers of their trials.
    var results: [TrialResult]
    /// How many of them the journal had before.
    var known: Int
    /// How the points were found.
    var method: String
    /// Whether all trials were done.
    var isWhole: Bool
  }

  /// Tries all points that the journal does not have yet, and adds them to it as they are done.
  ///
  /// A signal ends it after the trials that are being worked on.
  func run() async throws -> Outcome {
    var journal = try orFail { () throws(FileError) in try trialJournal(at: journalPath) }
    // One without a trial is begun anew, whatever it was for.
    if journal?.results.isEmpty == true { journal = nil }
    if let journal { try check(journal) }
    var results = journal?.results ?? []
    let method = journal?.header.method ?? loaded.header.method
    let known = results.count
    guard method == loaded.header.method else {
      // Only what found the points knows the next one.
      return Outcome(results: results, known: known, method: method, isWhole: true)
    }
    guard results.count < loaded.points else {
      return Outcome(results: results, known: known, method: method, isWhole: true)
    }
    var file = try orFail { () throws(FileError) in
      try JournalFile.opened(
        at: journalPath, continuing: journal, header: journal?.header ?? loaded.header,
        readers: loaded.readers)
    }
    let interruption = Interruption()
    var evaluator = StudyEvaluator(loaded.study, part: .training)
    var progress = StudyProgress(goal: loaded.study.goal, total: loaded.points, known: known)
    progress.note(results)
    var batch = TrialBatch(most: loaded.batch(of: evaluator.gestureCount))
    while results.count < loaded.points, !interruption.isAsked {
      let end = min(results.count + batch.size, loaded.points)
      let points = (results.count..<end).map {
        loaded.study.plan.point($0, in: loaded.study.space)
      }
      let start = ContinuousClock.now
      let found = try await orEvaluationFailure {
        try await evaluator.results(of: points, threads: threads)
      }
      batch.took(ContinuousClock.now - start)
      try orFail { () throws(FileError) in try file.append(found) }
      results += found
      progress.note(found)
      progress.show(results.count)
    }
    progress.clear()
    try orFail { () throws(FileError) in try file.synchronize() }
    if interruption.isAsked {
      printError("flickbook tune: interrupted; ranking what was tried. Ctrl-C again ends at once.")
    }
    interruption.end()
    return Outcome(
      results: results, known: known, method: method, isWhole: results.count >= loaded.points)
  }

  /// Refuses a journal of something else.
  private func check(_ journal: TrialJournal) throws(Failure) {
    let header = journal.header
    func other(_ what: String) -> Failure {
      Failure(
        .badInput,
        "\(journalPath): found the journal of \(what); name another with --journal, or remove it.")
    }
    guard header.corpus == loaded.header.corpus else { throw other("other gestures or labels") }
    guard header.study == loaded.header.study, header.keys == loaded.header.keys else {
      throw other("another space, or of another version")
    }
    guard header.method == loaded.header.method else {
      guard SearchMethod(rawValue: header.method) == nil else {
        throw other("a search by \(header.method)")
      }
      return
    }
    guard header.seed == loaded.header.seed else { throw other("a search with another seed") }
    for (number, result) in journal.results.enumerated().prefix(loaded.points)
    where result.values != loaded.study.plan.point(number, in: loaded.study.space) {
      throw Failure(
        .badInput,
        "\(journalPath):\(number + 2): found other values than trial \(number) has; remove it and "
          + "all after it, and tune again.")
    }
  }
}

/// How many trials are evaluated before an interrupt is heard: about a second of work.
///
/// The results do not depend on it.
private struct TrialBatch {
  private let most: Int
  private(set) var size = 1

  init(most: Int) { self.most = most }

  /// Adapts the size to how long the last batch took.
  mutating func took(_ duration: Duration) {
    if duration < .milliseconds(500) { size = min(size * 2, most) }
    if duration > .seconds(2) { size = max(size / 2, 1) }
  }
}

extension LoadedStudy {
  /// The most trials that are evaluated at once.
  func batch(of gestures: Int) -> Int {
    max(1, min(256, 200_000 / max(1, gestures * (1 + study.repetitions.count))))
  }
}

/// What `body` gives; what is wrong with a gesture or with values is a failure that says which.
func orEvaluationFailure<Result>(_ body: () async throws -> Result) async throws -> Result {
  do { return try await body() } catch let error as EvaluatorError {
    throw Failure(error.error, path: error.name)
  } catch let error as SettingError { throw Failure(error) } catch let error as ReplayError {
    throw Failure(error, path: "flickbook tune")
  }
}

/// How far a search is, on standard error where that is a terminal.
struct StudyProgress {
  private let goal: Goal
  private let total: Int
  private let known: Int
  private let start = ContinuousClock.now
  private var best: Double?

  init(goal: Goal, total: Int, known: Int) {
    self.goal = goal
    self.total = total
    self.known = known
  }

  /// Notes results.
  mutating func note(_ results: [TrialResult]) {
    for result in results {
      guard let standing = result.card.map(goal.standing), standing.isFeasible else { continue }
      let value = standing.values[0]
      if value < best ?? .infinity { best = value }
    }
  }

  /// Shows how many are done.
  func show(_ done: Int) {
    guard Terminal.isError else { return }
    let elapsed = start.duration(to: .now)
    let seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    let left = done > known ? seconds / Double(done - known) * Double(total - done) : 0
    let found = best.map { ", best \(goal.objectives[0].name) \(goal.objectives[0].text($0))" }
    printProgress("\(done) of \(total) trials, \(time(left)) left\(found ?? "")")
  }

  /// Removes the line.
  func clear() { if Terminal.isError { printProgress("") } }

  private func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    if whole < 90 { return "\(whole) s" }
    if whole < 5_400 { return "\((whole + 30) / 60) min" }
    return "\((whole + 1_800) / 3_600) h"
  }
}

extension Objective {
  /// What it is called: its measure, or the weighted sum.
  var name: String {
    terms.map {
      $0.weight == 1 ? $0.measure.rawValue : "\(plain($0.weight)) \($0.measure.rawValue)"
    }
    .joined(separator: " + ")
  }

  /// A value of it with its unit; fractions in percent.
  func text(_ value: Double) -> String {
    guard terms.count == 1, terms[0].weight == 1 else { return decimals(value, 4) }
    return terms[0].measure.text(value)
  }
}

extension Measure {
  /// A value of it with its unit; fractions in percent.
  func text(_ value: Double) -> String {
    switch unit {
    case "": "\(decimals(value * 100, 2)) %"
    case "s": "\(decimals(value, 3)) s"
    case "pt": "\(decimals(value, 2)) pt"
    default: "\(decimals(value, 0)) \(unit)"
    }
  }
}
