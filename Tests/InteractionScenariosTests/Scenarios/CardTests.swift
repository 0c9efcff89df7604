import FrameLogs
import Foundation
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput
import SyntheticHands

@Suite("Card")
struct CardTests {
  static let throwing = (key: "dismissible", value: "true")
  static let following = (key: "tracking.response", value: "0")

  /// Drags a card to a position and releases it with a velocity.
  static func trial(
    at displacement: (x: Double, y: Double), _ velocity: (x: Double, y: Double),
    _ settings: [(key: String, value: String)] = []
  ) -> Trial {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(x: displacement.x, y: displacement.y)
    hand.wait(0.2)
    hand.release(x: velocity.x, y: velocity.y)
    return Trial(scenario: CardScenario.self, settings: settings, events: hand.events)
  }

  /// The frame just after the release.
  static func release(_ trial: Trial) throws -> Frame {
    let moments = try trial.moments()
    return try #require(
      moments.first { $0.eventsAfter.contains { $0.kind == .decision } }
    ).after
  }

  /// The direction in which the card was thrown; nil if it returned.
  static func thrown(_ trial: Trial) throws -> String? {
    let run = try trial.run(60)
    #expect((run.ending == .gone) == run.events.contains { $0.kind == .dismissed })
    return run.events.first { $0.kind == .dismissed }?.text("direction")
  }

  @Test("a card follows the finger along both axes and returns with the finger's velocity")
  func returns() throws {
    let trial = Self.trial(at: (120, -80), (700, -400))
    #expect(
      try Self.release(trial).velocity
        == Velocity(x: PointsPerSecond(700), y: PointsPerSecond(-400)))
    let farthest = try trial.moments().map(\.after.position.length).max() ?? .zero
    #expect(farthest > Points(145))
    #expect(try trial.run().frames.last?.position == .zero)
  }

  @Test("a card flicked before it has moved flies out and returns")
  func thrownInPlace() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(x: 0, y: 0)
    hand.wait(0.02)
    hand.release(x: 900, y: 0)
    let run = try Trial(scenario: CardScenario.self, events: hand.events).run()
    #expect((run.frames.map(\.position.x).max() ?? .zero) > Points(10))
    #expect(run.frames.last?.position == .zero)
  }

  /// A release at a position with a velocity, and the expected direction of the throw.
  struct Throw: CustomTestStringConvertible, Sendable {
    var displacement: (x: Double, y: Double)
    var velocity: (x: Double, y: Double)
    var settings: [(key: String, value: String)]
    var direction: String?
    var testDescription: String

    init(
      _ why: String, _ displacement: (x: Double, y: Double), _ velocity: (x: Double, y: Double),
      _ direction: String?, _ settings: (key: String, value: String)...
    ) {
      testDescription = why
      self.displacement = displacement
      self.velocity = velocity
      self.direction = direction
      self.settings = settings
    }
  }

  @Test(
    "a card is thrown in the direction of the flick or drag, or returns",
    arguments: [
      Throw("thrown at 700 pt/s", (20, 0), (700, 0), "right"),
      // The projection 20 + 0.499 · 640 = 339 pt is less than the 345 pt at which a card 300 pt
      // wide has left a screen of 390 pt.
      Throw("returns below that speed", (20, 0), (640, 0), nil),
      Throw("thrown at that speed from farther out", (40, 0), (640, 0), "right"),
      Throw("up", (0, -20), (0, -800), "up"),
      Throw("the larger component is the direction", (10, 20), (500, 600), "down"),
      Throw("without a velocity past 345 pt", (346, 0), (0, 0), "right"),
      Throw("without a velocity before 345 pt", (344, 0), (0, 0), nil),
      Throw("without a velocity up past 522 pt", (0, -523), (0, 0), "up"),
      Throw("flicked back, stays", (-100, 0), (900, 0), nil),
      Throw("flicked back roughly, stays", (-100, 40), (900, 300), nil),
      Throw("flicked aside, thrown", (300, 10), (0, -900), "up"),
      Throw(
        "flicked back, with flicks back ignored", (-1, 0), (900, 0), "right",
        (key: "release.keepsSurfaceOnFlickBack", value: "false")),
      Throw(
        "only to the sides", (0, -20), (0, -2_000), nil, (key: "directions", value: "horizontal")),
      Throw("to a side", (-20, -5), (-800, -300), "left", (key: "directions", value: "horizontal")),
      Throw("only to the right", (-20, 0), (-2_000, 0), nil, (key: "directions", value: "right")),
      Throw("only up and down", (0, 30), (0, 900), "down", (key: "directions", value: "vertical")),
      Throw(
        "returns if refused", (20, 0), (2_000, 0), nil,
        (key: "vetoesDismissal", value: "true")),
    ])
  func directions(row: Throw) throws {
    let settings = [Self.throwing, Self.following] + row.settings
    #expect(
      try Self.thrown(Self.trial(at: row.displacement, row.velocity, settings)) == row.direction)
    let held = [(key: "dismissible", value: "false")] + row.settings
    #expect(try Self.thrown(Self.trial(at: row.displacement, row.velocity, held)) == nil)
  }

  @Test("a cancelled touch never throws a card")
  func cancelled() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(x: 400, y: 0)
    hand.cancel()
    let trial = Trial(
      scenario: CardScenario.self, settings: [Self.throwing, Self.following], events: hand.events)
    let run = try trial.run()
    #expect(run.ending == .rested && run.frames.last?.position == .zero)
    #expect(run.events.first { $0.kind == .decision }?.text("reason") == "cancelled")
  }

  @Test("a card that is leaving can be caught")
  func caught() throws {
    let trial = Self.trial(at: (20, 0), (900, 300), [Self.throwing])
    for var snapshot in try trial.settlingSnapshots() {
      let free = snapshot.frame.position
      let events = snapshot.receive(.touchDown(at: nil))
      #expect(events.contains { $0.kind == .caught && $0.text("target") == Decision.gone })
      #expect(snapshot.frame.position == free)
      _ = snapshot.receive(.touchUp, after: 0.1)
      snapshot.wait(5)
      #expect(snapshot.frame.position == .zero || snapshot.surface.isGone)
    }
  }

  @Test("a card that leaves while the screen grows stays visible for longer and does not jump")
  func resized() throws {
    var request = ReplayRequest(scenario: "card")
    request.assignments = [Assignment(key: "dismissible", value: "true")]
    let gesture = try #require(SyntheticGesture.named("flick")).recording()
    let before = try request.run(of: gesture)
    let release = try #require(before.events.first { $0.kind == .decision }).time
    request.commands = [
      TimedCommand(
        at: release + Seconds(0.05), .resize(Planar(x: Points(780), y: Points(1_688))))
    ]
    let run = try request.run(of: gesture)
    #expect(before.ending == .gone && run.ending == .gone)
    let last = try #require(run.frames.last?.position)
    #expect(last.y < Points(-(844 + 100)), "\(last)")
    let steps = zip(run.frames, run.frames.dropFirst()).map { ($1.position - $0.position).length }
    #expect((steps.dropLast().max() ?? .zero) < Points(60), "it jumps")
  }

  @Test(
    "Flutter's Dismissible matches the reference table")
  func dismissible() throws {
    let golden = try #require(
      try FieldData.snap("scenario_golden")["flutter_dismissible"] as? [String: Any])
    var preset = try CardScenario.preset(named: "flutter").values
    preset.append((key: "width", value: "400"))
    let rows = try #require(golden["rows"] as? [[String: Any]])
    for row in rows {
      func number(_ key: String) throws -> Double { try #require(row[key] as? Double) }
      // In the table, the fraction is relative to the width of the row, 400 px.
      #expect(try number("fraction") == (try number("dx")).magnitude / 400)
      let trial = Self.trial(
        at: (try number("dx"), 0), (try number("vx"), try number("vy")), preset)
      let decision = try #require(try trial.run(60).events.first { $0.kind == .decision })
      let result = try #require(row["result"] as? String)
      #expect((decision.text("target") == "gone") == (result == "dismiss"), "\(row)")
      if result.contains("reverse") {
        #expect(decision.text("reason") == "thresholdVelocity", "\(row)")
      }
    }
    #expect(!rows.isEmpty)
  }
}
