import InteractionScenarios
import MotionPhysics
import Testing

@Suite("Transition curves")
struct TransitionCurveTests {
  /// The value of a CSS Bézier curve at `time`, computed by bisection independently of the tested
  /// solver.
  static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at time: Double)
    -> Double
  {
    func value(_ p: Double, _ q: Double, _ s: Double) -> Double {
      3 * s * (1 - s) * (1 - s) * p + 3 * s * s * (1 - s) * q + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if value(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return value(y1, y2, (low + high) / 2)
  }

  /// Source: Apple, `CAMediaTimingFunctionName`; W3C, CSS Easing Functions Level 1, section 2.2.
  @Test(
    "ease-in, ease-out and ease-in-out are the Bézier curves of UIKit and CSS",
    arguments: [
      (TransitionCurve.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
      (.easeInOut, [0.42, 0, 0.58, 1]),
    ])
  func beziers(curve: TransitionCurve, points: [Double]) {
    for step in 0...1_000 {
      let time = Double(step) / 1_000
      let expected = Self.bezier(points[0], points[1], points[2], points[3], at: time)
      #expect((curve.fraction(at: time) - expected).magnitude < 1e-12, "at \(time)")
    }
  }

  @Test(
    "a curve rises strictly from 0 to 1, and `slope` is its derivative, at both ends too",
    arguments: TransitionCurve.allCases)
  func slopes(curve: TransitionCurve) {
    #expect(curve.fraction(at: 0) == 0 && curve.fraction(at: 1) == 1)
    let fractions = (0...1_000).map { curve.fraction(at: Double($0) / 1_000) }
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy(<))
    for step in 0...1_000 {
      let time = Double(step) / 1_000
      let (before, after) = (max(time - 1e-6, 0), min(time + 1e-6, 1))
      let slope = (curve.fraction(at: after) - curve.fraction(at: before)) / (after - before)
      // At both ends the difference quotient is one-sided and therefore less accurate.
      let bound = step == 0 || step == 1_000 ? 1e-3 : 1e-5
      #expect((slope - curve.slope(at: time)).magnitude < bound, "at \(time)")
    }
    for end in [0.0, 1] { #expect(curve.slope(at: end).isFinite) }
  }
}
