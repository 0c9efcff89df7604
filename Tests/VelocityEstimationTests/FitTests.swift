import Quantities
import Testing

@testable import VelocityEstimation

@Suite("Fits") struct FitTests {
  /// A polynomial of each degree, its slope at zero, and times before it that are not even.
  static let coefficients = [7.0, -3, 2, 5]
  static let times = [0, -0.3, -0.7, -1.2, -1.4, -2.1, -2.9, -3.3]

  private func position(_ t: Double, degree: Int) -> Double {
    Self.coefficients[...degree].reversed().reduce(0) { $0 * t + $1 }
  }

  @Test("a polynomial is fitted exactly, whatever the weights", arguments: 1...3)
  func exact(degree: Int) {
    let points = Self.times.enumerated().map { index, t in
      FitPoint(
        t: t, weight: 1 + Double(index % 3), x: position(t, degree: degree),
        y: -2 * position(t, degree: degree))
    }
    points.withUnsafeBufferPointer { buffer in
      let fit = PolynomialFit(buffer, highestDegree: degree, minimumNorm: 0)
      #expect(fit.degree == degree)
      #expect((fit.velocity(degree: degree).x.value + 3).magnitude < 1e-12)
      #expect((fit.velocity(degree: degree).y.value - 6).magnitude < 1e-12)
    }
  }

  @Test("the growing fit agrees with the plain one at every size and degree")
  func grown() {
    var growing = GrowingFit()
    var points: [FitPoint] = []
    for (index, t) in Self.times.enumerated() {
      let x = position(t, degree: 3) + Double(index * index % 5)
      let y = Double(index * 7 % 4)
      growing.add(t, x, y)
      points.append(FitPoint(t: t, weight: 1, x: x, y: y))
      for (degree, reading) in [(1, growing.line), (2, growing.parabola), (3, growing.cubic)]
      where index >= degree {
        points.withUnsafeBufferPointer { buffer in
          let fit = PolynomialFit(buffer, highestDegree: degree, minimumNorm: 0)
          let velocity = fit.velocity(degree: degree)
          #expect((reading.x - velocity.x.value).magnitude < 1e-9)
          #expect((reading.y - velocity.y.value).magnitude < 1e-9)
          let variance = fit.slopeVariance(degree: degree)
          #expect((reading.variance - variance).magnitude < 1e-9 * variance)
        }
      }
    }
    // The residuals of degree 1, computed as they are defined.
    let line = points.withUnsafeBufferPointer {
      PolynomialFit($0, highestDegree: 1, minimumNorm: 0)
    }
    let residual = points.reduce(0) { sum, point in
      let there = line.position(at: point.t, degree: 1)
      return sum + (point.x - there.x) * (point.x - there.x)
        + (point.y - there.y) * (point.y - there.y)
    }
    #expect((growing.residuals.line - residual).magnitude < 1e-9 * residual)
  }

  /// A growing fit of samples that no polynomial of degree 3 goes through.
  private func rough() -> (fit: GrowingFit, points: [FitPoint]) {
    var fit = GrowingFit()
    let points = Self.times.enumerated().map { index, t in
      FitPoint(
        t: t, weight: 1, x: position(t, degree: 3) + Double(index * index % 5),
        y: Double(index * 7 % 4))
    }
    for point in points { fit.add(point.t, point.x, point.y) }
    return (fit, points)
  }

  private func expectSame(_ one: GrowingFit.Reading, _ other: GrowingFit.Reading) {
    #expect((one.x - other.x).magnitude < 1e-9)
    #expect((one.y - other.y).magnitude < 1e-9)
    #expect((one.variance - other.variance).magnitude < 1e-9 * other.variance)
  }

  @Test("the slope of a cubic, free or without acceleration, is one of the numbers it tells")
  func numbers() {
    let fit = rough().fit
    expectSame(fit.reading((1, 0, 0)), fit.cubic)
    let peak = fit.reading((1, 0, 0), whereZero: (0, 2, 0))
    expectSame(peak.reading, fit.peak.reading)
    #expect((peak.excess - fit.peak.excess).magnitude < 1e-9 * fit.peak.excess)
  }

  @Test("a parabola has at every time the slope between the places around it")
  func parabolaElsewhere() {
    let (fit, points) = rough()
    expectSame(fit.parabola(at: 0), fit.parabola)
    for t in Self.times {
      points.withUnsafeBufferPointer { buffer in
        let plain = PolynomialFit(buffer, highestDegree: 2, minimumNorm: 0)
        let (before, after) = (
          plain.position(at: t - 1, degree: 2), plain.position(at: t + 1, degree: 2)
        )
        #expect((fit.parabola(at: t).x - (after.x - before.x) / 2).magnitude < 1e-9)
        #expect((fit.parabola(at: t).y - (after.y - before.y) / 2).magnitude < 1e-9)
      }
    }
  }

  @Test("what three functions of time make up is found again, and nothing is left over")
  func functions() {
    let coefficients = (4.0, -6.0, 3.0)
    var fit = GrowingFit()
    for s in [0.05, 0.2, 0.35, 0.4, 0.6, 0.7, 0.95, 1] {
      let functions = (s * s * s, s * s * s * s, s * s * s * s * s)
      let position =
        coefficients.0 * functions.0 + coefficients.1 * functions.1
        + coefficients.2 * functions.2
      fit.add(functions, 11 + position, 7 - 2 * position)
    }
    #expect(fit.residual < 1e-20)
    let first = fit.reading((1, 0, 0))
    #expect((first.x - coefficients.0).magnitude < 1e-9)
    #expect((first.y + 2 * coefficients.0).magnitude < 1e-9)
    // −6 · 4 − 4 · (−6) is zero, so that to know it moves nothing and makes the rest better known.
    let other = (coefficients.1, -coefficients.0, 0.0)
    let known = fit.reading((1, 0, 0), whereZero: other)
    #expect((known.reading.x - coefficients.0).magnitude < 1e-9)
    #expect(known.excess < 1e-18)
    #expect(known.reading.variance < first.variance)
  }
}
