public import Quantities

extension ReleasePolicy {
  /// How much of the velocity of the hand goes over to what settles; the last step of a release.
  public struct HandOff: Hashable, Sendable {
    /// The fraction of it; unitless.
    public var fraction = 1.0
    /// The way of a hand that counts as the whole travel; 0 is the true one.
    public var distance = Points(0)
    /// At most this fraction of the remaining way in a second; unitless / s, 0 is no limit.
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
      "The fraction of the velocity that is handed over; 0 sets off from rest.",
      source: "ours; a surface goes on as fast as the hand did. gorhom/bottom-sheet has 0.5"),
    Setting(
      "release.handOffDistance", unit: "pt", .number(0...100_000) { $1(&$0.distance) },
      "The way of a hand that counts as the whole travel when handed over; 0 is the true one.",
      source: "ours; a surface goes on as fast as the hand moved it. libadwaita has 1000"),
    Setting(
      "release.handOff", unit: "1/s", .number(0...100_000) { $1(&$0.limit) },
      "At most this fraction of the remaining way in a second is handed over; 0 is no limit.",
      source: "ours; no limit, so that no velocity is lost. fluid-interfaces has 30"),
  ]
}
