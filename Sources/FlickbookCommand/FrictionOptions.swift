import ArgumentParser
import Flickbook

/// The options of `flickbook decay` for laws whose throws end.
struct FrictionOptions: ParsableArguments {
  @Option(
    help: "The law: exponential, constant, flutter, android or chromium. (default: exponential)")
  var law: String?

  @Option(
    parsing: .unconditional,
    help: """
      The deceleration of the laws constant (default 1500) and chromium (default 2645.664), in points per second \
      squared.
      """)
  var deceleration: Double?

  @Option(
    parsing: .unconditional,
    help: "The friction coefficient of the laws android and flutter. (default: 0.015)")
  var coefficient: Double?

  /// Returns the law; nil for the exponential law, which has its own options.
  func friction() throws(Failure) -> Friction? {
    let known = ["exponential", "constant", "flutter", "android", "chromium"]
    let law = law ?? "exponential"
    guard known.contains(law) else {
      let near = nearestName(to: law, in: known).map { "did you mean '\($0)'?" }
      throw Failure(
        .usage,
        "--law: found '\(excerpt(of: law))'; "
          + (near ?? "give one of \(known.joined(separator: ", "))."))
    }
    let decelerates = law == "constant" || law == "chromium"
    for (option, isGiven, isUsed) in [
      ("--deceleration", deceleration != nil, decelerates),
      ("--coefficient", coefficient != nil, law == "flutter" || law == "android"),
    ] where isGiven && !isUsed {
      throw Failure(
        .usage, "\(option): the law '\(law)' does not use this option; leave it out.")
    }
    let deceleration = try checked("--deceleration", deceleration ?? 1_500, 1...1e6, "pt/s²")
    let coefficient = try checked("--coefficient", coefficient ?? 0.015, 1e-4...10, "a number")
    switch law {
    case "constant": return .constant(deceleration: deceleration)
    case "flutter": return .flutter(coefficient: coefficient)
    case "android": return .android(coefficient: coefficient)
    case "chromium":
      return .chromium(
        deceleration: self.deceleration == nil ? 2_645.664 : deceleration, longest: .infinity)
    default: return nil
    }
  }

  /// Returns the explanation of a throw.
  func explanation(
    of friction: Friction, from: Double, velocity: Double, _ form: CurveOptions
  ) -> CurveExplanation {
    let speed = PointsPerSecond(velocity)
    let rest = from + friction.projectedDistance(speed).value
    let duration = friction.duration(speed) ?? .zero
    let half =
      friction.time(toDistance: friction.projectedDistance(speed) / 2, from: speed) ?? .zero
    let law = law ?? ""
    return CurveExplanation(
      command: "decay",
      text: """
        law \(law): from \(readable(from)) pt with \(decimals(velocity, 3)) pt/s: at rest at \
        \(decimals(rest, 3)) pt after \(decimals(duration.value, 4)) s
        half of the distance after \(decimals(half.value, 4)) s
        """,
      fields: [
        LogField("law", .text(law)), LogField("from", .number(from)),
        LogField("velocity", .number(velocity)), LogField("to", .number(rest)),
        LogField("duration", .number(duration.value)), LogField("halfTime", .number(half.value)),
      ],
      target: rest,
      keys: friction.keyframes(from: from, velocity: velocity, every: form.interval),
      noKeys: Failure(
        .badInput,
        "decay: the motion has more than \(SpringCurve.mostFrames) points; lower --hz or --velocity."
      ),
      css: { () throws(Failure) in
        throw Failure(
          .usage, "--css: only the exponential law has a CSS easing; use --csv for the positions.")
      })
  }
}
