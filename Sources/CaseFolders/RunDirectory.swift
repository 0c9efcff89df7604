public import FrameLogs
import Glibc
import InteractionScenarios
import Quantities

/// Writes a run as a directory at `path`, in one step.
///
/// A run directory that Flickbook wrote is replaced, and files in it that are not of a run, such as a
/// picture, stay. Anything else that is there is left alone, unless it may be written
/// over; of a folder then only the files of a run are. The expected run of a case never is.
///
/// - Parameters:
///   - run: The run.
///   - path: The path of the directory; folders above it are made.
///   - over: What may be written over.
///   - readers: Who may read it, as far as the umask allows.
///   - durably: Whether to wait until it is on the disk, which takes most of the time.
/// - Throws: ``FileError``; whatever was at `path` before is then still there.
package func writeRun(
  _ run: Run, at path: String, over: Overwriting = .ours, readers: Readers = .everyone,
  durably: Bool = true
) throws(FileError) {
  let destination = try placeToWrite(run: path, over: over)
  let files = run.files()
  try makingFolder(at: folder(of: destination)) { () throws(FileError) in
    try replace(destination, named: path, replacing: true) { new throws(FileError) in
      try writeRunFiles(files, at: new, readers: readers, durably: durably)
      if linkKind(at: destination) == .folder { try carryOver(from: destination, to: new) }
    }
  }
}

extension Run {
  /// Writes the run as a directory at `path`, in one step.
  ///
  /// A run directory that Flickbook wrote is replaced, and files in it that are not of a run, such as a
  /// picture, stay. Anything else that is there is left alone, unless it may be written
  /// over; of a folder then only the files of a run are. The expected run of a case never is.
  ///
  /// - Parameters:
  ///   - path: The path of the directory; folders above it are made.
  ///   - over: What may be written over.
  /// - Throws: ``FileError``; whatever was at `path` before is then still there.
  public func write(to path: String, over: Overwriting = .ours) throws(FileError) {
    try writeRun(self, at: path, over: over)
  }
}

/// Checks that a run may be written to `path`, before the work that makes it.
///
/// - Throws: ``FileError`` as ``writeRun(_:at:over:readers:durably:)`` does.
package func checkPlace(ofRun path: String, over: Overwriting) throws(FileError) {
  _ = try placeToWrite(run: path, over: over)
}

private func placeToWrite(run path: String, over: Overwriting) throws(FileError) -> String {
  let destination = try placeToWrite(path, over: over)
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
    let names = try namesInFolder(at: destination, hidden: true)
    guard over == .ours, !names.isEmpty else { break }
    guard names.contains("run.json") else {
      throw .notOurs(path: path, found: "a folder that is no run is in the way")
    }
    guard isRunOfOurs(at: destination) else {
      throw .notOurs(path: path, found: "its run.json is not one that Flickbook wrote")
    }
  }
  return destination
}

/// Whether the folder at `path` has a `run.json` that Flickbook wrote.
func isRunOfOurs(at path: String) -> Bool { (try? loadedHeader(at: path)) != nil }

/// Writes the files of a run into a new folder at `path`.
func writeRunFiles(
  _ files: RunFiles, at path: String, readers: Readers, durably: Bool = true
) throws(FileError) {
  guard mkdir(systemPath(path), readers.ofFolder) == 0 else { throw writingError(path) }
  for (name, bytes) in files.byName {
    try writeNew(bytes, at: "\(path)/\(name)", readers: readers, durably: durably)
  }
  if durably { try synchronize(folder: path) }
}

extension RunFiles {
  /// The names of the files of a run directory.
  static let names = ["run.json", "frames.jsonl", "events.jsonl"]
}
