import FrameLogs
import Quantities
import ReleaseRules
import Scenarios
import Surfaces
import TouchInput
import VelocityEstimation

/// A replay up to a release, from which the decisions for other positions and velocities of the release are computed.
struct PendingRelease<S: Scenario> {
  /// The difference between a hypothetical release and the recorded release, along one axis.
  struct Change {
    /// True if the release differs along x; false if along y.
    var isAlongX: Bool
    /// The displacement from the actual position of the finger.
    var offset = Points.zero
    /// The release velocity; nil for the actual velocity.
    var velocity: PointsPerSecond?
  }

  /// The replay at the time of the release, before the surface receives the release.
  let held: Replay<S>
  private let pan: Pan
  private let estimate: VelocityEstimate
  private let microseconds: Int64

  /// Creates a pending release; nil if `event` does not end a pan.
  ///
  /// `held` must be a replay that keeps no frames.
  init?(_ held: Replay<S>, before event: TimedHandEvent) {
    guard case .panEnded(let pan, let estimate) = event.event else { return nil }
    (self.pan, self.estimate) = (pan, estimate)
    microseconds = event.microseconds
    var held = held
    held.move(toMicroseconds: microseconds)
    self.held = held
  }

  /// The actual release velocity along an axis.
  func velocity(alongX: Bool) -> PointsPerSecond {
    alongX ? estimate.velocity.x : estimate.velocity.y
  }

  /// Returns the target of a hypothetical release; empty if the release leads to no decision.
  func target(_ change: Change) -> String {
    let tally = replay(change).eventLog.tally
    return tally.decisions > held.eventLog.tally.decisions ? tally.decision?.target ?? "" : ""
  }

  /// Returns the position of the surface immediately after a hypothetical release.
  func position(_ change: Change) -> Points {
    let ahead = replay(change)
    let position = ahead.scenario.commonFrame(0, at: ahead.lastInput).position
    return change.isAlongX ? position.x : position.y
  }

  /// Returns the decision on a hypothetical release, as the payload of an event; empty if there is no decision.
  func payload(_ change: Change) -> [LogField] {
    var heard = held
    // The event log of `held` only counts events. The new event log also stores their payloads.
    heard.eventLog = EventLog()
    heard.receive(TimedHandEvent(microseconds: microseconds, event: event(change)))
    return heard.eventLog.events.last { $0.kind == .decision }?.payload ?? []
  }

  private func replay(_ change: Change) -> Replay<S> {
    var ahead = held
    ahead.receive(TimedHandEvent(microseconds: microseconds, event: event(change)))
    return ahead
  }

  private func event(_ change: Change) -> TouchEvent {
    var (pan, estimate) = (pan, estimate)
    if change.isAlongX {
      pan.translation.x += change.offset
      pan.location?.x += change.offset
      estimate.velocity.x = change.velocity ?? estimate.velocity.x
    } else {
      pan.translation.y += change.offset
      pan.location?.y += change.offset
      estimate.velocity.y = change.velocity ?? estimate.velocity.y
    }
    return .panEnded(pan, estimate)
  }
}

extension Replay {
  /// Returns the release that leads to decision `number`, counted from 0, or to the last decision if nil.
  ///
  /// - Returns: The release; nil if the replay lacks this decision, or no pan led to this decision.
  /// - Throws: `SettingError` if a step cannot be carried out.
  func pendingRelease(
    ofDecision number: Int? = nil, _ events: [TimedHandEvent], _ steps: [ProgramStep<S.Tuning>]
  ) throws(SettingError) -> PendingRelease<S>? {
    var replay = self
    var next = 0
    var found: PendingRelease<S>?
    for event in events {
      let time = Seconds.microseconds(event.microseconds &- originMicroseconds)
      while next < steps.count, steps[next].command.time <= time {
        try replay.carryOut(steps[next])
        next += 1
      }
      let decisions = replay.eventLog.tally.decisions
      let pending = PendingRelease(replay, before: event)
      replay.receive(event)
      guard replay.eventLog.tally.decisions > decisions else { continue }
      found = pending
      if let number, replay.eventLog.tally.decisions > number { return found }
    }
    return number == nil ? found : nil
  }
}
