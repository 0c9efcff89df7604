import CSystemCalls

/// Records the first signal that would end the process instead of ending it, until `end()` is called.
///
/// A command can therefore print the results so far. A second signal of the same kind ends the process.
package struct Interruption: Sendable {
  /// Starts recording signals.
  package init() { flickbook_stop_on_signals(-1) }

  /// Whether a signal has arrived.
  package var isAsked: Bool { flickbook_is_stopped() != 0 }

  /// Restores the default handling of signals and discards a recorded signal.
  package func end() { flickbook_forget_stop() }
}
