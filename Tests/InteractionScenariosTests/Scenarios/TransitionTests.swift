import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// A tile that moves between two positions, as in the block game of "Interactive animations with
/// UIViewPropertyAnimator".
@Suite("Transition")
struct TransitionTests {
  /// Drags along one axis and releases with a velocity.
  static func trial(
    x: Double = 0, y: Double = 0, release: (x: Double, y: Double), _ settings: (String, String)...
  ) -> Trial {
    var trial = Trial(
      scenario: TransitionScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: [TimedHandEvent(microseconds: 0, event: .touchDown(at: nil))])
    for step in 1...10 {
      let fraction = Double(step) / 10
      let pan = Pan(
        number: 1, origin: nil, location: nil,
        translation: Position(x: Points(x * fraction), y: Points(y * fraction)), fingers: 1)
      let live = VelocityEstimate(
        velocity: Velocity(x: PointsPerSecond(x * 10), y: PointsPerSecond(y * 10)), reason: .ok)
      let time = Int64(step * 10_000)
      trial.events.append(
        TimedHandEvent(
          microseconds: time, event: step == 1 ? .panBegan(pan) : .panChanged(pan, live: live)))
      guard step == 10 else { continue }
      let estimate = VelocityEstimate(
        velocity: Velocity(x: PointsPerSecond(release.x), y: PointsPerSecond(release.y)),
        reason: .ok)
      trial.events.append(TimedHandEvent(microseconds: time, event: .panEnded(pan, estimate)))
      trial.events.append(TimedHandEvent(microseconds: time, event: .touchUp))
    }
    return trial
  }

  @Test(
    "the tile follows the finger and continues to its other position",
    arguments: [(60.0, 0.0), (0, 60)])
  func goesOn(x: Double, y: Double) throws {
    let trial = Self.trial(x: x, y: y, release: (x: x * 5, y: y * 5))
    let dragged = try #require(try trial.moments().last { $0.before.phase == .dragging })
    #expect((dragged.before.position - Position(x: Points(x), y: Points(y))).length < Points(1e-9))
    let run = try trial.run()
    #expect(run.summary().finalTarget == "end")
    #expect(
      run.frames.last?.position == Position(x: Points(x > 0 ? 160 : 0), y: Points(y > 0 ? 160 : 0)))
  }

  @Test(
    "a tile does not move above or to the left of its first position",
    arguments: [(-60.0, 0.0), (0, -60)])
  func noPosition(x: Double, y: Double) throws {
    let run = try Self.trial(x: x, y: y, release: (x: x, y: y)).run()
    #expect(run.frames.allSatisfy { $0.position == .zero } && run.ending == .rested)
  }

  @Test(
    "a release in the direction of the drag completes the motion, a release against it reverses",
    arguments: [(60.0, 0.0), (0, 60), (-60, 0), (0, -60)])
  func reverses(x: Double, y: Double) throws {
    let away = [
      ("startsAway.x", x < 0 ? "true" : "false"), ("startsAway.y", y < 0 ? "true" : "false"),
    ]
    let origin = Position(x: Points(x < 0 ? 160 : 0), y: Points(y < 0 ? 160 : 0))
    let back = try Self.trial(x: x * 2, y: y * 2, release: (x: -x, y: -y), away[0], away[1]).run()
    #expect(back.summary().finalTarget == "start")
    #expect(back.frames.last?.position == origin)
    let on = try Self.trial(x: x / 2, y: y / 2, release: (x: x, y: y), away[0], away[1]).run()
    #expect(on.summary().finalTarget == "end")
    let displacement = Position(x: Points(x / 60 * 160), y: Points(y / 60 * 160))
    #expect(on.frames.last?.position == origin + displacement)
  }

  @Test(
    "the block game's rule reverses the motion in the rows of the reference table that do so")
  func fieldRule() throws {
    let rows = try #require(try FieldData.snap("upa_golden")["reverseDecision"] as? [[String: Any]])
    for row in rows {
      let sign = row["initial"] as? String == "up" ? -1.0 : 1
      let wasReversed = try #require(row["isReversedBefore"] as? Bool)
      var trial = Self.trial(
        y: 80 * sign, release: (x: 0, y: wasReversed ? -100 * sign : 100 * sign),
        ("rule", "opposite"), ("release.deadBand", "0"),
        ("startsAway.y", sign < 0 ? "true" : "false"))
      // The tile is caught in flight and released with the velocity of the row.
      let pan = Pan(number: 2, origin: nil, location: nil, translation: .zero, fingers: 1)
      let estimate = VelocityEstimate(
        velocity: Velocity(x: .zero, y: PointsPerSecond(try #require(row["vy"] as? Double))),
        reason: .ok)
      trial.events += [
        TimedHandEvent(microseconds: 150_000, event: .touchDown(at: nil)),
        TimedHandEvent(microseconds: 160_000, event: .panBegan(pan)),
        TimedHandEvent(microseconds: 170_000, event: .panEnded(pan, estimate)),
        TimedHandEvent(microseconds: 170_000, event: .touchUp),
      ]
      let run = try trial.run()
      #expect(run.events.contains { $0.kind == .caught }, "\(row)")
      #expect(run.summary().finalTarget == row["target"] as? String, "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  @Test("the first movement chooses the direction, even if the tile cannot move there")
  func choosesOnce() throws {
    var trial = Self.trial(y: -60, release: (x: 0, y: -300))
    let turned = Self.trial(x: 90, y: 90, release: (x: 300, y: 300)).events.dropFirst(2)
    trial.events.removeLast(2)
    trial.events += turned.map {
      TimedHandEvent(microseconds: $0.microseconds + 100_000, event: $0.event)
    }
    let run = try trial.run()
    #expect(run.frames.allSatisfy { $0.position == .zero } && run.ending == .rested)
    #expect(!run.events.contains { $0.kind == .decision })
  }

  @Test("at the end the two positions are swapped, so that the tile can move back")
  func swaps() throws {
    var trial = Self.trial(x: 60, release: (x: 300, y: 0))
    let back = Self.trial(x: -60, release: (x: -300, y: 0))
    trial.events += back.events.map {
      TimedHandEvent(microseconds: $0.microseconds + 2_000_000, event: $0.event)
    }
    let run = try trial.run()
    #expect(run.frames.contains { $0.position.x == Points(160) && $0.phase == .resting })
    #expect(run.frames.last?.position == .zero)
    #expect(run.events.filter { $0.kind == .settled }.map { $0.text("target") } == ["end", "end"])
  }

  @Test(
    "a tile caught at any frame stays in place, and follows the finger from there",
    arguments: TransitionCurve.allCases)
  func catches(curve: TransitionCurve) throws {
    for velocity in [-300.0, 300] {
      let trial = Self.trial(
        x: 90, release: (x: velocity, y: 0), ("curve", curve.rawValue))
      let snapshots = try trial.settlingSnapshots()
      #expect(snapshots.count > 5)
      for var snapshot in snapshots {
        let free = snapshot.frame.position
        _ = snapshot.receive(.touchDown(at: nil))
        #expect((snapshot.frame.position - free).length < Points(1e-9))
        var pan = Pan(number: 2, origin: nil, location: nil, translation: .zero, fingers: 1)
        _ = snapshot.receive(.panBegan(pan), after: 0.01)
        #expect((snapshot.frame.position - free).length < Points(1e-9))
        // The finger moves to the right, but at most by the remaining distance.
        pan.translation.x = min(Points(5), Points(160) - free.x)
        _ = snapshot.receive(.panChanged(pan, live: .none(.tooFew)), after: 0.01)
        let moved = snapshot.frame.position.x - free.x - pan.translation.x
        #expect(moved.magnitude < Points(1e-9))
      }
    }
  }

  @Test("without a velocity, the tile goes to the nearer position, or on if both are equally near")
  func noVelocity() throws {
    let near = try Self.trial(x: 60, release: (x: 0, y: 0)).run()
    #expect(near.summary().finalTarget == "start")
    let far = try Self.trial(x: 100, release: (x: 0, y: 0)).run()
    #expect(far.summary().finalTarget == "end")
    let blocks = try Self.trial(x: 60, release: (x: 0, y: 0), ("rule", "opposite")).run()
    #expect(blocks.summary().finalTarget == "end")
  }

  @Test("a tile that is moved by a command follows its curve and can be caught")
  func program() throws {
    var trial = Self.trial(x: 0, release: (x: 0, y: 0))
    trial.events = [TimedHandEvent(microseconds: 0, event: .gap(resynchronizedEvents: 0))]
    let run = try trial.run(100, commands: [(microseconds: 0, name: "right")])
    let quarter = try #require(run.frames.first { $0.time == Seconds(0.25) })
    // Half of the 0.5 s covers half of the distance of 160 pt. The velocity there is the mean
    // velocity times y′ / x′ of the Bézier curve (0.42, 0, 0.58, 1), with x′ = 3 (0.42 + 2 · 0.16 +
    // 0.42) / 4 and y′ = 3 · 2 / 4.
    #expect((quarter.position.x - Points(80)).magnitude < Points(1e-9))
    #expect((quarter.velocity.x.value - 320 * 1.5 / 0.87).magnitude < 1e-9)
    #expect(run.frames.last?.position.x == Points(160))
  }
}

extension Trial {
  fileprivate var scrubsLinearly: Bool {
    settings.contains { $0 == (key: "scrubsLinearly", value: "true") }
  }
}
