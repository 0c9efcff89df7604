import Glibc

/// A running `adb` whose standard output is read.
///
/// The process runs in a separate process group, so that Ctrl-C in the terminal does not reach `adb`. The recording
/// handles Ctrl-C, and ends `adb` itself. The process blocks no signals, even if its parent does. It is killed when
/// this value is destroyed.
struct AdbProcess: ~Copyable {
  /// The descriptor from which the standard output of `adb` is read; it is at the end of file when `adb` has ended.
  let output: Int32
  private let command: String
  private let process: pid_t
  private let errors: UnsafeMutablePointer<FILE>

  /// Starts `adb` with `arguments`.
  ///
  /// - Throws: ``AdbError/notInstalled`` or ``AdbError/failed(command:said:)``.
  init(_ arguments: [String]) throws(AdbError) {
    let words = ["adb"] + arguments
    command = words.joined(separator: " ")
    var ends: [Int32] = [-1, -1]
    guard let errors = tmpfile() else {
      throw .failed(command: command, said: lastSystemMessage())
    }
    guard pipe(&ends) == 0 else {
      let message = lastSystemMessage()
      fclose(errors)
      throw .failed(command: command, said: message)
    }
    for end in ends + [fileno(errors)] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (started, trouble) = Self.start(words, output: ends[1], errors: fileno(errors))
    close(ends[1])
    guard trouble == 0 else {
      close(ends[0])
      fclose(errors)
      if trouble == ENOENT { throw .notInstalled }
      throw .failed(command: command, said: lastSystemMessage(trouble))
    }
    output = ends[0]
    process = started
    self.errors = errors
  }

  deinit {
    close(output)
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    fclose(errors)
  }

  /// Runs `adb` until it ends and returns its output.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of `adb`.
  ///   - stop: The switch that ends `adb` early.
  ///   - limit: The largest output, in bytes.
  /// - Returns: The output; nil if `stop` was pressed.
  /// - Throws: ``AdbError/failed(command:said:)`` if `adb` fails or prints more than `limit` bytes.
  static func output(
    of arguments: [String], stop: StopSwitch, atMost limit: Int = 1 << 20
  ) throws(AdbError) -> [UInt8]? {
    let adb = try AdbProcess(arguments)
    var bytes: [UInt8] = []
    while true {
      switch adb.wait(stop: stop, milliseconds: -1) {
      case .stopped: return nil
      case .quiet: continue
      case .readable: break
      }
      guard let piece = adb.read() else { break }
      bytes += piece
      guard bytes.count <= limit else {
        throw .failed(command: adb.command, said: "more than \(limit) bytes")
      }
    }
    guard adb.status() == 0 else { throw .failed(command: adb.command, said: adb.said) }
    return bytes
  }

  /// The reason why waiting ended.
  enum Wakeup {
    case readable, quiet, stopped
  }

  /// Waits for output, for `stop`, or for the given time in milliseconds; -1 means no time limit.
  func wait(stop: StopSwitch, milliseconds: Int32) -> Wakeup {
    var descriptors = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&descriptors, 2, milliseconds)
    if ready > 0, descriptors[1].revents != 0 { return .stopped }
    return ready > 0 ? .readable : .quiet
  }

  /// Whether output or the end of file is waiting.
  var hasOutput: Bool {
    var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Reads the next piece of the output; returns nil at the end.
  func read() -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(output, &bytes, bytes.count)
      if count > 0 { return bytes[..<count] }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// The first message that `adb` has printed on standard error, at most 200 bytes.
  var said: String {
    rewind(errors)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = fread(&bytes, 1, bytes.count, errors)
    let lines = bytes[..<count].split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    // Lines that begin with a star only report that the adb daemon starts.
    let line = lines.first { $0.first != UInt8(ascii: "*") } ?? []
    return String(decoding: line.prefix(200), as: UTF8.self)
  }

  /// Waits until `adb` has ended and returns its exit status.
  ///
  /// Call this function after the output has ended, because `adb` then ends by itself. The process is reaped only in
  /// `deinit`. Until then, no other process can get its process id, to which `deinit` sends signals.
  private func status() -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return information._sifields._sigchld.si_status
  }

  /// Starts a program; returns its process id and an error code, 0 for success.
  private static func start(
    _ words: [String], output: Int32, errors: Int32
  ) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
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
