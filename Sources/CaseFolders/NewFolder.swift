import CSystemCalls
import Glibc

/// A file that is to be written into a new folder.
public struct NewFile: Hashable, Sendable {
  /// The path of the file, relative to the folder.
  public var path: String
  /// The content of the file.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// Checks that a new folder may be written to `path`: the path does not exist or is an empty folder.
///
/// - Throws: ``FileError`` with the file that is in the way.
package func checkPlace(ofNewFolder path: String) throws(FileError) {
  guard !path.isEmpty else { throw .missing(path: path) }
  let path = withoutTrailingSlash(path)
  switch linkKind(at: path) {
  case .nothing: break
  case .folder:
    try checkNotCurrent(path, named: path)
    guard try namesInFolder(at: path, hidden: true).isEmpty else {
      throw .occupied(path: path, found: "a folder that is not empty")
    }
  case .link: throw .occupied(path: path, found: "a link")
  case .file, .stream: throw .occupied(path: path, found: "a file")
  }
}

/// Writes a folder of files to `path`, atomically.
///
/// The path must not exist yet, or be an empty folder.
///
/// - Parameters:
///   - path: The path of the folder.
///   - count: The number of files.
///   - readers: The users who may read the files, limited by the umask.
///   - progress: Called with the number of files written so far.
///   - file: Returns the file with a number from 0 to `count` − 1.
/// - Throws: ``FileError``, or the error of `file`; nothing is then written.
package func writeNewFolder<Failure: Error>(
  at path: String, count: Int, readers: Readers = .everyone, progress: (Int) -> Void = { _ in },
  file: (Int) throws(Failure) -> NewFile
) throws {
  let path = withoutTrailingSlash(path)
  try checkPlace(ofNewFolder: path)
  var failure: Failure?
  do throws(FileError) {
    try makingFolder(at: folder(of: path)) { () throws(FileError) in
      try replace(path, named: path, replacing: true) { new throws(FileError) in
        try makeFolder(at: new, replacing: path, readers: readers)
        for index in 0..<count {
          let made: NewFile
          do throws(Failure) { made = try file(index) } catch {
            failure = error
            throw .failed(path: path, doing: "writing", reason: "\(error)")
          }
          let destination = "\(new)/\(made.path)"
          _ = try madeFolders(at: folder(of: destination))
          try writeNew(made.bytes, at: destination, readers: readers, durably: false)
          progress(index + 1)
        }
        try synchronize(fileSystemOf: new, named: path)
      }
    }
  } catch { throw failure ?? error }
}

/// Writes files into the folder at `path`.
///
/// If the folder does not exist, it is created together with all files in one step. Otherwise all files are first
/// written to a temporary folder, and then moved into place one by one.
///
/// - Parameters:
///   - files: The files, with their names in the folder.
///   - path: The path of the folder.
///   - over: The existing files that may be replaced.
///   - readers: The users who may read the files, limited by the umask and by the permissions of the replaced files.
/// - Throws: ``FileError`` if the files cannot be written.
package func writeFiles(
  _ files: [NewFile], in path: String, over: Overwriting, readers: Readers = .everyone
) throws(FileError) {
  let path = withoutTrailingSlash(path)
  guard kindOfFile(at: path).exists else {
    do {
      return try writeNewFolder(at: path, count: files.count, readers: readers) { files[$0] }
    } catch { throw error as? FileError ?? writingError(path) }
  }
  try withTemporaryFolder(in: path, named: path) { aside throws(FileError) in
    var places: [(destination: String, new: String)] = []
    for file in files {
      let destination = try writableDestination(file: "\(path)/\(file.path)", over: over)
      let new = "\(aside)/\(lastPart(of: destination))"
      try writeNew(file.bytes, at: new, like: destination, readers: readers)
      places.append((destination, new))
    }
    for (destination, new) in places {
      let isReplacing = over == .anything || fileSize(at: destination) == 0
      try moveIntoPlace(of: destination, from: new, replacing: isReplacing)
    }
    try synchronize(folder: path)
  }
}

/// Flushes the file system of `folder` to disk, so that no file exists without its content after a crash.
///
/// Flushing the file system once is faster than flushing many files one by one.
private func synchronize(fileSystemOf folder: String, named path: String) throws(FileError) {
  let descriptor = open(systemPath(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw writingError(path) }
  defer { close(descriptor) }
  guard flickbook_synchronize_file_system(descriptor) == 0 else {
    throw systemError(path, doing: "writing")
  }
}
