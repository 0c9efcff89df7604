public import FrameLogs
import Glibc
import InteractionScenarios
import Quantities

/// Writes a run as a directory at `path`, atomically.
///
/// If the path is a run directory that Flickbook wrote, the files of its run are replaced, and all other files in it,
/// such as pictures, are kept. If the path is another folder that is not empty, an error is thrown unless `over` is
/// `anything`; the files of the run are then written into the folder. The expected run of a case is never replaced.
///
/// - Parameters:
///   - run: The run.
///   - path: The path of the directory; missing folders above it are created.
///   - over: The existing files that may be replaced.
///   - readers: The users who may read the run, limited by the umask.
///   - durably: Whether to wait until the files are on disk; waiting takes most of the time of a write.
/// - Throws: ``FileError``; files that existed at `path` are then unchanged.
package func writeRun(
  _ run: Run, at path: String, over: Overwriting = .ours, readers: Readers = .everyone,
  durably: Bool = true
) throws(FileError) {
  let destination = try writableDestination(run: path, over: over)
  let files = run.files()
  try makingFolder(at: folder(of: destination)) { () throws(FileError) in
    try replaceRun(by: files, at: destination, named: path, readers: readers, durably: durably)
  }
}

extension Run {
  /// Writes the run as a directory at `path`, atomically.
  ///
  /// If the path is a run directory that Flickbook wrote, the files of its run are replaced, and all other files in it,
  /// such as pictures, are kept. If the path is another folder that is not empty, an error is thrown unless `over` is
  /// `anything`; the files of the run are then written into the folder. The expected run of a case is never replaced.
  ///
  /// - Parameters:
  ///   - path: The path of the directory; missing folders above it are created.
  ///   - over: The existing files that may be replaced.
  /// - Throws: ``FileError``; files that existed at `path` are then unchanged.
  public func write(to path: String, over: Overwriting = .ours) throws(FileError) {
    try writeRun(self, at: path, over: over)
  }
}

/// Checks that a run may be written to `path`, so that a command can fail before it computes the run.
///
/// - Throws: The same errors as ``writeRun(_:at:over:readers:durably:)``.
package func checkPlace(ofRun path: String, over: Overwriting) throws(FileError) {
  _ = try writableDestination(run: path, over: over)
}

private func writableDestination(run path: String, over: Overwriting) throws(FileError) -> String {
  let destination = try writableDestination(path, over: over)
  let above = folder(of: destination)
  let isExpected = lastPart(of: destination) == "expected"
  guard !isExpected || !kindOfFile(at: "\(above)/case.yml").exists else {
    throw .expectedRun(path: path, folder: above)
  }
  switch linkKind(at: destination) {
  case .file: throw .occupied(path: path, found: "a file")
  case .stream: throw .occupied(path: path, found: "a device or pipe")
  case .link, .nothing: break
  case .folder:
    try checkNotCurrent(destination, named: path)
    let names = try namesInFolder(at: destination, hidden: true)
    guard over == .ours, !names.isEmpty else { break }
    guard names.contains("run.json") else {
      throw .notWrittenByFlickbook(path: path, found: "a folder that is not a run is in the way")
    }
    guard isRunOfOurs(at: destination) else {
      throw .notWrittenByFlickbook(path: path, found: "its run.json was not written by Flickbook")
    }
  }
  return destination
}

/// Whether the folder at `path` has a `run.json` that Flickbook wrote.
func isRunOfOurs(at path: String) -> Bool { (try? loadedHeader(at: path)) != nil }

/// Replaces the folder at `destination`, if there is one, by a folder with `files`, atomically.
///
/// The new folder keeps the mode, the owner and all other files of the old folder. `path` is the path for errors.
func replaceRun(
  by files: RunFiles, at destination: String, named path: String, readers: Readers,
  durably: Bool = true
) throws(FileError) {
  try replace(destination, named: path, replacing: true) { new throws(FileError) in
    try makeFolder(at: new, replacing: destination, readers: readers)
    for (name, bytes) in files.byName {
      try writeNew(bytes, at: "\(new)/\(name)", readers: readers, durably: durably)
    }
    if durably { try synchronize(folder: new) }
    if linkKind(at: destination) == .folder { try copyMissingFiles(from: destination, to: new) }
  }
}

extension RunFiles {
  /// The names of the files of a run directory.
  static let names = ["run.json", "frames.jsonl", "events.jsonl"]
}
