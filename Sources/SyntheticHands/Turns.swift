import Quantities
import TouchInput

/// Gestures in which fingers circle around the middle of the screen.
///
/// A finger touches down at the start of the gesture. It then moves on a circle, along the shorter arc, until it lies
/// in the direction of the end of the gesture, as seen from the middle.
let turns = [
  SyntheticGesture(
    "turn", "Circles around the middle of the screen with one finger, and lifts at full speed.",
    from: (195, 302), to: (315, 422), speed: 700
  ) { plan in
    let sweep = Sweep(plan)
    return HandModel(touches: [
      sweep.touch([sweep.offset], meaning: sweep.tangent(1)) { $0.flick($1) }
    ])
  },
  SyntheticGesture(
    "turn-and-hold", "Circles around the middle of the screen with one finger, rests, and lifts.",
    from: (195, 302), to: (315, 422)
  ) { plan in
    let sweep = Sweep(plan)
    return HandModel(touches: [sweep.touch([sweep.offset]) { $0.rest($1) }])
  },
  SyntheticGesture(
    "turn-and-catch", "Turns and lifts at full speed, then catches the turning surface and rests.",
    from: (195, 302), to: (315, 422), speed: 700
  ) { plan in
    let sweep = Sweep(plan)
    return HandModel(touches: [
      sweep.touch([sweep.offset], meaning: sweep.tangent(1)) { $0.flick($1) },
      sweep.touch([sweep.offset], after: 0.08) { $0.rest($1 * 0.15) },
    ])
  },
  SyntheticGesture(
    "twist", "Turns two fingers around their midpoint, and lifts at full speed.",
    from: (195, 342), to: (275, 422), speed: 500
  ) { plan in
    let sweep = Sweep(plan)
    return HandModel(touches: [sweep.touch(sweep.bothSides, meaning: .zero) { $0.flick($1) }])
  },
  SyntheticGesture(
    "twist-and-hold", "Turns two fingers around their midpoint, rests, and lifts.",
    from: (195, 342), to: (275, 422)
  ) { plan in
    let sweep = Sweep(plan)
    return HandModel(touches: [sweep.touch(sweep.bothSides) { $0.rest($1) }])
  },
]

/// An arc around the middle of the screen.
private struct Sweep {
  let plan: SyntheticGesture.Plan
  /// The touch-down position, relative to the middle of the screen.
  let offset: Position
  /// The length of the arc; positive if clockwise.
  let arc: Points

  private static let middle = SurfaceMapping.defaultScreen / 2

  init(_ plan: SyntheticGesture.Plan) {
    self.plan = plan
    let from = plan.from - Self.middle
    let to = plan.to - Self.middle
    offset = from
    arc = from.length * arctangent(y: from.cross(to), x: from.dot(to))
  }

  /// The offsets of two fingers on opposite sides of the middle.
  var bothSides: [Position] { [offset, offset * -1] }

  /// Returns the velocity along the circle at the end of the arc, at a fraction of the plan's speed.
  func tangent(_ fraction: Double) -> Velocity {
    let (sine, cosine) = sineAndCosine(arc / max(offset.length, Points(0.001)))
    let end = Position(
      x: offset.x * cosine - offset.y * sine, y: offset.x * sine + offset.y * cosine)
    let speed =
      plan.speed.value * (arc < .zero ? -fraction : fraction) / max(end.length.value, 0.001)
    return Velocity(
      x: PointsPerSecond(-end.y.value * speed), y: PointsPerSecond(end.x.value * speed))
  }

  /// A builder for a movement along the circle; the x coordinate of its path is the arc length.
  struct Arc {
    var path = HandPath(from: .zero)
    let speed: PointsPerSecond

    /// Moves along the arc and reaches the highest speed at its end.
    mutating func flick(_ arc: Points) {
      guard arc.magnitude >= Points(0.001) else { return rest(arc) }
      path.flick(to: Position(x: arc, y: .zero), speed: speed)
    }

    /// Moves along the arc in 0.7 s, and rests there for 0.3 s.
    mutating func rest(_ arc: Points) {
      path.reach(Position(x: arc, y: .zero), in: Seconds(0.7))
      path.hold(for: Seconds(0.3))
    }
  }

  /// Returns a touch in which all fingers move along the circle together.
  func touch(
    _ offsets: [Position], after pause: Double = 0, meaning velocity: Velocity? = nil,
    _ move: (inout Arc, Points) -> Void
  ) -> SyntheticTouch {
    var arc = Arc(speed: plan.speed)
    move(&arc, self.arc)
    var hand = HandPath(from: Self.middle)
    hand.hold(for: arc.path.duration)
    return SyntheticTouch(
      after: Seconds(pause), path: hand,
      fingers: offsets.map { SyntheticFinger(offset: $0, arc: arc.path) }, meaning: velocity)
  }
}
