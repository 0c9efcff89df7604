import Quantities

/// A setting that a search varies, with its possible values.
public struct SearchDimension: Hashable, Sendable {
  /// The values that a setting may have.
  public enum Values: Hashable, Sendable {
    /// Any number in a range, in the unit of the setting.
    ///
    /// The search spreads its values evenly over the range, on a linear or a logarithmic scale.
    case range(ClosedRange<Double>, isLogarithmic: Bool)
    /// The lower bound of a range, and all numbers in the range that are a whole number of steps above it.
    case steps(ClosedRange<Double>, step: Double)
    /// One of these words, each with the same probability.
    case choice([String])
  }

  /// The key of a setting, or of a request option such as `preset`, `engine`, `estimator` or `hz`.
  public var key: String
  /// The possible values.
  public var values: Values

  /// Creates a dimension.
  ///
  /// Traps if the range is empty, if a logarithmic range does not begin above zero, if the step is not above zero, or
  /// if the list of words is empty.
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

  /// The number of values; nil for a continuous range.
  public var count: Int? {
    switch values {
    case .range: nil
    case .steps(let range, let step):
      // Decimals are not exact in binary, so a quotient just below an integer counts as that integer.
      Int(((range.upperBound - range.lowerBound) / step + 1e-9).rounded(.down)) + 1
    case .choice(let words): words.count
    }
  }

  /// Returns value number `index`, counted from 0.
  ///
  /// Traps if the range is continuous or has no such value.
  public func value(number index: Int) -> String {
    switch values {
    case .range: preconditionFailure("the values of \(key) have no numbers")
    case .steps(let range, let step):
      plain(rounded(range.lowerBound + Double(index) * step, toSignificantDigits: 12))
    case .choice(let words): words[index]
    }
  }

  /// Returns the value at `fraction`, where 0 is the first value and 1 is the end of the values.
  ///
  /// The fraction must be at least 0 and below 1. Numbers of a continuous range are rounded to six significant digits,
  /// so that they are short to print.
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

  /// Returns the position of `value`, where 0 is the first value and 1 is the last value.
  ///
  /// Returns nil if `value` is neither one of the words nor a number within the range.
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

  /// Whether `value` is one of the words, or a number within the range.
  public func contains(_ value: String) -> Bool { fraction(of: value) != nil }
}

/// All settings that a search varies.
public struct SearchSpace: Hashable, Sendable {
  /// The settings, each once.
  public var dimensions: [SearchDimension]

  /// Creates a space; traps if a setting occurs twice.
  ///
  /// A space without settings has a single point.
  public init(_ dimensions: [SearchDimension]) {
    precondition(
      Set(dimensions.map { $0.key }).count == dimensions.count, "a setting is varied twice")
    self.dimensions = dimensions
  }

  /// The number of combinations; nil if a range is continuous, `Int.max` if the number does not fit into an `Int`.
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

/// The method that selects points of a space.
public enum SearchMethod: String, Hashable, CaseIterable, Sendable {
  /// Every combination; the last setting changes with every point.
  case grid
  /// A random value of each setting, independent of all other points.
  case random
  /// The ``SobolSequence``, whose points cover the space more evenly than random points.
  case sobol
}

/// The points of a space that a search tries.
///
/// A point depends only on its number, the seed and the space, so any part of a search can be repeated.
public struct SearchPlan: Hashable, Sendable {
  /// The maximum number of points of one search.
  public static let mostPoints = 1_000_000

  /// The method that selects the points, such as `sobol`.
  public var method: SearchMethod
  /// The maximum number of points; the search method `grid` may have fewer.
  public var budget: Int
  /// The seed of the random numbers; the method `grid` does not use it.
  public var seed: UInt64

  /// Creates a plan; traps if the budget is not above zero.
  public init(_ method: SearchMethod, budget: Int, seed: UInt64 = 1) {
    precondition(budget > 0, "a budget of \(budget)")
    self.method = method
    self.budget = budget
    self.seed = seed
  }

  /// Returns the number of points in `space`: the budget, or the size of the grid if that is smaller.
  public func count(in space: SearchSpace) -> Int {
    method == .grid ? min(budget, space.gridCount ?? budget) : budget
  }

  /// Returns the values of point `index`, in the order of the settings of `space`.
  ///
  /// Traps if the method is `grid` and a range is continuous, or if the method is `sobol` and the space has more than
  /// ``SobolSequence/mostDimensions`` settings.
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
      // Each point has its own generator, so that it does not depend on the points before it.
      var seeds = SeededGenerator(seed: seed)
      var generator = SeededGenerator(
        seed: seeds.next() ^ (UInt64(index) &* 0x9e6c_63d0_a8b8_2f61))
      return space.dimensions.map { $0.value(at: generator.uniform()) }
    case .sobol:
      // The seed determines one random number per dimension, which shifts the coordinates of all points.
      var shifts = SeededGenerator(seed: seed)
      return space.dimensions.enumerated().map { number, dimension in
        let shift = UInt32(truncatingIfNeeded: shifts.next() >> 32)
        let bits = SobolSequence.number(index, dimension: number) ^ shift
        return dimension.value(at: Double(bits) * 0x1p-32)
      }
    }
  }
}

/// A sequence of points in the unit cube that cover it more evenly than random points.
///
/// If the interval from 0 to 1 of a dimension is divided into 2ᵏ equal parts, each part has the coordinate of exactly
/// one of the first 2ᵏ points. The same is true for each later block of 2ᵏ points. An exclusive or of all coordinates
/// of a dimension with the same bits moves the points and preserves this property.
///
/// Source: Sobol, "On the distribution of points in a cube" (1967). The order is that of the Gray code, after Antonov
/// and Saleev (1979), and the direction numbers are those of Joe and Kuo, "Constructing Sobol sequences with better
/// two-dimensional projections" (2008).
public enum SobolSequence {
  /// The maximum number of dimensions: the first, and one for each polynomial in the table below.
  public static let mostDimensions = 21

  /// The degree, the coefficients and the first direction numbers of a primitive polynomial for each dimension after
  /// the first.
  private static let polynomials: [(degree: Int, coefficients: UInt32, first: [UInt32])] = [
    (1, 0, [1]), (2, 1, [1, 3]), (3, 1, [1, 3, 1]), (3, 2, [1, 1, 1]), (4, 1, [1, 1, 3, 3]),
    (4, 4, [1, 3, 5, 13]), (5, 2, [1, 1, 5, 5, 17]), (5, 4, [1, 1, 5, 5, 5]),
    (5, 7, [1, 1, 7, 11, 19]), (5, 11, [1, 1, 5, 1, 1]), (5, 13, [1, 1, 1, 3, 11]),
    (5, 14, [1, 3, 5, 5, 31]), (6, 1, [1, 3, 3, 9, 7, 49]), (6, 13, [1, 1, 1, 15, 21, 21]),
    (6, 16, [1, 3, 1, 13, 27, 49]), (6, 19, [1, 1, 1, 15, 7, 5]), (6, 22, [1, 3, 1, 15, 13, 25]),
    (6, 25, [1, 1, 5, 5, 19, 61]), (7, 1, [1, 3, 7, 11, 23, 15, 103]),
    (7, 4, [1, 3, 7, 13, 13, 15, 69]),
  ]

  /// Returns the coordinate of point `index` in dimension number `dimension`, counted from 0, in units of 2⁻³².
  ///
  /// Traps if `index` is not in 0..<2³² or `dimension` is not below ``mostDimensions``.
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
