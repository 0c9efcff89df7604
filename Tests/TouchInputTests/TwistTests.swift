import Foundation
import Quantities
import Testing
import TouchInput
import SyntheticHands

@Suite("Twist")
struct TwistTests {
  /// The pans of a gesture; the last pan is in its final state.
  static func pans(
    _ name: String, from: (Double, Double), to: (Double, Double), speed: Double = 500,
    kind: DeviceKind = .touchscreen, noise: Double = 0, recognizer: PanRecognizer = .immediate
  ) throws -> [Pan] {
    let gesture = try #require(SyntheticGesture.named(name))
    let recording = try gesture.recording(
      .init(
        from: Position(x: Points(from.0), y: Points(from.1)),
        to: Position(x: Points(to.0), y: Points(to.1)), speed: PointsPerSecond(speed),
        digitizer: Digitizer(kind: kind, noise: Points(noise), timestampJitter: .zero)))
    var reader = TouchReader(
      of: recording, mapping: try SurfaceMapping(device: recording.device),
      options: PanOptions(recognizer: recognizer), estimator: try Estimator.named("bayes"))
    var pans: [Pan] = []
    for event in recording.events {
      for timed in reader.receive(event) {
        switch timed.event {
        case .panBegan(let pan), .panChanged(let pan, _), .panEnded(let pan, _): pans.append(pan)
        case .touchDown, .force, .touchMoved, .panCancelled, .touchUp, .touchCancelled, .gap: break
        }
      }
    }
    return pans
  }

  /// The topmost position on a circle with a radius of 80 pt about the middle of the screen, (195,
  /// 422).
  static let up = (195.0, 342.0)

  /// A position on the circle, at an angle clockwise from straight up.
  static func bearing(_ angle: Double) -> (Double, Double) {
    (195 + 80 * sin(angle), 422 - 80 * cos(angle))
  }

  @Test(
    "two fingers that turn about each other twist a pan by their angle, at their angular velocity",
    arguments: [0.4, 1.5, -1.2, 3.0, -3.0], [DeviceKind.touchscreen, .touchpad])
  func angle(turn: Double, kind: DeviceKind) throws {
    let pans = try Self.pans("twist", from: Self.up, to: Self.bearing(turn), kind: kind)
    let last = try #require(pans.last)
    // The last scan is up to 1/120 s before the end; the fingers move at 500 pt/s on a circle of 80
    // pt.
    let missing = turn.magnitude - last.twist.magnitude
    #expect(last.twist * turn > 0 && missing > -0.01 && missing < 500.0 / 120 / 80 + 0.01)
    let rate = turn < 0 ? -500.0 / 80 : 500.0 / 80
    #expect((last.twistRate / rate - 1).magnitude < 0.1, "\(last.twistRate)")
    #expect(last.translation.length < Points(1), "the middle stays")
    let steps = zip(pans, pans.dropFirst()).map { ($1.twist - $0.twist).magnitude }
    #expect((steps.max() ?? 0) < 0.08, "no step is a jump")
  }

  @Test("the twist rate is zero if the two fingers rest before they lift")
  func rests() throws {
    let last = try #require(
      try Self.pans("twist-and-hold", from: Self.up, to: Self.bearing(1), noise: 0.2).last)
    #expect((last.twist - 1).magnitude < 0.02 && last.twistRate.magnitude < 0.2)
  }

  @Test("with slop, the twist starts at the position where the pan began")
  func slop() throws {
    let pans = try Self.pans(
      "twist", from: Self.up, to: Self.bearing(1.5), recognizer: .slop)
    #expect(try #require(pans.first).twist == 0)
    // The slop is 10 pt of an arc with a radius of 80 pt, plus at most one scan.
    let missing = 1.5 - (try #require(pans.last)).twist
    #expect(missing > 10.0 / 80 && missing < 10.0 / 80 + 0.15)
  }

  @Test("one finger never twists")
  func oneFinger() throws {
    for pan in try Self.pans("turn", from: Self.up, to: Self.bearing(1.5)) {
      #expect(pan.twist == 0 && pan.twistRate == 0)
    }
  }

  /// Two fingers, 200 pt apart, that turn clockwise.
  ///
  /// One finger lifts `microseconds` before the other.
  static func divergence(before microseconds: Int64) throws -> [Pan] {
    var script = TouchScript()
    script.frame(
      0, .slot(0), .id(1), .x(400), .y(500), .slot(1), .id(2), .x(600), .y(500))
    for step in 1...6 {
      let displacement = Int32(10 * step)
      script.frame(
        Int64(step) * 10_000, .slot(0), .y(500 - displacement), .slot(1), .y(500 + displacement))
    }
    script.frame(70_000, .slot(0), .id(-1))
    script.frame(70_000 + microseconds, .slot(1), .id(-1))
    return try script.handEvents(on: TestDevice.screenWithSlots).compactMap(\.pan)
  }

  @Test(
    "the twist rate is kept if the fingers lift almost together, and zero if one lifts much earlier"
  )
  func parts() throws {
    // Each finger moves 10 pt in 10 ms on a circle that has grown from 100 pt; the arc is slightly
    // shorter than 10 pt.
    let soon = try #require(try Self.divergence(before: 40_000).last)
    #expect(soon.twistRate > 7 && soon.twistRate < 10.1)
    let late = try #require(try Self.divergence(before: 200_000).last)
    #expect(late.twistRate == 0)
    // The line between the fingers turned from (200, 0) to (200, 120).
    #expect((soon.twist - atan2(120, 200)).magnitude < 1e-12 && late.twist == soon.twist)
  }

  @Test("two fingers that only turn about each other end with zero velocity")
  func twistOnly() throws {
    var script = TouchScript()
    script.frame(
      0, .slot(0), .id(1), .x(401), .y(503), .slot(1), .id(2), .x(602), .y(505))
    for step in 1...8 {
      let displacement = Int32(7 * step)
      script.frame(
        Int64(step) * 8_333, .slot(0), .y(503 - displacement), .slot(1), .y(505 + displacement))
    }
    script.frame(71_000, .slot(0), .id(-1), .slot(1), .id(-1))
    let ends = try script.handEvents(
      on: TestDevice.screenWithSlots, estimator: try Estimator.named("bayes")
    ).compactMap {
      if case .panEnded(let pan, let estimate) = $0.event { (pan, estimate) } else { nil }
    }
    let (pan, estimate) = try #require(ends.last)
    #expect(pan.twist > 0.3 && estimate.velocity == .zero && estimate.reason == .stopped)
  }

  @Test("a third finger adds no twist, and neither does the change to another pair of fingers")
  func anotherPair() throws {
    var script = TouchScript()
    script.frame(
      0, .slot(0), .id(1), .x(400), .y(500), .slot(1), .id(2), .x(600), .y(500))
    script.frame(10_000, .slot(0), .y(490), .slot(1), .y(510))
    script.frame(20_000, .slot(2), .id(3), .x(500), .y(900))
    script.frame(30_000, .slot(0), .id(-1))
    script.frame(40_000, .slot(2), .x(510))
    script.frame(50_000, .slot(1), .id(-1), .slot(2), .id(-1))
    let pans = try script.handEvents(on: TestDevice.screenWithSlots).compactMap(\.pan)
    let first = atan2(20.0, 200)
    #expect(pans.prefix(3).allSatisfy { ($0.twist - first).magnitude < 1e-12 })
    // The line from (600, 510) to (500, 900) then turns to the line from (600, 510) to (510, 900).
    let second = atan2(390.0, -90) - atan2(390.0, -100)
    #expect((pans[3].twist - first - second).magnitude < 1e-12)
  }
}
