public import Quantities

extension ReleaseRule {
  /// Out when pulled or thrown far or fast enough, else back.
  ///
  /// Far is more than ``positional``, or where that is 0 the fraction ``threshold`` of the way out. Fast
  /// is a ``flick`` that is faster along the way than across it by ``across``. A flick back keeps the
  /// surface when ``heedsFlickBack``.
  ///
  /// Source: the dismissible modal of Wave's documentation, which does not heed a flick back; Flutter,
  /// `bottom_sheet.dart` and `dismissible.dart`.
  public struct Pull: Hashable, Sendable {
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)
    /// A flick must have gone this far from the start; 0 is any.
    public var flickDistance = Points(0)
    /// How much faster than across its way a flick must be along it; 0 is off.
    public var across = PointsPerSecond(0)
    /// Whether a flick back keeps a surface, however far it was pulled out.
    public var heedsFlickBack = true
    /// The fraction of the way out that must be passed; unitless.
    public var threshold = 0.5
    /// The same as a distance; 0 takes ``threshold`` as a fraction of the way.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Pull: RuleNumbers {
  static let name = "pull"
  static let meaning = "Out when pulled or thrown far or fast enough, else back, as a modal."
  static let leavesDismissal = false

  static let settings: [Setting<Self>] = [
    .flick({ $1(&$0.flick) }, "A release this fast is a flick; 0 is off."),
    .flickDistance { $1(&$0.flickDistance) },
    .across { $1(&$0.across) },
    .heedsFlickBack { $1(&$0.heedsFlickBack) },
    .threshold({ $1(&$0.threshold) }, "The fraction of the way out that must be passed."),
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
