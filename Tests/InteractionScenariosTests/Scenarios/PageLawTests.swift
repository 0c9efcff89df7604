import FrameLogs
import Quantities
import Testing
import TouchInput

@testable import InteractionScenarios

/// What holds for pages whatever the hand does.
@Suite("Laws of pages")
struct PageLawTests {
  static let names = ["paging", "swipe"]

  @Test("a release reaches at most as many pages as it may, counted from where it was heading")
  func reach() throws {
    var decisions = 0
    for seed in 0..<UInt64(Trial.sequences) {
      for reach in [1, 2] {
        var trial = try Trial.random("paging", seed: seed)
        trial.settings += [
          ("counting", "heading"), ("reach", "\(reach)"), ("pages", "6"), ("wrap", "false"),
        ]
        for event in try trial.run().events where event.kind == .decision {
          let from = try #require(event.text("from").flatMap(Int.init))
          let target = try #require(event.text("target").flatMap(Int.init))
          #expect(abs(target - from) <= reach, "\(trial) at \(event.time.value)")
          decisions += 1
        }
      }
    }
    #expect(decisions > Trial.sequences)
  }

  @Test("a flick is never answered against its direction, and always moves, but at an end")
  func flicks() throws {
    var flicks = 0
    for seed in 0..<UInt64(4 * Trial.sequences) {
      var trial = try Trial.random("paging", seed: seed)
      trial.settings += [
        ("release.choice", "page"), ("counting", "heading"), ("reversed", "false"),
        ("tracking.response", "0"), ("wrap", "false"),
      ]
      for moment in try trial.moments() {
        guard let event = moment.eventsAfter.first(where: { $0.kind == .decision }),
          let velocity = event.number("velocityX"), velocity.magnitude >= 300
        else { continue }
        let target = try #require(event.text("target").flatMap(Int.init))
        let here = moment.before.pagePosition
        let last = Int(trial.number("pages") ?? 0) - 1
        let from = try #require(event.text("from").flatMap(Int.init))
        let reach = Int(trial.number("reach") ?? 0)
        // At the last page that the touch may reach there is nothing further on.
        let ends = reach == 0 ? (0, last) : (max(0, from - reach), min(last, from + reach))
        guard velocity > 0 ? target > ends.0 : target < ends.1 else { continue }
        flicks += 1
        #expect(
          velocity > 0 ? Double(target) <= here : Double(target) >= here,
          "\(trial) at \(moment.time.value): \(here) → \(target)")
      }
    }
    #expect(flicks > Trial.sequences / 10)
  }

  @Test("from right to left it mirrors, and from top to bottom it turns", arguments: names)
  func mirrors(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      var trial = try Trial.random(name, seed: seed)
      trial.settings += [("axis", "horizontal"), ("reversed", "false")]
      var mirrored = trial
      mirrored.settings += [("reversed", "true")]
      mirrored.events = trial.events.map { event in
        event.mapped(
          place: { Position(x: Points(390) - $0.x, y: $0.y) },
          way: { Position(x: -$0.x, y: $0.y) })
      }
      var turned = trial
      turned.settings += [("axis", "vertical")]
      turned.stage = Stage(screen: Planar(x: Points(844), y: Points(390)))
      turned.events = trial.events.map { event in
        event.mapped(
          place: { Position(x: $0.y, y: $0.x) }, way: { Position(x: $0.y, y: $0.x) })
      }
      let run = try trial.run()
      for (image, sign) in [(try mirrored.run(), -1.0), (try turned.run(), 1)] {
        #expect(run.frames.count == image.frames.count, "\(trial)")
        for (frame, other) in zip(run.frames, image.frames) {
          let shown = sign < 0 ? other.position.x : other.position.y
          #expect((frame.position.x - shown * sign).magnitude < Points(1e-6), "\(trial)")
          #expect((frame.pagePosition - other.pagePosition).magnitude < 1e-6, "\(trial)")
          #expect(frame.page == other.page && frame.phase == other.phase, "\(trial)")
          #expect((frame.overscroll - other.overscroll * sign).magnitude < 1e-6, "\(trial)")
        }
      }
    }
  }

  /// What a program may change, and whether all pages stay.
  static let changes: [(key: String, value: String, keepsPages: Bool)] = [
    ("page", "200", true), ("page", "1", true), ("spacing", "30", true), ("spacing", "-390", true),
    ("reversed", "true", true), ("axis", "vertical", true), ("reach", "1", true),
    ("distance", "100", true), ("limits.reach", "5%", true), ("spring.response", "0.3", true),
    ("pages", "9", true), ("wrap", "true", true), ("wrap", "false", true), ("pages", "2", false),
  ]

  @Test(
    "a page stays what it is whatever a program changes, and the strip goes on from where it is")
  func changes() throws {
    var changed = 0
    for seed in 0..<UInt64(Trial.sequences / 2) {
      var random = SeededRandom(seed: seed)
      let trial = try Trial.random("paging", seed: seed)
      for change in Self.changes {
        let instant = random.number(0...1.5)
        changed += try Self.check(change, at: instant, of: trial) ? 1 : 0
      }
    }
    #expect(changed > Trial.sequences)
  }

  /// Plays the trial, changes a setting after `instant` seconds, and goes on.
  private static func check(
    _ change: (key: String, value: String, keepsPages: Bool), at instant: Double, of trial: Trial
  ) throws -> Bool {
    func resolved(_ more: [(key: String, value: String)]) throws -> PageTuning {
      try PagingScenario.resolved(
        preset: nil,
        applying: (trial.settings + more).map { Assignment(key: $0.key, value: $0.value) }
      ).tuning
    }
    var surface = try PagingScenario(tuning: try resolved([]), stage: trial.stage)
    var journal = Journal()
    var isDone = false
    let origin = trial.events.first?.microseconds ?? 0
    for event in trial.events {
      let time = Seconds.microseconds(event.microseconds - origin)
      if !isDone, time.value > instant {
        isDone = true
        surface.advance(to: Seconds(instant), isFrame: false, into: &journal)
        let before = surface.frame(0, at: Seconds(instant))
        let lap = before.pagePosition - Double(before.page ?? 0)
        let count = journal.events.count
        try surface.adapt(
          to: try resolved([(key: change.key, value: change.value)]), stage: trial.stage,
          at: Seconds(instant), into: &journal)
        let after = surface.frame(0, at: Seconds(instant))
        let note: Comment = "\(trial) \(change) at \(instant)"
        if change.keepsPages { #expect(before.page == after.page, note) }
        // Where pages come or go, or no longer go round, whole laps are forgotten.
        let mayForget = ["pages", "wrap"].contains(change.key) && lap.magnitude >= 1
        if !mayForget, surface.strip.pitch > .zero {
          #expect((after.pagePosition - before.pagePosition).magnitude < 1e-6, note)
        }
        if change.keepsPages { #expect(journal.events.count == count, note) }
      }
      surface.advance(to: time, isFrame: false, into: &journal)
      surface.receive(event.event, at: time, into: &journal)
    }
    var end = Seconds.microseconds((trial.events.last?.microseconds ?? 0) - origin)
    for _ in 0..<100 where !surface.isAtRest {
      end += Seconds(0.1)
      surface.advance(to: end, isFrame: false, into: &journal)
    }
    let rest = surface.frame(0, at: end)
    #expect(surface.isAtRest, "\(trial) \(change)")
    #expect(rest.position == surface.strip.place(of: rest.pagePosition), "\(trial) \(change)")
    #expect(rest.pagePosition == rest.pagePosition.rounded(), "\(trial) \(change)")
    return isDone
  }
}
