import FrameLogs
public import InteractionScenarios
import Quantities
public import TouchInput

#if !$Embedded
  import WorkerThreads
#endif

/// The result of replaying all recordings with one set of values.
public struct GridResult: Hashable, Sendable {
  /// The values as text, in the order of ``VariationStudy/varied``.
  public var values: [String]
  /// The number of recordings that ended at another target than the intended one.
  public var wrongTargets = 0
  /// The names of the recordings that ended at another target than the intended one.
  public var wrongNames: [String] = []
  /// The mean overshoot of all recordings: the distance by which the surface passes its target, in points.
  public var meanOvershoot = 0.0
  /// The mean time from the last decision of a run until the surface is at rest, in seconds.
  ///
  /// A run in which the surface does not come to rest counts as `Replay/longestSettling`, 10 s.
  public var meanSettleTime = 0.0
}

/// A search that replays the recordings with every combination of the given values of settings and request options.
///
/// Request options are `preset`, `estimator`, `hz`, `recognizer` and so on. The combinations are divided into parts. If
/// you save the results of each part, a search that is stopped loses only the part that was running:
///
///     let study = VariationStudy(recordings: recordings, varied: varied)
///     var found: [GridResult] = []
///     for part in 0..<study.partCount { found += try study.results(ofPart: part) }
///     for group in study.ranked(found) { … }
public struct VariationStudy: Sendable {
  /// The maximum number of combinations of one search.
  public static let mostCombinations = 1_000_000

  /// The number of combinations in a chunk, the unit of work of a thread.
  ///
  /// We chose 64 because a part then has some hundred chunks, so that all threads finish at about the same time.
  private static let chunk = 64

  /// The maximum number of replays in a part; a part with a single combination may have more.
  ///
  /// We chose 500,000 because one core computes them in about one second, so that stopping a search loses at most one
  /// second of work.
  private static let partSize = 500_000

  /// The recordings.
  public let recordings: [LabelledRecording]
  /// The settings and request options, each with the values to try.
  public let varied: [VariedSetting]

  /// The indices in `varied` of the settings that have the same value in all combinations of a part.
  ///
  /// The request options come first, and all of them are included.
  private let fixed: [Int]
  /// The indices in `varied` of the settings that change within a part.
  private let free: [Int]

  /// Creates a search.
  public init(recordings: [LabelledRecording], varied: [VariedSetting]) {
    self.recordings = recordings
    self.varied = varied
    var fixed = varied.indices.filter { ReplayRequest.isRequestOption(varied[$0].key) }
    var free = varied.indices.filter { !ReplayRequest.isRequestOption(varied[$0].key) }
    // A part has one evaluator, which reads the recordings once. Request options may change how they are read, so their
    // values are fixed within a part. Settings are fixed, too, until the part is small enough.
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

  /// The number of combinations; `Int.max` if the number does not fit into an `Int`.
  public var combinationCount: Int { Self.product(varied.indices.map { varied[$0].values.count }) }

  /// The number of parts; `Int.max` if the number does not fit into an `Int`.
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
    /// Returns one result for each combination of a part; the values of a result are in the order of ``varied``.
    ///
    /// The results do not depend on the number of threads.
    ///
    /// - Parameters:
    ///   - part: The number of the part, below ``partCount``.
    ///   - threads: The number of chunks that are evaluated concurrently, 1 or more.
    ///   - progress: Called with the number of combinations of this part that are finished so far; an error ends the
    ///     evaluation.
    /// - Returns: The results, in the order of the combinations.
    /// - Throws: `ReplayError` for the first combination that is not valid, and the errors of `progress`.
    public func results(
      ofPart part: Int, threads: Int = 8, progress: (Int) throws -> Void = { _ in }
    ) throws -> [GridResult] {
      let rows = values(ofPart: part)
      let evaluator = try evaluator(ofPart: rows[0])
      let chunks = stride(from: 0, to: rows.count, by: Self.chunk).map {
        Array(rows[$0..<min($0 + Self.chunk, rows.count)])
      }
      return try parallelResults(
        of: chunks, lanes: threads,
        progress: { done throws in try progress(min(done * Self.chunk, rows.count)) }
      ) { chunk throws in try results(of: chunk, by: evaluator) }
      .flatMap { $0 }
    }
  #endif

  /// Creates the evaluator of a part; `row` may be any combination of the part, because only its fixed values are used.
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

  /// Returns the result of each row of values.
  ///
  /// Sums are computed in the order of the recordings, because floating-point sums depend on the order.
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

  /// Returns the combinations of a part, each with its values in the order of ``varied``.
  ///
  /// From one combination to the next, the last of the settings in `free` changes first.
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

  /// Returns the results from the best to the worst, in groups of practically equal results.
  ///
  /// The best result has the fewest wrong targets. Results with the same number of wrong targets are compared by the
  /// mean settle time, rounded to milliseconds, and then by the mean overshoot, rounded to hundredths of a point.
  /// Results that are equal in all three numbers share a group. Within a group, results are in the order of the grid.
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

  /// Returns the intended and the actual target of each recording that missed its intended target in `result`.
  ///
  /// - Throws: `ReplayError` if a recording cannot be replayed with the values of `result`.
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

/// A recording that ended at another target than the intended one.
public struct WrongAnswer: Hashable, Sendable {
  /// The name of the recording.
  public var name: String
  /// The intended targets.
  public var meant: [String]
  /// The target at which the recording ended; nil if the run has no decision.
  public var answer: String?
}

extension GridResult {
  /// The numbers by which results are compared: the count of wrong targets, the settle time in milliseconds, and the
  /// overshoot in hundredths of a point.
  ///
  /// We chose this rounding because people do not perceive smaller differences.
  fileprivate var measures: (Int, Double, Double) {
    (wrongTargets, (meanSettleTime * 1_000).rounded(), (meanOvershoot * 100).rounded())
  }

  /// Whether both results have the same number of wrong targets, rounded settle time and rounded overshoot.
  func isTied(with other: GridResult) -> Bool { measures == other.measures }
}

extension ReplayRequest {
  /// Whether `key` is a request option, such as `preset` or `hz`, rather than a setting of a scenario.
  static func isRequestOption(_ key: String) -> Bool {
    key == "preset" || (key != "pan" && setting(key) != nil)
  }

  /// Sets a setting of the scenario or a request option to `value`.
  ///
  /// If `key` is `preset`, the settings that the request already has take precedence over the values of the preset.
  ///
  /// - Throws: `SettingError` if the value of a request option is not valid. Settings of the scenario are checked only
  ///   when the request is replayed.
  package mutating func vary(_ key: String, _ value: String) throws(SettingError) {
    guard Self.isRequestOption(key) else {
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
        key: key, value: value, location: "--vary",
        expected: setting.expectation(insteadOf: value))
    }
    origins[choice] = .caller
  }
}

/// A recording with a known intent, and the request that replays it.
public struct LabelledRecording: Sendable {
  /// The name, for tables and messages.
  public var name: String
  /// The recording.
  public var recording: Recording
  /// The intended targets.
  public var intents: [String]
  /// The request that replays the recording, without the values that the search varies.
  public var request: ReplayRequest

  /// Creates a labelled recording; nil if `recording` has no intent.
  ///
  /// An intent names one target, or several targets separated by `|`, each of which counts as correct.
  public init?(name: String, recording: Recording, request: ReplayRequest) {
    guard let intent = recording.intent, !intent.isEmpty else { return nil }
    self.name = name
    self.recording = recording
    self.request = request.started(by: recording)
    intents = intent.split(separator: "|").map(String.init)
  }
}
