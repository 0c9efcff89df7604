import Quantities
import Testing

@testable import TouchInput

@Suite("Fits") struct FitTests {
  /// A polynomial of each degree, its slope at zero, and times before it that are not even.
  static let coefficients = [7.0, -3, 2, 5]
  static let times = [0, -0.3, -0.7, -1.2, -1.4, -2.1, -2.9, -3.3]

  private func place(_ t: Double, degree: Int) -> Double {
    Self.coefficients[...degree].reversed().reduce(0) { $0 * t + $1 }
  }

  @Test("a polynomial is fitted exactly, whatever the weights", arguments: 1...3)
  func exact(degree: Int) {
    let points = Self.times.enumerated().map { index, t in
      FitPoint(
        t: t, weight: 1 + Double(index % 3), x: place(t, degree: degree),
        y: -2 * place(t, degree: degree))
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
      let x = place(t, degree: 3) + Double(index * index % 5)
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
      let there = line.place(at: point.t, degree: 1)
      return sum + (point.x - there.x) * (point.x - there.x)
        + (point.y - there.y) * (point.y - there.y)
    }
    #expect((growing.residuals.line - residual).magnitude < 1e-9 * residual)
  }
}
