import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Drags beyond the limits; a law found each of the tested defects.
@Suite("Limits during a drag")
struct LimitTests {
  @Test("a surface that stops at a limit is not thrown past the limit by a release exactly there")
  func stopsDead() throws {
    var hand = try Hand()
    hand.down()
    hand.move(x: 100, y: 0, in: 0.1)
    hand.move(x: -100, y: 0, in: 0.1)
    hand.up()
    let drawer = try hand.on(
      DrawerScenario.self, ("hitTest", "false"), ("tracking.response", "0"), ("limits", "stop"))
    let release = try #require(drawer.events.first { $0.kind == .decision })
    #expect(try #require(release.number("velocityX")) < -500)
    #expect(drawer.moments.allSatisfy { $0.after.position.x >= .zero })
    #expect(drawer.rest == .zero)
  }

  @Test(
    "a list that is caught beyond all pulls can be dragged to its end and thrown from there"
  )
  func reachesItsEnd() throws {
    var hand = try Hand()
    hand.down()
    hand.move(y: 300, in: 0.3)
    hand.up()
    hand.wait(0.5)
    // While it loads, the list is held at 80 pt. With the other height, it can be pulled to 40 pt
    // at most.
    let lower = try Conditions.of(
      RefreshScenario.self, ("pull.limit", "1"), ("height", "40"), ("content.height", "1000"))
    hand.program(.change(lower))
    hand.down()
    hand.move(y: -80, in: 0.1)
    hand.move(y: -140, in: 0.1)
    let flicked = hand
    hand.move(y: -300, in: 0.1)
    hand.up()
    let list = try hand.on(
      RefreshScenario.self, ("pull.limit", "1"), ("content.height", "1000"))
    // The content of 1000 pt is on a screen of 844 pt.
    let dragged = list.moments.filter { $0.after.phase == .dragging }
    let lowest = dragged.map { $0.after.position.y }.min()
    #expect(lowest == Points(-156))
    #expect(list.rest.y == Points(-156))

    // Just before its end, 220 pt above the held position of 80 pt, the list is as fast as the
    // finger.
    var thrown = flicked
    thrown.up()
    let flight = try thrown.on(
      RefreshScenario.self, ("pull.limit", "1"), ("content.height", "1000"))
    let start = try #require(flight.moments.last { $0.input?.isLift ?? false }?.after)
    #expect(start.position.y == Points(-140) && start.velocity.y < PointsPerSecond(-1_000))
  }
}

extension Input {
  /// Whether the event ends a pan.
  fileprivate var isLift: Bool {
    if case .hand(.panEnded) = self { true } else { false }
  }
}
