import Quantities

extension ReleasePolicy {
  /// Out the way that it is thrown or carried, else back to the start.
  ///
  /// Thrown is at a ``flick`` in a direction that is allowed, away from the start, ``flickWay`` away
  /// from it, and faster by ``across`` than sideways. A flick back keeps it. Carried out is when the
  /// projected way is more than ``threshold`` of the reach, or ``positional`` long, along an axis
  /// that is allowed.
  ///
  /// Source: Flutter, `dismissible.dart`: 700 px/s, 400 px/s faster than across, 40 % of the width;
  /// the reach and the projection are ours.
  func pickToss(
    _ decision: inout Decision, velocity: Velocity, _ context: ReleaseContext
  ) {
    let home =
      context.candidates.first { $0.name == context.start } ?? context.candidates[0]
    guard let wayOut = context.wayOut else { return decision.pick(home, .single) }
    let way = context.position - home.position
    let thrown = Position(x: Points(velocity.x.value), y: Points(velocity.y.value))
    if let direction = throwDirection(velocity, across: context.hand, wayOut),
      way.length >= flickWay
    {
      guard isBack(thrown, against: way, wayOut) else {
        return decision.leave(by: wayOut, direction, thrown, .dismissVelocity, context)
      }
      if heedsFlickBack { return decision.pick(home, .thresholdVelocity) }
    }
    let carried = decision.projected - home.position
    guard let direction = carriedDirection(carried, wayOut) else {
      return decision.pick(home, .thresholdDistance)
    }
    decision.leave(by: wayOut, direction, carried, .dismissDistance, context)
  }

  /// The direction in which a release at `velocity` throws; nil when it is no flick in one that is
  /// allowed.
  private func throwDirection(
    _ velocity: Velocity, across hand: Velocity, _ wayOut: WayOut
  ) -> Direction? {
    let allowed = wayOut.directions.allowed
    guard flick > .zero, let direction = Direction(of: velocity) else { return nil }
    switch wayOut.directions {
    case .any: return velocity.length >= flick ? direction : nil
    case .horizontal, .vertical, .left, .right, .up, .down:
      guard allowed.contains(direction), direction.along(velocity) >= flick.value else {
        return nil
      }
      let sideways = direction.isHorizontal ? hand.y : hand.x
      return direction.along(velocity) - sideways.magnitude.value >= across.value ? direction : nil
    }
  }

  /// Whether a throw goes back towards the start: within 60° of the way there, as far as the axes
  /// that are allowed tell.
  ///
  /// Source: ours; who throws a card aside does not mean the little way that it is off its line.
  private func isBack(_ thrown: Position, against way: Position, _ wayOut: WayOut) -> Bool {
    let allowed = wayOut.directions.allowed
    func onAxes(_ pair: Position) -> Position {
      Position(
        x: allowed.contains { $0.isHorizontal } ? pair.x : .zero,
        y: allowed.contains { !$0.isHorizontal } ? pair.y : .zero)
    }
    let (hand, far) = (onAxes(thrown), onAxes(way))
    let product = hand.x.value * far.x.value + hand.y.value * far.y.value
    return product < 0 && product <= -0.5 * hand.length.value * far.length.value
  }

  /// The direction in which a projected way leads out; nil when it does not.
  private func carriedDirection(_ carried: Position, _ wayOut: WayOut) -> Direction? {
    func share(_ direction: Direction) -> Double {
      let limit = (direction.isHorizontal ? wayOut.reach.x : wayOut.reach.y) * threshold
      return direction.along(carried) / (positional > .zero ? positional : limit).value
    }
    let allowed = Direction.allCases.filter { wayOut.directions.allowed.contains($0) }
    guard let farthest = allowed.max(by: { share($0) < share($1) }) else { return nil }
    return share(farthest) > 1 ? farthest : nil
  }
}

extension Decision {
  /// Throws the surface out along `way`, for `reason`.
  fileprivate mutating func leave(
    by wayOut: WayOut, _ direction: Direction, _ way: Position, _ reason: Reason,
    _ context: ReleaseContext
  ) {
    leave(to: wayOut.exit(from: context.position, along: way), reason)
    leaving = Leaving(direction: direction, way: way)
  }
}
