public import Quantities

/// A straight way from one range of values to another: how a drag becomes a progress, and a progress
/// a margin.
///
///     output = outputStart + (outputEnd - outputStart) · (input - inputStart) / (inputEnd - inputStart)
///
/// Either range may run downwards, as that of a margin which shrinks while a sheet opens. Both ends are
/// met to the last bit.
///
/// Source: jtrivedi/Wave, `mapRange`, which loses its clip where the output runs downwards.
public struct RangeMap<Input: Quantity, Output: Quantity>: Hashable, Sendable {
  /// What becomes ``outputStart``.
  public var inputStart: Input
  /// What becomes ``outputEnd``.
  public var inputEnd: Input
  /// What ``inputStart`` becomes.
  public var outputStart: Output
  /// What ``inputEnd`` becomes.
  public var outputEnd: Output

  /// Creates a map between two ranges, each from its start to its end.
  public init(from input: (Input, Input), to output: (Output, Output)) {
    (inputStart, inputEnd) = input
    (outputStart, outputEnd) = output
  }

  /// Returns how far `input` is in its range: 0 at its start, 1 at its end, and beyond outside.
  ///
  /// A range of no length is a step: 0 before its position and 1 from it on.
  public func fraction(of input: Input) -> Fraction {
    guard inputStart != inputEnd else { return Fraction(input < inputStart ? 0 : 1) }
    // Halves, as the distance between two large numbers may be no number.
    let whole = inputEnd.value / 2 - inputStart.value / 2
    return Fraction(saturated((input.value / 2 - inputStart.value / 2) / whole))
  }

  /// What a value becomes.
  ///
  /// - Parameters:
  ///   - input: The value; it may be outside its range.
  ///   - isClamped: Whether the result is kept within its range where the input is outside its own.
  /// - Returns: The value in the output's unit; always finite.
  public func value(at input: Input, isClamped: Bool = false) -> Output {
    var part = fraction(of: input).value
    if isClamped { part = min(max(part, 0), 1) }
    let (start, end) = (outputStart.value, outputEnd.value)
    // From the nearer end, so that both are exact.
    let half = end / 2 - start / 2
    let from = part <= 0.5 ? start : end
    let off = part <= 0.5 ? part : part - 1
    return Output(saturatedSum(from, saturated(half * off * 2)))
  }

  /// The map back; a map onto a single value has a step for it.
  public var inverse: RangeMap<Output, Input> {
    RangeMap<Output, Input>(from: (outputStart, outputEnd), to: (inputStart, inputEnd))
  }

  /// How much the output changes for each unit of the input, which also takes velocities over; zero
  /// for an input range of no length.
  public var slope: Double {
    guard inputStart != inputEnd else { return 0 }
    return saturated(
      (outputEnd.value / 2 - outputStart.value / 2) / (inputEnd.value / 2 - inputStart.value / 2))
  }
}
