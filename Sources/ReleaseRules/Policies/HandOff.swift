public import Quantities

extension ReleasePolicy {
  /// The part of the release velocity with which the settling motion starts; the last step of a release.
  public struct HandOff: Hashable, Sendable {
    /// The fraction of the release velocity with which the surface continues; unitless, 0 starts from rest.
    public var fraction = 1.0
    /// The displacement of the finger that counts as the whole travel; 0 uses the actual travel.
    public var distance = Points(0)
    /// The highest speed, as a multiple of the remaining distance per second; in 1/s, 0 is no limit.
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
      "The fraction of the release velocity with which the surface continues; 0 starts from rest.",
      source: "our choice; the surface keeps the finger's speed. gorhom/bottom-sheet has 0.5"),
    Setting(
      "release.handOffDistance", unit: "pt", .number(0...100_000) { $1(&$0.distance) },
      "At the hand-off, a finger displacement of this length counts as the whole travel; 0 uses the actual travel.",
      source: "our choice; the surface keeps the finger's speed. libadwaita has 1000"),
    Setting(
      "release.handOff", unit: "1/s", .number(0...100_000) { $1(&$0.limit) },
      "The highest speed at the hand-off, as a multiple of the remaining distance per second; 0 is no limit.",
      source: "our choice; no limit, so that no velocity is lost. fluid-interfaces has 30"),
  ]
}
