import CSystemCalls
import Glibc

/// A switch that ends the reading of devices; another task or a signal handler can press it.
package final class StopSwitch: Sendable {
  /// The read end of a pipe; it becomes readable when the switch is pressed.
  let descriptor: Int32
  private let pressing: Int32

  /// Creates a switch that is not pressed.
  ///
  /// - Throws: ``DeviceError/system(node:action:message:)`` if the process has no descriptor left.
  package init() throws(DeviceError) {
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

  /// Presses the switch permanently; may be called from any task, and repeatedly.
  package func press() { _ = write(pressing, "!", 1) }

  /// Presses the switch when the process is interrupted or terminated by a signal.
  ///
  /// A second signal of the same kind ends the process at once. The switch must live as long as the
  /// process, and only one switch can be connected to signals at a time.
  package func pressOnSignals() {
    flickbook_stop_on_signals(pressing)
  }
}

/// Returns the system's message for an error code; by default, for the last failed system call.
func lastSystemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
