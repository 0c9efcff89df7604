import MotionPhysics
import Quantities
import Testing

@Suite("Friction")
struct FrictionTests {
  static let laws: [Friction] = [
    .exponential(.normal), .constant(deceleration: 1_500), .flutter(coefficient: 0.015),
    .android(coefficient: 0.015), .chromium(deceleration: 2_645.664, longest: 2_532),
  ]
  static let speeds = [1.0, 75, 400, 1_000, 2_500, 5_000, 8_000]

  private func motion(_ law: Friction, _ velocity: Double, _ time: Double) -> Decay.Motion {
    law.motion(
      after: Seconds(time),
      from: Decay.Motion(position: Points(100), velocity: PointsPerSecond(velocity)))
  }

  @Test("a throw begins where it starts, and with its velocity", arguments: laws)
  func start(law: Friction) {
    for speed in Self.speeds {
      let start = motion(law, speed, 0)
      #expect(start.position == Points(100))
      // The first segment of Android's spline is a little steeper or flatter than the velocity.
      #expect((start.velocity.value / speed - 1).magnitude < 0.02)
    }
  }

  @Test("the distance grows until the rest, which the projection tells", arguments: laws)
  func monotonic(law: Friction) {
    for speed in Self.speeds {
      let rest = 100 + law.projectedDistance(PointsPerSecond(speed)).value
      var last = 100.0
      for step in 1...500 {
        let position = motion(law, speed, Double(step) / 100).position.value
        #expect(position >= last && position <= rest + 1e-9)
        last = position
      }
      #expect(rest - motion(law, speed, 30).position.value < 1e-6)
    }
  }

  @Test("the velocity is the change of the position", arguments: laws)
  func slope(law: Friction) {
    for speed in [400.0, 2_500] {
      for step in 0..<40 {
        // Between two points of Android's spline, the position is a straight line.
        let (time, small) = (Double(step) / 50 + 0.0033, 1e-6)
        let change =
          (motion(law, speed, time + small).position - motion(law, speed, time - small).position)
          .value
        let velocity = motion(law, speed, time).velocity.value
        #expect((change / (2 * small) - velocity).magnitude < 1e-3 * speed)
      }
    }
  }

  @Test("reversing the velocity mirrors the throw", arguments: laws)
  func mirror(law: Friction) {
    for speed in Self.speeds {
      for time in [0.01, 0.2, 1, 3] {
        let (one, other) = (motion(law, speed, time), motion(law, -speed, time))
        #expect((one.position.value + other.position.value - 200).magnitude < 1e-9)
        #expect(one.velocity == -other.velocity)
      }
    }
  }

  @Test(
    "a throw reaches a distance at the time that it tells, and no distance beyond its rest",
    arguments: laws)
  func reaching(law: Friction) throws {
    for speed in Self.speeds {
      let velocity = PointsPerSecond(speed)
      let distance = law.projectedDistance(velocity)
      for fraction in [0.1, 0.5, 0.9, 0.99] {
        let time = try #require(law.time(toDistance: distance * fraction, from: velocity))
        let moved = motion(law, speed, time.value).position.value - 100
        #expect((moved - distance.value * fraction).magnitude < 1e-9 * (100 + distance.value))
      }
      #expect(law.time(toDistance: distance * 1.001, from: velocity) == nil)
      #expect(law.time(toDistance: -distance, from: velocity) == nil)
    }
  }

  @Test("a throw is within the tolerance from the settle time on, and not before", arguments: laws)
  func settling(law: Friction) throws {
    let tolerance = SettleTolerance(distance: Points(0.5), speed: PointsPerSecond(10))
    for speed in Self.speeds.dropFirst() {
      let velocity = PointsPerSecond(speed)
      let rest = 100 + law.projectedDistance(velocity).value
      let end = try #require(law.settleTime(from: velocity, within: tolerance)).value
      func isSettled(_ time: Double) -> Bool {
        let state = motion(law, speed, time)
        return rest - state.position.value <= 0.5 + 1e-9 && state.velocity.value <= 10 + 1e-9
      }
      #expect(isSettled(end) && isSettled(end + 0.01) && !isSettled(end - 0.001))
    }
  }

  /// v = 1500 pt/s at 1500 pt/s² stops after a second, halfway to where it would have been.
  @Test("the laws have the distances of their formulas")
  func distances() {
    func distance(_ law: Friction, _ speed: Double) -> Double {
      law.projectedDistance(PointsPerSecond(speed)).value
    }
    #expect(distance(.constant(deceleration: 1_500), 1_500) == 750)
    #expect(distance(.chromium(deceleration: 2_000, longest: 900), 2_000) == 1_000 * 0.9)
    #expect(distance(.chromium(deceleration: 2_000, longest: 9_000), 2_000) == 1_000)
    // Android and Flutter share the distance, F (0.35 v / F)^(R / (R - 1)) with F = 778.353 pt/s²: 1000 pt/s go 194.31 pt.
    let (android, flutter) = (
      distance(.android(coefficient: 0.015), 1_000), distance(.flutter(coefficient: 0.015), 1_000)
    )
    #expect((android - flutter).magnitude < 1e-9)
    #expect((android - 194.31).magnitude < 0.01)
  }

  /// With t seconds to go, a throw of Flutter has 1223.87 t^2.3582 pt to go, whatever its velocity.
  @Test("the tail of a throw in Flutter does not depend on its velocity")
  func tail() throws {
    let law = Friction.flutter(coefficient: 0.015)
    for speed in [1_000.0, 3_000, 8_000] {
      let velocity = PointsPerSecond(speed)
      let tolerance = SettleTolerance(distance: Points(1e-6), speed: PointsPerSecond(1e-3))
      let end = try #require(law.settleTime(from: velocity, within: tolerance)).value
      let rest = 100 + law.projectedDistance(velocity).value
      let left = rest - motion(law, speed, end - 0.25).position.value
      // 1223.87 · 0.25^2.3582
      #expect((left - 46.55).magnitude < 0.1)
    }
  }
}
