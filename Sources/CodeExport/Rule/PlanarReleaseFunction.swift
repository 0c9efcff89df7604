import GestureReplay
import Quantities
import ReleaseRules

/// The rule `nearest` for a surface that moves along two axes, as a function in the neutral language.
///
/// A tie between two detents goes to the first detent.
struct PlanarReleaseFunction {
  private var body: RuleBody

  /// Creates the function; nil for other rules, and if the surface moves along one axis or can be dismissed.
  init?(_ source: CodeSource) {
    let positions = source.rests.positions.map { $0.position }
    guard source.travel == nil, positions.count > 1, source.rests.exits.isEmpty,
      source.word("release.choice") == "nearest", source.word("release.adjacentOnly") == "false",
      // A velocity along an axis on which all detents are equal does not count.
      Set(positions.map { $0.x }).count > 1, Set(positions.map { $0.y }).count > 1,
      !RuleBody(source).isSet("release.opposed")
    else { return nil }
    body = RuleBody(source)
    body.keys += ["release.adjacentOnly", "release.skip", "release.opposed", "release.flick"]
    if source.word("release.point") == "surface" { body.keys.append("release.point") }
    addProjection()
    addNearest()
    if body.isSet("release.flick") { addFlickFloor() }
    body.add(["return best"])
  }

  var function: NeutralFunction {
    NeutralFunction(
      name: "detentAfterRelease",
      parameters: [
        .number("x"), .number("y"), .number("velocityX"), .number("velocityY"),
        .detents("detents"), .numbers("detentsY"), .index("start"),
      ], returnsIndex: true, body: body.lines)
  }

  /// The keys of the settings that the function expresses.
  var keys: [String] { body.keys }

  private mutating func addProjection() {
    body.constant("cap", "release.cap")
    body.constant("deadBand", "release.deadBand")
    body.add([
      "var u = velocityX", "var v = velocityY", "let speed = sqrt(u * u + v * v)",
      "if speed > cap {", "  u = u * cap / speed", "  v = v * cap / speed", "}",
      "if speed < deadBand {", "  u = 0.0", "  v = 0.0", "}",
    ])
    body.constant("projection", "release.projection")
    body.add(["let projectedX = x + u * projection", "let projectedY = y + v * projection"])
  }

  private static let distance =
    "sqrt((detents[i] - projectedX) * (detents[i] - projectedX)"
    + " + (detentsY[i] - projectedY) * (detentsY[i] - projectedY))"

  private mutating func addNearest() {
    body.constant("hysteresis", "release.hysteresis")
    body.add([
      "index best = 0", "var bestCost = 1e300", "each i {", "  var cost = \(Self.distance)",
      "  if i == start {", "    cost = cost - hysteresis", "  }", "  if cost < bestCost {",
      "    best = i", "    bestCost = cost", "  }", "}",
    ])
  }

  /// Adds the part of the rule that replaces a target in the direction opposite to a flick.
  private mutating func addFlickFloor() {
    body.constant("flick", "release.flick")
    body.add([
      "var left = x", "var right = x", "var top = y", "var bottom = y", "each i {",
      "  if i == 0 {", "    left = detents[i]", "    right = detents[i]", "    top = detentsY[i]",
      "    bottom = detentsY[i]", "  }", "  left = min(left, detents[i])",
      "  right = max(right, detents[i])", "  top = min(top, detentsY[i])",
      "  bottom = max(bottom, detentsY[i])", "}",
      "let insideX = min(max(x, left), right)", "let insideY = min(max(y, top), bottom)",
      "if sqrt(u * u + v * v) >= flick"
        + " && (detents[best] - insideX) * u + (detentsY[best] - insideY) * v < 0.0 {",
      "  bestCost = 1e300", "  each i {",
      "    let cost = \(Self.distance)",
      "    if (detents[i] - insideX) * u + (detentsY[i] - insideY) * v >= 0.0 && cost < bestCost {",
      "      best = i", "      bestCost = cost", "    }", "  }", "}",
    ])
  }
}
