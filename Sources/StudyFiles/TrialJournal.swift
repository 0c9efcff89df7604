package import CaseFolders
package import FrameLogs
package import Tuning

/// A journal that was read from disk.
package struct TrialJournal: Hashable, Sendable {
  /// The header, from the first line.
  package var header: JournalHeader
  /// The results; the index of a result is the number of its trial.
  package var results: [TrialResult]
  /// The number of bytes in complete lines; any further bytes belong to a line whose writing was interrupted.
  package var wholeBytes: Int
}

/// Returns the line for a trial in a journal, with its line end.
package func journalLine(_ number: Int, _ result: TrialResult, keys: [String]) -> [UInt8] {
  var text = JSONText()
  text.appendLine([LogField("trial", .integer(number))] + result.logFields(keys: keys))
  return Array(text.bytes)
}

extension TrialResult {
  /// Returns the fields of a result: the values, and the scorecard or the error.
  package func logFields(keys: [String]) -> [LogField] {
    let named = zip(keys, values).map { LogField($0, .text($1)) }
    return [
      LogField("values", .fields(named)),
      card.map { LogField("card", .fields($0.logFields)) }
        ?? LogField("error", .text(refusal ?? "")),
    ]
  }

  /// Reads a result; nil if `value` is not a valid result for `keys`.
  package init?(_ value: LogValue, keys: [String]) {
    guard case .fields(let named)? = value["values"], named.count == keys.count else { return nil }
    var values: [String] = []
    for key in keys {
      guard let text = named.first(where: { $0.key == key })?.value.asText else { return nil }
      values.append(text)
    }
    if let error = value["error"]?.asText {
      self.init(values: values, card: nil, refusal: error)
    } else if let card = value["card"].flatMap(Scorecard.init) {
      self.init(values: values, card: card)
    } else {
      return nil
    }
  }
}

/// Reads the journal at `path`; nil if it does not exist or has no complete line.
///
/// - Throws: `FileError` if the file cannot be read or is not a journal, with the line of the problem.
package func trialJournal(at path: String) throws(FileError) -> TrialJournal? {
  switch kindOfFile(at: path) {
  case .nothing: return nil
  case .stream: throw .wrongKind(path: path, found: "a device or pipe", expected: "a file")
  case .file, .folder: break
  }
  let bytes = try fileBytes(at: path)
  guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
    // A command that was interrupted while it wrote the header leaves an incomplete first line. Such a file may be
    // replaced; any other file without a line end is an error.
    let beginning = Array(#"{"flickbook":"journal/"#.utf8)
    let shorter = min(bytes.count, beginning.count)
    guard bytes.prefix(shorter) == beginning.prefix(shorter) else { throw noJournal(path, 1) }
    return nil
  }
  let lines = logLines(of: Array(bytes[...end])).dropLast()
  guard let first = lines.first,
    let header = JournalHeader(try logDocument(in: Array(first), path: path))
  else { throw noJournal(path, 1) }
  var results: [TrialResult] = []
  for (index, line) in lines.enumerated().dropFirst() {
    let fields: LogValue
    do throws(FileError) { fields = .fields(try logDocument(in: Array(line), path: path)) } catch {
      throw noTrial(path, index + 1, results.count)
    }
    guard fields["trial"]?.asWhole == results.count,
      let result = TrialResult(fields, keys: header.keys)
    else { throw noTrial(path, index + 1, results.count) }
    results.append(result)
  }
  return TrialJournal(header: header, results: results, wholeBytes: end + 1)
}

private func noJournal(_ path: String, _ line: Int) -> FileError {
  .malformed(
    path: path, line: line, found: "no journal header",
    expected: "a journal of 'flickbook tune'; name another file with --journal")
}

private func noTrial(_ path: String, _ line: Int, _ number: Int) -> FileError {
  .malformed(
    path: path, line: line, found: "no trial \(number)",
    expected:
      "the original line; remove this line and all lines after it, or remove the file, and tune again"
  )
}
