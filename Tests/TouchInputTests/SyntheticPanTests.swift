import Quantities
import SyntheticHands
import Testing
import TouchInput

/// The pans that are found in synthetic gestures, whose touches and velocities are known.
@Suite("Pans of synthetic gestures")
struct SyntheticPanTests {
  /// A device without noise and other flaws of real devices.
  private static func perfect(_ kind: DeviceKind = .touchscreen, rate: Double = 120) -> Digitizer {
    Digitizer(kind: kind, rate: rate, noise: .zero, timestampJitter: .zero)
  }

  /// The mapping of the contacts, with the scale of a synthetic touchpad.
  private static func mapping(of recording: Recording) throws -> SurfaceMapping {
    try SurfaceMapping(
      device: recording.device, pointsPerMillimeter: LibinputEvent.pointsPerMillimeter)
  }

  private static func events(_ recording: Recording) throws -> [TimedHandEvent] {
    var reader = TouchReader(
      device: recording.device, initial: recording.initial, mapping: try mapping(of: recording),
      options: PanOptions(recognizer: .immediate), estimator: LastTwoSamples())
    return recording.events.flatMap { reader.receive($0) } + reader.finish()
  }

  private static let gestures = allGestures.map(\.name)

  private func recording(
    _ name: String, _ options: SyntheticGesture.Options = .init()
  ) throws -> Recording {
    try #require(SyntheticGesture.named(name)).recording(options)
  }

  @Test("a gesture has the touches and pans of its hand model", arguments: Self.gestures)
  func pans(name: String) throws {
    for kind in DeviceKind.allCases {
      for seed in UInt64(1)...5 {
        let options = SyntheticGesture.Options(digitizer: Digitizer(kind: kind, seed: seed))
        let model = try #require(SyntheticGesture.named(name)).model(options)
        let recording = try recording(name, options)
        let events = try Self.events(recording)
        expectGrammar(events, "\(name), \(kind), seed \(seed)")
        let touches = model.touches.count + (model.gap == nil ? 0 : 1)
        #expect(events.filter { $0.name == "touchDown" }.count == touches)
        let lifts = events.filter { $0.name == "touchUp" }.count
        #expect(lifts == model.touches.filter { $0.ending == .lift }.count)
        #expect(recording.gaps.count == (model.gap == nil ? 0 : 1))
        // The recording stores no velocity for a touch that should end at rest.
        let noted = recording.trueReleaseVelocities
        #expect(noted.count == model.touches.count)
        for (velocity, touch) in zip(noted, model.touches) {
          #expect((velocity == nil) == (touch.meantVelocity == nil))
          let error = (velocity ?? .zero) - (touch.meantVelocity ?? .zero)
          #expect(error.length < PointsPerSecond(2e-9))
        }
      }
    }
  }

  @Test(
    "on a perfect device, the velocity equals the stored true velocity, up to rounding to units")
  func trueVelocity() throws {
    for name in ["flick", "hard-flick", "corner-to-corner", "drag-down-then-flick-up"] {
      let recording = try recording(name, .init(digitizer: Self.perfect(rate: 1000)))
      let seen = try #require(try Self.events(recording).compactMap(\.released).last?.velocity)
      let meant = try #require(recording.trueReleaseVelocities.last ?? nil)
      // The error is half a unit of 0.21 pt at each end of a millisecond.
      #expect((seen.x - meant.x).magnitude < PointsPerSecond(210), "\(name)")
      #expect((seen.y - meant.y).magnitude < PointsPerSecond(210), "\(name)")
    }
  }

  @Test("a touchpad gives the same translation as a screen", arguments: ["flick", "over-drag"])
  func touchpad(name: String) throws {
    let seen = try DeviceKind.allCases.map { kind in
      let events = try Self.events(
        try recording(name, .init(digitizer: Self.perfect(kind, rate: 1000))))
      return try #require(events.compactMap(\.pan).last).translation
    }
    // A unit of the touchpad is 0.88 pt, and a different part of the movement is lost before the
    // first scan.
    #expect((seen[0] - seen[1]).length < Points(1.5))
  }

  @Test(
    "a reader that receives the complete recording at once returns the same events",
    arguments: Self.gestures)
  func knownToItsEnd(name: String) throws {
    let recording = try recording(name)
    var reader = TouchReader(
      of: recording, mapping: try Self.mapping(of: recording),
      options: PanOptions(recognizer: .immediate), estimator: LastTwoSamples())
    let events = recording.events.flatMap { reader.receive($0) } + reader.finish()
    #expect(try Self.events(recording) == events)
  }
}
