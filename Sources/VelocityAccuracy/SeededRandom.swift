/// Numbers that look random and are the same for the same seed on every machine.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { self.state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from `low` up to `high`, all equally likely.
  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// A number around zero with standard deviation one; the sum of twelve uniform ones.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform(0, 1) }
    return sum
  }

  /// Whether something happens that has the probability `chance`.
  mutating func happens(_ chance: Double) -> Bool { uniform(0, 1) < chance }
}
