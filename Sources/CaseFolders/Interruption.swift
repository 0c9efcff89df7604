import CSystemCalls

/// From here to its end, the first signal that would end the process is only noted.
///
/// What was worked out until then can so be shown. A second signal of its kind ends the process.
package struct Interruption: Sendable {
  /// Begins to note signals.
  package init() { flickbook_stop_on_signals(-1) }

  /// Whether a signal came.
  package var isAsked: Bool { flickbook_is_stopped() != 0 }

  /// Lets signals end the process again, and forgets one that came.
  package func end() { flickbook_forget_stop() }
}
