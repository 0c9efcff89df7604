public import Quantities
public import ReleaseRules

/// What a release rule answers on a grid of positions and velocities, for each start.
public struct PolicyGrid: Hashable, Sendable {
  /// The positions, from the highest down.
  public var positions: [Points]
  /// The velocities, from the fastest upwards to the fastest downwards.
  public var velocities: [PointsPerSecond]
  /// The starts, from the highest down.
  public var starts: [String]
  /// The targets that there may be: the positions from the highest down, and then `gone` where the
  /// surface can be dismissed.
  public var names: [String]
  /// The answers as indices into ``names``: by start, then by position, then by velocity.
  public var targets: [[[Int]]]

  /// Asks `policy` about every release of the grid.
  ///
  /// - Complexity: starts × positions × velocities.
  public init(
    of policy: ReleasePolicy, on lint: PolicyLint, positions: [Points],
    velocities: [PointsPerSecond]
  ) {
    self.positions = positions
    self.velocities = velocities
    starts = lint.positions.map { $0.name }
    names = starts + (lint.hidden == nil ? [] : [Decision.gone])
    let gone = names.count - 1
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() { indices[name] = index }
    var context = lint.context
    targets = starts.map { start in
      positions.map { position in
        velocities.map { velocity in
          let answer = PolicyLint.ask(
            policy, &context, from: start, at: position.value, velocity: velocity.value)
          return indices[answer.release.target] ?? gone
        }
      }
    }
  }
}

extension PolicyLint {
  /// The positions between the highest and the lowest detent, or down to where the sheet is gone, in
  /// `count` even steps; the ends are among them.
  public func positions(_ count: Int) -> [Points] {
    precondition(count > 1, "\(count) positions have no two ends")
    guard let top = positions.first?.y, let last = positions.last?.y else { return [] }
    let bottom = max(last, hidden ?? last)
    let step = (bottom - top) / Double(count - 1)
    return (0..<count).map { top + step * Double($0) }
  }

  /// Velocities from `-fastest` to `fastest` in `steps` even steps each way, zero among them.
  public static func velocities(upTo fastest: PointsPerSecond, steps: Int) -> [PointsPerSecond] {
    precondition(steps > 0, "\(steps) steps lead nowhere")
    return (-steps...steps).map { fastest * (Double($0) / Double(steps)) }
  }
}
