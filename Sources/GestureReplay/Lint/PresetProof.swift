public import Quantities
public import ReleaseRules
public import Scenarios
import TouchInput

/// Releases and the targets that another system picks for them, which show that a preset decides like that system.
///
/// All positions and velocities are in one dimension.
public struct PresetProof: Sendable {
  /// A release, with the target that the other system picks.
  public struct Row: Hashable, Sendable {
    /// The name of the position from which the surface was dragged.
    ///
    /// Empty if the surface was dragged from a position that is not in ``PresetProof/positions``.
    public var start: String
    /// The position of the release; positive is down.
    public var position: Points
    /// The velocity of the release; positive is down.
    public var velocity: PointsPerSecond
    /// The time from the touch-down to the release; nil if it has no effect.
    public var duration: Seconds?
    /// The expected target; `gone` if the surface is dismissed.
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

  /// The source of the rows: a product with its commit, file and licence, or "our choice; " and the method.
  public var source: String
  /// The positions at which the surface can rest, by name; at least one; positive is down.
  public var positions: [String: Points]
  /// The position at which the surface is dismissed; nil if it cannot be dismissed.
  public var hidden: Points?
  /// Setting values that are applied after the values of the preset.
  public var values: [(key: String, value: String)]
  /// The releases.
  public var rows: [Row]
  /// Whether the code of the original system picked the targets.
  public var isOfSystem = false

  /// Creates a proof.
  public init(
    source: String, positions: [String: Points], hidden: Points? = nil,
    values: [(key: String, value: String)] = [],
    rows: [Row]
  ) {
    precondition(!positions.isEmpty, "a proof needs at least one position")
    self.source = source
    self.positions = positions
    self.hidden = hidden
    self.values = values
    self.rows = rows
  }

  /// Returns the target of `policy` for each row, and whether it is the expected target.
  ///
  /// Targets at the same position count as equal.
  public func targets(of policy: ReleasePolicy) -> [(row: Row, target: String, isRight: Bool)] {
    func position(_ y: Points) -> Position { Position(x: .zero, y: y) }
    let candidates = positions.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .map { RestCandidate(name: $0.key, position: position($0.value)) }
    let extent = candidates[0].position.y
    let screen = max(extent, hidden ?? extent, Points(1))
    return rows.map { row in
      let here = position(row.position)
      var context = ReleaseContext(
        candidates: candidates, position: here, unlimited: here, start: row.start,
        estimate: VelocityEstimate(
          velocity: Velocity(x: .zero, y: row.velocity), reason: .ok),
        touch: here, screen: Planar(x: screen, y: screen), hidden: hidden.map(position))
      context.duration = row.duration
      let target = policy.decide(context).target
      let isSame = positions[target].map { $0 == positions[row.target] } ?? false
      return (row, target, target == row.target || isSame)
    }
  }
}

extension Scenario {
  /// Returns the release rule of the scenario after applying the values of `preset` and then `values`.
  ///
  /// Returns nil if the scenario has no setting that selects a rule.
  ///
  /// - Throws: `SettingError` for the first value that cannot be applied.
  public static func releasePolicy(
    preset: Preset, applying values: [(key: String, value: String)] = []
  ) throws(SettingError) -> ReleasePolicy? {
    let resolved = try resolved(
      preset: preset.name, among: [preset],
      applying: values.map { Assignment(key: $0.key, value: $0.value) })
    let own = resolved.settings.filter { $0.setting.key.hasPrefix("release.") }
    guard own.contains(where: { $0.setting.key == "release.choice" }) else { return nil }
    return try ResolvedTuning(
      ReleasePolicy(), settings: ReleasePolicy.allSettings,
      applying: own.map {
        Assignment(key: $0.setting.key, value: $0.setting.text(in: resolved.tuning))
      }, scenario: name
    ).tuning
  }
}
