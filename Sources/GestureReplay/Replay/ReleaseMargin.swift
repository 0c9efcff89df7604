package import Quantities
import Scenarios

/// The margin of a release: the smallest change at the lift that makes a correct decision wrong, or vice versa.
///
/// The change is a change of position or of velocity. It is measured in points; a change of 10 pt/s counts as 1 pt.
package enum ReleaseMargin {
  /// The number of points per second that count as much as one point.
  ///
  /// Source: our choice, because a release 10 pt farther and a release 100 pt/s faster are about equally
  /// different.
  package static let speedOfPoint = 10.0
  /// The greatest distance at which a correct release is searched, and the distance that is used if none is found.
  ///
  /// Source: our choice, because 1,000 pt is about the length of a screen, and the corresponding 10,000 pt/s is
  /// the speed of a very hard flick.
  package static let farthest = Points(1_000)

  /// The distances that are tried, up to `farthest`; each is 20 % greater than the previous distance.
  ///
  /// Source: our choice. The first distance is a quarter of a point, because people cannot distinguish positions
  /// that are closer together.
  fileprivate static func distances(upTo farthest: Points) -> [Points] {
    var distances: [Points] = []
    var distance = Points(0.25)
    while distance < farthest {
      distances.append(distance)
      distance = distance * 1.2
    }
    return distances + [farthest]
  }

  /// The precision with which a distance is computed.
  ///
  /// Source: our choice, because the results of a study are summed in thousandths of a point, which is less precise.
  fileprivate static let precision = Points(0x1p-12)
}

extension PendingRelease {
  /// Returns the margin shortfall of the release for a required margin of `limit`.
  ///
  /// For a correct decision: max(0, `limit` − distance to the nearest wrong decision). For a wrong decision:
  /// `limit` + distance to the nearest correct decision. The shortfall is `limit` on both sides of the point at
  /// which the decision changes, so it has no step there, and a search can follow its slope.
  ///
  /// - Parameters:
  ///   - limit: The required margin, up to ``ReleaseMargin/farthest``.
  ///   - isRight: Whether the decision on the release is correct.
  ///   - intents: The targets that the user may have intended.
  /// - Returns: The shortfall, 0 or more.
  /// - Complexity: Replays up to 200 releases for a correct decision, and up to 400 for a wrong decision.
  func shortfall(of limit: Points, isRight: Bool, intents: [String]) -> Points {
    let known = target(Change(isAlongX: false))
    // A release with the same target is as right or wrong as the actual one, even if the surface is retargeted
    // later.
    let nearest = distance(upTo: isRight ? limit : ReleaseMargin.farthest) { target in
      target != known && intents.contains(target) != isRight
    }
    guard isRight else { return limit + (nearest ?? ReleaseMargin.farthest) }
    return nearest.map { limit - $0 } ?? .zero
  }

  /// Returns the distance to the nearest release with a sought target, up to `farthest`; nil if there is none.
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
