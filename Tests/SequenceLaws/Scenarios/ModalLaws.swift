import InteractionScenarios
import Quantities

/// Modals that can be dismissed, cannot be dismissed, or veto the dismissal.
let lawfulModal: LawfulScenario = {
  var modal = LawfulScenario.draggable(
    ModalScenario.self, axes: [.y],
    limits: { conditions in
      let low = Position(x: .zero, y: Points(conditions.number("top") ?? 0))
      let isFree = conditions["dismissible"] == "true" && conditions["vetoesDismissal"] == "false"
      return .init(
        low: low, high: isFree ? Position(x: .zero, y: conditions.screen.size.y) : low)
    },
    settings: { random in
      [
        (key: "top", value: random.one(of: ["0", "54", "300"])),
        (key: "dismissible", value: random.one(of: ["true", "true", "false"])),
        (key: "vetoesDismissal", value: random.one(of: ["true", "false"])),
        (key: "hitTest", value: random.one(of: ["true", "false", "false"])),
        (key: "release.positional", value: random.one(of: ["100", "0"])),
        (key: "release.threshold", value: random.one(of: ["0.5", "0.25"])),
        (key: "release.flickDistance", value: random.one(of: ["0", "40"])),
        (key: "release.across", value: random.one(of: ["0", "400"])),
        (key: "release.keepsSurfaceOnFlickBack", value: random.one(of: ["true", "true", "false"])),
      ]
    })
  modal.commands = ["presented", "nowhere"]
  modal.change = { conditions, random in
    if random.happens(0.4) { return conditions.turnScreen(&random) }
    conditions["top"] = random.one(of: ["0", "54", "120", "300"])
    if random.happens(0.2) { conditions["dismissible"] = random.one(of: ["true", "false"]) }
  }
  modal.exceptions = .wherePositionCounts + [.flickBackIsNotHeeded(.respectsFlicks)]
  modal.mirrors = [.uprightLeftRight]
  return modal
}()
