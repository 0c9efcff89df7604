import Quantities
import Surfaces
import TouchInput

/// How a pan turns a rim, without jumps: by two fingers that turn about each other, and by one that
/// goes about the centre or, without a position or on a rail, to the right.
struct RimTurn: Hashable, Sendable {
  /// The centre; nil where only the way to the right counts.
  private let centre: Position?
  /// Where the hand would be without its way, from the centre; it is taken anew when a finger joins
  /// or leaves.
  private var anchor = Position.zero
  /// How many fingers there were.
  private var fingers: Int
  /// Where it was last seen, from the centre; nil after the hub, or after a change of fingers.
  private var last: Position?
  /// The twist that has been counted.
  private var twist = 0.0
  /// The way to the right that has been counted.
  private var right = Points.zero
  /// The way of the rim so far.
  private(set) var arc = Points.zero

  /// Begins with a pan; `centre` is nil for a rail.
  init(_ pan: Pan, about centre: Position?) {
    self.centre = pan.location == nil ? nil : centre
    fingers = pan.fingers
    takeAnchor(pan)
    last = anchor
  }

  private mutating func takeAnchor(_ pan: Pan) {
    guard let centre, let position = pan.location?.held(within: SurfaceDrag.bound) else { return }
    anchor = position - pan.translation.held(within: SurfaceDrag.bound) - centre
  }

  /// Follows the pan, and returns how fast the rim goes with it.
  mutating func follow(
    _ pan: Pan, _ velocity: Velocity, hub: Points, radius: Points
  ) -> PointsPerSecond {
    let translation = pan.translation.held(within: SurfaceDrag.bound)
    arc += radius * (finite(pan.twist) - twist)
    twist = finite(pan.twist)
    let twisting = PointsPerSecond(radius.value * finite(pan.twistRate))
    guard centre != nil else {
      arc += translation.x - right
      right = translation.x
      return velocity.x + twisting
    }
    if pan.fingers != fingers {
      (fingers, last) = (pan.fingers, nil)
      takeAnchor(pan)
    }
    let position = anchor + translation
    // What two fingers do together moves a picture and does not turn it.
    guard pan.fingers < 2, position.length >= hub, position.length > .zero else {
      last = nil
      return twisting
    }
    if let last, last.length >= hub, last.length > .zero {
      arc += radius * arctangent(y: last.cross(position), x: last.dot(position))
    }
    last = position
    guard pan.twistRate == 0 else { return twisting }
    // ω = r × v / r², with r in points and v in points per second, gives radians per second.
    let length = position.length.value
    return PointsPerSecond(radius.value * (position.cross(velocity) / length / length))
  }

  private func finite(_ angle: Double) -> Double {
    angle.isNaN ? 0 : max(-SurfaceDrag.bound, min(angle, SurfaceDrag.bound))
  }
}
