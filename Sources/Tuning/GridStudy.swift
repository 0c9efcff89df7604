import FrameLogs
public import InteractionScenarios
import Quantities
public import TouchInput

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
    self.request = request
    intents = intent.split(separator: "|").map(String.init)
  }
}

/// What one set of values did to all recordings.
public struct GridResult: Hashable, Sendable {
  /// The values, in the order of the varied settings.
  public var values: [String]
  /// How many recordings ended at a target that the hand did not mean.
  public var wrongTargets: Int
  /// The names of these recordings.
  public var wrongNames: [String]
  /// The mean distance past the target, in points.
  public var meanOvershoot: Double
  /// The mean time from the last decision to rest, in seconds; a run that does not settle counts
  /// as `Replay/longestSettling`.
  public var meanSettleTime: Double
}

/// A search over every combination of some values.
public struct GridStudy: Sendable {
  /// The most combinations of one search.
  public static let mostCombinations = 1_000_000

  /// The recordings.
  public var recordings: [LabelledRecording]
  /// The settings and their values; the last varies fastest.
  public var varied: [VariedSetting]

  /// Creates a search.
  public init(recordings: [LabelledRecording], varied: [VariedSetting]) {
    self.recordings = recordings
    self.varied = varied
  }

  /// The number of combinations; `Int.max` when there are more than that.
  public var combinationCount: Int {
    varied.reduce(1) { product, setting in
      let (result, overflow) = product.multipliedReportingOverflow(by: setting.values.count)
      return overflow ? .max : result
    }
  }

  /// The values of combination `index`.
  ///
  /// Traps unless there is such a combination.
  public func values(ofCombination index: Int) -> [String] {
    precondition(
      (0..<combinationCount).contains(index),
      "combination \(index) of \(combinationCount)")
    var rest = index
    var values: [String] = []
    for setting in varied.reversed() {
      values.append(setting.values[rest % setting.values.count])
      rest /= setting.values.count
    }
    return values.reversed()
  }

  /// What combination `index` does; the sums are made in the order of the recordings.
  ///
  /// - Throws: `ReplayError` when a value is none that the setting may have.
  public func result(ofCombination index: Int) throws(ReplayError) -> GridResult {
    let values = values(ofCombination: index)
    let assignments = zip(varied, values).map { Assignment(key: $0.key, value: $1) }
    var result = GridResult(
      values: values, wrongTargets: 0, wrongNames: [], meanOvershoot: 0, meanSettleTime: 0)
    for labelled in recordings {
      var request = labelled.request
      request.assignments += assignments
      let summary = try request.run(of: labelled.recording).summary()
      // A list that has loaded goes back by itself, and a tap may send a surface elsewhere: what was
      // meant is decided at the release, or reached.
      let answers = [summary.decidedTarget ?? "", summary.finalTarget ?? ""]
      if !answers.contains(where: labelled.intents.contains) {
        result.wrongTargets += 1
        result.wrongNames.append(labelled.name)
      }
      result.meanOvershoot += summary.overshoot.value
      result.meanSettleTime += summary.settleTime?.value ?? 10
    }
    let count = Double(max(recordings.count, 1))
    result.meanOvershoot /= count
    result.meanSettleTime /= count
    return result
  }

  #if !$Embedded
    /// All results, the best first: fewest wrong targets, then the shortest settling, then the least
    /// overshoot, then the order of the grid.
    ///
    /// They do not depend on how many threads there are. Traps above ``mostCombinations``.
    ///
    /// - Parameter progress: Called with the number of combinations done so far.
    /// - Returns: One result for each combination.
    /// - Throws: `ReplayError` at the first combination that is none.
    public func results(
      progress: @Sendable @escaping (Int) -> Void = { _ in }
    ) async throws -> [GridResult] {
      let count = combinationCount
      precondition(count <= Self.mostCombinations, "\(count) combinations are too many")
      let chunk = 16
      var results = [GridResult?](repeating: nil, count: count)
      try await withThrowingTaskGroup(of: [(Int, GridResult)].self) { group in
        var next = 0
        func addChunk() {
          guard next < count else { return }
          let range = next..<min(next + chunk, count)
          next = range.upperBound
          group.addTask { try range.map { ($0, try result(ofCombination: $0)) } }
        }
        for _ in 0..<8 { addChunk() }
        var done = 0
        while let finished = try await group.next() {
          for (index, result) in finished { results[index] = result }
          done += finished.count
          progress(done)
          addChunk()
        }
      }
      return results.compactMap { $0 }.enumerated().sorted { left, right in
        let (a, b) = (left.element, right.element)
        return (a.wrongTargets, a.meanSettleTime, a.meanOvershoot, left.offset)
          < (b.wrongTargets, b.meanSettleTime, b.meanOvershoot, right.offset)
      }.map { $0.element }
    }
  #endif
}
