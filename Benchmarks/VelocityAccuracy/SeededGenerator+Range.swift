import Quantities

extension SeededGenerator {
  /// Returns a uniformly distributed number from `low` to `high`.
  mutating func uniform(_ low: Double, _ high: Double) -> Double { uniform(in: low...high) }
}
