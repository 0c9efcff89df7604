import Foundation
import Testing

/// The command as a user runs it, in a temporary folder of its own.
final class Flickbook {
  /// What a run of the command left behind.
  struct Result: CustomTestStringConvertible {
    /// The exit status; 128 and the number of the signal when one ended it.
    var status: Int32
    /// What came on standard output.
    var output: String
    /// What came on standard error.
    var errors: String

    var testDescription: String { "status \(status)\n\(output)\n\(errors)" }

    /// The lines of JSON on standard output.
    func json() throws -> [[String: Any]] { try jsonLines(output) }
  }

  /// The command, beside the test bundle that this is part of.
  static let command: URL = {
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(filePath: $0) }
    let places = ([own] + bundles).map {
      $0.deletingLastPathComponent().appending(path: "flickbook")
    }
    return places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? SourceTree.package.appending(path: ".build/debug/flickbook")
  }()

  /// What to write before a command so that an ordinary user runs it.
  static let asOrdinaryUser =
    SourceTree.isRoot ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""

  /// Whether that user may run the command; where not, it cannot be seen what else is refused.
  static let ordinaryUserReachesCommand =
    (try? Flickbook().shell("\(asOrdinaryUser)test -x \"$(command -v flickbook)\"").status) == 0

  /// The temporary folder in which the command runs.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "flickbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that was made read-only for a test could not be removed.
    let folders = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let inner = folders?.nextObject() as? URL {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: inner.path)
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs `flickbook` with `arguments`.
  @discardableResult
  func callAsFunction(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try run(Self.command, arguments, input: input, environment: environment)
  }

  /// Runs `flickbook` with the arguments of a list.
  @discardableResult
  func callAsFunction(_ arguments: [String]) throws -> Result {
    try run(Self.command, arguments)
  }

  /// Runs a line of shell; `flickbook` in it is the command.
  @discardableResult
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Result {
    let path = "\(Self.command.deletingLastPathComponent().path):/usr/bin:/bin"
    return try run(
      URL(filePath: "/bin/bash"), ["-c", line],
      environment: environment.merging(["PATH": path]) { $1 })
  }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  /// Writes a file into the folder, making the folders above it.
  func write(_ bytes: Data, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  /// The content of a file in the folder.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  /// The text of a file in the folder.
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// The lines of JSON in a file in the folder.
  func json(_ name: String) throws -> [[String: Any]] { try jsonLines(text(name)) }

  /// The names in a folder of the folder, hidden ones included, sorted.
  func names(in name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path).sorted()
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }

  private func run(
    _ executable: URL, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let streams = FileManager.default.temporaryDirectory
      .appending(path: "flickbook-streams-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: streams) }
    for name in ["out", "err"] { try Data().write(to: streams.appending(path: name)) }
    try Data((input ?? "").utf8).write(to: streams.appending(path: "in"))
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
      .merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: streams.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: streams.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: streams.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    let signal = process.terminationReason == .uncaughtSignal
    return Result(
      status: process.terminationStatus + (signal ? 128 : 0),
      output: String(decoding: try Data(contentsOf: streams.appending(path: "out")), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: streams.appending(path: "err")), as: UTF8.self))
  }
}

/// The objects that the lines of a text are.
private func jsonLines(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map { line in
    try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
  }
}

/// The package as it lies on disk.
enum SourceTree {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let isRoot = getuid() == 0
}

/// Expects that a command refused something: a status, nothing on standard output, and one line
/// that says where, what was found, and what to do next.
func expectRefusal(
  _ result: Flickbook.Result, _ status: Int32, _ parts: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(result.status == status, sourceLocation: sourceLocation)
  #expect(result.output.isEmpty, sourceLocation: sourceLocation)
  let message = result.errors
  #expect(message.split(separator: "\n").count == 1, "\(message)", sourceLocation: sourceLocation)
  #expect(
    message.contains(/^[^:].*: .+[;,(].+[.?)]\n$/) || message.contains(/\ expected .+\.\n$/),
    "not of three parts: \(message)", sourceLocation: sourceLocation)
  for part in parts where !part.isEmpty {
    #expect(message.contains(part), "no '\(part)' in: \(message)", sourceLocation: sourceLocation)
  }
}
