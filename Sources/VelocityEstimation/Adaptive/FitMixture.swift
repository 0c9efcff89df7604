/// The average of many fits, each weighed by how well it explains the samples.
///
/// A fit's cost is minus twice the logarithm of how likely it is, so it weighs `exp(−cost / 2)`;
/// weights are kept relative to the best fit so far.
struct FitMixture {
  /// What one fit says.
  struct Member {
    /// Minus twice the logarithm of its likelihood.
    var cost: Double
    /// The slopes.
    var x: Double
    var y: Double
    /// The slopes' variance along each axis for noise of variance one.
    var variance: Double
    /// How many samples it uses, and the time from the oldest of them to the newest.
    var used: Int
    var span: Double
    /// The polynomial's degree.
    var degree: Int
    /// How many of the newest samples it leaves out.
    var leftOut: Int
    /// Whether these are slower than it, so that a lift may have made them so.
    var isHook = false
  }

  /// The cost beyond the best from which a fit no longer counts; it weighs 5e-5.
  ///
  /// Source: ours; what is left out is a thousandth of what noise changes.
  static let negligible = 20.0

  private(set) var best = Member(
    cost: .infinity, x: 0, y: 0, variance: 0, used: 0, span: 0, degree: 0, leftOut: 0)
  private var weight = 0.0
  private var x = 0.0
  private var y = 0.0
  private var variance = 0.0
  private var squares = 0.0
  private var hooked = 0.0

  /// Takes in a fit.
  @inline(__always)
  mutating func add(_ member: Member) {
    let excess = member.cost - best.cost
    guard excess < Self.negligible else { return }
    var fraction = 1.0
    if excess < 0 {
      let fade = excess < -Self.negligible ? 0 : likelihood(excess)
      weight *= fade
      x *= fade
      y *= fade
      variance *= fade
      squares *= fade
      hooked *= fade
      best = member
    } else {
      fraction = likelihood(-excess)
    }
    weight += fraction
    x += fraction * member.x
    y += fraction * member.y
    variance += fraction * member.variance
    squares += fraction * (member.x * member.x + member.y * member.y)
    if member.isHook { hooked += fraction }
  }

  /// The average slopes.
  var mean: (x: Double, y: Double) { (x / weight, y / weight) }

  /// The average of the fits' own variances, for noise of variance one.
  var varianceWithin: Double { variance / weight }

  /// How far the fits are apart: the variance of their slopes, both axes together.
  var varianceBetween: Double {
    let mean = mean
    return max(squares / weight - mean.x * mean.x - mean.y * mean.y, 0)
  }

  /// Whether the fits that leave out newest samples which a lift has bent outweigh the others.
  var isHooked: Bool { 2 * hooked > weight }
}

/// `exp(x / 2)` for x from −40 to 0, to 2e-8 of the result.
///
/// The power of two is put together from its exponent and a polynomial for the rest, which is the
/// series of `2^f` around zero for f from −½ to ½. Weights need no more, and it is fast.
@inline(__always)
private func likelihood(_ x: Double) -> Double {
  let power = x * 0.721_347_520_444_481_7  // 1 / (2 ln 2)
  let whole = Int64(power - 0.5)
  let f = (power - Double(whole)) * 0.693_147_180_559_945_3  // ln 2
  let series =
    1 + f * (1 + f * (1 / 2 + f * (1 / 6 + f * (1 / 24 + f * (1 / 120 + f * (1 / 720))))))
  return series * Double(bitPattern: UInt64(bitPattern: (1_023 + whole) << 52))
}
