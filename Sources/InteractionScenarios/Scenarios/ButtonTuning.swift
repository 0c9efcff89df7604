public import Quantities

extension ButtonScenario {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// The size of the key.
    ///
    /// Source: fluid-interfaces, the calculator's key, 75 pt.
    public var size = Planar(x: Points(75), y: Points(75))

    /// Where its centre is.
    ///
    /// Source: ours; the middle of a screen of 390 × 844 pt.
    public var centre = Position(x: Points(195), y: Points(422))

    /// How far outside the key a finger that pressed it may go before it counts as gone.
    ///
    /// Source: ours; UIKit's controls have about 70 pt, but their number is not documented.
    public var slack = Points(70)

    /// How long the light takes to fade.
    ///
    /// Source: fluid-interfaces, the calculator's key, 0.5 s, ease-out.
    public var fade = Seconds(0.5)

    /// How the light fades.
    public var curve = TransitionCurve.easeOut

    /// Whether a touch must be on the key to act on it.
    public var hitTest = false

    /// Creates the standard tuning.
    public init() {}
  }
}

extension ButtonScenario {
  /// What may be set.
  public static let settings: [Setting<Tuning>] = [
    Setting(
      "width", unit: "pt", .number(\.size.x.value, 1...100_000), "The width of the key.",
      source: "fluid-interfaces, the key of its calculator, 75 pt"),
    Setting(
      "height", unit: "pt", .number(\.size.y.value, 1...100_000), "The height of the key.",
      source: "fluid-interfaces, the key of its calculator, 75 pt"),
    Setting(
      "centre.x", unit: "pt", .number(\.centre.x.value, 0...100_000), "Where its centre is.",
      source: "ours; the middle of a screen of 390 × 844 pt"),
    Setting(
      "centre.y", unit: "pt", .number(\.centre.y.value, 0...100_000), "Where its centre is.",
      source: "ours; the middle of a screen of 390 × 844 pt"),
    Setting(
      "slack", unit: "pt", .number(\.slack.value, 0...100_000),
      "How far outside the key a finger that pressed it may go.",
      source: "ours; about what UIKit's controls have, whose number is not documented"),
    Setting(
      "fade", unit: "s", .number(\.fade.value, 0.001...10), "How long the light takes to fade.",
      source: "fluid-interfaces, the key of its calculator, 0.5 s"),
    Setting(
      "curve", .word(\.curve), "How the light fades.",
      source: "fluid-interfaces, the key of its calculator, ease-out"),
    Setting(
      "hitTest", .flag(\.hitTest), "Whether a touch must be on the key to act on it.",
      source: "ours; a recorded hand need not have aimed at this surface"),
  ]
}
