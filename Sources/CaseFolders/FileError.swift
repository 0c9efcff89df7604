/// Why a file or folder could not be used.
public enum FileError: Error, Hashable, Sendable {
  /// There is none of this name.
  case missing(path: String)
  /// It is there and may not be read.
  case forbidden(path: String, toWrite: Bool)
  /// It is a folder where a file should be, or the other way round.
  case wrongKind(path: String, found: String, expected: String)
  /// The system refused for another reason.
  case failed(path: String, doing: String, reason: String)
  /// It is there already and is not what would be written.
  case occupied(path: String, found: String)
  /// What stands in it is not what it should be.
  case malformed(path: String, line: Int?, found: String, expected: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such file or folder; check the path."
    case .forbidden(let path, let toWrite):
      """
      \(path): you may not \(toWrite ? "write" : "read") it; change its permissions or choose \
      another place.
      """
    case .wrongKind(let path, let found, let expected):
      "\(path): found \(found) where \(expected) should be; give the path of \(expected)."
    case .failed(let path, let doing, let reason):
      "\(path): \(doing) failed: \(reason); nothing was left half written."
    case .occupied(let path, let found):
      "\(path): \(found) is in the way; choose another place, or remove it."
    case .malformed(let path, let line, let found, let expected):
      "\(path)\(line.map { ":\($0)" } ?? ""): found \(found); expected \(expected)."
    }
  }
}
