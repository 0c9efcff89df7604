import Glibc

/// The bytes of the file at `path`; `-` is standard input.
///
/// - Throws: ``FileError`` when it cannot be read whole.
public func fileBytes(at path: String) throws(FileError) -> [UInt8] {
  let descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw openError(path, toWrite: false) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw systemError(path, doing: "reading") }
  guard status.st_mode & S_IFMT != S_IFDIR else {
    throw .wrongKind(path: path, found: "a folder", expected: "a file")
  }
  var bytes: [UInt8] = []
  var filled = 0
  var capacity = max(Int(status.st_size) + 1, 65_536)
  while true {
    if bytes.count < capacity {
      bytes.append(contentsOf: repeatElement(0, count: capacity - bytes.count))
    }
    let count = bytes.withUnsafeMutableBytes { buffer in
      read(descriptor, buffer.baseAddress.map { $0 + filled }, capacity - filled)
    }
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw systemError(path, doing: "reading") }
    if count == 0 { break }
    filled += count
    if filled == capacity { capacity *= 2 }
  }
  bytes.removeLast(bytes.count - filled)
  return bytes
}

/// Writes `bytes` to the file at `path`, whole or not at all: aside first, then renamed.
///
/// - Throws: ``FileError``; whatever was at `path` before is then still there.
public func writeFile(_ bytes: [UInt8], at path: String) throws(FileError) {
  let aside = "\(path).partial-\(getpid())"
  do throws(FileError) {
    try writeNew(bytes, at: aside)
    guard rename(aside, path) == 0 else { throw systemError(path, doing: "renaming") }
  } catch {
    unlink(aside)
    throw error.renamed(from: aside, to: path)
  }
}

/// Whether there is something at `path`, and whether it is a folder.
public func kindOfFile(at path: String) -> (exists: Bool, isFolder: Bool) {
  var status = stat()
  guard stat(path, &status) == 0 else { return (false, false) }
  return (true, status.st_mode & S_IFMT == S_IFDIR)
}

/// The names in the folder at `path`, in byte order, without hidden ones.
///
/// - Throws: ``FileError`` when it is no folder or cannot be read.
public func namesInFolder(at path: String) throws(FileError) -> [String] {
  guard let stream = opendir(path) else { throw openError(path, toWrite: false) }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
}

/// Makes the folder at `path` and those above it that are missing.
///
/// - Throws: ``FileError`` when one cannot be made.
public func makeFolder(at path: String) throws(FileError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
    if mkdir(made, 0o777) != 0 {
      guard errno == EEXIST, kindOfFile(at: made).isFolder else {
        throw errno == EEXIST
          ? .wrongKind(path: made, found: "a file", expected: "a folder")
          : openError(made, toWrite: true)
      }
    }
  }
}

func writeNew(_ bytes: [UInt8], at path: String) throws(FileError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw openError(path, toWrite: true) }
  defer { close(descriptor) }
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
    }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { throw systemError(path, doing: "writing") }
    written += count
  }
}

func openError(_ path: String, toWrite: Bool) -> FileError {
  switch errno {
  case ENOENT where !toWrite: .missing(path: path)
  case ENOTDIR: .wrongKind(path: path, found: "a file on the way", expected: "a folder")
  case EISDIR: .wrongKind(path: path, found: "a folder", expected: "a file")
  case EACCES, EPERM, EROFS: .forbidden(path: path, toWrite: toWrite)
  default: systemError(path, doing: toWrite ? "writing" : "reading")
  }
}

func systemError(_ path: String, doing: String) -> FileError {
  .failed(path: path, doing: doing, reason: String(cString: strerror(errno)))
}

extension FileError {
  /// The same error about the file that the user named, not about the one beside it.
  func renamed(from aside: String, to path: String) -> FileError {
    switch self {
    case .missing: .missing(path: path)
    case .forbidden(_, let toWrite): .forbidden(path: path, toWrite: toWrite)
    case .failed(_, let doing, let reason): .failed(path: path, doing: doing, reason: reason)
    case .wrongKind(aside, let found, let expected):
      .wrongKind(path: path, found: found, expected: expected)
    case .wrongKind, .occupied, .malformed: self
    }
  }
}
