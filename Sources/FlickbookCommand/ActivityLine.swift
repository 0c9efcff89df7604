import Glibc
import Synchronization
import WorkerThreads

/// A line on standard error that shows the current activity of a command, if the activity takes longer than a second.
///
/// The line is drawn only on a terminal. A separate thread redraws the line every second, so that it stays current even
/// if the activity blocks its thread for minutes.
final class ActivityLine: Sendable {
  private struct State {
    var text: String
    /// Whether the activity has ended, so that the line is no longer drawn.
    var isOver = false
    var isDrawn = false
  }

  private let state: Mutex<State>

  /// Starts the line for the activity `text`, such as "reading the recording".
  init(_ text: String) {
    state = Mutex(State(text: text))
    guard Terminal.isError else { return }
    let start = ContinuousClock.now
    startThread {
      while true {
        sleep(1)
        let seconds = start.duration(to: .now).components.seconds
        let goesOn = self.state.withLock { state in
          guard !state.isOver else { return false }
          state.isDrawn = true
          printProgress("\(seconds) s, \(state.text); press Ctrl-C to stop")
          return true
        }
        guard goesOn else { return }
      }
    }
  }

  /// Replaces the name of the current activity.
  func show(_ text: String) { state.withLock { $0.text = text } }

  /// Removes the line permanently.
  func end() {
    state.withLock { state in
      if state.isDrawn { printProgress("") }
      (state.isOver, state.isDrawn) = (true, false)
    }
  }
}
