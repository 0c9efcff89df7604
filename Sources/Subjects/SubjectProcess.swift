import CSystemCalls
import FrameLogs
import Glibc
import Quantities
import Synchronization

/// A running subject: lines go to its standard input and come from its standard output.
///
/// The process has a separate process group, which is killed when this object is destroyed, and when Flickbook ends,
/// also if Flickbook is killed. Processes that left the group are killed only when Flickbook ends.
final class SubjectProcess: Sendable {
  private let process: pid_t
  /// Whether the program moves a page, so that its errors are complete messages.
  private let isOfPage: Bool
  private let pipes: Mutex<SubjectPipes>

  /// Starts the program.
  ///
  /// - Throws: ``SubjectError`` if it cannot be started.
  init(_ program: SubjectProgram) throws(SubjectError) {
    let started = try SubjectPipes(program)
    process = started.process
    isOfPage = !program.page.isEmpty
    pipes = Mutex(started)
    flickbook_keep_group(process)
  }

  deinit {
    pipes.withLock { $0.close() }
    flickbook_end_group(process)
  }

  /// Adds lines to those that the subject will receive; ``answer(by:)`` sends them.
  func send(_ lines: [UInt8]) { pipes.withLock { $0.send(lines) } }

  /// Adds a line to those that the subject will receive.
  func send(_ line: [LogField]) {
    var text = JSONText()
    text.appendLine(line)
    send(text.bytes)
  }

  /// Returns the next answer of the subject; blank lines are skipped.
  ///
  /// - Parameter deadline: The latest time for the answer, on the clock of ``now``.
  /// - Returns: The fields of the answer.
  /// - Throws: ``SubjectError`` if the subject ends, takes too long, writes too much, writes something else than a JSON
  ///   object, or reports an error.
  func answer(by deadline: Double) throws(SubjectError) -> [LogField] {
    var line: [UInt8] = []
    repeat {
      line = try pipes.withLock { (pipes) throws(SubjectError) in try pipes.line(by: deadline) }
    } while line.allSatisfy { $0 == 0x20 || $0 == 0x0d }
    guard let answer = JSONReader.fields(in: line) else {
      throw failure(
        "it wrote '\(excerpt(of: String(decoding: line.prefix(200), as: UTF8.self)))', which is not a JSON object",
        "write one JSON object in each line, and everything else to standard error")
    }
    let values = LogValue.fields(answer)
    if values["type"]?.asText == "error" {
      let message = values["message"]?.asText ?? "no message"
      if isOfPage { throw SubjectError(ofPage: message) }
      throw failure(
        "it reported the error '\(excerpt(of: message, atMost: 300))'", "correct the subject")
    }
    return answer
  }

  /// Returns an error about the subject, with its last lines on standard error.
  func failure(_ found: String, _ remedy: String) -> SubjectError {
    pipes.withLock { $0.failure(found, remedy) }
  }

  /// The seconds of a clock that only moves forward.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits until the clock of ``now`` shows `time`, for subjects that have their own clock.
  static func wait(until time: Double) {
    while now < time { poll(nil, 0, Int32(min((time - now) * 1_000 + 1, 1_000))) }
  }
}

/// The standard input, output and error of a subject, with the bytes that wait in this process.
private struct SubjectPipes {
  let process: pid_t
  private let program: SubjectProgram
  /// The descriptors of the standard input (a socket), the standard output, and the standard error.
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private var unsent: ArraySlice<UInt8> = []
  private var received: [UInt8] = []
  /// The index of the first byte of the next line, and the index before which the output was searched for its end.
  private var start = 0
  private var searched = 0
  private var printed: [UInt8] = []
  /// The memory into which the output is read.
  private var piece = [UInt8](repeating: 0, count: 1 << 16)
  private var hasClosedErrors = false

  /// The limit for the length of a line that a subject writes, in bytes.
  ///
  /// We chose 1 MiB because a frame has a few hundred bytes.
  static let longestLine = 1 << 20
  /// The number of bytes of the standard error that are kept for messages.
  private static let keptErrors = 4_096

  /// Starts the program.
  ///
  /// - Throws: ``SubjectError`` if it cannot be started.
  init(_ program: SubjectProgram) throws(SubjectError) {
    self.program = program
    var variables: [UnsafeMutablePointer<CChar>?] =
      Self.environment(adding: program.environment).map { strdup($0) }
    defer { for text in variables { free(text) } }
    variables.append(nil)
    var ends: [Int32] = [-1, -1, -1]
    process = flickbook_start(program.command, program.folder, variables, &ends)
    guard process > 0 else {
      throw SubjectError(
        program.name,
        "it cannot be started in '\(excerpt(of: program.folder))' (\(String(cString: strerror(errno))))",
        "check the working folder")
    }
    (input, output, errors) = (ends[0], ends[1], ends[2])
  }

  func close() {
    for end in [input, output, errors] { Glibc.close(end) }
  }

  /// Returns the environment of this process with `added`, as texts of the form `name=value`.
  private static func environment(adding added: [String: String]) -> [String] {
    // Python would otherwise store compiled files and run them after a change within the same second.
    let added = ["PYTHONDONTWRITEBYTECODE": "1"].merging(added) { $1 }
    var texts: [String] = []
    var next = environ
    while let text = next.pointee {
      let variable = String(cString: text)
      if added[String(variable.prefix { $0 != "=" })] == nil { texts.append(variable) }
      next += 1
    }
    return texts + added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}

extension SubjectPipes {
  mutating func send(_ lines: [UInt8]) { unsent += lines }

  mutating func line(by deadline: Double) throws(SubjectError) -> [UInt8] {
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { (start, searched) = (end + 1, end + 1) }
        return Array(received[start..<end])
      }
      searched = received.count
      guard received.count - start <= Self.longestLine else {
        throw failure(
          "it wrote more than \(Self.longestLine) bytes on one line",
          "end every answer with a line feed")
      }
      if start > 0 {
        received.removeSubrange(..<start)
        (start, searched) = (0, received.count)
      }
      try exchange(by: deadline)
    }
  }

  /// Waits until bytes can be sent or received, and then sends and receives as many as possible.
  private mutating func exchange(by deadline: Double) throws(SubjectError) {
    if !unsent.isEmpty { sendNow() }
    var ends = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasClosedErrors ? -1 : errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
    ]
    let left = deadline - SubjectProcess.now
    let ready = left > 0 ? poll(&ends, 3, Int32(min(left * 1_000 + 1, 1e9))) : 0
    if ready < 0, errno == EINTR { return }
    guard ready > 0 else {
      throw failure(
        "it gave no answer within \(readable(program.timeLimit.value)) s",
        "check that it answers every line and writes its output at once, or give it a longer time limit",
        isTimeOut: true)
    }
    if ends[1].revents != 0 { readErrors() }
    if ends[0].revents != 0, !readOutput() { throw ended() }
  }

  private mutating func sendNow() {
    while !unsent.isEmpty {
      let sent = unsent.withUnsafeBytes {
        Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // Ignore that the subject no longer reads: the end of its output, or a missing answer, is reported later.
      guard sent > 0 else { return }
      unsent = unsent.dropFirst(sent)
    }
  }

  /// Reads output that has arrived; returns false at its end.
  private mutating func readOutput() -> Bool {
    let count = read(output, &piece, piece.count)
    if count > 0 { received += piece[..<count] }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  private mutating func readErrors() {
    let count = read(errors, &piece, piece.count)
    guard count > 0 else {
      if count == 0 { hasClosedErrors = true }
      return
    }
    printed += piece[..<count]
    if printed.count > Self.keptErrors { printed.removeFirst(printed.count - Self.keptErrors) }
  }

  /// Returns the error for a subject whose output has ended.
  private mutating func ended() -> SubjectError {
    var status: Int32?
    // The output of a program ends a moment before the program does.
    for _ in 0..<100 {
      var information = siginfo_t()
      if waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
        information.si_signo != 0
      {
        status = information._sifields._sigchld.si_status
        if information.si_code != CLD_EXITED {
          return failure(
            "the signal \(status ?? 0) ended it", "start it by hand, and look for the reason")
        }
        break
      }
      poll(nil, 0, 5)
    }
    if status == 127 {
      guard program.page.isEmpty else {
        return failure(
          "the program flickbook-drive was not found",
          "install it as docs/first-page.md describes, or add its folder to PATH")
      }
      return failure(
        "the command was not found", "check the command and the working folder '\(program.folder)'")
    }
    readWaitingErrors()
    return failure(
      status.map { "it ended with the status \($0)" } ?? "it closed its standard output",
      errorLine(in: printedLines) == nil
        ? "let it read lines until its standard input ends" : "correct the error that it reports")
  }

  private mutating func readWaitingErrors() {
    var end = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    if !hasClosedErrors, poll(&end, 1, 20) > 0 { readErrors() }
  }

  private var printedLines: [Substring] {
    String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// Returns an error about the subject, with the reason that it wrote on standard error, or else its last lines there.
  mutating func failure(
    _ found: String, _ remedy: String, isTimeOut: Bool = false
  ) -> SubjectError {
    readWaitingErrors()
    let lines = printedLines
    let end = errorLine(in: lines).map { $0 + 1 } ?? lines.count
    // Node prints a line of ^ below the wrong place in the code, so leave out such lines.
    let shown = lines[..<end].filter { !$0.allSatisfy { " ^~".contains($0) } }.suffix(3)
    return SubjectError(
      program.name, found, remedy, printed: shown.map(String.init), isTimeOut: isTimeOut)
  }
}

/// Returns the index of the last line that names an error, such as `SyntaxError: Unexpected token`; nil if none does.
///
/// Such a line begins with a word that ends in `Error`, `error` or `Exception`, and continues with a colon, or, as in
/// Node, with a code in brackets. Node prints the stack and its version after this line.
private func errorLine(in lines: [Substring]) -> Int? {
  lines.lastIndex { line in
    let word = line.prefix { $0.isLetter || $0.isNumber || "._".contains($0) }
    let rest = line.dropFirst(word.count)
    return ["Error", "error", "Exception"].contains(where: word.hasSuffix)
      && (rest.hasPrefix(":") || rest.hasPrefix(" ["))
  }
}
