/// The newest 32 numbers of a stream, in order of size.
struct SortedWindow: Sendable {
  /// How many numbers are kept: a quarter of a second at 120 Hz.
  ///
  /// Source: ours; shorter loses certainty, longer loses the change from one finger to the next.
  static let capacity = 32

  // Not inline: whoever asks a window something would copy them.
  private var arrivals = [Double](repeating: 0, count: capacity)
  private var sorted = [Double](repeating: 0, count: capacity)
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
    let oldest = arrivals[next]
    arrivals[next] = number
    next = next + 1 == Self.capacity ? 0 : next + 1
    if count == Self.capacity {
      replace(oldest, by: number)
    } else {
      count += 1
      place(number, at: count - 1)
    }
  }

  /// Puts `number` in the stead of each of the newest `count` ones, at most as many as there are.
  mutating func replaceNewest(_ count: Int, by number: Double) {
    for _ in 0..<count {
      next = next == 0 ? Self.capacity - 1 : next - 1
      replace(arrivals[next], by: number)
      arrivals[next] = number
    }
    next = (next + count) % Self.capacity
  }

  /// Puts `number` at an index that is free, or below it where it belongs.
  private mutating func place(_ number: Double, at free: Int) {
    var index = free
    while index > 0, sorted[index - 1] > number {
      sorted[index] = sorted[index - 1]
      index -= 1
    }
    sorted[index] = number
  }

  /// Puts `number` in the stead of another one; what lies between them makes room.
  private mutating func replace(_ old: Double, by number: Double) {
    // A device reports at one rate, so that this is what happens mostly.
    guard number != old else { return }
    var index = 0
    while index + 1 < count, sorted[index] != old { index += 1 }
    guard number > old else { return place(number, at: index) }
    while index + 1 < count, sorted[index + 1] < number {
      sorted[index] = sorted[index + 1]
      index += 1
    }
    sorted[index] = number
  }
}
