public import Quantities

extension ReleasePolicy {
  /// The part of the release velocity that the settling motion starts with; the last step of a release.
  public struct HandOff: Hashable, Sendable {
    /// The fraction of the velocity; unitless.
    public var fraction = 1.0
    /// The displacement of the finger that counts as the whole travel; 0 is the true one.
    public var distance = Points(0)
    /// The highest speed, as a fraction of the remaining distance per second; unitless / s, 0 is no limit.
    public var limit = 0.0

    /// Creates the standard hand-off, which keeps the velocity.
    public init() {}
  }
}

extension ReleasePolicy.HandOff {
  /// The settings of the hand-off.
  static let settings: [Setting<Self>] = [
    Setting(
      "release.handOffFraction", .number(0...10) { $1(&$0.fraction) },
      "The fraction of the release velocity that is handed over; 0 starts from rest.",
      source: "ours; the surface continues as fast as the finger. gorhom/bottom-sheet has 0.5"),
    Setting(
      "release.handOffDistance", unit: "pt", .number(0...100_000) { $1(&$0.distance) },
      "The displacement of the finger that counts as the whole travel when handed over; 0 is the true one.",
      source: "ours; the surface continues as fast as the finger moved it. libadwaita has 1000"),
    Setting(
      "release.handOff", unit: "1/s", .number(0...100_000) { $1(&$0.limit) },
      "The highest speed handed over, as a fraction of the remaining distance per second; 0 is no limit.",
      source: "ours; no limit, so that no velocity is lost. fluid-interfaces has 30"),
  ]
}
