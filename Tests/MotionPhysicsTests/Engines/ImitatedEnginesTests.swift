@testable import MotionPhysics
import Quantities
import Testing

@Suite("Imitated engines")
struct ImitatedEnginesTests {
  static let spring = Spring(dampingRatio: 0.8, response: Seconds(0.5))
  static let start = Spring.Motion(offset: Points(-300), velocity: PointsPerSecond(900))
  static let frame = Seconds(1.0 / 60)

  @Test("Motion's overdamped formula gives the same value as Motion")
  func motionOverdamped() throws {
    // k = 2, c = 10, from 0 to 10: 0.2966 after 1/60 s, as measured; the exact value is 0.0026.
    let spring = try Spring(mass: 1, stiffness: 2, damping: 10)
    let start = Spring.Motion(offset: Points(-10), velocity: .zero)
    var engine = MotionEngine(spring: spring, from: start, tolerance: .standard)
    engine.advance(by: Self.frame)
    #expect((10 + engine.motion.offset.value - 0.2966).magnitude < 5e-5)
    let truth = 10 + spring.motion(after: Self.frame, from: start).offset.value
    #expect((truth - 0.0026).magnitude < 5e-5)
  }

  @Test(
    "Motion, Flutter, framer and UIKit are exact below critical damping",
    arguments: [
      "motion", "flutter", "framer", "uikit",
    ])
  func exactOnes(name: String) throws {
    var engine = try #require(SpringEngineKind.named(name)).engine(
      spring: Self.spring, from: Self.start)
    for frame in 1...20 {
      engine.advance(by: Self.frame)
      let exact = Self.spring.motion(after: Self.frame * Double(frame), from: Self.start)
      #expect((engine.motion.offset - exact.offset).magnitude < Points(1e-10))
    }
  }

  @Test("Advance moves at five sixths of the exact speed")
  func advanceSpeed() {
    // The spring is so weak that the value moves at constant speed. Of the 20 steps in 0.16 s, 19
    // are shown.
    let spring = Spring(dampingRatio: 0, response: Seconds(1e6))
    let start = Spring.Motion(offset: .zero, velocity: PointsPerSecond(600))
    var engine = AdvanceEngine(spring: spring, from: start, tolerance: .standard)
    for _ in 0..<10 { engine.advance(by: Seconds(0.016 + 1e-12)) }
    let shown = 600 * 0.008 * 19 * 5 / 6
    #expect((engine.motion.offset.value - shown).magnitude < 1e-3)
  }

  @Test("FloatingPanel's step follows its formula, and its spring depends on the release")
  func floatingPanel() {
    // ω = 10, ζ = 1, h = 0.01: f = 1.2, det = 1.21, x′ = (1.2·100 + 0.01·50) / 1.21.
    let spring = Spring(dampingRatio: 1, response: Seconds(2 * Double.pi / 10))
    let start = Spring.Motion(offset: Points(100), velocity: PointsPerSecond(50))
    var engine = FloatingPanelEngine(spring: spring, from: start, tolerance: .standard)
    engine.advance(by: Seconds(0.01))
    let x = (1.2 * 100 + 0.5) / 1.21
    #expect((engine.motion.offset.value - x).magnitude < 1e-12)
    #expect((engine.motion.velocity.value - (50 - x) / 1.21).magnitude < 1e-12)
    #expect(Spring.floatingPanel(releasedWith: PointsPerSecond(300)).dampingRatio == 1)
    let flick = Spring.floatingPanel(releasedWith: PointsPerSecond(-301)).dampingRatio
    #expect((flick - 0.5756).magnitude < 5e-5)
  }

  @Test("Compose computes with whole milliseconds and 32-bit numbers")
  func compose() {
    var engine = ComposeEngine(spring: Self.spring, from: Self.start, tolerance: .standard)
    engine.advance(by: Seconds(0.0169))
    let exact = Self.spring.motion(after: Seconds(0.016), from: Self.start).offset.value
    #expect(engine.motion.offset.value == Double(Float(exact)))
  }

  @Test("Android's first frame does not move, and a new target waits for half a frame")
  func android() {
    var engine = AndroidEngine(spring: Self.spring, from: Self.start, tolerance: .standard)
    engine.advance(by: Self.frame)
    #expect(engine.motion == Self.start)
    engine.retarget(by: Points(100))
    #expect(engine.motion.offset == Points(-400))
    // From 16 to 33 ms, Android moves 8 ms towards the old target and 8 ms towards the new one; the
    // odd millisecond is lost.
    engine.advance(by: Self.frame)
    let half = Self.spring.motion(after: Seconds(0.008), from: Self.start)
    let turned = Spring.Motion(offset: half.offset - Points(100), velocity: half.velocity)
    let exact = Self.spring.motion(after: Seconds(0.008), from: turned).offset
    #expect((engine.motion.offset - exact).magnitude < Points(1e-3))
  }

  @Test("react-spring computes 17 steps of one millisecond in a frame at 60 Hz")
  func reactSpring() {
    var engine = ReactSpringEngine(spring: Self.spring, from: Self.start, tolerance: .standard)
    engine.advance(by: Self.frame)
    let (k, c) = (Self.spring.stiffness(), Self.spring.damping())
    var (x, v) = (-300.0, 900.0)
    for _ in 0..<17 {
      v += (-k * x - c * v) * 0.001
      x += v * 0.001
    }
    #expect((engine.motion.offset.value - x).magnitude < 1e-9)
  }

  @Test("framer jumps where its hyperbolic functions are clamped")
  func framer() throws {
    // k = 10⁶, c = 10⁷: ω = 1000, ζ = 5000. The exact motion has a time constant of 10 s.
    let spring = try Spring(mass: 1, stiffness: 1e6, damping: 1e7)
    let start = Spring.Motion(offset: Points(-900), velocity: .zero)
    var engine = FramerEngine(spring: spring, from: start, tolerance: .standard)
    engine.advance(by: Seconds(0.2))
    #expect(engine.isSettled)
    #expect(spring.motion(after: Seconds(0.2), from: start).offset < Points(-880))
  }

  @Test("UIKit loses the velocity if the distance is zero")
  func uikit() {
    let start = Spring.Motion(offset: .zero, velocity: PointsPerSecond(900))
    var engine = UIKitEngine(spring: Self.spring, from: start, tolerance: .standard)
    engine.advance(by: Self.frame)
    #expect(engine.motion == .resting)
  }

  @Test("Flutter ends at the first moment of rest")
  func flutter() {
    let start = Spring.Motion(offset: Points(1e-4), velocity: PointsPerSecond(1e-4))
    var engine = FlutterEngine(
      spring: Spring(dampingRatio: 0, response: Seconds(1)), from: start, tolerance: .standard)
    engine.advance(by: Self.frame)
    #expect(engine.isSettled)
  }
}
