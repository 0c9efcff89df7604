import CSystemCalls
import Glibc

// Files and folders are written in a hidden folder beside their place, `.flickbook-new-` and six letters,
// and take that place in one step. The hidden folder is locked for as long as its command runs; one that is
// not locked is left over from a command that was killed, and the next one that writes there removes it.

/// The beginning of the names of the hidden folders.
private let asidePrefix = ".flickbook-new-"

/// Writes a file or a folder beside `destination`, and puts it there in one step.
///
/// A command that is killed leaves what was there before or what is new.
///
/// - Parameters:
///   - destination: The path; the folder that it is in exists.
///   - path: The path for errors, as the user gave it.
///   - replacing: Whether what is there may be replaced.
///   - write: Writes the new file or folder, onto the disk, to the path that it is given.
/// - Throws: ``FileError``; what was at `destination` is then still there.
func replace(
  _ destination: String, named path: String, replacing: Bool,
  _ write: (String) throws(FileError) -> Void
) throws(FileError) {
  let folder = folder(of: destination)
  try withFolderAside(in: folder, named: path) { aside throws(FileError) in
    let new = "\(aside)/\(lastPart(of: destination))"
    try write(new)
    try takePlace(of: destination, from: new, replacing: replacing)
    try synchronize(folder: folder)
  }
}

/// Runs `body` with the path of a new hidden folder in `folder`, and removes that with all that is in it then.
func withFolderAside(
  in folder: String, named path: String, _ body: (String) throws(FileError) -> Void
) throws(FileError) {
  removeLeftovers(in: folder)
  var isDone = false
  while !isDone {
    var template = systemPath("\(folder)/\(asidePrefix)XXXXXX")
    guard mkdtemp(&template) != nil else { throw writingError(path) }
    let aside = pathPart(of: template.dropLast().map(UInt8.init(bitPattern:)))
    try withLock(on: aside) { _ throws(FileError) in
      // Another command may have taken it for a leftover before it was locked.
      guard linkKind(at: aside) == .folder else { return }
      isDone = true
      defer { removeTree(aside) }
      do throws(FileError) { try body(aside) } catch { throw error.renamed(to: path) }
    }
  }
}

/// Removes the hidden folders in `folder` that no command writes to any more.
private func removeLeftovers(in folder: String) {
  // A folder that cannot be listed fails where it is written to.
  for name in (try? namesInFolder(at: folder, hidden: true)) ?? [] {
    let aside = "\(folder)/\(name)"
    guard name.hasPrefix(asidePrefix), name.utf8.count == asidePrefix.utf8.count + 6,
      linkKind(at: aside) == .folder
    else { continue }
    withLock(on: aside, tries: 1) { lock in
      if lock == .held { removeTree(aside) }
    }
  }
}

/// Puts what is at `new` at `destination`; what was there is then at `new`.
///
/// - Throws: ``FileError``; what was at `destination` is then still there.
func takePlace(
  of destination: String, from new: String, replacing: Bool
) throws(FileError) {
  let (from, to) = (systemPath(new), systemPath(destination))
  let kind = linkKind(at: destination)
  guard kind != .nothing else {
    if flickbook_rename_new(from, to) == 0 { return }
    // Network file systems know only the plain call.
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
  // Where there is no exchange, a killed command leaves the old one under this name.
  let old = "\(destination).flickbook-old"
  guard rename(to, systemPath(old)) == 0 else { throw writingError(destination) }
  guard rename(from, to) == 0 else {
    let error = writingError(destination)
    rename(systemPath(old), to)
    throw error
  }
  removeTree(old)
}

/// Gives the new folder at `new` all that the one at `old` has and it has not, such as a picture in a run.
func carryOver(from old: String, to new: String) throws(FileError) {
  for name in try namesInFolder(at: old, hidden: true) {
    let (from, to) = ("\(old)/\(name)", "\(new)/\(name)")
    switch (linkKind(at: from), linkKind(at: to)) {
    case (.folder, .folder): try carryOver(from: from, to: to)
    case (.folder, .nothing):
      try makeFolder(at: to, like: from)
      try carryOver(from: from, to: to)
    case (_, .nothing):
      if link(systemPath(from), systemPath(to)) == 0 { continue }
      // Not every file system has hard links, and not every file may get another one.
      guard linkKind(at: from) == .file else { throw writingError(to) }
      try writeNew(try fileBytes(at: from), at: to, like: from)
    default: break
    }
  }
  try synchronize(folder: new)
}

/// Makes a folder with the permissions and the owner of another one.
func makeFolder(at path: String, like other: String) throws(FileError) {
  var status = stat()
  guard stat(systemPath(other), &status) == 0, mkdir(systemPath(path), 0o700) == 0 else {
    throw writingError(path)
  }
  // A folder of somebody else's, which only root can write for them, stays theirs.
  if status.st_uid != geteuid() { _ = chown(systemPath(path), status.st_uid, status.st_gid) }
  chmod(systemPath(path), status.st_mode & 0o7777)
}

/// Removes what is at `path`, with all that is in it; links are removed, not followed.
func removeTree(_ path: String) {
  if linkKind(at: path) == .folder {
    for name in (try? namesInFolder(at: path, hidden: true)) ?? [] { removeTree("\(path)/\(name)") }
    rmdir(systemPath(path))
  } else {
    unlink(systemPath(path))
  }
}

/// Runs `body` once the folder at `path` and those above it are there; removes those that were made for it
/// when it fails.
func makingFolder(
  at path: String, _ body: () throws(FileError) -> Void
) throws(FileError) {
  let made = try madeFolders(at: path)
  do throws(FileError) { try body() } catch {
    removeFolders(made)
    throw error
  }
}
