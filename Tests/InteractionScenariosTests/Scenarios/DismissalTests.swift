import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Dismissals of sheets and modals, refused dismissals, and their events.
@Suite("Dismissal")
struct DismissalTests {
  static let names = ["sheet", "modal"]

  static func trial(
    _ name: String, _ settings: [(key: String, value: String)], _ draw: (inout HandScript) -> Void
  ) throws -> Trial {
    var hand = HandScript()
    hand.wait(0.05)
    draw(&hand)
    return Trial(
      scenario: try InteractionScenarios.scenario(named: name),
      settings: [(key: "dismissible", value: "true"), (key: "tracking.response", value: "0")]
        + settings, events: hand.events)
  }

  @Test(
    "a refused dismissal logs one attempt, and the surface keeps the finger's velocity",
    arguments: names)
  func attempt(name: String) throws {
    let trial = try Self.trial(name, [(key: "vetoesDismissal", value: "true")]) { hand in
      hand.move(y: 30)
      hand.wait(0.01)
      hand.release(y: 1_500)
    }
    let run = try trial.run()
    #expect(
      run.events.map(\.kind) == [
        .touchDown, .panBegan, .panEnded, .decision, .attempted, .settled,
      ])
    let release = try #require(
      try trial.moments().first { $0.eventsAfter.contains { $0.kind == .attempted } })
    // The band's slope b′ = c (1 − b / d)² applies at the position displayed for 30 pt beyond the
    // limit.
    let shown = release.after.position.y - release.after.target.y
    let left = 1 - shown / Points(844)
    #expect(shown > .zero && release.after.velocity.y > .zero)
    #expect((release.after.velocity.y.value - 1_500 * 0.55 * left * left).magnitude < 1e-9)
    #expect(run.ending == .rested)
  }

  /// The flick speed is 300 pt/s for a sheet and 500 pt/s for a modal.
  @Test(
    "a flick up never dismisses, from any position",
    arguments: [("sheet", 300.0), ("modal", 501)])
  func flickUp(name: String, flick: Double) throws {
    for displacement in stride(from: -700.0, through: 700, by: 50) {
      for velocity in [-flick, -700, -3_000] {
        let trial = try Self.trial(name, []) { hand in
          hand.move(y: displacement)
          hand.wait(0.05)
          hand.release(y: velocity)
        }
        #expect(try trial.run(60).ending == .rested, "\(name) from \(displacement) at \(velocity)")
      }
    }
  }

  @Test(
    "a cancelled drag does not dismiss, and a catch during the dismissal prevents it",
    arguments: names)
  func cancelled(name: String) throws {
    let cancelled = try Self.trial(name, []) { hand in
      hand.move(y: 30)
      hand.wait(0.05)
      hand.move(y: 600, velocity: 4_000)
      hand.cancel()
    }
    #expect(try !cancelled.run().events.contains { [.dismissed, .attempted].contains($0.kind) })
    #expect(try cancelled.run().ending == .rested)
    let leaving = try Self.trial(name, []) { hand in
      hand.move(y: 30)
      hand.wait(0.01)
      hand.release(y: 2_000)
    }
    var caught = 0
    for var snapshot in try leaving.settlingSnapshots() {
      caught += 1
      var events = snapshot.receive(.touchDown(at: nil))
      let pan = Pan(
        number: 9, origin: nil, location: nil,
        translation: Position(x: .zero, y: Points(-900)), fingers: 1)
      events += snapshot.receive(.panBegan(pan), after: 0.01)
      events += snapshot.receive(.panCancelled(pan), after: 0.01)
      snapshot.wait(5)
      #expect(!events.contains { $0.kind == .dismissed } && !snapshot.surface.isGone)
    }
    #expect(caught > 5)
  }
}
