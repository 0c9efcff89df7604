public import FrameLogs
import InteractionScenarios
import Quantities

/// The names of what every row of a run says, in their order.
let frameOrder = Frame.commonFields.map(\.key) + ["event"]

/// The rows of the run in the directory at `path`, and what its `run.json` says.
///
/// - Throws: ``FileError`` when it is no run directory, or not of a schema that is known.
package func loadedRun(at path: String) throws(FileError) -> (header: [LogField], rows: RunRows) {
  let path = withoutTrailingSlash(path)
  let header = try loadedHeader(at: path)
  return (
    header,
    RunRows(
      frames: try loadedRows("frames.jsonl", at: path, order: frameOrder),
      events: try loadedRows("events.jsonl", at: path, order: frameOrder))
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
    in: runFileBytes("frames.jsonl", at: path), path: file, order: frameOrder,
    unlessIn: logLines(of: files.frames))
  var actual = RunRows(run)
  for index in frames.indices where frames[index].isEmpty && index < actual.frames.count {
    actual.frames[index] = []
  }
  let events = try loadedRows("events.jsonl", at: path, order: frameOrder)
  return (RunRows(frames: frames, events: events), actual)
}

extension Run {
  /// The run in the directory at `path`, as it was before it was written.
  ///
  /// The fields of events come by their letters. Fields of a scenario that this version does not know
  /// are kept, without a unit or a meaning.
  ///
  /// - Throws: ``FileError`` when it is no run directory, or a row lacks what every row has.
  public init(contentsOf path: String) throws(FileError) { self = try storedRun(at: path) }
}

/// The run in the directory at `path`, as it was before it was written.
///
/// The fields of events come by their letters. Fields of a scenario that this version does not know
/// are kept, without a unit or a meaning.
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
  let common = Frame.commonFields.map(\.key)
  let known = (try? scenario(named: values["scenario"]?.asText ?? ""))?.ownFields ?? []
  let frames = try loadedRows("frames.jsonl", at: path, order: common + known.map(\.key))
  let own = (frames.first ?? []).dropFirst(common.count).map { field in
    known.first { $0.key == field.key } ?? FieldDescription(field.key, "")
  }
  var reader = RowReader(path: "\(path)/frames.jsonl")
  var run = Run(
    header: header.filter { $0.key != "schema" && !RunSeal.keys.contains($0.key) },
    rate: FrameRate(framesPerSecond: rate),
    ownFields: own, frames: [], events: [], ending: ending)
  for row in frames { run.frames.append(try reader.frame(row, own: own)) }
  reader = RowReader(path: "\(path)/events.jsonl")
  for row in try loadedRows("events.jsonl", at: path, order: ["time", "frame", "event"]) {
    run.events.append(try reader.event(row))
  }
  return run
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
  _ name: String, at path: String, order: [String]
) throws(FileError) -> [[LogField]] {
  try logRows(in: runFileBytes(name, at: path), path: "\(path)/\(name)", order: order)
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

/// Makes frames and events of rows, counting the rows for errors.
private struct RowReader {
  let path: String
  private var line = 0

  init(path: String) { self.path = path }

  mutating func frame(
    _ row: [LogField], own: [FieldDescription]
  ) throws(FileError) -> Frame {
    line += 1
    let values = LogValue.fields(row)
    guard let phase = values["phase"]?.asText, case .flag(let touching)? = values["touching"] else {
      throw wrong("a phase and whether a hand touches")
    }
    return Frame(
      index: line - 1, time: Seconds(try number("time", values)), phase: Phase(rawValue: phase),
      touching: touching,
      position: Position(x: Points(try number("x", values)), y: Points(try number("y", values))),
      velocity: Velocity(
        x: PointsPerSecond(try number("vx", values)), y: PointsPerSecond(try number("vy", values))),
      target: Position(
        x: Points(try number("targetX", values)), y: Points(try number("targetY", values))),
      progress: try number("progress", values),
      own: FieldValues(own, own.map { values[$0.key] ?? .none }))
  }

  mutating func event(_ row: [LogField]) throws(FileError) -> RunEvent {
    line += 1
    let values = LogValue.fields(row)
    guard let kind = values["event"]?.asText else { throw wrong("an event") }
    return RunEvent(
      time: Seconds(try number("time", values)), kind: RunEvent.Kind(rawValue: kind),
      payload: row.filter { !["time", "frame", "event"].contains($0.key) })
  }

  private func number(_ key: String, _ values: LogValue) throws(FileError) -> Double {
    guard let number = values[key]?.asNumber else { throw wrong("a number '\(key)'") }
    return number
  }

  private func wrong(_ expected: String) -> FileError {
    .malformed(
      path: path, line: line, found: "a row without \(expected)",
      expected: "a run as 'flickbook replay -o' writes it; write it anew")
  }
}
