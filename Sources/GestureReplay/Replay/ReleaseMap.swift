package import FrameLogs
package import Quantities
import ReleaseRules
import Scenarios
import Surfaces
package import TouchInput
import VelocityEstimation

/// How far from what it was a release is looked at along an axis.
package struct ReleaseSpan: Sendable {
  /// Whether that is along x, or else along y.
  package var isAlongX: Bool
  /// How far the hand may be from where it let go, to either side; above zero.
  package var farthest: Points
  /// How fast it may move when it lets go.
  package var speeds: Speeds
  /// The parts of the way to an end of the span at which is tried, from the release on; a target that is
  /// only between two of them is not found.
  package var trials: [Double]

  /// How fast a hand may move when it lets go.
  package enum Speeds: Sendable {
    /// This fast, to either side; at least as fast as it did.
    case upTo(PointsPerSecond)
    /// So much faster or slower than it did.
    case within(PointsPerSecond)
  }

  /// Creates a span.
  package init(
    isAlongX: Bool, farthest: Points, _ speeds: Speeds, trials: [Double] = ReleaseSpan.fineTrials
  ) {
    (self.isAlongX, self.farthest, self.speeds) = (isAlongX, farthest, speeds)
    self.trials = trials
  }

  /// Trials that find what is near whatever the span is.
  ///
  /// Source: ours; each is a fifth further than the last, from a 4,000th of the way, a tenth of a point
  /// of 400.
  package static let fineTrials: [Double] = {
    var trials: [Double] = []
    var part = 1.0
    while part > 1 / 4_096 {
      trials.append(part)
      part /= 1.2
    }
    return trials.reversed()
  }()
}

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
  /// Where thresholds are looked for.
  package var spans: [ReleaseSpan]

  /// Creates a grid.
  package init(
    decision: Int, isAlongX: Bool, offsets: [Points], velocities: [PointsPerSecond],
    spans: [ReleaseSpan] = []
  ) {
    (self.decision, self.isAlongX, self.spans) = (decision, isAlongX, spans)
    (self.offsets, self.velocities) = (offsets, velocities)
  }
}

/// The nearest release to one that was made, of those that differ from it only in their place or only in
/// their velocity, that would have led elsewhere.
package struct ReleaseThreshold: Hashable, Sendable {
  /// Whether it differs along x, or else along y.
  package var isAlongX: Bool
  /// How far the hand is from where it let go; zero where only the velocity differs.
  package var offset: Points
  /// How fast it moves when it lets go.
  package var velocity: PointsPerSecond
  /// How fast it moved.
  package var released: PointsPerSecond
  /// Where the surface would have been.
  package var position: Points
  /// The name of the target; empty where nothing would be decided.
  package var target: String
  /// The decision, as the payload of an event; empty where there would be none.
  package var decision: [LogField]
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
  /// The nearest releases that would have led elsewhere: further on and further back, faster and slower.
  package var thresholds: [ReleaseThreshold]
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
    var request = started(by: recording, type)
    request.pans.tellsForce = type.heedsForce
    let hand = try request.handEvents(in: recording)
    try request.checkLength(hand.events, hand.originMicroseconds)
    do {
      let tuning = try S.resolved(request).tuning
      let replay = Replay(
        try S(tuning: tuning, stage: request.stage), rate: request.rate,
        originMicroseconds: hand.originMicroseconds,
        keeping: false)
      return try replay.pendingRelease(
        ofDecision: grid.decision, hand.events, try request.steps(type, from: tuning)
      )?.map(of: grid)
    } catch { throw .setting(error) }
  }
}

extension PendingRelease {
  /// How often what lies between two trials is halved.
  ///
  /// Source: ours; of 4,000 pt/s, a thousandth of a millionth of a step is left.
  private static var halvings: Int { 30 }

  /// What would have been decided on the releases of a grid.
  func map(of grid: ReleaseGrid) -> ReleaseMap {
    let alongX = grid.isAlongX
    return ReleaseMap(
      positions: grid.offsets.map { position(Change(isAlongX: alongX, offset: $0)) },
      targets: grid.offsets.map { offset in
        grid.velocities.map {
          target(Change(isAlongX: alongX, offset: offset, velocity: $0))
        }
      },
      position: position(Change(isAlongX: alongX)), velocity: velocity(alongX: alongX),
      thresholds: grid.spans.flatMap { thresholds(over: $0) })
  }

  private func thresholds(over span: ReleaseSpan) -> [ReleaseThreshold] {
    let start = velocity(alongX: span.isAlongX)
    let (forth, back) =
      switch span.speeds {
      case .upTo(let fastest): (fastest, -fastest)
      case .within(let change): (start + change, start - change)
      }
    let ends: [(Points, PointsPerSecond)] = [
      (span.farthest, start), (-span.farthest, start), (.zero, forth), (.zero, back),
    ]
    return ends.compactMap { threshold(span, toward: $0, from: start) }
  }

  /// The first release on the way to `end` that leads elsewhere; nil where none does.
  private func threshold(
    _ span: ReleaseSpan, toward end: (offset: Points, velocity: PointsPerSecond),
    from start: PointsPerSecond
  ) -> ReleaseThreshold? {
    func release(_ part: Double) -> Change {
      Change(
        isAlongX: span.isAlongX, offset: end.offset * part,
        velocity: start + (end.velocity - start) * part)
    }
    let known = target(release(0))
    let trials = span.trials
    guard let first = trials.firstIndex(where: { target(release($0)) != known }) else { return nil }
    var (near, far) = (first == 0 ? 0 : trials[first - 1], trials[first])
    for _ in 0..<Self.halvings {
      let middle = near + (far - near) / 2
      if target(release(middle)) == known { near = middle } else { far = middle }
    }
    let change = release(far)
    return ReleaseThreshold(
      isAlongX: span.isAlongX, offset: change.offset, velocity: change.velocity ?? start,
      released: start,
      position: position(Change(isAlongX: span.isAlongX, offset: change.offset)),
      target: target(change), decision: payload(change))
  }
}
