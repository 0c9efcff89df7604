import Glibc

/// The users who may read a file that Flickbook writes.
///
/// Touch traces can identify a person. Therefore a page, a picture or a run that is made from a recording is readable
/// only by users who may read the recording.
package struct Readers: Hashable, Sendable {
  /// The permissions of a new file, from which the system removes the bits of the umask.
  package let ofFile: UInt32

  /// Everyone whom the umask allows.
  package static let everyone = Readers(ofFile: 0o666)
  /// Only the owner of the file.
  package static let owner = Readers(ofFile: 0o600)

  private init(ofFile: UInt32) { self.ofFile = ofFile }

  /// Creates the users who may read all files at `paths` and all files in folders at `paths`.
  ///
  /// Pipes, devices and missing files do not exclude any user; `-` is standard input.
  package init(ofAll paths: [String]) {
    self.init(ofFile: paths.reduce(0o666) { $0 & readers(at: $1) })
  }

  /// The permissions of a new folder, from which the system removes the bits of the umask.
  var ofFolder: UInt32 { ofFile | (ofFile & 0o444) >> 2 }

  /// Returns the permissions of a file that replaces a file with `permissions`.
  func replacing(_ permissions: UInt32) -> UInt32 { permissions & ofFolder }
}

/// Returns the permissions for a file that is made from the file or folder at `path`.
private func readers(at path: String) -> UInt32 {
  var status = stat()
  guard (path == "-" ? fstat(0, &status) : stat(systemPath(path), &status)) == 0 else {
    return 0o666
  }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return allowed(status.st_mode, 0o4)
  case S_IFDIR:
    // Ignore a folder that cannot be listed, because reading its files later reports the error.
    let names = (try? namesInFolder(at: path)) ?? []
    return names.reduce(allowed(status.st_mode, 0o1)) { allowed, name in
      // Skip links to folders, because a link may lead back to this folder.
      let inner = "\(path)/\(name)"
      guard allowed != 0o600, linkKind(at: inner) != .link || kindOfFile(at: inner) == .file else {
        return allowed
      }
      return allowed & readers(at: inner)
    }
  default: return 0o666
  }
}

/// Returns read and write permission for the owner, and for the group and others if `mode` grants them `bit`.
private func allowed(_ mode: UInt32, _ bit: UInt32) -> UInt32 {
  0o600 | (mode & bit << 3 != 0 ? 0o060 : 0) | (mode & bit != 0 ? 0o006 : 0)
}
