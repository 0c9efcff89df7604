import Quantities

extension ReleasePolicy {
  /// When a surface is dismissed, for the rules that leave that to it.
  public struct DismissalRule: Hashable, Sendable {
    /// What dismisses it.
    public var kind = Kind.thrownOrPulled
    /// A throw out of the last candidate dismisses above this speed, as a fraction of the remaining
    /// way in a second; unitless / s.
    public var rate = 5.5

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleasePolicy.DismissalRule {
  /// What dismisses a surface.
  public enum Kind: String, Hashable, SettingWord {
    /// When thrown out fast enough, or projected past half of the way out.
    case thrownOrPulled
    /// When thrown out fast enough; as in FloatingPanel.
    case thrown
    /// When the position where it is gone is the target among the candidates.
    case candidate
  }

  /// The settings of the rule.
  static let settings: [Setting<Self>] = [
    Setting(
      "release.dismissal", .word { $1(&$0.kind) }, "When a surface is dismissed.",
      source: "ours; thrown as in FloatingPanel, and pulled slowly as well"
    ).deciding,
    Setting(
      "release.dismissRate", unit: "1/s", .number(0...1_000) { $1(&$0.rate) },
      "A throw dismisses above this fraction of the remaining way in a second.",
      source: "FloatingPanel, removalInteractionVelocityThreshold, 5.5"
    ).only(
      SettingCondition(
        "release.dismissal", [Kind.thrownOrPulled.rawValue, Kind.thrown.rawValue]
      ) { $0.kind != .candidate }),
  ]

  /// Why a release to `projected` dismisses a surface that is gone at `hidden`; nil when it does not.
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
      "When thrown out fast enough, or projected past half of the way out."
    case .thrown: "When thrown out fast enough, as in FloatingPanel."
    case .candidate: "When the position where it is gone is the target among the candidates."
    }
  }
}
