import Quantities
import Testing
import TouchInput

@Suite("Synthetic gestures")
struct SyntheticGestureTests {
  /// A device without the flaws of real ones.
  private static func perfect(_ kind: DeviceKind = .touchscreen, rate: Double = 120) -> Digitizer {
    Digitizer(kind: kind, rate: rate, noise: .zero, timestampJitter: .zero)
  }

  private static func events(_ recording: Recording) throws -> [TimedHandEvent] {
    var reader = HandReader(
      device: recording.device, initial: recording.initial,
      mapping: try SurfaceMapping(device: recording.device), estimator: LastTwoSamples())
    return recording.events.flatMap { reader.receive($0) } + reader.finish()
  }

  private static let gestures = allGestures.map(\.name)

  private func recording(
    _ name: String, _ options: SyntheticGesture.Options = .init()
  ) throws -> Recording {
    try #require(SyntheticGesture.named(name)).recording(options)
  }

  @Test("names are unique, and lower case words with hyphens")
  func names() {
    #expect(Set(Self.gestures).count == Self.gestures.count)
    #expect(
      Self.gestures.allSatisfy { name in
        name.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }
      })
  }

  @Test("a gesture is the same twice, and another with another seed", arguments: Self.gestures)
  func seeded(name: String) throws {
    let first = try recording(name)
    #expect(try recording(name) == first)
    let other = try recording(name, .init(digitizer: Digitizer(seed: 2)))
    #expect(other.events != first.events)
    #expect(first.source == "synthetic: \(name), seed 1")
  }

  @Test("a gesture has the touches and pans of its hand", arguments: Self.gestures)
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
        #expect(recording.trueReleaseVelocities == model.touches.map(\.meantVelocity))
      }
    }
  }

  @Test("a perfect device sees the velocity that the note promises, but for its units")
  func trueVelocity() throws {
    for name in ["flick", "hard-flick", "corner-to-corner", "drag-down-then-flick-up"] {
      let recording = try recording(name, .init(digitizer: Self.perfect(rate: 1000)))
      let seen = try #require(try Self.events(recording).compactMap(\.released).last?.velocity)
      let meant = try #require(recording.trueReleaseVelocities.last ?? nil)
      // Half a unit of 0.21 pt at each end of a millisecond.
      #expect((seen.x - meant.x).magnitude < PointsPerSecond(210), "\(name)")
      #expect((seen.y - meant.y).magnitude < PointsPerSecond(210), "\(name)")
    }
  }

  @Test("a touchpad sees the same translation as a screen", arguments: ["flick", "over-drag"])
  func touchpad(name: String) throws {
    let seen = try DeviceKind.allCases.map { kind in
      let events = try Self.events(
        try recording(name, .init(digitizer: Self.perfect(kind, rate: 1000))))
      return try #require(events.compactMap(\.pan).last).translation
    }
    // A unit is 0.53 pt on the touchpad, and what is lost before the first scan differs.
    #expect((seen[0] - seen[1]).length < Points(1.5))
  }

  @Test("noise has the standard deviation that it was told")
  func noise() throws {
    var random = SeededGenerator(seed: 3)
    let values = (0..<40_000).map { _ in random.normal() }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)
    // Three standard errors: 3 / √n for the mean, 3 · √(2 / n) for the variance.
    #expect(mean.magnitude < 0.015)
    #expect((variance - 1).magnitude < 0.022)
  }

  @Test("the generator's numbers are those of the published algorithm")
  func generator() {
    // SplitMix64 from seed 1234567, as its authors' reference program prints it.
    var random = SeededGenerator(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }

  @Test("scans that do not arrive leave fewer frames; jitter leaves time going forward")
  func flaws() throws {
    let whole = try recording("over-drag")
    let holes = try recording(
      "over-drag",
      .init(digitizer: Digitizer(timestampJitter: Seconds(0.05), droppedScans: 0.5)))
    #expect(holes.events.filter(\.isReport).count < whole.events.filter(\.isReport).count * 3 / 4)
    let times = holes.events.filter(\.isReport).map(\.microseconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("numbers that make no sense are errors that say what to do", arguments: [0, -1, .nan, 1e9])
  func unusableNumbers(value: Double) throws {
    let bad = [
      SyntheticGesture.Options(digitizer: Digitizer(rate: value)),
      .init(speed: PointsPerSecond(value)),
      .init(digitizer: Digitizer(noise: Points(value == 0 ? -1 : value))),
      .init(digitizer: Digitizer(droppedScans: value == 0 ? 2 : value)),
      .init(to: Position(x: Points(value == 0 ? 5000 : value), y: Points(9999))),
    ]
    for options in bad {
      #expect(throws: SyntheticHandError.self) { try recording("flick", options) }
    }
  }

  @Test("a gesture that goes nowhere or takes too long is an error")
  func unusableWays() throws {
    let place = Position(x: Points(195), y: Points(650))
    #expect(throws: SyntheticHandError.noDirection(x: Points(195), y: Points(650))) {
      try recording("flick", .init(from: place, to: place))
    }
    #expect(throws: SyntheticHandError.self) {
      try recording("flick", .init(speed: PointsPerSecond(1)))
    }
  }

  @Test("a finger that is nowhere is an error")
  func nowhere() {
    var path = HandPath(from: Position(x: Points(100), y: Points(100)))
    path.reach(Position(x: Points(100), y: Points(200)), in: Seconds(0.1))
    let lost = SyntheticFinger(offset: Position(x: Points(.nan), y: .zero))
    let hand = HandModel(touches: [SyntheticTouch(path: path, fingers: [lost])])
    #expect(throws: SyntheticHandError.self) { try Digitizer().recording(of: hand, gesture: "x") }
  }

  @Test("knowing a recording to its end changes nothing that it says", arguments: Self.gestures)
  func knownToItsEnd(name: String) throws {
    let recording = try recording(name)
    var reader = HandReader(
      of: recording, mapping: try SurfaceMapping(device: recording.device),
      estimator: LastTwoSamples())
    let events = recording.events.flatMap { reader.receive($0) } + reader.finish()
    #expect(try Self.events(recording) == events)
  }

  @Test("a note without a velocity says nothing of it")
  func noteWithout() {
    #expect(Recording(device: DeviceDescription()).trueReleaseVelocities.isEmpty)
    #expect(
      Recording(
        device: DeviceDescription(), note: "hello\ntrue release velocity: none; x=1 y=2.5 pt/s"
      )
      .trueReleaseVelocities == [nil, Velocity(x: PointsPerSecond(1), y: PointsPerSecond(2.5))])
  }
}
