import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities

/// The laws that do not hold for some windows.
let windowExceptions: [LawfulScenario.Exception] = [
  .init(.handsOverLagging, "friction raises a velocity that it would use up on the way") {
    $0["friction"] == "true"
  },
  .init(.touchPoint, "the magnet looks at the finger, or the window has to be hit") {
    $0.looksAtFinger
  },
  .init(.touchpad, "the magnet looks at the finger, or the window has to be hit") {
    $0.looksAtFinger
  },
  .init(.heedsFlicks, "the rule of Wave's window knows no flick, only which quarter is meant") {
    $0["release.choice"] == "quadrant"
  },
]

extension Conditions {
  /// Whether it makes a difference where the finger is; a magnet may come later.
  fileprivate var looksAtFinger: Bool {
    self["hitTest"] == "true" || self["dismiss.point"] == "touch"
  }
}

extension LawfulScenario.Departure {
  /// The spring of a window: the magnet has one of its own, and friction and a tap have none.
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
  /// How fast a window must set off: as any surface does, but for what a magnet, a stash and friction
  /// make of that.
  func windowVelocity(
    _ plain: @Sendable (LawfulScenario.Release) -> Velocity?
  ) -> Velocity? {
    // Where a magnet may hold a window, it may not be where the hand would have it.
    guard conditions["dismiss"] == "false", var velocity = plain(self) else { return nil }
    // A window that is sent off the screen leaves along the horizontal.
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
  /// The velocity with which friction takes a window that is thrown with `velocity` to its target: at
  /// least what it uses up on the way there, along the axes on which it may not stop anywhere.
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
      // From beyond it, or thrown away from it, a spring takes the window back.
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
