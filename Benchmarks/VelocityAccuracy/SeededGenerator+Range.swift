import Quantities

extension SeededGenerator {
  /// A number from `low` up to `high`, all equally likely.
  mutating func uniform(_ low: Double, _ high: Double) -> Double { uniform(in: low...high) }
}
