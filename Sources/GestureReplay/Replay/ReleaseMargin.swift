package import Quantities
import Scenarios

/// The margin of a release: the smallest change of the release that makes a correct decision wrong, or vice versa.
///
/// The change is a change of position or of velocity. It is measured in points; a change of 10 pt/s counts as 1 pt.
package enum ReleaseMargin {
  /// The change of velocity, in points per second, that counts as much as a change of position by one point.
  ///
  /// We chose 10 because a release 10 pt farther away and a release 100 pt/s faster differ about equally from the
  /// original release.
  package static let speedOfPoint = 10.0
  /// The greatest distance at which the search looks for a release with a correct decision.
  ///
  /// If the search finds none, this distance is used in its place. We chose 1,000 pt because it is about the length of
  /// a screen, and because the corresponding 10,000 pt/s is the speed of a very hard flick.
  package static let farthest = Points(1_000)

  /// The distances that are tried, up to `farthest`; each is 20 % greater than the previous distance.
  ///
  /// The first distance is a quarter of a point, because people cannot distinguish positions that are closer together.
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
  /// We chose about 0.0002 pt because the results of a study are rounded to thousandths of a point, which is less
  /// precise.
  fileprivate static let precision = Points(0x1p-12)
}

extension PendingRelease {
  /// Returns the margin shortfall of the release for a required margin of `limit`.
  ///
  /// The shortfall of a correct decision is max(0, `limit` − distance to the nearest wrong decision). The shortfall of
  /// a wrong decision is `limit` + distance to the nearest correct decision. At a release where the decision changes
  /// between right and wrong, both formulas are equal to `limit`. The shortfall therefore changes gradually, and a
  /// search can follow its slope.
  ///
  /// - Parameters:
  ///   - limit: The required margin, up to ``ReleaseMargin/farthest``.
  ///   - isRight: Whether the decision on the release is correct.
  ///   - intents: The targets that the user may have intended.
  /// - Returns: The shortfall, 0 or more.
  /// - Complexity: Replays up to 200 releases for a correct decision, and up to 400 for a wrong decision.
  func shortfall(of limit: Points, isRight: Bool, intents: [String]) -> Points {
    let known = target(Change(isAlongX: false))
    // If a hypothetical release has the target of the actual release, its decision is right or wrong in the same way,
    // even if the surface is retargeted later.
    let nearest = distance(upTo: isRight ? limit : ReleaseMargin.farthest) { target in
      target != known && intents.contains(target) != isRight
    }
    guard isRight else { return limit + (nearest ?? ReleaseMargin.farthest) }
    return nearest.map { limit - $0 } ?? .zero
  }

  /// Returns the distance to the nearest release for whose target `isSought` returns true.
  ///
  /// Returns nil if there is no such release up to the distance `farthest`.
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

/// A direction in which a release can change: its position or its velocity, along one axis, up or down.
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
