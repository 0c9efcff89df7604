public import FrameLogs
import Glibc
public import Quantities

/// A program that speaks the subject protocol: the command that starts it, and where and how it runs.
public struct SubjectProgram: Hashable, Sendable {
  /// The command, which the shell `/bin/sh` runs.
  public var command: String
  /// The working folder of the program; the paths of ``files`` are relative to it.
  public var folder: String
  /// Variables of the environment that the program gets in addition to the variables of this process.
  public var environment: [String: String] = [:]
  /// The time limit for each answer of the program.
  public var timeLimit = Seconds(10)
  /// The files, relative to the folder, whose digests the header of a run contains.
  public var files: [String] = []
  /// The keys of the block `subject` that describe a page under test, such as `page`; empty for any other program.
  ///
  /// ``command`` is made from these keys.
  public var page: [LogField] = []
  /// Where the command comes from, such as `case.yml:3`; nil if the user typed it.
  ///
  /// A command that the user has not typed runs only after ``allowPrograms()``.
  public var location: String?

  /// The name of the program in messages: its page, or else its command.
  public var name: String { page.first { $0.key == "page" }?.value.asText ?? command }

  /// Creates a program; give a `location` if the command comes from a file.
  public init(command: String, folder: String = ".", location: String? = nil) {
    (self.command, self.folder, self.location) = (command, folder, location)
  }
}

/// The reason why a subject cannot be used.
public struct SubjectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The complete message: the command, what was found, and what to do next.
  public let description: String
  /// Whether the program gave no answer within its time limit.
  let isTimeOut: Bool

  /// Creates an error about the program with `command`.
  ///
  /// - Parameters:
  ///   - command: The command of the subject.
  ///   - found: What was found.
  ///   - remedy: What to do next.
  ///   - printed: The last lines of the subject on standard error.
  ///   - isTimeOut: Whether the subject gave no answer within its time limit.
  init(
    _ command: String, _ found: String, _ remedy: String, printed: [String] = [],
    isTimeOut: Bool = false
  ) {
    self.isTimeOut = isTimeOut
    let lines = printed.map { "'\(excerpt(of: $0, atMost: 200))'" }.joined(separator: ", ")
    description =
      "\(excerpt(of: command)): \(found); \(remedy)."
      + (lines.isEmpty ? "" : " Its last lines on standard error: \(lines).")
  }
}

extension SubjectError {
  /// Creates an error with the complete message of the program that moves a page.
  init(ofPage message: String) {
    (description, isTimeOut) = (excerpt(of: message, atMost: 600), false)
  }
}

extension SubjectProgram {
  /// Returns the SHA-256 digest of the file at `path` in hexadecimal; nil if it is not a regular file or cannot be
  /// read.
  static func digest(ofFile path: String) -> String? {
    // Opening a pipe would wait for a writer, and reading it might never end, so do not wait.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard let file = fdopen(descriptor, "r") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var digest = SHA256()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { return ferror(file) == 0 ? digest.hexadecimal : nil }
      digest.receive(Array(piece[..<count]))
    }
  }
}
