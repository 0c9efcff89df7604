import Foundation
@testable import MotionPhysics
import Quantities
import Testing

@Suite("Published single values")
struct FieldLiteralsTests {
  static func records(_ suite: String) throws -> [[String: Any]] {
    let found = try FieldData.records("literals").filter { $0.text("suite") == suite }
    try #require(!found.isEmpty, "no rows of \(suite)")
    return found
  }

  static func expect(_ value: Double, _ record: [String: Any]) throws {
    let expected = try #require(record.number("expected"))
    let tolerance = max(record.number("tol") ?? 0, 1e-12)
    #expect((value - expected).magnitude <= tolerance, "\(record.text("test")): \(value)")
  }

  @Test("the values of Motion's tests match")
  func motion() throws {
    for record in try Self.records("b3ll/Motion") {
      let params = record.table("params")
      switch record.text("quantity") {
      case "x":
        let spring = Spring(
          dampingRatio: try #require(params.number("dampingRatio")),
          response: Seconds(try #require(params.number("response"))))
        let start = Spring.Motion(offset: Points(-10), velocity: .zero)
        try Self.expect(10 + spring.motion(after: Seconds(0.5), from: start).offset.value, record)
      case "toValue":
        try Self.expect(Decay.normal.projectedDistance(PointsPerSecond(2_000)).value, record)
      case "velocity":
        if let rest = params.number("toValue") {
          try Self.expect(Decay.normal.velocity(toGo: Points(rest)).value, record)
        } else {
          let animation = DecayAnimation(
            from: 0.0, velocity: try #require(params.number("velocity")),
            pixelScale: 1 / (try #require(params.number("roundingFactor"))))
          try Self.expect(animation.velocity, record)
        }
      case "rubberband":
        let value = try #require(params.number("value"))
        let inside = min(max(value, 0), 100)
        let shown = RubberBand.shown(Points(value - inside), reach: Points(100))
        try Self.expect(inside + shown.value, record)
      default: try keyframes(record)
      }
    }
  }

  /// Compares the duration of Motion's keyframes: the frames until Motion's settle rule holds, and
  /// one more.
  private func keyframes(_ record: [String: Any]) throws {
    let params = record.table("params")
    var frames = 0
    if let velocity = params.number("velocity") {
      let time = Decay.normal.time(
        untilSpeed: PointsPerSecond(0.5), from: PointsPerSecond(velocity))
      frames = Int((try #require(time).value * 60).rounded(.up))
    } else {
      let spring = Spring(dampingRatio: 1, response: Seconds(1))
      let start = Spring.Motion(offset: Points(-320), velocity: .zero)
      var engine = MotionEngine(spring: spring, from: start, tolerance: .standard)
      while !engine.isSettled, frames < 1_000 {
        engine.advance(by: Seconds(1.0 / 60))
        frames += 1
      }
    }
    try Self.expect(Double(frames + 1) / 60, record)
  }

  @Test("the parameters of Wave's tests match")
  func wave() throws {
    for record in try Self.records("jtrivedi/Wave") {
      let params = record.table("params")
      let response = try #require(params.number("response"))
      let spring = Spring(
        dampingRatio: try #require(params.number("dampingRatio")), response: Seconds(response))
      guard response > 0 else { continue }  // Wave only waits for a second.
      switch record.text("quantity") {
      case "stiffness": try Self.expect(spring.stiffness(), record.loosened(0.001))
      case "dampingCoefficient": try Self.expect(WaveEngine.dampingCoefficient(spring), record)
      default: try Self.expect(WaveEngine.settlingDuration(spring).value, record)
      }
    }
  }

  @Test("Advance's curve matches")
  func advance() throws {
    for record in try Self.records("timdonnelly/Advance") {
      for (index, expected) in (record.numbers("x") ?? []).enumerated() {
        let progress = CubicBezier.easeInOut.progress(at: Double(index) / 10)
        #expect((progress - expected).magnitude <= 0.001)
      }
    }
  }

  @Test("the durations of Compose's tests match")
  func compose() throws {
    for record in try Self.records("androidx/compose") where record.text("test") == "duration" {
      let params = record.table("params")
      let spring = try Spring(
        mass: 1, stiffness: 100, damping: 20 * (try #require(params.number("dampingRatio"))))
      let start = Spring.Motion(offset: Points(100), velocity: PointsPerSecond(3_000))
      try Self.expect(ComposeEngine.duration(of: start, on: spring, threshold: 1), record)
    }
  }

  @Test("the parameters and durations in Apple's documentation match")
  func apple() throws {
    for record in try Self.records("Apple docs SwiftUI Spring") {
      let params = record.table("params")
      let expected = try #require(record.numbers("expected"))
      let found: [Double]
      if let bounce = params.number("bounce") {
        let spring = try Spring(duration: Seconds(0.5), bounce: bounce)
        found = [1, spring.stiffness(), spring.damping()]
      } else {
        found = [Spring.layerDefault.response.value, Spring.layerDefault.bounce]
      }
      for (value, wanted) in zip(found, expected) {
        #expect((value - wanted).magnitude <= record.number("tol") ?? 0)
      }
    }
    for record in try Self.records("Apple docs CASpringAnimation.settlingDuration") {
      let damping = try #require(record.table("params").number("damping"))
      let spring = try Spring(mass: 1, stiffness: 100, damping: damping)
      let duration = UIKitEngine.settlingDuration(of: spring, relativeVelocity: 0)
      try Self.expect(duration.value, record)
    }
  }

  @Test("the rubber band matches the published table")
  func rubberBand() throws {
    for record in try Self.records("rubber band (squareb/chpwn)") {
      let drag = try #require(record.table("params").number("x"))
      try Self.expect(RubberBand.shown(Points(drag), reach: Points(960)).value, record)
    }
    // fluid-scroll: the band and its inverse.
    let shown = RubberBand.shown(Points(201), reach: Points(600))
    #expect(
      (RubberBand.pull(shown: shown, reach: Points(600)) - Points(201)).magnitude < Points(1e-11))
  }
}

extension [String: Any] {
  /// The same record with a tolerance of at least `tolerance`.
  func loosened(_ tolerance: Double) -> [String: Any] {
    merging(["tol": Swift.max(number("tol") ?? 0, tolerance)]) { $1 }
  }
}
