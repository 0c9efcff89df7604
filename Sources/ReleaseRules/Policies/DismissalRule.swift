import Quantities

extension ReleasePolicy {
  /// The condition under which a release dismisses the surface, for rules that never dismiss by themselves.
  public struct DismissalRule: Hashable, Sendable {
    /// The kind of condition.
    public var kind = Kind.thrownOrPulled
    /// The lowest outward speed that dismisses, as a multiple of the remaining distance per second; in 1/s.
    ///
    /// The remaining distance is the one from the surface to the dismissed position.
    public var rate = 5.5

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleasePolicy.DismissalRule {
  /// The kind of condition for a dismissal.
  public enum Kind: String, Hashable, SettingWord {
    /// The surface was thrown out fast enough, or projected past half of the distance to the dismissed position.
    case thrownOrPulled
    /// The surface was thrown out fast enough; as in FloatingPanel.
    case thrown
    /// The dismissed position is one of the candidates, and the rule picks it.
    case candidate
  }

  /// The settings of the rule.
  static let settings: [Setting<Self>] = [
    Setting(
      "release.dismissal", .word { $1(&$0.kind) },
      "The condition under which a release dismisses the surface.",
      source: "our choice; thrown, as in FloatingPanel, or pulled slowly"
    ).deciding,
    Setting(
      "release.dismissRate", unit: "1/s", .number(0...1_000) { $1(&$0.rate) },
      "The lowest speed of a throw that dismisses, as a multiple of the remaining distance per second.",
      source: "FloatingPanel, removalInteractionVelocityThreshold, 5.5"
    ).only(
      SettingCondition(
        "release.dismissal", [Kind.thrownOrPulled.rawValue, Kind.thrown.rawValue]
      ) { $0.kind != .candidate }),
  ]

  /// Returns why a release dismisses a surface whose dismissed position is `hidden`; nil if it does not dismiss it.
  func reason(
    _ velocity: Velocity, _ projected: Position, _ hidden: Position, _ context: ReleaseContext
  ) -> Decision.Reason? {
    guard
      let last = context.candidates.min(by: {
        ($0.position - hidden).length < ($1.position - hidden).length
      })
    else { return nil }
    let displacement = hidden - last.position
    let length = displacement.length.value
    guard length > 0 else { return nil }
    func along(_ pair: Planar<some Quantity>) -> Double { pair.dot(displacement) / length }
    // Between its candidates, the surface is not on its way out.
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
      "The surface was thrown out fast enough, or projected past half of the distance to the dismissed position."
    case .thrown: "The surface was thrown out fast enough, as in FloatingPanel."
    case .candidate: "The dismissed position is one of the candidates, and the rule picks it."
    }
  }
}
