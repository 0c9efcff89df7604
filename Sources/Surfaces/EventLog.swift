public import FrameLogs
public import Quantities
package import ReleaseRules

/// The events of a run, either stored in order or only counted.
public struct EventLog: Sendable {
  /// The events so far, in order; empty if events are only counted.
  public private(set) var events: [RunEvent] = []
  /// A summary of the events so far; used only if events are not stored.
  package private(set) var tally = RunTally()
  private let keepsEvents: Bool

  /// Creates an empty log; if `keepsEvents` is false, events are only counted, and most payloads are not built.
  public init(keepsEvents: Bool = true) { self.keepsEvents = keepsEvents }

  /// Notes an event of `kind` at `time`; `payload` is evaluated only if the log needs it.
  public mutating func note(
    _ kind: RunEvent.Kind, at time: Seconds, _ payload: @autoclosure () -> [LogField] = []
  ) {
    if keepsEvents {
      events.append(RunEvent(time: time, kind: kind, payload: payload()))
    } else if kind == .retargeted || kind == .decision {
      // The tally reads the payload of these kinds, because the tally stores the final target.
      tally.note(RunEvent(time: time, kind: kind, payload: payload()))
    } else {
      tally.note(kind, at: time)
    }
  }

  /// Notes a `decision` at `time`.
  package mutating func note(_ decision: Decision, at time: Seconds) {
    if keepsEvents {
      events.append(RunEvent(time: time, kind: .decision, payload: decision.logFields))
    } else {
      tally.note(decisionFor: decision.target, velocity: decision.velocity, at: time)
    }
  }
}
