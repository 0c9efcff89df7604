public import FrameLogs
public import Quantities

/// The events of a run as they happen.
public struct Journal: Sendable {
  /// What happened so far, in order.
  public private(set) var events: [RunEvent] = []

  /// Starts an empty journal.
  public init() {}

  /// Notes that something of `kind` happened at `time`.
  public mutating func note(_ kind: RunEvent.Kind, at time: Seconds, _ payload: [LogField] = []) {
    events.append(RunEvent(time: time, kind: kind, payload: payload))
  }
}
