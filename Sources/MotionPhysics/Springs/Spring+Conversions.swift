public import Quantities

extension Spring {
  /// The stiffness that this spring has with `mass`: `k = m ω²`, mass per second squared.
  ///
  /// The largest number there is for a response of zero.
  public func stiffness(mass: Double = 1) -> Double {
    saturated(angularFrequency * (angularFrequency * mass))
  }

  /// The damping coefficient that this spring has with `mass`: `c = 2 ζ m ω`, mass per second.
  public func damping(mass: Double = 1) -> Double {
    saturated(2 * dampingRatio * (angularFrequency * mass))
  }

  /// How bouncy the spring is: `1 - ζ` up to critical damping, `1/ζ - 1` above; 1 swings for ever, 0
  /// is critical, -1 is approached by ever more damping.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The acceleration at a motion: `-ω² x - 2ζω v`, in points per second squared.
  ///
  /// Times a mass it is the force of the spring and its damper.
  public func acceleration(at motion: Motion) -> Double {
    let omega = angularFrequency
    let pull = saturated(omega * saturated(omega * motion.offset.value))
    let braking = saturated(2 * dampingRatio * saturated(omega * motion.velocity.value))
    return saturatedSum(-pull, -braking)
  }

  /// The energy of a motion relative to its mass: `(v² + ω² x²) / 2`, in points squared per second
  /// squared.
  public func energy(of motion: Motion) -> Double {
    let swing = saturated(angularFrequency * motion.offset.value)
    let speed = motion.velocity.value
    return saturated(0.5 * saturated(speed * speed) + 0.5 * saturated(swing * swing))
  }

  /// Returns the motion `time` ago, if it was that of this spring all the while; nil if it was
  /// beyond the range of numbers.
  ///
  /// A damped motion grows without bound, and what rounding took from `now` grows with it, by
  /// e^(2ζωt) at most.
  public func motion(before time: Seconds, from now: Motion) -> Motion? {
    precondition(time >= .zero, "a spring cannot look back by \(time.value) s")
    guard time > .zero else { return now }
    guard response > .zero else { return nil }
    // The inverse of the step, whose determinant is e^(-2ζωt).
    let step = step(of: time)
    let exponent = 2 * dampingRatio * (angularFrequency * time.value)
    let growth = exponential(exponent)
    let (x, v) = (now.offset.value, now.velocity.value)
    let offset = (step.velocityFromVelocity * x - step.offsetFromVelocity * v) * growth
    let velocity = (step.offsetFromOffset * v - step.velocityFromOffset * x) * growth
    guard offset.isFinite, velocity.isFinite else { return nil }
    return Motion(offset: Points(offset), velocity: PointsPerSecond(velocity))
  }
}

extension Spring {
  /// Smooth: half a second without bounce.
  ///
  /// Source: Apple, SwiftUI `Spring.smooth`.
  public static let smooth = Spring(dampingRatio: 1, response: Seconds(0.5))

  /// Snappy: half a second with a bounce of 0.15.
  ///
  /// Source: Apple, SwiftUI `Spring.snappy`.
  public static let snappy = Spring(dampingRatio: 0.85, response: Seconds(0.5))

  /// Bouncy: half a second with a bounce of 0.3.
  ///
  /// Source: Apple, SwiftUI `Spring.bouncy`.
  public static let bouncy = Spring(dampingRatio: 0.7, response: Seconds(0.5))

  /// The spring of a layer animation: mass 1, stiffness 100, damping 10.
  ///
  /// Source: Apple, `CASpringAnimation`.
  public static let layerDefault = Spring(
    dampingRatio: 0.5, response: Seconds(2 * Double.pi / 10))

  /// What follows a finger tightly.
  ///
  /// Source: jtrivedi/Wave, the Picture-in-Picture sample.
  public static let tracking = Spring(dampingRatio: 0.8, response: Seconds(0.26))
}
