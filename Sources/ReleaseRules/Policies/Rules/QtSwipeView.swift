public import Quantities

extension ReleaseRule {
  /// Picks the next page from the current position, after a flick or after a slow drag by more than ``turn``.
  ///
  /// A flick picks the page nearest to a position half a page and 1 pt ahead. This is the next page in the direction of
  /// the flick, from the position of the surface and not from the start. A slower release whose drag and velocity have
  /// the same direction picks the page nearest to a position half a page ahead, if the drag is longer than ``turn`` and
  /// shorter than half a page. Any other release picks the nearest page, and the earlier of two pages that are equally
  /// near.
  ///
  /// A release while the finger is beyond the end at which the drag began has no velocity.
  ///
  /// In Qt, the last three velocities, however old, give the direction of a slow release. In this rule, a release
  /// without velocity has no direction, so it counts as a release in the direction of its drag.
  ///
  /// Source: qtdeclarative at c4d3c0cc, `QQuickListViewPrivate::flick`, `fixup` and `snapItemAt`, for `SnapOneItem`.
  public struct QtSwipeView: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(75)
    /// The displacement above which a slow drag turns a page.
    public var turn = Points(30)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.QtSwipeView: BundledRule {
  static let name = "qtSwipeView"
  static let meaning =
    "For a flick, picks the next page from the current position. A slow drag that is longer than a "
    + "threshold and shorter than half a page also turns the page. Qt's SwipeView uses this rule."

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off.",
      source: "qtdeclarative, _q_MinimumFlickVelocity, 75"),
    Setting(
      "release.turn", unit: "pt", .number(0...100_000) { $1(&$0.turn) },
      "A slow drag turns a page if it is longer than this distance and shorter than half a page.",
      source: "qtdeclarative, QML_FLICK_SNAPONETHRESHOLD, 30"),
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let page = travel.page
    // Pages at an end do not move outwards, and Qt then forgets the velocities.
    let context = release.context
    let isHeldAtEnd =
      !context.isCaught && context.position == context.origin
      && context.unlimited != context.position
    let velocity = isHeldAtEnd ? 0 : travel.velocity
    let isFlick = flick > .zero && velocity.magnitude >= flick.value
    // `travel` measures from the last page, so an earlier page has a larger position.
    if isFlick {
      let ahead = page / 2 + 1
      let position = travel.here + (velocity > 0 ? ahead : -ahead)
      return travel.rest(
        at: travel.nearest(to: position, prefersLower: true), .thresholdVelocity)
    }
    let drag = travel.displacement(of: context)
    let isBack = velocity * drag < 0
    let turns = !isBack && drag.magnitude > turn.value && drag.magnitude < page / 2
    let position = travel.here + (!turns ? 0 : drag > 0 ? page / 2 : -page / 2)
    return travel.rest(
      at: travel.nearest(to: position, prefersLower: true), turns ? .thresholdDistance : .nearest)
  }
}

extension Travel {
  /// The distance between two pages; the length of the line divided by the number of gaps.
  var page: Double { candidates.count > 1 ? length / Double(candidates.count - 1) : 0 }

  /// Returns the displacement of the surface since the touch-down of `context`; positive is down.
  ///
  /// If the duration or the mean velocity is not known, returns the displacement from the start.
  func displacement(of context: ReleaseContext) -> Double {
    guard let duration = context.duration, context.mean != nil else { return displacement }
    return mean * gain * duration.value
  }
}
