import InteractionScenarios
import MotionPhysics
import Quantities

/// Drawers at both sides, with and without a hit test.
let lawfulDrawer: LawfulScenario = {
  var drawer = LawfulScenario.draggable(
    DrawerScenario.self, axes: [.x],
    limits: { conditions in
      let screen = conditions.screen.size.x
      let width = min(Points(conditions.number("width") ?? 0), screen)
      let isLeft = conditions["side"] == "left"
      return .init(
        low: Position(x: isLeft ? .zero : screen - width, y: .zero),
        high: Position(x: isLeft ? width : screen, y: .zero))
    },
    settings: { random in
      [
        (key: "side", value: random.one(of: ["left", "right"])),
        (key: "width", value: random.one(of: ["304", "200", "1000"])),
        (key: "start", value: random.one(of: ["closed", "open"])),
        (key: "edge", value: random.one(of: ["20", "60"])),
        (key: "closesByTap", value: random.one(of: ["true", "true", "false"])),
        (key: "tap.slop", value: random.one(of: ["10", "40"])),
        (key: "release.choice", value: random.one(of: ["nearest", "nearest", "segment"])),
        (key: "hitTest", value: random.one(of: ["true", "false", "false"])),
      ]
    })
  drawer.commands = ["open", "closed", "nowhere"]
  drawer.change = { conditions, random in
    if random.happens(0.5) { return conditions.turnScreen(&random) }
    conditions["width"] = random.one(of: ["304", "200", "100"])
  }
  drawer.exceptions = [.touchPoint, .touchpad, .tapDoesNothing, .phases].map { law in
    .init(law, "the position of the touch-down decides its effect") { $0["hitTest"] == "true" }
  }
  drawer.exceptions.append(.segmentKnowsNoFlick)
  drawer.exceptions.append(
    .init(.respectsFlicks, "on the scrim, movement below tap.slop is a tap at any speed") {
      $0["hitTest"] == "true" && $0["closesByTap"] == "true"
    })
  // This affects one release in 10,000 sequences, at 0 or 20 pt/s and 17 pt beyond the edge of the
  // screen.
  drawer.exceptions.append(
    .init(.mirrored, "for a lagging drawer, rounding decides whether the capped band has ended") {
      $0["limits"] == ForeignRubberBand.capped.rawValue && $0.number("tracking.response") != 0
    })
  var mirror = Mirror(.leftRight)
  mirror.holdsThroughChanges = false
  mirror.adjust = { $0["side"] = $0["side"] == "left" ? "right" : "left" }
  drawer.mirrors = [mirror]
  return drawer
}()
