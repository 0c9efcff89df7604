public import Quantities

// The initializers return nil if the rate is outside 0...1, or so close to 0 or 1 that it is rounded to 0 or 1.
extension Decay {
  /// Creates the decay of Jetpack Compose's `exponentialDecay(frictionMultiplier:)`.
  ///
  ///     v(t) = v₀ e^(-4.2 m t)
  ///
  /// Like Compose, this initializer raises multipliers below 0.0001 to 0.0001.
  ///
  /// Source: androidx, `FloatDecayAnimationSpec.kt`, `FloatExponentialDecaySpec`.
  ///
  /// - Parameter multiplier: The friction multiplier m; unitless, 1 is Compose's default.
  public init?(composeFriction multiplier: Double) {
    self.init(logarithmicRate: -Self.composeFriction * max(multiplier, 0.0001))
  }

  /// Creates the decay of Flutter's `FrictionSimulation`.
  ///
  ///     v(t) = v₀ D^t
  ///
  /// Source: Flutter, `friction_simulation.dart`; Flutter's scroll views on iOS use 0.135.
  ///
  /// - Parameter drag: The fraction D of the velocity that is left after a second; above 0 and below 1.
  public init?(flutterDrag drag: Double) {
    guard drag > 0, drag < 1 else { return nil }
    self.init(logarithmicRate: naturalLogarithm(drag))
  }

  /// Creates a decay from the time in which the velocity falls to 1/e.
  ///
  ///     v(t) = v₀ e^(-t / τ)
  ///
  /// Source: Motion (formerly Framer Motion), the `timeConstant` of its inertia animation.
  ///
  /// - Parameter timeConstant: The time constant τ; above zero.
  public init?(timeConstant: Seconds) {
    guard timeConstant > .zero else { return nil }
    self.init(logarithmicRate: -1 / timeConstant.value)
  }

  /// Creates a decay from the logarithm of the fraction of velocity left after a second.
  private init?(logarithmicRate: Double) {
    let rate = exponential(logarithmicRate / 1000)
    guard rate > 0, rate < 1 else { return nil }
    self.init(rate: rate)
  }

  /// The friction of Compose's decay with a multiplier of 1, in 1/s.
  ///
  /// Source: androidx, `FloatDecayAnimationSpec.kt`, `ExponentialDecayFriction`.
  private static var composeFriction: Double { 4.2 }

  /// The friction multiplier with which Jetpack Compose has the same decay; unitless.
  public var composeFriction: Double { -logarithmicRate / Self.composeFriction }

  /// The drag with which Flutter's `FrictionSimulation` has the same decay; unitless.
  ///
  /// The drag is the fraction of the velocity that is left after a second.
  public var flutterDrag: Double { exponential(logarithmicRate) }

  /// The time in which the velocity falls to 1/e.
  public var timeConstant: Seconds { Seconds(-1 / logarithmicRate) }
}
