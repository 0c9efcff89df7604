import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Flicks of a card that was dragged outwards; a law found each of the tested defects.
@Suite("Flicks of a card")
struct CardFlickTests {
  /// Returns the decision on a card that is released at a position, relative to its home, with a
  /// velocity.
  static func decision(
    _ directions: String, at position: (x: Double, y: Double), _ velocity: (x: Double, y: Double)
  ) throws -> (target: String, reason: String, heading: Position) {
    let settings = [
      ("dismissible", "true"), ("directions", directions), ("release.threshold", "0.4"),
      ("release.projection", "0.1"), ("tracking.response", "0"),
    ].map { Assignment(key: $0.0, value: $0.1) }
    var card = CardScenario(
      tuning: try CardScenario.resolved(preset: nil, applying: settings).tuning, screen: Screen())
    var eventLog = EventLog()
    let displacement = Position(x: Points(position.x), y: Points(position.y))
    let pan = Pan(number: 1, origin: nil, location: nil, translation: displacement, fingers: 1)
    card.receive(.touchDown(at: nil), at: .zero, into: &eventLog)
    card.receive(.panBegan(pan), at: .zero, into: &eventLog)
    let speed = Velocity(x: PointsPerSecond(velocity.x), y: PointsPerSecond(velocity.y))
    card.receive(
      .panEnded(pan, VelocityEstimate(velocity: speed, reason: .ok)), at: .zero, into: &eventLog)
    let decision = try #require(eventLog.events.last { $0.kind == .decision })
    return (
      try #require(decision.text("target")), try #require(decision.text("reason")),
      card.frame(0, at: .zero).target
    )
  }

  // At 800 pt/s the projection of 0.1 s adds 80 pt. A card beyond 0.4 × (844 + 200) / 2 = 208.8 pt
  // is dismissed by its distance.
  @Test(
    "a flick back keeps a card that can leave along one axis only, at any distance",
    arguments: [("down", 1.0), ("up", -1.0), ("vertical", 1.0)])
  func flickBack(directions: String, sign: Double) throws {
    let slow = try Self.decision(directions, at: (0, sign * 400), (0, sign * -600))
    #expect(slow.target == Decision.gone && slow.reason == "dismissDistance")
    let flick = try Self.decision(directions, at: (0, sign * 400), (0, sign * -800))
    #expect(flick.target == "home" && flick.reason == "thresholdVelocity")
  }

  @Test("a sideways flick does not send a card to the side opposite to its displacement")
  func flickAside() throws {
    for sign in [1.0, -1] {
      let (_, reason, heading) = try Self.decision(
        "vertical", at: (sign * -150, 400), (sign * 800, 0))
      #expect(reason == "dismissDistance")
      #expect(heading.x.value == sign * -150, "\(heading)")
      let slow = try Self.decision("vertical", at: (sign * -150, 400), (sign * 600, 0))
      #expect(slow.heading.x.value * sign < -150)
    }
  }
}
