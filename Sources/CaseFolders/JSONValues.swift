package import FrameLogs

/// Returns the rows of a JSON Lines text, which has one object per line.
///
/// A row is left empty if its line equals the line at the same index of `known`, because parsing JSON takes longer than
/// the rest of a comparison.
///
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` for the first line that is not a JSON object.
func logRows(
  in bytes: [UInt8], path: String, unlessIn known: [ArraySlice<UInt8>] = []
) throws(FileError) -> [[LogField]] {
  var rows: [[LogField]] = []
  for (index, line) in logLines(of: bytes).enumerated() where !line.isEmpty {
    guard index >= known.count || line != known[index] else {
      rows.append([])
      continue
    }
    guard let fields = JSONReader.fields(in: line), !fields.isEmpty else {
      throw .malformed(
        path: path, line: index + 1, found: "something else", expected: "a JSON object")
    }
    rows.append(fields)
  }
  return rows
}

/// Returns the lines of a log; the last line is empty if the log ends with a line end, as a complete log does.
package func logLines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
}

/// Returns the fields of a JSON document.
///
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` if it is not a JSON object.
package func logDocument(in bytes: [UInt8], path: String) throws(FileError) -> [LogField] {
  guard let fields = JSONReader.fields(in: bytes) else {
    throw .malformed(path: path, line: nil, found: "no JSON", expected: "a JSON object")
  }
  return fields
}
