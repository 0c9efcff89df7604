import ArgumentParser
import Flickbook

struct EasingCommand: ParsableCommand {
  /// The curves with names; each name is listed in the spelling of CSS (ease-in-out) and in that of UIKit (easeInOut).
  private static let named: [(name: String, curve: CubicBezier)] = [
    ("linear", .linear), ("ease", .ease), ("easeIn", .easeIn), ("easeOut", .easeOut),
    ("easeInOut", .easeInOut), ("swiftOut", .swiftOut),
  ]

  static let configuration = CommandConfiguration(
    commandName: "easing",
    abstract: "Explain a timing curve: its values, velocities and halfway time.",
    discussion: """
      A curve is linear, ease, easeIn, easeOut, easeInOut or swiftOut (the spelling of CSS, such as \
      ease-in-out, also works), or the two control points of a Bézier curve: 0.42,0,0.58,1 or \
      'cubic-bezier(0.42, 0, 0.58, 1)'.

      Example: flickbook easing easeInOut --duration 0.3 --from 0 --to 320
               flickbook easing 0.32,0.72,0,1 --keyframes
      """)

  @Argument(help: "The curve.")
  var curve = "easeInOut"

  @Option(parsing: .unconditional, help: "The duration of the animation, in seconds.")
  var duration = 0.3
  @Option(parsing: .unconditional, help: "The start position, in points.")
  var from = 0.0
  @Option(parsing: .unconditional, help: "The end position, in points.")
  var to = 100.0

  @OptionGroup var form: CurveOptions

  func run() throws {
    try form.check(for: "easing")
    let bezier = try bezier()
    guard duration > 0, duration <= 1e6 else {
      throw Failure(
        .usage,
        "--duration: found \(plain(duration)); give seconds above 0, at most a million.")
    }
    try checkSizes([("--from", from), ("--to", to)])
    try form.show(explanation(of: bezier))
  }

  private func bezier() throws(Failure) -> CubicBezier {
    func key(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
    if let found = Self.named.first(where: { key($0.name) == key(curve) }) { return found.curve }
    var list = Substring(curve)
    if list.hasPrefix("cubic-bezier("), list.hasSuffix(")") {
      list = list.dropFirst("cubic-bezier(".count).dropLast()
    }
    let words = list.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Double($0.filter { $0 != " " }) }
    guard words.count > 1 else {
      let near = nearestName(to: curve, in: Self.named.map(\.name))
      throw Failure(
        .usage,
        "easing: there is no curve '\(curve)'; "
          + (near.map { "did you mean '\($0)'?" }
            ?? "give one of \(Self.named.map(\.name).joined(separator: ", ")), or x1,y1,x2,y2."))
    }
    guard words.count == 4, numbers.count == 4, numbers.allSatisfy({ $0.magnitude <= 1e6 }),
      let found = CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    else {
      throw Failure(
        .usage,
        """
        easing: found '\(curve)'; give the control points as x1,y1,x2,y2, with x1 and x2 from 0 to 1.
        """)
    }
    return found
  }

  private func explanation(of bezier: CubicBezier) -> CurveExplanation {
    let (displacement, time) = (to - from, Seconds(duration))
    let points = [bezier.x1, bezier.y1, bezier.x2, bezier.y2].map(number).joined(separator: ", ")
    // Return nil at a vertical tangent of the curve, where the velocity is infinite.
    func velocity(_ fraction: Double) -> Double? {
      let found = displacement * bezier.speed(at: fraction) / duration
      return found.isFinite ? found : nil
    }
    func told(_ velocity: Double?) -> String {
      velocity.map { "\(decimals($0, 3)) pt/s" } ?? "an infinite velocity"
    }
    let half = bezier.inverse.map { $0.progress(at: 0.5) * duration }
    let animation = BasicAnimation(from: from, to: to, duration: time, curve: bezier)
    return CurveExplanation(
      command: "easing",
      text: """
        cubic-bezier(\(points))
        from \(readable(from)) to \(readable(to)) pt in \(readable(duration)) s: \
        \(half.map { "half of the distance after \(decimals($0, 4)) s" } ?? "overshoots its ends")
        starts with \(told(velocity(0))) and ends with \(told(velocity(1)))
        """,
      fields: [
        LogField("x1", .number(bezier.x1)), LogField("y1", .number(bezier.y1)),
        LogField("x2", .number(bezier.x2)), LogField("y2", .number(bezier.y2)),
        LogField("duration", .number(duration)), LogField("from", .number(from)),
        LogField("to", .number(to)), LogField("halfTime", half.map(LogValue.number) ?? .none),
        LogField("startVelocity", velocity(0).map(LogValue.number) ?? .none),
        LogField("endVelocity", velocity(1).map(LogValue.number) ?? .none),
      ],
      target: to, keys: animation.keyframes(every: form.interval),
      noKeys: Failure(
        .badInput,
        """
        easing: the curve of \(decimals(duration, 1)) s at \(decimals(form.hz, 0)) Hz has more than \
        \(SpringCurve.mostFrames) points; lower --hz or --duration.
        """),
      css: { "transition: \(cssDuration(time)) cubic-bezier(\(points));" })
  }
}
