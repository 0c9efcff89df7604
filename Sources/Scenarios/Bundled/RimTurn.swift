import Quantities
import Surfaces
import TouchInput

/// The rotation of a rim by a pan, without jumps.
///
/// Two fingers turn the rim by rotating around each other. One finger turns it by moving around the
/// centre or, on a rail or without a position on the screen, by moving to the right.
struct RimTurn: Hashable, Sendable {
  /// The centre; nil if only movement to the right counts.
  private let centre: Position?
  /// The position of the pan relative to the centre, without its translation.
  ///
  /// The position is computed again when a finger joins or leaves.
  private var anchor = Position.zero
  /// The number of fingers at the last update.
  private var fingers: Int
  /// The last position relative to the centre; nil inside the hub, with two fingers, and after the
  /// number of fingers changed.
  private var last: Position?
  /// The rotation of two fingers that is already part of `arc`, in radians.
  private var twist = 0.0
  /// The movement to the right that is already part of `arc`.
  private var right = Points.zero
  /// The distance that the rim has turned so far, clockwise.
  private(set) var arc = Points.zero

  /// Starts with the first state of a pan; `centre` is nil for a rail.
  init(_ pan: Pan, about centre: Position?) {
    self.centre = pan.location == nil ? nil : centre
    fingers = pan.fingers
    updateAnchor(pan)
    last = anchor
  }

  private mutating func updateAnchor(_ pan: Pan) {
    guard let centre, let position = pan.location?.held(within: SurfaceDrag.bound) else { return }
    anchor = position - pan.translation.held(within: SurfaceDrag.bound) - centre
  }

  /// Updates `arc` with the pan, and returns the velocity of the rim.
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
      updateAnchor(pan)
    }
    let position = anchor + translation
    // The common movement of two fingers would move a picture, not turn it, so only their twist
    // counts. Within the hub the angle is ill-defined.
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
