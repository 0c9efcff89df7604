import CSystemCalls
import Glibc

/// The existing files that a write may replace.
///
/// All writes follow the same rule. A path may be written to in three cases:
/// - The path does not exist, or it is an empty file or an empty folder.
/// - The path is a run directory whose `run.json` shows that Flickbook wrote it.
/// - The user asked to replace any existing file.
///
/// A link is followed if its target is in the same folder as the link. Any other link counts as an existing file: if it
/// may be replaced, the link itself is replaced, and its target is unchanged.
public enum Overwriting: Sendable {
  /// Only files that Flickbook wrote may be replaced.
  case ours
  /// Any existing file may be replaced, as with `--force`.
  case anything
}

/// Writes `bytes` to the file at `path`, atomically.
///
/// Devices and pipes cannot be replaced, so the bytes are written directly to them; `-` is standard output.
///
/// - Parameters:
///   - bytes: The new content of the file.
///   - path: The path of the file.
///   - over: The existing files that may be replaced.
///   - readers: The users who may read the file, limited by the umask and by the permissions of the replaced file.
/// - Throws: ``FileError``; a file that existed at `path` is then unchanged.
package func writeFile(
  _ bytes: [UInt8], at path: String, over: Overwriting = .anything, readers: Readers = .everyone
) throws(FileError) {
  guard path != "-" else { return try write(bytes, to: 1, path: "standard output") }
  guard !isWrittenThrough(path) else { return try writeThrough(bytes, at: path) }
  let destination = try writableDestination(file: path, over: over)
  let isEmpty = fileSize(at: destination) == 0
  try replace(destination, named: path, replacing: over == .anything || isEmpty) {
    new throws(FileError) in
    try writeNew(bytes, at: new, like: destination, readers: readers)
  }
}

/// Checks that a file may be written to `path`, so that a command can fail before it computes the content.
///
/// - Throws: The same errors as `writeFile(_:at:over:readers:)`.
package func checkPlace(ofFile path: String, over: Overwriting) throws(FileError) {
  guard path != "-", !isWrittenThrough(path) else { return }
  _ = try writableDestination(file: path, over: over)
}

func writableDestination(file path: String, over: Overwriting) throws(FileError) -> String {
  let destination = try writableDestination(path, over: over)
  switch linkKind(at: destination) {
  case .folder: throw .occupied(path: path, found: "a folder")
  case .file:
    guard over == .anything || fileSize(at: destination) == 0 else {
      throw .notWrittenByFlickbook(path: path, found: "it exists already")
    }
    guard access(systemPath(destination), W_OK) == 0 else {
      throw .forbidden(path: path, toWrite: true)
    }
  case .stream: throw .occupied(path: path, found: "a device or pipe")
  case .link, .nothing: break
  }
  return destination
}

/// Returns the path to write to: `path` itself, or the target of a link if the target is in the folder of the link.
///
/// - Throws: ``FileError/notWrittenByFlickbook(path:found:)`` for a link to another folder, unless it may be replaced.
func writableDestination(_ path: String, over: Overwriting) throws(FileError) -> String {
  guard !path.isEmpty else { throw .missing(path: path) }
  let path = withoutTrailingSlash(path)
  guard linkKind(at: path) == .link else {
    // A path that ends in "." or ".." has no name that could be replaced, so resolve it.
    return ["", ".", ".."].contains(lastPart(of: path)) ? resolved(path) : path
  }
  if let real = realPath(path), let own = realPath(folder(of: path)),
    real.hasPrefix(own == "/" ? own : own + "/")
  {
    return real
  }
  guard over == .anything else {
    throw .notWrittenByFlickbook(path: path, found: "it is a link to \(target(ofLink: path))")
  }
  return path
}

/// Creates the folder at `path` and the missing folders above it.
///
/// - Throws: ``FileError`` if a folder cannot be created.
package func makeFolder(at path: String) throws(FileError) { _ = try madeFolders(at: path) }

/// Creates the folder at `path`, and returns all folders that were created, the outermost first.
func madeFolders(at path: String) throws(FileError) -> [String] {
  var made: [String] = []
  var folder = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    folder += (folder.isEmpty || folder.hasSuffix("/") ? "" : "/") + part
    guard mkdir(systemPath(folder), 0o777) != 0 else {
      made.append(folder)
      continue
    }
    let reason = errno
    if kindOfFile(at: folder) == .folder { continue }
    removeFolders(made)
    guard reason != EEXIST else { throw .occupied(path: folder, found: "a file") }
    errno = reason
    throw writingError(folder)
  }
  return made
}

/// Removes folders that were created for output that could then not be written.
func removeFolders(_ made: [String]) {
  for folder in made.reversed() { rmdir(systemPath(folder)) }
}

// MARK: Paths

/// Returns `path` with all links followed; if nothing exists at the path, returns it without trailing slashes.
func resolved(_ path: String) -> String { realPath(path) ?? withoutTrailingSlash(path) }

/// Returns `path` with all links followed; returns nil and sets `errno` if nothing is at the path.
func realPath(_ path: String) -> String? {
  guard let real = realpath(systemPath(path), nil) else { return nil }
  defer { free(real) }
  return pathPart(
    of: Array(UnsafeBufferPointer(start: real, count: strlen(real)))
      .map(UInt8.init(bitPattern:)))
}

private func target(ofLink path: String) -> String {
  var bytes = [CChar](repeating: 0, count: 4_096)
  let count = readlink(systemPath(path), &bytes, bytes.count)
  let target = bytes.prefix(max(count, 0)).map(UInt8.init(bitPattern:))
  return "'\(String(decoding: target, as: UTF8.self))'"
}

func withoutTrailingSlash(_ path: String) -> String {
  var path = path[...]
  while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
  return String(path)
}

/// Returns the folder that contains `path`.
package func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Returns the path of the file at `path` relative to `folder`, which need not exist yet.
package func relativePath(of path: String, from folder: String) -> String {
  let (file, start) = (realParts(path), realParts(folder))
  let shared = zip(file, start).prefix { $0 == $1 }.count
  let up = [String](repeating: "..", count: start.count - shared)
  return (up + file[shared...]).joined(separator: "/")
}

/// Returns the components of `path` from the root, with links followed as far as the path exists.
func realParts(_ path: String) -> [String] {
  if let real = realPath(path) { return real.split(separator: "/").map(String.init) }
  guard path != ".", path != "/" else { return [] }
  return realParts(folder(of: path)) + [lastPart(of: withoutTrailingSlash(path))]
}

/// Returns the last component of `path`, without slashes at its end.
package func lastPart(of path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

/// The kind of file at a path, without following links.
enum LinkKind {
  case nothing, file, folder, link, stream
}

/// Returns the kind of file at `path`, without following links.
func linkKind(at path: String) -> LinkKind {
  var status = stat()
  guard lstat(systemPath(path), &status) == 0 else { return .nothing }
  return switch status.st_mode & S_IFMT {
  case S_IFDIR: .folder
  case S_IFREG: .file
  case S_IFLNK: .link
  default: .stream
  }
}

func fileSize(at path: String) -> Int? {
  var status = stat()
  return lstat(systemPath(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    ? Int(status.st_size) : nil
}

/// Whether `path` is a device, a pipe or the name of an open file descriptor, none of which can be replaced.
private func isWrittenThrough(_ path: String) -> Bool {
  switch kindOfFile(at: path) {
  case .stream: true
  case .file:
    path.hasPrefix("/proc/") || (path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/"))
  case .folder, .nothing: false
  }
}

// MARK: Bytes

/// Creates a file with `bytes` and with the permissions of the file at `like`, as far as `readers` allow them.
func writeNew(
  _ bytes: [UInt8], at path: String, like: String? = nil, readers: Readers = .everyone,
  durably: Bool = true
) throws(FileError) {
  var before = stat()
  let isReplacing = like.map {
    lstat(systemPath($0), &before) == 0 && before.st_mode & S_IFMT == S_IFREG
  }
  let descriptor = open(systemPath(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readers.ofFile)
  guard descriptor >= 0 else { throw writingError(path) }
  defer { close(descriptor) }
  if isReplacing == true {
    // If root replaces the file of another user, that user remains the owner.
    if before.st_uid != geteuid() { _ = fchown(descriptor, before.st_uid, before.st_gid) }
    fchmod(descriptor, readers.replacing(before.st_mode & 0o777))
  }
  try write(bytes, to: descriptor, path: path)
  // Some file systems do not support flushing a file and report EINVAL or EROFS; this is not an error.
  if durably, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
    throw systemError(path, doing: "writing")
  }
}

/// Flushes the names of the files in `folder` to disk, so that a new file survives a crash.
func synchronize(folder: String) throws(FileError) {
  let descriptor = open(systemPath(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 || errno != EIO else {
    throw systemError(folder, doing: "writing")
  }
}

private func writeThrough(_ bytes: [UInt8], at path: String) throws(FileError) {
  let descriptor = open(systemPath(path), O_WRONLY | O_CLOEXEC | O_NOCTTY)
  guard descriptor >= 0 else { throw writingError(path) }
  defer { close(descriptor) }
  try write(bytes, to: descriptor, path: path)
}

private func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
    }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { throw systemError(path, doing: "writing") }
    written += count
  }
}

/// Returns the read and write permissions of the file at `path`; 0o666 if there is no regular file.
package func permissions(ofFile path: String) -> UInt32 {
  var status = stat()
  guard stat(systemPath(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    return 0o666
  }
  return status.st_mode & 0o666 | 0o600
}

/// Returns the error for a failed write to `path`, according to `errno`.
package func writingError(_ path: String) -> FileError {
  let code = errno
  switch code {
  case ENOENT where path.isEmpty: return .missing(path: path)
  case ENOENT where !kindOfFile(at: folder(of: path)).exists:
    return .missingFolder(path: path, folder: folder(of: path))
  case ENOTDIR: return .wrongKind(path: path, found: "a file in its path", expected: "a folder")
  case EISDIR, ENOTEMPTY, EEXIST: return .occupied(path: path, found: "a folder")
  case EACCES, EPERM, EROFS: return .forbidden(path: path, toWrite: true)
  default:
    errno = code
    return systemError(path, doing: "writing")
  }
}

extension FileError {
  /// Returns the same error with the path that the user named instead of a temporary path.
  func renamed(to path: String) -> FileError {
    switch self {
    case .missing: .missing(path: path)
    case .missingFolder(_, let folder): .missingFolder(path: path, folder: folder)
    case .forbidden(_, let toWrite): .forbidden(path: path, toWrite: toWrite)
    case .failed(_, let doing, let reason): .failed(path: path, doing: doing, reason: reason)
    case .wrongKind(_, let found, let expected):
      .wrongKind(path: path, found: found, expected: expected)
    case .notRegular(_, let found): .notRegular(path: path, found: found)
    case .occupied(_, let found): .occupied(path: path, found: found)
    case .notWrittenByFlickbook(_, let found): .notWrittenByFlickbook(path: path, found: found)
    case .tooLarge, .malformed, .expectedRun, .busy, .altered, .otherLineBreaks:
      self
    }
  }
}
