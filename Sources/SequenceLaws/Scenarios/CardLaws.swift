import InteractionScenarios
import Quantities

/// Cards that go back to their place, and cards that are thrown out, in every direction.
let lawfulCard: LawfulScenario = {
  var card = LawfulScenario.draggable(
    CardScenario.self, axes: [.x, .y],
    limits: { _ in .init(low: .zero, high: .zero) },
    settings: { random in
      [
        (key: "width", value: random.one(of: ["300", "200"])),
        (key: "dismissible", value: random.one(of: ["true", "false"])),
        (
          key: "directions",
          value: random.one(of: ["any", "any", "horizontal", "vertical", "left", "down"])
        ),
        (key: "axes", value: random.one(of: ["both", "both", "horizontal", "vertical"])),
        (key: "measure", value: random.one(of: ["screen", "card"])),
        (key: "release.threshold", value: random.one(of: ["1", "0.4"])),
        (key: "release.across", value: random.one(of: ["0", "400"])),
        (key: "scale.held", value: random.one(of: ["0.8", "1.05", "2"])),
        (key: "scale.dampingRatio", value: random.one(of: ["0.5", "0.8", "1.4"])),
        (key: "cornerRadius.response", value: random.one(of: ["0.1", "0.4", "0.9"])),
      ]
    })
  card.commands = ["home", "nowhere"]
  card.exceptions = [
    .init(.handsOver, "it goes along one axis only") { $0["axes"] != "both" },
    .init(
      .decidesInOrder,
      "carried out along one axis it leaves wherever it goes along the other, and a throw keeps it"
    ) { $0["dismissible"] == "true" },
    .init(
      .heedsFlicks,
      "carried out along one axis it leaves whatever a flick along the other says, and a flick across "
        + "the only axis that is allowed does not throw"
    ) { $0["dismissible"] == "true" },
  ]
  card.change = { conditions, random in
    if random.happens(0.5) { return conditions.turnScreen(&random) }
    if random.happens(0.3) {
      conditions["dismissible"] = random.one(of: ["true", "false"])
      return
    }
    conditions["width"] = random.one(of: ["200", "300"])
  }
  card.mirrors = Mirror.Kind.allCases.map { kind in
    var mirror = Mirror(kind)
    if kind == .diagonal { mirror.swaps = [("width", "height")] }
    mirror.adjust = { conditions in
      for key in ["directions", "axes"] {
        guard let word = conditions[key] else { continue }
        conditions[key] = kind.words[word] ?? word
      }
    }
    mirror.position = { place, _ in kind.way(place) }
    return mirror
  }
  return card
}()

extension Mirror.Kind {
  /// What becomes of the words for directions and axes.
  fileprivate var words: [String: String] {
    switch self {
    case .leftRight: ["left": "right", "right": "left"]
    case .upDown: ["up": "down", "down": "up"]
    case .diagonal:
      [
        "left": "up", "up": "left", "right": "down", "down": "right",
        "horizontal": "vertical", "vertical": "horizontal",
      ]
    }
  }
}
