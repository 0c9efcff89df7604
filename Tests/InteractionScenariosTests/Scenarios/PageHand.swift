import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import TouchInput

/// A gesture on a strip of pages, in fractions of a page.
struct PageHand {
  /// The scenario.
  var scenario: any Scenario.Type = PagingScenario.self
  /// Its settings.
  var settings: [(String, String)] = []
  /// The gesture, which begins with a touch-down.
  var hand = HandScript()

  /// Drags by `pages` of 390 pt in 0.1 s and releases with `velocity`, in points per second.
  ///
  /// Both are positive towards the next page.
  mutating func swipe(_ pages: Double, velocity: Double = 0) {
    hand.wait(0.02)
    for step in 1...10 {
      hand.wait(0.01)
      hand.move(x: -390 * pages * Double(step) / 10, y: 0)
    }
    hand.wait(0.01)
    hand.release(x: -velocity)
  }

  /// Touches down again after a pause.
  mutating func downAgain(after pause: Double) {
    hand.wait(pause)
    hand.down()
  }

  /// The gesture as a trial of the scenario.
  var trial: Trial {
    Trial(
      scenario: scenario, settings: settings.map { (key: $0.0, value: $0.1) },
      events: hand.events)
  }

  /// Returns the targets of the decisions, in order.
  func targets() throws -> [String?] {
    try trial.run().events.filter { $0.kind == .decision }.map { $0.text("target") }
  }
}

extension Frame {
  /// The page to which the strip moves, or at which it rests.
  var page: Int? {
    guard case .integer(let page)? = own["page"] else { return nil }
    return page
  }

  /// The displayed page of a strip, possibly fractional.
  var pagePosition: Double { own["pagePosition"]?.asNumber ?? .nan }

  /// The overscroll of a strip.
  var overscroll: Double { own["overscroll"]?.asNumber ?? .nan }
}
