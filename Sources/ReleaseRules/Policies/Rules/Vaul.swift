public import Quantities

extension ReleaseRule {
  /// Picks the candidate next to the start for a flick, and the end of the travel for a still faster release.
  ///
  /// A slower release goes to the nearest candidate. A flick has no effect if the displacement is at least the fraction
  /// ``threshold`` of the screen height. A release of at least the speed ``skip`` goes to the end of the travel. As in
  /// vaul, the displacement from the start determines the direction, and the velocity counts only as a speed, so a
  /// flick back has the same effect as a flick forward.
  ///
  /// With one candidate, a downward displacement dismisses the surface if the release is at least as fast as
  /// ``flick``, or if the displacement is at least a quarter of the visible height.
  ///
  /// Source: vaul at 3e97aac, `onRelease` and `use-snap-points`.
  public struct Vaul: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The lowest speed of a release that goes to the end; 0 means never.
    public var skip = PointsPerSecond(0)
    /// A flick has no effect at and beyond this displacement, as a fraction of the screen height; unitless.
    public var threshold = 0.5
    /// The candidate that is picked if two are equally near.
    public var tie = TieSide.higher

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Vaul: BundledRule {
  static let name = "vaul"
  static let meaning =
    "A flick moves the surface in the direction of the drag: to the candidate next to the start, "
    + "or, if the flick is at least as fast as release.skip, to the outermost position. A slower "
    + "release goes to the nearest candidate. vaul uses this rule."
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off."),
    .skip(
      { $1(&$0.skip) },
      "A release that is at least this fast goes to the outermost position in the direction of "
        + "the drag; 0 turns this off."),
    .threshold(
      { $1(&$0.threshold) },
      "A flick has no effect if the distance of the surface from its start is at least this "
        + "fraction of the screen height."),
    .side { $1(&$0.tie) },
  ]
  static let words = [table(of: "release.tie", TieSide.self)]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    let displacement = travel.displacement
    let speed = travel.velocity.magnitude
    func lower() -> Verdict {
      travel.hidden == nil
        ? travel.rest(at: last, .dismissVelocity) : travel.gone(.dismissVelocity)
    }
    if last == 0 {
      guard let hidden = travel.hidden, displacement > 0 else { return travel.rest(at: 0, .single) }
      if speed >= flick.value { return travel.gone(.dismissVelocity) }
      return displacement >= 0.25 * (hidden - travel.positions[0])
        ? travel.gone(.dismissDistance) : travel.rest(at: 0, .single)
    }
    if skip > .zero, speed >= skip.value {
      return displacement < 0 ? travel.rest(at: 0, .thresholdVelocity) : lower()
    }
    let reach = threshold * release.context.screen.y.value
    guard flick > .zero, speed >= flick.value, displacement.magnitude < reach else {
      return travel.rest(
        at: travel.nearest(to: travel.here, prefersLower: tie == .lower), .nearest)
    }
    let next = travel.start + (displacement < 0 ? -1 : 1)
    return next > last ? lower() : travel.rest(at: max(0, next), .thresholdVelocity)
  }
}
