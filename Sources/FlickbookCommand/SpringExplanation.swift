import Flickbook

/// The description of a spring and one of its motions, as text and JSON.
struct SpringExplanation {
  var spring: Spring
  /// The mass for which the stiffness and the damping are printed; without unit.
  var mass: Double
  var start: Points
  var target: Points
  var velocity: PointsPerSecond
  var tolerance: SettleTolerance

  private var motion: Spring.Motion { Spring.Motion(offset: start - target, velocity: velocity) }
  var settleTime: Seconds? { spring.settleTime(from: motion, within: tolerance) }
  private var peak: Spring.Peak? { spring.peakOvershoot(from: motion) }

  /// The start velocity in fractions of the distance per second; 0 if the distance is 0.
  var relativeVelocity: Double { RelativeVelocity(velocity, from: start, to: target).dx }

  /// The start position and the relative velocity for systems that accept only relative velocities.
  private var handOff: HandOff {
    HandOff(from: start, to: target, velocity: velocity, spring: spring)
  }

  /// The relative velocity in words; if the distance is too small, the relative velocity for a shifted start.
  private var relativeText: String {
    guard velocity != .zero, handOff.shift != .zero else {
      return "\(decimals(relativeVelocity, 4)) /s"
    }
    let lost =
      start == target
      ? "0, because the distance is 0; UIKit would lose the velocity"
      : "\(decimals(relativeVelocity, 4)) /s, for hardly any distance"
    return """
      \(lost); with the start shifted by \(decimals(handOff.shift.value, 6)) pt to \
      \(decimals(handOff.start.value, 6)) pt, it is \(decimals(handOff.initialVelocity.dx, 4)) /s
      """
  }

  /// The settling duration of this spring, which is the time from rest to within 0.1 % of the distance, in seconds.
  ///
  /// Nil if no settling duration exists for the damping ratio.
  private var settlingDuration: Double? {
    let unit = try? Spring(settlingDuration: Seconds(1), dampingRatio: spring.dampingRatio)
    return unit.map { spring.response / $0.response }
  }

  /// The duration that makes UIView create this spring, given the velocity; nil if there is none.
  private var viewDuration: Double? {
    spring.viewDuration(relativeVelocity: relativeVelocity)?.value
  }

  /// The duration that UIKit computes for an overdamped spring; nil for other springs, and if the distance is 0.
  ///
  /// UIKit clamps the damping ratio of such a spring to 1, so its duration differs from the actual settle time.
  private var clampedDuration: Seconds? {
    guard spring.dampingRatio > 1, start != target else { return nil }
    return SpringTiming(
      spring: Spring(dampingRatio: 1, response: spring.response),
      initialVelocity: RelativeVelocity(dx: relativeVelocity)
    ).duration
  }

  /// The visual duration with which the animation library Motion creates this spring, in seconds; nil if there is none.
  private var visualDuration: Double? {
    (0.05...1).contains(spring.dampingRatio) ? spring.response.value / 1.2 : nil
  }

  /// The tension and the friction with which Origami, Rebound and React Native create this spring.
  private var origami: (tension: Double, friction: Double) {
    ((spring.stiffness() - 194) / 3.62 + 30, (spring.damping() - 25) / 3 + 8)
  }

  /// Whether the spring acts at once, because its response is 0; it then has no stiffness and no damping.
  private var isImmediate: Bool { spring.response == .zero }

  /// The number in JSON; null for a spring that acts at once.
  private func ofSpring(_ value: Double) -> LogValue { isImmediate ? .none : .number(value) }

  var fields: [LogField] {
    [
      LogField("response", .number(spring.response.value)),
      LogField("dampingRatio", .number(spring.dampingRatio)),
      LogField("mass", .number(mass)),
      LogField("stiffness", ofSpring(spring.stiffness(mass: mass))),
      LogField("damping", ofSpring(spring.damping(mass: mass))),
      LogField("duration", .number(spring.response.value)),
      LogField("bounce", .number(spring.bounce)),
      LogField("settlingDuration", settlingDuration.map(LogValue.number) ?? .none),
      LogField("viewDuration", viewDuration.map(LogValue.number) ?? .none),
      LogField("visualDuration", visualDuration.map(LogValue.number) ?? .none),
      LogField("origamiTension", ofSpring(origami.tension)),
      LogField("origamiFriction", ofSpring(origami.friction)),
      LogField("from", .number(start.value)), LogField("to", .number(target.value)),
      LogField("velocity", .number(velocity.value)),
      LogField("relativeVelocity", .number(relativeVelocity)),
      LogField("handOffFrom", .number(handOff.start.value)),
      LogField("handOffVelocity", .number(handOff.initialVelocity.dx)),
      LogField("settleTime", settleTime.map { .number($0.value) } ?? .none),
      LogField("clampedDuration", clampedDuration.map { .number($0.value) } ?? .none),
      LogField("overshoot", peak.map { .number($0.offset.magnitude.value) } ?? .number(0)),
      LogField("overshootTime", peak.map { .number($0.time.value) } ?? .none),
    ]
  }

  var text: String {
    guard !isImmediate else {
      return """
        response 0 s: there is no spring; the value follows its target at once
        With the spring 'tracking', the surface follows the finger directly.
        """
    }
    let kind =
      switch spring.dampingRatio {
      case ..<1: "underdamped: the value overshoots the target"
      case 1: "critically damped: the fastest spring without overshoot"
      default: "overdamped: the value approaches the target slowly"
      }
    let past = peak.map {
      "overshoot \(decimals($0.offset.magnitude.value, 3)) pt after \(decimals($0.time.value, 4)) s"
    }
    let clamped = clampedDuration.map {
      "\nUIKit and Core Animation clamp the damping ratio to 1: at rest after \(decimals($0.value, 4)) s"
    }
    return """
      response \(readable(spring.response.value)) s, damping ratio \(readable(spring.dampingRatio)) \
      (\(kind))
      mass \(readable(mass)), stiffness \(readable(spring.stiffness(mass: mass))), \
      damping \(readable(spring.damping(mass: mass)))
      duration \(readable(spring.response.value)) s, bounce \(readable(spring.bounce))
      settling duration \(settlingDuration.map { $0.isFinite ? "\(decimals($0, 4)) s" : "without end" } ?? "none"), \
      UIView duration \(viewDuration.map { "\(decimals($0, 4)) s" } ?? "none")\
      \(viewDuration != nil && relativeVelocity != 0 ? " with this velocity" : "")
      Origami tension \(readable(origami.tension)), friction \(readable(origami.friction)); Motion \
      visual duration \(visualDuration.map { "\(decimals($0, 4)) s" } ?? "none")
      from \(readable(start.value)) to \(readable(target.value)) pt with \(readable(velocity.value)) \
      pt/s: \(settleTime.map { "at rest after \(decimals($0.value, 4)) s" } ?? "never at rest"), \
      \(past ?? "no overshoot")\(clamped ?? "")
      relative velocity (UISpringTimingParameters.initialVelocity), in distances per second: \(relativeText)
      """
  }
}
