import Flickbook

/// Returns the number in `text`, in the unit of `form`; `place` is the name of the number in an error.
func number(_ text: String, _ form: NumberForm, at place: String) throws -> Double {
  if let number = form.number(from: text) { return number }
  throw Failure(
    .usage, at: place, "found '\(excerpt(of: text))'", "give \(form.expectation(insteadOf: text))")
}

/// The parameters of a throw or of a timing curve as words of the command line, such as `duration=0.3`.
///
/// `SpringWords` reads the parameters of a spring.
struct MotionWords {
  /// The laws of throws, as in the setting `friction` of the scenario `scroll`.
  static let frictions = ["exponential", "constant", "flutter", "android", "chromium"]
  /// The name of a timing curve that has no other name.
  static let bezier = "bezier"
  static let laws = ["spring"] + frictions + NamedCurve.allCases.map(\.rawValue) + [bezier]

  private let law: String
  private var given: [(name: String, number: String)] = []
  private var known: [String] = []

  /// Reads arguments such as `duration=0.3`.
  init(of law: String, _ words: [String]) throws {
    self.law = law
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      try require(
        parts.count == 2 && !given.contains(where: { $0.name == name }), at: law,
        "found '\(excerpt(of: word))'",
        "give each parameter once, with its number, as in NAME=NUMBER")
      given.append((name, String(parts[1])))
    }
  }

  /// Returns the number of the parameter `name`; nil if the parameter is not given.
  private mutating func take(
    _ name: String, _ range: ClosedRange<Double>, unit: String = ""
  ) throws -> Double? {
    known.append(name)
    guard let index = given.firstIndex(where: { $0.name == name }) else { return nil }
    return try number(given.remove(at: index).number, NumberForm(range, unit: unit), at: name)
  }

  /// Throws if a parameter is given that the law does not have.
  private func finish() throws {
    guard let name = given.first?.name else { return }
    throw Failure.unknown(name, in: known, "\(law): there is no parameter '\(excerpt(of: name))'")
  }

  /// Returns the friction of a throw, with the constant of its platform if no parameter is given; nil for other laws.
  mutating func friction() throws -> Friction? {
    let friction: Friction
    switch law {
    case "exponential": friction = .exponential(try decay())
    case "constant":
      // Source: Qt Quick, `Flickable.flickDeceleration`.
      friction = .constant(deceleration: try deceleration() ?? 1_500)
    case "chromium":
      // Source: Chromium, `physics_based_fling_curve.cc`, 2.7559e-5 in/ms² at 96 px/in.
      friction = .chromium(deceleration: try deceleration() ?? 2_645.664, longest: .infinity)
    case "flutter": friction = .flutter(coefficient: try coefficient())
    case "android": friction = .android(coefficient: try coefficient())
    default: return nil
    }
    try finish()
    return friction
  }

  /// Returns the timing curve and its duration, if the law is neither a spring nor a throw.
  mutating func curve() throws -> (curve: CubicBezier, duration: Seconds) {
    var curve = NamedCurve(rawValue: law)?.curve
    if law == Self.bezier {
      let (x1, y1) = (try take("x1", 0...1), try take("y1", -1e6...1e6))
      let (x2, y2) = (try take("x2", 0...1), try take("y2", -1e6...1e6))
      if let x1, let y1, let x2, let y2 { curve = CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2) }
    }
    // The default is our choice; the animations of most platforms take about 0.3 s.
    let duration = try take("duration", 0.001...1e6, unit: "s") ?? 0.3
    try finish()
    guard let curve else {
      throw Failure(.usage, at: law, "found only a part of the curve", "give x1, y1, x2 and y2")
    }
    return (curve, Seconds(duration))
  }

  private mutating func deceleration() throws -> Double? {
    try take("deceleration", 1...1e6, unit: "pt/s²")
  }

  private mutating func coefficient() throws -> Double {
    // Source: Android, `ViewConfiguration.getScrollFriction`.
    try take("coefficient", 1e-4...10) ?? 0.015
  }

  /// Returns the decay of an exponential throw, from its only parameter; the normal decay if no parameter is given.
  ///
  /// The ranges exclude rates within 1e-9 of 0 or 1, whose throws are useless.
  private mutating func decay() throws -> Decay {
    let decays = [
      try take("decelerationRate", 1e-9...1 - 1e-9).map { Decay(rate: $0) },
      try take("composeFriction", 0.0001...4_900).flatMap { Decay(composeFriction: $0) },
      try take("flutterDrag", 1e-300...1 - 1e-6).flatMap { Decay(flutterDrag: $0) },
      try take("timeConstant", 0.0001...1e6, unit: "s").flatMap {
        Decay(timeConstant: Seconds($0))
      },
    ].compactMap { $0 }
    try require(
      decays.count <= 1, at: law, "found several parameters",
      "give one of \(known.joined(separator: ", "))")
    return decays.first ?? .normal
  }
}
