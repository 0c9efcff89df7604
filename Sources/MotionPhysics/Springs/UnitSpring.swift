import Quantities

/// A spring with an angular frequency of one: the arithmetic of ``Spring``, without units.
///
///     x″ + 2ζ x′ + x = 0
///
/// For ζ < 1, with `q = √((1 - ζ)(1 + ζ))`:
///
///     P = sin(qτ) / q,  x(τ) = e^(-ζτ) ((cos qτ + ζP) x₀ + P x₀′)
///
/// For ζ ≥ 1, with `d = √(ζ - 1) √(ζ + 1)`, the slow root `λ = 1 / (ζ + d)`, and `E = e^(-2dτ)`:
///
///     P = (1 - E) / 2d,  x(τ) = e^(-λτ) ((1 + λP) x₀ + P x₀′)
///
/// This form avoids differences of large numbers, which would lose digits. At ζ = 1, `P = τ`.
struct UnitSpring {
  /// ζ, zero or more.
  let dampingRatio: Double
  /// q for ζ < 1, and d for ζ ≥ 1; zero at ζ = 1.
  let rootOffset: Double

  init(dampingRatio: Double) {
    self.dampingRatio = dampingRatio
    rootOffset =
      dampingRatio < 1
      ? ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
      : (dampingRatio - 1).squareRoot() * (dampingRatio + 1).squareRoot()
  }

  /// The matrix of a step, without its fourth number: `slopeFromValue` is always `-valueFromSlope`.
  struct Step {
    var valueFromValue: Double
    var valueFromSlope: Double
    /// ``valueFromSlope`` divided by the time of the step; this quotient stays finite even for the shortest step.
    var valueFromSlopePerTime: Double
    var slopeFromSlope: Double
  }

  /// Whether the value oscillates around its target.
  var swings: Bool { dampingRatio < 1 }

  /// The slow root λ, for ζ ≥ 1; both summands are halved, so that their sum cannot overflow.
  var slowRate: Double { 0.5 / (0.5 * dampingRatio + 0.5 * rootOffset) }

  /// Returns the step by `time`, which must be finite and not negative.
  func step(of time: Double) -> Step {
    // In such a short time, the value does not change, and only an extreme damping ratio changes the slope.
    guard time > 0x1p-1000 else {
      return Step(
        valueFromValue: 1, valueFromSlope: time, valueFromSlopePerTime: 1,
        slopeFromSlope: swings ? 1 : exponential(-2 * (dampingRatio * time)))
    }
    return swings ? underdampedStep(of: time) : overdampedStep(of: time)
  }

  private func underdampedStep(of time: Double) -> Step {
    let (s, c) = sineAndCosine(rootOffset * time)
    let envelope = exponential(-dampingRatio * time)
    let p = s / rootOffset
    return Step(
      valueFromValue: envelope * (c + dampingRatio * p),
      valueFromSlope: envelope * p,
      valueFromSlopePerTime: envelope * (p / time),
      slopeFromSlope: envelope * (c - dampingRatio * p))
  }

  private func overdampedStep(of time: Double) -> Step {
    let rate = slowRate
    let envelope = exponential(-rate * time)
    guard envelope > 0 else {
      return Step(
        valueFromValue: 0, valueFromSlope: 0, valueFromSlopePerTime: 0, slopeFromSlope: 0)
    }
    let lost = rootOffset > 0 ? -exponentialMinusOne(-2 * (rootOffset * time)) : 0
    let p = rootOffset > 0 ? 0.5 * (lost / rootOffset) : time
    return Step(
      valueFromValue: envelope * (1 + rate * p),
      valueFromSlope: envelope * p,
      valueFromSlopePerTime: envelope * (p / time),
      slopeFromSlope: envelope * ((1 - lost) - rate * p))
  }
}
