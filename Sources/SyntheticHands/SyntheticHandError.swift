public import Quantities

/// Why a gesture cannot be made up.
public enum SyntheticHandError: Error, Hashable, Sendable {
  /// A number is not in the range it must be in.
  case unusableNumber(_ what: String, Double, _ range: String)
  /// The hand leaves the device.
  case leavesDevice(x: Points, y: Points, width: Points, height: Points)
  /// The hand starts where it ends, so that its movement has no direction.
  case noDirection(x: Points, y: Points)
  /// The gesture takes longer than a recording may.
  case tooLong(Seconds, limit: Seconds)
}

extension SyntheticHandError: CustomStringConvertible {
  /// Where, what was found, and what to do next.
  public var description: String {
    switch self {
    case .unusableNumber(let what, let value, let range):
      "synthetic hand: the \(what) is \(plain(value)); give a number in \(range)."
    case .leavesDevice(let x, let y, let width, let height):
      """
      synthetic hand: it would be at \(readable(x.value)), \(readable(y.value)) pt, outside the device's \
      \(readable(width.value)) × \(readable(height.value)) pt; choose positions, or a speed, that keep it inside.
      """
    case .noDirection(let x, let y):
      """
      synthetic hand: it starts and ends at \(readable(x.value)), \(readable(y.value)) pt; \
      choose two positions that differ.
      """
    case .tooLong(let time, let limit):
      """
      synthetic hand: the gesture takes \(readable(time.value)) s; \
      choose a greater speed, so that it takes \(readable(limit.value)) s or less.
      """
    }
  }
}
