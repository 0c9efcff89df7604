import Flickbook

/// A spring and one motion of it, in words and numbers.
struct SpringExplanation {
  var spring: Spring
  /// The mass that goes with the stiffness and the damping; unitless.
  var mass: Double
  var start: Points
  var target: Points
  var velocity: PointsPerSecond
  var tolerance: SettleTolerance

  private var motion: Spring.Motion { Spring.Motion(offset: start - target, velocity: velocity) }
  var settleTime: Seconds? { spring.settleTime(from: motion, within: tolerance) }
  private var peak: Spring.Peak? { spring.peakOvershoot(from: motion) }

  /// The velocity as a fraction of the way, per second; 0 when there is no way.
  var relativeVelocity: Double { RelativeVelocity(velocity, from: start, to: target).dx }

  /// A start from which a relative velocity carries all of the velocity.
  private var handOff: HandOff {
    HandOff(from: start, to: target, velocity: velocity, spring: spring)
  }

  /// What a timing curve is told of the velocity, in words.
  private var relativeText: String {
    guard velocity != .zero, handOff.shift != .zero else {
      return "\(decimals(relativeVelocity, 4)) ways/s"
    }
    let lost =
      start == target
      ? "0, as there is no way, and the velocity would be lost"
      : "\(decimals(relativeVelocity, 4)) ways/s of hardly any way"
    return """
      \(lost); from \(decimals(handOff.start.value, 6)) pt, \(decimals(handOff.shift.value, 6)) pt \
      aside, it is \(decimals(handOff.initialVelocity.dx, 4)) ways/s
      """
  }

  /// The time to a thousandth of the way from rest, in seconds; nil when it never gets there.
  private var settlingDuration: Double? {
    let unit = try? Spring(settlingDuration: Seconds(1), dampingRatio: spring.dampingRatio)
    return unit.map { spring.response / $0.response }
  }

  /// The duration with which UIView chooses this spring for the velocity; nil when none does.
  private var viewDuration: Double? {
    spring.viewDuration(relativeVelocity: relativeVelocity)?.value
  }

  /// The duration that UIKit gives to an overdamped spring, whose damping ratio it clamps to 1; nil for
  /// other springs, and if there is no distance.
  private var clampedDuration: Seconds? {
    guard spring.dampingRatio > 1, start != target else { return nil }
    return SpringTiming(
      spring: Spring(dampingRatio: 1, response: spring.response),
      initialVelocity: RelativeVelocity(dx: relativeVelocity)
    ).duration
  }

  /// The visual duration with which Motion makes this spring, in seconds; nil when none does.
  private var visualDuration: Double? {
    (0.05...1).contains(spring.dampingRatio) ? spring.response.value / 1.2 : nil
  }

  /// The tension and the friction of Origami, which are those of Rebound and React Native.
  private var origami: (tension: Double, friction: Double) {
    ((spring.stiffness() - 194) / 3.62 + 30, (spring.damping() - 25) / 3 + 8)
  }

  var fields: [LogField] {
    [
      LogField("response", .number(spring.response.value)),
      LogField("dampingRatio", .number(spring.dampingRatio)),
      LogField("mass", .number(mass)),
      LogField("stiffness", .number(spring.stiffness(mass: mass))),
      LogField("damping", .number(spring.damping(mass: mass))),
      LogField("duration", .number(spring.response.value)),
      LogField("bounce", .number(spring.bounce)),
      LogField("settlingDuration", settlingDuration.map(LogValue.number) ?? .none),
      LogField("viewDuration", viewDuration.map(LogValue.number) ?? .none),
      LogField("visualDuration", visualDuration.map(LogValue.number) ?? .none),
      LogField("origamiTension", .number(origami.tension)),
      LogField("origamiFriction", .number(origami.friction)),
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
    let kind =
      switch spring.dampingRatio {
      case ..<1: "underdamped: it swings past its target"
      case 1: "critically damped: the fastest way without swinging"
      default: "overdamped: it creeps to its target"
      }
    let past = peak.map {
      "\(decimals($0.offset.magnitude.value, 3)) pt past it after \(decimals($0.time.value, 4)) s"
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
      \(past ?? "never past it")\(clamped ?? "")
      relative velocity (UISpringTimingParameters.initialVelocity) \(relativeText)
      """
  }
}
