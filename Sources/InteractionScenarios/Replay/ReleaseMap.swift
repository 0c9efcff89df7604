import FrameLogs
package import Quantities
package import TouchInput
import VelocityEstimation

/// Releases that might have been: the hand elsewhere along an axis, and faster or slower.
package struct ReleaseGrid: Sendable {
  /// Which decision of the replay is meant, counted from 0.
  package var decision: Int
  /// Whether places and velocities are those along x, or else along y.
  package var isAlongX: Bool
  /// How far the hand is from where it let go.
  package var offsets: [Points]
  /// How fast it moves when it lets go.
  package var velocities: [PointsPerSecond]

  /// Creates a grid.
  package init(
    decision: Int, isAlongX: Bool, offsets: [Points], velocities: [PointsPerSecond]
  ) {
    (self.decision, self.isAlongX) = (decision, isAlongX)
    (self.offsets, self.velocities) = (offsets, velocities)
  }
}

/// What would have been decided.
package struct ReleaseMap: Hashable, Sendable {
  /// Where the surface would have been, for every offset.
  package var positions: [Points]
  /// The names of the targets, for every offset and velocity; empty where nothing would be decided.
  package var targets: [[String]]
  /// Where the surface was.
  package var position: Points
  /// How fast the hand was when it let go.
  package var velocity: PointsPerSecond
}

extension ReplayRequest {
  /// What would have been decided had the hand let go elsewhere and faster or slower; all before the
  /// release is as it was.
  ///
  /// - Returns: The map; nil where there is no such decision, or no pan led to it.
  /// - Throws: ``ReplayError`` when the recording cannot be replayed.
  package func releaseMap(
    of recording: Recording, over grid: ReleaseGrid
  ) throws(ReplayError) -> ReleaseMap? {
    let kind: ScenarioKind
    do { kind = try ScenarioKind.named(scenario) } catch { throw .setting(error) }
    return try kind.releaseMap(self, recording, grid)
  }

  func releaseMap<S: Scenario>(
    of recording: Recording, over grid: ReleaseGrid, through type: S.Type
  ) throws(ReplayError) -> ReleaseMap? {
    var request = self
    request.pans.tellsForce = type.heedsForce
    let hand = try request.handEvents(in: recording)
    try checkLength(hand.events, hand.originMicroseconds)
    do {
      let tuning = try S.resolved(self).tuning
      let replay = Replay(
        try S(tuning: tuning, stage: stage), rate: rate,
        originMicroseconds: hand.originMicroseconds,
        for: .tally(steps: S.stepsWithFrames(tuning)))
      let found = try replay.beforeDecision(
        grid.decision, hand.events, try steps(type, from: tuning))
      guard let (held, event) = found, case .panEnded(let pan, let estimate) = event.event else {
        return nil
      }
      return held.map(of: grid, pan, estimate, atMicroseconds: event.microseconds)
    } catch { throw .setting(error) }
  }
}

extension Replay {
  /// The replay just before the release that leads to decision `number`, counted from 0, and that release;
  /// nil where there is none.
  fileprivate func beforeDecision(
    _ number: Int, _ events: [TimedHandEvent], _ steps: [Step<S.Tuning>]
  ) throws(SettingError) -> (Self, TimedHandEvent)? {
    var replay = self
    var next = 0
    for event in events {
      let time = Seconds.microseconds(event.microseconds &- originMicroseconds)
      while next < steps.count, steps[next].command.time <= time {
        try replay.carryOut(steps[next])
        next += 1
      }
      let isRelease = if case .panEnded = event.event { true } else { false }
      let before = isRelease ? replay : nil
      replay.receive(event)
      if replay.journal.tally.decisions > number { return before.map { ($0, event) } }
    }
    return nil
  }

  fileprivate func map(
    of grid: ReleaseGrid, _ pan: Pan, _ estimate: VelocityEstimate,
    atMicroseconds microseconds: Int64
  ) -> ReleaseMap {
    func along(_ position: Position) -> Points { grid.isAlongX ? position.x : position.y }
    func released(_ offset: Points, _ velocity: PointsPerSecond?) -> Self {
      var (pan, estimate) = (pan, estimate)
      if grid.isAlongX {
        pan.translation.x += offset
        pan.location?.x += offset
        estimate.velocity.x = velocity ?? estimate.velocity.x
      } else {
        pan.translation.y += offset
        pan.location?.y += offset
        estimate.velocity.y = velocity ?? estimate.velocity.y
      }
      var ahead = self
      ahead.receive(
        TimedHandEvent(microseconds: microseconds, event: .panEnded(pan, estimate)))
      return ahead
    }
    func position(_ offset: Points) -> Points {
      let ahead = released(offset, nil)
      return along(ahead.scenario.bareFrame(0, at: ahead.lastInput).position)
    }
    let decisions = journal.tally.decisions
    let targets = grid.offsets.map { offset in
      grid.velocities.map { velocity in
        let tally = released(offset, velocity).journal.tally
        return tally.decisions > decisions ? tally.decision?.target ?? "" : ""
      }
    }
    let velocity = grid.isAlongX ? estimate.velocity.x : estimate.velocity.y
    return ReleaseMap(
      positions: grid.offsets.map { position($0) }, targets: targets, position: position(.zero),
      velocity: velocity)
  }
}
