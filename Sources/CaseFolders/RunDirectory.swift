public import FrameLogs
import Glibc
import Quantities

/// Writes a run as a directory at `path`: aside first, then renamed.
///
/// A run directory that is there already is replaced, and files in it that are not of a run, such
/// as a picture, move to the new one. Any other folder or file is left alone.
///
/// - Throws: ``FileError``; whatever was at `path` before is then still there.
public func writeRun(_ run: Run, at path: String) throws(FileError) {
  guard !path.isEmpty else { throw .missing(path: path) }
  let place = resolved(path)
  let others = try filesBesideRun(at: place, named: path)
  if let slash = place.lastIndex(of: "/"), slash != place.startIndex {
    try makeFolder(at: String(place[..<slash]))
  }
  let aside = placeAside(place)
  do throws(FileError) {
    try removeRun(at: aside)
    guard mkdir(aside, 0o777) == 0 else { throw writingError(aside) }
    for (name, bytes) in run.files().byName { try writeNew(bytes, at: "\(aside)/\(name)") }
    try takePlace(of: place, aside)
  } catch {
    try? removeRun(at: aside)
    throw error.renamed(to: path)
  }
  do throws(FileError) {
    for name in others {
      guard rename("\(aside)/\(name)", "\(place)/\(name)") == 0 else { throw writingError(name) }
    }
    try removeRun(at: aside)
  } catch { throw .failed(path: aside, doing: "removing the old run", reason: error.description) }
}

/// Puts the folder `aside` where `place` is and what was there where `aside` was.
///
/// The system has no exchange of names that this may call, so for an instant there is nothing.
private func takePlace(of place: String, _ aside: String) throws(FileError) {
  guard kindOfFile(at: place).exists else {
    guard rename(aside, place) == 0 else { throw writingError(place) }
    return
  }
  let old = "\(aside)-old"
  guard rename(place, old) == 0 else { throw writingError(place) }
  guard rename(aside, place) == 0 else {
    let error = writingError(place)
    rename(old, place)
    throw error
  }
  guard rename(old, aside) == 0 else { throw writingError(place) }
}

/// The names in the run directory at `place` that are not of a run.
///
/// - Throws: ``FileError/occupied(path:found:)`` when something else is there.
private func filesBesideRun(at place: String, named path: String) throws(FileError) -> [String] {
  switch kindOfFile(at: place) {
  case .nothing: return []
  case .file: throw .occupied(path: path, found: "a file")
  case .stream: throw .occupied(path: path, found: "a device or pipe")
  case .folder:
    let names = try namesInFolder(at: place, hidden: true)
    guard names.isEmpty || names.contains("run.json") else {
      throw .occupied(path: path, found: "a folder that is no run")
    }
    return names.filter { !RunFiles.names.contains($0) }
  }
}

/// Removes the files of a run and its folder, if it is there; other files make it stay.
private func removeRun(at path: String) throws(FileError) {
  guard kindOfFile(at: path).exists else { return }
  for name in RunFiles.names where unlink("\(path)/\(name)") != 0 && errno != ENOENT {
    throw writingError("\(path)/\(name)")
  }
  guard rmdir(path) == 0 else { throw writingError(path) }
}

extension RunFiles {
  /// The names of the files of a run directory.
  static let names = ["run.json", "frames.jsonl", "events.jsonl", "summary.json"]
}
