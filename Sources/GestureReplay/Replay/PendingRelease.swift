import FrameLogs
import Quantities
import ReleaseRules
import Scenarios
import Surfaces
import TouchInput
import VelocityEstimation

/// A replay just before a release, and the release: what may be asked for what would have been decided had
/// the hand let go elsewhere, and faster or slower.
struct PendingRelease<S: Scenario> {
  /// A release as it might have been, along one axis.
  struct Change {
    /// Whether it differs along x, or else along y.
    var isAlongX: Bool
    /// How far the hand is from where it let go.
    var offset = Points.zero
    /// How fast it moves when it lets go; nil for as fast as it did.
    var velocity: PointsPerSecond?
  }

  /// The replay at the time of the release.
  let held: Replay<S>
  private let pan: Pan
  private let estimate: VelocityEstimate
  private let microseconds: Int64

  /// A replay without frames, and the event that it is about to receive; nil for one that ends no pan.
  init?(_ held: Replay<S>, before event: TimedHandEvent) {
    guard case .panEnded(let pan, let estimate) = event.event else { return nil }
    (self.pan, self.estimate) = (pan, estimate)
    microseconds = event.microseconds
    var held = held
    held.move(toMicroseconds: microseconds)
    self.held = held
  }

  /// How fast the hand was along an axis.
  func velocity(alongX: Bool) -> PointsPerSecond {
    alongX ? estimate.velocity.x : estimate.velocity.y
  }

  /// The name of the target of a release; empty where nothing is decided.
  func target(_ change: Change) -> String {
    let tally = replay(change).journal.tally
    return tally.decisions > held.journal.tally.decisions ? tally.decision?.target ?? "" : ""
  }

  /// Where the surface is after a release.
  func position(_ change: Change) -> Points {
    let ahead = replay(change)
    let position = ahead.scenario.commonFrame(0, at: ahead.lastInput).position
    return change.isAlongX ? position.x : position.y
  }

  /// The decision on a release, as the payload of an event; empty where there is none.
  func payload(_ change: Change) -> [LogField] {
    var heard = held
    heard.journal = Journal()
    heard.receive(TimedHandEvent(microseconds: microseconds, event: event(change)))
    return heard.journal.events.last { $0.kind == .decision }?.payload ?? []
  }

  private func replay(_ change: Change) -> Replay<S> {
    var ahead = held
    ahead.receive(TimedHandEvent(microseconds: microseconds, event: event(change)))
    return ahead
  }

  private func event(_ change: Change) -> HandEvent {
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
  /// The release that leads to decision `number`, counted from 0, or to the last one where that is nil.
  ///
  /// - Returns: The release; nil where there is no such decision, or no pan led to it.
  /// - Throws: `SettingError` where something that is to be carried out cannot be.
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
      let decisions = replay.journal.tally.decisions
      let pending = PendingRelease(replay, before: event)
      replay.receive(event)
      guard replay.journal.tally.decisions > decisions else { continue }
      found = pending
      if let number, replay.journal.tally.decisions > number { return found }
    }
    return number == nil ? found : nil
  }
}
