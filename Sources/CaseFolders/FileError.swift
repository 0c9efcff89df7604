import Quantities

/// Why a file or folder could not be used.
public enum FileError: Error, Hashable, Sendable {
  /// There is none of this name.
  case missing(path: String)
  /// The folder that it would be written into is not there.
  case missingFolder(path: String, folder: String)
  /// It is there and may not be read, or its place may not be written to.
  case forbidden(path: String, toWrite: Bool)
  /// It is a folder where a file should be, or the other way round.
  case wrongKind(path: String, found: String, expected: String)
  /// It was found in a folder, not named, and is not a regular file inside the folder that was named.
  case notRegular(path: String, found: String)
  /// It has more bytes than anything of its kind ever has.
  case tooLarge(path: String, limit: Int)
  /// The system refused for another reason.
  case failed(path: String, doing: String, reason: String)
  /// It is there already and is not what would be written.
  case occupied(path: String, found: String)
  /// It is there already, and neither empty nor written by Flickbook and unchanged since.
  case notOurs(path: String, found: String)
  /// It is the expected run of the case in `folder`, which is accepted and never just written.
  case expectedRun(path: String, folder: String)
  /// Another command has been writing there all the time.
  case busy(path: String)
  /// A file of a run is not the one that was written.
  case altered(path: String)
  /// Nothing is left of the run that was accepted in the case in `folder`.
  case lostRun(path: String, folder: String)
  /// What stands in it is not what it should be.
  case malformed(path: String, line: Int?, found: String, expected: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FileError: CustomStringConvertible {
  public var description: String { singleLine(message) }

  /// The message with the names of files as they are, which may have several lines.
  private var message: String {
    switch self {
    case .missing(let path):
      "\(path.isEmpty ? "''" : path): there is no such file or folder; check the path."
    case .missingFolder(let path, let folder):
      "\(path): the folder '\(folder)' is not there; make it first, or choose another place."
    case .forbidden(let path, let toWrite):
      """
      \(path): you may not \(toWrite ? "write" : "read") it; change its permissions or choose \
      another place.
      """
    case .wrongKind(let path, let found, let expected):
      "\(path): found \(found) where \(expected) should be; give the path of \(expected)."
    case .notRegular(let path, let found):
      """
      \(path): found \(found), and a file that you do not name yourself must be a regular file in its \
      folder; put a copy of the right file there.
      """
    case .tooLarge(let path, let limit):
      "\(path): found more than \(limit) bytes; give a smaller file, or a part of this one."
    case .failed(let path, "reading", let reason):
      "\(path): reading failed: \(reason); check the disk, or read a copy of it."
    case .failed(let path, let doing, let reason):
      "\(path): \(doing) failed: \(reason); make room or choose another place, then try again."
    case .occupied(let path, let found):
      "\(path): \(found) is in the way; choose another place, or remove it."
    case .notOurs(let path, let found):
      "\(path): \(found); choose another name or give --force."
    case .expectedRun(let path, let folder):
      """
      \(path): it is the run that is expected of a case; choose another place, or accept what the case \
      gives now with 'flickbook accept \(folder)'.
      """
    case .busy(let path):
      "\(path): another command is writing there; try again when it has ended."
    case .altered(let path):
      "\(path): it is not as it was written; put back what was, or write the run again."
    case .lostRun(let path, let folder):
      """
      \(path): the run that was accepted is gone; put it back, or look at what the case gives now and \
      accept that with 'flickbook accept \(folder)'.
      """
    case .malformed(let path, let line, let found, let expected):
      """
      \(path)\(line.map { ":\($0)" } ?? ""): found \(excerpt(of: found, atMost: 200)); \
      expected \(expected).
      """
    }
  }
}
