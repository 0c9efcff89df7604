import InteractionScenarios
import Quantities

extension Trial {
  /// Where a strip of pages is on its last page; nil for other surfaces.
  var lastPage: Position? {
    let isSwipe = scenario.name == "swipe"
    guard isSwipe || scenario.name == "paging" else { return nil }
    let screen = (isSwipe ? stage.screen.y : stage.screen.x).value
    let page = number("page").flatMap { $0 > 0 ? $0 : nil } ?? screen
    let way = (page + (number("spacing") ?? 0)) * ((number("pages") ?? 5) - 1)
    let isReversed = settings.contains { $0 == ("reversed", "true") }
    let end = Points(isReversed ? way : -way)
    return isSwipe ? Position(x: .zero, y: end) : Position(x: end, y: .zero)
  }

  /// Random settings of pages; none for other scenarios.
  static func pageSettings(
    of name: String, _ random: inout SeededRandom
  ) -> [(String, String)] {
    guard name == "paging" || name == "swipe" else { return [] }
    let wraps = name == "paging" && random.isTrue(0.3)
    let settings = [
      ("reversed", random.one(of: ["true", "false", "false"])),
      // A lap of no more pages than there are, so that each name stands for one place.
      ("reach", wraps ? "1" : random.one(of: ["0", "1", "1", "2"])),
      ("counting", random.one(of: ["heading", "heading", "shown"])),
      ("spacing", random.one(of: ["0", "0", "16", "-40"])),
      ("release.choice", random.one(of: ["page", "page", "nearest", "swipe", "roundedPage"])),
    ]
    guard name == "paging" else {
      return settings + [
        ("pages", random.one(of: ["1", "2", "4"])), ("distance.touchpad", "0"),
        ("limits.reach", "844"), ("limits.stiffness", "0.55"),
      ]
    }
    return settings + [
      ("wrap", "\(wraps)"), ("pages", random.one(of: wraps ? ["4", "6"] : ["1", "2", "3", "6"])),
      ("page", random.one(of: ["0", "0", "150"])), ("limits.reach", "390"),
    ]
  }
}
