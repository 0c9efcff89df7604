public import FrameLogs
public import Quantities
package import ReleaseRules

/// The events of a run as they happen: kept, or only counted.
public struct Journal: Sendable {
  /// What happened so far, in order; empty where events are only counted.
  public private(set) var events: [RunEvent] = []
  /// What happened so far in a few values; only where events are not kept.
  package private(set) var tally = RunTally()
  private let keepsEvents: Bool

  /// Starts an empty journal; one that does not keep its events costs no text.
  public init(keepsEvents: Bool = true) { self.keepsEvents = keepsEvents }

  /// Notes that something of `kind` happened at `time`.
  public mutating func note(
    _ kind: RunEvent.Kind, at time: Seconds, _ payload: @autoclosure () -> [LogField] = []
  ) {
    if keepsEvents {
      events.append(RunEvent(time: time, kind: kind, payload: payload()))
    } else if kind == .retargeted || kind == .decision {
      tally.note(RunEvent(time: time, kind: kind, payload: payload()))
    } else {
      tally.note(kind, at: time)
    }
  }

  /// Notes that `decision` was made at `time`.
  package mutating func note(_ decision: Decision, at time: Seconds) {
    if keepsEvents {
      events.append(RunEvent(time: time, kind: .decision, payload: decision.logFields))
    } else {
      tally.note(decisionFor: decision.target, velocity: decision.velocity, at: time)
    }
  }
}
