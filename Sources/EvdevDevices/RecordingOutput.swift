import Glibc

/// Why a recording could not be written.
public enum RecordingOutputError: Error, Hashable, Sendable {
  /// There is a file already.
  case exists(path: String)
  /// The path is a folder.
  case isFolder(path: String)
  /// An interrupted recording left its file.
  case leftOver(path: String)
  /// The file or its folder could not be made.
  case cannotCreate(path: String, message: String)
  /// The disk is full; what was recorded before that is in `path`, in whole frames.
  case full(path: String, bytes: Int64)
  /// Writing failed; what was recorded before that is in `path`, in whole frames.
  case cannotWrite(path: String, bytes: Int64, message: String)
  /// The whole recording is in `path`, but could not be given its name.
  case cannotRename(path: String, to: String, message: String)
  /// The files of several devices, each whole, could not be put together.
  case cannotJoin(path: String, parts: [String], message: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RecordingOutputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exists(let path):
      "\(path): there is a file already; name another one, or move this one away."
    case .isFolder(let path):
      """
      \(path): this is a folder; name a file in it: \
      -o \(path.hasSuffix("/") ? path : path + "/")flick.yml
      """
    case .leftOver(let path):
      """
      \(path): an interrupted recording left this, or one is running; look at it: flickbook \
      inspect \(path) - then move it away or delete it.
      """
    case .cannotCreate(let path, let message):
      "\(path): cannot be created: \(message); name a file in a folder that you may write to."
    case .full(let path, let bytes):
      """
      \(path): the disk is full, and all frames until then are in it (\(bytes) bytes); make room \
      and record again, or go on with it: flickbook inspect \(path)
      """
    case .cannotWrite(let path, let bytes, let message):
      """
      \(path): writing failed: \(message), and all frames until then are in it (\(bytes) \
      bytes); go on with it: flickbook inspect \(path)
      """
    case .cannotRename(let path, let name, let message):
      "\(path): cannot be renamed to \(name): \(message), and it is whole; rename it: mv \(path) \(name)"
    case .cannotJoin(let path, let parts, let message):
      """
      \(path): cannot be put together: \(message) What each device did is whole in a file of its \
      own; go on with these: \(parts.joined(separator: " and "))
      """
    }
  }
}

/// A recording on its way to the disk.
///
/// It is written to `FILE.partial`, piece by piece, and gets its name when it is whole; so there is
/// never a `FILE` that lacks its end. Each piece is handed to the system at once, so that a killed
/// process loses nothing that it had received. What is left of a recording that was cut is as
/// readable as a whole one. A crash of the whole machine may lose what the system had not yet
/// written.
///
/// How a hand moves tells whose it is, and where it touched may tell what it typed; so nobody but its
/// owner may read the file, unless it is meant to be shared. What `sudo` records belongs to whoever
/// called it, who could not read it otherwise.
struct RecordingOutput: ~Copyable {
  let path: String
  private let descriptor: Int32
  private var size: Int64 = 0

  private var partialPath: String { Self.partialPath(of: path) }

  /// Creates `FILE.partial`.
  ///
  /// - Parameters:
  ///   - path: The path of `FILE`.
  ///   - isShared: Whether others may read it, too, as far as the umask lets them.
  /// - Throws: ``RecordingOutputError`` when there is a `FILE` or a `FILE.partial`.
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
      // Without it the recording is root's: inconvenient, but nothing is lost.
      _ = fchown(descriptor, caller.user, caller.group)
    }
  }

  deinit { close(descriptor) }

  /// Appends a piece, wholly or not at all.
  ///
  /// - Throws: ``RecordingOutputError`` when the disk is full or fails.
  mutating func write(_ piece: [UInt8]) throws(RecordingOutputError) {
    var written = 0
    while written < piece.count {
      let count = piece.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        throw cut(errno)
      }
    }
    size += Int64(piece.count)
  }

  /// Gives the whole file its name.
  ///
  /// - Parameter isSynchronized: Whether to wait until the disk has it; ``synchronize(_:)`` does so later.
  /// - Throws: ``RecordingOutputError`` when the disk fails, or the name was taken meanwhile.
  consuming func finish(isSynchronized: Bool = true) throws(RecordingOutputError) {
    if isSynchronized, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { throw cut(errno) }
    // A link fails where there is a file already, unlike a renaming, which would replace it.
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

  /// Waits until the disk has a finished file.
  ///
  /// - Throws: ``RecordingOutputError`` when the disk fails.
  static func synchronize(_ path: String) throws(RecordingOutputError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    // Whoever moved the file away meanwhile has it.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      let code = errno
      throw .cannotWrite(
        path: path, bytes: Int64(lseek(descriptor, 0, SEEK_END)), message: lastSystemMessage(code))
    }
    synchronizeFolder(of: path)
  }

  /// Removes the file; nothing was recorded.
  consuming func discard() { unlink(partialPath) }

  /// Makes the name last, too.
  private static func synchronizeFolder(of path: String) {
    let folder = open(folderPath(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Takes back the piece that was not written as a whole.
  private func cut(_ code: Int32) -> RecordingOutputError {
    ftruncate(descriptor, off_t(size))
    if code == ENOSPC || code == EDQUOT { return .full(path: partialPath, bytes: size) }
    return .cannotWrite(path: partialPath, bytes: size, message: lastSystemMessage(code))
  }

  static func partialPath(of path: String) -> String { path + ".partial" }
}

/// Who had `sudo` run this process.
struct CallerOfSudo: Hashable {
  var user: uid_t
  var group: gid_t

  /// The caller that `sudo` names in the environment; nil without it.
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

/// Creates a folder and those above it, where they are missing.
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

/// The folder that a path is in.
func folderPath(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
