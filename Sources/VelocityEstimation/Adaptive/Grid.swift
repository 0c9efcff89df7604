internal import Quantities

/// The grid on which a device counts its places, as far as the samples of a pan tell.
///
/// All steps between samples are multiples of it. A place is no better known than the rounding to the
/// grid leaves it, however smooth the places look: an even motion of whole points has no roughness.
struct Grid {
  /// The coarsest grid that is believed, in points; steps that are multiples of more are an exact motion.
  ///
  /// Source: ours; devices count in points or finer.
  private static let coarsest = 1.0

  /// The finest that is told, in points.
  ///
  /// Source: ours; it rounds places by a hundredth of a point, which no hand is as steady as.
  private static let finest = 0.05

  /// How far a step may be from a multiple, in points.
  ///
  /// Source: ours; a thousandth is the finest that a device counts.
  private static let tolerance = 0.001

  /// The distance between neighbouring places along each axis, in points; zero where there is no grid.
  let spacing: Double

  /// The grid of all samples in `history`.
  ///
  /// - Complexity: O(samples in 100); mostly two or three samples, where there is no grid.
  init(_ history: SampleHistory) {
    var spacing = 0.0
    for index in 0..<max(history.count - 1, 0) {
      let step = history.step(index)
      spacing = Self.commonDivisor(spacing, step.x.value.magnitude)
      spacing = Self.commonDivisor(spacing, step.y.value.magnitude)
      guard spacing == 0 || spacing >= Self.finest else { break }
    }
    self.spacing = (Self.finest...Self.coarsest).contains(spacing) ? spacing : 0
  }

  /// The variance that rounding adds to a place along each axis, in pt²: that of an even distribution
  /// over one place.
  ///
  /// Source: Bennett, "Spectra of quantized signals", Bell System Technical Journal 27, 1948.
  var variance: Double { spacing * spacing / 12 }

  /// Euclid's algorithm, with nearest remainders; places are rounded.
  private static func commonDivisor(_ first: Double, _ second: Double) -> Double {
    var (divisor, rest) = (first, second)
    while rest > tolerance, rest.isFinite {
      (divisor, rest) = (rest, (divisor - rest * (divisor / rest).rounded()).magnitude)
    }
    return divisor
  }
}
