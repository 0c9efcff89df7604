package import Quantities
import Scenarios

/// The distance from a release to the nearest release with another verdict.
///
/// The margin is the least change of position or velocity at the lift that changes the verdict.
package enum ReleaseMargin {
  /// The number of points per second that count as much as one point.
  ///
  /// Source: our choice: a release 10 pt farther and a release 100 pt/s faster are about equally different.
  package static let speedOfPoint = 10.0
  /// The distance to which the search for a correct release extends, also used if none is found.
  ///
  /// Source: our choice: 1,000 pt are about the length of a screen, and correspond to 10,000 pt/s, faster than
  /// a hand moves.
  package static let farthest = Points(1_000)

  /// The distances that are tried, up to `farthest`; each is a fifth greater than the one before.
  ///
  /// Source: our choice: the first distance is a quarter of a point, below which people cannot tell two positions
  /// apart.
  fileprivate static func distances(upTo farthest: Points) -> [Points] {
    var distances: [Points] = []
    var distance = Points(0.25)
    while distance < farthest {
      distances.append(distance)
      distance = distance * 1.2
    }
    return distances + [farthest]
  }

  /// The precision of a distance.
  ///
  /// Source: our choice: this precision is finer than the thousandths in which a scorecard counts.
  fileprivate static let precision = Points(0x1p-12)
}

extension PendingRelease {
  /// Returns the margin shortfall of the release for a required margin of `limit`.
  ///
  /// For a correct decision: max(0, `limit` − distance to the nearest wrong decision). For a wrong decision:
  /// `limit` + distance to the nearest correct decision. The shortfall has no step at the boundary of a
  /// decision, so a search can follow its slope.
  ///
  /// - Parameters:
  ///   - limit: The required margin, up to ``ReleaseMargin/farthest``.
  ///   - isRight: Whether the decision on the release is correct.
  ///   - intents: The targets that the user may have intended.
  /// - Returns: The shortfall, 0 or more.
  /// - Complexity: Up to 200 releases for a correct decision, 400 for a wrong one.
  func shortfall(of limit: Points, isRight: Bool, intents: [String]) -> Points {
    let known = target(Change(isAlongX: false))
    // A change with the same target keeps the verdict, even if the surface was retargeted later.
    let nearest = distance(upTo: isRight ? limit : ReleaseMargin.farthest) { target in
      target != known && intents.contains(target) != isRight
    }
    guard isRight else { return limit + (nearest ?? ReleaseMargin.farthest) }
    return nearest.map { limit - $0 } ?? .zero
  }

  /// The distance to the nearest release with a sought target, up to `farthest`; nil if there is none.
  ///
  /// A target that occurs only between two of the tried distances is not found.
  private func distance(upTo farthest: Points, _ isSought: (String) -> Bool) -> Points? {
    var near = Points.zero
    for far in ReleaseMargin.distances(upTo: farthest) {
      var nearest: Points?
      for way in ways where isSought(target(change(way, nearest ?? far))) {
        nearest = boundary(along: way, between: near, and: nearest ?? far, isSought)
      }
      if let nearest { return nearest }
      near = far
    }
    return nil
  }

  private func boundary(
    along way: Way, between near: Points, and far: Points, _ isSought: (String) -> Bool
  ) -> Points {
    var (near, far) = (near, far)
    while far - near > ReleaseMargin.precision {
      let middle = near + (far - near) / 2
      if isSought(target(change(way, middle))) { far = middle } else { near = middle }
    }
    return far
  }
}

/// A direction in which a release can change: position or velocity, along one axis.
private struct Way {
  var isAlongX: Bool
  var isFaster: Bool
  var sign: Double
}

extension PendingRelease {
  private var ways: [Way] {
    [false, true].flatMap { isAlongX in
      [false, true].flatMap { isFaster in
        [-1, 1].map { Way(isAlongX: isAlongX, isFaster: isFaster, sign: $0) }
      }
    }
  }

  private func change(_ way: Way, _ distance: Points) -> Change {
    let signed = distance * way.sign
    guard way.isFaster else { return Change(isAlongX: way.isAlongX, offset: signed) }
    let faster = PointsPerSecond(signed.value * ReleaseMargin.speedOfPoint)
    return Change(isAlongX: way.isAlongX, velocity: velocity(alongX: way.isAlongX) + faster)
  }
}
