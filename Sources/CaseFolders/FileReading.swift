import Glibc

/// The limit for the size of a file to read, in bytes.
///
/// We chose 1 GiB, which is about one hour of a device that reports 8,000 events per second.
package let largestFile = 1 << 30

/// Returns the bytes of the file at `path`; `-` is standard input.
///
/// - Parameters:
///   - path: The path.
///   - limit: The largest allowed size, in bytes.
///   - root: The folder in which the file must lie if Flickbook found the file itself; see ``foundFile(_:within:)``.
///     Nil for a file that the user named.
/// - Returns: The content of the file.
/// - Throws: ``FileError`` if the file is too large or cannot be read to its end.
package func fileBytes(
  at path: String, atMost limit: Int = largestFile, within root: String? = nil
) throws(FileError) -> [UInt8] {
  let file = try OpenFile(path, within: root)
  return try file.bytes(after: [], limit: limit)
}

/// Checks a file that Flickbook found itself, such as the recording of a case.
///
/// A file that the user names may be anything that can be read. A file that Flickbook finds must be a regular file
/// inside the folder that was searched, because reading a pipe might never end, and because error messages could quote
/// parts of a private file to which a link leads.
///
/// - Parameters:
///   - path: The path of the file.
///   - root: The folder that was searched.
/// - Returns: The path with all links followed; open this path instead of `path`.
/// - Throws: ``FileError/notRegular(path:found:)`` if the file is not allowed, or another ``FileError`` if it does not
///   exist or its status cannot be read.
@discardableResult
package func foundFile(_ path: String, within root: String) throws(FileError) -> String {
  let real = try realPath(ofFound: path, within: root)
  var status = stat()
  guard lstat(systemPath(real), &status) == 0 else { throw readingError(path) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return real
  case S_IFDIR: throw .notRegular(path: path, found: "a folder")
  case S_IFIFO: throw .notRegular(path: path, found: "a pipe")
  case S_IFSOCK: throw .notRegular(path: path, found: "a socket")
  default: throw .notRegular(path: path, found: "a device")
  }
}

/// Returns `path` with all links followed.
///
/// - Throws: ``FileError/notRegular(path:found:)`` if the resolved path is outside of the folder `root`, or in a folder
///   `.git` inside `root`. git may store private data there, such as passwords for servers.
private func realPath(ofFound path: String, within root: String) throws(FileError) -> String {
  guard let real = realPath(path), let top = realPath(root) else { throw readingError(path) }
  guard real == top || real.hasPrefix(top == "/" ? top : top + "/") else {
    throw .notRegular(path: path, found: "a link to '\(real)', outside of '\(root)'")
  }
  guard !real.dropFirst(top.count).split(separator: "/").contains(".git") else {
    throw .notRegular(path: path, found: "a file in a folder '.git'")
  }
  return real
}

/// Whether a folder is at `path`, which was found by searching `root`.
///
/// - Throws: ``FileError/notRegular(path:found:)`` if `path` is a link to a folder outside of `root`.
func isFolderFound(_ path: String, within root: String) throws(FileError) -> Bool {
  guard kindOfFile(at: path).isFolder else { return false }
  try checkFolderFound(path, within: root)
  return true
}

/// Checks that the folder at `path`, which was found by searching `root`, is no link to a folder outside of `root`.
func checkFolderFound(_ path: String, within root: String) throws(FileError) {
  if linkKind(at: path) == .link { _ = try realPath(ofFound: path, within: root) }
}

/// Returns the folder that must contain everything that the file at `path` names, such as the preset of a case.
///
/// A downloaded file may name any path, and an error message could quote what is there. The folder is the git
/// repository that contains the file; without a repository, it is the folder of the file.
package func folderOfNamedFiles(in path: String) -> String {
  let own = folder(of: path)
  var parts = realParts(own)
  while true {
    let top = "/" + parts.joined(separator: "/")
    if linkKind(at: top == "/" ? "/.git" : "\(top)/.git") != .nothing { return top }
    guard parts.popLast() != nil else { return own }
  }
}

/// Checks the path of a file or folder that another file names.
///
/// - Parameters:
///   - path: The path.
///   - file: The path of the file that names it.
///   - line: The line of that file, counted from 1; nil if it is not known.
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` if `path` is outside of ``folderOfNamedFiles(in:)``, in
///   a folder `.git`, or neither a regular file nor a folder. Nothing is thrown if nothing is at `path`.
func checkNamedPath(_ path: String, in file: String, line: Int?) throws(FileError) {
  let kind = kindOfFile(at: path)
  guard kind.exists else { return }
  let root = folderOfNamedFiles(in: file)
  let found: String
  do throws(FileError) {
    _ = try realPath(ofFound: path, within: root)
    if kind != .stream { return }
    found = "'\(path)', which is not a regular file"
  } catch { found = "the path '\(path)'" }
  throw .malformed(
    path: file, line: line, found: found,
    expected: "a file inside of '\(root)'; move it there, name it on the command line, or run "
      + "'git init' in a folder that contains both files")
}

/// Returns the path of the file at `path` relative to the folder of `file`, which need not exist yet.
///
/// - Throws: ``FileError`` if `file` may not name `path`; see ``checkNamedPath(_:in:line:)``.
package func pathToName(_ path: String, in file: String) throws(FileError) -> String {
  try checkNamedPath(path, in: file, line: nil)
  return relativePath(of: path, from: folder(of: file))
}

/// A file that is open for reading from its beginning.
struct OpenFile: ~Copyable {
  private var descriptor: Int32 = -1
  private let path: String
  /// The size that the system reports, in bytes; 0 for files without a size, such as pipes.
  private var size = 0

  /// Opens the file at `path`.
  ///
  /// If `root` is not nil, the file must lie in the folder `root`; see ``foundFile(_:within:)``.
  init(_ path: String, within root: String? = nil) throws(FileError) {
    self.path = inputName(path)
    descriptor = try CaseFolders.descriptor(ofFile: path, within: root)
    guard descriptor >= 0 else { throw readingError(self.path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw readingError(self.path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .wrongKind(path: self.path, found: "a folder", expected: "a file")
    }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Returns the next `count` bytes of the file, or fewer if the file ends earlier.
  func bytes(first count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(upTo: count, into: &bytes)
    return bytes
  }

  /// Returns the whole file: the bytes in `beginning`, which were read before, and the rest.
  func bytes(after beginning: consuming [UInt8], limit: Int) throws(FileError) -> [UInt8] {
    var bytes = beginning
    guard size <= limit else { throw .tooLarge(path: path, limit: limit) }
    bytes.reserveCapacity(size)
    try read(upTo: limit + 1, into: &bytes)
    guard bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
    return bytes
  }

  /// Throws an error if the reported size is more than `limit` bytes.
  func refuse(above limit: Int) throws(FileError) {
    guard size <= limit else { throw .tooLarge(path: path, limit: limit) }
  }

  private func read(upTo limit: Int, into bytes: inout [UInt8]) throws(FileError) {
    var block = [UInt8](repeating: 0, count: min(max(size + 1, 4_096), 262_144, max(limit, 1)))
    while bytes.count < limit {
      let wanted = min(block.count, limit - bytes.count)
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, wanted) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw readingError(path) }
      if count == 0 { return }
      bytes.append(contentsOf: block[..<count])
    }
  }
}

/// Opens the file at `path` for reading; returns a negative number and sets `errno` if that fails.
private func descriptor(ofFile path: String, within root: String?) throws(FileError) -> Int32 {
  let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
  guard let root else { return path == "-" ? dup(0) : open(systemPath(path), flags) }
  // The file may have been replaced after the check, so neither wait for a pipe nor follow a link.
  return open(systemPath(try foundFile(path, within: root)), flags | O_NONBLOCK | O_NOFOLLOW)
}

/// The kind of file at a path, after following links.
public enum FileKind: Hashable, Sendable {
  /// There is no file, or the status of the file cannot be read.
  case nothing
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A device, a pipe or a socket.
  case stream

  /// Whether there is a file of any kind.
  public var exists: Bool { self != .nothing }
  /// Whether the file is a folder, or a link to a folder.
  public var isFolder: Bool { self == .folder }
}

/// Returns the kind of file at `path`; follows links.
package func kindOfFile(at path: String) -> FileKind {
  var status = stat()
  guard stat(systemPath(path), &status) == 0 else { return .nothing }
  return switch status.st_mode & S_IFMT {
  case S_IFDIR: .folder
  case S_IFREG: .file
  default: .stream
  }
}

/// Returns the names of the files in the folder at `path`, in byte order.
///
/// Names that begin with a dot are included only if `hidden` is true.
///
/// - Throws: ``FileError`` if `path` is not a folder or cannot be read.
package func namesInFolder(
  at path: String, hidden: Bool = false
) throws(FileError) -> [String] {
  guard let stream = opendir(systemPath(path)) else {
    if errno == ENOTDIR, kindOfFile(at: path) != .nothing {
      throw .wrongKind(path: path, found: "a file", expected: "a folder")
    }
    throw readingError(path)
  }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      pathPart(of: Array($0.prefix { $0 != 0 }))
    }
    if !name.hasPrefix(".") || (hidden && name != "." && name != "..") { names.append(name) }
  }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Whether two paths lead to the same file, for example through a link.
package func isSameFile(_ left: String, _ right: String) -> Bool {
  var one = stat()
  var other = stat()
  guard stat(systemPath(left), &one) == 0, stat(systemPath(right), &other) == 0 else {
    return false
  }
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino
}

/// The device number and the inode number of a folder; nil if there is no folder.
///
/// Together they identify the folder, whatever path leads to it.
package func identity(ofFolder path: String) -> [UInt64]? {
  var status = stat()
  guard stat(systemPath(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
  return [UInt64(status.st_dev), UInt64(status.st_ino)]
}

/// Returns the error for a failed read of `path`, according to `errno`.
func readingError(_ path: String) -> FileError {
  switch errno {
  case ENOENT: .missing(path: path)
  case ENOTDIR: .wrongKind(path: path, found: "a file in its path", expected: "a folder")
  case EISDIR: .wrongKind(path: path, found: "a folder", expected: "a file")
  case EACCES, EPERM: .forbidden(path: path, toWrite: false)
  default: systemError(path, doing: "reading")
  }
}

/// Returns the error for `errno`, with the system's description of the error.
package func systemError(_ path: String, doing: String) -> FileError {
  .failed(path: path, doing: doing, reason: String(cString: strerror(errno)))
}

/// The offset from a byte that is not valid UTF-8 to the private-use character that represents the byte in a string.
///
/// A file name on disk is a sequence of bytes that need not be valid UTF-8, but a Swift string is always valid Unicode.
private let privateUseOffset: UInt32 = 0x10_ff00

/// Returns the bytes of a path for a system call, with the terminating 0.
package func systemPath(_ path: String) -> [CChar] {
  var bytes: [CChar] = []
  for scalar in path.unicodeScalars {
    if scalar.value >= privateUseOffset + 0x80, scalar.value <= privateUseOffset + 0xff {
      bytes.append(CChar(bitPattern: UInt8(scalar.value - privateUseOffset)))
    } else {
      bytes += UTF8.encode(scalar).map { $0.map { CChar(bitPattern: $0) } } ?? []
    }
  }
  return bytes + [0]
}

/// Returns the string for the bytes of a path, or of a part of a path, from the disk or from an argument.
///
/// Bytes that are not valid UTF-8 become private-use characters, U+10FF80 to U+10FFFF. ``systemPath(_:)`` converts
/// these characters back to the bytes.
package func pathPart(of name: [UInt8]) -> String {
  if let text = String(validating: name, as: UTF8.self) { return text }
  var text = ""
  var rest = name[...]
  while !rest.isEmpty {
    let character = (1...4).lazy.compactMap { length in
      String(validating: rest.prefix(length), as: UTF8.self)
    }.first
    if let character {
      text += character
      rest = rest.dropFirst(character.utf8.count)
    } else if let scalar = Unicode.Scalar(privateUseOffset + UInt32(rest.removeFirst())) {
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}
