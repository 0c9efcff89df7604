/// Random numbers that are the same on every machine for the same seed.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014:
/// SplitMix64 with its golden gamma.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Creates a generator; every seed gives a different sequence.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// The next number from 0 up to 1 without it, evenly spread; unitless.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// The next number from the lower bound up to the upper one, evenly spread.
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// The next whole number of `range`, evenly spread but for a bias below 2⁻⁵⁰.
  ///
  /// Traps when the range is wider than 2³².
  public mutating func whole(in range: ClosedRange<Int>) -> Int {
    let count = range.upperBound - range.lowerBound + 1
    precondition(count <= 1 << 32, "a range of \(count) whole numbers is wider than 2³²")
    return range.lowerBound + Int(uniform() * Double(count))
  }

  /// Whether something happens that has the probability `chance`; unitless, 0 is never and 1 always.
  public mutating func happens(_ chance: Double) -> Bool { uniform() < chance }

  /// One of `elements`, which are not empty, all equally likely.
  public mutating func one<Element>(of elements: [Element]) -> Element {
    elements[whole(in: 0...elements.count - 1)]
  }

  /// The next number of a bell curve with mean 0 and standard deviation 1; unitless.
  ///
  /// The sum of twelve even numbers less six; its tails end at ±6 and it needs no functions whose
  /// last bit differs between machines.
  ///
  /// Source: the Irwin-Hall distribution, by the central limit theorem.
  public mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform() }
    return sum
  }
}
