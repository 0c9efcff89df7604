import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities

/// The laws that do not apply to some windows.
let windowExceptions: [LawfulScenario.Exception] = [
  .init(
    .keepsReleaseVelocityLagging, "friction raises a velocity that is too small to reach the target"
  ) {
    $0["friction"] == "true"
  },
  .init(.touchPoint, "the finger's position matters to the magnet or the hit test") {
    $0.looksAtFinger
  },
  .init(.touchpad, "the finger's position matters to the magnet or the hit test") {
    $0.looksAtFinger
  },
  .init(.respectsFlicks, "Wave's rule for windows has no flicks, only quadrants") {
    $0["release.choice"] == "quadrant"
  },
]

extension Conditions {
  /// Whether the position of the finger has an effect, through the hit test or through a magnet.
  fileprivate var looksAtFinger: Bool {
    self["hitTest"] == "true" || self["dismiss.point"] == "touch"
  }
}

extension LawfulScenario.Departure {
  /// The spring on which a window settles: a separate one for the magnet; nil for friction or a
  /// tap.
  var windowSpring: Spring? {
    if reason == "magnet" {
      return Spring(
        dampingRatio: 1, response: Seconds(conditions.number("dismiss.response") ?? 0))
    }
    let isPlain = conditions["friction"] == "false" && conditions["dismiss"] == "false"
    if reason == nil {
      let isTapped = (conditions.number("stash.unstash") ?? 0) > 0 && conditions["stash"] == "true"
      return isPlain && !isTapped ? settlingSpring : nil
    }
    return conditions["friction"] == "true" ? nil : settlingSpring
  }
}

extension LawfulScenario.Release {
  /// Returns the initial velocity of a window: `plain`, changed by a magnet, a stash or friction;
  /// nil if it is unknown.
  func windowVelocity(
    _ plain: @Sendable (LawfulScenario.Release) -> Velocity?
  ) -> Velocity? {
    // If a magnet may hold the window, the window may be away from the finger.
    guard conditions["dismiss"] == "false", var velocity = plain(self) else { return nil }
    // The stash uses only the horizontal velocity.
    if decision.text("reason") == "stash", decision.text("from")?.hasPrefix("stashed") == false {
      velocity.y = .zero
    }
    guard conditions["friction"] == "true" else { return velocity }
    let departure = LawfulScenario.Departure(
      conditions: conditions, frame: frame, events: [decision])
    return departure.raised(velocity)
  }
}

extension LawfulScenario.Departure {
  /// Returns `velocity`, raised so that friction does not stop the window before its target.
  ///
  /// Axes along which the window may rest anywhere are unchanged.
  func raised(_ velocity: Velocity) -> Velocity {
    guard conditions["friction"] == "true", let lookahead = conditions.number("release.projection"),
      let target = events.first(where: { $0.kind == .decision })?.text("target")
    else { return velocity }
    let isStashed = target.hasPrefix("stashed")
    let isFree = (
      x: conditions["mode"] == "free" && !isStashed, y: conditions["mode"] != "corners" || isStashed
    )
    let ends = windowRests(conditions)
    func reaching(_ axis: Axis) -> PointsPerSecond {
      let (displacement, speed) = (axis.of(frame.target - frame.position), axis.of(velocity))
      let isUpper = 2 * axis.of(frame.target) >= axis.of(ends.low) + axis.of(ends.high)
      // If the window is beyond its target or moves away from it, a spring takes it back.
      let isTowards = isUpper ? displacement >= 0 && speed >= 0 : displacement <= 0 && speed <= 0
      guard isTowards, speed.magnitude < displacement.magnitude / lookahead else {
        return PointsPerSecond(speed)
      }
      return PointsPerSecond(displacement / lookahead)
    }
    return Velocity(
      x: isFree.x ? velocity.x : reaching(.x), y: isFree.y ? velocity.y : reaching(.y))
  }
}
