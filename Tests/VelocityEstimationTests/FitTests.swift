import Quantities
import Testing

@testable import VelocityEstimation

@Suite("Fits") struct FitTests {
  /// The coefficients of the polynomials, and uneven times up to zero.
  static let coefficients = [7.0, -3, 2, 5]
  static let times = [0, -0.3, -0.7, -1.2, -1.4, -2.1, -2.9, -3.3]

  private func position(_ t: Double, degree: Int) -> Double {
    Self.coefficients[...degree].reversed().reduce(0) { $0 * t + $1 }
  }

  @Test("a polynomial is fitted exactly with any weights", arguments: 1...3)
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
}
