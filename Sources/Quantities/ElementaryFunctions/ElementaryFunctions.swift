/// The constants for splitting a number into a power of two and a remainder.
private enum BinaryLogarithm {
  /// The leading 40 bits of ln 2; with so few bits, the product with the exponent of a `Double` is exact.
  static let naturalHigh = 0x1.62e42fefa2p-1
  /// ln 2 minus ``naturalHigh``, correctly rounded.
  static let naturalLow = 0x1.9ef35793c7673p-41
  /// 1 / ln 2, correctly rounded.
  static let reciprocal = 0x1.71547652b82fep+0
}

/// Returns e to the power of `x`, with the same bits on every machine.
///
///     e^x = 2^k · e^r,  k = round(x / ln 2),  |r| ≤ ln 2 / 2,  e^r by its Taylor series
///
/// The error is below 0.9 ulp. The result is infinity above 709.79, zero below -745.14, and NaN for NaN.
///
/// Source: Cody and Waite, *Software Manual for the Elementary Functions* (1980), chapter 6.
public func exponential(_ x: Double) -> Double {
  guard x < 709.79 else { return x.isNaN ? x : .infinity }
  guard x > -745.14 else { return x.isNaN ? x : 0 }
  let (power, remainder, tail) = splitByPowerOfTwo(x)
  let square = remainder * remainder
  return scaled(1 + (remainder + (tail + square * secondOrderSeries(remainder))), by: power)
}

/// Returns e to the power of `x`, minus 1, without cancellation near zero.
///
/// The error is below 1.1 ulp. The result is infinity above 709.79, -1 below about -37, and NaN for NaN. The sign of a
/// zero is kept.
public func exponentialMinusOne(_ x: Double) -> Double {
  // For such a small number, the square is below the last bit; this also keeps the sign of a zero.
  if x.magnitude < 0x1p-54 { return x }
  // Below 0.34, just under half of ln 2, there is no power of two to split off.
  if x.magnitude < 0.34 { return x + x * x * secondOrderSeries(x) }
  guard x > -40 else { return x.isNaN ? x : -1 }
  guard x < 40 else { return exponential(x) }
  let (power, remainder, tail) = splitByPowerOfTwo(x)
  return minusOne(power, remainder, tail + remainder * remainder * secondOrderSeries(remainder))
}

/// Returns the results of both ``exponential(_:)`` and ``exponentialMinusOne(_:)``, in about the time of one call.
///
/// The results have the same bits as the results of the separate functions.
public func exponentialAndMinusOne(_ x: Double) -> (exponential: Double, minusOne: Double) {
  if x.magnitude < 0.34 {
    let low = x * x * secondOrderSeries(x)
    return (1 + (x + low), x.magnitude < 0x1p-54 ? x : x + low)
  }
  guard x.magnitude < 40 else { return (exponential(x), exponentialMinusOne(x)) }
  let (power, remainder, tail) = splitByPowerOfTwo(x)
  let low = tail + remainder * remainder * secondOrderSeries(remainder)
  return (scaled(1 + (remainder + low), by: power), minusOne(power, remainder, low))
}

/// Returns the natural logarithm of `x`.
///
///     ln x = k ln 2 + ln(1 + f),  x = 2^k (1 + f),  ln(1 + f) = 2 artanh(f / (2 + f)) by its series
///
/// The error is below 0.9 ulp. The result is minus infinity at zero and NaN below zero.
///
/// Source: Cody and Waite, *Software Manual for the Elementary Functions* (1980), chapter 5.
public func naturalLogarithm(_ x: Double) -> Double {
  guard x > 0 else { return x == 0 ? -.infinity : .nan }
  guard x < .infinity else { return x }
  return logarithm(ofPositive: x, relativeCorrection: 0)
}

/// Returns the natural logarithm of 1 + `x`, without cancellation near zero.
///
/// The error is below 1 ulp. The result is minus infinity at -1 and NaN below -1. The sign of a zero is kept.
public func naturalLogarithmOnePlus(_ x: Double) -> Double {
  guard x > -1 else { return x == -1 ? -.infinity : .nan }
  guard x < .infinity else { return x }
  guard x.magnitude > 0x1p-54 else { return x }
  let sum = 1 + x
  // The function `logarithm` adds the rounding error of the sum back as a correction.
  let lost = x < 1 ? x - (sum - 1) : 1 - (sum - x)
  return logarithm(ofPositive: sum, relativeCorrection: lost / sum)
}

/// Splits `x` into `power · ln 2 + remainder + tail`, with a remainder of at most half of ln 2.
@inline(__always)
private func splitByPowerOfTwo(_ x: Double) -> (power: Int, remainder: Double, tail: Double) {
  // Adding and subtracting 1.5 · 2⁵² rounds to an integer without a call to the C library.
  let power = (x * BinaryLogarithm.reciprocal + 0x1.8p52) - 0x1.8p52
  let high = x - power * BinaryLogarithm.naturalHigh
  let low = power * BinaryLogarithm.naturalLow
  let remainder = high - low
  return (Int(power), remainder, (high - remainder) - low)
}

/// Returns 2^k (1 - 2^-k + r + low), where k is `power` and r is `remainder`.
///
/// The difference 1 - 2^-k is exact below k = 53. From k = 53 on, its error is below the last bit of the result.
@inline(__always)
private func minusOne(_ power: Int, _ remainder: Double, _ low: Double) -> Double {
  let base = 1 - scaled(1, by: -power)
  let sum = base + remainder
  let lost = (base - (sum - remainder)) + (remainder - (sum - (sum - remainder)))
  return scaled(sum + (lost + low), by: power)
}

/// Returns (e^r - 1 - r) / r² for |r| ≤ ln 2 / 2, as `1/2! + r/3! + … + r¹¹/13!`.
///
/// The omitted terms are below 2⁻⁵⁷ of e^r.
@inline(__always)
private func secondOrderSeries(_ r: Double) -> Double {
  var sum = 1 / 6_227_020_800.0
  sum = sum * r + 1 / 479_001_600.0
  sum = sum * r + 1 / 39_916_800.0
  sum = sum * r + 1 / 3_628_800.0
  sum = sum * r + 1 / 362_880.0
  sum = sum * r + 1 / 40_320.0
  sum = sum * r + 1 / 5_040.0
  sum = sum * r + 1 / 720.0
  sum = sum * r + 1 / 120.0
  sum = sum * r + 1 / 24.0
  sum = sum * r + 1 / 6.0
  return sum * r + 0.5
}

/// Returns the power of two with this exponent, which must be the exponent of a normal number.
@inline(__always)
private func powerOfTwo(_ exponent: Int) -> Double {
  Double(bitPattern: UInt64(exponent + 1023) << 52)
}

/// Returns `value · 2^power`; this product is exact unless the result is subnormal.
@inline(__always)
private func scaled(_ value: Double, by power: Int) -> Double {
  switch power {
  case ...(-1022): value * powerOfTwo(power + 200) * powerOfTwo(-200)
  case 1024...: value * 2 * powerOfTwo(power - 1)
  default: value * powerOfTwo(power)
  }
}

/// Returns the logarithm of `x · (1 + relativeCorrection)`, for a finite `x` above zero and a correction below 2⁻⁵².
private func logarithm(ofPositive x: Double, relativeCorrection: Double) -> Double {
  // Subnormal numbers are scaled by 2⁶⁴ first, because their exponent field is zero.
  let normal = x < 0x1p-1022 ? x * 0x1p64 : x
  let bits = normal.bitPattern
  var power = Int(bits >> 52) - 1023 - (x < 0x1p-1022 ? 64 : 0)
  var fraction = Double(bitPattern: bits & 0xf_ffff_ffff_ffff | 0x3ff0_0000_0000_0000)
  // Keep the fraction between √½ and √2, so that f is small and the series needs few terms.
  if fraction > 1.4142135623730951 {
    fraction *= 0.5
    power += 1
  }
  let f = fraction - 1
  let halfSquare = 0.5 * f * f
  let s = f / (2 + f)
  let z = s * s
  var series = 2 / 23.0
  series = series * z + 2 / 21.0
  series = series * z + 2 / 19.0
  series = series * z + 2 / 17.0
  series = series * z + 2 / 15.0
  series = series * z + 2 / 13.0
  series = series * z + 2 / 11.0
  series = series * z + 2 / 9.0
  series = series * z + 2 / 7.0
  series = series * z + 2 / 5.0
  series = series * z + 2 / 3.0
  // 2 artanh(s) = f - (f²/2 - s (f²/2 + 2 s²/3 + 2 s⁴/5 + …)); the bracket is small compared to f.
  let low = s * (halfSquare + z * series) + relativeCorrection
  let k = Double(power)
  guard power != 0 else { return f - (halfSquare - low) }
  return k * BinaryLogarithm.naturalHigh
    - ((halfSquare - (low + k * BinaryLogarithm.naturalLow)) - f)
}
