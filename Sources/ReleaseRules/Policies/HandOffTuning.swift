public import Quantities

extension ReleasePolicy {
  /// The conversion of the release velocity to the initial velocity of the settling motion.
  ///
  /// The hand-off is the last step of a release, after the decision.
  public struct HandOffTuning: Hashable, Sendable {
    /// The factor by which the release velocity is multiplied; unitless, 0 starts the motion from rest.
    public var fraction = 1.0
    /// The displacement of the finger, in points, that corresponds to the whole travel of the surface.
    ///
    /// The velocity is multiplied by the length of the travel divided by this distance; 0 leaves it unchanged.
    public var distance = Points(0)
    /// The upper limit for the initial speed divided by the distance to the target, in 1/s; 0 turns the limit off.
    public var limit = 0.0

    /// Creates the standard hand-off, which keeps the velocity.
    public init() {}
  }
}

extension ReleasePolicy.HandOffTuning {
  static let settings: [Setting<Self>] = [
    Setting(
      "release.handOffFraction", .number(0...10) { $1(&$0.fraction) },
      "The fraction of the release velocity with which the settling motion starts; 0 starts the "
        + "motion from rest.",
      source: "our choice; the surface keeps the finger's speed. gorhom/bottom-sheet uses 0.5"),
    Setting(
      "release.handOffDistance", unit: "pt", .number(0...100_000) { $1(&$0.distance) },
      "The settling motion starts with the release velocity times the whole travel of the "
        + "surface, divided by this distance; 0 leaves the velocity unchanged.",
      source: "our choice; the surface keeps the finger's speed. libadwaita uses 1000"),
    Setting(
      "release.handOff", unit: "1/s", .number(0...100_000) { $1(&$0.limit) },
      "The highest ratio of the speed with which the settling motion starts to the distance to the "
        + "target; 0 sets no limit.",
      source: "our choice; no limit, so that no velocity is lost. fluid-interfaces uses 30"),
  ]
}
