import Foundation
import Testing

/// The command as a user runs it, in a new temporary folder.
final class Flickbook {
  /// The result of running the command.
  struct Result: CustomTestStringConvertible {
    /// The exit status; 128 plus the number of the signal if a signal ended the command.
    var status: Int32
    /// The standard output.
    var output: String
    /// The standard error output.
    var errors: String

    var testDescription: String { "status \(status)\n\(output)\n\(errors)" }

    /// The JSON objects on standard output, one per line.
    func json() throws -> [[String: Any]] { try jsonLines(output) }
  }

  /// The executable, which is built beside the test bundle.
  static let command: URL = {
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(filePath: $0) }
    let places = ([own] + bundles).map {
      $0.deletingLastPathComponent().appending(path: "flickbook")
    }
    return places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? SourceTree.package.appending(path: ".build/debug/flickbook")
  }()

  /// The time after which a command is killed, in seconds; the slowest takes ten.
  private static let longestCommand = 300.0

  /// The prefix of a command line that an ordinary user, not root, must run.
  static let asOrdinaryUser =
    SourceTree.isRoot ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""

  /// Whether the ordinary user can run the command; without it, permissions cannot be tested.
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
    // A folder that a test made read-only must become writable before it can be removed.
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

  /// Runs `flickbook` with a list of arguments.
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

  /// Writes a file into the folder and creates its parent folders.
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

  /// The sorted names in a subfolder, including hidden names.
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
    let handles = [
      try FileHandle(forReadingFrom: streams.appending(path: "in")),
      try FileHandle(forWritingTo: streams.appending(path: "out")),
      try FileHandle(forWritingTo: streams.appending(path: "err")),
    ]
    // Foundation keeps the handles open after the process has ended. Its search for open files crashes if there are
    // more than a thousand.
    defer { for handle in handles { try? handle.close() } }
    (process.standardInput, process.standardOutput, process.standardError) =
      (handles[0], handles[1], handles[2])
    try process.run()
    // A command that never ends must fail its test, not block all tests.
    let limit = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.longestCommand, execute: limit)
    process.waitUntilExit()
    limit.cancel()
    let signal = process.terminationReason == .uncaughtSignal
    return Result(
      status: process.terminationStatus + (signal ? 128 : 0),
      output: String(decoding: try Data(contentsOf: streams.appending(path: "out")), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: streams.appending(path: "err")), as: UTF8.self))
  }
}

/// The JSON objects of a text, one per line.
private func jsonLines(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map { line in
    try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
  }
}

/// The package on disk.
enum SourceTree {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let isRoot = getuid() == 0

  /// The text of a file of the package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}

/// Expects a refusal: a status, no standard output, and a message of one line.
///
/// The line states where the problem is, what was found, and what to do next.
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
