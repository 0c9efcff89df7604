import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import TouchInput

/// A hand on pages, a strip of which it moves by shares of a page.
struct PageHand {
  /// The scenario.
  var scenario: any Scenario.Type = PagingScenario.self
  /// Its settings.
  var settings: [(String, String)] = []
  /// A hand that has just gone down.
  var hand = HandScript()

  /// Drags by `pages` of 390 pt in 0.1 s, forward when positive, and lets go with `velocity` in points
  /// per second, forward when positive.
  mutating func swipe(_ pages: Double, velocity: Double = 0) {
    hand.wait(0.02)
    for step in 1...10 {
      hand.wait(0.01)
      hand.move(x: -390 * pages * Double(step) / 10, y: 0)
    }
    hand.wait(0.01)
    hand.release(x: -velocity)
  }

  /// Goes down again after a pause.
  mutating func downAgain(after pause: Double) {
    hand.wait(pause)
    hand.down()
  }

  /// What comes of it.
  var trial: Trial {
    Trial(
      scenario: scenario, settings: settings.map { (key: $0.0, value: $0.1) },
      events: hand.events)
  }

  /// The pages that it was sent to, one after the other.
  func targets() throws -> [String?] {
    try trial.run().events.filter { $0.kind == .decision }.map { $0.text("target") }
  }
}

extension Frame {
  /// The page that a strip rests at or is heading for.
  var page: Int? {
    guard case .integer(let page)? = own["page"] else { return nil }
    return page
  }

  /// The page that a strip shows, whole or in part.
  var pagePosition: Double { own["pagePosition"]?.asNumber ?? .nan }

  /// How far a strip is beyond its ends.
  var overscroll: Double { own["overscroll"]?.asNumber ?? .nan }
}
