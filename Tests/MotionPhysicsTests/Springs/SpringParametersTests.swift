import MotionPhysics
import Quantities
import Testing

@Suite("Spring parameters")
struct SpringParametersTests {
  static func isClose(_ left: Double, _ right: Double, _ bound: Double = 1e-14) -> Bool {
    (left - right).magnitude <= bound * right.magnitude
  }

  @Test(
    "converting mass, stiffness and damping to a spring and back gives the same values",
    arguments: [0.5, 1, 3])
  func physical(mass: Double) throws {
    for stiffness in [1e-3, 1, 61.685, 300, 1e6] {
      for damping in [0, 0.1, 10, 500.0] {
        let spring = try Spring(mass: mass, stiffness: stiffness, damping: damping)
        #expect(Self.isClose(spring.stiffness(mass: mass), stiffness))
        #expect(Self.isClose(spring.damping(mass: mass), damping))
      }
    }
  }

  @Test("only the ratios to the mass affect the spring")
  func massCancels() throws {
    let light = try Spring(mass: 1, stiffness: 100, damping: 10)
    let heavy = try Spring(mass: 4, stiffness: 400, damping: 40)
    #expect(light == heavy)
    #expect(light == .layerDefault)
  }

  @Test(
    "converting duration and bounce to a spring and back gives the same values",
    arguments: [-0.9, -0.5, 0, 0.15, 0.3, 1])
  func bounce(bounce: Double) throws {
    let spring = try Spring(duration: Seconds(0.5), bounce: bounce)
    #expect(spring.response == Seconds(0.5))
    #expect((spring.bounce - bounce).magnitude < 1e-15)
  }

  @Test("a spring created from a settling duration has that settle time, at any damping")
  func settlingDuration() throws {
    for ratio in [0.05, 0.5, 0.99, 1, 1.01, 4] {
      for remaining in [0.1, 0.01, 0.001] {
        let spring = try Spring(
          settlingDuration: Seconds(0.7), dampingRatio: ratio, remaining: remaining)
        let start = Spring.Motion(offset: Points(-300), velocity: .zero)
        let within = SettleTolerance(
          distance: Points(300 * remaining), speed: PointsPerSecond(.infinity))
        let time = try #require(spring.settleTime(from: start, within: within))
        #expect(Self.isClose(time.value, 0.7, 1e-10), "\(ratio) \(remaining)")
      }
    }
  }

  @Test("at the end of a view's duration, the envelope has fallen to 0.001")
  func viewDuration() throws {
    for (ratio, velocity) in [(0.2, 0), (0.5, 0), (0.8, 3), (0.5, -4), (0.9, 20)] {
      let spring = try Spring(
        viewDuration: Seconds(0.6), dampingRatio: ratio, relativeVelocity: Double(velocity))
      let omega = spring.angularFrequency
      let damped = omega * (1 - ratio * ratio).squareRoot()
      let fraction = (ratio * omega - Double(velocity)).magnitude / damped
      #expect(Self.isClose(fraction * exponential(-ratio * omega * 0.6), 0.001, 1e-10))
      if velocity == 0 {
        let root = (1 - ratio * ratio).squareRoot()
        #expect(Self.isClose(omega, -naturalLogarithm(0.001 * root / ratio) / (ratio * 0.6), 1e-12))
      }
    }
    let critical = try Spring(viewDuration: Seconds(0.6), dampingRatio: 1)
    let start = Spring.Motion(offset: Points(1), velocity: .zero)
    let end = critical.motion(after: Seconds(0.6), from: start)
    #expect(Self.isClose(end.offset.value, 0.001, 1e-10))
  }

  @Test(
    "the view duration of a spring for a velocity makes a view select the same spring",
    arguments: [0.2, 0.5, 0.8, 0.95, 1])
  func viewDurationBack(ratio: Double) throws {
    for velocity in [-20.0, -5, 0, 1, 3, 5, 10, 40] {
      for duration in [0.011, 0.3, 0.5, 2, 9.9] {
        let spring = try Spring(
          viewDuration: Seconds(duration), dampingRatio: ratio, relativeVelocity: velocity)
        let back = try #require(spring.viewDuration(relativeVelocity: velocity))
        #expect(Self.isClose(back.value, duration, 1e-9), "\(velocity) \(duration)")
      }
    }
    // UIView selects no spring that is overdamped, undamped, or slower than 10 s.
    #expect(Spring(dampingRatio: 1.2, response: Seconds(0.5)).viewDuration() == nil)
    #expect(Spring(dampingRatio: 0, response: Seconds(0.5)).viewDuration() == nil)
    #expect(Spring(dampingRatio: ratio, response: Seconds(40)).viewDuration() == nil)
    #expect(
      Spring(dampingRatio: ratio, response: Seconds(1)).viewDuration(relativeVelocity: .nan) == nil)
  }

  @Test("a stiffness is combined with a damping ratio as in Compose, Android and Flutter")
  func stiffnessAndRatio() throws {
    // Material 3, default spatial spring of the expressive scheme: ω = √380.
    let token = try Spring(stiffness: 380, dampingRatio: 0.8)
    #expect(Self.isClose(token.angularFrequency, 380.0.squareRoot()) && token.dampingRatio == 0.8)
    // Flutter, withDampingRatio: c = 2 ζ √(m k).
    let flutter = try Spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1)
    #expect(Self.isClose(flutter.damping(mass: 0.5), 2.2 * 50.0.squareRoot()))
    #expect(throws: SpringError.stiffness(0)) { try Spring(stiffness: 0, dampingRatio: 1) }
    #expect(throws: SpringError.dampingRatio(-1)) { try Spring(stiffness: 1, dampingRatio: -1) }
  }

  @Test("Origami's tension and friction are converted as in Rebound")
  func origami() throws {
    // The comment on Rebound's default, a tension of 40 and a friction of 7, gives 10 · 3.62 + 194
    // and 25 − 3.
    let standard = try Spring(origamiTension: 40, friction: 7)
    #expect(Self.isClose(standard.stiffness(), 230.2) && Self.isClose(standard.damping(), 22))
    #expect(throws: SpringError.self) { try Spring(origamiTension: -200, friction: 7) }
    #expect(throws: SpringError.self) { try Spring(origamiTension: 40, friction: -1) }
  }

  @Test(
    "bounciness and speed are converted as in Rebound, in each of its three pieces",
    arguments: [
      // The speed s, Origami's tension 0.5 + 199.5 s / 34, and the friction F₀ at that tension.
      (1.7, 10.475, 0.0007 * 1149.375921875, -0.031 * 109.725625, 0.64 * 10.475 + 1.28),
      (6.8, 40.4, 0.000044 * 65939.264, -0.006 * 1632.16, 0.36 * 40.4 + 2),
      (17, 100.25, 0.00000045 * 1007518.765625, -0.000332 * 10050.0625, 0.1078 * 100.25 + 5.84),
    ])
  func bounciness(
    speed: Double, tension: Double, cubic: Double, square: Double, line: Double
  ) throws {
    let still = try Spring(bounciness: 0, speed: speed)
    #expect(Self.isClose(still.stiffness(), 3.62 * (tension - 30) + 194, 1e-12))
    let friction = cubic + square + line
    #expect(Self.isClose(still.damping(), 3 * (friction - 8) + 25, 1e-12))
    // At a bounciness of 17, b = 0.4, so the friction is 0.36 of F₀ plus 0.64 of 0.01.
    let bouncy = try Spring(bounciness: 17, speed: speed)
    #expect(Self.isClose(bouncy.damping(), 3 * (0.36 * friction + 0.0064 - 8) + 25, 1e-12))
    #expect(bouncy.response == still.response)
  }

  @Test(
    "a visual duration is as in Motion: 1.2 times it is the response, and bounce is clamped")
  func visualDuration() throws {
    let spring = try Spring(visualDuration: Seconds(0.5), bounce: 0.25)
    #expect(Self.isClose(spring.response.value, 0.6) && spring.dampingRatio == 0.75)
    #expect(try Spring(visualDuration: Seconds(0.5), bounce: 1).dampingRatio == 0.05)
    #expect(try Spring(visualDuration: Seconds(0.5), bounce: -1).dampingRatio == 1)
    #expect(throws: SpringError.self) { try Spring(visualDuration: Seconds(-1), bounce: 0) }
    #expect(throws: SpringError.self) { try Spring(visualDuration: Seconds(1), bounce: .nan) }
  }

  @Test("the presets have the damping that their names promise")
  func presets() throws {
    #expect(try Spring(duration: Seconds(0.5), bounce: 0) == .smooth)
    #expect(try Spring(duration: Seconds(0.5), bounce: 0.15) == .snappy)
    #expect(try Spring(duration: Seconds(0.5), bounce: 0.3) == .bouncy)
  }

  @Test("invalid numbers cause typed errors, whose messages suggest a fix")
  func errors() {
    #expect(throws: SpringError.mass(0)) {
      try Spring(mass: 0, stiffness: 1, damping: 1)
    }
    #expect(throws: SpringError.stiffness(0)) {
      try Spring(mass: 1, stiffness: 0, damping: 1)
    }
    #expect(throws: SpringError.damping(-1)) {
      try Spring(mass: 1, stiffness: 1, damping: -1)
    }
    #expect(throws: SpringError.bounce(-1)) { try Spring(duration: Seconds(1), bounce: -1) }
    #expect(throws: SpringError.duration(-1)) { try Spring(duration: Seconds(-1), bounce: 0) }
    #expect(throws: SpringError.dampingRatio(-0.1)) {
      try Spring.validated(dampingRatio: -0.1, response: Seconds(1))
    }
    #expect(throws: SpringError.response(.infinity)) {
      try Spring.validated(dampingRatio: 1, response: Seconds(.infinity))
    }
    #expect(throws: SpringError.dampingRatio(0)) {
      try Spring(settlingDuration: Seconds(1), dampingRatio: 0)
    }
    #expect(throws: SpringError.self) { try Spring(mass: .nan, stiffness: 1, damping: 1) }
    #expect(throws: SpringError.self) { try Spring(mass: 1e-300, stiffness: 1e300, damping: 1e300) }
    #expect(SpringError.stiffness(0).description.contains("use a decay"))
  }

  @Test("stepping back in time reverses a step forward", arguments: [0.0, 0.3, 1, 2])
  func lookingBack(ratio: Double) throws {
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
    for time in [0, 0.01, 0.1, 0.4].map(Seconds.init) {
      let later = spring.motion(after: time, from: SpringTests.flick)
      let back = try #require(spring.motion(before: time, from: later))
      #expect((back.offset - SpringTests.flick.offset).magnitude < Points(1e-6))
      #expect((back.velocity - SpringTests.flick.velocity).magnitude < PointsPerSecond(1e-5))
    }
  }

  @Test("acceleration is the derivative of velocity, and energy is that of spring and speed")
  func forces() {
    // ω = 10: a = -100·2 - 2·0.5·10·3 = -230; e = (9 + 400) / 2.
    let motion = Spring.Motion(offset: Points(2), velocity: PointsPerSecond(3))
    #expect(Self.isClose(Spring.layerDefault.acceleration(at: motion), -230))
    #expect(Self.isClose(Spring.layerDefault.energy(of: motion), 204.5))
  }

  @Test(
    "at the time that is returned for an offset, the motion is at that offset",
    arguments: SettleTests.cases)
  func firstTime(row: SettleTests.Case) throws {
    let span = row.spring.response * (2 + 2 * row.spring.dampingRatio)
    for level in [0, 50, -50, 300, -700].map(Points.init) {
      let samples = (0...2_000).map { span * (Double($0) / 2_000) }
      let seen = samples.first { time in
        let offset = row.spring.motion(after: time, from: row.start).offset
        return (offset >= level) != (row.start.offset >= level)
      }
      guard let time = row.spring.firstTime(at: level, from: row.start) else {
        #expect(seen == nil, "\(level.value)")
        continue
      }
      let there = row.spring.motion(after: time, from: row.start).offset
      let scale = SpringReferenceTests.amplitude(row.spring, row.start)
      #expect((there - level).magnitude.value <= 1e-12 * scale, "\(level.value)")
      if let seen { #expect(time <= seen * (1 + 1e-12) && time >= seen - span / 1_999) }
    }
  }

  /// Damping ratios just below, at and just above 1.
  static let nearlyCritical =
    [1.0] + [1e-3, 1e-6, 1e-9, 1e-12, 1e-15].flatMap { (off: Double) in [1 - off, 1 + off] }

  @Test("a motion and its mirror image peak and pass the target at the same time")
  func mirrored() {
    var numbers = SeededGenerator(seed: 31)
    for ratio in Self.nearlyCritical + [0.1, 0.7, 0.9, 1.2, 3] {
      let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
      for _ in 0..<200 {
        let motion = Spring.Motion(
          offset: Points(Double.random(in: -300...300, using: &numbers)),
          velocity: PointsPerSecond(Double.random(in: -9_000...9_000, using: &numbers)))
        let mirrored = Spring.Motion(offset: -motion.offset, velocity: -motion.velocity)
        let (one, two) = (spring.peakOvershoot(from: motion), spring.peakOvershoot(from: mirrored))
        #expect(
          one?.time == two?.time && one?.offset == two.map { -$0.offset }, "seed 31, \(ratio)")
        for level in [0, 40, -90].map(Points.init) {
          let time = spring.firstTime(at: level, from: motion)
          #expect(time == spring.firstTime(at: -level, from: mirrored), "seed 31, \(ratio)")
        }
      }
    }
  }

  @Test(
    "the times of peak and passage are continuous through critical damping",
    arguments: nearlyCritical)
  func continuous(ratio: Double) throws {
    let critical = Spring(dampingRatio: 1, response: Seconds(0.5))
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
    for (offset, velocity) in [
      (-100.0, 3_000.0), (100, -3_000), (-100, 9_000), (0, 500), (0, -500),
    ] {
      let motion = Spring.Motion(offset: Points(offset), velocity: PointsPerSecond(velocity))
      let peak = try #require(spring.peakOvershoot(from: motion))
      let limit = try #require(critical.peakOvershoot(from: motion))
      let bound = 5 * (ratio - 1).magnitude + 1e-13
      #expect((peak.time / limit.time - 1).magnitude <= bound, "\(peak.time.value)")
      #expect((peak.offset / limit.offset - 1).magnitude <= bound, "\(peak.offset.value)")
      let passage = try #require(spring.firstTime(at: .zero, from: motion))
      let passageLimit = try #require(critical.firstTime(at: .zero, from: motion))
      #expect((passage - passageLimit).magnitude <= passageLimit * bound)
    }
  }

  /// A motion that starts from rest passes the target at tan qτ = −q / ζ, so qτ = π − arcsin q = π
  /// − q to third order.
  @Test("just below critical damping the passage of the target is late, but finite")
  func latePassage() throws {
    for below in [1e-6, 1e-9, 1e-12] {
      let spring = Spring(dampingRatio: 1 - below, response: Seconds(2 * Double.pi))
      let left = 1 - spring.dampingRatio
      let q = (left * (2 - left)).squareRoot()
      for offset in [100.0, -100] {
        let start = Spring.Motion(offset: Points(offset), velocity: .zero)
        let time = try #require(spring.firstTime(at: .zero, from: start))
        #expect((time.value / (Double.pi / q - 1) - 1).magnitude < 1e-9 + q * q)
      }
    }
    let critical = Spring(dampingRatio: 1, response: Seconds(1))
    let start = Spring.Motion(offset: Points(100), velocity: .zero)
    #expect(critical.firstTime(at: .zero, from: start) == nil)
  }
}
