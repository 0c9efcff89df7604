import GestureReplay
import Quantities

/// The release rule of a source as a function of one dimension, in the neutral language.
///
/// Each rule decides as the rule in `ReleaseRules` does, for a surface that moves by the same distance as the finger.
/// Coordinates are along the line of travel. A tie between two detents goes to the detent with the lower coordinate.
struct ReleaseFunction {
  private let source: CodeSource
  private let travel: RestLine
  private var body: RuleBody

  /// Creates the function; nil if the rule needs more than one dimension, or cannot be exported.
  init?(_ source: CodeSource) {
    guard let travel = source.travel, let rule = source.word("release.choice") else { return nil }
    self.source = source
    self.travel = travel
    body = RuleBody(source)
    addFilter()
    switch rule {
    case "nearest": addNearest()
    case "neighbour": guard addNeighbour() else { return nil }
    case "progress": addProgress()
    case "half": addHalf()
    case "segment": addSegment()
    case "page": addPage()
    case "pull": guard addPull() else { return nil }
    default: return nil
    }
  }

  var function: NeutralFunction {
    let mean: [NeutralFunction.Parameter] = usesMean ? [.number("mean")] : []
    return NeutralFunction(
      name: "detentAfterRelease",
      parameters: [.number("position"), .number("velocity")] + mean + [
        .detents("detents"), .index("start"),
      ], returnsIndex: true, body: body.lines)
  }

  /// The keys of the settings that the function expresses.
  var keys: [String] { body.keys }

  /// Whether the function has the mean velocity of the touch as a parameter.
  var usesMean: Bool { source.word("release.choice") == "page" }

  /// Whether the function can return -1, for a dismissal.
  var dismisses: Bool { body.lines.contains { $0.code.hasSuffix("return -1") } }
}

// Lines.
extension ReleaseFunction {
  private mutating func add(_ lines: String...) { body.add(lines) }

  private mutating func constant(_ name: String, _ key: String) { body.constant(name, key) }

  private func isSet(_ key: String) -> Bool { body.isSet(key) }

  /// Adds the filter of the velocity, the projection, and the dismissal that most rules share.
  private mutating func addFilter() {
    constant("cap", "release.cap")
    constant("deadBand", "release.deadBand")
    add("var v = min(max(velocity, -cap), cap)", "if abs(v) < deadBand {", "  v = 0.0", "}")
    if isSet("release.opposed") {
      constant("opposed", "release.opposed")
      add(
        "if (position - detents[start]) * v < 0.0 && abs(position - detents[start]) >= opposed {",
        "  v = 0.0", "}")
    } else if source.number("release.opposed") != nil {
      body.keys.append("release.opposed")
    }
    if source.number("release.projection") != nil, usesProjection {
      constant("projection", "release.projection")
      if source.word("release.point") == "surface" { body.keys.append("release.point") }
      add("var projected = position + v * projection")
    }
    addDismissal()
  }

  /// Whether the rule itself or its dismissal uses the projection.
  private var usesProjection: Bool {
    ["nearest", "progress", "half", "segment", "page"].contains(source.word("release.choice"))
      || hasDismissal && source.word("release.dismissal") == "thrownOrPulled"
  }

  /// Whether the function has the dismissal that most rules share.
  private var hasDismissal: Bool {
    source.word("release.dismissal").map { $0 != "candidate" } == true && travel.hidden != nil
      && source.word("vetoesDismissal") != "true"
  }

  /// Adds the dismissal, for rules that do not define their own; see `DismissalRule`.
  private mutating func addDismissal() {
    guard hasDismissal, let kind = source.word("release.dismissal"), let hidden = travel.hidden
    else { return }
    let (first, last) = (
      travel.rests[0].coordinate, travel.rests[travel.rests.count - 1].coordinate
    )
    let isLow = (hidden - first).magnitude < (hidden - last).magnitude
    let near = isLow ? first : last
    guard hidden != near else { return }
    let sign = hidden > near ? "" : "-"
    body.keys += ["release.dismissal", "dismissible"]
    constant("rate", "release.dismissRate")
    body.lines.append(
      ("let hidden = \(codeText(hidden))", "the coordinate of the dismissed surface"))
    add(
      "let edge = detents[\(isLow ? "0" : "count - 1")]",
      "let outward = \(sign)v",
      "let beyond = \(sign)(position - edge)",
      "if beyond >= 0.0 && outward > 0.0 && outward >= rate * abs(hidden - edge) - rate * beyond {",
      "  return -1", "}")
    guard kind == "thrownOrPulled" else { return }
    add(
      "if beyond >= 0.0 && outward >= 0.0 && \(sign)(projected - edge) > abs(hidden - edge) / "
        + "2.0 {",
      "  return -1", "}")
  }

  /// Adds the index `above` of the last detent at or before the position.
  private mutating func addAbove() {
    add(
      "index above = 0", "each i {", "  if detents[i] <= position {", "    above = i", "  }", "}")
  }

  /// Adds the index `below` of the first detent at or after the position.
  private mutating func addBelow() {
    add(
      "index below = 0", "each i {", "  if detents[i] < position && i + 1 < count {",
      "    below = i + 1", "  }", "}")
  }

  /// Adds the index `name` of the detent that is nearest to `coordinate`.
  private mutating func addNearestIndex(_ name: String, to coordinate: String) {
    add(
      "index \(name) = 0", "each i {",
      "  if abs(detents[i] - \(coordinate)) < abs(detents[\(name)] - \(coordinate)) {",
      "    \(name) = i", "  }", "}")
  }

  /// Adds `lines` inside an if, unless `condition` is nil.
  private mutating func add(_ lines: [String], if condition: String?) {
    if let condition { add("if \(condition) {") }
    for line in lines { add((condition == nil ? "" : "  ") + line) }
    if condition != nil { add("}") }
  }
}

// Rules.
extension ReleaseFunction {
  private mutating func addNearest() {
    constant("hysteresis", "release.hysteresis")
    if isSet("release.adjacentOnly") || isSet("release.flick") {
      add("let inside = min(max(position, detents[0]), detents[count - 1])")
    }
    add("index first = 0")
    body.keys += ["release.adjacentOnly"]
    let isHeld = isSet("release.adjacentOnly")
    add(isHeld && !isSet("release.skip") ? "index last = 0" : "index last = count - 1")
    if isHeld {
      if isSet("release.skip") { constant("skip", "release.skip") }
      body.keys.append("release.skip")
      add(
        (isSet("release.skip") ? ["last = 0"] : []) + [
          "each i {",
          "  if detents[i] < inside || (detents[i] == inside && v >= 0.0) {", "    first = i",
          "  }",
          "  if (detents[i] < inside || (detents[i] == inside && v > 0.0)) && i + 1 < count {",
          "    last = i + 1", "  }", "}", "if last < first {", "  last = first", "}",
          "projected = min(max(projected, detents[first]), detents[last])",
        ], if: isSet("release.skip") ? "abs(v) <= skip" : nil)
    }
    add(
      "index best = first", "var bestCost = 1e300", "each i {",
      "  var cost = abs(detents[i] - projected)", "  if i == start {",
      "    cost = cost - hysteresis", "  }",
      "  if i >= first && i <= last && cost < bestCost {", "    best = i",
      "    bestCost = cost", "  }", "}")
    body.keys.append("release.flick")
    if isSet("release.flick") { addFlickFloor() }
    add("return best")
  }

  /// Adds the part of the rule `nearest` that replaces a target in the direction opposite to a flick.
  private mutating func addFlickFloor() {
    constant("flick", "release.flick")
    add(
      "if abs(v) >= flick && (detents[best] - inside) * v < 0.0 {", "  bestCost = 1e300",
      "  each i {",
      "    if i >= first && i <= last && (detents[i] - inside) * v >= 0.0"
        + " && abs(detents[i] - projected) < bestCost {", "      best = i",
      "      bestCost = abs(detents[i] - projected)", "    }", "  }", "}")
  }

  private mutating func addNeighbour() -> Bool {
    let next = source.word("release.neighbour") ?? ""
    body.keys += ["release.neighbour", "release.flick"]
    // Flutter's rule treats the two directions differently, which is exported only for detents in the order of a sheet.
    guard next != "beyondDownwards" || travel.isDescending else { return false }
    if next != "afterNearest" { addAbove() }
    if next == "atOrBeyond" { addBelow() }
    addNearestIndex("nearest", to: "position")
    if isSet("release.flick") {
      constant("flick", "release.flick")
      add("if abs(v) >= flick {")
      switch next {
      case "atOrBeyond": add("  if v > 0.0 {", "    return below", "  }", "  return above")
      case "beyondDownwards":
        add(
          "  if v < 0.0 {", "    return above", "  }",
          "  if above + 1 < count {", "    return above + 1", "  }",
          "  return above")
      default:
        add(
          "  if position < detents[0] || position > detents[count - 1] {", "    return nearest",
          "  }", "  if v > 0.0 && nearest + 1 < count {", "    return nearest + 1", "  }",
          "  if v < 0.0 && nearest > 0 {", "    return nearest - 1", "  }", "  return nearest")
      }
      add("}")
    }
    guard next == "atOrBeyond" else {
      add("return nearest")
      return true
    }
    addPositionThreshold()
    return true
  }

  private mutating func addPositionThreshold() {
    body.keys += ["release.positional", "release.threshold"]
    if isSet("release.positional") {
      constant("needed", "release.positional")
    } else {
      constant("threshold", "release.threshold")
      add("let needed = threshold * (detents[below] - detents[above])")
    }
    add(
      "if v == 0.0 {", "  return nearest", "}", "if v > 0.0 {",
      "  if position - detents[above] >= needed {", "    return below", "  }", "  return above",
      "}", "if detents[below] - position >= needed {", "  return above", "}", "return below")
  }

  /// The indices of the first and the last candidate of the scenario, in the order of the coordinates.
  private var ends: (first: String, last: String) {
    travel.isDescending ? ("count - 1", "0") : ("0", "count - 1")
  }

  private mutating func addProgress() {
    constant("threshold", "release.threshold")
    body.keys.append("release.flick")
    let (first, last) = ends
    add("let travel = detents[\(last)] - detents[\(first)]")
    if isSet("release.flick") {
      constant("flick", "release.flick")
      add(
        "if abs(v) >= flick && v * travel > 0.0 {", "  return \(last)", "}",
        "if abs(v) >= flick {", "  return \(first)", "}")
    }
    add(
      "if (projected - detents[\(first)]) / travel > threshold {", "  return \(last)", "}",
      "return \(first)")
  }

  private mutating func addHalf() {
    let (first, last) = ends
    add(
      "let travel = detents[\(last)] - detents[\(first)]",
      "let past = (projected - detents[\(first)] - travel / 2.0) * travel",
      "if v == 0.0 || past > 0.0 || (past == 0.0 && v * travel > 0.0) {", "  return \(last)", "}",
      "return \(first)")
  }

  private mutating func addSegment() {
    constant("threshold", "release.threshold")
    body.keys.append("release.adjacentOnly")
    let isHeld = isSet("release.adjacentOnly")
    add(
      "var forward = v", "if v == 0.0 {", "  forward = position - detents[start]", "}",
      "let around = \(isHeld ? "position" : "projected")", "index beyond = 0", "each i {",
      "  if detents[i] < around || (detents[i] == around && forward > 0.0) {",
      "    beyond = i + 1", "  }", "}", "index lower = beyond - 1", "index upper = beyond",
      "if lower < 0 {", "  lower = 0", "}", "if upper >= count {", "  upper = count - 1", "}",
      "index origin = lower", "index target = upper", "if forward <= 0.0 {",
      "  origin = upper", "  target = lower", "}")
    if isHeld {
      add(
        "if origin == target && forward > 0.0 && target + 1 < count {", "  target = target + 1",
        "} else if origin == target && forward <= 0.0 && target > 0 {", "  target = target - 1",
        "}")
    }
    // The rule limits the projection to the segment, so a projection on the other side of the origin covers nothing.
    let covered =
      isHeld
      ? "min((projected - detents[origin]) / length, 1.0)"
      : "abs((projected - detents[origin]) / length)"
    add(
      "if origin == target {", "  return origin", "}",
      "let length = detents[target] - detents[origin]", "if \(covered) > threshold {",
      "  return target", "}", "return origin")
  }

  private mutating func addPage() {
    constant("hysteresis", "release.hysteresis")
    body.keys += ["release.adjacentOnly", "release.skip", "release.flick"]
    let isHeld = isSet("release.adjacentOnly")
    let passes = isHeld ? (isSet("release.skip") ? "abs(v) > skip" : nil) : "true"
    if passes == "abs(v) > skip" { constant("skip", "release.skip") }
    addAbove()
    addBelow()
    addNearestIndex("thrown", to: "projected")
    add(
      "if mean >= 0.0 && below < start + 1 {", "  below = start + 1", "}",
      "if below > count - 1 {", "  below = count - 1", "}",
      "if mean <= 0.0 && above > start - 1 {", "  above = start - 1", "}",
      "if above < 0 {", "  above = 0", "}")
    if isSet("release.flick") {
      constant("flick", "release.flick")
      add("if abs(v) >= flick {")
      if let passes {
        let faster = passes == "true" ? "" : "\(passes) && "
        add(
          "  if (\(faster)v > 0.0 && thrown > below) || (\(faster)v < 0.0 && thrown < above) {",
          "    return thrown", "  }")
      }
      add("  if v > 0.0 {", "    return below", "  }", "  return above", "}")
    }
    let held = passes.map { "!(\($0))" }
    add("index nearest = thrown")
    if passes != "true" {
      add(
        [
          "if nearest > below {", "  nearest = below", "}", "if nearest < above {",
          "  nearest = above", "}",
        ], if: held)
    }
    let mayStay =
      switch passes {
      case nil: "above <= start && start <= below && "
      case "true": ""
      case .some(let faster): "(\(faster) || (above <= start && start <= below)) && "
      }
    add(
      "let gained = abs(detents[start] - projected) - abs(detents[nearest] - projected)",
      "if \(mayStay)gained < hysteresis {", "  return start", "}", "return nearest")
  }

  private mutating func addPull() -> Bool {
    guard let hidden = travel.hidden, let start = travel.rests.first, !isSet("release.across"),
      source.word("vetoesDismissal") != "true"
    else { return false }
    let sign = hidden > start.coordinate ? "" : "-"
    body.keys += ["release.flick", "release.flickDistance", "release.across", "dismissible"]
    body.keys += ["release.keepsSurfaceOnFlickBack", "release.positional", "release.threshold"]
    add("let pulled = \(sign)(position - detents[start])", "let outward = \(sign)v")
    if isSet("release.flick") {
      constant("flick", "release.flick")
      if isSet("release.flickDistance") {
        constant("flickDistance", "release.flickDistance")
        add("if outward >= flick && pulled >= flickDistance {", "  return -1", "}")
      } else {
        add("if outward >= flick {", "  return -1", "}")
      }
      if isSet("release.keepsSurfaceOnFlickBack") {
        add("if outward <= -flick {", "  return start", "}")
      }
    }
    if isSet("release.positional") {
      constant("needed", "release.positional")
    } else {
      constant("threshold", "release.threshold")
      add("let needed = threshold * abs(\(codeText(hidden)) - detents[start])")
    }
    add("if pulled > needed {", "  return -1", "}", "return start")
    return true
  }
}
