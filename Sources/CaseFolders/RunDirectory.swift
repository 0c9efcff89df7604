public import FrameLogs
import Glibc
import Quantities

/// Writes a run as a directory at `path`: aside first, then renamed.
///
/// A run directory that is there already is replaced; anything else is left alone.
///
/// - Throws: ``FileError``; whatever was at `path` before is then still there.
public func writeRun(_ run: Run, at path: String) throws(FileError) {
  let path = withoutTrailingSlash(path)
  let present = kindOfFile(at: path)
  if present.exists {
    guard present.isFolder else {
      throw .wrongKind(path: path, found: "a file", expected: "a folder")
    }
    let names = try namesInFolder(at: path)
    guard names.isEmpty || names.contains("run.json") else {
      throw .occupied(path: path, found: "a folder that is no run")
    }
  }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
    try makeFolder(at: String(path[..<slash]))
  }
  let aside = "\(path).partial-\(getpid())"
  do throws(FileError) {
    try makeFolder(at: aside)
    for (name, bytes) in run.files().byName { try writeNew(bytes, at: "\(aside)/\(name)") }
    if present.exists { try removeRun(at: path) }
    guard rename(aside, path) == 0 else { throw systemError(path, doing: "renaming") }
  } catch {
    try? removeRun(at: aside)
    throw error.renamed(from: aside, to: path)
  }
}

/// The run in the directory at `path`, read back.
///
/// - Throws: ``FileError`` when it is no run directory, or not of a schema that is known.
public func loadedRun(at path: String) throws(FileError) -> (header: [LogField], rows: RunRows) {
  let path = withoutTrailingSlash(path)
  let header = try logDocument(in: fileBytes(at: "\(path)/run.json"), path: "\(path)/run.json")
  let schema = LogValue.fields(header)["schema"]?.asText ?? "no schema"
  guard schema == Run.schema else {
    throw .malformed(
      path: "\(path)/run.json", line: nil, found: schema, expected: "the schema \(Run.schema)")
  }
  let order = Frame.commonFields.map(\.key) + ["event"]
  let frames = "\(path)/frames.jsonl"
  let events = "\(path)/events.jsonl"
  return (
    header,
    RunRows(
      frames: try logRows(in: fileBytes(at: frames), path: frames, order: order),
      events: try logRows(in: fileBytes(at: events), path: events, order: order))
  )
}

/// Removes the files of a run and its folder; other files make it stay.
private func removeRun(at path: String) throws(FileError) {
  for name in try namesInFolder(at: path) {
    guard unlink("\(path)/\(name)") == 0 else { throw systemError(path, doing: "replacing") }
  }
  guard rmdir(path) == 0 else { throw systemError(path, doing: "replacing") }
}

func withoutTrailingSlash(_ path: String) -> String {
  var path = path[...]
  while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
  return String(path)
}
