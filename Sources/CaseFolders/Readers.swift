import Glibc

/// Who may read what is written, because of what it was made from.
///
/// Touch traces can identify a person, so whoever may not read a recording may not read a page, a
/// picture or a run that was made from it either.
package struct Readers: Hashable, Sendable {
  /// The permissions of a file, less the umask.
  package let ofFile: UInt32

  /// Everybody whom the umask allows.
  package static let everyone = Readers(ofFile: 0o666)
  /// The owner only.
  package static let owner = Readers(ofFile: 0o600)

  private init(ofFile: UInt32) { self.ofFile = ofFile }

  /// The users who may read each of the files at `paths`, and each file in the folders among them.
  ///
  /// Pipes, devices and missing files restrict nobody; `-` is standard input.
  package init(ofAll paths: [String]) {
    self.init(ofFile: paths.reduce(0o666) { $0 & readers(at: $1) })
  }

  /// The permissions of a folder, less the umask.
  var ofFolder: UInt32 { ofFile | (ofFile & 0o444) >> 2 }

  /// The permissions of a file that takes the place of one with `permissions`.
  func replacing(_ permissions: UInt32) -> UInt32 { permissions & ofFolder }
}

/// The permissions that a file made from what is at `path` may have.
private func readers(at path: String) -> UInt32 {
  var status = stat()
  guard (path == "-" ? fstat(0, &status) : stat(systemPath(path), &status)) == 0 else {
    return 0o666
  }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return allowed(status.st_mode, 0o4)
  case S_IFDIR:
    // A folder that cannot be listed fails where its files are read.
    let names = (try? namesInFolder(at: path)) ?? []
    return names.reduce(allowed(status.st_mode, 0o1)) { allowed, name in
      // A link to a folder may lead back to this one.
      let inner = "\(path)/\(name)"
      guard allowed != 0o600, linkKind(at: inner) != .link || kindOfFile(at: inner) == .file else {
        return allowed
      }
      return allowed & readers(at: inner)
    }
  default: return 0o666
  }
}

/// Read and write permission for the owner, and for the group and others if `mode` grants them `bit`.
private func allowed(_ mode: UInt32, _ bit: UInt32) -> UInt32 {
  0o600 | (mode & bit << 3 != 0 ? 0o060 : 0) | (mode & bit != 0 ? 0o006 : 0)
}
