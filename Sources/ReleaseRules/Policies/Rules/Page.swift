public import Quantities

extension ReleaseRule {
  /// Picks the next page in the direction of a flick, and otherwise the page nearest to the projection.
  ///
  /// A flick moves to the page next to the start. The start is the page to which the surface was moving before the
  /// touch, so a second flick during the settling continues to the following page. If the finger first moved in the
  /// opposite direction, the flick moves only to the next page from the current position, so that a flick back
  /// undoes the drag. The target is never in the direction opposite to a flick.
  ///
  /// A slower release never goes beyond the pages that a flick would reach. It returns to the start unless another
  /// page is nearer to the projection by at least ``hysteresis``.
  ///
  /// Without ``adjacentOnly``, or at a speed above ``skip``, a release may go farther, to the page nearest to the
  /// projection.
  public struct Page: Hashable, Sendable {
    /// Whether one release goes at most to the next page.
    public var adjacentOnly = true
    /// The speed above which a release may pass pages; 0 means never.
    public var skip = PointsPerSecond(0)
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The start is the target unless another page is nearer to the projection than the start by at least this
    /// distance.
    public var hysteresis = Points(8)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Page: BundledRule {
  static let name = "page"
  static let meaning =
    "For a flick, picks the page next to the start; for a flick against the direction of the drag, "
    + "the next page from the current position. For a slower release, picks the page nearest to "
    + "the projection."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    .adjacentOnly { $1(&$0.adjacentOnly) },
    .skip(
      { $1(&$0.skip) },
      "A release that is faster than this speed may go past the next page; 0 means that no "
        + "release may."),
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick, which turns one page; 0 turns "
        + "flicks off."),
    .hysteresis { $1(&$0.hysteresis) },
  ]

  public func decide(_ release: Release) -> Verdict {
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
    // A slower release must not go beyond the pages that a flick would reach, not even to return to the start.
    let mayStay = mayPass || up <= travel.start && travel.start <= down
    if mayStay, nearest != travel.start, gained < hysteresis.value {
      return travel.rest(at: travel.start, .hysteresisKept)
    }
    return travel.rest(at: nearest, travel.velocity == 0 ? .nearest : .projected)
  }
}

extension Travel {
  /// Returns the index of the candidate to which a flick moves the surface.
  ///
  /// The flick moves the surface to the candidate next to the start or to the candidate ahead of the surface, whichever
  /// is farther. If the mean velocity of the touch is opposite to the flick, only the candidate ahead of the surface is
  /// considered.
  fileprivate func flicked(down isDown: Bool) -> Int {
    let last = positions.count - 1
    let ahead =
      isDown ? positions.firstIndex { $0 >= here } ?? last : positions.lastIndex { $0 <= here } ?? 0
    guard isDown ? mean >= 0 : mean <= 0 else { return ahead }
    return isDown ? max(ahead, min(start + 1, last)) : min(ahead, max(start - 1, 0))
  }
}
