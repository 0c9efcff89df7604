import FrameLogs
import Quantities
package import Review

/// The comparison of a replay with motion that other software had under the same recording.
package struct ObservedComparison: Sendable {
  /// The name of the tables, such as `chromium`.
  package var name: String
  /// The observed software, from the note `software` of a table; empty if no table has the note.
  package var software = ""
  /// The number of tables.
  package var runs: Int
  /// The comparisons with the tables that could be compared.
  package var comparisons: [StageComparison] = []
  /// The reason why a table could not be compared; nil if all could be.
  package var problem: String?

  /// The result for a case in words, on one line.
  package var sentence: String {
    let source = [software, runs > 1 ? "\(runs) runs" : ""].filter { !$0.isEmpty }
    let title = "observed/\(name)" + (source.isEmpty ? "" : " (\(source.joined(separator: ", ")))")
    return singleLine("\(title): \(difference)")
  }

  private var difference: String {
    if let problem { return problem }
    guard let comparison else { return "there is no table" }
    guard let first = comparison.firstDifference else { return "the model agrees" }
    return "\(first.quantity.stage.rawValue): \(first.sentence)"
  }

  /// The number of runs from which their spread is used; with fewer runs, the replay must agree with one of them.
  private static let fewestForSpread = 5

  /// The comparison with the spread of the runs.
  ///
  /// With fewer than five runs, the comparison with the run that agrees with the model for the most stages, counted
  /// from the start. Nil if no table could be compared.
  package var comparison: StageComparison? {
    if comparisons.count >= Self.fewestForSpread { return .comparison(withRangeOf: comparisons) }
    return comparisons.reduce(nil) { best, next in
      guard let best, best.agreedCount >= next.agreedCount else { return next }
      return best
    }
  }

  /// Whether all tables can be compared, and the replay agrees with one run, or with the spread of five or more runs.
  package var agrees: Bool {
    problem == nil && comparison.map { $0.firstDifference == nil } ?? false
  }
}

extension RecordingCase {
  /// Compares `run`, the replay of the case, with the tables in ``observedPath``.
  func observations(of run: Run, within tolerance: StageTolerance) -> [ObservedComparison] {
    guard kindOfFile(at: observedPath).isFolder else { return [] }
    let all: [ObservedTables]
    do throws(FileError) { all = try ObservedTables.all(in: observedPath) } catch {
      return [ObservedComparison(name: "observed", runs: 0, problem: error.description)]
    }
    return all.map { $0.compared(with: run, within: tolerance, root: root) }
  }
}

extension StageComparison.Difference {
  /// The quantity, the time, the difference and the accepted difference in words.
  package var sentence: String {
    func rounded(_ number: Double) -> String { plain((number * 100).rounded() / 100) }
    return
      "\(quantity.rawValue) at \(rounded(time.value)) s, \(rounded(difference)) \(quantity.unit) apart, "
      + "more than \(rounded(allowed)) \(quantity.unit)"
  }
}

extension StageComparison {
  /// The number of differences before the first one that is not accepted.
  fileprivate var agreedCount: Int {
    differences.firstIndex { !$0.isAllowed } ?? differences.count
  }
}
