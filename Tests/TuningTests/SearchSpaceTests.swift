import Quantities
import Testing
import Tuning

@Suite("Search space")
struct SearchSpaceTests {
  private let space = SearchSpace([
    SearchDimension("a", .range(0.2...0.8, isLogarithmic: false)),
    SearchDimension("b", .range(1...1_000, isLogarithmic: true)),
    SearchDimension("c", .steps(0.5...1, step: 0.05)),
    SearchDimension("d", .choice(["x", "y", "z"])),
  ])

  @Test(
    "every tried value is valid for its setting", arguments: [SearchMethod.random, .sobol])
  func allowed(method: SearchMethod) {
    let plan = SearchPlan(method, budget: 300, seed: 7)
    for index in 0..<300 {
      for (dimension, value) in zip(space.dimensions, plan.point(index, in: space)) {
        #expect(dimension.contains(value), "\(dimension.key) \(value)")
      }
    }
  }

  @Test(
    "a point of the search space depends only on its number and the seed",
    arguments: [SearchMethod.random, .sobol])
  func independent(method: SearchMethod) {
    let plan = SearchPlan(method, budget: 10, seed: 7)
    let longer = SearchPlan(method, budget: 1_000, seed: 7)
    let other = SearchPlan(method, budget: 10, seed: 8)
    for index in [0, 3, 9] {
      #expect(plan.point(index, in: space) == longer.point(index, in: space))
      #expect(plan.point(index, in: space) != other.point(index, in: space))
    }
  }

  @Test("a grid contains every combination once, and the last setting changes fastest")
  func grid() {
    let small = SearchSpace([
      SearchDimension("c", .steps(0...1, step: 0.5)), SearchDimension("d", .choice(["x", "y"])),
    ])
    let plan = SearchPlan(.grid, budget: 100)
    #expect(small.gridCount == 6)
    #expect(plan.count(in: small) == 6)
    let points = (0..<6).map { plan.point($0, in: small) }
    #expect(points[..<3] == [["0", "x"], ["0", "y"], ["0.5", "x"]])
    #expect(Set(points).count == 6)
    #expect(space.gridCount == nil)
  }

  @Test("steps are counted and written without binary rounding errors")
  func steps() {
    let steps = SearchDimension("c", .steps(0.1...0.7, step: 0.1))
    #expect(steps.count == 7)
    #expect(
      (0..<7).map { steps.value(number: $0) } == ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"])
    #expect(SearchDimension("c", .steps(0...1, step: 0.3)).count == 4)
  }

  @Test("a logarithmic range has its geometric mean in the middle, and includes its ends")
  func logarithm() throws {
    let dimension = SearchDimension("b", .range(1...1_000, isLogarithmic: true))
    #expect(dimension.value(at: 0) == "1")
    // The middle is √1000, with six digits.
    #expect(dimension.value(at: 0.5) == "31.6228")
    let fraction = try #require(dimension.fraction(of: "31.6228"))
    #expect(abs(fraction - 0.5) < 1e-6)
  }

  @Test(
    "converting a fraction to a value and back gives the same fraction",
    arguments: [0.0, 0.25, 0.5, 0.9375])
  func fraction(fraction: Double) throws {
    for dimension in space.dimensions.prefix(2) {
      let back = try #require(dimension.fraction(of: dimension.value(at: fraction)))
      #expect(abs(back - fraction) < 1e-5)
    }
  }

  @Test("numbers have at most six significant digits, at any magnitude")
  func digits() {
    for (low, high) in [(1e-9, 2e-9), (0.001, 0.002), (123_456.789, 999_999.0), (-5.0, -4.0)] {
      let dimension = SearchDimension("n", .range(low...high, isLogarithmic: false))
      for index in 0..<50 {
        let value = dimension.value(at: Double(index) / 50)
        let digits = value.split(separator: "e")[0].filter(\.isNumber).drop { $0 == "0" }
        // The lower bound itself may have more digits.
        #expect(digits.count <= 6 || value == "\(low)", "\(value)")
      }
    }
  }

  @Test("in each dimension, 2ᵏ consecutive numbers are in 2ᵏ different intervals of equal length")
  func stratified() {
    for dimension in 0..<SobolSequence.mostDimensions {
      for power in 1...8 {
        let count = 1 << power
        for start in [0, count, 5 * count] {
          let boxes = (start..<start + count).map {
            SobolSequence.number($0, dimension: dimension) >> UInt32(32 - power)
          }
          #expect(Set(boxes).count == count, "dimension \(dimension), 2^\(power) from \(start)")
        }
      }
    }
  }

  @Test("in the first two dimensions, the first 16 points are in 16 different boxes of equal area")
  func pairs() {
    for (across, along) in [(2, 2), (1, 3), (3, 1), (0, 4), (4, 0)] {
      var boxes: Set<[UInt32]> = []
      for index in 0..<16 {
        func box(_ dimension: Int, _ bits: Int) -> UInt32 {
          bits == 0 ? 0 : SobolSequence.number(index, dimension: dimension) >> UInt32(32 - bits)
        }
        boxes.insert([box(0, across), box(1, along)])
      }
      #expect(boxes.count == 16, "2^\(across) by 2^\(along)")
    }
  }

  @Test("no two dimensions have the same sequence")
  func different() {
    let all = (0..<SobolSequence.mostDimensions).map { dimension in
      (0..<64).map { SobolSequence.number($0, dimension: dimension) }
    }
    #expect(Set(all).count == all.count)
  }

  @Test("the numbers equal the Sobol numbers of Joe and Kuo")
  func reference() {
    // Source: SciPy's Sobol sequence without scrambling, another implementation of the same table.
    func numbers(_ index: Int, _ dimensions: Range<Int>) -> [Double] {
      dimensions.map { Double(SobolSequence.number(index, dimension: $0)) * 0x1p-32 }
    }
    #expect(numbers(5, 0..<5) == [0.875, 0.875, 0.125, 0.375, 0.875])
    #expect(numbers(33, 18..<21) == [0.921875, 0.015625, 0.828125])
  }
}
