public import Quantities

/// The releases for which two release rules pick different targets.
public struct RuleComparison: Sendable {
  /// The fraction of different targets among the releases with one speed, both upwards and downwards.
  public struct Band: Hashable, Sendable {
    /// The speed of the releases, which go upwards and downwards; releases without velocity have the speed 0.
    public var speed: PointsPerSecond
    /// The fraction of the releases with this speed for which the rules pick different targets, 0 to 1.
    public var fraction: Double
    /// The same release twice: first with the target of the first rule, then with the different target of the second
    /// rule.
    ///
    /// The gesture starts at the first detent with a difference, and the release is the one at the highest position.
    /// The array is empty if the rules always pick the same target.
    public var example: [RuleLint.Example]
  }

  /// The sheet on which the rules are compared.
  ///
  /// This is the sheet of the first rule, unless only the second rule has its own sheet. The sheet can be
  /// dismissed if the sheet of either rule can be dismissed.
  public var lint: RuleLint
  /// The fraction of the compared releases for which the rules pick different targets, 0 to 1.
  public var fraction: Double
  /// The number of compared releases: starts × positions × velocities.
  public var releases: Int
  /// The fractions for releases with particular speeds, the slowest first.
  public var bands: [Band]

  /// The speeds of ``bands``, in points per second.
  static let speeds: [Double] = [0, 20, 100, 500, 1_000, 3_000]

  /// Compares both rules on the same releases.
  ///
  /// Positions are about 1 pt apart; if the range of the sheet is longer than 2,000 pt, 2,001 evenly spaced positions
  /// are used. Velocities are 100 pt/s apart, up to 3000 pt/s in both directions. A gesture may start at any detent.
  public init(_ first: SheetRule, _ second: SheetRule) {
    let lint = Self.sheet(first, second)
    let length = lint.positions(2)
    let span = length.count == 2 ? (length[1] - length[0]).value : 0
    let positions = lint.positions(max(2, Int(min(span, 2_000)) + 1))
    func pairs(_ velocities: [PointsPerSecond]) -> GridPair {
      GridPair(
        RuleGrid(of: first.policy, on: lint, positions: positions, velocities: velocities),
        RuleGrid(of: second.policy, on: lint, positions: positions, velocities: velocities))
    }
    let whole = pairs(RuleLint.velocities(upTo: PointsPerSecond(3_000), steps: 30))
    self.lint = lint
    fraction = whole.fraction
    releases = whole.count
    bands = Self.speeds.map { speed in
      let pair = pairs(speed == 0 ? [.zero] : [-speed, speed].map { PointsPerSecond($0) })
      return Band(
        speed: PointsPerSecond(speed), fraction: pair.fraction, example: pair.firstDifference)
    }
  }

  /// Returns the sheet on which two rules are compared; see ``lint``.
  public static func sheet(_ first: SheetRule, _ second: SheetRule) -> RuleLint {
    var lint = second.isOwnSheet && !first.isOwnSheet ? second.lint : first.lint
    if first.lint.hidden != nil || second.lint.hidden != nil { lint.hidden = lint.screen.y }
    return lint
  }
}

/// The targets of two rules for the same releases.
private struct GridPair {
  let first: RuleGrid
  let second: RuleGrid
  let count: Int
  private let differing: Int

  init(_ first: RuleGrid, _ second: RuleGrid) {
    self.first = first
    self.second = second
    let pairs = zip(first.targets.joined().joined(), second.targets.joined().joined())
    count = first.starts.count * first.positions.count * first.velocities.count
    differing = pairs.count { $0 != $1 }
  }

  var fraction: Double { count > 0 ? Double(differing) / Double(count) : 0 }

  var firstDifference: [RuleLint.Example] {
    for (start, name) in first.starts.enumerated() {
      for (row, position) in first.positions.enumerated() {
        for (column, velocity) in first.velocities.enumerated() {
          let targets = [first, second].map { $0.targets[start][row][column] }
          guard targets[0] != targets[1] else { continue }
          return targets.map {
            RuleLint.Example(
              start: name, position: position, velocity: velocity, target: first.names[$0])
          }
        }
      }
    }
    return []
  }
}
