import Quantities

/// The reason why a file or folder could not be used.
public enum FileError: Error, Hashable, Sendable {
  /// There is no file or folder with this name.
  case missing(path: String)
  /// The folder that should hold the new file does not exist.
  case missingFolder(path: String, folder: String)
  /// The user may not read the file, or may not write to its path.
  case forbidden(path: String, toWrite: Bool)
  /// The path leads to a folder instead of a file, or to a file instead of a folder.
  case wrongKind(path: String, found: String, expected: String)
  /// Flickbook found the file in a folder, and the file is not a regular file inside that folder.
  case notRegular(path: String, found: String)
  /// The file is larger than any valid file of its kind.
  case tooLarge(path: String, limit: Int)
  /// The system reported another error.
  case failed(path: String, doing: String, reason: String)
  /// Something that may not be replaced exists at this path.
  case occupied(path: String, found: String)
  /// The file or folder is not empty, and either Flickbook did not write it or it has been changed since.
  case notWrittenByFlickbook(path: String, found: String)
  /// The path is the expected run of the case in `folder`, which only `flickbook accept` may change.
  case expectedRun(path: String, folder: String)
  /// Another command kept writing to this path until this command gave up.
  case busy(path: String)
  /// A file of a run was changed after it was written.
  case altered(path: String)
  /// Only the line breaks of a file of a run were changed after it was written.
  case otherLineBreaks(path: String)
  /// The content of the file is not valid.
  case malformed(path: String, line: Int?, found: String, expected: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FileError: CustomStringConvertible {
  public var description: String { singleLine(message) }

  /// The message with file names as they are; a file name may contain line breaks.
  private var message: String {
    switch self {
    case .missing(let path):
      "\(path.isEmpty ? "''" : path): there is no such file or folder; check the path."
    case .missingFolder(let path, let folder):
      "\(path): the folder '\(folder)' does not exist; create it first, or choose another path."
    case .forbidden(let path, let toWrite):
      """
      \(path): you have no permission to \(toWrite ? "write" : "read") it; change its permissions or choose \
      another path.
      """
    case .wrongKind(let path, let found, let expected):
      "\(path): found \(found) where \(expected) should be; give the path of \(expected)."
    case .notRegular(let path, let found):
      """
      \(path): found \(found), but in a folder that you name, Flickbook opens only regular files that are \
      inside this folder; put a copy of the right file there.
      """
    case .tooLarge(let path, let limit):
      "\(path): found more than \(limit) bytes; give a smaller file, or a part of this one."
    case .failed(let path, "reading", let reason):
      "\(path): reading failed: \(reason); check the disk, or read a copy of the file."
    case .failed(let path, let doing, let reason):
      "\(path): \(doing) failed: \(reason); free some space or choose another path, then try again."
    case .occupied(let path, let found):
      "\(path): \(found) is in the way; choose another path, or remove it."
    case .notWrittenByFlickbook(let path, let found):
      "\(path): \(found); choose another name or give --force."
    case .expectedRun(let path, let folder):
      """
      \(path): this is the expected run of a case; choose another path, or accept the case's \
      current run with 'flickbook accept \(folder)'.
      """
    case .busy(let path):
      "\(path): another command is writing to it; try again when that command has finished."
    case .altered(let path):
      "\(path): the file was changed after Flickbook wrote it; restore the file, or write the run again."
    case .otherLineBreaks(let path):
      """
      \(path): the line breaks were changed after Flickbook wrote the file, as Git does with some settings; add \
      the line '*.jsonl -text' to .gitattributes, then restore the file.
      """
    case .malformed(let path, let line, let found, let expected):
      """
      \(path)\(line.map { ":\($0)" } ?? ""): found \(excerpt(of: found, atMost: 200)); \
      expected \(expected).
      """
    }
  }
}
