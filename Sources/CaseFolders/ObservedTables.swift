import FrameLogs
import Quantities
import Review

/// The tables of the motion that other software had in repeated runs of one recording.
///
/// The files are `NAME.csv`, or `NAME.run1.csv`, `NAME.run2.csv` and so on.
struct ObservedTables {
  var folder: String
  /// The name of the files, without the number of the run.
  var name: String
  var files: [String]

  /// Returns the tables in a folder, in byte order of their names.
  ///
  /// - Throws: ``FileError`` if the folder cannot be read.
  static func all(in folder: String) throws(FileError) -> [ObservedTables] {
    var all: [ObservedTables] = []
    for file in try namesInFolder(at: folder) where isMotionTable(file) {
      let name = nameOfRuns(file)
      if let index = all.firstIndex(where: { $0.name == name }) {
        all[index].files.append(file)
      } else {
        all.append(ObservedTables(folder: folder, name: name, files: [file]))
      }
    }
    return all
  }

  /// Reads the table in `file`, which must lie in the folder `root`.
  func table(_ file: String, within root: String) throws(MotionTableError) -> MotionTable {
    let path = "\(folder)/\(file)"
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try fileBytes(at: path, atMost: largestMotionTable, within: root)
    } catch { throw MotionTableError(error.description) }
    return try MotionTable(bytes, named: path)
  }

  /// Compares `run`, a replay of the recording, with each of the tables.
  ///
  /// Software on a wall clock may decide a gesture near a threshold differently in each run. A replay therefore agrees
  /// if it agrees with one of the runs, or with the spread of five or more runs.
  func compared(
    with run: Run, within tolerance: StageTolerance, root: String
  ) -> ObservedComparison {
    var all = ObservedComparison(name: name, runs: files.count)
    for file in files {
      do throws(MotionTableError) {
        let (comparison, software) = try compared(
          table(file, within: root), named: "\(folder)/\(file)", with: run, within: tolerance)
        all.comparisons.append(comparison)
        if all.software.isEmpty { all.software = software }
      } catch { all.problem = all.problem ?? error.description }
    }
    return all
  }

  private func compared(
    _ table: MotionTable, named path: String, with run: Run, within tolerance: StageTolerance
  ) throws(MotionTableError) -> (StageComparison, software: String) {
    let source = try ObservationSource(notes: table.notes, named: path)
    let scale = try ObservationScale(notes: table.notes, named: path)
    try table.check(scale, against: run, named: path)
    let observed = Run(observing: table.placed(by: scale, source), of: source, touchedAs: run)
    return (StageComparison(run, with: observed, within: tolerance), source.software)
  }
}

/// The limit for the size of a table of motion, in bytes; a table of 10⁶ rows has about 30 MB.
package let largestMotionTable = 1 << 28

/// Whether a file name has the extension of a table of motion.
package func isMotionTable(_ name: String) -> Bool {
  [".csv", ".txt", ".json", ".jsonl", ".ndjson"].contains { name.lowercased().hasSuffix($0) }
}

/// Returns the name of a table without its extension and without the number of its run, such as `.run1`.
private func nameOfRuns(_ file: String) -> String {
  var parts = file.split(separator: ".").dropLast()
  if let last = parts.last, parts.count > 1, last.hasPrefix("run"), Int(last.dropFirst(3)) != nil {
    parts.removeLast()
  }
  return parts.joined(separator: ".")
}
