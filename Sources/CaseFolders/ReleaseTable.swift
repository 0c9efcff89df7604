import InteractionScenarios
import Quantities
import ReleaseRules
import Review

/// A table of releases with the targets that the code of another system picks for them.
///
/// The table is a CSV file with the columns `from` and `to` (names of positions), `at` (in points) and `velocity` (in
/// points per second), and optionally `duration` (in seconds). Lines that begin with `#` before the column names are
/// notes such as `# software: vaul at 3e97aac6`.
struct ReleaseTable {
  /// The system and its version, from the note `software`.
  var software = ""
  /// The releases.
  var rows: [PresetProof.Row] = []

  /// The limit for the size of a table, in bytes: room for about 50,000 releases.
  private static let largest = 1 << 20

  /// Reads the table at `path`, whose positions are called `names`.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, or at its first line that is wrong.
  init(at path: String, positions names: [String], within root: String) throws(FileError) {
    var lines = TableLines(try fileBytes(at: path, atMost: Self.largest, within: root))
    software = lines.notes()["software"] ?? ""
    var columns: [String] = []
    while let (number, line) = lines.next() {
      let cells = cells(line).map { String(decoding: $0, as: UTF8.self) }
      func wrong(_ expected: String) -> FileError {
        .malformed(
          path: path, line: number, found: cells.joined(separator: ","), expected: expected)
      }
      guard !columns.isEmpty else {
        columns = cells
        let needed: Set = ["from", "at", "velocity", "to"]
        guard needed.isSubset(of: columns), needed.union(["duration"]).isSuperset(of: columns),
          Set(columns).count == columns.count
        else {
          throw wrong("the columns 'from', 'at', 'velocity' and 'to', and optionally 'duration'")
        }
        continue
      }
      guard cells.count == columns.count else { throw wrong("\(columns.count) cells") }
      guard
        let row = Self.row(Dictionary(uniqueKeysWithValues: zip(columns, cells)), names)
      else { throw wrong("a release from one of \(names.joined(separator: ", ")), with numbers") }
      rows.append(row)
    }
    guard !software.isEmpty, !rows.isEmpty else {
      throw .malformed(
        path: path, line: nil, found: "no note 'software', or no releases",
        expected: "a first line such as '# software: vaul at 3e97aac6', and releases")
    }
  }

  private static func row(_ cells: [String: String], _ names: [String]) -> PresetProof.Row? {
    func number(_ key: String) -> Double? {
      cells[key].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }
    guard let from = cells["from"], let to = cells["to"], let at = number("at"),
      let velocity = number("velocity"), names.contains(from),
      names.contains(to) || to == Decision.gone
    else { return nil }
    var row = PresetProof.Row(
      from: from, at: Points(at), velocity: PointsPerSecond(velocity), to: to)
    guard cells["duration"] != nil else { return row }
    guard let duration = number("duration") else { return nil }
    row.duration = Seconds(duration)
    return row
  }
}
