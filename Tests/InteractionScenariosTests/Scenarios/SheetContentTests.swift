import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// How one drag moves first the sheet and then its scrolling content, or the reverse.
///
/// The examples are calculated by hand. The screen is 844 pt high, so detents of 300 and 800 pt are
/// at 544 and 44 pt.
@Suite("Sheet content")
struct SheetContentTests {
  static func sheet(
    _ start: String, offset: Double = 0, height: Double = 2_000, _ more: (String, String)...
  ) -> [(key: String, value: String)] {
    [
      (key: "detents", value: "low:300,high:800"), (key: "start", value: start),
      (key: "content.height", value: "\(height)"), (key: "content.start", value: "\(offset)"),
      (key: "tracking.response", value: "0"),
    ] + more.map { (key: $0.0, value: $0.1) }
  }

  /// Moves a finger to each of `ways`, relative to the touch-down, on a sheet with `settings`.
  static func drag(
    _ ways: [Double], release: Double = 0, at position: Double = 700,
    on settings: [(key: String, value: String)]
  ) -> Trial {
    var hand = HandScript(at: Position(x: Points(195), y: Points(position)))
    var last = 0.0
    for displacement in ways {
      hand.wait(0.02)
      hand.move(y: displacement, velocity: (displacement - last) / 0.02)
      last = displacement
    }
    hand.wait(0.005)
    hand.release(y: release)
    return Trial(scenario: SheetScenario.self, settings: settings, events: hand.events)
  }

  /// The positions of sheet and content after each step of the finger.
  static func positions(_ trial: Trial) throws -> [[Double]] {
    try trial.moments().compactMap { moment in
      switch moment.hand {
      case .panBegan, .panChanged: [moment.after.position.y.value, moment.after.contentOffset]
      default: nil
      }
    }
  }

  @Test(
    "at the highest detent, a drag up scrolls; a drag down scrolls back, then moves the sheet")
  func bothWays() throws {
    let trial = Self.drag([-50, -120, -60, 0, 40, 100, 40, -10], on: Self.sheet("high"))
    #expect(
      try Self.positions(trial) == [
        [44, 50], [44, 120], [44, 60], [44, 0], [84, 0], [144, 0], [84, 0], [44, 10],
      ])
  }

  @Test("a drag down from scrolled content moves the sheet once the content is at its top")
  func fromScrolled() throws {
    // FloatingPanel #599: the content stopped at its top and the panel did not move.
    let trial = Self.drag([60, 99, 101, 180], on: Self.sheet("high", offset: 100))
    #expect(try Self.positions(trial) == [[44, 40], [44, 1], [45, 0], [124, 0]])
  }

  @Test("below the highest detent, a setting decides whether the sheet or the content moves first")
  func belowHighest() throws {
    let ways = [-100.0, -450, -520, -600, -480]
    #expect(
      try Self.positions(Self.drag(ways, on: Self.sheet("low"))) == [
        [444, 0], [94, 0], [44, 20], [44, 100], [64, 0],
      ])
    let settings = Self.sheet("low", ("content.expandsFirst", "false"), ("limits", "free"))
    #expect(
      try Self.positions(Self.drag([-100, -20, 30, -40], on: settings)) == [
        [544, 100], [544, 20], [574, 0], [544, 40],
      ])
  }

  @Test("a drag on the header moves the sheet alone, at any content offset")
  func header() throws {
    let settings = Self.sheet("high", offset: 100, ("content.header", "60"), ("limits", "free"))
    let onHeader = Self.drag([50, -30], at: 44 + 59, on: settings)
    #expect(try Self.positions(onHeader) == [[94, 100], [14, 100]])
    let below = Self.drag([50, -30], at: 44 + 61, on: settings)
    #expect(try Self.positions(below) == [[44, 50], [44, 130]])
  }

  @Test("content that fits does not scroll and does not affect the sheet")
  func smallContent() throws {
    // FloatingPanel #598: small content jumped and bounced after the panel had moved.
    for (start, release) in [("high", 900.0), ("low", -900)] {
      let ways = release > 0 ? [40.0, 90, 150] : [-40, -90, -150]
      let small = Self.drag(ways, release: release, on: Self.sheet(start, height: 799))
      let none = Self.drag(ways, release: release, on: Self.sheet(start, height: 0))
      #expect(try small.run().frames == none.run().frames)
      #expect(try small.run().frames.allSatisfy { $0.contentOffset == 0 })
    }
  }

  @Test("after a sheet was moved from its highest detent, its content stays still while it settles")
  func staysPinned() throws {
    let trial = Self.drag([50, 140, 260], release: 1_200, on: Self.sheet("high", offset: 90))
    let moments = try trial.moments()
    let release = try #require(moments.firstIndex { $0.after.phase == .settling })
    #expect(moments[release...].allSatisfy { $0.after.contentOffset == 0 })
    #expect(moments.last?.after.position.y == Points(544))
  }

  @Test("a release on the content has the same target as the same release on the header")
  func sameDecision() throws {
    // In Material #1055 and #5076, the sign of the last step decided over nested content, or there
    // was no velocity.
    for release in [-1_500.0, -400, -10, 0, 10, 400, 1_500] {
      let settings = Self.sheet("low", ("content.header", "60"))
      let decisions = try [544.0 + 30, 700].map { position in
        let run = try Self.drag(
          [-40, -80, -120, -118], release: release, at: position, on: settings
        )
        .run()
        return try #require(run.events.first { $0.kind == .decision }).payload
      }
      #expect(decisions[0] == decisions[1], "at \(release) pt/s")
    }
    let handedOver = Self.drag([60, 130, 200], release: 1_400, on: Self.sheet("high", offset: 100))
    let release = try #require(
      try handedOver.moments().first { $0.eventsAfter.contains { $0.kind == .decision } })
    #expect(release.after.velocity.y == PointsPerSecond(1_400))
    #expect(release.after.target.y == Points(544))
  }

  @Test("a fling of the content starts with the finger's velocity and does not move the sheet")
  func fling() throws {
    // The same drag first moved the sheet to its highest detent and then scrolled, and the content
    // keeps the finger's velocity.
    let trial = Self.drag(
      [-200, -420, -560], release: -2_000, on: Self.sheet("low", height: 4_000))
    let moments = try trial.moments()
    let index = try #require(
      moments.firstIndex { $0.eventsAfter.contains { $0.kind == .decision } })
    let decision = try #require(moments[index].eventsAfter.first { $0.kind == .decision })
    let scrolled = try #require(moments[index].eventsAfter.last { $0.kind == .scrolled })
    #expect(decision.text("reason") == "scrolled" && decision.text("target") == "high")
    #expect(decision.text("from") == "low")
    #expect(moments[index].after.contentOffset == 60)
    for moment in moments[index...] where moment.after.phase == .scrolling {
      // The distance is v₀ (dᵗ − 1) / ln d with d = 0.998 per millisecond, computed as a series to
      // the third order.
      let time = (moment.time - moments[index].time).value
      guard time < 0.02 else { continue }
      let x = -2.0020026706730793 * time
      let expected = 60 + 2_000 * time * (1 + x / 2 + x * x / 6 + x * x * x / 24)
      #expect((moment.after.contentOffset - expected).magnitude < 1e-3, "after \(time) s")
    }
    #expect(moments[index...].allSatisfy { $0.after.position.y == Points(44) })
    // The content comes to rest −v₀ / (1000 ln d) further on.
    let rest = try #require(moments.last).after.contentOffset
    #expect((rest - (60 + 2_000 / 2.0020026706730793)).magnitude < 1)
    #expect((rest - (scrolled.number("contentRest") ?? 0)).magnitude < 1e-9)
    #expect(try trial.run().events.count { $0.kind == .settled } == 1)
  }

  @Test("a fling that reaches the top of the content bounces there and does not move the sheet")
  func bounce() throws {
    // FloatingPanel #218: the panel closed while its content bounced.
    let settings = Self.sheet("high", offset: 300, ("dismissible", "true"))
    let run = try Self.drag([40, 90, 150], release: 3_000, on: settings).run()
    #expect(run.frames.contains { $0.contentOffset < -10 && $0.phase == .bouncing })
    #expect(run.frames.allSatisfy { $0.position.y == Points(44) })
    #expect(run.frames.last?.contentOffset == 0 && run.ending == .rested)
  }

  @Test("content that was caught in its bounce returns after a drag that moves the sheet")
  func caughtBounce() throws {
    let settings = Self.sheet("high", offset: 300)
    let trial = Self.drag([40, 90, 150], release: 3_000, on: settings)
    var bounces = 0
    for var snapshot in try trial.settlingSnapshots() where snapshot.frame.phase == .bouncing {
      bounces += 1
      let before = snapshot.frame
      let caught = snapshot.receive(.touchDown(at: nil))
      #expect(caught.map(\.kind) == [.touchDown, .caught])
      let pan = Pan(
        number: 9, origin: nil, location: nil,
        translation: Position(x: .zero, y: Points(80)), fingers: 1)
      _ = snapshot.receive(.panBegan(pan), after: 0.01)
      #expect((snapshot.frame.contentOffset - before.contentOffset).magnitude < 1e-9)
      #expect(snapshot.frame.position.y == Points(44 + 80))
      _ = snapshot.receive(.panEnded(pan, .none(.stopped)), after: 0.1)
      snapshot.wait(5)
      #expect(snapshot.frame.contentOffset == 0 && snapshot.frame.position.y == Points(44))
      #expect(snapshot.surface.isAtRest)
    }
    #expect(bounces > 10)
  }

  @Test("a touch stops the content, and it stays in place after the lift")
  func caughtFling() throws {
    let trial = Self.drag(
      [-60, -120], release: -2_000, on: Self.sheet("high", height: 4_000))
    for var snapshot in try trial.settlingSnapshots() {
      let before = snapshot.frame
      #expect(snapshot.receive(.touchDown(at: nil)).map(\.kind) == [.touchDown, .caught])
      let lift = snapshot.receive(.touchUp, after: 0.2)
      #expect(lift.map(\.kind) == [.touchUp, .decision, .scrolled])
      snapshot.wait(1)
      #expect((snapshot.frame.contentOffset - before.contentOffset).magnitude < 1e-9)
      #expect(snapshot.surface.isAtRest)
    }
  }

  @Test(
    "a sheet that is retargeted while its content moves has one end event, when both are at rest")
  func sentElsewhere() throws {
    let trial = Self.drag([-60, -120], release: -2_000, on: Self.sheet("high", height: 4_000))
    let run = try trial.run(120, commands: [(microseconds: 150_000, name: "low")])
    #expect(run.frames.last?.position.y == Points(544) && run.ending == .rested)
    #expect(run.events.count { $0.kind == .settled } == 1)
    let settled = try #require(run.events.last { $0.kind == .settled })
    let last = try #require(run.frames.last).contentOffset
    let moving = run.frames.last { $0.contentOffset != last }
    #expect(settled.time >= (moving?.time ?? .zero))
  }

  @Test("a sheet caught between two detents moves before its content does, in both directions")
  func caughtBetween() throws {
    let trial = Self.drag(
      [50, 140, 260], release: 1_200,
      on: Self.sheet("high", offset: 0, ("content.expandsFirst", "false")))
    for var snapshot in try trial.settlingSnapshots().dropFirst() {
      let before = snapshot.frame
      #expect(before.isScrollLocked == true)
      _ = snapshot.receive(.touchDown(at: nil))
      let pan = Pan(
        number: 9, origin: nil, location: nil,
        translation: Position(x: .zero, y: Points(-20)), fingers: 1)
      _ = snapshot.receive(.panBegan(pan), after: 0.01)
      let room = before.position.y - Points(44)
      guard room > Points(20), before.position.y < Points(540) else { continue }
      #expect((snapshot.frame.position.y - before.position.y + Points(20)).magnitude < Points(1e-9))
      #expect(snapshot.frame.contentOffset == 0)
    }
  }

  @Test(
    "content that becomes shorter returns to its end once, and not before the lift of a finger")
  func shorter() throws {
    // The sheet shows 800 pt of the 1,000 pt of content, so the greatest offset is 200 pt.
    let long = Self.sheet("high", offset: 900)
    let short = Self.sheet("high", height: 1_000)
    var snapshot = try #require(try Self.drag([-1, -2], on: long).heldSnapshots().first).snapshot
    _ = snapshot.receive(.touchCancelled)
    snapshot.wait(5)
    let events = try snapshot.adapt(to: short)
    #expect(events.map(\.kind) == [.retargeted])
    #expect(snapshot.frame.contentOffset == 902 && snapshot.frame.phase == .bouncing)
    snapshot.wait(5)
    #expect(snapshot.frame.contentOffset == 200 && snapshot.surface.isAtRest)

    for (held, pan) in try Self.drag([-20, -40, -60], on: long).heldSnapshots() {
      var held = held
      let before = held.frame.contentOffset
      #expect(try held.adapt(to: short).isEmpty)
      #expect((held.frame.contentOffset - before).magnitude < 1e-9)
      let lift = held.receive(.panEnded(pan, .none(.stopped)), after: 0.01)
      #expect(
        lift.first { $0.kind == .decision }?.text("reason") == "scrolled"
          && held.frame.phase == .bouncing)
      held.wait(5)
      #expect(held.frame.contentOffset == 200 && held.surface.isAtRest)
    }
  }

  @Test("the content cannot scroll exactly when an upward drag would move the sheet")
  func locked() throws {
    let trial = Self.drag([-50, 0, 40, 0, -10], on: Self.sheet("high"))
    let locked = try trial.moments().compactMap { moment in
      moment.hand == nil ? nil : moment.after.isScrollLocked
    }
    // The values are for the touch-down, five positions of the finger, the end of the pan and the
    // lift.
    #expect(locked == [false, false, false, true, false, false, false, false])
    for (settings, isLocked) in [
      (Self.sheet("low"), true), (Self.sheet("low", offset: 1), false), (Self.sheet("high"), false),
      (Self.sheet("high", height: 800), true),
      (Self.sheet("low", ("content.expandsFirst", "false")), false),
    ] {
      let first = try #require(try Self.drag([0], on: settings).run().frames.first)
      #expect(first.isScrollLocked == isLocked, "\(settings)")
    }
  }
}
