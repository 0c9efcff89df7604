import Quantities

/// A setting that a search varies, and what it may be.
public struct SearchDimension: Hashable, Sendable {
  /// The values of a setting.
  public enum Values: Hashable, Sendable {
    /// Any number of a range, in the unit of the setting; evenly spread, or its logarithm is.
    case range(ClosedRange<Double>, isLogarithmic: Bool)
    /// Every number from the lower bound, so many steps of one size as fit.
    case steps(ClosedRange<Double>, step: Double)
    /// One of these, each as likely.
    case choice([String])
  }

  /// The key of the setting, or `preset`, `engine`, `estimator`, `hz` and what a request says besides.
  public var key: String
  /// What it may be.
  public var values: Values

  /// Creates a dimension.
  ///
  /// Traps unless the range is wider than nothing, above zero where it is logarithmic, the step above
  /// zero, and the choice one of something.
  public init(_ key: String, _ values: Values) {
    switch values {
    case .range(let range, let isLogarithmic):
      precondition(range.lowerBound < range.upperBound, "\(key) has an empty range")
      precondition(!isLogarithmic || range.lowerBound > 0, "\(key) has no logarithm")
    case .steps(_, let step): precondition(step > 0, "\(key) has a step of \(step)")
    case .choice(let words): precondition(!words.isEmpty, "\(key) has nothing to choose from")
    }
    self.key = key
    self.values = values
  }

  /// How many values there are; nil for any number of a range.
  public var count: Int? {
    switch values {
    case .range: nil
    case .steps(let range, let step):
      // Decimals are no binary fractions: what is next to a whole number of steps is one.
      Int(((range.upperBound - range.lowerBound) / step + 1e-9).rounded(.down)) + 1
    case .choice(let words): words.count
    }
  }

  /// The value number `index` of those that can be counted.
  ///
  /// Traps unless there is such a one.
  public func value(number index: Int) -> String {
    switch values {
    case .range: preconditionFailure("the values of \(key) have no numbers")
    case .steps(let range, let step):
      plain(rounded(range.lowerBound + Double(index) * step, toSignificantDigits: 12))
    case .choice(let words): words[index]
    }
  }

  /// The value at a fraction of the way from the first to the last, from 0 up to 1 without it.
  ///
  /// Numbers of a range are rounded to six significant digits, as a person could write them.
  public func value(at fraction: Double) -> String {
    if let count { return value(number: min(Int(fraction * Double(count)), count - 1)) }
    guard case .range(let range, let isLogarithmic) = values else { return "" }
    let (low, high) = (range.lowerBound, range.upperBound)
    let number =
      isLogarithmic
      ? low * exponential(fraction * naturalLogarithm(high / low))
      : low + fraction * (high - low)
    return plain(min(max(rounded(number, toSignificantDigits: 6), low), high))
  }

  /// How far a value is from the first to the last, 0 to 1; nil for what is none of its values.
  public func fraction(of value: String) -> Double? {
    switch values {
    case .choice(let words):
      return words.firstIndex(of: value).map { Double($0) / Double(max(words.count - 1, 1)) }
    case .steps(let range, _), .range(let range, isLogarithmic: false):
      guard let number = Double(value), range.contains(number) else { return nil }
      let width = range.upperBound - range.lowerBound
      return width > 0 ? (number - range.lowerBound) / width : 0
    case .range(let range, isLogarithmic: true):
      guard let number = Double(value), range.contains(number) else { return nil }
      return naturalLogarithm(number / range.lowerBound)
        / naturalLogarithm(range.upperBound / range.lowerBound)
    }
  }

  /// Whether `value`, as it is spelled or as a number, is one that a search may try.
  public func contains(_ value: String) -> Bool {
    switch values {
    case .choice(let words): words.contains(value)
    case .range(let range, _), .steps(let range, _): Double(value).map(range.contains) ?? false
    }
  }
}

/// The number nearest to `number` that has so many significant decimal digits.
func rounded(_ number: Double, toSignificantDigits digits: Int) -> Double {
  guard number.isFinite, number != 0 else { return number }
  // Powers of ten up to 10²² are exact, so that one division or multiplication rounds once.
  var limit = 1.0
  for _ in 0..<digits { limit *= 10 }
  var (scale, scaled) = (1.0, number.magnitude)
  while scaled * 10 < limit, scale < 1e22 {
    scale *= 10
    scaled = number.magnitude * scale
  }
  guard scaled < limit else { return number.rounded() }
  return scaled.rounded() / scale * (number < 0 ? -1 : 1)
}

/// All settings that a search varies.
public struct SearchSpace: Hashable, Sendable {
  /// The settings, each once.
  public var dimensions: [SearchDimension]

  /// Creates a space, of one point where nothing is varied; traps when a setting is in it twice.
  public init(_ dimensions: [SearchDimension]) {
    precondition(
      Set(dimensions.map { $0.key }).count == dimensions.count, "a setting is varied twice")
    self.dimensions = dimensions
  }

  /// The number of combinations; nil where a setting may be any number, `Int.max` for more than that.
  public var gridCount: Int? {
    var product = 1
    for dimension in dimensions {
      guard let count = dimension.count else { return nil }
      let (result, isTooGreat) = product.multipliedReportingOverflow(by: count)
      product = isTooGreat ? .max : result
    }
    return product
  }
}

/// How a search goes through a space.
public enum SearchMethod: String, Hashable, CaseIterable, Sendable {
  /// Every combination, the last setting fastest.
  case grid
  /// Each setting by chance.
  case random
  /// A sequence of points that are spread more evenly than chance spreads them.
  case sobol
}

/// Which points of a space a search tries.
///
/// Each depends on its number and the seed alone.
public struct SearchPlan: Hashable, Sendable {
  /// How it goes through the space.
  public var method: SearchMethod
  /// The most points.
  public var budget: Int
  /// What chance starts from.
  public var seed: UInt64

  /// Creates a plan; traps unless there is a budget.
  public init(_ method: SearchMethod, budget: Int, seed: UInt64 = 1) {
    precondition(budget > 0, "a budget of \(budget)")
    self.method = method
    self.budget = budget
    self.seed = seed
  }

  /// How many points there are in `space`: the budget, and of a grid no more than it has.
  public func count(in space: SearchSpace) -> Int {
    method == .grid ? min(budget, space.gridCount ?? budget) : budget
  }

  /// The values of point `index`, in the order of the settings of `space`.
  ///
  /// Traps unless a grid can be counted, and for a sequence of points unless ``SobolSequence`` has as
  /// many dimensions.
  public func point(_ index: Int, in space: SearchSpace) -> [String] {
    switch method {
    case .grid:
      var rest = index
      let values = space.dimensions.reversed().map { dimension in
        guard let count = dimension.count else {
          preconditionFailure("the values of \(dimension.key) cannot be counted")
        }
        defer { rest /= count }
        return dimension.value(number: rest % count)
      }
      return values.reversed()
    case .random:
      // One generator for each point, so that none depends on those before it.
      var seeds = SeededGenerator(seed: seed)
      var generator = SeededGenerator(
        seed: seeds.next() ^ (UInt64(index) &* 0x9e6c_63d0_a8b8_2f61))
      return space.dimensions.map { $0.value(at: generator.uniform()) }
    case .sobol:
      var shifts = SeededGenerator(seed: seed)
      return space.dimensions.enumerated().map { number, dimension in
        let shift = UInt32(truncatingIfNeeded: shifts.next() >> 32)
        let bits = SobolSequence.number(index, dimension: number) ^ shift
        return dimension.value(at: Double(bits) * 0x1p-32)
      }
    }
  }
}

/// A sequence of points in the unit cube that are spread more evenly than chance spreads them.
///
/// Of each dimension, the first 2ᵏ numbers have one in each 2ᵏ-th of the range, and so has every run of
/// 2ᵏ that begins at a multiple of it; a shift by exclusive or keeps that.
///
/// Source: Sobol, "On the distribution of points in a cube" (1967), in the order of the Gray code after
/// Antonov and Saleev (1979), with the direction numbers of Joe and Kuo, "Constructing Sobol sequences
/// with better two-dimensional projections" (2008).
public enum SobolSequence {
  /// The most dimensions.
  public static let mostDimensions = 21

  /// Degree, coefficients and first direction numbers of the primitive polynomials, from the second
  /// dimension on.
  private static let polynomials: [(degree: Int, coefficients: UInt32, first: [UInt32])] = [
    (1, 0, [1]), (2, 1, [1, 3]), (3, 1, [1, 3, 1]), (3, 2, [1, 1, 1]), (4, 1, [1, 1, 3, 3]),
    (4, 4, [1, 3, 5, 13]), (5, 2, [1, 1, 5, 5, 17]), (5, 4, [1, 1, 5, 5, 5]),
    (5, 7, [1, 1, 7, 11, 19]), (5, 11, [1, 1, 5, 1, 1]), (5, 13, [1, 1, 1, 3, 11]),
    (5, 14, [1, 3, 5, 5, 31]), (6, 1, [1, 3, 3, 9, 7, 49]), (6, 13, [1, 1, 1, 15, 21, 21]),
    (6, 16, [1, 3, 1, 13, 27, 49]), (6, 19, [1, 1, 1, 15, 7, 5]), (6, 22, [1, 3, 1, 15, 13, 25]),
    (6, 25, [1, 1, 5, 5, 19, 61]), (7, 1, [1, 3, 7, 11, 23, 15, 103]),
    (7, 4, [1, 3, 7, 13, 13, 15, 69]),
  ]

  /// The coordinate of point `index` in a dimension counted from 0, in 2⁻³²ths.
  ///
  /// Traps from 2³² points or ``mostDimensions`` on.
  public static func number(_ index: Int, dimension: Int) -> UInt32 {
    precondition((0..<mostDimensions).contains(dimension), "dimension \(dimension)")
    precondition(index >= 0 && UInt64(index) < 1 << 32, "point \(index)")
    let gray = UInt32(index) ^ (UInt32(index) >> 1)
    var number: UInt32 = 0
    let directions = directions(dimension)
    for bit in 0..<32 where gray >> bit & 1 == 1 { number ^= directions[bit] }
    return number
  }

  private static func directions(_ dimension: Int) -> [UInt32] {
    guard dimension > 0 else { return (0..<32).map { 1 << (31 - UInt32($0)) } }
    let (degree, coefficients, first) = polynomials[dimension - 1]
    var directions = first.enumerated().map { $1 << (31 - UInt32($0)) }
    for index in degree..<32 {
      var next = directions[index - degree] ^ (directions[index - degree] >> UInt32(degree))
      for k in 1..<max(degree, 1) where coefficients >> UInt32(degree - 1 - k) & 1 == 1 {
        next ^= directions[index - k]
      }
      directions.append(next)
    }
    return directions
  }
}
