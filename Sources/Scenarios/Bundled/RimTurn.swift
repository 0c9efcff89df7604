import Quantities
import Surfaces
import TouchInput

/// The rotation of the rim of a dial by a pan.
///
/// Two fingers turn the rim by rotating around each other. One finger turns it by moving around the centre of the dial.
/// Without a centre or a position on the screen, the finger turns the rim by moving to the right. The rotation does not
/// jump when a finger is added or lifted.
struct RimTurn: Hashable, Sendable {
  /// The centre; nil if only movement to the right counts.
  private let centre: Position?
  /// The position of the pan relative to the centre, minus the translation of the pan.
  ///
  /// This value is computed again when the number of fingers changes.
  private var anchor = Position.zero
  /// The number of fingers at the last update.
  private var fingers: Int
  /// The last position of the finger relative to the centre, from which the next angle is measured.
  ///
  /// Nil inside the hub, with two fingers, and after the number of fingers has changed.
  private var last: Position?
  /// The rotation of two fingers that ``arc`` already includes, in radians.
  private var twist = 0.0
  /// The movement to the right that ``arc`` already includes.
  private var right = Points.zero
  /// The distance that the rim has turned so far, clockwise.
  private(set) var arc = Points.zero

  /// Creates the rotation by `pan`; `centre` is nil if only movement to the right turns the rim.
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
    // The common movement of two fingers does not turn the rim, so only their rotation counts. Within the hub, the
    // angle of one finger is not well defined.
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
