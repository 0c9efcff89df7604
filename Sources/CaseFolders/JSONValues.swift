package import FrameLogs

/// The rows of a JSON Lines text: one object on each line.
///
/// The row of a line that stands at the same place in `known` is left empty, for reading JSON costs
/// more than everything else in a comparison.
///
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` at the first line that is none.
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

/// The lines of a log; the last is empty when the log ends in a line end, as it should.
package func logLines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
}

/// The fields of a JSON document.
///
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` when it is no JSON object.
package func logDocument(in bytes: [UInt8], path: String) throws(FileError) -> [LogField] {
  guard let fields = JSONReader.fields(in: bytes) else {
    throw .malformed(path: path, line: nil, found: "no JSON", expected: "a JSON object")
  }
  return fields
}
