import Flickbook
import StudyFiles

/// The search of a study, which stores its results in a journal and can resume from the journal.
struct StudySearch: Sendable {
  var loaded: LoadedStudy
  var journalPath: String
  /// The number of threads that replay gestures in parallel.
  var threads: Int

  /// The state of a search when it ends.
  struct Result: Sendable {
    /// All results, indexed by trial number.
    var results: [TrialResult]
    /// The number of results that were in the journal when the search began.
    var known: Int
    /// The search method that chose the points of the search space.
    var method: String
    /// Whether all trials are done; false if a signal ended the search.
    var isWhole: Bool
  }

  /// Evaluates all points of the search that the journal does not contain, and appends the results to the journal.
  ///
  /// After a signal, the search finishes its current batch and then ends.
  func run() throws -> Result {
    var journal = try trialJournal(at: journalPath)
    // Overwrite a journal without trials, even if its header belongs to another study, because it has no results to
    // lose.
    if journal?.results.isEmpty == true { journal = nil }
    if let journal { try check(journal) }
    var results = journal?.results ?? []
    let method = journal?.header.method ?? loaded.header.method
    let known = results.count
    // If another program chose the points of this journal, only that program can choose the next point.
    guard method == loaded.header.method, results.count < loaded.points else {
      return Result(results: results, known: known, method: method, isWhole: true)
    }
    var file = try JournalFile.opened(
      at: journalPath, continuing: journal, header: journal?.header ?? loaded.header,
      readers: loaded.readers)
    let points = (known..<loaded.points).lazy.map {
      loaded.study.plan.point($0, in: loaded.study.space)
    }
    results = try loaded.study.results(
      of: points, after: results, threads: threads
    ) { found in try file.append(found) }
    try file.synchronize()
    return Result(
      results: results, known: known, method: method, isWhole: results.count >= loaded.points)
  }

  /// Throws if the journal belongs to another study, to another corpus or to another search.
  private func check(_ journal: TrialJournal) throws {
    let header = journal.header
    func other(_ what: String) -> Failure {
      Failure(
        .badInput, at: journalPath, "found a journal of \(what)",
        "name another journal with --journal, or remove this one")
    }
    guard header.corpus == loaded.header.corpus else { throw other("other gestures or labels") }
    guard header.study == loaded.header.study, header.keys == loaded.header.keys else {
      throw other("another search space or version")
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
        .badInput, at: "\(journalPath):\(number + 2)",
        "found other values than those of trial \(number)",
        "remove this line and all lines after it, and run 'flickbook tune' again")
    }
  }
}

/// The number of trials between two checks for a signal, adapted so that these trials take about a second.
///
/// The results of a search do not depend on this number. It is at most 256, and less if 256 trials would need more than
/// 200,000 replays.
private struct TrialBatch {
  private let most: Int
  private(set) var size = 1

  init(most: Int) { self.most = most }

  /// Adapts the number of trials to the duration of the last batch.
  mutating func took(_ duration: Duration) {
    if duration < .milliseconds(500) { size = min(size * 2, most) }
    if duration > .seconds(2) { size = max(size / 2, 1) }
  }
}

extension Study {
  /// Evaluates the training gestures in batches, and shows the progress.
  ///
  /// After a signal, finishes the current batch and then ends.
  ///
  /// - Parameters:
  ///   - points: The points of the search space.
  ///   - known: The results of earlier points.
  ///   - listsWrong: Whether the results list the gestures with wrong targets.
  ///   - threads: The number of threads that replay gestures in parallel.
  ///   - finish: Called with the results of each batch.
  /// - Returns: `known`, followed by the results of `points` in their order; fewer of them after a signal.
  /// - Throws: ``Failure`` if a gesture cannot be evaluated, and the errors of `finish`.
  func results(
    of points: some RandomAccessCollection<[String]>, after known: [TrialResult] = [],
    listsWrong: Bool = false, threads: Int, finish: ([TrialResult]) throws -> Void
  ) throws -> [TrialResult] {
    let interruption = Interruption()
    var evaluator = StudyEvaluator(self, part: .training)
    var results = known
    var progress = StudyProgress(goal: goal, total: known.count + points.count)
    progress.note(known)
    let replays = evaluator.gestureCount * (1 + repetitions.count)
    var batch = TrialBatch(most: max(1, min(256, 200_000 / max(1, replays))))
    var left = points[...]
    while !left.isEmpty, !interruption.isAsked {
      let start = ContinuousClock.now
      let found = try evaluator.results(
        of: Array(left.prefix(batch.size)), listsWrong: listsWrong, threads: threads)
      left = left.dropFirst(batch.size)
      batch.took(ContinuousClock.now - start)
      try finish(found)
      results += found
      progress.note(found)
      progress.show(results.count)
    }
    progress.clear()
    if interruption.isAsked {
      printError(
        "flickbook tune: interrupted; ranking the finished trials. Press Ctrl-C again to quit at once."
      )
    }
    interruption.end()
    return results
  }
}

/// The progress line of a search on standard error, which is drawn only on a terminal.
struct StudyProgress {
  private let goal: Goal
  private let total: Int
  /// The time of the first results, and the number of trials until then.
  ///
  /// The speed is measured from this time, because the time before the first results includes the preparation of the
  /// gestures.
  private var first: (time: ContinuousClock.Instant, done: Int)?
  private var best: Double?

  init(goal: Goal, total: Int) {
    self.goal = goal
    self.total = total
  }

  /// Updates the best value so far with new results.
  mutating func note(_ results: [TrialResult]) {
    for result in results {
      guard let standing = result.card.map(goal.standing), standing.isFeasible else { continue }
      let value = standing.values[0]
      if value < best ?? .infinity { best = value }
    }
  }

  /// Shows the number of finished trials, the estimated remaining time, and the best value so far.
  mutating func show(_ done: Int) {
    let found = best.map { ", best \(goal.objectives[0].name) \(goal.objectives[0].text($0))" }
    printProgress("\(done) of \(total) trials\(left(done))\(found ?? "")")
  }

  /// Removes the line.
  func clear() { printProgress("") }

  /// Returns the estimated remaining time as text; empty in the first ten seconds, because shorter runs need none.
  private mutating func left(_ done: Int) -> String {
    let now = ContinuousClock.now
    let (began, known) = first ?? (now, done)
    first = (began, known)
    let seconds = (now - began) / .seconds(1)
    guard seconds >= 10, done > known else { return "" }
    return ", \(time(seconds / Double(done - known) * Double(total - done))) left"
  }

  private func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    if whole < 90 { return "\(whole) s" }
    if whole < 5_400 { return "\((whole + 30) / 60) min" }
    return "\((whole + 1_800) / 3_600) h"
  }
}

extension Objective {
  /// The name of the objective in reports: its measure, or the weighted sum of its measures.
  var name: String {
    terms.map {
      $0.weight == 1 ? $0.measure.rawValue : "\(plain($0.weight)) \($0.measure.rawValue)"
    }
    .joined(separator: " + ")
  }

  /// Returns a value with its unit; fractions in percent.
  func text(_ value: Double) -> String {
    guard terms.count == 1, terms[0].weight == 1 else { return decimals(value, 4) }
    return terms[0].measure.text(value)
  }
}

extension Measure {
  /// Returns a value with its unit; fractions in percent.
  func text(_ value: Double) -> String {
    switch unit {
    case "": "\(decimals(value * 100, 2)) %"
    case "s": "\(decimals(value, 3)) s"
    case "pt": "\(decimals(value, 2)) pt"
    default: "\(decimals(value, 0)) \(unit)"
    }
  }
}
