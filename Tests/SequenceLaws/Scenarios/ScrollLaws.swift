import InteractionScenarios
import MotionPhysics
import Quantities

/// Content that fits the screen, or is longer or wider, starting at its top or its middle.
let lawfulScroll: LawfulScenario = {
  var content = LawfulScenario(ScrollScenario.self) { random in
    [
      (key: "content.width", value: random.one(of: ["390", "390", "900"])),
      (key: "content.height", value: random.one(of: ["400", "1000", "3000"])),
      (key: "start.y", value: random.one(of: ["0", "100", "600"])),
      (key: "decelerationRate", value: random.one(of: ["0.998", "0.99"])),
      (key: "limits", value: random.one(of: limitStyles)),
      (key: "bounce.dampingRatio", value: random.one(of: ["0.7", "1", "1", "1.3"])),
      (key: "return.dampingRatio", value: random.one(of: ["0.7", "1", "1", "1.3"])),
      (key: "limits.stiffness", value: random.one(of: ["0.55", "0.55", "0.2", "1"])),
      (key: "bounce.response", value: random.one(of: ["0.4", "0.2", "0.8"])),
      (key: "return.response", value: random.one(of: ["0.45", "0.2", "0.8"])),
      (key: "alwaysBounces.x", value: random.one(of: ["true", "false"])),
      (key: "alwaysBounces.y", value: random.one(of: ["true", "false"])),
    ]
  }
  content.commands = ["top", "bottom", "nowhere"]
  content.axes = [.x, .y]
  content.roles = [.scrolling: .moving, .bouncing: .moving]
  content.limits = { .init(low: .zero - $0.hidden, high: .zero) }
  // On a touchpad, GTK multiplies the movement of the finger.
  content.greatestRatio = { max(1, $0.number("factor.touchpad") ?? 1) }
  content.handedVelocity = { release in
    // A throw that adds the throw before it has another velocity than the finger.
    if let law = release.conditions["throw.accumulation"], law != "none" { return nil }
    let deadBand = release.conditions.number("release.deadBand") ?? 0
    let scrolling = release.conditions.scrollingAxes
    var seen = release
    if !scrolling.contains(.x) { seen.velocity.x = .zero }
    if !scrolling.contains(.y) { seen.velocity.y = .zero }
    if seen.velocity.length.value <= deadBand { seen.velocity = .zero }
    return seen.throughBand(along: scrolling)
  }
  content.change = { conditions, random in
    if random.happens(0.4) { return conditions.turnScreen(&random) }
    conditions["content.height"] = random.one(of: ["400", "900", "1500", "3000"])
    if random.happens(0.3) { conditions["content.width"] = random.one(of: ["390", "900"]) }
  }
  content.exceptions = [
    .init(.keepsReleaseVelocityLagging, "content follows the finger without a lag"),
    .init(.bounded, "friction and two springs alternate"),
    .init(.monotone, "friction and two springs alternate"),
    .init(.respectsFlicks, "the content rests anywhere, so no candidate lies ahead"),
    .init(
      .continuous,
      "Chromium, GTK and Qt count a throw from another time than the lift, and a touch finds content in the last frame"
    ) { $0["throw.start"].map { $0 != ScrollScenario.Tuning.ThrowStart.lift.rawValue } ?? false },
    .init(
      .decidesInOrder,
      "a band with slope zero at its start passes no velocity on, and farther out it throws inwards"
    ) { $0["limits"] == ForeignRubberBand.logarithm.rawValue },
  ]
  content.mirrors = [.contentLeftRight, .contentUpDown, .contentDiagonal]
  return content
}()

extension Conditions {
  /// The size of the content minus the size of the screen, per axis.
  fileprivate var hidden: Position {
    let screen = screen.size
    return Position(
      x: max(.zero, Points(number("content.width") ?? 0) - screen.x),
      y: max(.zero, Points(number("content.height") ?? 0) - screen.y))
  }

  fileprivate var scrollingAxes: [Axis] {
    Axis.allCases.filter { axis in
      axis.of(hidden) > 0 || self["alwaysBounces.\(axis.rawValue)"] == "true"
    }
  }

  /// Moves the start to the opposite end of an axis.
  fileprivate mutating func turn(_ axis: Axis) {
    let displacement = axis.of(hidden)
    let start = min(number("start.\(axis.rawValue)") ?? 0, displacement)
    self["start.\(axis.rawValue)"] = "\(displacement - start)"
  }
}

extension Mirror {
  fileprivate static let contentLeftRight: Mirror = {
    var mirror = Mirror(.leftRight)
    mirror.holdsThroughChanges = false
    mirror.comparesNames = false
    mirror.adjust = { $0.turn(.x) }
    mirror.nameEnds { name, conditions in
      // Content that fits is at both ends at once; its target has the name of the first end in the
      // original and in the mirror image.
      conditions.hidden.x == .zero ? name : ["left": "right", "right": "left"][name] ?? name
    }
    mirror.position = { Position(x: -$1.hidden.x - $0.x, y: $0.y) }
    return mirror
  }()

  fileprivate static let contentUpDown: Mirror = {
    var mirror = Mirror(.upDown)
    mirror.holdsThroughChanges = false
    mirror.comparesNames = false
    mirror.adjust = { $0.turn(.y) }
    mirror.nameEnds { name, conditions in
      conditions.hidden.y == .zero ? name : ["top": "bottom", "bottom": "top"][name] ?? name
    }
    mirror.position = { Position(x: $0.x, y: -$1.hidden.y - $0.y) }
    return mirror
  }()

  fileprivate static let contentDiagonal: Mirror = {
    var mirror = Mirror(.diagonal)
    // Commands may name only the top and the bottom.
    mirror.mirrorsCommands = false
    mirror.swaps = [
      ("content.width", "content.height"), ("start.x", "start.y"),
      ("alwaysBounces.x", "alwaysBounces.y"),
    ]
    let names = ["top": "left", "left": "top", "bottom": "right", "right": "bottom"]
    mirror.nameEnds { name, _ in names[name] ?? name }
    mirror.position = { position, _ in Mirror.Kind.diagonal.displacement(position) }
    return mirror
  }()

  /// Mirrors the names of edges with `name`; in the name of a corner, the vertical edge comes
  /// first.
  private mutating func nameEnds(_ name: @escaping @Sendable (String, Conditions) -> String) {
    word = { word, conditions in
      let ends = word.split(separator: "-").map { name(String($0), conditions) }
      return ends.sorted { first, _ in ["top", "bottom"].contains(first) }.joined(separator: "-")
    }
  }
}
