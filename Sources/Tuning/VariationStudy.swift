import FrameLogs
public import InteractionScenarios
import Quantities

/// A search over every combination of some values, of settings and of what a request says besides:
/// `preset`, `estimator`, `hz`, `recognizer` and so on.
///
/// It is cut into parts, each a ``GridStudy``, so that what was tried is kept when it is stopped:
///
///     let study = VariationStudy(recordings: recordings, varied: varied)
///     var found: [GridResult] = []
///     for part in 0..<study.partCount { found += try await study.results(ofPart: part) }
///     for group in study.ranked(found) { … }
public struct VariationStudy: Sendable {
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
    /// The results of a part, in no particular order, with their values in the order of ``varied``.
    ///
    /// - Parameters:
    ///   - part: The number of the part, below ``partCount``.
    ///   - progress: Called with the number of combinations of the part that are done.
    /// - Returns: One result for each combination of the part.
    /// - Throws: `ReplayError` at the first combination that is none.
    public func results(
      ofPart part: Int, progress: @Sendable @escaping (Int) -> Void = { _ in }
    ) async throws -> [GridResult] {
      let chosen = values(ofPart: part)
      let study = GridStudy(
        recordings: try recordings.map { (known) throws(ReplayError) in
          var known = known
          for (key, value) in zip(fixed.map { varied[$0].key }, chosen) {
            do throws(SettingError) { try known.request.vary(key, value) } catch {
              throw .setting(error)
            }
          }
          return known
        }, varied: free.map { varied[$0] })
      return try await study.results(progress: progress).map { result in
        var result = result
        var values = [String](repeating: "", count: varied.count)
        for (index, value) in zip(fixed, chosen) { values[index] = value }
        for (index, value) in zip(free, result.values) { values[index] = value }
        result.values = values
        return result
      }
    }
  #endif

  private func values(ofPart part: Int) -> [String] {
    precondition((0..<partCount).contains(part), "part \(part) of \(partCount)")
    var rest = part
    return fixed.reversed().map { index in
      let values = varied[index].values
      defer { rest /= values.count }
      return values[rest % values.count]
    }.reversed()
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
