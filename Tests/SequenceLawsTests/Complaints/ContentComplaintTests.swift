import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

extension ComplaintTests {
  /// The scroll offset of a sheet's content.
  static func contentOffset(_ frame: Frame) throws -> Double {
    try #require(frame.own["contentOffset"]?.asNumber)
  }

  /// The settings of a sheet with content that starts at its highest detent.
  static func content(_ height: String, scrolled: String = "0") -> [(String, String)] {
    [
      ("start", "full"), ("content.height", height), ("content.start", scrolled),
      ("tracking.response", "0"),
    ]
  }

  /// Plays a gesture on a sheet with content.
  static func sheet(_ hand: Hand, _ settings: [(String, String)]) throws -> Performance {
    let conditions = Conditions(settings.map { (key: $0.0, value: $0.1) })
    return try Trial(SheetScenario.self, conditions, inputs: hand.inputs).performed(
      looksPerSecond: 240)
  }

  /// Material 1055: the sign of the last movement decided, not the velocity.
  @Test("jitter in the last report does not reverse the decision", arguments: [1.0, -1])
  func lastReport(tremble: Double) throws {
    for height in ["0", "2000"] {
      var hand = try Hand()
      hand.down()
      hand.move(y: 300, in: 0.6)
      hand.wait(0.15)
      hand.move(y: tremble, in: 0.05)
      hand.up()
      let sheet = try Self.sheet(hand, Self.content(height))
      // The finger moves by 300 of the 354 pt from the highest detent to the next detent.
      #expect(sheet.targets == ["half"] && sheet.rest.y.value == Self.half)
    }
  }

  /// Material 5076: after a catch, the next flick had no velocity.
  @Test("after a catch, a second flick of the sheet has its own velocity")
  func flickedAgain() throws {
    for instant in stride(from: 0.02, through: 0.4, by: 0.02) {
      for height in ["0", "2000"] {
        var hand = try Hand()
        hand.down()
        hand.flick(80, at: 1_500)
        hand.up()
        hand.wait(instant)
        hand.down()
        hand.flick(80, at: 1_200)
        hand.up()
        let sheet = try Self.sheet(hand, Self.content(height))
        let decisions = sheet.events.filter { $0.kind == .decision }
        let speed = try #require(decisions.last?.number("velocityY"))
        #expect(
          decisions.count == 2 && (speed - 1_200).magnitude < 60, "after \(instant) s: \(speed)")
      }
    }
  }

  /// FloatingPanel 598: the panel moved up while it was dragged down; FloatingPanel 218: it bounced.
  @Test(
    "in a drag down, sheet and content never move up, and together move as far as the finger",
    arguments: ["0", "40", "500"])
  func draggedDown(scrolled: String) throws {
    var hand = try Hand()
    hand.down()
    hand.move(y: 250, in: 0.4)
    hand.wait(0.2)
    hand.move(y: 60, in: 0.2)
    let sheet = try Self.sheet(hand, Self.content("2000", scrolled: scrolled))
    let dragged = sheet.moments.filter { $0.after.phase == .dragging }.map(\.after)
    for (one, two) in zip(dragged, dragged.dropFirst()) {
      #expect(two.position.y >= one.position.y)
      #expect(try Self.contentOffset(two) <= Self.contentOffset(one))
      // While the sheet can move down, content at its top must not bounce.
      #expect(try Self.contentOffset(two) >= 0)
    }
    let last = try #require(dragged.last)
    let displacement =
      (last.position.y.value - Self.full) + (Double(scrolled) ?? 0) - (try Self.contentOffset(last))
    #expect((displacement - 310).magnitude < 1e-9)
  }

  /// FloatingPanel 307: a list that was released at its top bounced while the panel settled.
  @Test("a sheet released below its detent settles with its content resting at the top")
  func pinned() throws {
    for speed in [0.0, 500, 2_000] {
      var hand = try Hand()
      hand.down()
      hand.move(y: 150, in: 0.3)
      if speed > 0 { hand.flick(40, at: speed) } else { hand.wait(0.2) }
      hand.up()
      let sheet = try Self.sheet(hand, Self.content("2000"))
      for moment in sheet.moments {
        #expect(try Self.contentOffset(moment.after) == 0, "at \(moment.time.value) s")
      }
      #expect(sheet.ending == .rested)
    }
  }

  /// FloatingPanel 599: a list that was too short to scroll still used the drag.
  @Test(
    "content that fits does not use any part of a drag, in either direction", arguments: [1.0, -1])
  func smallContent(displacement: Double) throws {
    for start in ["tip", "half", "full"] {
      var hand = try Hand()
      hand.down()
      hand.move(y: displacement * 200, in: 0.3)
      hand.flick(displacement * 40, at: 800)
      hand.up()
      let bare = try Self.sheet(hand, [("start", start), ("tracking.response", "0")])
      let small = try Self.sheet(
        hand, [("start", start), ("tracking.response", "0"), ("content.height", "100")])
      #expect(bare.moments.map(\.after.position) == small.moments.map(\.after.position), "\(start)")
      #expect(bare.targets == small.targets)
    }
  }
}
