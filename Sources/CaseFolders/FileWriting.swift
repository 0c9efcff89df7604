import Glibc

/// Writes `bytes` to the file at `path`, whole or not at all: aside first, then renamed.
///
/// A link is followed, and keeps pointing to what it names. Devices and pipes, which cannot be
/// replaced, are written to as they are; `-` is standard output.
///
/// - Throws: ``FileError``; whatever was at `path` before is then still there.
public func writeFile(_ bytes: [UInt8], at path: String) throws(FileError) {
  guard path != "-" else { return try write(bytes, to: 1, path: "standard output") }
  let place = resolved(path)
  switch kindOfFile(at: place) {
  case .folder: throw .occupied(path: path, found: "a folder")
  case .stream: try writeThrough(bytes, at: path)
  case .file where path.hasPrefix("/dev/") || path.hasPrefix("/proc/"):
    try writeThrough(bytes, at: path)
  case .file, .nothing:
    guard kindOfFile(at: place) == .nothing || access(place, W_OK) == 0 else {
      throw .forbidden(path: path, toWrite: true)
    }
    let aside = placeAside(place)
    do throws(FileError) {
      try writeNew(bytes, at: aside, mode: mode(of: place))
      guard rename(aside, place) == 0 else { throw writingError(path) }
    } catch {
      unlink(aside)
      throw error.renamed(to: path)
    }
  }
}

/// Makes the folder at `path` and those above it that are missing.
///
/// - Throws: ``FileError`` when one cannot be made.
public func makeFolder(at path: String) throws(FileError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
    if mkdir(made, 0o777) != 0 {
      let reason = errno
      if kindOfFile(at: made) == .folder { continue }
      guard reason != EEXIST else { throw .occupied(path: made, found: "a file") }
      errno = reason
      throw writingError(made)
    }
  }
}

/// The path beside `path` that something is written to before it takes its place.
func placeAside(_ path: String) -> String { "\(path).partial-\(getpid())" }

/// `path` with links followed where it is there, and without slashes at its end.
func resolved(_ path: String) -> String {
  guard let real = realpath(path, nil) else { return withoutTrailingSlash(path) }
  defer { free(real) }
  return String(cString: real)
}

func withoutTrailingSlash(_ path: String) -> String {
  var path = path[...]
  while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
  return String(path)
}

/// Writes a file where there was none; what an earlier process left there is removed.
func writeNew(_ bytes: [UInt8], at path: String, mode: mode_t = 0o666) throws(FileError) {
  unlink(path)
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
  guard descriptor >= 0 else { throw writingError(path) }
  defer { close(descriptor) }
  try write(bytes, to: descriptor, path: path)
}

private func writeThrough(_ bytes: [UInt8], at path: String) throws(FileError) {
  let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
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

/// The permissions of the file at `path`, or those of a new one.
private func mode(of path: String) -> mode_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o666
}

/// The folder that `path` is in.
private func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The error that `errno` says, about writing `path`.
func writingError(_ path: String) -> FileError {
  let code = errno
  switch code {
  case ENOENT where path.isEmpty: return .missing(path: path)
  case ENOENT where !kindOfFile(at: folder(of: path)).exists:
    return .missingFolder(path: path, folder: folder(of: path))
  case ENOTDIR: return .wrongKind(path: path, found: "a file on the way", expected: "a folder")
  case EISDIR, ENOTEMPTY, EEXIST: return .occupied(path: path, found: "a folder")
  case EACCES, EPERM, EROFS: return .forbidden(path: path, toWrite: true)
  default:
    errno = code
    return systemError(path, doing: "writing")
  }
}

extension FileError {
  /// The same error about the file that the user named, not about the one beside it.
  func renamed(to path: String) -> FileError {
    switch self {
    case .missing: .missing(path: path)
    case .missingFolder(_, let folder): .missingFolder(path: path, folder: folder)
    case .forbidden(_, let toWrite): .forbidden(path: path, toWrite: toWrite)
    case .failed(_, let doing, let reason): .failed(path: path, doing: doing, reason: reason)
    case .wrongKind(_, let found, let expected):
      .wrongKind(path: path, found: found, expected: expected)
    case .occupied(_, let found): .occupied(path: path, found: found)
    case .tooLarge, .malformed: self
    }
  }
}
