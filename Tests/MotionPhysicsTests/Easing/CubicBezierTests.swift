import MotionPhysics
import Testing

@Suite("Cubic Bézier easing")
struct CubicBezierTests {
  static let curves = [
    CubicBezier.linear, .ease, .easeIn, .easeOut, .easeInOut, .swiftOut,
    CubicBezier(x1: 0, y1: 0, x2: 0, y2: 1) ?? .linear,
    CubicBezier(x1: 1, y1: 0, x2: 1, y2: 1) ?? .linear,
    CubicBezier(x1: 0.3, y1: -0.5, x2: 0.2, y2: 1.6) ?? .linear,
  ]

  @Test("a curve passes through the points of its formula, to 1e-12", arguments: curves)
  func ownPoints(curve: CubicBezier) {
    for s in stride(from: 0.0, through: 1, by: 0.01) {
      let r = 1 - s
      let x = 3 * r * r * s * curve.x1 + 3 * r * s * s * curve.x2 + s * s * s
      let y = 3 * r * r * s * curve.y1 + 3 * r * s * s * curve.y2 + s * s * s
      // Where the curve is nearly vertical, one ulp of time is many ulps of progress.
      let steepness = min(1 / max(curve.speed(at: x), 1), 1)
      #expect((curve.progress(at: x) - y).magnitude * steepness < 1e-12, "at \(x)")
    }
  }

  @Test("a curve begins at 0, ends at 1 and stays there", arguments: curves)
  func ends(curve: CubicBezier) {
    #expect(curve.progress(at: -1) == 0)
    #expect(curve.progress(at: 0) == 0)
    #expect(curve.progress(at: 1) == 1)
    #expect(curve.progress(at: 2) == 1)
    #expect(curve.progress(at: .nan) == 1 || curve.progress(at: .nan) == 0)
  }

  @Test("the mirrored curve is the reverse motion", arguments: curves)
  func mirrored(curve: CubicBezier) {
    for time in stride(from: 0.05, through: 0.95, by: 0.05) {
      let sum = curve.progress(at: time) + curve.mirrored.progress(at: 1 - time)
      #expect((sum - 1).magnitude < 1e-12)
    }
  }

  @Test("the speed is the derivative of the progress", arguments: curves)
  func speed(curve: CubicBezier) {
    for time in stride(from: 0.1, through: 0.9, by: 0.05) {
      let slope = (curve.progress(at: time + 1e-6) - curve.progress(at: time - 1e-6)) / 2e-6
      #expect((slope - curve.speed(at: time)).magnitude < 1e-5 * max(1, slope.magnitude))
    }
  }

  @Test("at both ends, the speed is the one-sided derivative", arguments: curves)
  func endSpeeds(curve: CubicBezier) {
    for (end, inside) in [(0.0, 1e-9), (1, 1 - 1e-9)] {
      let slope = (curve.progress(at: inside) - curve.progress(at: end)) / (inside - end)
      guard curve.speed(at: end).magnitude < 100 else { continue }
      #expect((slope - curve.speed(at: end)).magnitude < 1e-3 * max(1, slope), "\(curve)")
    }
    // The initial slope points to the only control point that is not at an end: 1 / 0.58.
    #expect(CubicBezier.easeOut.speed(at: 0) == 1 / 0.58)
    #expect((CubicBezier.easeIn.speed(at: 1) - 1 / 0.58).magnitude < 1e-15)
  }

  @Test("the inverse converts progress to time, and a curve that leaves 0...1 has no inverse")
  func inverse() throws {
    for curve in [CubicBezier.linear, .ease, .easeIn, .easeOut, .easeInOut, .swiftOut] {
      let inverse = try #require(curve.inverse)
      for step in 0...1_000 {
        let time = Double(step) / 1_000
        // Where progress hardly grows, one ulp of progress is many ulps of time.
        let flatness = min(curve.speed(at: time), 1)
        let back = inverse.progress(at: curve.progress(at: time))
        #expect((back - time).magnitude * flatness < 1e-12, "at \(time)")
      }
    }
    #expect(CubicBezier(x1: 0.3, y1: -0.5, x2: 0.2, y2: 1.6)?.inverse == nil)
  }

  @Test("control points with times outside 0...1 are refused")
  func impossible() {
    #expect(CubicBezier(x1: -0.1, y1: 0, x2: 1, y2: 1) == nil)
    #expect(CubicBezier(x1: 0, y1: 0, x2: 1.1, y2: 1) == nil)
    #expect(CubicBezier(x1: 0, y1: .infinity, x2: 1, y2: 1) == nil)
    #expect(CubicBezier(x1: .nan, y1: 0, x2: 1, y2: 1) == nil)
  }
}
