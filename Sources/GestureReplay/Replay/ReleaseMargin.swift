package import Quantities
import Scenarios

/// How far a release is from one that is answered otherwise: the least that the hand would have had to do
/// otherwise when it let go.
package enum ReleaseMargin {
  /// How many points per second are as much as a point.
  ///
  /// Source: ours; a hand that lets go 10 pt farther, or 100 pt/s faster, has done about as much otherwise.
  package static let speedOfPoint = 10.0
  /// How far a release that is answered rightly is looked for; as far is one that is not found.
  ///
  /// Source: ours; about as long as a screen, and 10,000 pt/s, faster than a hand moves.
  package static let farthest = Points(1_000)

  /// The distances at which is looked, up to `farthest`; each is a fifth farther than the last.
  ///
  /// Source: ours; from a quarter of a point, below which a hand does not tell two places apart.
  fileprivate static func distances(upTo farthest: Points) -> [Points] {
    var distances: [Points] = []
    var distance = Points(0.25)
    while distance < farthest {
      distances.append(distance)
      distance = distance * 1.2
    }
    return distances + [farthest]
  }

  /// How well a distance is known.
  ///
  /// Source: ours; a scorecard counts in thousandths.
  fileprivate static let precision = Points(0x1p-12)
}

extension PendingRelease {
  /// How much is lacking to a margin of `limit`.
  ///
  /// A release that is answered rightly lacks what it is nearer to one that is answered wrongly; one that is
  /// answered wrongly lacks the whole margin and its way to the nearest that is answered rightly. So it
  /// goes through a boundary of the rule without a step, and falls the nearer an answer is to a better one.
  ///
  /// - Parameters:
  ///   - limit: The margin, up to ``ReleaseMargin/farthest``.
  ///   - isRight: Whether the release is answered rightly.
  ///   - intents: The targets that the hand may have meant.
  /// - Returns: 0 or more.
  /// - Complexity: up to 200 releases for a right answer, 400 for a wrong one.
  func shortfall(of limit: Points, isRight: Bool, intents: [String]) -> Points {
    let known = target(Change(isAlongX: false))
    // What is decided as the release is answered as it was, wherever that led in the end.
    let nearest = distance(upTo: isRight ? limit : ReleaseMargin.farthest) { target in
      target != known && intents.contains(target) != isRight
    }
    guard isRight else { return limit + (nearest ?? ReleaseMargin.farthest) }
    return nearest.map { limit - $0 } ?? .zero
  }

  /// How far the nearest release is whose target is such a one, up to `farthest`; nil where there is none.
  ///
  /// What is so only between two of the distances at which is looked is not found.
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

/// A way to let go otherwise.
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
