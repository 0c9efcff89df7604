import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// What is beyond the limits of a drag; each of these was found by a law first.
@Suite("Limits under a hand")
struct LimitTests {
  @Test("what stops dead at its limit is not thrown past it by a hand that lets go just there")
  func stopsDead() throws {
    var hand = try Hand()
    hand.down()
    hand.move(x: 100, y: 0, in: 0.1)
    hand.move(x: -100, y: 0, in: 0.1)
    hand.up()
    let drawer = try hand.on(
      DrawerScenario.self, ("hitTest", "false"), ("tracking.response", "0"), ("limits", "stop"))
    let release = try #require(drawer.events.first { $0.kind == .decision })
    #expect(try #require(release.value("velocityX")) < -500)
    #expect(drawer.moments.allSatisfy { $0.after.position.x >= .zero })
    #expect(drawer.rest == .zero)
  }
}
