import Quantities
import Surfaces
import TouchInput

/// The rotation of the rim of a dial by a pan.
///
/// Two fingers turn the rim by rotating around each other. One finger turns the rim by moving around the centre of the
/// dial. If there is no centre, or the finger has no position on the screen, the finger turns the rim by moving to the
/// right. The rotation does not jump when a finger is added or lifted.
struct RimTurn: Hashable, Sendable {
  /// The centre of the dial; nil if one finger turns the rim by moving to the right.
  private let centre: Position?
  /// The position of the pan relative to the centre, minus the translation of the pan.
  ///
  /// The anchor is computed again when the number of fingers changes, because the position of the pan then jumps.
  private var anchor = Position.zero
  /// The number of fingers at the last update.
  private var fingers: Int
  /// The last position of the finger relative to the centre, from which the next angle is measured.
  ///
  /// Nil inside the hub (the area around the centre in which a finger does not turn the dial), while two fingers are
  /// down, and after the number of fingers has changed.
  private var last: Position?
  /// The rotation of two fingers that ``arc`` already includes, in radians.
  private var twist = 0.0
  /// The movement to the right that ``arc`` already includes.
  private var right = Points.zero
  /// The distance that the rim has turned so far, clockwise.
  private(set) var arc = Points.zero

  /// Creates the rotation by `pan`; `centre` is nil if one finger turns the rim by moving to the right.
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
    // Two fingers that move in the same direction do not turn the rim, so only their rotation counts. In the hub, a
    // small movement of one finger can change its angle by any amount, so one finger does not turn the rim there.
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
