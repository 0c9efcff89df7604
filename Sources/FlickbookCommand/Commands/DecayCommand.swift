import ArgumentParser
import Flickbook

struct DecayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decay",
    abstract: "Explain a decay: how far a value travels until friction stops it.",
    discussion: """
      Pass the start velocity, or the position of rest with --to. Friction removes the same fraction of \
      the velocity in every millisecond, as in a scroll view. Pass the friction as --rate, or as the \
      parameter of Compose, Flutter or Motion. The value counts as at rest within 0.1 % of the distance.

      Motion's inertia covers a distance of --power times the velocity, for any time constant; its start \
      velocity is therefore --power / --time-constant times the given velocity.

      --law uses another law, whose throws end: 'constant' of Qt Quick, 'flutter' and 'android' of their lists, or \
      'chromium' of a scrolled element.

      Example: flickbook decay --velocity 1200
               flickbook decay --to 480 --rate fast --keyframes
               flickbook decay --velocity 1200 --time-constant 0.325
               flickbook decay --velocity 1200 --law android
      """)

  @Option(
    parsing: .unconditional,
    help: """
      The fraction of the velocity that remains after a millisecond: normal (0.998), fast (0.99) or a \
      number above 0 and below 1. (default: normal)
      """)
  var rate: String?
  @Option(parsing: .unconditional, help: "The frictionMultiplier of Compose's exponentialDecay.")
  var composeFriction: Double?
  @Option(
    parsing: .unconditional,
    help: """
      The drag of Flutter's FrictionSimulation: the fraction of the velocity that remains after a \
      second.
      """)
  var flutterDrag: Double?
  @Option(
    parsing: .unconditional,
    help: "The time constant of Motion's inertia, in seconds; Motion's default, 325 ms, is 0.325.")
  var timeConstant: Double?
  @Option(
    parsing: .unconditional,
    help: "With --time-constant: the power of Motion's inertia. (default: 0.8)")
  var power: Double?

  @OptionGroup var law: FrictionOptions

  @Option(parsing: .unconditional, help: "The start position, in points.")
  var from = 0.0
  @Option(
    parsing: .unconditional,
    help: "The position of rest, in points; use it instead of --velocity.")
  var to: Double?
  @Option(
    parsing: .unconditional,
    help: "The start velocity, in points per second. (default: 1000)")
  var velocity: Double?

  @OptionGroup var form: CurveOptions

  func run() throws {
    try form.check(for: "decay")
    guard to == nil || velocity == nil else {
      throw Failure(
        .usage, "flickbook decay: found both --to and --velocity; give only one of them.")
    }
    if let friction = try law.friction() {
      for (option, isGiven) in [("--to", to != nil)] + exponential where isGiven {
        throw Failure(
          .usage, "\(option): --law \(law.law ?? "") does not use this option; leave it out.")
      }
      try checkSizes([("--from", from), ("--velocity", velocity)])
      return try form.show(
        law.explanation(of: friction, from: from, velocity: velocity ?? 1_000, form))
    }
    try checkSizes([
      ("--from", from), ("--to", to), ("--velocity", velocity), ("--power", power),
    ])
    if let power {
      guard timeConstant != nil else {
        throw Failure(
          .usage, "--power: this option is for Motion's inertia; add --time-constant.")
      }
      guard power > 0 else {
        throw Failure(.usage, "--power: found \(plain(power)); give a number above 0.")
      }
    }
    let decay = try decay()
    // Multiply the velocity by power / time constant, as the animation library Motion does.
    let gain = timeConstant.map { (power ?? 0.8) / $0 } ?? 1
    let start =
      to.map { decay.velocity(toGo: Points($0 - from)) }
      ?? PointsPerSecond((velocity ?? 1_000) * gain)
    try form.show(explanation(of: decay, velocity: start.value / gain, start: start))
  }

  /// The options of the exponential law, and whether they are given.
  private var exponential: [(String, Bool)] {
    [
      ("--rate", rate != nil), ("--compose-friction", composeFriction != nil),
      ("--flutter-drag", flutterDrag != nil), ("--time-constant", timeConstant != nil),
    ]
  }

  private func decay() throws(Failure) -> Decay {
    let given = exponential.filter(\.1).map(\.0)
    guard given.count <= 1 else {
      throw Failure(
        .usage, "flickbook decay: found \(given.joined(separator: " with ")); give one of them.")
    }
    if let composeFriction {
      return try checked(
        Decay(composeFriction: composeFriction), "--compose-friction", composeFriction,
        "a number above 0, such as 1")
    }
    if let flutterDrag {
      return try checked(
        Decay(flutterDrag: flutterDrag), "--flutter-drag", flutterDrag,
        "a number above 0 and below 1, such as 0.135")
    }
    if let timeConstant {
      return try checked(
        Decay(timeConstant: Seconds(timeConstant)), "--time-constant", timeConstant,
        "seconds above 0, such as 0.325")
    }
    return try decay(ofRate: rate ?? "normal")
  }

  /// Returns the decay, or throws if the value of `option` is invalid or so close to a limit that the curve is useless.
  private func checked(
    _ decay: Decay?, _ option: String, _ found: Double, _ wanted: String
  ) throws(Failure) -> Decay {
    guard let decay, found > 0, Self.rates.contains(decay.rate) else {
      throw Failure(.usage, "\(option): found \(plain(found)); give \(wanted).")
    }
    return decay
  }

  /// The rates that give a useful curve; a rate is the fraction of the velocity that is left after 1 ms.
  private static let rates = 1e-9...1 - 1e-9

  private func decay(ofRate rate: String) throws(Failure) -> Decay {
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
      guard Self.rates.contains(number) else {
        throw Failure(
          .usage,
          "--rate: found \(rate); give normal, fast or a number above 0 and below 1, such as 0.998."
        )
      }
      return Decay(rate: number)
    }
  }

  private func explanation(
    of decay: Decay, velocity: Double, start: PointsPerSecond
  ) -> CurveExplanation {
    let distance = decay.projectedDistance(start)
    let rest = to ?? from + distance.value
    let steps = from + decay.projectedDistanceByMilliseconds(start).value
    let tolerance = SettleTolerance(
      distance: distance.magnitude / 1_000, speed: PointsPerSecond(.infinity))
    var animation = DecayAnimation(
      from: from, velocity: start.value, decay: decay, tolerance: tolerance)
    animation.start()
    let settleTime = animation.remainingTime ?? .zero
    let halfTime =
      decay.time(untilSpeed: PointsPerSecond(1), from: PointsPerSecond(2)) ?? .zero
    let left = decay.motion(
      after: Seconds(1), from: Decay.Motion(position: .zero, velocity: PointsPerSecond(1)))
    let started =
      timeConstant == nil ? "" : " (Motion starts with \(decimals(start.value, 3)) pt/s)"
    return CurveExplanation(
      command: "decay",
      text: """
        rate \(readable(decay.rate)) per millisecond: \
        \(decimals(100 * left.velocity.value, 2)) % of the velocity is left after a second, half \
        of it after \(decimals(halfTime.value, 4)) s
        Compose friction multiplier \(decimals(decay.composeFriction, 4)), Flutter drag \
        \(decimals(decay.flutterDrag, 4)), Motion time constant \
        \(decimals(decay.timeConstant.value, 4)) s
        from \(readable(from)) pt with \(decimals(velocity, 3)) pt/s\(started): at rest at \
        \(decimals(rest, 3)) pt after \(decimals(settleTime.value, 4)) s
        in steps of a millisecond, as in WWDC 2018, session 803: at rest at \(decimals(steps, 3)) pt
        """,
      fields: [
        LogField("rate", .number(decay.rate)),
        LogField("composeFriction", .number(decay.composeFriction)),
        LogField("flutterDrag", .number(decay.flutterDrag)),
        LogField("timeConstant", .number(decay.timeConstant.value)),
        LogField("from", .number(from)), LogField("velocity", .number(velocity)),
        LogField("startVelocity", .number(start.value)), LogField("to", .number(rest)),
        LogField("toByMilliseconds", .number(steps)), LogField("halfTime", .number(halfTime.value)),
        LogField("settleTime", .number(settleTime.value)),
      ],
      target: rest, keys: animation.keyframes(every: form.interval),
      noKeys: Failure(
        .badInput,
        """
        decay: the motion of \(decimals(settleTime.value, 1)) s at \(decimals(form.hz, 0)) Hz has more than \
        \(SpringCurve.mostFrames) points; lower --hz or --rate.
        """),
      css: { () throws(Failure) in try css(of: decay, distance: distance) })
  }

  private func css(of decay: Decay, distance: Points) throws(Failure) -> String {
    guard distance != .zero else {
      throw Failure(
        .badInput,
        "decay: the value does not move, so there is no easing for it; give --velocity.")
    }
    guard let easing = LinearEasing(decay: decay) else {
      throw Failure(.badInput, "decay: the CSS easing would need too many points; lower --rate.")
    }
    return "transition: \(cssDuration(easing.duration)) \(easing.css);"
  }
}
