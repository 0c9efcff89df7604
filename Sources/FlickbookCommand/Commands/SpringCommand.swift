import ArgumentParser
import Flickbook

struct SpringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spring",
    abstract: "Explain a spring: its parameters in every form, its motion, its curve.",
    discussion: """
      Give it as response, settling duration or UIView duration with a damping ratio, as mass, \
      stiffness and damping, or as duration and bounce. It counts as settled within a thousandth \
      of its way.

      A timing curve, such as UISpringTimingParameters, is told a relative velocity: the velocity as \
      a fraction of the way, per second. It is shown for --velocity, and --relative-velocity is turned \
      back into points per second. For a position do this for each axis. Where there is no way from \
      --from to --to there is no share of it: UIKit takes 0 and loses the velocity. Then the hand-off \
      says from where to start instead, a little behind, and with which relative velocity.

      Example: flickbook spring --response 0.3 --damping-ratio 0.64 --from 0 --to 320 --velocity -200
               flickbook spring --response 0.3 --from 120 --to 0 --relative-velocity 5
      """)

  @Option(parsing: .unconditional, help: "The period of the undamped spring, in seconds.")
  var response: Double?
  @Option(parsing: .unconditional, help: "The damping ratio; below 1 it overshoots. (default: 1)")
  var dampingRatio: Double?
  @Option(
    parsing: .unconditional,
    help: "The time to a thousandth of the way, in seconds, with --damping-ratio.")
  var settlingDuration: Double?
  @Option(
    parsing: .unconditional,
    help: "The duration of a UIView spring animation, in seconds, with --damping-ratio.")
  var viewDuration: Double?
  @Option(parsing: .unconditional, help: "The mass, with --stiffness and --damping. (default: 1)")
  var mass: Double?
  @Option(parsing: .unconditional, help: "The stiffness. (default: 100)")
  var stiffness: Double?
  @Option(parsing: .unconditional, help: "The damping coefficient. (default: 10)")
  var damping: Double?
  @Option(
    parsing: .unconditional,
    help: "The perceived duration in seconds, with --bounce. (default: 0.5)")
  var duration: Double?
  @Option(parsing: .unconditional, help: "The bounce, above -1 to 1. (default: 0)")
  var bounce: Double?

  @Option(parsing: .unconditional, help: "Where the value starts, in points.")
  var from = 0.0
  @Option(parsing: .unconditional, help: "Where it goes, in points.")
  var to = 100.0
  @Option(
    parsing: .unconditional,
    help: "Its velocity at the start, in points per second. (default: 0)")
  var velocity: Double?
  @Option(
    parsing: .unconditional,
    help: "The same as a fraction of the way, per second; above 0 is towards the end.")
  var relativeVelocity: Double?

  @OptionGroup var form: CurveOptions

  func run() throws {
    try form.check(for: "spring")
    let spring = try spring()
    try checkSizes([
      ("--from", from), ("--to", to), ("--velocity", velocity),
      ("--relative-velocity", relativeVelocity),
    ])
    let velocity = try startVelocity()
    let scale = max((to - from).magnitude, velocity.magnitude.value * 0.1)
    // A value within a thousandth of its way has arrived, as animation systems have it.
    let tolerance =
      scale > 0
      ? SettleTolerance(distance: Points(scale / 1_000), speed: PointsPerSecond(scale / 100))
      : .standard
    let curve = SpringCurve(
      spring: spring, from: Points(from), to: Points(to), velocity: velocity,
      every: form.interval, tolerance: tolerance)
    let explanation = SpringExplanation(
      spring: spring, mass: mass ?? 1, start: Points(from), target: Points(to),
      velocity: velocity, tolerance: tolerance)
    try form.show(
      CurveExplanation(
        command: "spring", text: explanation.text, fields: explanation.fields, target: to,
        keys: curve?.keyframes, noKeys: noCurve(explanation),
        css: { () throws(Failure) in try css(explanation) }))
  }

  /// The velocity in points per second, however it was given.
  private func startVelocity() throws(Failure) -> PointsPerSecond {
    guard let relativeVelocity else { return PointsPerSecond(velocity ?? 0) }
    guard velocity == nil else {
      throw Failure(
        .usage, "flickbook spring: give --velocity or --relative-velocity, the other follows.")
    }
    guard from != to || relativeVelocity == 0 else {
      throw Failure(
        .usage,
        """
        --relative-velocity: found \(number(relativeVelocity)) of no way, as --from and --to are the \
        same; move one, or give --velocity.
        """)
    }
    return RelativeVelocity(dx: relativeVelocity).absolute(from: Points(from), to: Points(to))
  }

  private func noCurve(_ explanation: SpringExplanation) -> Failure {
    guard let settleTime = explanation.settleTime else {
      return Failure(
        .badInput, "spring: it never comes to rest, so it has no curve; give it some damping.")
    }
    return Failure(
      .badInput,
      """
      spring: at \(decimals(form.hz, 0)) Hz its \(decimals(settleTime.value, 1)) s are more than \
      \(SpringCurve.mostFrames) points; lower --hz or its response.
      """)
  }

  private func css(_ explanation: SpringExplanation) throws(Failure) -> String {
    guard from != to else {
      throw Failure(
        .badInput, "spring: --from and --to are the same, which no easing can tell; move one.")
    }
    guard explanation.settleTime != nil else { throw noCurve(explanation) }
    let timing = SpringTiming(
      spring: explanation.spring,
      initialVelocity: RelativeVelocity(dx: explanation.relativeVelocity))
    guard let easing = timing.linearEasing() else {
      throw Failure(
        .badInput,
        """
        spring: it swings too long or too far for stops of linear(); give it more damping, or a \
        longer way for its velocity.
        """)
    }
    return "transition: \(cssDuration(easing.duration)) \(easing.css);"
  }

  private func spring() throws(Failure) -> Spring {
    let constants = stiffness != nil || damping != nil || mass != nil
    let perceived = duration != nil || bounce != nil
    let forms =
      [constants, perceived, settlingDuration != nil, viewDuration != nil].count { $0 }
      + (response != nil ? 1 : 0)
    let isPlain = forms == 0 && dampingRatio != nil
    guard forms == 1 || isPlain, !(constants || perceived) || dampingRatio == nil else {
      throw Failure(
        .usage,
        """
        flickbook spring: give one of --response, --settling-duration or --view-duration with \
        --damping-ratio, --stiffness with --damping and --mass, or --duration with --bounce.
        """)
    }
    if let response, !(response > 0) {
      throw Failure(.usage, "--response: found \(plain(response)); give seconds above 0.")
    }
    let ratio = dampingRatio ?? 1
    do throws(SpringError) {
      if let settlingDuration {
        return try Spring(settlingDuration: Seconds(settlingDuration), dampingRatio: ratio)
      }
      if let viewDuration {
        return try Spring(viewDuration: Seconds(viewDuration), dampingRatio: ratio)
      }
      if constants {
        return try Spring(mass: mass ?? 1, stiffness: stiffness ?? 100, damping: damping ?? 10)
      }
      if perceived {
        return try Spring(duration: Seconds(duration ?? 0.5), bounce: bounce ?? 0)
      }
      return try Spring.validated(dampingRatio: ratio, response: Seconds(response ?? 0.5))
    } catch { throw Failure(.usage, "flickbook spring: \(error.description)") }
  }
}
