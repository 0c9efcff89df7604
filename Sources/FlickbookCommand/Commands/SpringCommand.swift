import ArgumentParser
import Flickbook
import FramePictures

struct SpringCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spring",
    abstract: "Explains a spring: its parameters in every form, its motion, its curve.",
    discussion: """
      Give it as response, settling duration or UIView duration with a damping ratio, as mass, \
      stiffness and damping, or as duration and bounce. It counts as settled within a thousandth \
      of its way.

      Example: flickbook spring --response 0.3 --damping-ratio 0.64 --from 0 --to 320 --velocity -200
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
  @Option(parsing: .unconditional, help: "Its velocity at the start, in points per second.")
  var velocity = 0.0
  @Option(parsing: .unconditional, help: "Frames per second of the curve.")
  var hz = 60.0

  @Flag(help: "Prints everything as JSON.")
  var json = false
  @Flag(help: "Prints time, value and velocity as CSV.")
  var csv = false
  @Flag(help: "Prints a picture as SVG.")
  var svg = false
  @Flag(help: "Prints a CSS transition with linear().")
  var css = false
  @Flag(help: "Prints values, keyTimes and duration as JSON, as a keyframe animation takes them.")
  var keyframes = false

  func run() throws {
    let forms = [json, csv, svg, css, keyframes]
    guard forms.count(where: { $0 }) <= 1 else {
      throw Failure(
        .usage, "flickbook spring: give one of --json, --csv, --svg, --css and --keyframes.")
    }
    let spring = try spring()
    for (name, number) in [("--from", from), ("--to", to), ("--velocity", velocity)]
    where !(number.magnitude <= 1e9) {
      throw Failure(.usage, "\(name): found \(number); give a number of at most 1e9.")
    }
    guard FrameRate.range.contains(hz) else {
      throw Failure(.usage, "--hz: found \(hz); give frames per second from 1 to 1000.")
    }
    let curve = SpringCurve(
      spring: spring, from: Points(from), to: Points(to), velocity: PointsPerSecond(velocity),
      every: FrameRate(framesPerSecond: hz).interval, tolerance: tolerance)
    let explanation = SpringExplanation(
      spring: spring, mass: mass ?? 1, start: Points(from), target: Points(to),
      velocity: PointsPerSecond(velocity), tolerance: tolerance)
    guard forms.contains(true) else {
      print(explanation.text)
      if let curve { print(picture(of: explanation.run(curve, hz: hz))) }
      return
    }
    if json { return print(explanation.json, terminator: "") }
    guard let curve else { throw noCurve(explanation) }
    if csv { print(explanation.csv(curve), terminator: "") }
    if svg { print(svgPicture(of: explanation.run(curve, hz: hz))) }
    if css { try printCSS(curve) }
    if keyframes { print(explanation.keyframes(curve), terminator: "") }
  }

  private func noCurve(_ explanation: SpringExplanation) -> Failure {
    guard let settleTime = explanation.settleTime else {
      return Failure(
        .badInput, "spring: it never comes to rest, so it has no curve; give it some damping.")
    }
    return Failure(
      .badInput,
      """
      spring: at \(decimals(hz, 0)) Hz its \(decimals(settleTime.value, 1)) s are more than \
      \(SpringCurve.mostFrames) points; lower --hz or its response.
      """)
  }

  /// A value within a thousandth of its way has arrived, as animation systems have it.
  private var tolerance: SettleTolerance {
    let way = max((to - from).magnitude, velocity.magnitude * 0.1)
    guard way > 0 else { return .standard }
    return SettleTolerance(distance: Points(way / 1_000), speed: PointsPerSecond(way / 100))
  }

  private func printCSS(_ curve: SpringCurve) throws(Failure) {
    guard let easing = curve.cssLinear() else {
      throw Failure(
        .badInput, "spring: --from and --to are the same, which no easing can tell; move one.")
    }
    print("transition: \(decimals(curve.duration.value * 1_000, 0))ms \(easing);")
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
      throw Failure(.usage, "--response: found \(response); give seconds above 0.")
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
