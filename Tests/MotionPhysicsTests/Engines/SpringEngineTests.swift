import MotionPhysics
import Quantities
import Testing

@Suite("Spring engines")
struct SpringEngineTests {
  static let spring = Spring(dampingRatio: 0.8, response: Seconds(0.5))
  static let start = Spring.Motion(offset: Points(-300), velocity: PointsPerSecond(900))
  static let frame = Seconds(1.0 / 120)

  @Test("a copy of a started engine is independent", arguments: allEngines.map { $0.name })
  func copies(name: String) throws {
    let kind = try #require(SpringEngineKind.named(name))
    var engine = kind.engine(spring: Self.spring, from: Self.start)
    for _ in 0..<3 { engine.advance(by: Seconds(1.0 / 60)) }
    let copy = engine
    let kept = copy.motion
    for _ in 0..<3 { engine.advance(by: Seconds(1.0 / 60)) }
    engine.retarget(by: Points(50))
    #expect(copy.motion == kept)
    #expect(engine.motion != kept)
  }

  @Test("the names are unique, and each finds its engine")
  func names() {
    #expect(Set(allEngines.map(\.name)).count == allEngines.count)
    #expect(allEngines.allSatisfy { SpringEngineKind.named($0.name)?.name == $0.name })
    #expect(SpringEngineKind.named("no such engine") == nil)
  }

  @Test("an engine starts with the given position and velocity", arguments: allEngines.map(\.name))
  func begins(name: String) throws {
    let kind = try #require(SpringEngineKind.named(name))
    let engine = kind.engine(spring: Self.spring, from: Self.start)
    #expect(engine.motion == Self.start)
    #expect(!engine.isSettled)
  }

  @Test(
    "an ordinary spring settles on its target and stays there", arguments: allEngines.map(\.name))
  func settles(name: String) throws {
    let kind = try #require(SpringEngineKind.named(name))
    var engine = kind.engine(spring: Self.spring, from: Self.start)
    for _ in 0..<600 where !engine.isSettled { engine.advance(by: Self.frame) }
    #expect(engine.isSettled)
    #expect(engine.motion == .resting)
    engine.advance(by: Self.frame)
    #expect(engine.motion == .resting)
  }

  @Test(
    "a new target keeps the position, and the engine settles on it",
    arguments: allEngines.map(\.name))
  func retargets(name: String) throws {
    let kind = try #require(SpringEngineKind.named(name))
    var engine = kind.engine(spring: Self.spring, from: Self.start)
    for _ in 0..<20 { engine.advance(by: Self.frame) }
    let before = engine.motion
    engine.retarget(by: Points(80))
    #expect((engine.motion.offset - (before.offset - Points(80))).magnitude < Points(1e-3))
    for _ in 0..<900 where !engine.isSettled { engine.advance(by: Self.frame) }
    #expect(engine.motion == .resting)
    engine.retarget(by: Points(-10))
    #expect(!engine.isSettled)
    #expect(engine.motion.offset == Points(10))
  }

  @Test("two runs give the same bits", arguments: allEngines.map(\.name))
  func deterministic(name: String) throws {
    let kind = try #require(SpringEngineKind.named(name))
    var one = kind.engine(spring: Self.spring, from: Self.start)
    var other = kind.engine(spring: Self.spring, from: Self.start)
    for _ in 0..<200 {
      one.advance(by: Self.frame)
      other.advance(by: Self.frame)
      #expect(one.motion == other.motion)
    }
  }

  @Test(
    "every engine stays finite with hostile springs and frames", arguments: allEngines.map(\.name))
  func survives(name: String) throws {
    let kind = try #require(SpringEngineKind.named(name))
    for ratio in [0, 1e-300, 1, 30, 1e300] {
      for response in [0, 1e-300, 0.01, 1e300] {
        let spring = Spring(dampingRatio: ratio, response: Seconds(response))
        for size in [0, 1, 1e300] {
          let start = Spring.Motion(offset: Points(size), velocity: PointsPerSecond(-size))
          var engine = kind.engine(spring: spring, from: start)
          for interval in [0, 1e-9, 0.01, 10, 1e300, 1e-300, 0.01].map(Seconds.init) {
            engine.advance(by: interval)
            engine.retarget(by: Points(1e299))
            let motion = engine.motion
            #expect(motion.offset.isFinite && motion.velocity.isFinite, "\(spring) \(interval)")
          }
        }
      }
    }
  }

  @Test(
    "the exact engine rests on the first frame after the predicted time", arguments: [60.0, 120])
  func exactEnding(rate: Double) throws {
    let settled = try #require(
      Self.spring.settleTime(from: Self.start, within: .standard))
    var engine = ExactEngine(spring: Self.spring, from: Self.start, tolerance: .standard)
    var frames = 0
    while !engine.isSettled, frames < 1_000 {
      engine.advance(by: Seconds(1 / rate))
      frames += 1
    }
    #expect(frames == Int((settled.value * rate).rounded(.up)))
  }
}
