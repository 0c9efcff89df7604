public import FrameLogs
import InteractionScenarios
import Quantities

/// The rows of the run in the directory at `path`, and what its `run.json` says.
///
/// - Throws: ``FileError`` when it is no run directory, or not of a schema that is known.
package func loadedRun(at path: String) throws(FileError) -> (header: [LogField], rows: RunRows) {
  let path = withoutTrailingSlash(path)
  let header = try loadedHeader(at: path)
  return (
    header,
    RunRows(
      frames: try loadedRows("frames.jsonl", at: path),
      events: try loadedRows("events.jsonl", at: path))
  )
}

/// The rows of the run in the directory at `path` and those of `run`, whose files are `files`;
/// where both have the same line, the row is empty in both.
///
/// - Throws: ``FileError`` when it is no run directory, or not of a schema that is known.
func rowsApart(
  at path: String, from run: Run, written files: RunFiles
) throws(FileError) -> (expected: RunRows, actual: RunRows) {
  _ = try loadedHeader(at: path)
  let file = "\(path)/frames.jsonl"
  let frames = try logRows(
    in: runFileBytes("frames.jsonl", at: path), path: file,
    unlessIn: logLines(of: files.frames))
  var actual = RunRows(run)
  for index in frames.indices where frames[index].isEmpty && index < actual.frames.count {
    actual.frames[index] = []
  }
  let events = try loadedRows("events.jsonl", at: path)
  return (RunRows(frames: frames, events: events), actual)
}

extension Run {
  /// The run in the directory at `path`, as it was before it was written.
  ///
  /// Fields of a scenario that this version does not know are kept, without a unit or a meaning.
  ///
  /// - Throws: ``FileError`` when it is no run directory, or a row lacks what every row has.
  public init(contentsOf path: String) throws(FileError) { self = try storedRun(at: path) }
}

/// The run in the directory at `path`, as it was before it was written.
///
/// Fields of a scenario that this version does not know are kept, without a unit or a meaning.
///
/// - Throws: ``FileError`` when it is no run directory, or a row lacks what every row has.
package func storedRun(at path: String) throws(FileError) -> Run {
  try storedRun(at: path, ending: ending(ofRunAt: withoutTrailingSlash(path)))
}

/// The same; how the run ended, its other files do not tell.
func storedRun(at path: String, ending: Run.Ending) throws(FileError) -> Run {
  let path = withoutTrailingSlash(path)
  let header = try loadedHeader(at: path)
  let values = LogValue.fields(header)
  guard let rate = values["framesPerSecond"]?.asNumber, FrameRate.range.contains(rate) else {
    throw .malformed(
      path: "\(path)/run.json", line: nil, found: "no usable framesPerSecond",
      expected: "a number from 1 to 1000")
  }
  let common = Set(Frame.commonFields.map(\.key))
  let known = (try? scenario(named: values["scenario"]?.asText ?? ""))?.ownFields ?? []
  let frames = try loadedRows("frames.jsonl", at: path)
  let own = (frames.first ?? []).filter { !common.contains($0.key) }.map { field in
    known.first { $0.key == field.key } ?? FieldDescription(field.key, "")
  }
  return Run(
    header: header.filter { $0.key != "schema" && !RunSeal.keys.contains($0.key) },
    rate: FrameRate(framesPerSecond: rate), ownFields: own,
    frames: try made("\(path)/frames.jsonl", of: frames) { row throws(RowError) in
      try Frame(row, own: own)
    },
    events: try made("\(path)/events.jsonl", of: loadedRows("events.jsonl", at: path)) {
      row throws(RowError) in try RunEvent(row)
    },
    ending: ending)
}

func loadedHeader(at path: String) throws(FileError) -> [LogField] {
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

/// The bytes of the file called `name` in the run directory at `path`.
///
/// - Throws: ``FileError`` when it cannot be read, or is not a regular file of the run, or of the case
///   whose expected run this is.
func runFileBytes(_ name: String, at path: String) throws(FileError) -> [UInt8] {
  let above = folder(of: path)
  let isOfCase = lastPart(of: path) == "expected" && kindOfFile(at: "\(above)/case.yml").exists
  return try fileBytes(at: "\(path)/\(name)", within: isOfCase ? above : path)
}

private func loadedRows(
  _ name: String, at path: String
) throws(FileError) -> [[LogField]] {
  try logRows(in: runFileBytes(name, at: path), path: "\(path)/\(name)")
}

private func ending(ofRunAt folder: String) throws(FileError) -> Run.Ending {
  let path = "\(folder)/summary.json"
  let bytes = try runFileBytes("summary.json", at: folder)
  let summary = LogValue.fields(try logDocument(in: bytes, path: path))
  guard let ending = summary["ending"]?.asText.flatMap(Run.Ending.init) else {
    throw .malformed(
      path: path, line: nil, found: "no ending", expected: "rested, gone or timeLimit")
  }
  return ending
}

/// What `make` makes of each row of the file at `path`.
///
/// - Throws: ``FileError`` at the first row that lacks what every row has.
private func made<Value>(
  _ path: String, of rows: [[LogField]], _ make: ([LogField]) throws(RowError) -> Value
) throws(FileError) -> [Value] {
  var values: [Value] = []
  values.reserveCapacity(rows.count)
  for (index, row) in rows.enumerated() {
    do throws(RowError) { values.append(try make(row)) } catch {
      throw .malformed(
        path: path, line: index + 1, found: "a row whose '\(error.key)' is not \(error.expected)",
        expected: "a run as 'flickbook replay -o' writes it; write it anew")
    }
  }
  return values
}
