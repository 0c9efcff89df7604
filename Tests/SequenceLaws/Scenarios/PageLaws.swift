import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// Strips of one to six pages from left to right or right to left, some of which wrap around.
let lawfulPaging = pages(PagingScenario.self, axis: .x) { random in
  let wraps = random.happens(0.25)
  return [
    (key: "wrap", value: "\(wraps)"),
    // A drag reaches each page at one position only, because the laws identify positions by the
    // names of pages.
    (key: "pages", value: random.one(of: wraps ? ["4", "6"] : ["1", "2", "2", "6"])),
    (key: "reach", value: random.one(of: wraps ? ["1"] : ["0", "1", "1", "2"])),
    (key: "page", value: random.one(of: ["0", "0", "150"])),
    (key: "limits.reach", value: "390"),
  ]
}

/// Strips of one to four workspaces from top to bottom or bottom to top.
let lawfulSwipe = pages(SwipeScenario.self, axis: .y) { random in
  [
    (key: "wrap", value: "false"),
    (key: "pages", value: random.one(of: ["1", "2", "2", "4"])),
    (key: "reach", value: random.one(of: ["0", "1", "1", "2"])),
    (key: "page", value: "0"),
    (key: "limits.reach", value: "844"),
    (key: "distance.touchpad", value: random.one(of: ["0", "300"])),
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
        (
          key: "release.choice",
          value: random.one(of: ["page", "page", "nearest", "neighbour", "roundedPage", "segment"])
        ),
        (key: "release.adjacentOnly", value: random.one(of: ["true", "false"])),
        (key: "release.skip", value: random.one(of: ["0", "0", "1200"])),
        (key: "distance", value: random.one(of: ["0", "0", "200"])),
        (key: "distance.handOff", value: random.one(of: ["0", "0", "1000"])),
        (key: "settle.law", value: random.one(of: ["spring", "spring", "easeOut"])),
        (key: "release.flick", value: "300"),
        (key: "release.deadBand", value: "30"),
      ]
    })
  pages.limits = { limits($0, axis) }
  // A pan that is refused at an end leaves the finger on the pages, so it ends like a touch.
  pages.ownSteps = [(.pressed, .resting), (.pressed, .moving)]
  pages.knowDistances(axis)
  pages.commands = ["0", "1", "3", "nowhere"]
  pages.mirrors = [Mirror.Kind.leftRight, .upDown].map { kind in
    var mirror = Mirror(kind)
    let isAlong = (kind == .leftRight) == (axis == .x)
    mirror.position = { position, _ in kind.displacement(position) }
    mirror.adjust = { conditions in
      guard isAlong else { return }
      conditions["reversed"] = conditions["reversed"] == "true" ? "false" : "true"
    }
    return mirror
  }
  if axis == .x {
    // Vertical pages are horizontal pages, rotated.
    var mirror = Mirror(.diagonal)
    mirror.position = { position, _ in Mirror.Kind.diagonal.displacement(position) }
    mirror.adjust = { $0["axis"] = "vertical" }
    pages.mirrors.append(mirror)
  }
  pages.scaledText = { key, text, factor in
    guard key == "limits.reach", let points = Double(text) else { return nil }
    return "\(points * factor)"
  }
  return pages
}

extension LawfulScenario {
  /// Adds the exceptions that are due to GNOME's curve, and to distances per page that depend on
  /// the device.
  fileprivate mutating func knowDistances(_ axis: Axis) {
    followsExactly = { conditions in
      ["distance", "distance.touchpad"].allSatisfy { conditions.ratio($0, axis) == 1 }
    }
    greatestRatio = { conditions in
      max(conditions.ratio("distance", axis), conditions.ratio("distance.touchpad", axis))
    }
    let (plainVelocity, plainSpring) = (handedVelocity, spring)
    handedVelocity = { release in
      guard !release.conditions.hasCurve else { return nil }
      let isOnScreen = release.pan.location != nil
      let isHanded = release.conditions.number("distance.handOff") ?? 0 > 0
      let key =
        isHanded ? "distance.handOff" : isOnScreen ? "distance" : "distance.touchpad"
      return plainVelocity(release).map { $0 * release.conditions.ratio(key, axis) }
    }
    spring = { $0.conditions.hasCurve ? nil : plainSpring($0) }
    // The curve of GNOME Shell defines the initial velocity.
    restVelocity = { $0.conditions.hasCurve ? $0.frame.velocity : .zero }
    exceptions = [
      .init(.touchpad, "on a touchpad, a page has another finger distance") {
        $0.ratio("distance", axis) != $0.ratio("distance.touchpad", axis)
      },
      .segmentKnowsNoFlick,
    ]
    keepsVelocity = { !$0.hasCurve }
  }
}

extension Conditions {
  /// Whether a curve moves the strip to its page.
  fileprivate var hasCurve: Bool { self["settle.law"] == "easeOut" }

  /// The movement of the strip per point of finger movement.
  ///
  /// On a touchpad, the value for a screen applies by default.
  fileprivate func ratio(_ key: String, _ axis: Axis) -> Double {
    let distance = number(key) ?? 0
    if distance == 0 { return key == "distance.touchpad" ? ratio("distance", axis) : 1 }
    return pitch(axis) / distance
  }

  /// The distance between two pages, in points.
  fileprivate func pitch(_ axis: Axis) -> Double {
    let screen = screen.size
    let page = number("page").flatMap { $0 > 0 ? $0 : nil }
    return (page ?? (axis == .x ? screen.x : screen.y).value) + (number("spacing") ?? 0)
  }
}

/// Returns the two ends of the strip; nil if a drag cannot reach both ends from every page.
private func limits(_ conditions: Conditions, _ axis: Axis) -> LawfulScenario.Limits? {
  guard conditions["wrap"] == "false", let pages = conditions.number("pages"),
    pages <= 2 || conditions.number("reach") == 0
  else { return nil }
  let end = conditions.pitch(axis) * (pages - 1) * (conditions["reversed"] == "true" ? 1 : -1)
  return .init(low: axis.pair(min(0, end)), high: axis.pair(max(0, end)))
}
