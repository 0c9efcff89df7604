import MotionPhysics
import Quantities
import Testing

/// Complaints of other libraries' users about animations and scrolling.
///
/// Each test has the name of the property that rules a complaint out; its comment lists the sources
/// of the complaint.
@Suite("Complaints about animations and scrolling")
struct AnimationComplaintTests {
  static let frame = Seconds(1.0 / 60)
  static let edges = DecayAnimation<Double>.Edges(
    from: 0, to: 1_000, spring: Spring(dampingRatio: 1, response: Seconds(0.575)))

  @Test("an animation reports its completion exactly once")
  func completions() {
    // Motion continued after its end; Wave 36.
    var animation = SpringAnimation(from: 0.0, to: 0, spring: .bouncy)
    animation.start()
    let events = (0..<10).compactMap { _ in animation.advance(by: Self.frame) }
    #expect(events == [.finished(at: 0)])
  }

  @Test("an animation may start above its target")
  func fromAboveTo() {
    // Motion's BasicAnimation.
    var animation = BasicAnimation(
      from: Position(x: Points(9), y: Points(9)), to: .zero, duration: Seconds(0.1))
    animation.start()
    animation.advance(by: Seconds(0.2))
    #expect(animation.value == .zero)
  }

  @Test("an eased animation that is resumed continues from its value")
  func easedResume() {
    // Motion, if the start is not zero; Wave 29 asks for easing.
    var animation = BasicAnimation(from: 50.0, to: 60, duration: Seconds(1))
    animation.start()
    animation.advance(by: Seconds(0.3))
    let value = animation.value
    animation.pause()
    animation.resume()
    #expect(animation.value == value)
  }

  @Test("a decay comes to rest at the destination that it reported")
  func decayDestination() {
    // b3ll/Motion 28 and 29, react-spring 1437.
    var animation = DecayAnimation(from: 13.0, velocity: -1_234)
    let destination = animation.destination
    animation.start()
    var last = animation.value
    var event: AnimationEvent<Double>?
    while event == nil {
      last = animation.value
      event = animation.advance(by: Self.frame)
    }
    #expect(event == .finished(at: destination))
    #expect((destination - last).magnitude < 0.2)
  }

  @Test("a decay that is restarted in every frame covers its whole distance")
  func restartedFriction() {
    // Flutter 120338 and 120420.
    let start = Decay.Motion(position: .zero, velocity: PointsPerSecond(3_000))
    var motion = start
    for _ in 0..<500 { motion = Decay.normal.motion(after: Seconds(0.01), from: motion) }
    let whole = Decay.normal.motion(after: Seconds(5), from: start)
    #expect((motion.position - whole.position).magnitude < Points(1e-9))
  }

  @Test("a fling moves equally far in both directions at any velocity")
  func asymmetricCap() {
    // Flutter's bouncing simulation caps only positive velocities.
    for velocity in [7_500.0, 20_000] {
      let right = DecayAnimation(from: 500.0, velocity: velocity, edges: Self.edges)
      let left = DecayAnimation(from: 500.0, velocity: -velocity, edges: Self.edges)
      var (a, b) = (right, left)
      a.start()
      b.start()
      for _ in 0..<200 {
        a.advance(by: Self.frame)
        b.advance(by: Self.frame)
        #expect((a.value - 500 + b.value - 500).magnitude < 1e-9)
      }
    }
  }

  @Test("content never gets stuck at or beyond an edge")
  func stuckAtEdge() {
    // Flutter 42540, 103762, 181752, 187568.
    for start in [-80.0, 0, 1_000, 1_080] {
      for velocity in [0.0, -2_000, 2_000] {
        var animation = DecayAnimation(from: start, velocity: velocity, edges: Self.edges)
        animation.start()
        for _ in 0..<900 { animation.advance(by: Self.frame) }
        #expect((0...1_000).contains(animation.value))
        #expect(animation.phase == .ended)
      }
    }
  }

  @Test("the bounce of a fling at an edge never increases the velocity")
  func edgeVelocity() {
    // Flutter 7477; framer, which computed the velocity from the difference over 5 ms.
    let path = BoundedDecay(decay: .normal, spring: .smooth, edges: Points(0)...Points(1_000))
    let start = Decay.Motion(position: Points(500), velocity: PointsPerSecond(3_000))
    var last = start.velocity
    for time in stride(from: 0.0, through: 0.6, by: 0.001).map(Seconds.init) {
      let motion = path.motion(after: time, from: start)
      #expect(motion.velocity <= last)
      last = motion.velocity
      if motion.velocity < .zero { break }
    }
  }

  @Test("content that is caught in a bounce does not jump")
  func caughtBounce() {
    // JetBrains 3432, Flutter 187568.
    for shown in stride(from: -300.0, through: 300, by: 7).map(Points.init) {
      let pull = RubberBand.pull(shown: shown, reach: Points(844))
      #expect((RubberBand.shown(pull, reach: Points(844)) - shown).magnitude < Points(1e-12))
    }
  }

  @Test("an animation works on a display with 61 frames per second, and after a pause of a second")
  func oddDisplays() {
    // b3ll/Motion 5 and 25, Wave 30, AnimationGroup's skipped second.
    var animation = SpringAnimation(from: 0.0, to: 100, spring: .bouncy)
    animation.start()
    for interval in [1.0 / 61, 0, 2.5, 1.0 / 61] { animation.advance(by: Seconds(interval)) }
    #expect(animation.value == 100)
    #expect(animation.phase == .ended)
  }
}
