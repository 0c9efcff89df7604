import MotionPhysics
import Quantities
import Testing

/// Complaints of other spring libraries' users.
///
/// Each test has the name of the property that rules a complaint out; its comment lists the sources
/// of the complaint.
@Suite("Complaints about springs")
struct SpringComplaintTests {
  static let start = Spring.Motion(offset: Points(-300), velocity: PointsPerSecond(900))
  static let frame = Seconds(1.0 / 60)

  @Test("a short response or a long frame does not make the spring diverge")
  func instability() {
    // KiwiDesk 599 and 612, TermUI 2010, svelte 7010, motion-canvas 356.
    for response in [0.001, 0.02, 0.08] {
      let spring = Spring(dampingRatio: 0.8, response: Seconds(response))
      for interval in [1.0 / 60, 0.1, 3, 1e6] {
        var engine = ExactEngine(spring: spring, from: Self.start, tolerance: .standard)
        for _ in 0..<100 {
          engine.advance(by: Seconds(interval))
          #expect(engine.motion.offset.magnitude <= Points(300))
        }
        #expect(engine.isSettled)
      }
    }
  }

  @Test("the motion does not depend on the frame rate or the load")
  func frameRate() {
    // hyprutils 110, motiondivision 3593, sceneview 1135, anime 850.
    var slow = ExactEngine(spring: .bouncy, from: Self.start, tolerance: .standard)
    var fast = slow
    for _ in 0..<40 {
      slow.advance(by: Seconds(1.0 / 60))
      for _ in 0..<4 { fast.advance(by: Seconds(1.0 / 240)) }
      #expect((slow.motion.offset - fast.motion.offset).magnitude < Points(1e-9))
    }
  }

  @Test("a velocity is in points per second")
  func velocityUnits() {
    // react-native 18953, rebound-js 29, Popmotion 189, pop 157, RBBAnimation 22.
    let moved = Spring.smooth.motion(after: Seconds(1e-6), from: Self.start)
    #expect((moved.offset - Self.start.offset - Points(900e-6)).magnitude < Points(1e-6))
  }

  @Test("an overdamped spring does not jump in flight")
  func overdampedSnap() throws {
    // framer 1207.
    let spring = try Spring(mass: 1, stiffness: 1e6, damping: 1e7)
    let start = Spring.Motion(offset: Points(-900), velocity: .zero)
    // The slow root is k/c = 0.1 per second.
    let motion = spring.motion(after: Seconds(10), from: start)
    #expect((motion.offset.value / -900 - exponential(-1)).magnitude < 1e-6)
  }

  @Test("an overdamped spring stays finite and does not jump back on a new target")
  func overdampedNaN() {
    // reanimated 9463, niri 1123, SuperLightTUI 124.
    for ratio in [1.0000001, 1.15, 3, 1e6] {
      let spring = Spring(dampingRatio: ratio, response: Seconds(0.4))
      var engine = ExactEngine(spring: spring, from: Self.start, tolerance: .standard)
      for frame in 0..<200 {
        engine.advance(by: Self.frame)
        let before = engine.motion
        engine.retarget(by: Points(frame % 2 == 0 ? 30 : -30))
        #expect(engine.motion.offset.isFinite)
        #expect(engine.motion.velocity == before.velocity)
      }
    }
  }

  @Test("the formula for critical damping has the right coefficient for the velocity")
  func criticalVelocity() {
    // Flutter 109675: x(t) = (x0 + (v0 + ω x0) t) e^(-ωt), here with ω = 10.
    let spring = Spring(dampingRatio: 1, response: Seconds(2 * Double.pi / 10))
    let start = Spring.Motion(offset: Points(3), velocity: PointsPerSecond(-50))
    let motion = spring.motion(after: Seconds(0.2), from: start)
    #expect((motion.offset.value - (3 - 20 * 0.2) * exponential(-2)).magnitude < 1e-12)
  }

  @Test("a spring with a mass other than 1 has the response and damping of its ratios")
  func mass() throws {
    // Flutter 163858.
    let heavy = try Spring(mass: 7, stiffness: 700, damping: 70)
    #expect((heavy.response.value - Spring.layerDefault.response.value).magnitude < 1e-15)
    #expect((heavy.dampingRatio - 0.5).magnitude < 1e-15)
  }

  @Test("zero distance, zero damping and zero time give finite numbers")
  func notANumber() {
    // Popmotion 910, framer 1094 and 2791, react-motion 225.
    for ratio in [0, 0.5, 1, 2.0] {
      let spring = Spring(dampingRatio: ratio, response: Seconds(0.4))
      for time in [0, 0.1] {
        let motion = spring.motion(after: Seconds(time), from: .resting)
        #expect(motion == .resting)
      }
    }
  }

  @Test("a spring ends soon after its last visible motion")
  func endsLate() throws {
    // reanimated 132, 1350, 7803; react-native 20783, 1951; react-spring 99.
    let time = try #require(Spring.smooth.settleTime(from: Self.start, within: .standard))
    let before = Spring.smooth.motion(after: time - Seconds(0.001), from: Self.start)
    #expect(!SettleTests.isInside(before, .standard))
  }

  @Test("a spring does not end with a visible jump")
  func endsEarly() throws {
    // Wave's clock, as measured: 4.9 % of the distance remains at ζ = 2.
    let spring = Spring(dampingRatio: 2, response: Seconds(0.5))
    let displacement = Spring.Motion(offset: Points(-300), velocity: .zero)
    var engine = ExactEngine(spring: spring, from: displacement, tolerance: .standard)
    var last = engine.motion.offset
    for _ in 0..<1_000 where !engine.isSettled {
      engine.advance(by: Self.frame)
      #expect((engine.motion.offset - last).magnitude < Points(30))
      if engine.isSettled { #expect(last.magnitude < Points(0.2)) }
      last = engine.motion.offset
    }
  }

  @Test("a spring finishes, exactly on its target")
  func neverDone() {
    // flutter_physics 12, Flutter 148467, Flutter PR 831.
    var engine = ExactEngine(spring: .bouncy, from: Self.start, tolerance: .standard)
    for _ in 0..<300 { engine.advance(by: Self.frame) }
    #expect(engine.isSettled)
    #expect(engine.motion.offset == .zero)
  }

  @Test("catching or retargeting a moving spring causes no jump")
  func interruption() {
    // FloatingPanel 159 and 238, framer 1403 and 2751, react-spring 1437.
    var engine = ExactEngine(spring: .bouncy, from: Self.start, tolerance: .standard)
    engine.advance(by: Seconds(0.1))
    let caught = engine.motion
    engine.retarget(by: Points(250))
    #expect(engine.motion.offset == caught.offset - Points(250))
    #expect(engine.motion.velocity == caught.velocity)
  }

  @Test("a velocity is kept even if the distance is zero")
  func lostVelocity() {
    // UIKit's velocity is a multiple of the distance, so it is infinite or undefined here.
    let velocity = PointsPerSecond(900)
    let plan = HandOff(from: Points(5), to: Points(5), velocity: velocity, spring: .bouncy)
    let back = plan.initialVelocity.absolute(from: plan.start, to: Points(5))
    #expect((back - velocity).magnitude < PointsPerSecond(1e-9))
  }

  @Test("two runs of a spring give equal results")
  func repeatable() {
    // vultisig-ios 4301, donner 601 and 898, clayground 167, SuperLightTUI 377, zed 62585.
    let motions = (0..<2).map { _ in
      (0..<200).map { Spring.bouncy.motion(after: Self.frame * Double($0), from: Self.start) }
    }
    #expect(motions[0] == motions[1])
  }
}
