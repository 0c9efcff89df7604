public import InteractionScenarios
import Quantities

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
    do throws(EvaluatorError) {
      let evaluator = try Evaluator(recordings)
      var results = try partialResults(index..<index + 1, of: evaluator, evaluator.gestures.indices)
      finish(&results[0], index)
      return results[0]
    } catch { throw error.error }
  }

  /// The sums of some combinations over some of the recordings, block after block.
  private func partialResults(
    _ combinations: Range<Int>, of evaluator: Evaluator, _ range: Range<Int>
  ) throws(EvaluatorError) -> [GridResult] {
    let tried = TriedSettings(
      keys: varied.map { $0.key },
      rows: combinations.map { index in
        values(ofCombination: index).map { TriedValue($0) }
      })
    let empty = GridResult(
      values: [], wrongTargets: 0, wrongNames: [], meanOvershoot: 0, meanSettleTime: 0)
    var results = [GridResult](repeating: empty, count: combinations.count)
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Evaluator.block, range.upperBound)
      var block = [GridResult](repeating: empty, count: combinations.count)
      let errors = try evaluator.evaluate(tried, gestures: start..<end) { row, gesture, outcome in
        let known = evaluator.gestures[gesture]
        if !outcome.meets(known.intents) {
          block[row].wrongTargets += 1
          block[row].wrongNames.append(known.name)
        }
        block[row].meanOvershoot += outcome.overshoot.value
        block[row].meanSettleTime += outcome.settleTime?.value ?? 10
      }
      if let error = errors.compactMap({ $0 }).first {
        throw EvaluatorError(name: evaluator.gestures[start].name, error: .setting(error))
      }
      for row in results.indices { results[row].add(block[row]) }
      start = end
    }
    return results
  }

  /// Makes means of the sums of combination `index`.
  private func finish(_ result: inout GridResult, _ index: Int) {
    let count = Double(max(recordings.count, 1))
    result.values = values(ofCombination: index)
    result.meanOvershoot /= count
    result.meanSettleTime /= count
  }

  #if !$Embedded
    /// All results, the best first: fewest wrong targets, then the shortest settling, then the least
    /// overshoot, then the order of the grid.
    ///
    /// They do not depend on how many threads there are. Traps above ``mostCombinations``.
    ///
    /// - Parameters:
    ///   - threads: How many chunks are worked on at a time, 1 or more.
    ///   - progress: Called with the number of combinations done so far.
    /// - Returns: One result for each combination.
    /// - Throws: `ReplayError` at the first combination that is none.
    public func results(
      threads: Int = 8, progress: @Sendable @escaping (Int) -> Void = { _ in }
    ) async throws -> [GridResult] {
      let count = combinationCount
      precondition(count <= Self.mostCombinations, "\(count) combinations are too many")
      precondition(threads > 0, "\(threads) threads")
      do {
        return try await ranked(Evaluator(recordings), count, threads, progress)
      } catch let error as EvaluatorError { throw error.error }
    }

    private func ranked(
      _ evaluator: Evaluator, _ count: Int, _ threads: Int,
      _ progress: @Sendable @escaping (Int) -> Void
    ) async throws -> [GridResult] {
      // Chunks do not depend on the threads: some combinations by one block of recordings, or several
      // where there are few.
      let rows = 128
      let all = evaluator.gestures.count
      let blocks = max(1, (all + Evaluator.block - 1) / Evaluator.block)
      let chunks = (count + rows - 1) / rows * blocks
      var parts = [[GridResult]](repeating: [], count: chunks)
      try await withThrowingTaskGroup(of: (Int, [GridResult]).self) { group in
        var next = 0
        func addChunk() {
          guard next < chunks else { return }
          let chunk = next
          next += 1
          let first = chunk / blocks * rows
          let start = chunk % blocks * Evaluator.block
          let gestures = start..<min(start + Evaluator.block, all)
          group.addTask {
            (
              chunk,
              try partialResults(first..<min(first + rows, count), of: evaluator, gestures)
            )
          }
        }
        for _ in 0..<threads { addChunk() }
        var done = 0
        while let (chunk, part) = try await group.next() {
          parts[chunk] = part
          done += part.count
          progress(done / blocks)
          addChunk()
        }
      }
      return sorted(sums(of: parts, blocks))
    }

    /// Sums parts up in the order of the recordings; the combinations come in their order.
    private func sums(of parts: [[GridResult]], _ blocks: Int) -> [GridResult] {
      var results: [GridResult] = []
      for first in stride(from: 0, to: parts.count, by: blocks) {
        var sums = parts[first]
        for part in parts[(first + 1)..<(first + blocks)] {
          for row in sums.indices { sums[row].add(part[row]) }
        }
        results += sums
      }
      for index in results.indices { finish(&results[index], index) }
      return results
    }

    private func sorted(_ results: [GridResult]) -> [GridResult] {
      results.enumerated().sorted { left, right in
        let (a, b) = (left.element, right.element)
        return (a.wrongTargets, a.meanSettleTime, a.meanOvershoot, left.offset)
          < (b.wrongTargets, b.meanSettleTime, b.meanOvershoot, right.offset)
      }.map { $0.element }
    }
  #endif
}

extension GridResult {
  /// Adds the sums over more recordings.
  fileprivate mutating func add(_ other: GridResult) {
    wrongTargets += other.wrongTargets
    wrongNames += other.wrongNames
    meanOvershoot += other.meanOvershoot
    meanSettleTime += other.meanSettleTime
  }
}
