import FrameLogs
import Foundation
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput
import SyntheticHands

@Suite("Rotation")
struct RotationTests {
  static let centre = Position(x: Points(195), y: Points(422))

  /// Moves a finger about the centre from the angle `start` by `turn`, in radians, and releases.
  ///
  /// The angular velocity at the release is `rate`, in radians per second.
  static func around(
    from start: Double, by turn: Double, radius: Double = 120, rate: Double = 0, steps: Int = 40,
    _ settings: (String, String)...
  ) -> Trial {
    func position(_ angle: Double) -> Position {
      Position(x: Points(radius * cos(angle)), y: Points(radius * sin(angle)))
    }
    let down = centre + position(start)
    var hand = HandScript(at: down)
    for step in 1...steps {
      hand.wait(0.008)
      let displacement = position(start + turn * Double(step) / Double(steps)) - position(start)
      hand.move(x: displacement.x.value, y: displacement.y.value)
    }
    let end = start + turn
    hand.wait(0.2)
    hand.release(x: -radius * rate * sin(end), y: radius * rate * cos(end))
    return Trial(
      scenario: RotationScenario.self,
      settings: [(key: "tracking.response", value: "0")]
        + settings.map { (key: $0.0, value: $0.1) }, events: hand.events)
  }

  static func angle(_ frame: Frame) -> Double { frame.position.x.value / 150 }

  @Test(
    "the dial turns by the angle of the finger about the centre, at any radius and bearing",
    arguments: [0.4, -0.4, 1.5, -2.9, 4.0, 13], [40.0, 150])
  func follows(turn: Double, radius: Double) throws {
    for start in [-3.1, -1.5, 0, 1.6, 3.0] {
      let trial = Self.around(from: start, by: turn, radius: radius)
      let moments = try trial.moments()
      let release = try #require(
        moments.first { $0.eventsAfter.contains { $0.kind == .decision } })
      #expect((Self.angle(release.before) - turn).magnitude < 1e-9, "from \(start)")
      let steps = zip(moments, moments.dropFirst()).map {
        (Self.angle($1.after) - Self.angle($0.after)).magnitude
      }
      #expect((steps.max() ?? 0) < turn.magnitude / 20 + 0.1, "no step is a jump")
    }
  }

  @Test("the dial starts with the finger's angular velocity", arguments: [40.0, 150])
  func angularVelocity(radius: Double) throws {
    for rate in [-5.0, 2, 9] {
      let trial = Self.around(from: 2.8, by: 0.9, radius: radius, rate: rate)
      let release = try #require(
        try trial.moments().first { $0.eventsAfter.contains { $0.kind == .decision } })
      #expect((release.after.velocity.x.value / 150 - rate).magnitude < 1e-9)
      let degrees = try #require(release.after.own["angularVelocity"]?.asNumber)
      #expect((degrees - rate * 180 / .pi).magnitude < 1e-6)
    }
  }

  @Test(
    "a gesture that is rotated about the centre turns the dial by the same angle",
    arguments: [0.7, 1.9, 3.0, -2.2])
  func isotropic(offset: Double) throws {
    let run = try Self.around(from: 0.2, by: 2.1, rate: 4).run()
    let turned = try Self.around(from: 0.2 + offset, by: 2.1, rate: 4).run()
    #expect(run.frames.count == turned.frames.count)
    for (frame, other) in zip(run.frames, turned.frames) {
      #expect((frame.position - other.position).length < Points(1e-6))
    }
    let mirrored = try Self.around(from: -0.2, by: -2.1, rate: -4).run()
    for (frame, other) in zip(run.frames, mirrored.frames) {
      #expect((frame.position + other.position).length < Points(1e-6))
    }
  }

  @Test("the dial rests at the detent nearest to the projection, at most 45° away")
  func nearest() throws {
    for turn in stride(from: -9.0, through: 9, by: 0.37) {
      for rate in [-12.0, -3, 0, 3, 12] {
        let run = try Self.around(from: 1, by: turn, rate: rate).run()
        let decision = try #require(run.events.first { $0.kind == .decision })
        let reason = decision.text("reason")
        let rest = try #require(run.frames.last).position.x.value
        let projected = (turn + 0.099 * rate) * 150
        #expect(
          reason == "flickFloor" || (rest - projected).magnitude <= 150 * .pi / 4 + 8,
          "\(turn) \(rate) \(reason ?? "")")
        let quarters = rest / (150 * .pi / 2)
        #expect((quarters - quarters.rounded()).magnitude < 1e-9)
      }
    }
  }

  @Test(
    "a finger in the hub does not turn the dial, and a finger that leaves the hub causes no jump")
  func hub() throws {
    let down = Position(x: Points(100), y: .zero)
    var hand = HandScript(at: Self.centre + down)
    var last = 0.0
    for x in stride(from: -4.0, through: -200, by: -4) {
      hand.wait(0.01)
      hand.move(x: x, y: 3)
    }
    hand.wait(0.1)
    hand.release()
    let trial = Trial(
      scenario: RotationScenario.self, settings: [(key: "tracking.response", value: "0")],
      events: hand.events)
    for moment in try trial.moments() where moment.after.phase == .dragging {
      #expect((Self.angle(moment.after) - last).magnitude < 0.05)
      last = Self.angle(moment.after)
    }
  }

  @Test("a second finger that joins a pan does not turn the dial")
  func secondFinger() throws {
    var trial = Self.around(from: 0.3, by: 0.6)
    for index in trial.events.indices.dropFirst(20) {
      guard case .panChanged(var pan, let live) = trial.events[index].event else { continue }
      pan.location = pan.location.map { $0 + Position(x: Points(40), y: Points(-90)) }
      pan.fingers = 2
      trial.events[index].event = .panChanged(pan, live: live)
    }
    let held = try trial.heldSnapshots().map { Self.angle($0.snapshot.frame) }
    // The pan begins with the first move. The 18 moves of one finger after that turn the dial; the
    // moves with two fingers do not.
    #expect((held[17] - 0.6 * 19 / 40).magnitude < 1e-9)
    #expect(held.dropFirst(17).allSatisfy { $0 == held[17] })
  }

  @Test(
    "two fingers turn the dial by their twist, on a screen and on a touchpad", arguments: [0, 1])
  func twist(placeless: Int) throws {
    for hold in ["dial", "rail"] {
      var trial = Self.around(from: 0.3, by: 1e-12, ("hold", hold))
      for index in trial.events.indices {
        let turned = Double(index) * 0.03
        func twisted(_ pan: Pan) -> Pan {
          var pan = pan
          (pan.twist, pan.twistRate, pan.fingers) = (turned, 3, 2)
          if placeless == 1 { (pan.origin, pan.location) = (nil, nil) }
          return pan
        }
        switch trial.events[index].event {
        case .panBegan(let pan): trial.events[index].event = .panBegan(twisted(pan))
        case .panChanged(let pan, let live):
          trial.events[index].event = .panChanged(twisted(pan), live: live)
        case .panEnded(let pan, let estimate):
          trial.events[index].event = .panEnded(twisted(pan), estimate)
        default: break
        }
      }
      for (index, held) in try trial.heldSnapshots().enumerated() {
        #expect((Self.angle(held.snapshot.frame) - Double(index + 2) * 0.03).magnitude < 1e-9)
        #expect((held.snapshot.frame.velocity.x.value / 150 - 3).magnitude < 1e-9)
      }
      let release = try #require(
        try trial.moments().first { $0.eventsAfter.contains { $0.kind == .decision } })
      #expect((release.after.velocity.x.value / 150 - 3).magnitude < 1e-6)
    }
  }

  /// The bug of fluid-interfaces: a dial that was caught on its spring jumped to the angle of its
  /// target.
  @Test("a dial caught on its spring stays in place, at every frame")
  func caughtInFlight() throws {
    var catches = 0
    for var snapshot in try Self.around(from: 0, by: 2.2, rate: 6).settlingSnapshots() {
      let before = snapshot.frame.position
      let position = Self.centre + Position(x: Points(-80), y: Points(10))
      _ = snapshot.receive(.touchDown(at: position))
      let pan = Pan(number: 9, origin: position, location: position, translation: .zero, fingers: 1)
      _ = snapshot.receive(.panBegan(pan))
      #expect((snapshot.frame.position - before).length < Points(1e-9))
      catches += 1
    }
    #expect(catches > 10)
  }

  @Test("a dial sent to an orientation turns in the shorter direction")
  func shorterWay() throws {
    let trial = Self.around(from: 0, by: 2 * .pi - 0.3)
    var snapshot = try #require(try trial.settlingSnapshots().last)
    snapshot.wait(2)
    #expect(snapshot.command("270").contains { $0.text("target") == "270" })
    snapshot.wait(5)
    #expect((Self.angle(snapshot.frame) - 1.5 * .pi).magnitude < 1e-9)
    _ = snapshot.command("0")
    snapshot.wait(5)
    #expect((Self.angle(snapshot.frame) - 2 * .pi).magnitude < 1e-9)
  }

  @Test("steps that do not divide a full turn are refused")
  func steps() throws {
    var trial = Self.around(from: 0, by: 1)
    trial.settings.append(("step", "50"))
    #expect(throws: SettingError.self) { try trial.run() }
  }

  @Test("changing the size or steps of a moving dial causes no jump and keeps its velocity")
  func adapts() throws {
    for change in [("radius", "90"), ("step", "45"), ("wraps", "false")] {
      var request = ReplayRequest(scenario: "rotation")
      request.commands = [
        TimedCommand(
          at: Seconds(0.45), .change(Assignment(key: change.0, value: change.1, location: "")))
      ]
      let gesture = try #require(SyntheticGesture.named("flick"))
      let run = try request.run(
        of: try gesture.recording(
          .init(
            from: Position(x: Points(300), y: Points(600)),
            to: Position(x: Points(330), y: Points(380)))))
      for (before, after) in zip(run.frames, run.frames.dropFirst()) {
        #expect((after.position - before.position).length < Points(40), "\(change)")
      }
      #expect(run.ending == .rested)
    }
  }

  @Test(
    "the preset `fluidinterfaces` matches its table; the default never settles against the motion")
  func field() throws {
    let fluid = try RotationScenario.preset(named: "fluidinterfaces").values
    for row in try FieldDrawerTests.rows("rotation") {
      let rotation = try #require(row["rotation"] as? Double)
      let rate = try #require(row["v"] as? Double)
      var hand = HandScript()
      hand.wait(0.05)
      hand.move(x: rotation * 150, y: 0)
      hand.wait(0.05)
      hand.release(x: rate * 150)
      var trial = Trial(
        scenario: RotationScenario.self, settings: fluid, events: hand.events)
      let release = try #require(
        try trial.moments().first { $0.eventsAfter.contains { $0.kind == .decision } })
      let decision = try #require(release.eventsAfter.first { $0.kind == .decision })
      #expect(
        decision.text("target").flatMap { Double($0) } == row["targetDeg"] as? Double, "\(row)")
      let projected = try #require(decision.number("projectedX")) / 150
      #expect((projected - (row["projected"] as? Double ?? .nan)).magnitude < 1e-5, "\(row)")
      let relative = RelativeVelocity(
        release.after.velocity.x, from: release.after.position.x, to: release.after.target.x)
      #expect((relative.dx - (row["relative"] as? Double ?? .nan)).magnitude < 1e-2, "\(row)")
      let isAway = (release.after.target.x.value - rotation * 150) * rate < 0
      #expect(isAway == row["awayFromMotion"] as? Bool, "\(row)")

      trial.settings = [(key: "tracking.response", value: "0")]
      let run = try trial.run()
      let displacement = try #require(run.frames.last).position.x.value - rotation * 150
      #expect(displacement * rate >= -1e-9, "\(row)")
    }
  }
}
