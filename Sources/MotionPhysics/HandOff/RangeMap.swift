public import Quantities

/// A linear map from one range of values to another.
///
/// You can use it, for example, to turn the distance of a drag into a progress, or a progress into an inset.
///
///     output = outputStart + (outputEnd - outputStart) · (input - inputStart) / (inputEnd - inputStart)
///
/// Either range may be descending, for example for an inset that shrinks while a sheet opens. At both ends of the input
/// range, the output is exact to the last bit.
///
/// Source: jtrivedi/Wave, `mapRange`. Unlike the original, this map also limits its result correctly if the output
/// range is descending.
public struct RangeMap<Input: Quantity, Output: Quantity>: Hashable, Sendable {
  /// The input that maps to ``outputStart``.
  public var inputStart: Input
  /// The input that maps to ``outputEnd``.
  public var inputEnd: Input
  /// The output for ``inputStart``.
  public var outputStart: Output
  /// The output for ``inputEnd``.
  public var outputEnd: Output

  /// Creates a map between two ranges, each from its start to its end.
  public init(from input: (Input, Input), to output: (Output, Output)) {
    (inputStart, inputEnd) = input
    (outputStart, outputEnd) = output
  }

  /// Returns the position of `input` in the input range: 0 at the start, 1 at the end, below 0 or above 1 outside.
  ///
  /// If the input range has length zero, the result is 0 for an input below the range, and 1 for any other input.
  public func fraction(of input: Input) -> Fraction {
    guard inputStart != inputEnd else { return Fraction(input < inputStart ? 0 : 1) }
    // Halve both numbers first, because the difference of two large numbers may overflow.
    let whole = inputEnd.value / 2 - inputStart.value / 2
    return Fraction(saturated((input.value / 2 - inputStart.value / 2) / whole))
  }

  /// Returns the output for `input`.
  ///
  /// - Parameters:
  ///   - input: The input; it may be outside the input range.
  ///   - isClamped: Whether the output for an input outside the input range is the output at the nearer end.
  /// - Returns: The output; always finite.
  public func value(at input: Input, isClamped: Bool = false) -> Output {
    var part = fraction(of: input).value
    if isClamped { part = min(max(part, 0), 1) }
    let (start, end) = (outputStart.value, outputEnd.value)
    // Start from the nearer end, so that both ends are exact.
    let half = end / 2 - start / 2
    let from = part <= 0.5 ? start : end
    let off = part <= 0.5 ? part : part - 1
    return Output(saturatedSum(from, saturated(half * off * 2)))
  }

  /// The inverse map; if the output range has length zero, the inverse is a step function.
  public var inverse: RangeMap<Output, Input> {
    RangeMap<Output, Input>(from: (outputStart, outputEnd), to: (inputStart, inputEnd))
  }

  /// The change of the output per unit of the input; zero if the input range has length zero.
  ///
  /// Multiply a velocity of the input by the slope to get the velocity of the output.
  public var slope: Double {
    guard inputStart != inputEnd else { return 0 }
    return saturated(
      (outputEnd.value / 2 - outputStart.value / 2) / (inputEnd.value / 2 - inputStart.value / 2))
  }
}
