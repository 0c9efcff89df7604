import Quantities

/// A motion of a ``UnitSpring`` from a given start, with its last crossing of a threshold, its peaks and its zeros.
///
/// The position and the velocity of a spring follow the same equation, so the value of a motion can be either. Times
/// are in radians: the time in seconds times the angular frequency of the spring.
struct UnitMotion {
  let spring: UnitSpring
  /// The value at time zero.
  let value: Double
  /// The slope at time zero, per radian.
  let slope: Double

  /// The value and slope at `time`.
  func state(at time: Double) -> (value: Double, slope: Double) {
    guard time > 0 else { return (value, slope) }
    let step = spring.step(of: time)
    return (
      saturatedSum(step.valueFromValue * value, step.valueFromSlope * slope),
      saturatedSum(-step.valueFromSlope * value, step.slopeFromSlope * slope)
    )
  }

  /// An interval that contains the last crossing of a threshold, with an approximate time of the crossing.
  ///
  /// The value is beyond the threshold at the start of the interval, and within the threshold at the end. Start and end
  /// are zero if the value is always within the threshold.
  struct Span {
    var start: Double
    var end: Double
    var guess: Double

    static let nothing = Span(start: 0, end: 0, guess: 0)
  }

  /// Returns the time from which the value stays within `threshold` of zero; infinity if there is no such time.
  func lastCrossing(of threshold: Double) -> Double {
    guard let span = lastCrossingSpan(of: threshold) else { return .infinity }
    return crossing(of: threshold, in: span)
  }

  /// Returns the interval that contains the last crossing of `threshold`; nil if the value never settles.
  ///
  /// The cost is two logarithms and an arctangent. The motion itself is evaluated only if rounding makes the result
  /// uncertain.
  func lastCrossingSpan(of threshold: Double) -> Span? {
    guard value != 0 || slope != 0 else { return .nothing }
    guard threshold > 0 else { return nil }
    guard threshold < .infinity else { return .nothing }
    return spring.swings ? underdampedSpan(of: threshold) : overdampedSpan(of: threshold)
  }

  /// Returns the time of the crossing in `span`, or `time` if the value stays within `threshold` from `time` on.
  func lastCrossing(of threshold: Double, in span: Span, after time: Double) -> Double {
    // Within the span, the value crosses the threshold only once.
    guard span.end > time, span.start >= time || state(at: time).value.magnitude > threshold else {
      return time
    }
    return max(time, crossing(of: threshold, in: span))
  }

  /// Returns the time of the crossing in a span from ``lastCrossingSpan(of:)``.
  ///
  /// The result is the first floating-point number at which the value is within `threshold`. All derivatives follow
  /// from the equation of motion at almost no cost, so the search uses Householder's method of third order:
  ///
  ///     δ = -f (1 - f f″ / 2f′²) / f′ (1 - f f″ / f′² + f² f‴ / 6f′³),  f = |x| - threshold
  ///
  /// A step that would leave the span is replaced by bisection. The last steps go from one floating-point number to
  /// the next.
  ///
  /// Source: Householder, *The Numerical Treatment of a Single Nonlinear Equation* (1970).
  func crossing(of threshold: Double, in span: Span) -> Double {
    guard span.end > 0 else { return 0 }
    let damping = 2 * spring.dampingRatio
    var (low, high) = (span.start, span.end)
    var time = span.guess > low && span.guess < high ? span.guess : 0.5 * low + 0.5 * high
    var reach = 1.0
    var left = 200
    while low < time, time < high, left > 0 {
      left -= 1
      let (x, v) = state(at: time)
      let (value, slope) = x < 0 ? (-x, -v) : (x, v)
      let excess = value - threshold
      if excess > 0 { low = time } else { high = time }
      let curvature = -damping * slope - value
      let change = -damping * curvature - slope
      let newton = excess / slope
      let bend = newton * (curvature / slope)
      let twist = newton * newton * (change / slope)
      let step = -newton * (1 - 0.5 * bend) / (1 - bend + twist * (1 / 6.0))
      // A step is at least as long as the distance to the next floating-point number, and the minimum doubles after
      // each short step. Beyond a zero of the value, the magnitude rises again, and a step can have the wrong
      // direction; such a step is replaced by bisection.
      let least = reach * time.ulp
      if step.magnitude < 4 * least { reach *= 2 }
      let next =
        excess > 0
        ? (step >= 0 ? time + max(step, least) : high)
        : (step <= 0 ? time + min(step, -least) : low)
      time = next > low && next < high ? next : 0.5 * low + 0.5 * high
    }
    return high
  }

  /// The time of the first peak after the start; nil if the value has no peak.
  var firstPeak: Double? {
    if spring.swings {
      let phase = peakPhase
      let time = (phase > 0 ? phase : Double.pi) / spring.rootOffset
      return time.isFinite ? time : nil
    }
    // The slope is zero when P = x₀′ / (x₀ + x₀′ / λ); see `UnitSpring` for P and λ.
    return time(ofP: slope / (value + slope / spring.slowRate))
  }

  /// The time between two peaks of an oscillating spring.
  var halfPeriod: Double { Double.pi / spring.rootOffset }

  /// The phase qτ of the first peak, in 0..<π; a motion and its mirror image have the same phase.
  ///
  ///     tan qτ = q x₀′ / (x₀ + ζ x₀′)
  ///
  /// If the slope is negative, the phase is computed from the mirrored motion. The alternative, adding π to a negative
  /// phase, would lose the digits of a small phase. These digits matter near critical damping, where the phase is
  /// divided by a small q.
  private var peakPhase: Double {
    let large = max(value.magnitude, slope.magnitude)
    let side = (slope < 0 ? -1 : 1) / large
    let (x, u) = (value * side, slope * side)
    guard u > 0 else { return 0 }
    return arctangent(y: spring.rootOffset * u, x: x + spring.dampingRatio * u)
  }

  /// The first time after the start at which the value is zero; nil if there is no such time.
  ///
  ///     tan qτ = -q x₀ / (ζ x₀ + x₀′)  for ζ < 1
  ///          P = -x₀ / (λ x₀ + x₀′)    for ζ ≥ 1
  ///
  /// A closed form is necessary just below critical damping, where the value is too small for a `Double` long before it
  /// passes zero.
  private var firstZero: Double? {
    guard value != 0 else { return spring.swings ? halfPeriod : nil }
    let large = max(value.magnitude, slope.magnitude)
    let side = (value < 0 ? -1 : 1) / large
    let (x, u) = (value * side, slope * side)
    guard spring.swings else { return time(ofP: -x / (spring.slowRate * x + u)) }
    let phase = arctangent(y: spring.rootOffset * x, x: -(spring.dampingRatio * x + u))
    let time = phase / spring.rootOffset
    return time.isFinite ? time : nil
  }

  /// Returns an interval with the last time at which the value crosses the threshold, for a damping ratio below 1.
  ///
  /// The peaks are half a period apart, and the height of each is e^(-ζπ/q) times the height of the previous peak. A
  /// logarithm gives the last peak above the threshold. The crossing is between this peak and the next zero.
  private func underdampedSpan(of threshold: Double) -> Span? {
    let (z, q) = (spring.dampingRatio, spring.rootOffset)
    let large = max(value.magnitude, slope.magnitude)
    let (x, u) = (value / large, slope / large)
    let sum = u + z * x
    let height = ((x * q) * (x * q) + sum * sum).squareRoot()
    let excess = logarithm(of: height, times: large, over: threshold)
    guard z > 0 else { return excess > 0 ? nil : .nothing }
    let phase = peakPhase
    // The time from a peak to the next zero: a quarter turn plus arcsin ζ.
    let fall = (Double.pi / 2 + arctangent(y: z, x: q)) / q
    let peaks = (excess / z - phase / q) / halfPeriod
    var index = peaks.rounded(.up) - 1
    // Because of rounding, a peak that just reaches the threshold may count as above the threshold. The loop therefore
    // evaluates the motion at a doubtful peak, and continues with the previous peak if necessary.
    let doubt = 1e-10 * (1 + (excess.magnitude / z + phase / q) / halfPeriod)
    let isClear = (peaks - peaks.rounded()).magnitude > doubt
    for _ in 0..<2 {
      let peak = (phase + index * Double.pi) / q
      guard peak + fall > 0 else { return .nothing }
      guard (peak + fall).isFinite else { return nil }
      if peak > 0 && isClear || state(at: peak).value.magnitude > threshold {
        let loss = max(excess - z * peak, 0)
        let root = (2 * loss).squareRoot()
        let guess = root + z * (criticalTime(toLose: loss) - root)
        return Span(
          start: max(peak, 0), end: peak + fall, guess: peak + min(guess, 0.9 * fall))
      }
      index -= 1
    }
    return .nothing
  }

  /// Returns an interval with the last time at which the value crosses the threshold, for a damping ratio of 1 or more.
  ///
  /// With such a damping ratio, the value has at most one peak and one zero.
  private func overdampedSpan(of threshold: Double) -> Span? {
    let peak = firstPeak ?? 0
    let (top, speed) = state(at: peak)
    guard top.magnitude > threshold else {
      guard peak > 0, value.magnitude > threshold else { return .nothing }
      return Span(start: 0, end: peak, guess: 0.5 * peak)
    }
    // At the time τ after the peak, |x| = |top| e^(-λτ) (1 + aλP), where a is `steepness`. Without a peak, τ counts
    // from the start.
    let rate = spring.slowRate
    let loss = logarithm(of: top.magnitude, times: 1, over: threshold)
    let longest = criticalTime(toLose: loss)
    // The factor 1.05 and the summand 0.1 are a reserve for the error of the approximation.
    let end = peak + (1.05 * longest + 0.1) / rate
    guard end.isFinite else { return nil }
    let steepness = peak > 0 ? 1 : min(1 + speed / (rate * top), 1)
    let growth = min(longest, 0.5 * rate / spring.rootOffset)
    let decay = loss + naturalLogarithm(max(1 + steepness * growth, 0.05))
    return Span(start: peak, end: end, guess: peak + decay / rate)
  }

  /// Returns the time in which a critically damped value falls from its peak to e^(-`loss`) of the peak.
  ///
  ///     t - ln(1 + t) = loss
  ///
  /// The result is accurate to about 0.1 %.
  ///
  /// Source: Barry et al., *Analytical approximations for real values of the Lambert W-function*,
  /// Mathematics and Computers in Simulation 53 (2000), the first approximation of the lower branch.
  private func criticalTime(toLose loss: Double) -> Double {
    loss + 2 / 0.3361 * (1 - 1 / (1 + 0.3361 * (0.5 * loss).squareRoot()))
  }

  /// Returns ln(`left` · `right` / `divisor`) for numbers above zero, without overflow or underflow.
  private func logarithm(of left: Double, times right: Double, over divisor: Double) -> Double {
    let ratio = left * right / divisor
    guard ratio > 0x1p-1000, ratio < 0x1p1000, divisor > 0x1p-1000 else {
      return naturalLogarithm(left) + naturalLogarithm(right) - naturalLogarithm(divisor)
    }
    return naturalLogarithm(ratio)
  }

  /// Returns the time at which the P of ``UnitSpring`` is `p`; nil if there is no such time.
  ///
  /// The damping ratio must be 1 or more.
  private func time(ofP p: Double) -> Double? {
    guard p > 0 else { return nil }
    let lost = 2 * (spring.rootOffset * p)
    guard spring.rootOffset > 0 else { return p.isFinite ? p : nil }
    guard lost < 1 else { return nil }
    return -0.5 * naturalLogarithmOnePlus(-lost) / spring.rootOffset
  }
}

extension UnitMotion {
  /// Returns the first time at which the value is `level`; nil if there is no such time.
  ///
  /// Between two peaks, the value is monotonic, and all later values are between the first two peaks. It is therefore
  /// enough to search the intervals up to the second peak, or up to the end of a motion that does not oscillate.
  func firstTime(at level: Double) -> Double? {
    guard value != level else { return 0 }
    var start = 0.0
    var end = firstPeak
    for _ in 0..<2 {
      guard let peak = end else { break }
      let turned = state(at: peak).value
      // Before its zero, the value may become too small for a `Double`, and a search would not find the zero.
      if level == 0, turned.magnitude < 0x1p-900 { return firstZero }
      if (value < level) != (turned < level) || turned == level {
        return time(at: level, between: start, and: peak)
      }
      start = peak
      end = spring.swings ? peak + halfPeriod : nil
    }
    guard !spring.swings, value.sign == level.sign, level != 0 else { return nil }
    // The rest of the motion is monotonic towards zero.
    let there = UnitMotion(
      spring: spring, value: state(at: start).value, slope: state(at: start).slope)
    guard there.value.magnitude > level.magnitude, there.value.sign == level.sign else {
      return nil
    }
    let time = start + there.lastCrossing(of: level.magnitude)
    return time.isFinite ? time : nil
  }

  private func time(at level: Double, between start: Double, and end: Double) -> Double {
    let falls = value > level
    return zeroOfDecreasing(between: start, and: end) { time in
      let (value, slope) = state(at: time)
      return falls ? (value - level, slope) : (level - value, -slope)
    }
  }
}

/// Returns the time in an interval at which a decreasing quantity passes zero.
///
/// The search is Newton's method; a step that would leave the interval is replaced by bisection. Each step goes
/// slightly too far on purpose, so that the interval shrinks from both sides, down to two neighbouring floating-point
/// numbers.
///
/// - Parameters:
///   - start: The start of the interval, at which the quantity is above zero.
///   - end: The end of the interval, at which the quantity is zero or below.
///   - quantity: Returns the quantity and its slope at a time.
/// - Returns: The first floating-point number at which the quantity is not above zero.
func zeroOfDecreasing(
  between start: Double, and end: Double, _ quantity: (Double) -> (value: Double, slope: Double)
) -> Double {
  var (low, high) = (start, end)
  var time = 0.5 * low + 0.5 * high
  var left = 200
  while low < time, time < high, left > 0 {
    left -= 1
    let (excess, slope) = quantity(time)
    if excess > 0 { low = time } else { high = time }
    let step = -excess / slope
    let margin = step.magnitude * 0x1p-12 + 2 * time.ulp
    let next = time + step + (excess > 0 ? margin : -margin)
    time = next > low && next < high ? next : 0.5 * low + 0.5 * high
  }
  return high
}
