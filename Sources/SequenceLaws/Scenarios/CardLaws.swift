import InteractionScenarios
import Quantities

/// Cards that go back to their place.
let lawfulCard: LawfulScenario = {
  var card = LawfulScenario.draggable(
    CardScenario.self, axes: [.x, .y],
    limits: { _ in .init(low: .zero, high: .zero) },
    settings: { random in [(key: "width", value: random.one(of: ["300", "200"]))] })
  card.commands = ["home", "nowhere"]
  card.change = { conditions, random in
    if random.happens(0.5) { return conditions.turnScreen(&random) }
    conditions["width"] = random.one(of: ["200", "300"])
  }
  card.mirrors = Mirror.Kind.allCases.map { kind in
    var mirror = Mirror(kind)
    if kind == .diagonal { mirror.swaps = [("width", "height")] }
    mirror.position = { place, _ in kind.way(place) }
    return mirror
  }
  return card
}()
