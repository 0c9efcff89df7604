import Glibc

/// The reason why a recording could not be written.
package enum RecordingOutputError: Error, Hashable, Sendable {
  /// The file exists already.
  case exists(path: String)
  /// The path is a folder.
  case isFolder(path: String)
  /// The file of an interrupted recording exists.
  case leftOver(path: String)
  /// The file or its folder could not be created.
  case cannotCreate(path: String, message: String)
  /// The disk is full; `path` contains all complete frames that were recorded before, `bytes` long.
  case full(path: String, bytes: Int64)
  /// Writing failed; `path` contains all complete frames that were recorded before, `bytes` long.
  case cannotWrite(path: String, bytes: Int64, message: String)
  /// The recording in `path` is complete, but could not be renamed.
  case cannotRename(path: String, to: String, message: String)
  /// The complete files of several devices could not be joined.
  case cannotJoin(path: String, parts: [String], message: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RecordingOutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exists(let path):
      "\(path): the file exists already; name another file, or move this one away."
    case .isFolder(let path):
      """
      \(path): this is a folder; name a file in it: \
      -o \(path.hasSuffix("/") ? path : path + "/")flick.yml
      """
    case .leftOver(let path):
      """
      \(path): left by an interrupted recording, or another recording is running; look at the file: \
      flickbook inspect \(path) - then move it away or delete it.
      """
    case .cannotCreate(let path, let message):
      "\(path): cannot be created: \(message); name a file in a folder that you may write to."
    case .full(let path, let bytes):
      """
      \(path): the disk is full; the file has all frames until then (\(bytes) bytes); free space \
      and record again, or use the file: flickbook inspect \(path)
      """
    case .cannotWrite(let path, let bytes, let message):
      """
      \(path): writing failed: \(message); the file has all frames until then (\(bytes) \
      bytes); use the file: flickbook inspect \(path)
      """
    case .cannotRename(let path, let name, let message):
      "\(path): cannot be renamed to \(name): \(message); the file is complete; rename it: mv \(path) \(name)"
    case .cannotJoin(let path, let parts, let message):
      """
      \(path): the files of the devices cannot be joined: \(message) Each device has a complete file; \
      use these: \(parts.joined(separator: " and "))
      """
    }
  }
}

/// A recording that is being written to disk.
///
/// The recording is written piece by piece to `FILE.partial`, which is renamed to `FILE` when it is complete. `FILE` is
/// therefore never incomplete. Each piece is passed to the system immediately, so no piece is lost if the process is
/// killed, and an interrupted recording is readable. A crash of the whole machine may lose pieces that the system had
/// not yet written to the disk.
///
/// Touch traces can identify a person and may reveal typed text, so only the owner may read the file, unless it is
/// shared. A recording made with `sudo` belongs to the user who called `sudo`, because this user could otherwise not
/// read it.
struct RecordingOutput: ~Copyable {
  let path: String
  private let descriptor: Int32
  private var size: Int64 = 0

  private var partialPath: String { Self.partialPath(of: path) }

  /// Creates `FILE.partial`.
  ///
  /// - Parameters:
  ///   - path: The path of `FILE`.
  ///   - isShared: Whether other users may read the file, as far as the umask allows.
  /// - Throws: ``RecordingOutputError`` if `FILE` or `FILE.partial` exists.
  init(creating path: String, isShared: Bool) throws(RecordingOutputError) {
    let partial = Self.partialPath(of: path)
    if access(path, F_OK) == 0 {
      let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw .exists(path: path) }
      close(folder)
      throw .isFolder(path: path)
    }
    let descriptor = open(
      partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isShared ? 0o666 : 0o600)
    guard descriptor >= 0 else {
      let code = errno
      if code == EEXIST { throw .leftOver(path: partial) }
      throw .cannotCreate(path: partial, message: lastSystemMessage(code))
    }
    self.path = path
    self.descriptor = descriptor
    if geteuid() == 0, let caller = CallerOfSudo(environment: environmentValue) {
      // If the change of owner fails, the recording belongs to root, which is inconvenient, but no data is lost.
      _ = fchown(descriptor, caller.user, caller.group)
    }
  }

  deinit { close(descriptor) }

  /// Appends a piece; if writing fails, the incomplete piece is removed from the file.
  ///
  /// - Throws: ``RecordingOutputError`` if the disk is full or fails.
  mutating func write(_ piece: [UInt8]) throws(RecordingOutputError) {
    var written = 0
    while written < piece.count {
      let count = piece.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        throw errorAfterTruncation(errno)
      }
    }
    size += Int64(piece.count)
  }

  /// Renames the complete file to its final name.
  ///
  /// - Parameter isSynchronized: Whether to wait until the file is on disk; otherwise call
  ///   ``synchronize(_:)`` later.
  /// - Throws: ``RecordingOutputError`` if the disk fails, or if the name is taken.
  consuming func finish(isSynchronized: Bool = true) throws(RecordingOutputError) {
    // Files that cannot be synchronized, such as pipes, fail with one of these two codes.
    if isSynchronized, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw errorAfterTruncation(errno)
    }
    // Unlike `rename`, `link` fails if the name exists, so it cannot replace an existing file. `rename` is used
    // if `link` fails for another reason, for example because the file system has no hard links.
    if link(partialPath, path) == 0 {
      unlink(partialPath)
    } else {
      let code = errno
      let isTaken = code == EEXIST || access(path, F_OK) == 0
      guard !isTaken, rename(partialPath, path) == 0 else {
        throw .cannotRename(path: partialPath, to: path, message: lastSystemMessage(code))
      }
    }
    if isSynchronized { Self.synchronizeFolder(of: path) }
  }

  /// Waits until a finished file and its name are on disk.
  ///
  /// - Throws: ``RecordingOutputError`` if the disk fails.
  static func synchronize(_ path: String) throws(RecordingOutputError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    // If the user has moved the file away, that is not an error.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      let code = errno
      throw .cannotWrite(
        path: path, bytes: Int64(lseek(descriptor, 0, SEEK_END)), message: lastSystemMessage(code))
    }
    synchronizeFolder(of: path)
  }

  /// Removes the file, because nothing was recorded.
  consuming func discard() { unlink(partialPath) }

  /// Waits until the name of the file is on disk.
  private static func synchronizeFolder(of path: String) {
    let folder = open(folderPath(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Removes the incomplete last piece and returns the error.
  private func errorAfterTruncation(_ code: Int32) -> RecordingOutputError {
    ftruncate(descriptor, off_t(size))
    if code == ENOSPC || code == EDQUOT { return .full(path: partialPath, bytes: size) }
    return .cannotWrite(path: partialPath, bytes: size, message: lastSystemMessage(code))
  }

  static func partialPath(of path: String) -> String { path + ".partial" }
}

/// The user who started this process with `sudo`.
struct CallerOfSudo: Hashable {
  var user: uid_t
  var group: gid_t

  /// Creates the user from the environment variables that `sudo` sets; nil if they are not set.
  init?(environment: (String) -> String?) {
    guard let user = environment("SUDO_UID").flatMap(uid_t.init),
      let group = environment("SUDO_GID").flatMap(gid_t.init)
    else { return nil }
    self.user = user
    self.group = group
  }
}

private func environmentValue(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Creates a folder and its missing parents.
///
/// - Throws: ``RecordingOutputError/cannotCreate(path:message:)``.
func createFolders(_ path: String) throws(RecordingOutputError) {
  guard path != ".", path != "/", mkdir(path, 0o755) != 0, errno != EEXIST else { return }
  let code = errno
  guard code == ENOENT else { throw .cannotCreate(path: path, message: lastSystemMessage(code)) }
  try createFolders(folderPath(of: path))
  guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
    throw .cannotCreate(path: path, message: lastSystemMessage())
  }
}

/// Returns the path of the folder that contains a path.
func folderPath(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
