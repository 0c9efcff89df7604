/// Returns the sine of an angle in radians, with the same bits on every machine.
///
/// The error is below 0.8 ulp for every finite angle, however large. The result is NaN for infinities and NaN. The sign
/// of a zero is kept.
public func sine(_ angle: Double) -> Double { sineAndCosine(angle).sine }

/// Returns the cosine of an angle in radians, with the same bits on every machine.
///
/// The error is below 0.8 ulp for every finite angle, however large. The result is NaN for infinities and NaN.
public func cosine(_ angle: Double) -> Double { sineAndCosine(angle).cosine }

/// Returns both the sine and the cosine of an angle in radians, which takes less time than two calls.
///
/// Angles beyond π/4 are reduced with as many bits of 2/π as the size of the angle requires (see `QuarterTurns`). The
/// error is below 0.8 ulp for every finite angle. The results are NaN for infinities and NaN.
public func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  guard angle.isFinite else { return (.nan, .nan) }
  // For such a small angle, the sine is the angle; this also keeps the sign of a zero.
  if angle.magnitude < 0x1p-27 { return (angle, 1) }
  if angle.magnitude <= 0.7853981633974483 {
    return sineAndCosineSeries(angle, tail: 0)
  }
  let turns = QuarterTurns(of: angle)
  let (s, c) = sineAndCosineSeries(turns.remainder, tail: turns.tail)
  // A branch on the quarter turn would often be mispredicted, so bit operations replace the branch. An odd quarter
  // exchanges sine and cosine. The sign of the sine is the second bit of the number of the quarter, and the sign of the
  // cosine is the second bit of the number of the next quarter.
  let quadrant = UInt64(truncatingIfNeeded: turns.quadrant)
  let exchange = (s.bitPattern ^ c.bitPattern) & (0 &- (quadrant & 1))
  return (
    Double(bitPattern: s.bitPattern ^ exchange ^ ((quadrant & 2) << 62)),
    Double(bitPattern: c.bitPattern ^ exchange ^ (((quadrant &+ 1) & 2) << 62))
  )
}

/// Returns sin(x + tail) and cos(x + tail) for |x| ≤ π/4.
///
/// The polynomials `x - x³/3! + … + x¹⁷/17!` and `1 - x²/2! + … - x¹⁸/18!` are computed in parallel, in the two lanes
/// of a vector.
@inline(__always)
private func sineAndCosineSeries(_ x: Double, tail: Double) -> (sine: Double, cosine: Double) {
  let z = x * x
  var sums = SIMD2(1 / 355_687_428_096_000.0, -1 / 6_402_373_705_728_000.0)
  sums = sums * z + SIMD2(-1 / 1_307_674_368_000.0, 1 / 20_922_789_888_000.0)
  sums = sums * z + SIMD2(1 / 6_227_020_800.0, -1 / 87_178_291_200.0)
  sums = sums * z + SIMD2(-1 / 39_916_800.0, 1 / 479_001_600.0)
  sums = sums * z + SIMD2(1 / 362_880.0, -1 / 3_628_800.0)
  sums = sums * z + SIMD2(-1 / 5_040.0, 1 / 40_320.0)
  sums = sums * z + SIMD2(1 / 120.0, -1 / 720.0)
  sums = sums * z + SIMD2(-1 / 6.0, 1 / 24.0)
  let half = 0.5 * z
  let leading = 1 - half
  // The rounding error of 1 - z/2 is added back with the rest of the series.
  return (
    x + (x * z * sums[0] + tail * leading),
    leading + (((1 - leading) - half) + (z * z * sums[1] - x * tail))
  )
}

/// Returns the angle in -π/2...π/2 whose tangent is `x`.
///
///     atan x = atan c + atan((x - c) / (1 + c x))  for 0 ≤ x ≤ 1, c = the nearest multiple of 1/8
///     atan x = π/2 - atan(1/x)                     for x > 1
///
/// The error is below 1 ulp. The result is ±π/2 for infinities, and NaN for NaN. The sign of a zero is kept.
public func arctangent(_ x: Double) -> Double {
  guard !x.isNaN else { return x }
  let magnitude = x.magnitude
  let angle: Double
  if magnitude <= 1 {
    let (high, low) = arctangentUpToOne(magnitude)
    angle = high + low
  } else {
    let (high, low) = arctangentUpToOne(1 / magnitude)
    angle = HalfPi.high - (high - (HalfPi.low - low))
  }
  return x.sign == .minus ? -angle : angle
}

/// Returns the angle of the point (`x`, `y`) from the positive x axis, in -π...π.
///
/// The error is below 2 ulp. The results for signed zeros and infinities are those that IEEE 754 (2019, section 9.2.1)
/// requires of `atan2`. The result for NaN is NaN.
public func arctangent(y: Double, x: Double) -> Double {
  guard !x.isNaN, !y.isNaN else { return .nan }
  let (high, low) = firstQuadrantAngle(y: y.magnitude, x: x.magnitude)
  let upper =
    x.sign == .minus ? 2 * HalfPi.high - (high - (2 * HalfPi.low - low)) : high + low
  return y.sign == .minus ? -upper : upper
}

/// Returns the angle of a point whose coordinates are zero or more, including infinity.
///
/// The result is a sum of two numbers, which together have more digits than a `Double`.
private func firstQuadrantAngle(y: Double, x: Double) -> (high: Double, low: Double) {
  if y == x { return y == 0 ? (0, 0) : (0.5 * HalfPi.high, 0.5 * HalfPi.low) }
  if y < x { return arctangentUpToOne(y / x) }
  let (high, low) = arctangentUpToOne(x / y)
  let steep = HalfPi.high - high
  return (steep, ((HalfPi.high - steep) - high) + (HalfPi.low - low))
}

/// π/2 as a sum of two numbers, which together have more digits than a `Double`.
private enum HalfPi {
  static let high = 0x1.921fb54442d18p+0
  static let low = 0x1.1a62633145c07p-54
}

/// The arctangents of the multiples of 1/8 from 0 to 1, each as a sum of two numbers.
///
/// The numbers are correctly rounded from a calculation with 600 digits.
private enum ArctangentOfEighths {
  static let high = [
    0.0, 0x1.fd5ba9aac2f6ep-4, 0x1.f5b75f92c80ddp-3, 0x1.6f61941e4def1p-2, 0x1.dac670561bb4fp-2,
    0x1.1e00babdefeb4p-1, 0x1.4978fa3269ee1p-1, 0x1.700a7c5784634p-1, 0x1.921fb54442d18p-1,
  ]
  static let low = [
    0.0, -0x1.cd37686760c17p-59, 0x1.8ab6e3cf7afbdp-57, -0x1.c63aae6f6e918p-56,
    0x1.a2b7f222f65e2p-56, -0x1.928df287a668fp-58, 0x1.2419a87f2a458p-56, -0x1.8c34d25aadef6p-56,
    0x1.1a62633145c07p-55,
  ]
}

/// Returns the arctangent of a number in 0...1, as a sum of two numbers.
private func arctangentUpToOne(_ x: Double) -> (high: Double, low: Double) {
  // Below 0.1, the series alone is more accurate than the difference from atan(1/8).
  let eighths = x < 0.1 ? 0 : Int(8 * x + 0.5)
  let c = Double(eighths) * 0.125
  let t = (x - c) / (1 + c * x)
  let z = t * t
  var sum = -1 / 15.0
  sum = sum * z + 1 / 13.0
  sum = sum * z - 1 / 11.0
  sum = sum * z + 1 / 9.0
  sum = sum * z - 1 / 7.0
  sum = sum * z + 1 / 5.0
  sum = sum * z - 1 / 3.0
  guard eighths > 0 else { return (t, t * z * sum) }
  return (
    ArctangentOfEighths.high[eighths], t + (t * z * sum + ArctangentOfEighths.low[eighths])
  )
}
