import CSystemCalls
import Glibc

// Files and folders are first written into a hidden folder next to their destination, and then moved in one step. The
// name of the hidden folder is `.flickbook-new-` and six random letters. A command keeps its hidden folder locked while
// it runs. An unlocked hidden folder was left by a command that was killed; the next command that writes to the same
// place removes it.

/// The prefix of the names of the hidden folders.
private let temporaryPrefix = ".flickbook-new-"

/// Writes a file or a folder next to `destination`, and moves it there in one step.
///
/// If the process is killed, `destination` has either its old or its new content.
///
/// - Parameters:
///   - destination: The path to write to; its folder must exist.
///   - path: The path to show in errors, as the user gave it.
///   - replacing: Whether existing content may be replaced; otherwise it causes an error.
///   - write: Writes the new file or folder to the path that it receives.
/// - Throws: ``FileError``; the content of `destination` is then unchanged.
func replace(
  _ destination: String, named path: String, replacing: Bool,
  _ write: (String) throws(FileError) -> Void
) throws(FileError) {
  let folder = folder(of: destination)
  try withTemporaryFolder(in: folder, named: path) { aside throws(FileError) in
    let new = "\(aside)/\(lastPart(of: destination))"
    try write(new)
    try moveIntoPlace(of: destination, from: new, replacing: replacing)
    try synchronize(folder: folder)
  }
}

/// Runs `body` with the path of a new hidden folder in `folder`, and then removes that folder.
func withTemporaryFolder(
  in folder: String, named path: String, _ body: (String) throws(FileError) -> Void
) throws(FileError) {
  removeLeftovers(in: folder)
  var isDone = false
  while !isDone {
    var template = systemPath("\(folder)/\(temporaryPrefix)XXXXXX")
    guard mkdtemp(&template) != nil else { throw writingError(path) }
    let aside = pathPart(of: template.dropLast().map(UInt8.init(bitPattern:)))
    try withLock(on: aside) { _ throws(FileError) in
      // Before this command locked the folder, another command may have removed it as a leftover. If so, try again.
      guard linkKind(at: aside) == .folder else { return }
      isDone = true
      defer { removeTree(aside) }
      do throws(FileError) { try body(aside) } catch { throw error.renamed(to: path) }
    }
  }
}

/// Removes the hidden folders in `folder` that no running command uses.
private func removeLeftovers(in folder: String) {
  // Ignore a folder that cannot be listed, because the later write into it reports the error.
  for name in (try? namesInFolder(at: folder, hidden: true)) ?? [] {
    let aside = "\(folder)/\(name)"
    guard name.hasPrefix(temporaryPrefix), name.utf8.count == temporaryPrefix.utf8.count + 6,
      linkKind(at: aside) == .folder
    else { continue }
    withLock(on: aside, tries: 1) { lock in
      if lock == .held { removeTree(aside) }
    }
  }
}

/// Moves `new` to `destination`; an existing folder is exchanged with the new one.
///
/// - Throws: ``FileError``; the content of `destination` is then unchanged.
func moveIntoPlace(
  of destination: String, from new: String, replacing: Bool
) throws(FileError) {
  let (from, to) = (systemPath(new), systemPath(destination))
  let kind = linkKind(at: destination)
  guard kind != .nothing else {
    if flickbook_rename_new(from, to) == 0 { return }
    // Network file systems support only a rename without flags.
    guard errno == EINVAL || errno == ENOSYS, rename(from, to) == 0 else {
      throw writingError(destination)
    }
    return
  }
  guard replacing else {
    throw .occupied(path: destination, found: kind == .folder ? "a folder" : "a file")
  }
  if kind == .file, linkKind(at: new) == .file {
    guard rename(from, to) == 0 else { throw writingError(destination) }
    return
  }
  if flickbook_exchange(from, to) == 0 { return }
  guard errno == EINVAL || errno == ENOSYS else { throw writingError(destination) }
  // Without an atomic exchange, two renames are needed. If the command is killed between the two renames, the old
  // folder keeps the temporary name.
  let old = "\(destination).flickbook-old"
  guard rename(to, systemPath(old)) == 0 else { throw writingError(destination) }
  guard rename(from, to) == 0 else {
    let error = writingError(destination)
    rename(systemPath(old), to)
    throw error
  }
  removeTree(old)
}

/// Copies all files of the folder `old` that the folder `new` lacks, such as pictures in a run.
func copyMissingFiles(from old: String, to new: String) throws(FileError) {
  for name in try namesInFolder(at: old, hidden: true) {
    let (from, to) = ("\(old)/\(name)", "\(new)/\(name)")
    switch (linkKind(at: from), linkKind(at: to)) {
    case (.folder, .folder): try copyMissingFiles(from: from, to: to)
    case (.folder, .nothing):
      try makeFolder(at: to, like: from)
      try copyMissingFiles(from: from, to: to)
    case (_, .nothing):
      if link(systemPath(from), systemPath(to)) == 0 { continue }
      // Some file systems have no hard links, and the system forbids hard links to some files.
      guard linkKind(at: from) == .file else { throw writingError(to) }
      try writeNew(try fileBytes(at: from), at: to, like: from)
    default: break
    }
  }
  try synchronize(folder: new)
}

/// Creates a folder with the permissions and the owner of the folder at `other`.
func makeFolder(at path: String, like other: String) throws(FileError) {
  var status = stat()
  guard stat(systemPath(other), &status) == 0, mkdir(systemPath(path), 0o700) == 0 else {
    throw writingError(path)
  }
  // If root replaces the folder of another user, that user remains the owner.
  if status.st_uid != geteuid() { _ = chown(systemPath(path), status.st_uid, status.st_gid) }
  chmod(systemPath(path), status.st_mode & 0o7777)
}

/// Creates the folder that will replace the folder `other`, with the permissions and the owner of `other`.
///
/// If there is no folder at `other`, only `readers` may read the new folder.
func makeFolder(at path: String, replacing other: String?, readers: Readers) throws(FileError) {
  if let other, linkKind(at: other) == .folder { return try makeFolder(at: path, like: other) }
  guard mkdir(systemPath(path), readers.ofFolder) == 0 else { throw writingError(path) }
}

/// Checks that the folder at `destination` is neither the current folder nor above it.
///
/// A write replaces the whole folder, so a shell in this folder would be left in a folder that no longer exists.
///
/// - Throws: ``FileError`` about `path`, the path that the user named.
func checkNotCurrent(_ destination: String, named path: String) throws(FileError) {
  guard let current = realPath("."), let place = realPath(destination) else { return }
  guard "\(current)/".hasPrefix(place == "/" ? place : "\(place)/") else { return }
  throw .wrongKind(
    path: path,
    found: (place == current ? "the current folder" : "a folder above the current one")
      + ", which would be replaced,",
    expected: "another folder")
}

/// Removes the file or the folder with its contents at `path`; removes a link without following it.
func removeTree(_ path: String) {
  if linkKind(at: path) == .folder {
    for name in (try? namesInFolder(at: path, hidden: true)) ?? [] { removeTree("\(path)/\(name)") }
    rmdir(systemPath(path))
  } else {
    unlink(systemPath(path))
  }
}

/// Creates the folder at `path` and the missing folders above it, and then runs `body`.
///
/// - Returns: The new folders, the outermost first.
/// - Throws: The error of `body`, after the new folders were removed; or ``FileError`` if a folder cannot be created.
@discardableResult
func makingFolder(
  at path: String, _ body: () throws(FileError) -> Void
) throws(FileError) -> [String] {
  let made = try madeFolders(at: path)
  do throws(FileError) { try body() } catch {
    removeFolders(made)
    throw error
  }
  return made
}
