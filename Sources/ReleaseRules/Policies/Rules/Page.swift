public import Quantities

extension ReleaseRule {
  /// One on from the start in the direction of a flick.
  ///
  /// Where the hand had gone the other way it is only the next one ahead, so that a flick back takes
  /// back what the hand did. Slower, it is the nearest to the projection, but none beyond those that a
  /// flick would reach, with the start kept by hysteresis.
  ///
  /// The start is where the surface was heading, so a second flick while it still settles goes on to
  /// the page after. A flick is never answered against its direction. Without ``adjacentOnly``, or
  /// above ``skip``, a release goes as far as its projection if that is farther.
  public struct Page: Hashable, Sendable {
    /// Whether one release reaches at most the next page.
    public var adjacentOnly = true
    /// A release faster than this may pass pages all the same; 0 is never.
    public var skip = PointsPerSecond(0)
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)
    /// How much nearer another page must be for the start to be left.
    public var hysteresis = Points(8)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Page: RuleNumbers {
  static let name = "page"
  static let meaning =
    "One on from the start for a flick, back to it for one that takes the way back, else the nearest."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    .adjacentOnly { $1(&$0.adjacentOnly) },
    .skip({ $1(&$0.skip) }, "A release faster than this may pass pages; 0 is never."),
    .flick(
      { $1(&$0.flick) },
      "A release this fast is a flick, which turns a page or takes that back; 0 is off."),
    .hysteresis { $1(&$0.hysteresis) },
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let speed = travel.velocity.magnitude
    let projected = travel.here + travel.velocity * travel.gain * release.lookahead.value
    let mayPass = !adjacentOnly || skip > .zero && speed > skip.value
    guard flick > .zero, speed >= flick.value else {
      return pickSlowPage(travel, projected, mayPass: mayPass)
    }
    let isDown = travel.velocity > 0
    let target = travel.flicked(down: isDown)
    guard mayPass else { return travel.rest(at: target, .thresholdVelocity) }
    let thrown = travel.nearest(to: projected)
    let isFarther = isDown ? thrown > target : thrown < target
    return isFarther
      ? travel.rest(at: thrown, .projected) : travel.rest(at: target, .thresholdVelocity)
  }

  private func pickSlowPage(
    _ travel: Travel, _ projected: Double, mayPass: Bool
  ) -> Verdict {
    let (up, down) = (travel.flicked(down: false), travel.flicked(down: true))
    let thrown = travel.nearest(to: projected)
    let nearest = mayPass ? thrown : max(up, min(thrown, down))
    let (near, kept) = (travel.positions[nearest], travel.positions[travel.start])
    let gained = (kept - projected).magnitude - (near - projected).magnitude
    let mayStay = mayPass || up <= travel.start && travel.start <= down
    if mayStay, nearest != travel.start, gained < hysteresis.value {
      return travel.rest(at: travel.start, .hysteresisKept)
    }
    return travel.rest(at: nearest, travel.velocity == 0 ? .nearest : .projected)
  }
}

extension Travel {
  /// The candidate that a flick reaches: the next after the start, or, where the hand had gone the
  /// other way, or is beyond that, the next from where the surface is.
  fileprivate func flicked(down isDown: Bool) -> Int {
    let last = positions.count - 1
    let ahead =
      isDown ? positions.firstIndex { $0 >= here } ?? last : positions.lastIndex { $0 <= here } ?? 0
    guard isDown ? mean >= 0 : mean <= 0 else { return ahead }
    return isDown ? max(ahead, min(start + 1, last)) : min(ahead, max(start - 1, 0))
  }
}
