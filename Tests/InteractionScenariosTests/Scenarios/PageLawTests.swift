import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

@testable import Scenarios

/// Properties of pages under random gestures.
@Suite("Laws of pages")
struct PageLawTests {
  /// The settings that change during use, and whether the change keeps all pages.
  static let changes: [(key: String, value: String, keepsPages: Bool)] = [
    ("page", "200", true), ("page", "1", true), ("spacing", "30", true), ("spacing", "-390", true),
    ("reversed", "true", true), ("axis", "vertical", true), ("reach", "1", true),
    ("distance", "100", true), ("limits.reach", "5%", true), ("spring.response", "0.3", true),
    ("pages", "9", true), ("wrap", "true", true), ("wrap", "false", true), ("pages", "2", false),
  ]

  @Test(
    "after a changed setting, the strip keeps its page and its position")
  func changes() throws {
    var changed = 0
    for seed in 0..<UInt64(Trial.sequences / 2) {
      var random = SeededGenerator(seed: seed)
      let trial = try Trial.random("paging", seed: seed)
      for change in Self.changes {
        let instant = random.uniform(in: 0...1.5)
        changed += try Self.check(change, at: instant, of: trial) ? 1 : 0
      }
    }
    #expect(changed > Trial.sequences)
  }

  /// Replays the trial, with a change of settings after `instant` seconds.
  private static func check(
    _ change: (key: String, value: String, keepsPages: Bool), at instant: Double, of trial: Trial
  ) throws -> Bool {
    func resolved(_ more: [(key: String, value: String)]) throws -> PageTuning {
      try PagingScenario.resolved(
        preset: nil,
        applying: (trial.settings + more).map { Assignment(key: $0.key, value: $0.value) }
      ).tuning
    }
    var surface = try PagingScenario(tuning: try resolved([]), screen: trial.screen)
    var eventLog = EventLog()
    var isDone = false
    let origin = trial.events.first?.microseconds ?? 0
    for event in trial.events {
      let time = Seconds.microseconds(event.microseconds - origin)
      if !isDone, time.value > instant {
        isDone = true
        surface.advance(to: Seconds(instant), isFrame: false, into: &eventLog)
        let before = surface.frame(0, at: Seconds(instant))
        let lap = before.pagePosition - Double(before.page ?? 0)
        let count = eventLog.events.count
        try surface.adapt(
          to: try resolved([(key: change.key, value: change.value)]), screen: trial.screen,
          at: Seconds(instant), into: &eventLog)
        let after = surface.frame(0, at: Seconds(instant))
        let note: Comment = "\(trial) \(change) at \(instant)"
        if change.keepsPages { #expect(before.page == after.page, note) }
        // A change of the number of pages or of wrapping discards the complete rounds of the strip.
        let mayForget = ["pages", "wrap"].contains(change.key) && lap.magnitude >= 1
        if !mayForget, surface.strip.pitch > .zero {
          #expect((after.pagePosition - before.pagePosition).magnitude < 1e-6, note)
        }
        if change.keepsPages { #expect(eventLog.events.count == count, note) }
      }
      surface.advance(to: time, isFrame: false, into: &eventLog)
      surface.receive(event.event, at: time, into: &eventLog)
    }
    var end = Seconds.microseconds((trial.events.last?.microseconds ?? 0) - origin)
    for _ in 0..<100 where !surface.isAtRest {
      end += Seconds(0.1)
      surface.advance(to: end, isFrame: false, into: &eventLog)
    }
    let rest = surface.frame(0, at: end)
    #expect(surface.isAtRest, "\(trial) \(change)")
    #expect(rest.position == surface.strip.position(of: rest.pagePosition), "\(trial) \(change)")
    #expect(rest.pagePosition == rest.pagePosition.rounded(), "\(trial) \(change)")
    return isDone
  }
}
