import InteractionScenarios
import Quantities
import TouchInput

/// One to six pages from left to right or right to left, some of which go round.
let lawfulPaging = pages(PagingScenario.self, axis: .x) { random in
  let wraps = random.happens(0.25)
  return [
    (key: "wrap", value: "\(wraps)"),
    // A touch reaches each page at one place only, so that a name stands for one place.
    (key: "pages", value: random.one(of: wraps ? ["4", "6"] : ["1", "2", "2", "6"])),
    (key: "reach", value: random.one(of: wraps ? ["1"] : ["0", "1", "1", "2"])),
    (key: "page", value: random.one(of: ["0", "0", "150"])),
    (key: "limits.reach", value: "390"),
  ]
}

/// One to four workspaces from top to bottom or bottom to top.
let lawfulSwipe = pages(SwipeScenario.self, axis: .y) { random in
  [
    (key: "wrap", value: "false"),
    (key: "pages", value: random.one(of: ["1", "2", "2", "4"])),
    (key: "reach", value: random.one(of: ["0", "1", "1", "2"])),
    (key: "page", value: "0"),
    (key: "limits.reach", value: "844"),
    (key: "distance.touchpad", value: "0"),
  ]
}

/// A strip of pages along an axis.
private func pages(
  _ scenario: any Scenario.Type, axis: Axis,
  settings: @escaping @Sendable (inout SeededGenerator) -> [(key: String, value: String)]
) -> LawfulScenario {
  var pages = LawfulScenario.draggable(
    scenario, axes: [axis], limits: { _ in .init(low: .zero, high: .zero) },
    settings: { random in
      settings(&random) + [
        (key: "spacing", value: random.one(of: ["0", "0", "16", "-40"])),
        (key: "reversed", value: random.one(of: ["true", "false", "false"])),
        (key: "counting", value: random.one(of: ["heading", "heading", "shown"])),
        (key: "limits.stiffness", value: "0.55"),
        (key: "release.choice", value: random.one(of: ["page", "page", "nearest"])),
        (key: "release.flick", value: "300"),
        (key: "release.deadBand", value: "30"),
      ]
    })
  pages.limits = { limits($0, axis) }
  pages.commands = ["0", "1", "3", "nowhere"]
  pages.mirrors = [Mirror.Kind.leftRight, .upDown].map { kind in
    var mirror = Mirror(kind)
    let isAlong = (kind == .leftRight) == (axis == .x)
    mirror.position = { place, _ in kind.way(place) }
    mirror.adjust = { conditions in
      guard isAlong else { return }
      conditions["reversed"] = conditions["reversed"] == "true" ? "false" : "true"
    }
    return mirror
  }
  pages.scaledText = { key, text, factor in
    guard key == "limits.reach", let points = Double(text) else { return nil }
    return "\(points * factor)"
  }
  return pages
}

/// The two ends of the strip; nil where a touch may not reach them from everywhere.
private func limits(_ conditions: Conditions, _ axis: Axis) -> LawfulScenario.Limits? {
  guard conditions["wrap"] == "false", let pages = conditions.number("pages"),
    pages <= 2 || conditions.number("reach") == 0
  else { return nil }
  let screen = conditions.stage.screen
  let page = conditions.number("page").flatMap { $0 > 0 ? $0 : nil }
  let pitch =
    (page ?? (axis == .x ? screen.x : screen.y).value) + (conditions.number("spacing") ?? 0)
  let end = pitch * (pages - 1) * (conditions["reversed"] == "true" ? 1 : -1)
  return .init(low: axis.pair(min(0, end)), high: axis.pair(max(0, end)))
}
