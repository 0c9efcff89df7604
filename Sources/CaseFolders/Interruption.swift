import CSystemCalls

/// A replacement for the default handling of signals: the first signal that would end the process is only recorded.
///
/// A command that is interrupted can therefore still print its results so far. A second signal of the same kind ends
/// the process. Call ``end()`` to restore the default handling.
package struct Interruption: Sendable {
  /// Starts recording signals.
  package init() { flickbook_stop_on_signals(-1) }

  /// Whether a signal has arrived.
  package var isAsked: Bool { flickbook_is_stopped() != 0 }

  /// Restores the default handling of signals, and forgets a recorded signal.
  package func end() { flickbook_forget_stop() }
}
