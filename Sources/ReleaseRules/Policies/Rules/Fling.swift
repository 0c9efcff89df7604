public import Quantities

extension ReleaseRule {
  /// Dismisses the surface in the direction in which it was thrown or dragged, and otherwise returns it to the start.
  ///
  /// A throw dismisses the surface if all of these conditions hold:
  /// - The throw is a ``flick`` in an allowed direction, and does not point back to the start.
  /// - The surface is at least ``flickDistance`` away from the start.
  /// - The throw is faster along its direction than across it by at least ``across``.
  ///
  /// A drag dismisses the surface if the projected displacement from the start in an allowed direction is more than
  /// ``positional``. If ``positional`` is 0, the displacement must be more than the fraction ``threshold`` of
  /// ``DismissalBounds/reach``.
  ///
  /// With ``keepsSurfaceOnFlickBack``, a flick back to the start prevents the dismissal, and a flick to one side never
  /// lets the surface leave on the opposite side.
  ///
  /// Source: Flutter, `dismissible.dart`; `DismissalBounds.reach` and the projection are our choice.
  public struct Fling: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The lowest distance from the start at which a flick counts; 0 allows any distance.
    public var flickDistance = Points(0)
    /// The difference by which the speed of a flick along its direction must exceed the speed across it; 0 turns this
    /// off.
    ///
    /// The difference has no effect if every direction is allowed.
    public var across = PointsPerSecond(0)
    /// Whether a flick back prevents a dismissal, however far the surface was dragged.
    public var keepsSurfaceOnFlickBack = true
    /// The fraction of ``DismissalBounds/reach`` past which a projected displacement dismisses the surface; unitless.
    public var threshold = 0.5
    /// The threshold as a distance; 0 uses the fraction ``threshold`` instead.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Fling: BundledRule {
  static let name = "fling"
  static let meaning =
    "Dismisses a surface that was thrown fast enough or whose projection is far enough from its "
    + "start, and returns any other surface to its start. The scenario card uses this rule."
  static let projection = RuleKind.ProjectionUse.timeAndPoint
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
      "The surface is dismissed if the projection is past this fraction of the distance from "
        + "its start to a position off the screen."
    ),
    .positional { $1(&$0.positional) },
  ]

  public func decide(_ release: Release) -> Verdict {
    let (context, velocity) = (release.context, release.velocity)
    let rest =
      context.candidates.first { $0.name == context.start } ?? context.candidates[0]
    guard let dismissalBounds = context.dismissalBounds else { return .rest(rest, .single) }
    let displacement = context.position - rest.position
    if let direction = throwDirection(velocity, across: context.hand, dismissalBounds),
      displacement.length >= flickDistance
    {
      guard isBack(velocity.heading, against: displacement.heading, dismissalBounds) else {
        return gone(by: dismissalBounds, direction, velocity.heading, .dismissVelocity, context)
      }
      if keepsSurfaceOnFlickBack { return .rest(rest, .thresholdVelocity) }
    }
    let projected = release.projected - rest.position
    guard let direction = exitDirection(projected, dismissalBounds) else {
      return .rest(rest, .thresholdDistance)
    }
    if keepsSurfaceOnFlickBack, isFlick(velocity, direction.opposite, across: context.hand) {
      return .rest(rest, .thresholdVelocity)
    }
    return gone(
      by: dismissalBounds, direction, heeding(velocity, projected, towards: direction).heading,
      .dismissDistance,
      context)
  }

  /// Returns `displacement`, with its component across `direction` set to zero if the release is a flick against this
  /// component.
  private func heeding(
    _ velocity: Velocity, _ displacement: Position, towards direction: Direction
  ) -> Position {
    guard flick > .zero, keepsSurfaceOnFlickBack else { return displacement }
    func aside(_ length: Points, _ speed: PointsPerSecond) -> Points {
      speed.magnitude >= flick && length.value * speed.value < 0 ? .zero : length
    }
    return direction.isHorizontal
      ? Position(x: displacement.x, y: aside(displacement.y, velocity.y))
      : Position(x: aside(displacement.x, velocity.x), y: displacement.y)
  }

  /// Whether a release with `velocity` is a flick in `direction`, for surfaces that do not allow every direction.
  private func isFlick(
    _ velocity: Velocity, _ direction: Direction, across hand: Velocity
  ) -> Bool {
    let along = direction.along(velocity)
    let sideways = direction.isHorizontal ? hand.y : hand.x
    return flick > .zero && along >= flick.value
      && along - sideways.magnitude.value >= across.value
  }

  /// Returns the direction of a throw with `velocity`; nil if the throw is not a flick in an allowed direction.
  private func throwDirection(
    _ velocity: Velocity, across hand: Velocity, _ dismissalBounds: DismissalBounds
  ) -> Direction? {
    let allowed = dismissalBounds.directions.allowed
    guard flick > .zero, let direction = Direction(of: velocity) else { return nil }
    switch dismissalBounds.directions {
    case .any: return velocity.length >= flick ? direction : nil
    case .horizontal, .vertical, .left, .right, .up, .down:
      return allowed.contains(direction) && isFlick(velocity, direction, across: hand)
        ? direction : nil
    }
  }

  /// Whether a throw points back to the start: along the allowed axes, within 60° of the direction to the start.
  ///
  /// The angle of 60° is our choice: a throw to the side can also point slightly back if the card is not exactly level
  /// with the start.
  private func isBack(
    _ thrown: Heading, against displacement: Heading, _ dismissalBounds: DismissalBounds
  ) -> Bool {
    let allowed = dismissalBounds.directions.allowed
    func onAxes(_ pair: Heading) -> Heading {
      Heading(
        x: allowed.contains { $0.isHorizontal } ? pair.x : .zero,
        y: allowed.contains { !$0.isHorizontal } ? pair.y : .zero)
    }
    let (hand, far) = (onAxes(thrown), onAxes(displacement))
    let product = hand.dot(far)
    // 60° from the direction to the start is 120° from the displacement, and the cosine of 120° is -0.5.
    return product < 0 && product <= -0.5 * hand.length.value * far.length.value
  }

  /// Returns the direction in which a projected displacement dismisses the surface; nil if the surface stays.
  private func exitDirection(_ displacement: Position, _ dismissalBounds: DismissalBounds)
    -> Direction?
  {
    func fraction(_ direction: Direction) -> Double {
      let limit =
        (direction.isHorizontal ? dismissalBounds.reach.x : dismissalBounds.reach.y) * threshold
      return direction.along(displacement) / (positional > .zero ? positional : limit).value
    }
    // The order of a set varies between runs, so the order of `allCases` decides between equal fractions.
    let allowed = Direction.allCases.filter { dismissalBounds.directions.allowed.contains($0) }
    guard let farthest = allowed.max(by: { fraction($0) < fraction($1) }) else { return nil }
    return fraction(farthest) > 1 ? farthest : nil
  }

  /// Returns a dismissal along `heading`, for `reason`.
  private func gone(
    by dismissalBounds: DismissalBounds, _ direction: Direction, _ heading: Heading,
    _ reason: Decision.Reason,
    _ context: ReleaseContext
  ) -> Verdict {
    .gone(
      dismissalBounds.exit(from: context.position, by: heading), reason,
      Decision.Dismissal(direction: direction, heading: heading))
  }
}
