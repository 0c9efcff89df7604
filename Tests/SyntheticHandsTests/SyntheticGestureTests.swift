import Quantities
import SyntheticHands
import Testing
import TouchInput

@Suite("Synthetic gestures")
struct SyntheticGestureTests {
  private static let gestures = allGestures.map(\.name)

  private func recording(
    _ name: String, _ options: SyntheticGesture.Options = .init()
  ) throws -> Recording {
    try #require(SyntheticGesture.named(name)).recording(options)
  }

  @Test("names are unique and consist of lower-case words with hyphens")
  func names() {
    #expect(Set(Self.gestures).count == Self.gestures.count)
    #expect(
      Self.gestures.allSatisfy { name in
        name.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }
      })
  }

  @Test("a gesture is reproducible, and differs with another seed", arguments: Self.gestures)
  func seeded(name: String) throws {
    let first = try recording(name)
    #expect(try recording(name) == first)
    let other = try recording(name, .init(digitizer: Digitizer(seed: 2)))
    #expect(other.events != first.events)
    #expect(first.source == "synthetic: \(name), seed 1")
  }

  @Test("noise has the requested standard deviation")
  func noise() throws {
    var random = SeededGenerator(seed: 3)
    let values = (0..<40_000).map { _ in random.normal() }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)
    // The tolerances are three standard errors: 3 / √n for the mean, 3 · √(2 / n) for the variance.
    #expect(mean.magnitude < 0.015)
    #expect((variance - 1).magnitude < 0.022)
  }

  @Test("the numbers of the generator equal those of the published algorithm")
  func generator() {
    // Source: the reference program of SplitMix64's authors, with the seed 1234567.
    var random = SeededGenerator(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }

  @Test("lost scans leave fewer frames, and times with jitter never decrease")
  func flaws() throws {
    let whole = try recording("over-drag")
    let holes = try recording(
      "over-drag",
      .init(digitizer: Digitizer(timestampJitter: Seconds(0.05), droppedScans: 0.5)))
    #expect(holes.events.filter(\.isReport).count < whole.events.filter(\.isReport).count * 3 / 4)
    let times = holes.events.filter(\.isReport).map(\.microseconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("invalid numbers cause errors whose message suggests a fix", arguments: [0, -1, .nan, 1e9])
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

  @Test("a gesture without a distance, or with too long a duration, is an error")
  func unusableWays() throws {
    let position = Position(x: Points(195), y: Points(650))
    #expect(throws: SyntheticHandError.noDirection(x: Points(195), y: Points(650))) {
      try recording("flick", .init(from: position, to: position))
    }
    #expect(throws: SyntheticHandError.self) {
      try recording("flick", .init(speed: PointsPerSecond(1)))
    }
  }

  @Test("a position that is not finite is an error")
  func nowhere() {
    var path = HandPath(from: Position(x: Points(100), y: Points(100)))
    path.reach(Position(x: Points(100), y: Points(200)), in: Seconds(0.1))
    let lost = SyntheticFinger(offset: Position(x: Points(.nan), y: .zero))
    let hand = HandModel(touches: [SyntheticTouch(path: path, fingers: [lost])])
    #expect(throws: SyntheticHandError.self) { try Digitizer().recording(of: hand, gesture: "x") }
  }

  @Test("a recording whose note has no velocities has no true velocities")
  func noteWithout() {
    #expect(Recording(device: DeviceDescription()).trueReleaseVelocities.isEmpty)
    #expect(
      Recording(
        device: DeviceDescription(), note: "hello\ntrue release velocity: none; x=1 y=2.5 pt/s"
      )
      .trueReleaseVelocities == [nil, Velocity(x: PointsPerSecond(1), y: PointsPerSecond(2.5))])
  }
}
