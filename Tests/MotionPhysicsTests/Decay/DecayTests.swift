import MotionPhysics
import Quantities
import Testing

@Suite("Decay")
struct DecayTests {
  static let decays = [0.9, 0.99, 0.998, 0.9999].map { Decay(rate: $0) }
  static let flick = Decay.Motion(position: Points(120), velocity: PointsPerSecond(-1_800))

  @Test("at time zero, a decay has exactly its initial velocity", arguments: decays)
  func startsAsTold(decay: Decay) {
    #expect(decay.motion(after: .zero, from: Self.flick) == Self.flick)
  }

  @Test("splitting time into frames does not change the motion of a decay", arguments: decays)
  func framesDoNotMatter(decay: Decay) {
    let whole = decay.motion(after: Seconds(1.5), from: Self.flick)
    let frames = (0..<180).reduce(Self.flick) { motion, _ in
      decay.motion(after: Seconds(1.5 / 180), from: motion)
    }
    #expect((whole.position - frames.position).magnitude < Points(1e-9))
    #expect((whole.velocity - frames.velocity).magnitude < PointsPerSecond(1e-9))
  }

  @Test("the remaining distance is proportional to the velocity", arguments: decays)
  func distanceToGo(decay: Decay) {
    let rest = Self.flick.position + decay.projectedDistance(Self.flick.velocity)
    for time in stride(from: 0.0, through: 4, by: 0.1).map(Seconds.init) {
      let motion = decay.motion(after: time, from: Self.flick)
      let there = motion.position + decay.projectedDistance(motion.velocity)
      #expect((there - rest).magnitude.value < 1e-12 * rest.magnitude.value * 10)
    }
  }

  @Test("reversing the velocity mirrors the motion to the last bit", arguments: decays)
  func mirror(decay: Decay) {
    let start = Decay.Motion(position: .zero, velocity: PointsPerSecond(700))
    let mirrored = Decay.Motion(position: .zero, velocity: PointsPerSecond(-700))
    for time in stride(from: 0.0, through: 2, by: 0.1).map(Seconds.init) {
      let motion = decay.motion(after: time, from: start)
      let other = decay.motion(after: time, from: mirrored)
      #expect(other == .init(position: -motion.position, velocity: -motion.velocity))
    }
  }

  @Test("projection per millisecond equals the sum of one step per millisecond", arguments: decays)
  func millisecondSum(decay: Decay) {
    var distance = 0.0
    var step = 1_800 / 1000.0
    while step > 1e-18 {
      step *= decay.rate
      distance += step
    }
    let projected = decay.projectedDistanceByMilliseconds(PointsPerSecond(1_800))
    #expect((projected.value / distance - 1).magnitude < 1e-11)
  }

  @Test("at the time to a distance, the decay has covered the distance", arguments: decays)
  func timeToDistance(decay: Decay) throws {
    let total = decay.projectedDistance(Self.flick.velocity)
    for fraction in [0, 1e-9, 0.1, 0.5, 0.9, 0.999_999] {
      let time = try #require(decay.time(toDistance: total * fraction, from: Self.flick.velocity))
      let there = decay.motion(after: time, from: Self.flick).position - Self.flick.position
      #expect((there - total * fraction).magnitude.value <= 1e-12 * total.magnitude.value)
    }
    #expect(decay.time(toDistance: total * 1.000_001, from: Self.flick.velocity) == nil)
    #expect(decay.time(toDistance: -total * 0.1, from: Self.flick.velocity) == nil)
    #expect(decay.time(toDistance: total, from: .zero) == nil)
  }

  @Test("at the time to a speed, the decay has that speed", arguments: decays)
  func timeToSpeed(decay: Decay) throws {
    for speed in [1_799, 500, 5, 0.01].map(PointsPerSecond.init) {
      let time = try #require(decay.time(untilSpeed: speed, from: Self.flick.velocity))
      let there = decay.motion(after: time, from: Self.flick).velocity
      #expect((there.magnitude / speed - 1).magnitude < 1e-12)
    }
    #expect(decay.time(untilSpeed: PointsPerSecond(1_800), from: Self.flick.velocity) == .zero)
    #expect(decay.time(untilSpeed: .zero, from: Self.flick.velocity) == nil)
  }

  struct Row: Decodable {
    var decelerationRatePerMs: String
    var velocity: String
    var t_dx_v: [[String]]
    var total_log_form: String
    var total_wwdc_discrete_form: String
    var seconds_until_speed: [String: String]
  }

  @Test("distances, velocities and times agree with the reference table of 40 digits to 1e-12")
  func reference() throws {
    for row in try Reference.records("reference-decay", as: Row.self) {
      let decay = Decay(rate: try Reference.number(row.decelerationRatePerMs))
      let velocity = PointsPerSecond(try Reference.number(row.velocity))
      let start = Decay.Motion(position: .zero, velocity: velocity)
      let total = try Reference.number(row.total_log_form)
      for sample in row.t_dx_v {
        let motion = decay.motion(after: Seconds(try Reference.number(sample[0])), from: start)
        let distance = try Reference.number(sample[1])
        let speed = try Reference.number(sample[2])
        #expect((motion.position.value - distance).magnitude <= 1e-12 * total.magnitude)
        #expect((motion.velocity.value - speed).magnitude <= 1e-12 * velocity.magnitude.value)
      }
      let discrete = try Reference.number(row.total_wwdc_discrete_form)
      #expect((decay.projectedDistance(velocity).value / total - 1).magnitude < 1e-12)
      let projected = decay.projectedDistanceByMilliseconds(velocity)
      #expect((projected.value / discrete - 1).magnitude < 1e-12)
      for (speed, seconds) in row.seconds_until_speed {
        let time = decay.time(
          untilSpeed: PointsPerSecond(try Reference.number(speed)), from: velocity)
        let expected = try Reference.number(seconds)
        #expect((try #require(time).value - expected).magnitude <= 1e-12 * expected)
      }
    }
  }

  @Test("Flutter's drag is the fraction of the velocity that remains after one second")
  func flutterDrag() throws {
    // Flutter, friction_simulation_test: 400 falls to 120, 36 and 10.8 with a drag of 0.3.
    let decay = try #require(Decay(flutterDrag: 0.3))
    let start = Decay.Motion(position: Points(100), velocity: PointsPerSecond(400))
    for (time, velocity) in [(1.0, 120.0), (2, 36), (3, 10.8)] {
      let left = decay.motion(after: Seconds(time), from: start).velocity.value
      #expect((left - velocity).magnitude < 1e-9)
    }
    #expect((decay.flutterDrag - 0.3).magnitude < 1e-12)
    for none in [0, 1, -1, 2, Double.nan] { #expect(Decay(flutterDrag: none) == nil) }
  }

  @Test("Compose's friction multiplier times 4.2 is the rate per second")
  func composeFriction() throws {
    for multiplier in [0.5, 1, 3] {
      let decay = try #require(Decay(composeFriction: multiplier))
      let distance = decay.projectedDistance(PointsPerSecond(1_000)).value
      #expect((distance - 1_000 / (4.2 * multiplier)).magnitude < 1e-9)
      #expect((decay.composeFriction - multiplier).magnitude < 1e-12)
    }
    #expect(Decay(composeFriction: 0) == Decay(composeFriction: 0.0001))
    #expect(Decay(composeFriction: .infinity) == nil)
  }

  @Test("Motion's time constant is the time in which the remaining distance falls to 1/e")
  func timeConstant() throws {
    // Motion, inertia test: 200 more from 100, with a time constant of 500 ms, at 10 and 20 ms.
    let decay = try #require(Decay(timeConstant: Seconds(0.5)))
    let start = Decay.Motion(position: Points(100), velocity: PointsPerSecond(400))
    for (time, position) in [(0.01, 103.96026533864895), (0.02, 107.84211216953537)] {
      let there = decay.motion(after: Seconds(time), from: start).position.value
      #expect((there - position).magnitude < 1e-9)
    }
    #expect((decay.timeConstant.value - 0.5).magnitude < 1e-12)
    for none in [0, -1, Double.nan] { #expect(Decay(timeConstant: Seconds(none)) == nil) }
  }
}
