import ArgumentParser
import Flickbook

struct SpringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spring",
    abstract: "Explain a spring: its parameters in every convention, its motion and its curve.",
    discussion: """
      Pass the parameters of the spring in the system that you know: response, settling duration or \
      UIView duration with a damping ratio; mass, stiffness and damping; stiffness and damping ratio \
      (Compose, SpringForce, Material 3, Flutter); duration and bounce, or a spring name of SwiftUI; \
      tension and friction (react-spring, Origami); bounciness and speed (Rebound, React Native); visual \
      duration and bounce (Motion). The spring counts as settled within 0.1 % of the distance.

      --spring explains one of the springs of a scenario, with the settings of --config or --preset. \
      'flickbook export' writes these springs as code.

      A timing curve, such as UISpringTimingParameters, takes a relative velocity: the velocity per \
      second as a fraction of the distance. --velocity is converted to the relative velocity, and \
      --relative-velocity to points per second. For a two-dimensional position, run the command for \
      each axis. If --from and --to are equal, there is no relative velocity; UIKit then uses 0 and \
      loses the velocity. In this case, the output suggests a slightly shifted start position, and the \
      relative velocity from there.

      UIKit and Core Animation clamp the damping ratio to 1. For an overdamped spring, the output also \
      has the time when the clamped spring comes to rest.

      Example: flickbook spring --response 0.3 --damping-ratio 0.64 --from 0 --to 320 --velocity -200
               flickbook spring --response 0.3 --from 120 --to 0 --relative-velocity 5
               flickbook spring --stiffness 380 --damping-ratio 0.8
               flickbook spring --config best.yml --spring spring
      """)

  @OptionGroup var parameters: SpringOptions

  @Option(parsing: .unconditional, help: "The start position, in points.")
  var from = 0.0
  @Option(parsing: .unconditional, help: "The end position, in points.")
  var to = 100.0
  @Option(
    parsing: .unconditional,
    help: "The start velocity, in points per second. (default: 0)")
  var velocity: Double?
  @Option(
    parsing: .unconditional,
    help: "The start velocity as a fraction of the distance, per second; positive towards the end.")
  var relativeVelocity: Double?

  @Option(
    help: ArgumentHelp(
      "A spring of a scenario, such as spring or tracking; with --config, --preset or --scenario.",
      valueName: "name"))
  var spring: String?
  @Option(
    help: "A YAML file with the settings of the scenario, with --spring.", completion: .file())
  var config: String?
  @OptionGroup var settings: ScenarioSettingOptions

  @OptionGroup var form: CurveOptions

  func run() throws {
    try form.check(for: "spring")
    try checkSizes([
      ("--from", from), ("--to", to), ("--velocity", velocity),
      ("--relative-velocity", relativeVelocity),
    ])
    let velocity = try startVelocity()
    let relative = RelativeVelocity(velocity, from: Points(from), to: Points(to))
    let spring = try springOfScenario() ?? parameters.spring(relativeVelocity: relative.dx)
    let scale = max((to - from).magnitude, velocity.magnitude.value * 0.1)
    // The spring counts as settled within 0.1 % of the distance, as is usual in animation systems.
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

  /// Returns the spring with the name `--spring` of the scenario; nil if no option of a scenario is given.
  private func springOfScenario() throws(Failure) -> Spring? {
    let given = config == nil ? settings.given : "--config"
    guard let spring else {
      guard let given else { return nil }
      throw Failure(
        .usage, "\(given): a scenario has several springs; add --spring, such as --spring spring.")
    }
    if let option = parameters.given {
      throw Failure(
        .usage, "flickbook spring: found --spring and \(option); give only one of them.")
    }
    return try settings.source(inFile: config).spring(chosen: spring)
  }

  /// Returns the start velocity, from --velocity or --relative-velocity.
  private func startVelocity() throws(Failure) -> PointsPerSecond {
    guard let relativeVelocity else { return PointsPerSecond(velocity ?? 0) }
    guard velocity == nil else {
      throw Failure(
        .usage,
        "flickbook spring: found both --velocity and --relative-velocity; give only one of them.")
    }
    guard from != to || relativeVelocity == 0 else {
      throw Failure(
        .usage,
        """
        --relative-velocity: found \(number(relativeVelocity)), but --from and --to are equal; change \
        one of them, or give --velocity.
        """)
    }
    return RelativeVelocity(dx: relativeVelocity).absolute(from: Points(from), to: Points(to))
  }

  private func noCurve(_ explanation: SpringExplanation) -> Failure {
    guard let settleTime = explanation.settleTime else {
      return Failure(
        .badInput, "spring: the spring never comes to rest, so it has no curve; add damping.")
    }
    return Failure(
      .badInput,
      """
      spring: the motion of \(decimals(settleTime.value, 1)) s at \(decimals(form.hz, 0)) Hz has more than \
      \(SpringCurve.mostFrames) points; lower --hz or the response.
      """)
  }

  private func css(_ explanation: SpringExplanation) throws(Failure) -> String {
    guard from != to else {
      throw Failure(
        .badInput,
        "spring: --from and --to are equal, so there is no easing; change one of them.")
    }
    guard explanation.settleTime != nil else { throw noCurve(explanation) }
    let timing = SpringTiming(
      spring: explanation.spring,
      initialVelocity: RelativeVelocity(dx: explanation.relativeVelocity))
    guard let easing = timing.linearEasing() else {
      throw Failure(
        .badInput,
        """
        spring: the motion oscillates too long or too far for CSS linear(); give the spring more damping, or \
        a longer distance for its velocity.
        """)
    }
    return "transition: \(cssDuration(easing.duration)) \(easing.css);"
  }
}
