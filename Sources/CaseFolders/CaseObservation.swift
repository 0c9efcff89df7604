import FrameLogs
import Quantities
package import Review

/// The comparison of a case with motion that other software had under the same recording.
///
/// The tables are `observed/NAME.csv`, or `observed/NAME.run1.csv`, `observed/NAME.run2.csv` and so on for repeated runs of
/// the software.
package struct CaseObservation: Sendable {
  /// The name of the tables, such as `chromium`.
  package var name: String
  /// The observed software, as the table names it; empty if it does not.
  package var software = ""
  /// The number of tables.
  package var runs: Int
  /// The comparison with the table that differs least; nil if a table could not be compared.
  package var comparison: StageComparison?
  /// The reason why a table could not be compared; nil if all could be.
  package var problem: String?

  /// The result in words, on one line.
  package var sentence: String {
    let source = [software, runs > 1 ? "\(runs) runs" : ""].filter { !$0.isEmpty }
    let title = "observed/\(name)" + (source.isEmpty ? "" : " (\(source.joined(separator: ", ")))")
    return singleLine("\(title): \(difference)")
  }

  private var difference: String {
    if let problem { return problem }
    guard let comparison else { return "there is no table" }
    guard let first = comparison.firstDifference else { return "the model agrees" }
    func rounded(_ number: Double) -> String { plain((number * 100).rounded() / 100) }
    return "\(first.quantity.stage.rawValue): \(first.quantity.rawValue) at "
      + "\(rounded(first.time.value)) s, \(rounded(first.difference)) \(first.quantity.unit) apart, more than "
      + "\(rounded(first.allowed)) \(first.quantity.unit)"
  }

  /// Whether all tables can be compared, and the case agrees with at least one of them.
  package var agrees: Bool {
    problem == nil && comparison.map { $0.firstDifference == nil } ?? false
  }
}

extension RecordingCase {
  /// Compares `run`, the replay of the case, with the tables in ``observedPath``.
  ///
  /// Software on a wall clock may decide a gesture near a threshold either way, so a case agrees with repeated runs of the
  /// software if it agrees with one of them.
  func observations(of run: Run, within tolerance: StageTolerance) -> [CaseObservation] {
    guard kindOfFile(at: observedPath).isFolder else { return [] }
    let files: [String]
    do throws(FileError) { files = try namesInFolder(at: observedPath) } catch {
      return [CaseObservation(name: "observed", runs: 0, problem: error.description)]
    }
    var found: [CaseObservation] = []
    for file in files where isMotionTable(file) {
      let name = nameOfRuns(file)
      var next = CaseObservation(name: name, runs: 1)
      do throws(MotionTableError) {
        (next.comparison, next.software) = try compared(file, with: run, within: tolerance)
      } catch { next.problem = error.description }
      if found.last?.name == name {
        found[found.count - 1].add(next)
      } else {
        found.append(next)
      }
    }
    return found
  }

  private func compared(
    _ file: String, with run: Run, within tolerance: StageTolerance
  ) throws(MotionTableError) -> (StageComparison, software: String) {
    let path = "\(observedPath)/\(file)"
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try fileBytes(at: path, atMost: largestMotionTable, within: root)
    } catch { throw MotionTableError(error.description) }
    let table = try MotionTable(bytes, named: path)
    let source = try ObservationSource(notes: table.notes, named: path)
    let scale = try ObservationScale(notes: table.notes, named: path)
    try table.check(scale, against: run, named: path)
    let observed = Run(observing: table.placed(by: scale, source), of: source, touchedAs: run)
    return (StageComparison(run, with: observed, within: tolerance), source.software)
  }
}

/// The largest size of a table of motion, in bytes; a table of 10⁶ rows has about 30 MB.
package let largestMotionTable = 1 << 28

/// Whether a file name has the extension of a table of motion.
package func isMotionTable(_ name: String) -> Bool {
  [".csv", ".txt", ".json", ".jsonl", ".ndjson"].contains { name.lowercased().hasSuffix($0) }
}

/// Returns the name of a table without its extension, and without `.run1` and the like.
private func nameOfRuns(_ file: String) -> String {
  var parts = file.split(separator: ".").dropLast()
  if let last = parts.last, parts.count > 1, last.hasPrefix("run"), Int(last.dropFirst(3)) != nil {
    parts.removeLast()
  }
  return parts.joined(separator: ".")
}

extension CaseObservation {
  /// Adds another run of the same software, and keeps the comparison in which a later stage differs first.
  fileprivate mutating func add(_ other: CaseObservation) {
    runs += 1
    problem = problem ?? other.problem
    guard let new = other.comparison else { return }
    guard let old = comparison, old.agreedCount >= new.agreedCount else {
      (comparison, software) = (new, other.software)
      return
    }
  }
}

extension StageComparison {
  /// The number of differences before the first one that is not accepted.
  fileprivate var agreedCount: Int {
    differences.firstIndex { !$0.isAllowed } ?? differences.count
  }
}
