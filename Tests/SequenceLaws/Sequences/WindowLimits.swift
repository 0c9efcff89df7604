import InteractionScenarios
import Quantities

/// The range of the centre of a window, within the insets and the margin.
@Sendable func windowLimits(_ conditions: Conditions) -> LawfulScenario.Limits {
  func number(_ key: String) -> Double { conditions.number(key) ?? 0 }
  let (screen, margin) = (conditions.screen.size, number("margin"))
  let half = (x: number("width") / 2, y: number("height") / 2)
  return .init(
    low: Position(
      x: Points(number("inset.left") + margin + half.x),
      y: Points(number("inset.top") + margin + half.y)),
    high: Position(
      x: screen.x - Points(number("inset.right") + margin + half.x),
      y: screen.y - Points(number("inset.bottom") + margin + half.y)))
}

/// The range of the centre of a window at rest.
///
/// A stashed window rests farther out, with `stash.visible` points of its width inside the insets.
@Sendable func windowRests(_ conditions: Conditions) -> LawfulScenario.Limits {
  var limits = windowLimits(conditions)
  guard conditions["stash"] == "true" else { return limits }
  func number(_ key: String) -> Double { conditions.number(key) ?? 0 }
  let width = number("width")
  let out = width / 2 - min(number("stash.visible"), width)
  limits.low.x = min(limits.low.x, Points(number("inset.left") - out))
  limits.high.x = max(
    limits.high.x, conditions.screen.size.x - Points(number("inset.right") - out))
  return limits
}
