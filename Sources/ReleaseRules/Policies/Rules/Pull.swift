public import Quantities

extension ReleaseRule {
  /// Dismissed if pulled or thrown far or fast enough, otherwise back at the start.
  ///
  /// The surface is pulled far enough at more than ``positional``, or if that is 0, at more than the fraction
  /// ``threshold`` of the distance to the dismissed position. The surface is thrown fast enough by
  /// a ``flick`` that is faster along its direction than across it by ``across``. With ``heedsFlickBack``, a flick
  /// back keeps the surface.
  ///
  /// Source: the dismissible modal of Wave's documentation, which ignores flicks back; Flutter,
  /// `bottom_sheet.dart` and `dismissible.dart`.
  public struct Pull: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The distance from the start that a flick must have covered; 0 is any.
    public var flickDistance = Points(0)
    /// How much faster along its direction than across it a flick must be; 0 turns this off.
    public var across = PointsPerSecond(0)
    /// Whether a flick back keeps the surface, however far it was pulled.
    public var heedsFlickBack = true
    /// The fraction of the distance to the dismissed position that must be passed; unitless.
    public var threshold = 0.5
    /// The threshold as a distance; 0 uses the fraction ``threshold`` instead.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Pull: RuleNumbers {
  static let name = "pull"
  static let meaning =
    "Dismissed if pulled or thrown far or fast enough, otherwise back at the start, as a modal."
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .flick({ $1(&$0.flick) }, "The lowest speed of a flick; 0 turns flicks off."),
    .flickDistance { $1(&$0.flickDistance) },
    .across { $1(&$0.across) },
    .heedsFlickBack { $1(&$0.heedsFlickBack) },
    .threshold(
      { $1(&$0.threshold) },
      "The fraction of the distance to the dismissed position that must be passed."),
    .positional { $1(&$0.positional) },
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let back = travel.rest(at: travel.start, .thresholdDistance)
    guard let hidden = travel.hidden else { return back }
    let speed = travel.velocity.magnitude
    let isFlick =
      flick > .zero && speed >= flick.value
      && (across == .zero || speed - travel.crossSpeed >= across.value)
    let isFarEnough = flickDistance == .zero || travel.displacement >= flickDistance.value
    if isFlick, travel.velocity > 0, isFarEnough { return travel.gone(.dismissVelocity) }
    if isFlick, travel.velocity < 0, heedsFlickBack { return back }
    let fraction = threshold * (hidden - travel.positions[travel.start])
    let needed = positional > .zero ? positional.value : fraction
    return travel.displacement > needed ? travel.gone(.dismissDistance) : back
  }
}
