import ChildProcesses
import Glibc

/// A running `adb` whose standard output is read.
///
/// Ctrl-C does not reach `adb`: the recorder handles Ctrl-C, and then ends `adb`. `adb` is killed when this value is
/// destroyed.
struct AdbProcess: ~Copyable {
  private let command: String
  private let process: ChildProcess

  /// Starts `adb` with `arguments`.
  ///
  /// - Throws: ``AdbError/notInstalled`` or ``AdbError/failed(command:said:)``.
  init(_ arguments: [String]) throws(AdbError) {
    let words = ["adb"] + arguments
    command = words.joined(separator: " ")
    do throws(ChildProcessError) { process = try ChildProcess(words) } catch {
      switch error {
      case .notInstalled: throw .notInstalled
      case .failed(let reason): throw .failed(command: command, said: reason)
      }
    }
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
    guard adb.process.status() == 0 else { throw .failed(command: adb.command, said: adb.said) }
    return bytes
  }

  /// The reason why waiting ended.
  enum Wakeup {
    case readable, quiet, stopped
  }

  /// Waits for output, for `stop`, or for the given time in milliseconds; -1 means no time limit.
  func wait(stop: StopSwitch, milliseconds: Int32) -> Wakeup {
    var descriptors = [
      pollfd(fd: process.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&descriptors, 2, milliseconds)
    if ready > 0, descriptors[1].revents != 0 { return .stopped }
    return ready > 0 ? .readable : .quiet
  }

  /// Whether output or the end of file is waiting.
  var hasOutput: Bool {
    var descriptor = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  /// Reads the next piece of the output; returns nil at the end.
  func read() -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { process.read(into: $0) }
    return count > 0 ? bytes[..<count] : nil
  }

  /// The first message that `adb` has printed on standard error, at most 200 bytes.
  var said: String {
    let lines = process.printed(atMost: 4_096)
      .split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    // Lines that begin with a star only report that the adb daemon starts.
    let line = lines.first { $0.first != UInt8(ascii: "*") } ?? []
    return String(decoding: line.prefix(200), as: UTF8.self)
  }
}
