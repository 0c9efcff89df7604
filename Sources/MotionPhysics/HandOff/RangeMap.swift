public import Quantities

/// A linear map from one range of values to another, for example from a drag to a progress, or from a progress to a
/// margin.
///
///     output = outputStart + (outputEnd - outputStart) · (input - inputStart) / (inputEnd - inputStart)
///
/// Either range may be descending, as for a margin that shrinks while a sheet opens. Both ends are exact to the last
/// bit.
///
/// Source: jtrivedi/Wave, `mapRange`, whose limits do not work for a descending output range.
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

  /// Returns the position of `input` in its range: 0 at the start, 1 at the end, and below 0 or above 1 outside.
  ///
  /// For a range of length zero, the result is 0 below its position, and 1 at and above it.
  public func fraction(of input: Input) -> Fraction {
    guard inputStart != inputEnd else { return Fraction(input < inputStart ? 0 : 1) }
    // Halve both numbers first, because the distance between two large numbers may overflow.
    let whole = inputEnd.value / 2 - inputStart.value / 2
    return Fraction(saturated((input.value / 2 - inputStart.value / 2) / whole))
  }

  /// Returns the output for a value.
  ///
  /// - Parameters:
  ///   - input: The value; it may be outside the input range.
  ///   - isClamped: Whether the result stays within the output range if the input is outside the input range.
  /// - Returns: The value in the output's unit; always finite.
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

  /// The inverse map; the inverse of a map onto a single value is a step.
  public var inverse: RangeMap<Output, Input> {
    RangeMap<Output, Input>(from: (outputStart, outputEnd), to: (inputStart, inputEnd))
  }

  /// The change of the output per unit of the input; zero for an input range of length zero.
  ///
  /// Multiply a velocity of the input by the slope to get the velocity of the output.
  public var slope: Double {
    guard inputStart != inputEnd else { return 0 }
    return saturated(
      (outputEnd.value / 2 - outputStart.value / 2) / (inputEnd.value / 2 - inputStart.value / 2))
  }
}
