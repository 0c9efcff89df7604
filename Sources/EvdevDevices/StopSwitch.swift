import CSystemCalls
import Glibc

/// Ends the reading of a device from elsewhere: from another task, or by a signal.
public final class StopSwitch: Sendable {
  /// The end of a pipe that becomes readable when the switch is pressed.
  let descriptor: Int32
  private let pressing: Int32

  /// Creates a switch that is not pressed.
  ///
  /// - Throws: ``DeviceError/system(node:action:message:)`` when the process has no descriptor left.
  public init() throws(DeviceError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .system(node: "flickbook", action: "pipe", message: lastSystemMessage())
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    pressing = ends[1]
  }

  deinit {
    close(descriptor)
    close(pressing)
  }

  /// Presses the switch for good; safe from every task, and more than once.
  public func press() { _ = write(pressing, "!", 1) }

  /// Presses the switch when the user interrupts the process, or somebody terminates it.
  ///
  /// A second signal of the same kind ends the process at once. The switch must live as long as
  /// the process; one switch can be wired at a time.
  public func pressOnSignals() {
    flickbook_stop_on_signals(pressing)
  }
}

/// What the system says about the call that failed last.
func lastSystemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
