import CSystemCalls
import FrameLogs
import Glibc

// What is written is made whole in a folder beside its place, `.flickbook-staging-` and six letters, and
// takes its place in one step. In the staging folder, `new/NAME` is what takes the place of NAME, and
// after an exchange what was there; `old/NAME` is what was there, on file systems without an exchange.
// Whoever writes holds the lock of the folder, so that a staging folder found under it is left over.

/// Runs `body` with the path of a folder for new things beside their place in `folder`.
///
/// Whatever `body` leaves in it is removed, files of others moved to where they belong.
func staged(
  in folder: String, named path: String, _ body: (String) throws(FileError) -> Void
) throws(FileError) {
  var template = systemPath(folder + "/" + stagingPrefix + String(repeating: "X", count: 6))
  guard mkdtemp(&template) != nil else { throw writingError(path) }
  let staging = pathPart(of: template.dropLast().map(UInt8.init(bitPattern:)))
  do throws(FileError) {
    guard mkdir(systemPath("\(staging)/new"), 0o700) == 0 else { throw writingError(path) }
    try body(staging)
  } catch {
    // What cannot be removed now is left over, and the next command says so; this error comes first.
    do throws(FileError) { try clear(staging, in: folder) } catch {}
    throw error.renamed(to: path)
  }
  do throws(FileError) { try clear(staging, in: folder) } catch {
    throw .unfinished(path: path, leftover: staging)
  }
}

/// The beginning of the names of staging folders.
let stagingPrefix = ".flickbook-staging-"

/// The name of the staging folder of an acceptance that is decided and will be finished.
let decidedName = stagingPrefix + "accepted"

/// The beginning of the names of new folders that are written beside their place; six letters follow.
let newFolderPrefix = ".flickbook-new-"

/// Whether `name` in `folder` is a new folder that was never put in its place.
func isNewFolder(_ name: String, in folder: String) -> Bool {
  name.hasPrefix(newFolderPrefix) && name.utf8.count == newFolderPrefix.utf8.count + 6
    && linkKind(at: "\(folder)/\(name)") == .folder
}

/// Whether `name` in `folder` is a staging folder; one that holds anything else is not taken for one.
func isStaging(_ name: String, in folder: String) -> Bool {
  guard name.hasPrefix(stagingPrefix), linkKind(at: "\(folder)/\(name)") == .folder else {
    return false
  }
  do throws(FileError) {
    return try namesInFolder(at: "\(folder)/\(name)", hidden: true)
      .allSatisfy { $0 == "new" || $0 == "old" }
  } catch { return false }
}

/// Puts the new `name` of a staging folder in its place in `folder`, in one step.
///
/// - Parameters:
///   - destination: The path, in the folder that the staging folder is in.
///   - staging: The path of the staging folder.
///   - replacing: Whether what is there may be replaced.
/// - Throws: ``FileError``; what was there before is then still there.
func takePlace(
  of destination: String, from staging: String, replacing: Bool
) throws(FileError) {
  let name = lastPart(of: destination)
  let new = "\(staging)/new/\(name)"
  switch (linkKind(at: destination), linkKind(at: new)) {
  case (.nothing, _):
    if flickbook_rename_new(systemPath(new), systemPath(destination)) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw writingError(destination) }
    guard rename(systemPath(new), systemPath(destination)) == 0 else {
      throw writingError(destination)
    }
  case (.file, .file), (.link, .file):
    guard replacing else { throw .occupied(path: destination, found: "a file") }
    guard rename(systemPath(new), systemPath(destination)) == 0 else {
      throw writingError(destination)
    }
  default:
    guard replacing else { throw .occupied(path: destination, found: "a folder") }
    if flickbook_exchange(systemPath(new), systemPath(destination)) == 0 { return }
    guard errno == EINVAL || errno == ENOSYS else { throw writingError(destination) }
    try takePlaceInSteps(of: destination, from: staging)
  }
}

/// The same where the file system has no exchange: for an instant there is nothing.
private func takePlaceInSteps(of destination: String, from staging: String) throws(FileError) {
  let name = lastPart(of: destination)
  let old = "\(staging)/old/\(name)"
  guard mkdir(systemPath("\(staging)/old"), 0o700) == 0 || errno == EEXIST else {
    throw writingError(destination)
  }
  guard rename(systemPath(destination), systemPath(old)) == 0 else {
    throw writingError(destination)
  }
  guard rename(systemPath("\(staging)/new/\(name)"), systemPath(destination)) == 0 else {
    let error = writingError(destination)
    rename(systemPath(old), systemPath(destination))
    throw error
  }
}

/// Undoes ``takePlace(of:from:replacing:)``.
func giveBack(_ destination: String, _ staging: String) throws(FileError) {
  let name = lastPart(of: destination)
  let (new, old) = ("\(staging)/new/\(name)", "\(staging)/old/\(name)")
  if linkKind(at: new) != .nothing {
    guard flickbook_exchange(systemPath(new), systemPath(destination)) == 0 else {
      throw writingError(destination)
    }
    return
  }
  guard rename(systemPath(destination), systemPath(new)) == 0 else {
    throw writingError(destination)
  }
  guard linkKind(at: old) == .nothing || rename(systemPath(old), systemPath(destination)) == 0
  else {
    throw writingError(destination)
  }
}

/// Removes a staging folder; what is not ours in a folder that was replaced moves to where it was.
func clear(_ staging: String, in folder: String) throws(FileError) {
  for part in ["old", "new"] where linkKind(at: "\(staging)/\(part)") == .folder {
    for name in try namesInFolder(at: "\(staging)/\(part)", hidden: true) {
      let inner = "\(staging)/\(part)/\(name)"
      if part == "old", linkKind(at: "\(folder)/\(name)") == .nothing {
        guard rename(systemPath(inner), systemPath("\(folder)/\(name)")) == 0 else {
          throw writingError(inner)
        }
      } else if linkKind(at: inner) == .folder {
        try clearFolder(inner, replacedBy: "\(folder)/\(name)")
      } else {
        guard unlink(systemPath(inner)) == 0 else { throw writingError(inner) }
      }
    }
    guard rmdir(systemPath("\(staging)/\(part)")) == 0 else {
      throw writingError("\(staging)/\(part)")
    }
  }
  guard rmdir(systemPath(staging)) == 0 else { throw writingError(staging) }
}

private func clearFolder(_ path: String, replacedBy destination: String) throws(FileError) {
  var ours = RunFiles.names + [newMark]
  // Where nothing took its place it is not old but new, and may be a case.
  if linkKind(at: destination) == .nothing { ours += ["recording.yml", "case.yml"] }
  for name in try namesInFolder(at: path, hidden: true) where !ours.contains(name) {
    guard linkKind(at: "\(destination)/\(name)") == .nothing,
      rename(systemPath("\(path)/\(name)"), systemPath("\(destination)/\(name)")) == 0
    else { throw writingError("\(path)/\(name)") }
  }
  for name in ours where unlink(systemPath("\(path)/\(name)")) != 0 && errno != ENOENT {
    throw writingError("\(path)/\(name)")
  }
  guard rmdir(systemPath(path)) == 0 else { throw writingError(path) }
}

/// The name of a file that is in a new expected run until its acceptance is finished.
let newMark = ".flickbook-new"

// MARK: What interrupted commands leave

/// Finishes or takes back what interrupted commands left in `folder`, and says what that was.
///
/// What another command is writing just now is left alone.
///
/// - Returns: A sentence with its path for each.
/// - Throws: ``FileError`` when it cannot be mended.
package func mendedLeftovers(in folder: String) throws(FileError) -> [String] {
  let folder = withoutTrailingSlash(folder)
  guard !leftovers(in: folder).isEmpty else { return [] }
  return try withLock(on: folder, tries: 1) { lock throws(FileError) in
    guard lock == .held else { return [] }
    // Looked at again, for another command may have been at work until now.
    var told: [String] = []
    for name in leftovers(in: folder) {
      if let sentence = try mended(name, in: folder) { told.append(sentence) }
    }
    return told
  }
}

/// What was left as `name`; nil where somebody is at work on it.
private func mended(_ name: String, in folder: String) throws(FileError) -> String? {
  let staging = "\(folder)/\(name)"
  let takenBack = "\(staging): an interrupted command left this; it was taken back."
  if isNewFolder(name, in: folder) {
    // Who writes such a folder holds its own lock, for that takes long and nobody else needs to wait.
    return try withLock(on: staging, tries: 1) { lock throws(FileError) -> String? in
      guard lock != .busy else { return nil }
      removeTree(staging)
      guard linkKind(at: staging) == .nothing else {
        throw .leftOver(path: staging, reason: writingError(staging).description)
      }
      try synchronize(folder: folder)
      return takenBack
    }
  }
  try uninterrupted { () throws(FileError) in
    do throws(FileError) {
      if name == decidedName {
        try finishAcceptance(in: folder)
      } else {
        try clear(staging, in: folder)
      }
      try synchronize(folder: folder)
    } catch { throw .leftOver(path: staging, reason: error.description) }
  }
  return name == decidedName
    ? "\(folder): an interrupted accept was finished."
    : takenBack
}

/// The names of the staging folders and unfinished new folders in `folder`; none where that cannot be
/// read.
///
/// Those of a command that is at work just now are among them.
func leftovers(in folder: String) -> [String] {
  do throws(FileError) {
    return try namesInFolder(at: folder, hidden: true).filter {
      isStaging($0, in: folder) || isNewFolder($0, in: folder)
    }
  } catch { return [] }
}
