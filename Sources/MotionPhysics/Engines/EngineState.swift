import Quantities

/// The numbers that the imitated engines step, without units: points, points per second.
struct EngineState: Hashable, Sendable {
  var offset: Double
  var velocity: Double

  init(_ motion: Spring.Motion) {
    offset = motion.offset.value
    velocity = motion.velocity.value
  }

  init(offset: Double, velocity: Double) {
    self.offset = offset
    self.velocity = velocity
  }

  /// The motion with units, moved into the finite range; NaN counts as zero.
  var motion: Spring.Motion {
    Spring.Motion(
      offset: Points(offset.isNaN ? 0 : saturated(offset)),
      velocity: PointsPerSecond(velocity.isNaN ? 0 : saturated(velocity)))
  }

  /// The state moved into the finite range, as steps may diverge.
  var finite: EngineState { EngineState(motion) }
}

extension Spring {
  /// The stiffness and the damping coefficient for a mass of 1, as most engines want them.
  var coefficients: (stiffness: Double, damping: Double) { (stiffness(), damping()) }
}
