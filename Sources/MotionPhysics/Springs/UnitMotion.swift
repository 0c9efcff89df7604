import Quantities

/// A motion of a ``UnitSpring`` from a given start: its last crossing, its peaks and its zeros.
///
/// Position and velocity of a spring both move like this, so each question is answered once.
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

  /// The time from which on the value stays within `threshold` of zero; infinity if there is none.
  func lastCrossing(of threshold: Double) -> Double {
    guard let interval = lastCrossingInterval(of: threshold) else { return .infinity }
    return crossing(of: threshold, in: interval)
  }

  /// An interval with the last crossing of `threshold` in it.
  ///
  /// The value is above it at the start, below it at the end and monotone between. Zero alone if
  /// there is no crossing, nil if there is no last one.
  func lastCrossingInterval(of threshold: Double) -> ClosedRange<Double>? {
    guard value != 0 || slope != 0 else { return 0...0 }
    guard threshold > 0 else { return nil }
    guard threshold < .infinity else { return 0...0 }
    return spring.swings ? swingingInterval(of: threshold) : creepingInterval(of: threshold)
  }

  /// The crossing in an interval from ``lastCrossingInterval(of:)``.
  func crossing(of threshold: Double, in interval: ClosedRange<Double>) -> Double {
    guard interval.upperBound > 0 else { return 0 }
    return fallThroughZero(between: interval.lowerBound, and: interval.upperBound) { time in
      let (value, slope) = state(at: time)
      return (value.magnitude - threshold, value < 0 ? -slope : slope)
    }
  }

  /// The first time after zero at which the value turns round; nil if it never does.
  var firstPeak: Double? {
    if spring.swings {
      let phase = peakPhase
      let time = (phase > 0 ? phase : Double.pi) / spring.detuning
      return time.isFinite ? time : nil
    }
    // x′ = 0 where P = x₀′ / (x₀ + x₀′ / λ).
    return time(ofP: slope / (value + slope / spring.slowRate))
  }

  /// The time between two peaks of a swinging spring.
  var halfPeriod: Double { Double.pi / spring.detuning }

  /// The phase qτ of the peak, from 0 to below π; the same for a motion and its mirror image.
  ///
  ///     tan qτ = q x₀′ / (x₀ + ζ x₀′)
  ///
  /// The motion is turned to where its slope is above zero. To add π to a phase below zero instead
  /// would lose the digits that are left of a small one, which near critical damping q divides.
  private var peakPhase: Double {
    let large = max(value.magnitude, slope.magnitude)
    let side = (slope < 0 ? -1 : 1) / large
    let (x, u) = (value * side, slope * side)
    guard u > 0 else { return 0 }
    return arctangent(y: spring.detuning * u, x: x + spring.dampingRatio * u)
  }

  /// The first time after zero at which the value is zero; nil if it never is.
  ///
  ///     tan qτ = -q x₀ / (ζ x₀ + x₀′),  at critical damping and above P = -x₀ / (λ x₀ + x₀′)
  ///
  /// In closed form, for just below critical damping, where the value has long become too small for
  /// a number when it passes zero.
  private var firstZero: Double? {
    guard value != 0 else { return spring.swings ? halfPeriod : nil }
    let large = max(value.magnitude, slope.magnitude)
    let side = (value < 0 ? -1 : 1) / large
    let (x, u) = (value * side, slope * side)
    guard spring.swings else { return time(ofP: -x / (spring.slowRate * x + u)) }
    let phase = arctangent(y: spring.detuning * x, x: -(spring.dampingRatio * x + u))
    let time = phase / spring.detuning
    return time.isFinite ? time : nil
  }

  /// The last crossing below critical damping.
  ///
  /// The peaks are half a period apart and each is e^(-ζπ/q) of the one before. The last peak above
  /// the threshold comes from a logarithm; the crossing lies between it and the zero that follows.
  private func swingingInterval(of threshold: Double) -> ClosedRange<Double>? {
    let (z, q) = (spring.dampingRatio, spring.detuning)
    let large = max(value.magnitude, slope.magnitude)
    let (x, u) = (value / large, slope / large)
    let sum = u + z * x
    let height = ((x * q) * (x * q) + sum * sum).squareRoot()
    let excess = naturalLogarithm(height) + naturalLogarithm(large) - naturalLogarithm(threshold)
    guard z > 0 else { return excess > 0 ? nil : 0...0 }
    let phase = peakPhase
    // From a peak to the zero after it: a quarter turn and arcsin ζ.
    let fall = (Double.pi / 2 + arctangent(y: z, x: q)) / q
    let last = ((excess / z - phase / q) / halfPeriod).rounded(.up) - 1
    // Where a peak meets the threshold, rounding may take it for one above; then it is the one
    // before.
    for index in [last, last - 1] {
      let peak = (phase + index * Double.pi) / q
      guard peak + fall > 0 else { return 0...0 }
      guard (peak + fall).isFinite else { return nil }
      if state(at: peak).value.magnitude > threshold { return max(peak, 0)...peak + fall }
    }
    return 0...0
  }

  /// From critical damping on, the value has at most one peak and one zero.
  private func creepingInterval(of threshold: Double) -> ClosedRange<Double>? {
    let peak = firstPeak ?? 0
    if state(at: peak).value.magnitude > threshold {
      var span = 1 / spring.slowRate
      while state(at: peak + span).value.magnitude > threshold {
        span *= 2
        guard span < .infinity else { return nil }
      }
      return peak...peak + span
    }
    return peak > 0 && value.magnitude > threshold ? 0...peak : 0...0
  }

  /// The time at which the P of a creeping spring has the given value; nil if it never has.
  private func time(ofP p: Double) -> Double? {
    guard p > 0 else { return nil }
    let lost = 2 * (spring.detuning * p)
    guard spring.detuning > 0 else { return p.isFinite ? p : nil }
    guard lost < 1 else { return nil }
    return -0.5 * naturalLogarithmOnePlus(-lost) / spring.detuning
  }
}

extension UnitMotion {
  /// The first time at which the value is `level`; nil if it never is.
  ///
  /// Between two peaks the value is monotone, and the range between the first two contains all that
  /// follow, so two or three pieces are enough.
  func firstTime(at level: Double) -> Double? {
    guard value != level else { return 0 }
    var start = 0.0
    var end = firstPeak
    for _ in 0..<2 {
      guard let peak = end else { break }
      let turned = state(at: peak).value
      // Where the value is too small for a number, no search finds where it passes zero.
      if level == 0, turned.magnitude < 0x1p-900 { return firstZero }
      if (value < level) != (turned < level) || turned == level {
        return time(at: level, between: start, and: peak)
      }
      start = peak
      end = spring.swings ? peak + halfPeriod : nil
    }
    guard !spring.swings, value.sign == level.sign, level != 0 else { return nil }
    // What is left is a monotone way to zero.
    let there = UnitMotion(
      spring: spring, value: state(at: start).value, slope: state(at: start).slope)
    guard there.value.magnitude > level.magnitude, there.value.sign == level.sign else {
      return nil
    }
    let time = start + there.lastCrossing(of: level.magnitude)
    return time.isFinite ? time : nil
  }

  /// The first time after zero at which the value is `level`; nil if it never is.
  func nextTime(at level: Double) -> Double? {
    guard value == level else { return firstTime(at: level) }
    guard level != 0 else { return slope != 0 ? firstZero : nil }
    guard let peak = firstPeak else { return nil }
    let turned = state(at: peak)
    let rest = UnitMotion(spring: spring, value: turned.value, slope: turned.slope)
    return rest.firstTime(at: level).map { peak + $0 }
  }

  private func time(at level: Double, between start: Double, and end: Double) -> Double {
    let falls = value > level
    return fallThroughZero(between: start, and: end) { time in
      let (value, slope) = state(at: time)
      return falls ? (value - level, slope) : (level - value, -slope)
    }
  }
}

/// The time in an interval at which a quantity that only falls there passes zero.
///
/// Newton's method, held inside the interval by halving it. Each step goes a little too far, so that
/// the interval closes from both sides, down to two neighbouring numbers.
///
/// - Parameters:
///   - start: The quantity is above zero here.
///   - end: The quantity is zero or below here.
///   - quantity: The quantity and its slope at a time.
/// - Returns: The first number at which the quantity is not above zero.
func fallThroughZero(
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
    let beyond = step.magnitude * 0x1p-12 + 2 * time.ulp
    let next = time + step + (excess > 0 ? beyond : -beyond)
    time = next > low && next < high ? next : 0.5 * low + 0.5 * high
  }
  return high
}
