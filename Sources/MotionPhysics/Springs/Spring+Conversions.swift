public import Quantities

extension Spring {
  /// Returns the stiffness of this spring for `mass`: `k = m ω²`, in units of the mass per second squared.
  ///
  /// For a response of zero, the result is the largest finite number.
  public func stiffness(mass: Double = 1) -> Double {
    saturated(angularFrequency * (angularFrequency * mass))
  }

  /// Returns the damping coefficient of this spring for `mass`: `c = 2 ζ m ω`, in units of the mass per second.
  public func damping(mass: Double = 1) -> Double {
    saturated(2 * dampingRatio * (angularFrequency * mass))
  }

  /// The bounce of the spring: `1 - ζ` up to critical damping, `1/ζ - 1` above; unitless.
  ///
  /// At a bounce of 1, the spring oscillates without end; at 0, it is critically damped. With increasing damping, the
  /// bounce approaches -1.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// Returns the acceleration of a value with `motion`: `-ω² x - 2ζω v`, in points per second squared.
  ///
  /// The acceleration times a mass is the force of the spring and its damper.
  public func acceleration(at motion: Motion) -> Double {
    let omega = angularFrequency
    let pull = saturated(omega * saturated(omega * motion.offset.value))
    let braking = saturated(2 * dampingRatio * saturated(omega * motion.velocity.value))
    return saturatedSum(-pull, -braking)
  }

  /// Returns the energy of `motion` per unit of mass: `(v² + ω² x²) / 2`, in points squared per second squared.
  public func energy(of motion: Motion) -> Double {
    let swing = saturated(angularFrequency * motion.offset.value)
    let speed = motion.velocity.value
    return saturated(0.5 * saturated(speed * speed) + 0.5 * saturated(swing * swing))
  }

  /// Returns the motion of a value at `time` before `now`, assuming that this spring has moved the value since then.
  ///
  /// Backwards in time, a damped motion grows without limit. The rounding error of `now` also grows, by a factor of at
  /// most e^(2ζωt). The function returns nil if the position or the velocity is too large for a `Double`.
  public func motion(before time: Seconds, from now: Motion) -> Motion? {
    precondition(time >= .zero, "a spring cannot look back by \(time.value) s")
    guard time > .zero else { return now }
    guard response > .zero else { return nil }
    // The result is the inverse of the step, whose determinant is e^(-2ζωt), applied to `now`.
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
  /// The smooth spring: a response of 0.5 s, without bounce.
  ///
  /// Source: Apple, SwiftUI `Spring.smooth`.
  public static let smooth = Spring(dampingRatio: 1, response: Seconds(0.5))

  /// The snappy spring: a response of 0.5 s, with a bounce of 0.15.
  ///
  /// Source: Apple, SwiftUI `Spring.snappy`.
  public static let snappy = Spring(dampingRatio: 0.85, response: Seconds(0.5))

  /// The bouncy spring: a response of 0.5 s, with a bounce of 0.3.
  ///
  /// Source: Apple, SwiftUI `Spring.bouncy`.
  public static let bouncy = Spring(dampingRatio: 0.7, response: Seconds(0.5))

  /// The spring of a layer animation: mass 1, stiffness 100, damping 10.
  ///
  /// Source: Apple, `CASpringAnimation`.
  public static let layerDefault = Spring(
    dampingRatio: 0.5, response: Seconds(2 * Double.pi / 10))

  /// A spring that follows a finger closely.
  ///
  /// Source: jtrivedi/Wave, the Picture-in-Picture sample.
  public static let tracking = Spring(dampingRatio: 0.8, response: Seconds(0.26))
}

extension Spring {
  /// Creates a spring from a stiffness and a damping ratio.
  ///
  ///     response = 2π √(m / k)
  ///
  /// Source: Jetpack Compose's `spring(dampingRatio:stiffness:)`, Android's `SpringForce`, the spring
  /// tokens of Material 3, and Flutter's `SpringDescription.withDampingRatio`. Only Flutter has a mass
  /// other than 1.
  ///
  /// - Parameters:
  ///   - mass: The mass in any unit M; above zero.
  ///   - stiffness: The stiffness in M per second squared; above zero.
  ///   - dampingRatio: The damping ratio; zero or more.
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(mass: Double = 1, stiffness: Double, dampingRatio: Double) throws(SpringError) {
    let undamped = try Spring(mass: mass, stiffness: stiffness, damping: 0)
    self = try .validated(dampingRatio: dampingRatio, response: undamped.response)
  }

  /// Creates a spring from Origami's tension T and friction F, for a mass of 1.
  ///
  ///     k = 3.62 (T - 30) + 194,  c = 3 (F - 8) + 25
  ///
  /// Rebound and React Native's `Animated.spring` use these `tension` and `friction`, with the defaults 40 and 7. The
  /// `tension` and `friction` of react-spring are different numbers: a stiffness and a damping coefficient.
  ///
  /// Source: Facebook, Rebound, `OrigamiValueConverter`.
  ///
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(origamiTension tension: Double, friction: Double) throws(SpringError) {
    try self.init(mass: 1, stiffness: 3.62 * (tension - 30) + 194, damping: 3 * (friction - 8) + 25)
  }

  /// Creates a spring from the bounciness B and the speed S of Rebound and React Native.
  ///
  ///     b = 0.8 B / 34,  T = 0.5 + 199.5 S / 34
  ///     F = (1 - b)² F₀(T) + 0.01 (1 - (1 - b)²)
  ///
  /// T and F are Origami's tension and friction. F₀ is the friction at which the spring hardly bounces. F₀ is a
  /// function of T with three pieces, each of which is a cubic polynomial and includes the upper end of its interval.
  ///
  /// Source: Facebook, Rebound, `BouncyConversion`; the defaults of React Native are 8 and 12.
  ///
  /// - Parameters:
  ///   - bounciness: The bounciness B; unitless, usually 0 to 20. A larger number overshoots farther.
  ///   - speed: The speed S; unitless, usually 0 to 20. A larger number is faster.
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(bounciness: Double, speed: Double) throws(SpringError) {
    // The library divides both numbers by 1.7, and then divides the results by 20.
    let bounce = 0.8 * (bounciness / 1.7 / 20)
    let tension = 0.5 + 199.5 * (speed / 1.7 / 20)
    let cubic: (Double, Double, Double, Double) =
      switch tension {
      case ...18: (0.0007, -0.031, 0.64, 1.28)
      case ...44: (0.000044, -0.006, 0.36, 2)
      default: (0.00000045, -0.000332, 0.1078, 5.84)
      }
    let still = ((cubic.0 * tension + cubic.1) * tension + cubic.2) * tension + cubic.3
    let kept = (1 - bounce) * (1 - bounce)
    try self.init(origamiTension: tension, friction: kept * still + 0.01 * (1 - kept))
  }

  /// Creates a spring from the time in which it visually reaches its target.
  ///
  ///     response = 1.2 T,  ζ = 1 - bounce, limited to 0.05...1
  ///
  /// Source: Motion (formerly Framer Motion), the `visualDuration` and `bounce` of a spring. Motion starts such a
  /// spring from rest and ignores the velocity of the value.
  ///
  /// - Parameters:
  ///   - visualDuration: The time T; zero or more.
  ///   - bounce: The bounce; 0 is critically damped, and a bounce above 0.95 counts as 0.95.
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(visualDuration: Seconds, bounce: Double) throws(SpringError) {
    guard visualDuration >= .zero, visualDuration.isFinite else {
      throw .duration(visualDuration.value)
    }
    guard bounce.isFinite else { throw .bounce(bounce) }
    self = try .validated(
      dampingRatio: min(max(1 - bounce, 0.05), 1), response: visualDuration * 1.2)
  }
}
