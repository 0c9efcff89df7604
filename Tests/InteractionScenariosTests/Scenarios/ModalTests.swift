import FrameLogs
import Foundation
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

@Suite("Modal")
struct ModalTests {
  static func trial(
    _ displacement: Double, _ velocity: Double, _ settings: [(key: String, value: String)] = []
  ) -> Trial {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: displacement)
    hand.wait(0.1)
    hand.release(y: velocity)
    return Trial(scenario: ModalScenario.self, settings: settings, events: hand.events)
  }

  static func isDismissed(_ trial: Trial) throws -> Bool { try trial.run(60).ending == .gone }

  @Test("a modal leaves if it is pulled past 100 pt or thrown above 500 pt/s, otherwise it returns")
  func thresholds() throws {
    #expect(try Self.isDismissed(Self.trial(101, 0)))
    #expect(try !Self.isDismissed(Self.trial(99, 0)))
    #expect(try Self.isDismissed(Self.trial(20, 501)))
    #expect(try !Self.isDismissed(Self.trial(20, 500)))
  }

  @Test("a flick back keeps the modal, except with the rule of Wave's documentation")
  func flickBack() throws {
    #expect(try !Self.isDismissed(Self.trial(150, -1_000)))
    let wave = try ModalScenario.preset(named: "wave").values
    #expect(try Self.isDismissed(Self.trial(150, -1_000, wave)))
  }

  @Test("after a refused dismissal the modal returns, starting with the finger's velocity")
  func veto() throws {
    let trial = Self.trial(20, 900, [("vetoesDismissal", "true"), ("tracking.response", "0")])
    let run = try trial.run()
    let decision = try #require(run.events.first { $0.kind == .decision })
    #expect(decision.text("reason") == "dismissVetoed")
    #expect(decision.text("target") == "presented")
    #expect(run.ending == .rested && run.frames.last?.position.y == Points(54))
    let release = try #require(
      try trial.moments().first { $0.eventsAfter.contains { $0.kind == .decision } })
    #expect(release.after.velocity.y > PointsPerSecond(400))
  }

  @Test(
    "Wave's modal matches the reference table")
  func field() throws {
    let golden = try #require(try FieldData.snap("scenario_golden")["seed_modal"] as? [String: Any])
    let wave = try ModalScenario.preset(named: "wave").values
    for row in try #require(golden["rows"] as? [[String: Any]]) {
      let trial = Self.trial(
        try #require(row["ty"] as? Double), try #require(row["vy"] as? Double), wave)
      #expect(try Self.isDismissed(trial) == (row["result"] as? String == "dismiss"), "\(row)")
    }
  }
}
