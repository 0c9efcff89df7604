import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import TouchInput

/// The styles of limits to choose from; Flickbook's own are as frequent as those of all other
/// systems together.
///
/// The band with a step at its edge is excluded, because a surface jumps there, as in the original
/// system.
let limitStyles =
  ["rubberBand", "rubberBand", "rubberBand", "rubberBand", "stop", "stop", "free", "free"]
  + ForeignRubberBand.allCases.filter { $0 != .rootWithStep }.map(\.rawValue)

/// The laws that do not hold on the rubber bands of some other systems.
let bandExceptions: [LawfulScenario.Exception] =
  [.init(.scaled, "the bands of other systems count in points") { $0.band != nil }]
  + [
    .init(.follows, "a browser shows the finger earlier or later than it is there") {
      ($0.number("prediction") ?? 0) > 0
    },
    .init(.follows, "Embla's pages follow the finger in steps") { $0["settle.law"] == "embla" },
    .init(.continuous, "Qt's pages move from the last frame on, and a touch finds them there") {
      $0["settle.law"] == "qtSwipeView"
    },
    .init(.follows, "a surface that forgets the excess at a limit turns back with the finger") {
      $0["limits.forgets"] == "true"
    },
  ]
  + [.follows, .caughtByPan].map { law in
    .init(law, "some of them are steeper than one to one where they begin to give") { conditions in
      conditions.band.map { $0.slope(at: $0.pull(shown: Points(1e-3))) > 1 } ?? false
    }
  }

extension Conditions {
  /// The rubber band of another system beyond the limits; nil for Flickbook's own styles.
  fileprivate var band: ForeignRubberBand? { self["limits"].flatMap(ForeignRubberBand.init) }
}

extension LawfulScenario {
  /// Returns a description of a surface that follows the finger and settles on springs, such as a
  /// sheet.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - axes: The axes along which it moves.
  ///   - limits: The range in which the surface may be dragged.
  ///   - settings: Random settings other than those of the springs and limits.
  /// - Returns: The description of the scenario.
  static func draggable(
    _ scenario: any Scenario.Type, axes: [Axis],
    limits: @escaping @Sendable (Conditions) -> Limits,
    settings: @escaping @Sendable (inout SeededGenerator) -> [(key: String, value: String)]
  ) -> LawfulScenario {
    var lawful = LawfulScenario(scenario) { random in
      settings(&random) + [
        (key: "tracking.response", value: random.one(of: ["0", "0", "0.2", "0.26"])),
        (key: "spring.dampingRatio", value: random.one(of: ["0.6", "0.8", "1", "1.3"])),
        (key: "spring.response", value: random.one(of: ["0.2", "0.4", "0.8"])),
        (key: "limits", value: random.one(of: limitStyles)),
        (key: "limits.stiffness", value: random.one(of: ["0.55", "0.55", "0.2", "1"])),
        (key: "spring.calmSpeed", value: random.one(of: ["0", "0", "300"])),
        (key: "tracking.dampingRatio", value: random.one(of: ["0.8", "1"])),
        (key: "release.hysteresis", value: random.one(of: ["8", "0"])),
        (key: "release.cancelled", value: random.one(of: ["withoutVelocity", "asLift"])),
      ]
    }
    lawful.axes = axes
    lawful.limits = limits
    lawful.spring = { $0.settlingSpring }
    lawful.followsExactly = { _ in true }
    lawful.draggedPosition = { frame, conditions in
      (conditions.number("tracking.response") ?? 0) == 0 ? frame.position : frame.target
    }
    lawful.handedVelocity = { release in
      // The position of a lagging surface does not determine how far the finger stretches the band.
      guard
        release.conditions["limits"] == "free"
          || release.conditions.number("tracking.response") == 0
      else { return nil }
      return release.throughBand(along: axes)
    }
    return lawful
  }
}

extension [LawfulScenario.Exception] {
  /// The exceptions for a surface that reacts only to touches on it.
  static let wherePositionCounts: [LawfulScenario.Exception] = [LawName.touchPoint, .touchpad].map {
    law in
    .init(law, "only touches on the surface count") { $0["hitTest"] == "true" }
  }
}

extension LawfulScenario.Exception {
  /// The exception for a rule without flicks.
  static let segmentKnowsNoFlick = Self(
    .respectsFlicks, "FloatingPanel's rule uses the half of a segment and has no flicks"
  ) { $0["release.choice"] == "segment" }

  /// The exception for a rule that dismisses after a long pull, even if the release is a flick
  /// back.
  static func flickBackIsNotHeeded(_ law: LawName) -> Self {
    Self(law, "a surface pulled far enough leaves, as in Wave") {
      $0["release.keepsSurfaceOnFlickBack"] == "false"
    }
  }
}

extension LawfulScenario.Departure {
  /// The spring of the settings, but critically damped if the surface starts at the calm speed or
  /// slower.
  var settlingSpring: Spring? {
    guard let ratio = conditions.number("spring.dampingRatio"),
      let response = conditions.number("spring.response")
    else { return nil }
    let calm = conditions.number("spring.calmSpeed") ?? 0
    // A change without a new target keeps the spring of the original start, and the speed of that
    // start is unknown here.
    guard calm == 0 || isSent else { return nil }
    let isCalm = calm > 0 && frame.velocity.length.value <= calm
    return Spring(dampingRatio: isCalm ? 1 : ratio, response: Seconds(response))
  }
}

extension LawfulScenario.Release {
  /// Returns the capped velocity of the finger along `axes`; nil if the expected velocity is unknown.
  ///
  /// On an axis where the surface is beyond its limit, the velocity is multiplied by the slope of the rubber band.
  func throughBand(along axes: [Axis]) -> Velocity? {
    guard let limits else { return nil }
    var velocity = self.velocity
    if !axes.contains(.x) { velocity.x = .zero }
    if !axes.contains(.y) { velocity.y = .zero }
    let cap = conditions.number("release.cap") ?? .infinity
    let speed = velocity.length.value
    if speed > cap { velocity = velocity * (cap / speed) }
    guard conditions["limits"] != "free" else { return velocity }
    for axis in axes {
      // A surface that is caught beyond the reach of the band is dragged without a band.
      let beyond = max(
        axis.of(limits.low) - axis.of(grabbed), axis.of(grabbed) - axis.of(limits.high))
      guard beyond < 0.99 * axis.of(limits.reach ?? conditions.screen.size) else { return nil }
    }
    let isBand = conditions["limits"] == "rubberBand"
    for axis in axes where !isBand {
      let here = axis.of(frame.position)
      guard here > axis.of(limits.low), here < axis.of(limits.high) else { return nil }
    }
    func slope(_ axis: Axis) -> Double {
      let here = axis.of(frame.position)
      let beyond = max(axis.of(limits.low) - here, here - axis.of(limits.high), 0)
      guard beyond > 0 else { return 1 }
      // With b = d (1 − 1 / (c x / d + 1)) the slope is c (1 − b / d)².
      let left = 1 - beyond / axis.of(limits.reach ?? conditions.screen.size)
      return (conditions.number("limits.stiffness") ?? 0.55) * left * left
    }
    return Velocity(x: velocity.x * slope(.x), y: velocity.y * slope(.y))
  }
}
