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

  /// The time to a thousandth of the way from rest, in seconds; nil when it never gets there.
  private var settlingDuration: Double? {
    let unit = try? Spring(settlingDuration: Seconds(1), dampingRatio: spring.dampingRatio)
    return unit.map { spring.response / $0.response }
  }

  /// The duration that makes UIView choose this spring, in seconds; nil when none does.
  private var viewDuration: Double? {
    let unit = try? Spring(viewDuration: Seconds(1), dampingRatio: spring.dampingRatio)
    return unit.map { spring.response / $0.response }
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
      LogField("from", .number(start.value)), LogField("to", .number(target.value)),
      LogField("velocity", .number(velocity.value)),
      LogField("settleTime", settleTime.map { .number($0.value) } ?? .none),
      LogField("overshoot", peak.map { .number($0.offset.magnitude.value) } ?? .number(0)),
      LogField("overshootTime", peak.map { .number($0.time.value) } ?? .none),
    ]
  }

  var json: String {
    var text = JSONText()
    text.appendDocument(fields)
    return String(decoding: text.bytes, as: UTF8.self)
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
    return """
      response \(number(spring.response.value)) s, damping ratio \(number(spring.dampingRatio)) \
      (\(kind))
      mass \(number(mass)), stiffness \(number(spring.stiffness(mass: mass))), \
      damping \(number(spring.damping(mass: mass)))
      duration \(number(spring.response.value)) s, bounce \(number(spring.bounce))
      settling duration \(settlingDuration.map { decimals($0, 4) } ?? "none") s, \
      UIView duration \(viewDuration.map { decimals($0, 4) } ?? "none") s
      from \(number(start.value)) to \(number(target.value)) pt with \(number(velocity.value)) \
      pt/s: \(settleTime.map { "at rest after \(decimals($0.value, 4)) s" } ?? "never at rest"), \
      \(past ?? "never past it")
      """
  }

  func csv(_ curve: SpringCurve) -> String {
    var lines = ["time,value,velocity"]
    for (time, motion) in zip(curve.times, zip(curve.values, curve.velocities)) {
      lines.append("\(number(time.value)),\(number(motion.0)),\(number(motion.1))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  func keyframes(_ curve: SpringCurve) -> String {
    var text = JSONText()
    text.appendLine([
      LogField("values", .list(curve.values.map { .number($0) })),
      LogField("keyTimes", .list(curve.keyTimes.map { .number($0) })),
      LogField("duration", .number(curve.duration.value)),
    ])
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The curve as a run, for the pictures.
  func run(_ curve: SpringCurve, hz: Double) -> Run {
    let rate = FrameRate(framesPerSecond: hz)
    let last = curve.values.count - 1
    let frames = curve.values.indices.map { index in
      Frame(
        index: index, time: rate.time(ofFrame: index), phase: index < last ? .settling : .resting,
        touching: false, position: Position(x: .zero, y: Points(curve.values[index])),
        velocity: Velocity(x: .zero, y: PointsPerSecond(curve.velocities[index])),
        target: Position(x: .zero, y: target), progress: curve.keyTimes[index])
    }
    return Run(
      header: [LogField("scenario", .text("spring"))], rate: rate, ownFields: [], frames: frames,
      events: [], ending: .rested)
  }

  private func number(_ value: Double) -> String {
    var text = JSONText()
    text.append(value)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
