package import FrameLogs
package import Quantities
import ReleaseRules
import Scenarios
import Surfaces
package import TouchInput
import VelocityEstimation

/// A range of hypothetical releases, in which thresholds are searched.
///
/// A hypothetical release differs from the recorded release along one axis: in the position of the finger, in
/// its velocity, or in both.
package struct ReleaseSpan: Sendable {
  /// True if the hypothetical releases differ along x; false if along y.
  package var isAlongX: Bool
  /// The greatest displacement from the actual position, to either side; above zero.
  package var farthest: Points
  /// The range of the release velocities.
  package var speeds: Speeds
  /// The releases that are tried in each direction, in ascending order.
  ///
  /// Each number is a fraction of the distance from the actual release, at 0, to the end of the range, at 1. The search
  /// misses a target that occurs only between two of these releases.
  package var trials: [Double]

  /// A range of release velocities.
  package enum Speeds: Sendable {
    /// Velocities up to this speed, in both directions; the speed must be at least the actual speed.
    case upTo(PointsPerSecond)
    /// Velocities that differ from the actual velocity by at most this speed.
    case within(PointsPerSecond)
  }

  package init(
    isAlongX: Bool, farthest: Points, _ speeds: Speeds, trials: [Double] = ReleaseSpan.fineTrials
  ) {
    (self.isAlongX, self.farthest, self.speeds) = (isAlongX, farthest, speeds)
    self.trials = trials
  }

  /// Fractions that are close together near zero, so that near thresholds are found even if the range is large.
  ///
  /// Each fraction is 20 % greater than the previous fraction. We chose about 1/4,000 as the smallest fraction, because
  /// it is a tenth of a point if the range extends to 400 pt.
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

/// A grid of hypothetical releases with other positions and velocities along one axis.
package struct ReleaseGrid: Sendable {
  /// The number of the decision in the replay, counted from 0.
  package var decision: Int
  /// True if positions and velocities change along x; false if along y.
  package var isAlongX: Bool
  /// The displacements from the actual position of the finger.
  package var offsets: [Points]
  /// The release velocities.
  package var velocities: [PointsPerSecond]
  /// The ranges in which thresholds are searched.
  package var spans: [ReleaseSpan]

  package init(
    decision: Int, isAlongX: Bool, offsets: [Points], velocities: [PointsPerSecond],
    spans: [ReleaseSpan] = []
  ) {
    (self.decision, self.isAlongX, self.spans) = (decision, isAlongX, spans)
    (self.offsets, self.velocities) = (offsets, velocities)
  }
}

/// The nearest hypothetical release in one direction whose target differs from the actual target.
///
/// This release differs from the actual release only in position or only in velocity.
package struct ReleaseThreshold: Hashable, Sendable {
  /// True if the release differs along x; false if along y.
  package var isAlongX: Bool
  /// The displacement from the actual position of the finger; zero if only the velocity differs.
  package var offset: Points
  /// The release velocity.
  package var velocity: PointsPerSecond
  /// The actual release velocity.
  package var released: PointsPerSecond
  /// The position of the surface after the hypothetical release.
  package var position: Points
  /// The target after the hypothetical release; empty if there would be no decision.
  package var target: String
  /// The decision after the hypothetical release, as the payload of an event; empty if there would be none.
  package var decision: [LogField]
}

/// The decisions on hypothetical releases; see ``ReleaseSpan``.
package struct ReleaseMap: Hashable, Sendable {
  /// The position of the surface for every offset.
  package var positions: [Points]
  /// The targets for every offset and velocity; empty if there would be no decision.
  package var targets: [[String]]
  /// The actual position of the surface.
  package var position: Points
  /// The actual release velocity.
  package var velocity: PointsPerSecond
  /// For each span, the nearest releases with another target in up to four directions.
  ///
  /// The directions are: a greater position, a smaller position, a greater velocity and a smaller velocity.
  package var thresholds: [ReleaseThreshold]
}

extension ReplayRequest {
  /// Returns the decisions for other positions and velocities of a release.
  ///
  /// Everything before the release stays unchanged.
  ///
  /// - Returns: The map; nil if the replay lacks the decision of `grid`, or no pan led to this decision.
  /// - Throws: ``ReplayError`` if the recording cannot be replayed.
  package func releaseMap(
    of recording: Recording, over grid: ReleaseGrid
  ) throws(ReplayError) -> ReleaseMap? {
    let kind: ScenarioKind
    do { kind = try self.kind() } catch { throw .setting(error) }
    return try kind.surface.releaseMap(self, of: recording, over: grid)
  }
}

extension PendingRelease {
  /// The number of bisections with which the search finds a threshold between two tried releases.
  ///
  /// We chose 30 because 30 halvings reduce an interval by a factor of 10⁹, for example from 4,000 pt/s to
  /// 0.000004 pt/s.
  private static var halvings: Int { 30 }

  /// Returns the decisions for the releases of a grid.
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

  /// Returns the nearest release in the direction of `end` with another target; nil if there is none.
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
