import ArgumentParser
import Flickbook

struct SpringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spring",
    abstract: "Explain a spring: its parameters in every form, its motion, its curve.",
    discussion: """
      Give the spring in the parameters of the system that you know: response, settling duration or \
      UIView duration with a damping ratio; mass, stiffness and damping; stiffness and damping ratio \
      (Compose, SpringForce, Material 3, Flutter); duration and bounce, or a name of SwiftUI; tension \
      and friction (react-spring, Origami); bounciness and speed (Rebound, React Native); visual \
      duration and bounce (Motion). It counts as settled within 0.1 % of the distance.

      A timing curve, such as UISpringTimingParameters, takes a relative velocity: the velocity as \
      a fraction of the distance, per second. It is printed for --velocity, and --relative-velocity is \
      converted to points per second. For a position do this for each axis. If --from and --to are \
      equal, there is no relative velocity: UIKit takes 0 and loses the velocity. The hand-off then \
      prints a start a little behind, and the relative velocity from there.

      UIKit and Core Animation clamp the damping ratio to 1. For an overdamped spring the text says \
      when it rests there.

      Example: flickbook spring --response 0.3 --damping-ratio 0.64 --from 0 --to 320 --velocity -200
               flickbook spring --response 0.3 --from 120 --to 0 --relative-velocity 5
               flickbook spring --stiffness 380 --damping-ratio 0.8
      """)

  @OptionGroup var parameters: SpringOptions

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
    try checkSizes([
      ("--from", from), ("--to", to), ("--velocity", velocity),
      ("--relative-velocity", relativeVelocity),
    ])
    let velocity = try startVelocity()
    let relative = RelativeVelocity(velocity, from: Points(from), to: Points(to))
    let spring = try parameters.spring(relativeVelocity: relative.dx)
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
      spring: spring, mass: parameters.mass ?? 1, start: Points(from), target: Points(to),
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
}
