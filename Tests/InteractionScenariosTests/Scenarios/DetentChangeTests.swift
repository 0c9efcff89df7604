import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Changes of a sheet's detents or screen at any time.
@Suite("Detent changes")
struct DetentChangeTests {
  /// New settings, or a new screen, of a sheet with the detents tip, half and full.
  struct Change: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var settings: [(key: String, value: String)]
    var screen = Planar(x: Points(390), y: Points(844))

    init(_ what: String, _ settings: (String, String)...) {
      testDescription = what
      self.settings = settings.map { (key: $0.0, value: $0.1) }
    }

    static let turned: Change = {
      var change = Change("the screen is turned", ("detents", "tip:96,medium:420,full:92%"))
      change.screen = Planar(x: Points(844), y: Points(390))
      return change
    }()
  }

  static let changes = [
    Change("inserted above and between", ("detents", "tip:96,low:200,half:50%,full:92%,more:840")),
    Change("the start detent is removed", ("detents", "half:50%,full:92%")),
    Change("the target detent is removed", ("detents", "tip:96,full:92%")),
    Change("two at the same height", ("detents", "tip:96,half:50%,middle:422,full:92%")),
    Change("all at the same height", ("detents", "tip:300,half:300,full:300")),
    Change("only one", ("detents", "only:500")),
    Change("a single detent of height zero", ("detents", "none:0")),
    Change("the same names elsewhere", ("detents", "tip:130,half:300,full:700")),
    Change(
      "a maximum that leaves one detent", ("detents", "tip:96,half:50%,full:92%"),
      ("maximumHeight", "100")
    ),
    Change("a maximum below all", ("detents", "tip:96,half:50%,full:92%"), ("maximumHeight", "50")),
    Change.turned,
  ]

  /// Drags a sheet from tip past half, and then holds it there or throws it towards full.
  static func trial(_ settings: (String, String)...) -> Trial {
    var hand = HandScript()
    var displacement = 0.0
    for step in 1...12 {
      hand.wait(0.02)
      displacement = -30 * Double(step)
      hand.move(y: displacement, velocity: -1_500)
    }
    hand.release(y: -1_500)
    return Trial(
      scenario: SheetScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: hand.events)
  }

  static let contents = [
    [], [("content.height", "2000"), ("content.start", "50"), ("content.expandsFirst", "false")],
  ]

  /// Checks a sheet after a change; `before` is its frame before the change.
  static func check(_ snapshot: inout Snapshot, _ before: Frame, _ change: Change) throws {
    let after = snapshot.frame
    #expect((after.position - before.position).length < Points(1e-9), "at \(before.time.value)")
    #expect((after.contentOffset - before.contentOffset).magnitude < 1e-9)
    for _ in 0..<40 {
      let frame = snapshot.frame
      #expect(frame.position.isFinite && frame.velocity.isFinite && frame.target.isFinite)
      #expect(frame.progress.isFinite && frame.contentOffset.isFinite && frame.backdrop.isFinite)
      snapshot.wait(0.15)
    }
    let last = snapshot.frame
    let height = Points(change.screen.y.value) - last.position.y
    let most = change.settings.first { $0.key == "maximumHeight" }.flatMap { Double($0.value) }
    let detents = try #require(Detent.list(from: change.settings[0].value))
    let heights = detents.map { $0.height.resolved(on: change.screen.y) }
    let limit = Points(min(most ?? .infinity, change.screen.y.value))
    let positions =
      heights.filter { $0 <= limit } + (heights.allSatisfy { $0 > limit } ? [limit] : [])
    #expect(snapshot.surface.isAtRest && last.velocity == .zero, "at \(before.time.value)")
    #expect(
      positions.contains { ($0 - height).magnitude < Points(1e-9) }, "\(height) of \(positions)")
  }

  @Test(
    "a change in any frame of settling causes no jump and keeps the velocity", arguments: changes)
  func settling(change: Change) throws {
    for content in Self.contents {
      var trial = Self.trial()
      trial.settings += content.map { (key: $0.0, value: $0.1) }
      let snapshots = try trial.settlingSnapshots()
      #expect(snapshots.count > 20)
      for var snapshot in snapshots {
        let before = snapshot.frame
        let events = try snapshot.adapt(
          to: trial.settings + change.settings, Screen(size: change.screen))
        let error = (snapshot.frame.velocity - before.velocity).length
        #expect(error < PointsPerSecond(1e-9), "at \(before.time.value) s")
        #expect(events.count { $0.kind == .retargeted } <= 1)
        try Self.check(&snapshot, before, change)
      }
    }
  }

  @Test(
    "a change during a drag causes no jump, and the release uses the new detents",
    arguments: changes)
  func dragging(change: Change) throws {
    for content in Self.contents {
      for tracking in ["0", "0.2"] {
        var trial = Self.trial()
        trial.settings += content.map { (key: $0.0, value: $0.1) }
        trial.settings.append((key: "tracking.response", value: tracking))
        let held = try trial.heldSnapshots()
        #expect(held.count == 11)
        for (snapshot, pan) in held {
          var snapshot = snapshot
          let before = snapshot.frame
          let events = try snapshot.adapt(
            to: trial.settings + change.settings, Screen(size: change.screen))
          #expect(events.isEmpty && snapshot.frame.phase == .dragging)
          #expect((snapshot.frame.position - before.position).length < Points(1e-9))
          var further = pan
          further.translation.y -= Points(3)
          let position = snapshot.frame
          _ = snapshot.receive(.panChanged(further, live: .none(.tooFew)))
          // The finger moves by 3 pt, so the sheet moves by at most 3 pt.
          let sheet = (snapshot.frame.position.y - position.position.y).value
          let content = position.contentOffset - snapshot.frame.contentOffset
          #expect((-3.0 - 1e-9...1e-9).contains(sheet + content), "\(sheet) and \(content)")
          _ = snapshot.receive(.panChanged(pan, live: .none(.tooFew)))
          #expect((snapshot.frame.position - before.position).length < Points(1e-9))
          let lift = snapshot.receive(.panEnded(pan, .none(.stopped)), after: 0.001)
          #expect(lift.count { $0.kind == .decision } == 1)
          snapshot.wait(0)
          try Self.check(&snapshot, snapshot.frame, change)
        }
      }
    }
  }

  @Test("a detent higher than the screen or the maximum is inactive, and no command can target it")
  func inactive() throws {
    let settings = [(key: "detents", value: "tip:96,medium:420,full:92%")]
    var hand = HandScript()
    hand.wait(0.1)
    hand.release()
    var trial = Trial(scenario: SheetScenario.self, settings: settings, events: hand.events)
    var snapshot = try #require(try Self.trial().settlingSnapshots().first)
    _ = try snapshot.adapt(to: settings, Screen(size: Planar(x: Points(844), y: Points(390))))
    #expect(snapshot.surface.destinations == ["tip", "full"])
    _ = try snapshot.adapt(to: settings)
    #expect(snapshot.surface.destinations == ["tip", "medium", "full"])
    trial.settings += [(key: "start", value: "full"), (key: "maximumHeight", value: "500")]
    #expect(try trial.run().frames.last?.position.y == Points(844 - 96))
    trial.settings += [(key: "maximumHeight", value: "90")]
    #expect(try trial.run().frames.last?.position.y == Points(844 - 90))
  }
}
