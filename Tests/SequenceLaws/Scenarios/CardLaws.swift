import InteractionScenarios
import Quantities

/// Cards that return to their position, and cards that can be thrown out in every direction.
let lawfulCard: LawfulScenario = {
  var card = LawfulScenario.draggable(
    CardScenario.self, axes: [.x, .y],
    limits: { _ in .init(low: .zero, high: .zero) },
    settings: { random in
      [
        (key: "width", value: random.one(of: ["300", "200"])),
        (key: "height", value: random.one(of: ["200", "420"])),
        (key: "hitTest", value: random.one(of: ["true", "false", "false"])),
        (key: "vetoesDismissal", value: random.one(of: ["true", "false", "false"])),
        (key: "release.positional", value: random.one(of: ["0", "0", "120"])),
        (key: "release.flickDistance", value: random.one(of: ["0", "0", "40"])),
        (key: "release.projection", value: random.one(of: ["0.499", "0.1"])),
        (key: "release.keepsSurfaceOnFlickBack", value: random.one(of: ["true", "true", "false"])),
        (key: "dismissible", value: random.one(of: ["true", "false"])),
        (
          key: "directions",
          value: random.one(of: [
            "any", "any", "any", "horizontal", "vertical", "left", "right", "up", "down",
          ])
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
  card.followsExactly = { $0["axes"] == "both" }
  card.commands = ["home", "nowhere"]
  card.exceptions = [
    .init(.keepsReleaseVelocity, "the card moves along one axis only") { $0["axes"] != "both" },
    .init(.keepsReleaseVelocityLagging, "the card moves along one axis only") {
      $0["axes"] != "both"
    },
    // A card that was dragged out leaves after a release at 699 pt/s. A flick back at 700 pt/s
    // keeps the card, so its target changes from outside to home.
    .init(.decidesInOrder, "a flick back keeps the card, and a slower release does not") {
      $0["dismissible"] == "true"
    },
    .flickBackIsNotHeeded(.respectsFlicks),
  ]
  card.exceptions += .wherePositionCounts
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
    mirror.position = { position, _ in kind.displacement(position) }
    return mirror
  }
  return card
}()
