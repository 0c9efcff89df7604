import Flickbook

/// A motion from a start to rest, with its parameters under the names of several platforms.
struct MotionDescription {
  /// A number of a motion; a number that is nil or not finite does not exist for this motion.
  typealias Row = (key: String, value: Double?, unit: String, note: String)

  var law: String
  /// The parameters of the law.
  var parameters: [Row]
  var from: Points
  var target: Points
  /// The velocity at the start.
  var velocity: PointsPerSecond
  /// The first time at half of the distance; nil if there is none.
  var halfTime: Seconds?
  /// The time from which the motion counts as settled; nil if it never settles.
  var settleTime: Seconds?
  /// Further numbers of the motion.
  var results: [Row] = []
  /// Returns the position and the velocity at a time before ``settleTime``.
  var state: (Seconds) -> (position: Points, velocity: PointsPerSecond)

  private var rows: [Row] {
    let relative =
      velocity.value.isFinite ? RelativeVelocity(velocity, from: from, to: target).dx : nil
    let motion: [Row] = [
      ("from", from.value, "pt", ""), ("to", target.value, "pt", ""),
      ("velocity", velocity.value, "pt/s", "at the start"),
      ("relativeVelocity", relative, "1/s", "UISpringTimingParameters, in distances"),
      ("halfTime", halfTime?.value, "s", "the first time at half of the distance"),
      ("settleTime", settleTime?.value, "s", "the time from which the value is at rest"),
    ]
    return (parameters + motion + results).map { row in
      (row.key, row.value.flatMap { $0.isFinite ? $0 : nil }, row.unit, row.note)
    }
  }

  /// The law and all numbers.
  var report: Report {
    [
      .data("law", law),
      .note(
        alignedTable(
          [["law", law, "", ""]]
            + rows.map { [$0.key, $0.value.map(readable) ?? "none", $0.unit, $0.note] })),
    ] + Report(rows.map { .data($0.key, $0.value) })
  }

  /// Returns the frames until the motion has settled; nil if it never settles, or has too many frames.
  ///
  /// The last frame is at rest at the target.
  func frames(at rate: FrameRate) -> [Frame]? {
    guard let settleTime, settleTime / rate.interval <= Double(SpringCurve.mostFrames) else {
      return nil
    }
    let last = Int((settleTime / rate.interval).rounded(.up))
    return (0...last).map { index in
      let (isOver, time) = (index == last, rate.time(ofFrame: index))
      let now = isOver ? (target, .zero) : state(time)
      return Frame(
        index: index, time: time, phase: isOver ? .resting : .settling,
        touching: false, position: Position(x: .zero, y: now.position),
        velocity: Velocity(x: .zero, y: now.velocity), target: Position(x: .zero, y: target),
        progress: isOver ? 1 : Double(index) / Double(last))
    }
  }
}

extension MotionDescription {
  /// Describes a spring.
  ///
  /// The motion counts as settled within 0.1 % of the distance, as is usual for animations.
  init(_ spring: Spring, from: Points, to target: Points, velocity: PointsPerSecond) {
    let start = Spring.Motion(offset: from - target, velocity: velocity)
    let scale = max((target - from).magnitude.value, velocity.magnitude.value * 0.1)
    let tolerance =
      scale > 0
      ? SettleTolerance(distance: Points(scale / 1_000), speed: PointsPerSecond(scale / 100))
      : .standard
    let handOff = HandOff(from: from, to: target, velocity: velocity, spring: spring)
    let peak = spring.peakOvershoot(from: start)
    let relative = RelativeVelocity(velocity, from: from, to: target)
    self.init(
      law: "spring", parameters: Self.parameters(of: spring, relativeVelocity: relative.dx),
      from: from, target: target, velocity: velocity,
      halfTime: from == target ? nil : spring.firstTime(at: (from - target) / 2, from: start),
      settleTime: spring.settleTime(from: start, within: tolerance),
      results: [
        ("overshoot", peak?.offset.magnitude.value ?? 0, "pt", ""),
        ("overshootTime", peak?.time.value, "s", ""),
        ("handOffFrom", handOff.start.value, "pt", "a start that keeps a relative velocity"),
        ("handOffVelocity", handOff.initialVelocity.dx, "1/s", "the relative velocity from there"),
      ]
    ) { time in
      let motion = spring.motion(after: time, from: start)
      return (target + motion.offset, motion.velocity)
    }
  }

  /// Returns the parameters of a spring with a mass of 1, under the names of all platforms.
  private static func parameters(of spring: Spring, relativeVelocity: Double) -> [Row] {
    // A spring with a response of 0 acts at once, so it has no stiffness and no damping.
    let (stiffness, damping) =
      spring.response > .zero ? (spring.stiffness(), spring.damping()) : (.nan, .nan)
    let kind =
      switch spring.dampingRatio {
      case ..<1: "underdamped: overshoots the target"
      case 1: "critical: the fastest without overshoot"
      default: "overdamped; UIKit clamps the ratio to 1"
      }
    let unit = try? Spring(settlingDuration: Seconds(1), dampingRatio: spring.dampingRatio)
    let view = spring.viewDuration(relativeVelocity: relativeVelocity)
    let visual = (0.05...1).contains(spring.dampingRatio) ? spring.response.value / 1.2 : nil
    return [
      ("response", spring.response.value, "s", "the period without damping"),
      ("dampingRatio", spring.dampingRatio, "", kind),
      ("stiffness", stiffness, "", "for mass 1; react-spring's tension"),
      ("damping", damping, "", "for mass 1; react-spring's friction"),
      ("duration", spring.response.value, "s", "SwiftUI"),
      ("bounce", spring.bounce, "", "SwiftUI, Motion"),
      ("settlingDuration", unit.map { spring.response / $0.response }, "s", "from rest to 0.1 %"),
      ("viewDuration", view?.value, "s", "UIView.animate, with this velocity"),
      ("visualDuration", visual, "s", "Motion"),
      ("origamiTension", (stiffness - 194) / 3.62 + 30, "", "Origami, Rebound, React Native"),
      ("origamiFriction", (damping - 25) / 3 + 8, "", "Origami, Rebound, React Native"),
    ]
  }

  /// Describes a throw.
  ///
  /// An exponential throw counts as settled within 0.1 % of its distance; the other throws end.
  init(law: String, _ friction: Friction, from: Points, velocity: PointsPerSecond) {
    let start = Decay.Motion(position: from, velocity: velocity)
    let distance = friction.projectedDistance(velocity)
    let tolerance = SettleTolerance(
      distance: distance.magnitude / 1_000, speed: PointsPerSecond(.infinity))
    self.init(
      law: law, parameters: Self.parameters(of: friction), from: from, target: from + distance,
      velocity: velocity, halfTime: friction.time(toDistance: distance / 2, from: velocity),
      settleTime: friction.duration(velocity)
        ?? friction.settleTime(from: velocity, within: tolerance)
    ) { time in
      let motion = friction.motion(after: time, from: start)
      return (motion.position, motion.velocity)
    }
    guard case .exponential(let decay) = friction else { return }
    let stepped = from + decay.projectedDistanceByMilliseconds(velocity)
    results = [("toByMilliseconds", stepped.value, "pt", "in steps, as in WWDC 2018, session 803")]
  }

  /// Returns the parameters of a throw, under the names of all platforms.
  private static func parameters(of friction: Friction) -> [Row] {
    switch friction {
    case .exponential(let decay):
      [
        ("decelerationRate", decay.rate, "", "UIScrollView; the fraction left after 1 ms"),
        ("composeFriction", decay.composeFriction, "", "Compose"),
        ("flutterDrag", decay.flutterDrag, "", "Flutter; the fraction left after 1 s"),
        ("timeConstant", decay.timeConstant.value, "s", "Motion"),
      ]
    case .constant(let deceleration), .chromium(let deceleration, _):
      [("deceleration", deceleration, "pt/s²", "")]
    case .flutter(let coefficient), .android(let coefficient):
      [("coefficient", coefficient, "", "")]
    }
  }

  /// Describes a timing curve; its velocity is infinite where the curve is vertical.
  init(law: String, _ curve: CubicBezier, duration: Seconds, from: Points, to target: Points) {
    func velocity(_ fraction: Double) -> PointsPerSecond {
      (target - from) * curve.speed(at: fraction) / duration
    }
    self.init(
      law: law,
      parameters: [
        ("x1", curve.x1, "", ""), ("y1", curve.y1, "", ""), ("x2", curve.x2, "", ""),
        ("y2", curve.y2, "", ""), ("duration", duration.value, "s", ""),
      ],
      from: from, target: target, velocity: velocity(0),
      halfTime: curve.inverse.map { duration * $0.progress(at: 0.5) }, settleTime: duration,
      results: [("endVelocity", velocity(1).value, "pt/s", "")]
    ) { time in
      (from + (target - from) * curve.progress(at: time / duration), velocity(time / duration))
    }
  }
}
