public import Quantities

extension ReleaseRule {
  /// Out the way that it is thrown or carried, else back to the start.
  ///
  /// Thrown is at a ``flick`` in a direction that is allowed, away from the start, ``flickDistance`` away
  /// from it, and faster by ``across`` than sideways. A flick back keeps it, from whatever direction it
  /// would leave in, and one aside is not answered by the other side. Carried out is when the
  /// projected way is more than ``threshold`` of the reach, or ``positional`` long, along an axis
  /// that is allowed.
  ///
  /// Source: Flutter, `dismissible.dart`; the reach and the projection are ours.
  public struct Fling: Hashable, Sendable {
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)
    /// A flick must have gone this far from the start; 0 is any.
    public var flickDistance = Points(0)
    /// How much faster than across its way a flick must be along it, where only one axis is allowed;
    /// 0 is off.
    public var across = PointsPerSecond(0)
    /// Whether a flick back keeps a surface, however far it was carried.
    public var heedsFlickBack = true
    /// The fraction of the reach that a projected way must pass; unitless.
    public var threshold = 0.5
    /// The same as a distance; 0 takes ``threshold`` as a fraction of the reach.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Fling: RuleNumbers {
  static let name = "fling"
  static let meaning =
    "Out the way that it is thrown or carried, else back to the start, as a card."
  static let projection = RuleKind.ProjectionUse.timeAndPoint
  static let leavesDismissal = false

  static let settings: [Setting<Self>] = [
    .flick({ $1(&$0.flick) }, "A release this fast is a flick; 0 is off."),
    .flickDistance { $1(&$0.flickDistance) },
    .across { $1(&$0.across) },
    .heedsFlickBack { $1(&$0.heedsFlickBack) },
    .threshold({ $1(&$0.threshold) }, "The fraction of the reach that a projected way must pass."),
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

  /// `displacement` without what of it goes aside against a flick; the way out of `direction` stays.
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

  /// Whether a release at `velocity` is a flick in `direction`, where only some directions count.
  private func isFlick(
    _ velocity: Velocity, _ direction: Direction, across hand: Velocity
  ) -> Bool {
    let along = direction.along(velocity)
    let sideways = direction.isHorizontal ? hand.y : hand.x
    return flick > .zero && along >= flick.value
      && along - sideways.magnitude.value >= across.value
  }

  /// The direction in which a release at `velocity` throws; nil when it is no flick in one that is
  /// allowed.
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

  /// Whether a throw goes back towards the start: within 60° of the way there, as far as the axes
  /// that are allowed tell.
  ///
  /// Source: ours; who throws a card aside does not mean the little way that it is off its line.
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

  /// The direction in which a projected displacement leads out; nil when it does not.
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

  /// Thrown out by its `heading`, for `reason`.
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
