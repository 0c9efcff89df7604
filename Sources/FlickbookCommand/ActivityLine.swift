import Synchronization

/// A line on standard error that says what a command is doing, once that takes longer than a second.
///
/// It is drawn only where standard error is a terminal, from a task of its own, so that work that does not
/// come back for minutes shows a sign of life too.
final class ActivityLine: Sendable {
  private struct State {
    var text: String
    /// Whether the line is no longer wanted.
    var isOver = false
    var isDrawn = false
  }

  private let state: Mutex<State>

  /// Begins with `text`, in the form "reading the recording".
  init(_ text: String) {
    state = Mutex(State(text: text))
    guard Terminal.isError else { return }
    let start = ContinuousClock.now
    Task.detached {
      while true {
        try? await Task.sleep(for: .seconds(1))
        let seconds = start.duration(to: .now).components.seconds
        let goesOn = self.state.withLock { state in
          guard !state.isOver else { return false }
          state.isDrawn = true
          printProgress("\(seconds) s, \(state.text); Ctrl-C ends it")
          return true
        }
        guard goesOn else { return }
      }
    }
  }

  /// Says what is done from now on.
  func show(_ text: String) { state.withLock { $0.text = text } }

  /// Removes the line for good.
  func end() {
    state.withLock { state in
      if state.isDrawn { printProgress("") }
      (state.isOver, state.isDrawn) = (true, false)
    }
  }
}
