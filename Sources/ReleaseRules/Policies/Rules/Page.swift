public import Quantities

extension ReleaseRule {
  /// The next page in the direction of a flick.
  ///
  /// If the finger had moved in the opposite direction before, the target is only the next page from the
  /// current position, so that a flick back undoes the drag. For a slower release the target is the page
  /// nearest to the projection, but none beyond those that a flick would reach, with hysteresis for the
  /// start.
  ///
  /// The start is the page for which the surface was heading, so a second flick during the settling
  /// continues to the page after that. The target is never against the direction of a flick. Without
  /// ``adjacentOnly``, or above ``skip``, the target is the projected page if that is farther.
  public struct Page: Hashable, Sendable {
    /// Whether one release reaches at most the next page.
    public var adjacentOnly = true
    /// The speed above which a release may pass pages; 0 is never.
    public var skip = PointsPerSecond(0)
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// How much nearer than the start another page must be to be picked.
    public var hysteresis = Points(8)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Page: RuleNumbers {
  static let name = "page"
  static let meaning =
    "The next page after the start for a flick, the next from the position for a flick back, otherwise the nearest."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    .adjacentOnly { $1(&$0.adjacentOnly) },
    .skip({ $1(&$0.skip) }, "The speed above which a release may pass pages; 0 is never."),
    .flick(
      { $1(&$0.flick) },
      "The lowest speed of a flick, which turns a page; 0 turns flicks off."),
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
  /// The candidate that a flick reaches: the next after the start, or the next from the position of the
  /// surface if the finger had moved in the opposite direction, or if that candidate is farther.
  fileprivate func flicked(down isDown: Bool) -> Int {
    let last = positions.count - 1
    let ahead =
      isDown ? positions.firstIndex { $0 >= here } ?? last : positions.lastIndex { $0 <= here } ?? 0
    guard isDown ? mean >= 0 : mean <= 0 else { return ahead }
    return isDown ? max(ahead, min(start + 1, last)) : min(ahead, max(start - 1, 0))
  }
}
