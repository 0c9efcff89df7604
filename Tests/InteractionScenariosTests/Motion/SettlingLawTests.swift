import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

@testable import Surfaces

/// The curves that move a surface to its target instead of a spring.
@Suite("Settling laws")
struct SettlingLawTests {
  static let curves = SettlingLaw.allCases.filter { $0 != .spring }

  static func trajectory(
    _ law: SettlingLaw, displacement: Double = 300, velocity: Double = 0, width: Double = 400,
    duration: Double = 0
  ) throws -> TimedTrajectory {
    let settling = SettlingTrajectory(
      law: law, duration: Seconds(duration), width: Points(width), range: Points(600))
    return try #require(
      settling.trajectory(
        from: Position(x: .zero, y: Points(100)),
        velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)),
        to: Position(x: .zero, y: Points(100 + displacement)), at: Seconds(2)))
  }

  @Test("a curve starts at the release, ends at rest at its target, and never reverses")
  func trajectory() throws {
    for law in Self.curves {
      for velocity in [0.0, 400, -900, 6_000] {
        let trajectory = try Self.trajectory(law, velocity: velocity)
        var last = 100.0
        #expect(trajectory.state(at: Seconds(2)).position.y == Points(100), "\(law)")
        for step in 1...100 {
          let time = Seconds(2) + trajectory.duration * (Double(step) / 100)
          let here = trajectory.state(at: time).position.y.value
          #expect(here >= last && here <= 400, "\(law) at \(step) %")
          last = here
        }
        // Rounding may place the sum of start and duration just before the end, hence the
        // nanosecond.
        let end = trajectory.state(at: Seconds(2 + 1e-9) + trajectory.duration)
        #expect(end.position.y == Points(400) && end.velocity == .zero, "\(law)")
      }
    }
  }

  @Test("the velocity of a curve is the slope of its position", arguments: curves)
  func slope(law: SettlingLaw) throws {
    let trajectory = try Self.trajectory(law, velocity: 900)
    for step in 1..<50 {
      let time = Seconds(2) + trajectory.duration * (Double(step) / 50)
      let gap = Seconds(1e-6)
      let rise =
        trajectory.state(at: time + gap).position.y - trajectory.state(at: time - gap).position.y
      let slope = (rise / (gap * 2)).value
      #expect((slope - trajectory.state(at: time).velocity.y.value).magnitude < 0.5, "\(step)")
    }
  }

  @Test(
    "a curve takes the requested duration, or no time if the distance is zero", arguments: curves)
  func duration(law: SettlingLaw) throws {
    #expect(try Self.trajectory(law, velocity: 900, duration: 0.7).duration == Seconds(0.7))
    let still = try Self.trajectory(law, displacement: 0, velocity: 900, duration: 0.7)
    #expect(still.duration == .zero)
    #expect(still.state(at: Seconds(2)).position.y == Points(100))
  }

  @Test("the settling law `spring` has no curve")
  func spring() {
    let settling = SettlingTrajectory(law: .spring, width: Points(400), range: Points(600))
    let end = Position(x: .zero, y: Points(300))
    #expect(settling.trajectory(from: .zero, velocity: .zero, to: end, at: .zero) == nil)
  }

  /// A displacement with a duration calculated by hand.
  struct TimedDisplacement: CustomTestStringConvertible, Sendable {
    var law: SettlingLaw
    var displacement: Double
    var velocity: Double
    var seconds: Double
    var testDescription: String

    init(
      _ why: String, _ law: SettlingLaw, _ displacement: Double, _ velocity: Double, takes: Double
    ) {
      (testDescription, self.law, self.displacement) = (why, law, displacement)
      (self.velocity, seconds) = (velocity, takes)
    }
  }

  @Test(
    "the duration of a curve follows the formula of its system",
    arguments: [
      TimedDisplacement("as fast as the finger", .constant, 300, 3_000, takes: 0.1),
      TimedDisplacement("no slower than 1600 pt/s", .constant, 320, 40, takes: 0.2),
      TimedDisplacement("in the other direction as well", .constant, -320, 40, takes: 0.2),
      // At half of the width the sine is zero, so the distance is half of 400 pt. The duration is
      // four times that distance divided by 4000 pt/s.
      TimedDisplacement("a velocity on half of the width", .quintic, 200, 4_000, takes: 0.2),
      // At the whole width the distance is 200 · (1 + sin(0.15 · π / 2)) = 246.689 pt, which takes
      // 31 ms at 8000 pt/s; four times that is the duration.
      TimedDisplacement("a velocity on more than the width", .quintic, 900, 8_000, takes: 0.124),
      TimedDisplacement("a velocity beyond 8000 pt/s is that", .quintic, 900, 90_000, takes: 0.124),
      TimedDisplacement("never more than 0.6 s", .quintic, 200, 100, takes: 0.6),
      // 300 of 600 pt take 1.5 times 256 ms.
      TimedDisplacement(
        "without a velocity, by the fraction of the range", .quintic, 300, 0, takes: 0.384),
      TimedDisplacement("a velocity below 50 pt/s counts as zero", .quintic, 300, 49, takes: 0.384),
      TimedDisplacement("Compose", .swiftOut, 300, 4_000, takes: 0.3),
      TimedDisplacement("vaul", .drawer, 300, 4_000, takes: 0.5),
      TimedDisplacement("gorhom on Android", .exponential, 300, 4_000, takes: 0.25),
    ])
  func time(displacement: TimedDisplacement) throws {
    let trajectory = try Self.trajectory(
      displacement.law, displacement: displacement.displacement, velocity: displacement.velocity)
    #expect((trajectory.duration - Seconds(displacement.seconds)).magnitude < Seconds(1e-9))
  }

  @Test("after any gesture, a sheet on a curve is at its detent when the duration is over")
  func onSheet() throws {
    for speed in [400.0, 3_000] {
      var hand = HandScript()
      hand.wait(0.05)
      hand.move(y: -30)
      hand.wait(0.05)
      hand.release(y: -speed)
      let trial = hand.onSheet(
        ("tracking.response", "0"), ("settle.law", "swiftOut"), ("settle.duration", "0.256"))
      let run = try trial.run()
      let settled = try #require(run.events.last { $0.kind == .settled })
      #expect((settled.time - Seconds(0.1 + 0.256)).magnitude < Seconds(1e-9))
      #expect(run.frames.last?.position.y == Points(422))
    }
  }

  @Test("a surface caught on a curve stays in place, and continues from there")
  func caught() throws {
    for law in Self.curves {
      var hand = HandScript()
      hand.wait(0.05)
      hand.move(y: -30)
      hand.release(y: -800)
      let trial = hand.onSheet(("tracking.response", "0"), ("settle.law", law.rawValue))
      for var snapshot in try trial.settlingSnapshots() {
        let position = snapshot.frame.position
        _ = snapshot.receive(.touchDown(at: nil))
        #expect(snapshot.frame.position == position && snapshot.frame.velocity == .zero)
      }
    }
  }

  @Test("the hand-off passes on a fraction of the velocity, or scales it by the whole travel")
  func handedOver() {
    var policy = ReleasePolicy()
    let velocity = Velocity(x: .zero, y: PointsPerSecond(1_200))
    func handed() -> Double {
      policy.handed(
        velocity, along: Position(x: .zero, y: Points(300)), travel: Points(500)
      ).y.value
    }
    #expect(handed() == 1_200)
    policy.handOff.fraction = 0.5
    #expect(handed() == 600)
    policy.handOff.fraction = 0
    #expect(handed() == 0)
    (policy.handOff.fraction, policy.handOff.distance) = (1, Points(1_000))
    #expect(handed() == 600)
    // The limit is twice the remaining distance of 300 pt per second.
    (policy.handOff.distance, policy.handOff.limit) = (Points(100), 2)
    #expect(handed() == 600)
  }
}
