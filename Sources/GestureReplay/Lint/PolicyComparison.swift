public import Quantities

/// The releases for which two release rules pick different targets.
public struct PolicyComparison: Sendable {
  /// The fraction of different targets at one speed, upwards and downwards together.
  public struct Band: Hashable, Sendable {
    /// The speed.
    public var speed: PointsPerSecond
    /// The fraction of the releases at that speed with different targets, 0 to 1.
    public var fraction: Double
    /// The first such release from the highest position down, once with the target of each rule.
    ///
    /// Empty if there is no such release.
    public var example: [PolicyLint.Example]
  }

  /// The sheet on which the rules are compared.
  ///
  /// This is the sheet of the first rule, unless only the second rule has its own sheet. The sheet can be
  /// dismissed if the sheet of either rule can be dismissed.
  public var lint: PolicyLint
  /// The fraction of all releases on the grid with different targets, 0 to 1.
  public var fraction: Double
  /// The number of releases on the grid.
  public var releases: Int
  /// The fractions at some speeds, the slowest first.
  public var bands: [Band]

  /// The speeds of ``bands``, in points per second.
  static let speeds: [Double] = [0, 20, 100, 500, 1_000, 3_000]

  /// Compares both rules on the same releases.
  ///
  /// Positions are 1 pt apart; if the range of the sheet is longer than 2,000 pt, 2,001 evenly spaced positions
  /// are used. Velocities are 100 pt/s apart, up to 3000 pt/s. Every start is included.
  public init(_ first: SheetRule, _ second: SheetRule) {
    let lint = Self.sheet(first, second)
    let length = lint.positions(2)
    let span = length.count == 2 ? (length[1] - length[0]).value : 0
    let positions = lint.positions(max(2, Int(min(span, 2_000)) + 1))
    func pairs(_ velocities: [PointsPerSecond]) -> GridPair {
      GridPair(
        PolicyGrid(of: first.policy, on: lint, positions: positions, velocities: velocities),
        PolicyGrid(of: second.policy, on: lint, positions: positions, velocities: velocities))
    }
    let whole = pairs(PolicyLint.velocities(upTo: PointsPerSecond(3_000), steps: 30))
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
  public static func sheet(_ first: SheetRule, _ second: SheetRule) -> PolicyLint {
    var lint = second.isOwnSheet && !first.isOwnSheet ? second.lint : first.lint
    if first.lint.hidden != nil || second.lint.hidden != nil { lint.hidden = lint.screen.y }
    return lint
  }
}

/// The targets of two rules for the same releases.
private struct GridPair {
  let first: PolicyGrid
  let second: PolicyGrid
  let count: Int
  private let differing: Int

  init(_ first: PolicyGrid, _ second: PolicyGrid) {
    self.first = first
    self.second = second
    let pairs = zip(first.targets.joined().joined(), second.targets.joined().joined())
    count = first.starts.count * first.positions.count * first.velocities.count
    differing = pairs.count { $0 != $1 }
  }

  var fraction: Double { count > 0 ? Double(differing) / Double(count) : 0 }

  var firstDifference: [PolicyLint.Example] {
    for (start, name) in first.starts.enumerated() {
      for (row, position) in first.positions.enumerated() {
        for (column, velocity) in first.velocities.enumerated() {
          let targets = [first, second].map { $0.targets[start][row][column] }
          guard targets[0] != targets[1] else { continue }
          return targets.map {
            PolicyLint.Example(
              start: name, position: position, velocity: velocity, target: first.names[$0])
          }
        }
      }
    }
    return []
  }
}
