public import FrameLogs
import InteractionScenarios
import Quantities
import Review

/// The files of a run directory, as read from disk.
struct StoredRun {
  let path: String
  /// The fields of `run.json`.
  let header: [LogField]
  /// The bytes of `frames.jsonl`.
  let frames: [UInt8]
  /// The bytes of `events.jsonl`.
  let events: [UInt8]

  /// Reads the run directory at `path`.
  ///
  /// - Throws: ``FileError`` if it is not a run directory, has an unknown schema, or lacks a file.
  init(at path: String) throws(FileError) {
    let path = withoutTrailingSlash(path)
    self.path = path
    header = try loadedHeader(at: path)
    frames = try runFileBytes("frames.jsonl", at: path)
    events = try runFileBytes("events.jsonl", at: path)
  }

  /// Returns the run itself if its frames and events match the digests in its `run.json`.
  ///
  /// - Throws: ``FileError/altered(path:)`` with the file that does not match, or ``FileError/otherLineBreaks(path:)`` if it
  ///   would match with the line breaks that Flickbook writes.
  func checked() throws(FileError) -> StoredRun {
    let told = LogValue.fields(header)
    for (name, key) in Run.digestKeys {
      let bytes = name == "frames.jsonl" ? frames : events
      guard told[key]?.asText != SHA256.hexadecimal(of: bytes) else { continue }
      // Flickbook writes no carriage return into a log, because JSON text escapes it.
      let plain = SHA256.hexadecimal(of: bytes.filter { $0 != UInt8(ascii: "\r") })
      let path = "\(path)/\(name)"
      throw told[key]?.asText == plain ? .otherLineBreaks(path: path) : .altered(path: path)
    }
    return self
  }

  /// Returns the rows of `frames.jsonl`.
  ///
  /// A row is empty if its line equals the line at the same index of `known`, so that only different lines are parsed.
  func frameRows(
    unlessIn known: [ArraySlice<UInt8>] = []
  ) throws(FileError) -> [[LogField]] {
    try logRows(in: frames, path: "\(path)/frames.jsonl", unlessIn: known)
  }

  /// Returns the rows of `events.jsonl`.
  func eventRows() throws(FileError) -> [[LogField]] {
    try logRows(in: events, path: "\(path)/events.jsonl")
  }
}

/// Returns the rows of the run in the directory at `path` and the fields of its `run.json`.
///
/// - Throws: ``FileError`` if it is not a run directory or has an unknown schema.
package func loadedRun(at path: String) throws(FileError) -> (header: [LogField], rows: RunRows) {
  let stored = try StoredRun(at: path)
  return (
    stored.header, RunRows(frames: try stored.frameRows(), events: try stored.eventRows())
  )
}

/// Checks that the run directory at `path` is complete and that its frames and events are unchanged.
///
/// - Throws: ``FileError`` if a file is missing, unreadable or changed.
package func checkRun(at path: String) throws(FileError) { _ = try StoredRun(at: path).checked() }

extension Run {
  /// Reads the run in the directory at `path`.
  ///
  /// The result equals the run that was written.
  ///
  /// A field that this version of the scenario does not have is kept, but without its unit and meaning.
  ///
  /// - Throws: ``FileError`` if it is not a run directory, a row lacks a required field, or its frames
  ///   or events were changed.
  public init(contentsOf path: String) throws(FileError) {
    let stored = try StoredRun(at: path)
    let values = LogValue.fields(stored.header)
    func missing(_ found: String, _ expected: String) -> FileError {
      .malformed(path: "\(stored.path)/run.json", line: nil, found: found, expected: expected)
    }
    guard let rate = values["framesPerSecond"]?.asNumber, FrameRate.range.contains(rate) else {
      throw missing("no usable framesPerSecond", "a number from 1 to 1000")
    }
    guard let ending = values["summary"]?["ending"]?.asText.flatMap(Run.Ending.init) else {
      throw missing("no ending in its summary", "rested, gone or timeLimit")
    }
    let common = Set(Frame.commonFields.map(\.key))
    let known = (try? scenario(named: values["scenario"]?.asText ?? ""))?.ownFields ?? []
    let frames = try stored.frameRows()
    let own = (frames.first ?? []).filter { !common.contains($0.key) }.map { field in
      known.first { $0.key == field.key } ?? FieldDescription(field.key, "")
    }
    self.init(
      header: stored.header.filter { !Run.resultKeys.contains($0.key) },
      rate: FrameRate(framesPerSecond: rate), ownFields: own,
      frames: try made("\(stored.path)/frames.jsonl", of: frames) { row throws(RowError) in
        try Frame(row, own: own)
      },
      events: try made("\(stored.path)/events.jsonl", of: stored.eventRows()) {
        row throws(RowError) in try RunEvent(row)
      },
      ending: ending)
    // Check the digests last, because the error of an unreadable row is more specific.
    _ = try stored.checked()
  }
}

/// Returns the fields of `run.json` in the run directory at `path`.
///
/// - Throws: ``FileError`` if it is not a run directory, or if the file cannot be read.
package func loadedHeader(at path: String) throws(FileError) -> [LogField] {
  let file = "\(path)/run.json"
  guard kindOfFile(at: path) == .folder else {
    throw kindOfFile(at: path).exists
      ? .wrongKind(path: path, found: "a file", expected: "a run directory")
      : .missing(path: path)
  }
  guard kindOfFile(at: file).exists else {
    throw .wrongKind(path: path, found: "a folder without run.json", expected: "a run directory")
  }
  let header = try logDocument(in: runFileBytes("run.json", at: path), path: file)
  let schema = LogValue.fields(header)["schema"]?.asText
  guard schema == Run.schema else {
    throw .malformed(
      path: file, line: nil, found: schema.map { "the schema '\($0)'" } ?? "no schema",
      expected: "the schema '\(Run.schema)'")
  }
  return header
}

/// Returns the bytes of the file `name` in the run directory at `path`.
///
/// - Throws: ``FileError`` if the file cannot be read, or is not a regular file inside the run directory. The expected
///   run of a case may also have links to other files of that case.
func runFileBytes(_ name: String, at path: String) throws(FileError) -> [UInt8] {
  let above = folder(of: path)
  let isOfCase = lastPart(of: path) == "expected" && kindOfFile(at: "\(above)/case.yml").exists
  return try fileBytes(at: "\(path)/\(name)", within: isOfCase ? above : path)
}

/// Converts each row of the file at `path` with `make`.
///
/// - Throws: ``FileError`` at the first row that lacks a required field.
private func made<Value>(
  _ path: String, of rows: [[LogField]], _ make: ([LogField]) throws(RowError) -> Value
) throws(FileError) -> [Value] {
  var values: [Value] = []
  values.reserveCapacity(rows.count)
  for (index, row) in rows.enumerated() {
    do throws(RowError) { values.append(try make(row)) } catch {
      throw .malformed(
        path: path, line: index + 1, found: "a row whose '\(error.key)' is not \(error.expected)",
        expected: "a run as 'flickbook replay -o' writes it; write it again")
    }
  }
  return values
}

/// The run directory that holds the expected run of a case.
package struct ExpectedRun: Hashable, Sendable {
  package let path: String

  /// Creates a reference to the run directory at `path`, which need not exist yet.
  package init(path: String) { self.path = path }

  /// Whether the directory has none of the files of a run.
  var isNew: Bool {
    !RunFiles.names.contains { linkKind(at: "\(path)/\($0)") != .nothing }
  }

  /// Compares `run` with the expected run.
  ///
  /// - Returns: The outcome, and the fields of the expected `run.json`; no fields if that file is missing or damaged.
  /// - Throws: ``CaseError`` if a row of an undamaged run cannot be read.
  package func compared(
    with run: Run, within tolerance: RunTolerance
  ) throws(CaseError) -> (CaseOutcome, header: [LogField]) {
    guard !isNew else { return (.new, []) }
    let stored: StoredRun
    do throws(FileError) { stored = try StoredRun(at: path).checked() } catch {
      return (.damaged(error), [])
    }
    do throws(FileError) {
      return (try compared(stored, with: run, within: tolerance), stored.header)
    } catch { throw .file(error) }
  }

  /// Compares repeated runs with the expected run, which may lie within their spread.
  ///
  /// - Throws: ``CaseError`` if the expected run cannot be read.
  func compared(
    with spread: RunSpread, within tolerance: RunTolerance
  ) throws(CaseError) -> CaseOutcome {
    let expected: Run
    do throws(FileError) { expected = try Run(contentsOf: path) } catch { throw .file(error) }
    let actual = RunRows(spread.runs[0])
    let plain = RunComparison(expected: RunRows(expected), actual: actual, within: tolerance)
    let settled = RunComparison(
      expected: RunRows(spread.settled(expected)), actual: actual, within: tolerance)
    var difference = settled.difference
    if settled.isAllowed {
      difference = plain.difference
      difference?.kind = .withinSpread
    }
    guard var difference else { return .identical }
    difference.runs = spread.runs.count
    return .different(difference, plain.fields)
  }

  private func compared(
    _ stored: StoredRun, with run: Run, within tolerance: RunTolerance
  ) throws(FileError) -> CaseOutcome {
    let files = run.files()
    if stored.frames == files.frames, stored.events == files.events { return .identical }
    // Skip equal lines, because parsing takes longer than the rest of the comparison.
    let frames = try stored.frameRows(unlessIn: logLines(of: files.frames))
    var actual = RunRows(run)
    for index in frames.indices where frames[index].isEmpty && index < actual.frames.count {
      actual.frames[index] = []
    }
    let expected = RunRows(frames: frames, events: try stored.eventRows())
    var found = RunComparison(expected: expected, actual: actual, within: tolerance)
    if let kind = found.difference?.kind, kind >= .drift {
      // Rows that were skipped may matter for the kind of the difference, such as the last row of the shorter run, so
      // compare all rows before reporting a drift or a behaviour change.
      found = RunComparison(
        expected: RunRows(frames: try stored.frameRows(), events: expected.events),
        actual: RunRows(run), within: tolerance)
    }
    if let difference = found.difference { return .different(difference, found.fields) }
    return found.fields.isEmpty ? .identical : .otherFields(found.fields)
  }
}
