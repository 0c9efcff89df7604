import CSystemCalls
import Glibc

/// The reason why a program could not be started.
package enum ChildProcessError: Error, Hashable, Sendable {
  /// No program of this name is on the PATH.
  case notInstalled
  /// The operating system did not start the program; `reason` is its error message.
  case failed(reason: String)
}

/// A running program whose standard output is read.
///
/// No shell is involved, so each element of the command is passed as one argument. The standard error is stored in a
/// temporary file without a name.
///
/// The process runs in a separate process group, so that Ctrl-C in the terminal does not reach it. It blocks no signals,
/// even if its parent does. It is killed when this value is destroyed, and when Flickbook ends.
package struct ChildProcess: ~Copyable {
  /// The descriptor from which the standard output is read; it is at the end of file when the program has ended.
  package let output: Int32
  /// The socket that is the standard input of the program; -1 if the input is empty or has ended.
  private var input: Int32
  private let process: pid_t
  private let errors: UnsafeMutablePointer<FILE>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The name of the program, which is searched on the PATH, followed by its arguments.
  ///   - takesInput: Whether the program reads what ``write(_:)`` writes; otherwise its standard input is empty.
  ///   - files: Open files that the program gets as the descriptors 3, 4 and so on.
  /// - Throws: ``ChildProcessError``.
  package init(
    _ words: [String], takesInput: Bool = false, files: [Int32] = []
  ) throws(ChildProcessError) {
    var ends: [Int32] = [-1, -1]
    var inputs: [Int32] = [-1, -1]
    guard let errors = tmpfile() else { throw .failed(reason: message(of: errno)) }
    guard pipe(&ends) == 0,
      !takesInput || socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &inputs) == 0
    else {
      let trouble = errno
      for end in ends where end >= 0 { close(end) }
      fclose(errors)
      throw .failed(reason: message(of: trouble))
    }
    for end in ends + inputs + [fileno(errors)] where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    let (started, trouble) = Self.start(
      words, input: inputs[1], output: ends[1], errors: fileno(errors), files: files)
    for end in [ends[1], inputs[1]] where end >= 0 { close(end) }
    guard trouble == 0 else {
      for end in [ends[0], inputs[0]] where end >= 0 { close(end) }
      fclose(errors)
      if trouble == ENOENT { throw .notInstalled }
      throw .failed(reason: message(of: trouble))
    }
    output = ends[0]
    input = inputs[0]
    process = started
    self.errors = errors
    flickbook_keep_group(process)
  }

  deinit {
    close(output)
    if input >= 0 { close(input) }
    flickbook_end_group(process)
    fclose(errors)
  }

  /// Waits for output and reads it into `buffer`; returns the number of bytes, 0 at the end of the output.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = Glibc.read(output, buffer.baseAddress, buffer.count)
      guard count < 0 else { return count }
      guard errno == EINTR else { return 0 }
    }
  }

  /// Returns the rest of the output, which is read to its end or until there are at least `limit` bytes.
  package func wholeOutput(limit: Int = .max) -> [UInt8] {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while output.count < limit {
      let count = buffer.withUnsafeMutableBytes { read(into: $0) }
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    return output
  }

  /// Writes all of `bytes` to the standard input; returns false if the program no longer reads it.
  ///
  /// Waits while the program is busy and does not read.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      // Without the flag, a signal would end this process if the program has closed its input.
      let count = send(input, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends the standard input.
  package mutating func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Returns at most `count` bytes of the standard error that the program has printed so far, from the byte `start` on.
  package func printed(from start: Int = 0, atMost count: Int) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: count)
    // The program writes at the offset that the two processes share, which this call does not move.
    let found = pread(fileno(errors), &bytes, count, off_t(start))
    return bytes[..<max(0, found)]
  }

  /// Waits until the program has ended, and returns its exit status.
  ///
  /// Call this function only after the output has ended; the program then ends by itself. The process is reaped only in
  /// `deinit`. Until then, no other process can get its process id, to which `deinit` sends signals.
  package func status() -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return information._sifields._sigchld.si_status
  }

  /// Starts a program; returns its process id and an error code, 0 for success.
  private static func start(
    _ words: [String], input: Int32, output: Int32, errors: Int32, files: [Int32]
  ) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input >= 0 {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // Copies with high numbers, so that no file is replaced before it is duplicated.
    let copies = files.map { fcntl($0, F_DUPFD_CLOEXEC, 3 + Int32(files.count)) }
    defer { for copy in copies where copy >= 0 { close(copy) } }
    for (offset, copy) in copies.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, copy, 3 + Int32(offset))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var held = sigset_t()
    sigemptyset(&held)
    posix_spawnattr_setsigmask(&attributes, &held)
    var usual = sigset_t()
    sigfillset(&usual)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for word in arguments { free(word) } }
    arguments.append(nil)
    var process = pid_t()
    let trouble = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ)
    return (process, trouble)
  }
}

/// Returns the system's message about an error code.
private func message(of error: Int32) -> String { String(cString: strerror(error)) }
