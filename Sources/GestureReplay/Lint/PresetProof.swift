public import Quantities
public import ReleaseRules
public import Scenarios
import TouchInput

/// Releases along one line, with where a system sends its surface after each, which proves that a
/// preset decides as that system does.
public struct PresetProof: Sendable {
  /// A release.
  public struct Row: Hashable, Sendable {
    /// The position from which the hand took the surface; empty when that is none of the positions.
    public var start: String
    /// Where the hand let go.
    public var position: Points
    /// How fast; positive is down.
    public var velocity: PointsPerSecond
    /// The position that it goes to; `gone` when it is dismissed.
    public var target: String

    /// Creates a release.
    public init(
      from start: String, at position: Points, velocity: PointsPerSecond, to target: String
    ) {
      self.start = start
      self.position = position
      self.velocity = velocity
      self.target = target
    }
  }

  /// Whose rows they are: a product with its commit, file and licence, or "ours; " and how they were
  /// made.
  public var source: String
  /// The positions by name, positive is down; at least one.
  public var positions: [String: Points]
  /// Where the surface is gone; nil when it cannot be dismissed.
  public var hidden: Points?
  /// Values on top of those of the preset.
  public var values: [(key: String, value: String)]
  /// The releases.
  public var rows: [Row]

  /// Creates a proof.
  public init(
    source: String, positions: [String: Points], hidden: Points? = nil,
    values: [(key: String, value: String)] = [],
    rows: [Row]
  ) {
    precondition(!positions.isEmpty, "a proof without positions")
    self.source = source
    self.positions = positions
    self.hidden = hidden
    self.values = values
    self.rows = rows
  }

  /// The targets that `policy` has for the rows; positions of the same height are the same.
  public func targets(of policy: ReleasePolicy) -> [(row: Row, target: String, isRight: Bool)] {
    func position(_ y: Points) -> Position { Position(x: .zero, y: y) }
    let candidates = positions.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .map { RestCandidate(name: $0.key, position: position($0.value)) }
    let extent = candidates[0].position.y
    let screen = max(extent, hidden ?? extent, Points(1))
    return rows.map { row in
      let here = position(row.position)
      let target = policy.decide(
        ReleaseContext(
          candidates: candidates, position: here, unlimited: here, start: row.start,
          estimate: VelocityEstimate(
            velocity: Velocity(x: .zero, y: row.velocity), reason: .ok),
          touch: here, screen: Planar(x: screen, y: screen), hidden: hidden.map(position))
      ).target
      let isSame = positions[target].map { $0 == positions[row.target] } ?? false
      return (row, target, target == row.target || isSame)
    }
  }
}

extension Scenario {
  /// The release rule that a preset and values on top of it give the scenario; nil when it has no
  /// rule that can be chosen.
  ///
  /// - Throws: `SettingError` at the first value that cannot be applied.
  public static func releasePolicy(
    preset: Preset, applying values: [(key: String, value: String)] = []
  ) throws(SettingError) -> ReleasePolicy? {
    let resolved = try resolved(
      preset: preset.name, among: [preset],
      applying: values.map { Assignment(key: $0.key, value: $0.value) })
    let own = resolved.settings.filter { $0.setting.key.hasPrefix("release.") }
    guard own.contains(where: { $0.setting.key == "release.choice" }) else { return nil }
    return try ResolvedTuning(
      ReleasePolicy(), settings: ReleasePolicy.settings,
      applying: own.map {
        Assignment(key: $0.setting.key, value: $0.setting.text(in: resolved.tuning))
      }, scenario: name
    ).tuning
  }
}
