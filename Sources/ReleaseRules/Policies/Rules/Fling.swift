public import Quantities

extension ReleaseRule {
  /// Dismissed in the direction in which it is thrown or carried, otherwise back at the start.
  ///
  /// The surface is thrown out by a ``flick`` in an allowed direction, away from the start, at least
  /// ``flickDistance`` from it, and faster than sideways by ``across``. A flick back keeps the surface, whatever the
  /// direction of its exit, and a flick aside never leads to an exit on the opposite side. The surface is
  /// carried out if the projected displacement along an allowed axis is more than the fraction
  /// ``threshold`` of ``DismissalBounds/reach``, or more than ``positional``.
  ///
  /// Source: Flutter, `dismissible.dart`; `DismissalBounds.reach` and the projection are our choice.
  public struct Fling: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The distance from the start that a flick must have covered; 0 is any.
    public var flickDistance = Points(0)
    /// How much faster along its direction than across it a flick must be, if not every direction is
    /// allowed; 0 turns this off.
    public var across = PointsPerSecond(0)
    /// Whether a flick back keeps the surface, however far it was carried.
    public var heedsFlickBack = true
    /// The fraction of ``DismissalBounds/reach`` that a projected displacement must pass; unitless.
    public var threshold = 0.5
    /// The threshold as a distance; 0 uses the fraction ``threshold`` instead.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Fling: RuleNumbers {
  static let name = "fling"
  static let meaning =
    "Dismissed in the direction of a throw or of the displacement, otherwise back at the start, as a card."
  static let projection = RuleKind.ProjectionUse.timeAndPoint
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .flick({ $1(&$0.flick) }, "The lowest speed of a flick; 0 turns flicks off."),
    .flickDistance { $1(&$0.flickDistance) },
    .across { $1(&$0.across) },
    .heedsFlickBack { $1(&$0.heedsFlickBack) },
    .threshold(
      { $1(&$0.threshold) }, "The fraction of the reach that a projected displacement must pass."),
    .positional { $1(&$0.positional) },
  ]

  func decide(_ release: Release) -> Verdict {
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
      if heedsFlickBack { return .rest(rest, .thresholdVelocity) }
    }
    let projected = release.projected - rest.position
    guard let direction = exitDirection(projected, dismissalBounds) else {
      return .rest(rest, .thresholdDistance)
    }
    if heedsFlickBack, isFlick(velocity, direction.opposite, across: context.hand) {
      return .rest(rest, .thresholdVelocity)
    }
    return gone(
      by: dismissalBounds, direction, heeding(velocity, projected, towards: direction).heading,
      .dismissDistance,
      context)
  }

  /// Returns `displacement` without a component across `direction` that points against a flick.
  private func heeding(
    _ velocity: Velocity, _ displacement: Position, towards direction: Direction
  ) -> Position {
    guard flick > .zero, heedsFlickBack else { return displacement }
    func aside(_ length: Points, _ speed: PointsPerSecond) -> Points {
      speed.magnitude >= flick && length.value * speed.value < 0 ? .zero : length
    }
    return direction.isHorizontal
      ? Position(x: displacement.x, y: aside(displacement.y, velocity.y))
      : Position(x: aside(displacement.x, velocity.x), y: displacement.y)
  }

  /// Whether a release with `velocity` is a flick in `direction`, if not every direction is allowed.
  private func isFlick(
    _ velocity: Velocity, _ direction: Direction, across hand: Velocity
  ) -> Bool {
    let along = direction.along(velocity)
    let sideways = direction.isHorizontal ? hand.y : hand.x
    return flick > .zero && along >= flick.value
      && along - sideways.magnitude.value >= across.value
  }

  /// The direction of a throw with `velocity`; nil if it is not a flick in an allowed direction.
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

  /// Whether a throw points back to the start: within 60° of the direction there, along the allowed axes.
  ///
  /// Source: our choice: a throw aside does not aim at the small distance by which the card is off its line.
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
    return product < 0 && product <= -0.5 * hand.length.value * far.length.value
  }

  /// The direction in which a projected displacement dismisses; nil if it does not.
  private func exitDirection(_ displacement: Position, _ dismissalBounds: DismissalBounds)
    -> Direction?
  {
    func fraction(_ direction: Direction) -> Double {
      let limit =
        (direction.isHorizontal ? dismissalBounds.reach.x : dismissalBounds.reach.y) * threshold
      return direction.along(displacement) / (positional > .zero ? positional : limit).value
    }
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
