/// The newest 32 numbers of a stream, in order of size.
struct SortedWindow: Sendable {
  /// How many numbers are kept: a quarter of a second at 120 Hz.
  ///
  /// Source: ours; shorter loses certainty, longer loses the change from one finger to the next.
  static let capacity = 32

  private var arrivals = InlineArray<32, Double>(repeating: 0)
  private var sorted = InlineArray<32, Double>(repeating: 0)
  private var next = 0
  private(set) var count = 0

  /// The numbers by size, the smallest at 0.
  subscript(index: Int) -> Double { sorted[index] }

  /// The number that `part` of the others lie below; zero without numbers.
  func quantile(_ part: Double) -> Double { quantile(part, ofSmallest: count) }

  /// The number that `part` of the `count` smallest lie below; zero without numbers.
  func quantile(_ part: Double, ofSmallest count: Int) -> Double {
    count == 0 ? 0 : sorted[min(Int(Double(count) * part), count - 1)]
  }

  /// Forgets everything.
  mutating func removeAll() {
    count = 0
    next = 0
  }

  /// Takes in a number, which must be finite, and forgets the oldest when there are too many.
  mutating func insert(_ number: Double) {
    if count == Self.capacity { remove(arrivals[next]) }
    arrivals[next] = number
    next = next + 1 == Self.capacity ? 0 : next + 1
    var index = count
    while index > 0, sorted[index - 1] > number {
      sorted[index] = sorted[index - 1]
      index -= 1
    }
    sorted[index] = number
    count += 1
  }

  private mutating func remove(_ number: Double) {
    var index = 0
    while index + 1 < count, sorted[index] != number { index += 1 }
    while index + 1 < count {
      sorted[index] = sorted[index + 1]
      index += 1
    }
    count -= 1
  }
}
