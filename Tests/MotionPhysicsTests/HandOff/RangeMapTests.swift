import MotionPhysics
import Quantities
import Testing

/// The linear map from one range of a quantity to another.
@Suite("Map of ranges")
struct RangeMapTests {
  /// The progress of a sheet that shows 200 pt when collapsed and 0.9 of 844 pt when presented.
  ///
  /// The progress is mapped to the sheet's margins, which shrink from 80 to 40 pt. Source:
  /// jtrivedi/Wave, its sheet sample.
  static let progress = RangeMap(
    from: (Points(200), Points(0.9 * 844)), to: (Fraction(0), Fraction(1)))
  static let margin = RangeMap(from: (Fraction(0), Fraction(1)), to: (Points(80), Points(40)))

  @Test("a descending range is mapped and clamped like any other")
  func downwards() {
    #expect(Self.margin.value(at: Fraction(0.25)) == Points(70))
    #expect(Self.margin.value(at: Fraction(1.5)) == Points(20))
    #expect(Self.margin.value(at: Fraction(1.5), isClamped: true) == Points(40))
    #expect(Self.margin.value(at: Fraction(-1), isClamped: true) == Points(80))
    #expect(Self.margin.slope == -40)
    let upwards = RangeMap(from: (Points(10), Points(0)), to: (Points(0), Points(100)))
    #expect(upwards.value(at: Points(12)) == Points(-20))
    #expect(upwards.value(at: Points(12), isClamped: true) == .zero)
  }

  @Test("both ends are exact to the last bit, and the inverse map gives the input")
  func ends() {
    var numbers = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      let n = (0..<4).map { _ in Double.random(in: -1_000...1_000, using: &numbers) }
      let map = RangeMap(from: (Points(n[0]), Points(n[1])), to: (Seconds(n[2]), Seconds(n[3])))
      #expect(map.value(at: Points(n[0])) == Seconds(n[2]), "seed 5")
      #expect(map.value(at: Points(n[1])) == Seconds(n[3]), "seed 5")
      let input = Points(Double.random(in: -2_000...2_000, using: &numbers))
      let back = map.inverse.value(at: map.value(at: input))
      // The rounding error is relative to the ends of the output range, and the inverse map
      // enlarges the error.
      let bound = 1e-12 * max(1, 1 / map.slope.magnitude) * 1_000 * max(1, map.slope.magnitude)
      #expect((back - input).magnitude.value <= bound, "seed 5")
      let inside = map.value(at: input, isClamped: true).value
      #expect((min(n[2], n[3])...max(n[2], n[3])).contains(inside), "seed 5")
    }
  }

  @Test("the map is monotonic, and its slope is its derivative")
  func slope() {
    let fractions = (-500...1_500).map {
      Self.margin.value(at: Fraction(Double($0) / 1_000)).value
    }
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy(>))
    let step = Self.progress.value(at: Points(301)) - Self.progress.value(at: Points(300))
    #expect((step.value - Self.progress.slope).magnitude < 1e-15)
  }

  @Test("a range of zero length is a step, and large numbers stay finite")
  func extremes() {
    let step = RangeMap(from: (Points(5), Points(5)), to: (Points(1), Points(2)))
    #expect(step.value(at: Points(4)) == Points(1) && step.value(at: Points(5)) == Points(2))
    #expect(step.slope == 0)
    let point = RangeMap(from: (Points(0), Points(10)), to: (Points(3), Points(3)))
    #expect(point.value(at: Points(7)) == Points(3))
    let end = Points(.greatestFiniteMagnitude)
    let wide = RangeMap(from: (-end, end), to: (end, -end))
    #expect(wide.value(at: .zero) == .zero && wide.value(at: end) == -end)
    let steep = RangeMap(from: (.zero, Points(.leastNonzeroMagnitude)), to: (-end, end))
    #expect(steep.value(at: end).isFinite && steep.slope.isFinite)
  }
}
