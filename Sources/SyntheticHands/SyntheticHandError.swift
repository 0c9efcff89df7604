public import Quantities

/// The reason why a synthetic gesture cannot be generated.
public enum SyntheticHandError: Error, Hashable, Sendable {
  /// A number is outside its range.
  case unusableNumber(_ what: String, Double, _ range: String)
  /// The hand leaves the device.
  case leavesDevice(x: Points, y: Points, width: Points, height: Points)
  /// The start and the end are equal, so the movement has no direction.
  case noDirection(x: Points, y: Points)
  /// The gesture takes longer than ``Digitizer/longestGesture``.
  case tooLong(Seconds, limit: Seconds)
}

extension SyntheticHandError: CustomStringConvertible {
  /// The message: where the problem is, what it is, and how to fix it.
  public var description: String {
    switch self {
    case .unusableNumber(let what, let value, let range):
      "synthetic hand: the \(what) is \(plain(value)); choose a number in \(range)."
    case .leavesDevice(let x, let y, let width, let height):
      """
      synthetic hand: the hand would be at \(readable(x.value)), \(readable(y.value)) pt, outside the device's \
      \(readable(width.value)) × \(readable(height.value)) pt; choose positions, or a speed, that keep it inside.
      """
    case .noDirection(let x, let y):
      """
      synthetic hand: the hand starts and ends at \(readable(x.value)), \(readable(y.value)) pt; \
      choose two positions that differ.
      """
    case .tooLong(let time, let limit):
      """
      synthetic hand: the gesture takes \(readable(time.value)) s; \
      the limit is \(readable(limit.value)) s; choose a higher speed.
      """
    }
  }
}
