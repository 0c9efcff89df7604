import Quantities

extension ReleasePolicy {
  /// The condition under which a release dismisses the surface, for release rules that do not define their own.
  public struct DismissalRule: Hashable, Sendable {
    /// The kind of condition; by default, the surface can be thrown out or pulled out slowly.
    public var kind = Kind.thrownOrPulled
    /// The lowest speed that dismisses the surface, divided by the remaining distance; in 1/s.
    ///
    /// The speed is measured towards the dismissed position. The remaining distance is the distance from the surface to
    /// the dismissed position.
    public var rate = 5.5

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleasePolicy.DismissalRule {
  /// The kind of condition for a dismissal; the case `candidate` leaves the choice to the release rule.
  public enum Kind: String, Hashable, SettingWord {
    /// The release is fast enough, or the projection is nearer to the dismissed position than to any candidate.
    case thrownOrPulled
    /// The release is fast enough towards the dismissed position; as in FloatingPanel.
    case thrown
    /// The dismissed position is one of the candidates, and the rule picks it.
    case candidate
  }

  static let settings: [Setting<Self>] = [
    Setting(
      "release.dismissal", .word { $1(&$0.kind) },
      "The condition under which a release dismisses the surface.",
      source: "our choice; users throw a surface, as in FloatingPanel, or pull it slowly"
    ).deciding,
    Setting(
      "release.dismissRate", unit: "1/s", .number(0...1_000) { $1(&$0.rate) },
      "A throw dismisses the surface if its speed is at least this value times the remaining "
        + "distance to the dismissed position.",
      source: "FloatingPanel, removalInteractionVelocityThreshold, 5.5"
    ).only(
      SettingCondition(
        "release.dismissal", [Kind.thrownOrPulled.rawValue, Kind.thrown.rawValue]
      ) { $0.kind != .candidate }),
  ]

  /// Returns the reason why a release dismisses a surface to `hidden`; nil if the release does not dismiss the surface.
  func reason(
    _ velocity: Velocity, _ projected: Position, _ hidden: Position, _ context: ReleaseContext
  ) -> Decision.Reason? {
    // The candidate nearest to the dismissed position is the last candidate before this position.
    guard
      let last = context.candidates.min(by: {
        ($0.position - hidden).length < ($1.position - hidden).length
      })
    else { return nil }
    let displacement = hidden - last.position
    let length = displacement.length.value
    guard length > 0 else { return nil }
    func along(_ pair: Planar<some Quantity>) -> Double { pair.dot(displacement) / length }
    // A surface that is still between its candidates is not dismissed.
    guard along(context.position - last.position) >= 0 else { return nil }
    let remaining = along(hidden - context.position)
    let outward = along(velocity) * context.gain
    if outward > 0, remaining <= 0 || outward / remaining >= rate {
      return .dismissVelocity
    }
    guard kind == .thrownOrPulled, outward >= 0 else { return nil }
    let pulled = along(projected - last.position)
    return pulled > length / 2 ? .dismissDistance : nil
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.DismissalRule.Kind {
  public var meaning: String {
    switch self {
    case .thrownOrPulled:
      "A release dismisses the surface if its speed towards the dismissed position reaches "
        + "release.dismissRate, or if the projection is nearer to the dismissed position than to "
        + "any candidate."
    case .thrown:
      "A release dismisses the surface only if its speed towards the dismissed position reaches "
        + "release.dismissRate, as in FloatingPanel."
    case .candidate:
      "The dismissed position is one of the candidates, and a release dismisses the surface if "
        + "the rule picks it."
    }
  }
}
