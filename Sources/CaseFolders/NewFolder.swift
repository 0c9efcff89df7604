import CSystemCalls
import Glibc

/// A file of a folder that is written as a whole.
public struct NewFile: Hashable, Sendable {
  /// Its path below the folder.
  public var path: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// Checks that a new folder may be written to `path`: that there is nothing, or an empty folder.
///
/// - Throws: ``FileError`` with what is in the way.
package func checkPlace(ofNewFolder path: String) throws(FileError) {
  guard !path.isEmpty else { throw .missing(path: path) }
  let path = withoutTrailingSlash(path)
  switch linkKind(at: path) {
  case .nothing: break
  case .folder:
    guard try namesInFolder(at: path, hidden: true).isEmpty else {
      throw .occupied(path: path, found: "a folder that is not empty")
    }
  case .link: throw .occupied(path: path, found: "a link")
  case .file, .stream: throw .occupied(path: path, found: "a file")
  }
}

/// Writes a folder of files to `path`, whole or not at all.
///
/// Nothing is there, or an empty folder. The files are written aside, and take their place in one step;
/// when a signal comes, or one cannot be made, nothing is left behind.
///
/// - Parameters:
///   - path: The path of the folder.
///   - count: How many files there are.
///   - progress: Told how many files are written.
///   - file: Makes file number 0 to `count`.
/// - Throws: ``FileError``, or what `file` throws.
package func writeNewFolder(
  at path: String, count: Int, progress: (Int) -> Void = { _ in },
  file: (Int) throws -> NewFile
) throws {
  let path = withoutTrailingSlash(path)
  try checkPlace(ofNewFolder: path)
  let made = try madeFolders(at: folder(of: path))
  do {
    try uninterruptedly {
      let aside = try folderAside(of: path)
      do {
        // Nobody takes it for something that was left as long as its lock is held.
        try withLock(on: aside) { (_) throws(any Error) in
          for index in 0..<count {
            try checkInterruption(writing: path)
            let new = try file(index)
            let destination = "\(aside)/\(new.path)"
            _ = try madeFolders(at: folder(of: destination))
            try writeNew(new.bytes, at: destination, durably: false)
            progress(index + 1)
          }
          // A name must not last longer than the bytes that it is for.
          try synchronize(fileSystemOf: aside, named: path)
          // What was an empty folder goes as the new one takes its place.
          guard rename(systemPath(aside), systemPath(path)) == 0 else { throw writingError(path) }
        }
        try synchronize(folder: folder(of: path))
      } catch {
        removeTree(aside)
        throw (error as? FileError)?.renamed(to: path) ?? error
      }
    }
  } catch {
    removeFolders(made)
    throw error
  }
}

/// Writes files into the folder at `path`, which is made if it is missing: all of them aside and onto the
/// disk, and only then each into its place.
///
/// A command that is ended before leaves none of them.
///
/// - Parameters:
///   - files: The files, with their names in the folder.
///   - path: The path of the folder.
///   - over: What may be written over.
///   - readers: Who may read them, as far as the umask and the files that they replace allow.
/// - Throws: ``FileError/partlyReplaced(path:replaced:kept:reason:)`` with the names of both when only some
///   took their places; after any other error none did.
package func writeFiles(
  _ files: [NewFile], in path: String, over: Overwriting, readers: Readers = .everyone
) throws(FileError) {
  let path = withoutTrailingSlash(path)
  let made = try madeFolders(at: path)
  do throws(FileError) {
    try uninterrupted { () throws(FileError) in
      try withLock(on: path) { _ throws(FileError) in
        try staged(in: path, named: path) { staging throws(FileError) in
          var destinations: [String] = []
          for file in files {
            let destination = try placeToWrite(file: "\(path)/\(file.path)", over: over)
            try writeNew(
              file.bytes, at: "\(staging)/new/\(lastPart(of: destination))", like: destination,
              readers: readers)
            try checkInterruption(writing: path)
            destinations.append(destination)
          }
          try synchronize(folder: "\(staging)/new")
          try takePlaces(of: destinations, in: path, from: staging, over: over)
        }
      }
    }
  } catch {
    removeFolders(made)
    throw error
  }
}

private func takePlaces(
  of destinations: [String], in folder: String, from staging: String, over: Overwriting
) throws(FileError) {
  var done = 0
  do throws(FileError) {
    for destination in destinations {
      let isReplacing = over == .anything || fileSize(at: destination) == 0
      try takePlace(of: destination, from: staging, replacing: isReplacing)
      done += 1
    }
    try synchronize(folder: folder)
  } catch {
    guard done > 0 else { throw error }
    let names = destinations.map(lastPart)
    throw .partlyReplaced(
      path: folder, replaced: Array(names[..<done]), kept: Array(names[done...]),
      reason: error.description)
  }
}

/// Puts all that was written to the file system of `folder` onto the disk.
private func synchronize(fileSystemOf folder: String, named path: String) throws(FileError) {
  let descriptor = open(systemPath(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw writingError(path) }
  defer { close(descriptor) }
  guard flickbook_synchronize_file_system(descriptor) == 0 else {
    throw systemError(path, doing: "writing")
  }
}

/// ``uninterrupted(_:)`` for what throws anything.
private func uninterruptedly(_ body: () throws -> Void) throws {
  var failure: (any Error)?
  try uninterrupted { () throws(FileError) in
    do { try body() } catch { failure = error }
  }
  if let failure { throw failure }
}

/// A new hidden folder beside `path`, with the permissions of any other.
private func folderAside(of path: String) throws(FileError) -> String {
  let end = String(repeating: "X", count: 6)
  var template = systemPath("\(folder(of: path))/\(newFolderPrefix)\(end)")
  guard mkdtemp(&template) != nil else { throw writingError(path) }
  let mask = umask(0)
  umask(mask)
  chmod(template, 0o777 & ~mask)
  return pathPart(of: template.dropLast().map(UInt8.init(bitPattern:)))
}

/// Removes a folder that Flickbook made, with all that is in it; links are removed, not followed.
func removeTree(_ path: String) {
  let names: [String]
  do throws(FileError) { names = try namesInFolder(at: path, hidden: true) } catch { return }
  for name in names {
    let inner = "\(path)/\(name)"
    if linkKind(at: inner) == .folder { removeTree(inner) } else { unlink(systemPath(inner)) }
  }
  rmdir(systemPath(path))
}
