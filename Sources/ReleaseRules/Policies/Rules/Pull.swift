public import Quantities

extension ReleaseRule {
  /// Dismisses a surface that was pulled far enough or thrown fast enough, and otherwise returns it to the start.
  ///
  /// A pull is far enough if its displacement from the start is more than ``positional``. If ``positional`` is 0, the
  /// displacement must be more than the fraction ``threshold`` of the distance from the start to the dismissed
  /// position. A throw is fast enough if it has at least the speed ``flick``, and is faster along its direction than
  /// across it by at least ``across``. With ``keepsSurfaceOnFlickBack``, a flick back prevents the dismissal.
  ///
  /// Source: the dismissible modal of Wave's documentation, which ignores flicks back; Flutter,
  /// `bottom_sheet.dart` and `dismissible.dart`.
  public struct Pull: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The lowest distance from the start at which a flick dismisses; 0 allows any distance.
    public var flickDistance = Points(0)
    /// The difference by which the speed of a flick along its direction must exceed the speed across it; 0 turns this
    /// off.
    public var across = PointsPerSecond(0)
    /// Whether a flick back prevents a dismissal, however far the surface was pulled.
    public var keepsSurfaceOnFlickBack = true
    /// The fraction of the distance from the start to the dismissed position past which the surface is dismissed.
    public var threshold = 0.5
    /// The threshold as a distance; 0 uses the fraction ``threshold`` instead.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Pull: BundledRule {
  static let name = "pull"
  static let meaning =
    "Dismisses a surface that was pulled far enough or thrown fast enough, and returns any "
    + "other surface to its start. The scenario modal uses this rule."
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off."),
    .flickDistance { $1(&$0.flickDistance) },
    .across { $1(&$0.across) },
    .keepsSurfaceOnFlickBack { $1(&$0.keepsSurfaceOnFlickBack) },
    .threshold(
      { $1(&$0.threshold) },
      "The surface is dismissed if it was pulled past this fraction of the distance from its "
        + "start to the dismissed position."),
    .positional { $1(&$0.positional) },
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let back = travel.rest(at: travel.start, .thresholdDistance)
    guard let hidden = travel.hidden else { return back }
    let speed = travel.velocity.magnitude
    let isFlick =
      flick > .zero && speed >= flick.value
      && (across == .zero || speed - travel.crossSpeed >= across.value)
    let isFarEnough = flickDistance == .zero || travel.displacement >= flickDistance.value
    if isFlick, travel.velocity > 0, isFarEnough { return travel.gone(.dismissVelocity) }
    if isFlick, travel.velocity < 0, keepsSurfaceOnFlickBack { return back }
    let fraction = threshold * (hidden - travel.positions[travel.start])
    let needed = positional > .zero ? positional.value : fraction
    return travel.displacement > needed ? travel.gone(.dismissDistance) : back
  }
}
