import Foundation
import Quantities
import Testing

@testable import VelocityEstimation

@Suite("Real gestures")
struct RealGestureTests {
  /// The error of a live estimator, relative to a parabola through the 25 ms before and after each
  /// sample.
  static func error(of name: String) throws -> (percent: Double, wrongSigns: Double, points: Int) {
    var squares = 0.0
    var wrong = 0
    var points = 0
    for gesture in UpstreamCase.all where gesture.id.hasSuffix("_lsq2") && gesture.events == nil {
      let samples = gesture.samples.filter { $0.action != "up" && $0.action != nil }
      guard samples.count >= 9 else { continue }
      for axis in 0...1 {
        var estimator = try nanosecondEstimator(named: name)
        for (index, sample) in samples.enumerated() {
          estimator.receive(sample.panSample)
          guard index >= samples.count / 2, index + 3 < samples.count else { continue }
          let around = samples.filter {
            ($0.nanoseconds - sample.nanoseconds).magnitude <= 25_000_000
          }
          guard around.count >= 5 else { continue }
          let reference = around.map { other in
            FitPoint(
              t: Double(other.nanoseconds - sample.nanoseconds) / 1e9, weight: 1, x: other.x,
              y: other.y)
          }.withUnsafeBufferPointer {
            PolynomialFit($0, highestDegree: 2, minimumNorm: 0).velocity(degree: 2)
          }
          let live = estimator.live().velocity
          let truth = axis == 0 ? reference.x.value : reference.y.value
          let found = axis == 0 ? live.x.value : live.y.value
          guard truth.magnitude > 200 else { continue }
          points += 1
          squares += (found / truth - 1) * (found / truth - 1)
          if found * truth < 0 { wrong += 1 }
        }
      }
    }
    let count = Double(max(points, 1))
    return ((squares / count).squareRoot() * 100, Double(wrong) / count * 100, points)
  }

  @Test(
    "while a real finger moves, the live estimate is within 27 % of the velocity known later")
  func live() throws {
    let error = try Self.error(of: "bayes")
    #expect(error.points > 100)
    #expect(error.percent <= 27)
    // A parabola over 100 ms lags far behind, so the test can distinguish a good estimator from a
    // bad one.
    #expect(try Self.error(of: "android.lsq2").percent > 35)
    #expect(error.wrongSigns <= 0.5)
  }
}
