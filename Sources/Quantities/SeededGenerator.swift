/// A random number generator whose sequence depends only on the seed and is the same on every machine.
///
/// The algorithm is SplitMix64, with 2⁶⁴ divided by the golden ratio as its increment.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// Creates a generator; each seed gives a different sequence.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits; the sequence repeats only after 2⁶⁴ calls.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns the next number, uniformly distributed in 0..<1; unitless.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns the next number, uniformly distributed in `range`.
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Returns the next whole number in `range`, uniformly distributed except for a bias below 2⁻⁵⁰.
  ///
  /// Traps if the range has more than 2³² numbers.
  public mutating func whole(in range: ClosedRange<Int>) -> Int {
    let count = range.upperBound - range.lowerBound + 1
    precondition(count <= 1 << 32, "a range of \(count) whole numbers is wider than 2³²")
    return range.lowerBound + Int(uniform() * Double(count))
  }

  /// Returns true with the probability `chance`, which is in 0...1.
  public mutating func happens(_ chance: Double) -> Bool { uniform() < chance }

  /// Returns one of `elements`, all with the same probability; traps if `elements` is empty.
  public mutating func one<Element>(of elements: [Element]) -> Element {
    elements[whole(in: 0...elements.count - 1)]
  }

  /// Returns the next number, approximately normally distributed with mean 0 and standard deviation 1; unitless.
  ///
  /// The result is the sum of twelve uniform numbers minus six, so its magnitude is at most 6. A sum has the same bits
  /// on every machine, unlike a method that calls the logarithm or the sine of the C library.
  ///
  /// Source: the Irwin-Hall distribution, which is nearly normal by the central limit theorem.
  public mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform() }
    return sum
  }
}
