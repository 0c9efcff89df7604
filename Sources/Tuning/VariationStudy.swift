import FrameLogs
public import InteractionScenarios
import Quantities
public import TouchInput

/// What one set of values did to all recordings.
public struct GridResult: Hashable, Sendable {
  /// The values, in the order of the varied settings.
  public var values: [String]
  /// How many recordings ended at a target that the hand did not mean.
  public var wrongTargets = 0
  /// The names of these recordings.
  public var wrongNames: [String] = []
  /// The mean distance past the target, in points.
  public var meanOvershoot = 0.0
  /// The mean time from the last decision to rest, in seconds; a run that does not settle counts
  /// as `Replay/longestSettling`.
  public var meanSettleTime = 0.0
}

/// A search over every combination of some values, of settings and of what a request says besides:
/// `preset`, `estimator`, `hz`, `recognizer` and so on.
///
/// It is cut into parts, so that what was tried is kept when it is stopped:
///
///     let study = VariationStudy(recordings: recordings, varied: varied)
///     var found: [GridResult] = []
///     for part in 0..<study.partCount { found += try await study.results(ofPart: part) }
///     for group in study.ranked(found) { … }
public struct VariationStudy: Sendable {
  /// The most combinations of one search.
  public static let mostCombinations = 1_000_000

  /// How many combinations a thread tries at a time.
  ///
  /// Source: ours; a part has some hundred of these, so that threads end at about the same time.
  private static let chunk = 64

  /// About how many replays a part is.
  ///
  /// Source: ours; what a core does in a second, so that not more is lost than that.
  private static let partSize = 500_000

  /// The recordings.
  public let recordings: [LabelledRecording]
  /// The settings and their values; the last varies fastest.
  public let varied: [VariedSetting]

  /// The settings, in `varied`, that a part has one value of; those of a request first.
  private let fixed: [Int]
  /// The other settings, in `varied`.
  private let free: [Int]

  /// Creates a search.
  public init(recordings: [LabelledRecording], varied: [VariedSetting]) {
    self.recordings = recordings
    self.varied = varied
    var fixed = varied.indices.filter { ReplayRequest.isVariedByItself(varied[$0].key) }
    var free = varied.indices.filter { !ReplayRequest.isVariedByItself(varied[$0].key) }
    func size(_ free: [Int]) -> Double {
      free.reduce(Double(max(recordings.count, 1))) { $0 * Double(varied[$1].values.count) }
    }
    while let first = free.first, size(free) > Double(Self.partSize) {
      fixed.append(first)
      free.removeFirst()
    }
    self.fixed = fixed
    self.free = free
  }

  /// The number of combinations; `Int.max` when there are more than that.
  public var combinationCount: Int { Self.product(varied.indices.map { varied[$0].values.count }) }

  /// The number of parts; `Int.max` when there are more than that.
  public var partCount: Int { Self.product(fixed.map { varied[$0].values.count }) }

  /// The number of combinations in each part.
  public var combinationsInPart: Int { Self.product(free.map { varied[$0].values.count }) }

  private static func product(_ counts: [Int]) -> Int {
    counts.reduce(1) { product, count in
      let (result, overflow) = product.multipliedReportingOverflow(by: count)
      return overflow ? .max : result
    }
  }

  #if !$Embedded
    /// The results of a part in the order of its combinations, with their values in the order of
    /// ``varied``; they do not depend on the threads.
    ///
    /// - Parameters:
    ///   - part: The number of the part, below ``partCount``.
    ///   - threads: How many chunks are worked on at a time, 1 or more.
    ///   - progress: Called with the number of combinations of the part that are done.
    /// - Returns: One result for each combination of the part.
    /// - Throws: `ReplayError` at the first combination that is none.
    public func results(
      ofPart part: Int, threads: Int = 8, progress: @Sendable @escaping (Int) -> Void = { _ in }
    ) async throws -> [GridResult] {
      precondition(threads > 0, "\(threads) threads")
      let rows = values(ofPart: part)
      let evaluator = try evaluator(ofPart: rows[0])
      let starts = Array(stride(from: 0, to: rows.count, by: Self.chunk))
      var parts = [[GridResult]](repeating: [], count: starts.count)
      try await withThrowingTaskGroup(of: (Int, [GridResult]).self) { group in
        var waiting = starts.indices.makeIterator()
        func addChunk() {
          guard let index = waiting.next() else { return }
          let chunk = Array(rows[starts[index]..<min(starts[index] + Self.chunk, rows.count)])
          group.addTask { (index, try results(of: chunk, by: evaluator)) }
        }
        for _ in 0..<threads { addChunk() }
        var done = 0
        while let (index, found) = try await group.next() {
          parts[index] = found
          done += found.count
          progress(done)
          addChunk()
        }
      }
      return parts.flatMap { $0 }
    }
  #endif

  /// Reads the recordings with those values of a row that a part has one of.
  private func evaluator(ofPart row: [String]) throws(ReplayError) -> Evaluator {
    let changed = try recordings.map { (known) throws(ReplayError) in
      var known = known
      for index in fixed {
        do throws(SettingError) {
          try known.request.vary(varied[index].key, row[index])
        } catch { throw .setting(error) }
      }
      return known
    }
    do throws(EvaluatorError) { return try Evaluator(changed) } catch { throw error.error }
  }

  /// What rows of values do; the sums are made in the order of the recordings.
  private func results(
    of rows: [[String]], by evaluator: Evaluator
  ) throws(ReplayError) -> [GridResult] {
    let tried = TriedSettings(
      keys: free.map { varied[$0].key },
      rows: rows.map { row in free.map { TriedValue(row[$0]) } })
    var results = rows.map { GridResult(values: $0) }
    let errors: [SettingError?]
    do throws(EvaluatorError) {
      errors = try evaluator.evaluate(tried) { row, gesture, outcome in
        let known = evaluator.gestures[gesture]
        if !outcome.meets(known.intents) {
          results[row].wrongTargets += 1
          results[row].wrongNames.append(known.name)
        }
        results[row].meanOvershoot += outcome.overshoot.value
        results[row].meanSettleTime += outcome.settleTime?.value ?? 10
      }
    } catch { throw error.error }
    if let error = errors.compactMap({ $0 }).first { throw .setting(error) }
    let count = Double(max(evaluator.gestures.count, 1))
    for index in results.indices {
      results[index].meanOvershoot /= count
      results[index].meanSettleTime /= count
    }
    return results
  }

  /// The combinations of a part, each in the order of ``varied``; the last setting varies fastest.
  private func values(ofPart part: Int) -> [[String]] {
    precondition((0..<partCount).contains(part), "part \(part) of \(partCount)")
    var row = [String](repeating: "", count: varied.count)
    func choose(_ number: Int, of indices: [Int]) {
      var rest = number
      for index in indices.reversed() {
        let values = varied[index].values
        row[index] = values[rest % values.count]
        rest /= values.count
      }
    }
    choose(part, of: fixed)
    return (0..<combinationsInPart).map { combination in
      choose(combination, of: free)
      return row
    }
  }

  /// The results from the best to the worst, those that cannot be told apart together.
  ///
  /// The best has the fewest wrong targets, then the shortest settling in milliseconds, then the least
  /// overshoot in hundredths of a point; within a group they are in the order of the grid.
  public func ranked(_ results: [GridResult]) -> [[GridResult]] {
    let orders = varied.map { setting in
      var order: [String: Int] = [:]
      for (index, value) in setting.values.enumerated() where order[value] == nil {
        order[value] = index
      }
      return order
    }
    func rank(_ result: GridResult) -> [Int] {
      zip(orders, result.values).map { $0[$1] ?? 0 }
    }
    let sorted = results.map { (result: $0, rank: rank($0)) }.sorted { left, right in
      let (a, b) = (left.result, right.result)
      return a.isTied(with: b)
        ? left.rank.lexicographicallyPrecedes(right.rank) : a.measures < b.measures
    }
    var groups: [[GridResult]] = []
    for (result, _) in sorted {
      if let best = groups.last?.first, best.isTied(with: result) {
        groups[groups.count - 1].append(result)
      } else {
        groups.append([result])
      }
    }
    return groups
  }

  /// What the hands meant and what came of it, for the recordings that a result has wrong.
  ///
  /// - Throws: `ReplayError` as the search does.
  public func wrongAnswers(of result: GridResult) throws(ReplayError) -> [WrongAnswer] {
    let wrong = Set(result.wrongNames)
    var answers: [WrongAnswer] = []
    for known in recordings where wrong.contains(known.name) {
      var request = known.request
      for (setting, value) in zip(varied, result.values) {
        do throws(SettingError) { try request.vary(setting.key, value) } catch {
          throw .setting(error)
        }
      }
      let summary = try request.run(of: known.recording).summary()
      answers.append(
        WrongAnswer(
          name: known.name, meant: known.intents,
          answer: summary.finalTarget ?? summary.decidedTarget))
    }
    return answers
  }
}

/// A recording that ended at a target which the hand did not mean.
public struct WrongAnswer: Hashable, Sendable {
  /// The name of the recording.
  public var name: String
  /// What the hand may have meant.
  public var meant: [String]
  /// Where it ended; nil where nothing was decided.
  public var answer: String?
}

extension GridResult {
  /// What is measured: recordings, milliseconds and hundredths of a point.
  ///
  /// Source: ours; less than that nobody sees or feels.
  fileprivate var measures: (Int, Double, Double) {
    (wrongTargets, (meanSettleTime * 1_000).rounded(), (meanOvershoot * 100).rounded())
  }

  /// Whether nothing that anybody could tell sets two results apart.
  func isTied(with other: GridResult) -> Bool { measures == other.measures }
}

extension ReplayRequest {
  /// Whether `key` is something that a request says besides the settings of its scenario.
  static func isVariedByItself(_ key: String) -> Bool {
    key == "preset" || (key != "pan" && setting(key) != nil)
  }

  /// Takes a value for a setting of the scenario, or for what a request says besides.
  ///
  /// A preset comes below the settings that the request gives already.
  ///
  /// - Throws: `SettingError` when it is no value of something that a request says besides; settings
  ///   are looked at later.
  package mutating func vary(_ key: String, _ value: String) throws(SettingError) {
    guard Self.isVariedByItself(key) else {
      assignments.append(Assignment(key: key, value: value))
      return
    }
    guard let (choice, setting) = Self.setting(key) else {
      preset = value
      origins[.preset] = .caller
      dropImpossibleStart()
      return
    }
    guard setting.set(value, in: &self) else {
      throw .invalidValue(
        key: key, value: value, location: "--vary", expected: setting.expectation)
    }
    origins[choice] = .caller
  }
}

/// A recording whose intent is known, with the request that replays it.
public struct LabelledRecording: Sendable {
  /// The name, for the table.
  public var name: String
  /// The recording.
  public var recording: Recording
  /// The targets that the hand may have meant.
  public var intents: [String]
  /// How it is replayed, apart from what the search varies.
  public var request: ReplayRequest

  /// Creates a labelled recording; nil when `recording` has no intent.
  ///
  /// An intent names a target, or several with `|` between where any of them is right.
  public init?(name: String, recording: Recording, request: ReplayRequest) {
    guard let intent = recording.intent, !intent.isEmpty else { return nil }
    self.name = name
    self.recording = recording
    self.request = request.started(by: recording)
    intents = intent.split(separator: "|").map(String.init)
  }
}
