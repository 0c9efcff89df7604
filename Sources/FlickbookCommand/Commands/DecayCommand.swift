import ArgumentParser
import Flickbook

struct DecayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decay",
    abstract: "Explain a decay: how far a velocity carries a value until friction stops it.",
    discussion: """
      Give the velocity, or where the value is to come to rest. The friction takes the same fraction of \
      the velocity in every millisecond, as in a scroll view. It counts as at rest within a \
      thousandth of its way.

      Example: flickbook decay --velocity 1200
               flickbook decay --to 480 --rate fast --keyframes
      """)

  @Option(
    parsing: .unconditional,
    help: """
      The fraction of the velocity that is left after a millisecond: normal (0.998), fast (0.99) or a \
      number above 0 and below 1.
      """)
  var rate = "normal"

  @Option(parsing: .unconditional, help: "Where the value starts, in points.")
  var from = 0.0
  @Option(
    parsing: .unconditional, help: "Where it comes to rest, in points; instead of --velocity.")
  var to: Double?
  @Option(
    parsing: .unconditional,
    help: "Its velocity at the start, in points per second. (default: 1000)")
  var velocity: Double?

  @OptionGroup var form: CurveOptions

  func run() throws {
    try form.check(for: "decay")
    guard to == nil || velocity == nil else {
      throw Failure(
        .usage, "flickbook decay: found both --to and --velocity; give one, the other follows.")
    }
    try checkSizes([("--from", from), ("--to", to), ("--velocity", velocity)])
    let decay = try decay()
    let speed =
      to.map { decay.velocity(toGo: Points($0 - from)) } ?? PointsPerSecond(velocity ?? 1_000)
    try form.show(explanation(of: decay, velocity: speed))
  }

  private func decay() throws(Failure) -> Decay {
    switch rate {
    case "normal": return .normal
    case "fast": return .fast
    default:
      guard let number = Double(rate) else {
        let near = nearestName(to: rate, in: ["normal", "fast"])
        throw Failure(
          .usage,
          "--rate: found '\(rate)'; "
            + (near.map { "did you mean '\($0)'?" }
              ?? "give normal, fast or a number above 0 and below 1."))
      }
      guard number >= 1e-9, number <= 1 - 1e-9 else {
        throw Failure(
          .usage,
          "--rate: found \(rate); give normal, fast or a number above 0 and below 1, such as 0.998."
        )
      }
      return Decay(rate: number)
    }
  }

  private func explanation(of decay: Decay, velocity: PointsPerSecond) -> CurveExplanation {
    let distance = decay.projectedDistance(velocity)
    let rest = to ?? from + distance.value
    let steps = from + decay.projectedDistanceByMilliseconds(velocity).value
    let tolerance = SettleTolerance(
      distance: distance.magnitude / 1_000, speed: PointsPerSecond(.infinity))
    var animation = DecayAnimation(
      from: from, velocity: velocity.value, decay: decay, tolerance: tolerance)
    animation.start()
    let settleTime = animation.remainingTime ?? .zero
    let halfTime =
      decay.time(untilSpeed: PointsPerSecond(1), from: PointsPerSecond(2)) ?? .zero
    let left = decay.motion(
      after: Seconds(1), from: Decay.Motion(position: .zero, velocity: PointsPerSecond(1)))
    return CurveExplanation(
      command: "decay",
      text: """
        rate \(readable(decay.rate)) a millisecond: \
        \(decimals(100 * left.velocity.value, 2)) % of the velocity is left after a second, half \
        of it after \(decimals(halfTime.value, 4)) s
        from \(readable(from)) pt with \(decimals(velocity.value, 3)) pt/s: at rest at \
        \(decimals(rest, 3)) pt after \(decimals(settleTime.value, 4)) s
        by whole milliseconds, as projected in WWDC 2018, session 803: at \(decimals(steps, 3)) pt
        """,
      fields: [
        LogField("rate", .number(decay.rate)), LogField("from", .number(from)),
        LogField("velocity", .number(velocity.value)), LogField("to", .number(rest)),
        LogField("toByMilliseconds", .number(steps)), LogField("halfTime", .number(halfTime.value)),
        LogField("settleTime", .number(settleTime.value)),
      ],
      target: rest, keys: animation.keyframes(every: form.interval),
      noKeys: Failure(
        .badInput,
        """
        decay: at \(decimals(form.hz, 0)) Hz its \(decimals(settleTime.value, 1)) s are more than \
        \(SpringCurve.mostFrames) points; lower --hz or --rate.
        """),
      css: { () throws(Failure) in
        guard distance != .zero else {
          throw Failure(
            .badInput, "decay: it goes nowhere, which no easing can tell; give it a velocity.")
        }
        guard let easing = LinearEasing(decay: decay) else {
          throw Failure(.badInput, "decay: it needs too many stops; lower --rate.")
        }
        return "transition: \(cssDuration(easing.duration)) \(easing.css);"
      })
  }
}
