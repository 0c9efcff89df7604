/// An angle as a number of quarter turns and a remainder, whose relative error is at most 2⁻⁶⁰.
///
/// The angle times 2/π is computed with integers: the 53 bits of the angle times 192 bits of 2/π. The bits of 2/π above
/// these 192 bits are left out, because they contribute only multiples of 4 quarter turns. No double-precision angle is
/// closer to a multiple of π/2 than 2⁻⁶², so 128 bits of the fraction are enough.
///
/// Source: Payne and Hanek, *Radian Reduction for Trigonometric Functions*, SIGNUM Newsletter 18
/// (1983); the bound of 2⁻⁶² is from Muller, *Elementary Functions*, 3rd ed. (2016), section 11.2.
struct QuarterTurns {
  /// The number of quarter turns, modulo 4, in 0...3.
  var quadrant: Int
  /// The remainder in radians, in -π/4...π/4.
  var remainder: Double
  /// The exact remainder minus the rounded ``remainder``, in radians.
  var tail: Double

  /// Reduces a finite angle in radians, whose magnitude must be above 0.5.
  @inline(__always)
  init(of angle: Double) {
    let bits = angle.magnitude.bitPattern
    let significand = bits & 0xf_ffff_ffff_ffff | 0x10_0000_0000_0000
    // Bit 0 of the table has the value 2⁶³; the first relevant bit has the value 2^(1 - exponent).
    let position = Int(truncatingIfNeeded: bits >> 52) &- 1075 &+ 62
    var (top, middle, bottom) =
      position < 64
      ? Self.product(significand, bySmall: UInt64(truncatingIfNeeded: position))
      : Self.product(significand, from: position)
    let whole = top >> 62
    // Keep the fraction of a quarter turn, as 192 bits below the binary point. If the fraction is a half or more,
    // replace it by the distance to the next quarter turn.
    top = top << 2 | middle >> 62
    middle = middle << 2 | bottom >> 62
    bottom <<= 2
    let half = top >> 63
    let flip = 0 &- half
    top ^= flip
    middle ^= flip
    // Shift the fraction to 64 significant bits, and multiply it by π/2.
    var zeros: UInt64 = 64
    if top != 0 {
      zeros = UInt64(truncatingIfNeeded: top.leadingZeroBitCount)
      top = top &<< zeros | (middle >> 1) &>> (63 &- zeros)
    } else {
      (top, middle) = (middle, bottom ^ flip)
      let more = UInt64(truncatingIfNeeded: top.leadingZeroBitCount)
      top = more == 0 ? top : top << more | middle >> (64 - more)
      zeros += more
    }
    let product = top.multipliedFullWidth(by: 0xc90f_daa2_2168_c234).high
    let minus: UInt64 = angle < 0 ? 1 : 0
    let sign = (half ^ minus) << 63
    let unit = Double(bitPattern: sign | (1023 &- 63 &- zeros) << 52)
    // Convert 53 bits and the other 11 bits separately, because both conversions are then exact.
    remainder = Double(Int64(truncatingIfNeeded: product >> 11)) * (unit * 0x1p11)
    tail = Double(Int64(truncatingIfNeeded: product & 0x7ff)) * unit
    let turned = (whole &+ half) & 3
    quadrant = Int(truncatingIfNeeded: ((turned ^ (0 &- minus)) &+ minus) & 3)
  }

  /// Returns 192 bits of significand · 2^exponent · 2/π modulo 4, with the binary point after the first two bits.
  ///
  /// This version needs no table, because an angle below 2⁵⁴ needs only the first bits of 2/π. The `position` must be
  /// in 1...63.
  @inline(__always)
  private static func product(
    _ significand: UInt64, bySmall position: UInt64
  ) -> (top: UInt64, middle: UInt64, bottom: UInt64) {
    let (first, second, third) = (
      0xa2f9_836e_4e44_1529 as UInt64, 0xfc27_57d1_f534_ddc0 as UInt64,
      0xdb62_9599_3c43_9041 as UInt64
    )
    let back = 64 &- position
    return product(
      significand, first &>> back, first &<< position | second &>> back,
      second &<< position | third &>> back)
  }

  /// Returns the same product for an angle of any size, with the table of 2/π.
  @inline(never)
  private static func product(
    _ significand: UInt64, from position: Int
  ) -> (top: UInt64, middle: UInt64, bottom: UInt64) {
    let (word, shift) = (position / 64, position % 64)
    func window(_ offset: Int) -> UInt64 {
      let high = twoOverPi[word + offset]
      return shift == 0 ? high : high << shift | twoOverPi[word + offset + 1] >> (64 - shift)
    }
    return product(significand, window(0), window(1), window(2))
  }

  /// Returns the product of a significand and three words of 2/π, the highest first.
  @inline(__always)
  private static func product(
    _ significand: UInt64, _ high: UInt64, _ middle: UInt64, _ low: UInt64
  ) -> (top: UInt64, middle: UInt64, bottom: UInt64) {
    let last = significand.multipliedFullWidth(by: low)
    let next = significand.multipliedFullWidth(by: middle)
    let (sum, carry) = next.low.addingReportingOverflow(last.high)
    return (significand &* high &+ next.high &+ (carry ? 1 : 0), sum, last.low)
  }

  /// A word of zeros, and then 2/π with 64 bits per word.
  ///
  /// The bits are from a calculation with 600 digits.
  private static let twoOverPi: [UInt64] = [
    0, 0xa2f9_836e_4e44_1529, 0xfc27_57d1_f534_ddc0, 0xdb62_9599_3c43_9041, 0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0, 0x0649_2eea_09d1_921c, 0xfe1d_eb1c_b129_a73e, 0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41, 0x3991_d639_8353_39f4, 0x9c84_5f8b_bdf9_283b, 0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f, 0x6d36_7ecf_27cb_09b7, 0x4f46_3f66_9e5f_ea2d, 0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea, 0x6bfb_5fb1_1f8d_5d08, 0x5603_3046_fc7b_6bab,
  ]
}
