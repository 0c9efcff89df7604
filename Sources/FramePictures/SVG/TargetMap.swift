public import Quantities

/// The targets that a release rule chooses for a grid of positions and velocities; the data of a picture.
public struct TargetMap: Hashable, Sendable {
  /// The targets of the releases of a surface that started at one rest position.
  public struct Layer: Hashable, Sendable {
    /// The name of the position at which the surface started.
    public var start: String
    /// The targets as indices into ``TargetMap/names``: one row per position, with one target per velocity.
    public var targets: [[Int]]

    /// Creates a layer.
    public init(start: String, targets: [[Int]]) {
      self.start = start
      self.targets = targets
    }
  }

  /// A position at which the surface can rest.
  public struct Rest: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The vertical position; down is positive.
    public var y: Points

    /// Creates a rest position.
    public init(name: String, y: Points) {
      self.name = name
      self.y = y
    }
  }

  /// The title, which names the rule.
  public var title: String
  /// The positions of the grid in equal steps, from the highest to the lowest; at least two.
  public var positions: [Points]
  /// The velocities of the grid in equal steps, from the fastest upwards to the fastest downwards; at least two.
  public var velocities: [PointsPerSecond]
  /// The positions at which the surface can rest.
  public var rests: [Rest]
  /// The names of the targets.
  public var names: [String]
  /// The targets, one layer for each position at which the surface may have started.
  public var layers: [Layer]

  /// Creates a map.
  public init(
    title: String, positions: [Points], velocities: [PointsPerSecond], rests: [Rest],
    names: [String], layers: [Layer]
  ) {
    precondition(positions.count > 1, "a map of \(positions.count) positions has no height")
    precondition(velocities.count > 1, "a map of \(velocities.count) velocities has no width")
    for layer in layers {
      precondition(
        layer.targets.count == positions.count, "a layer of \(layer.targets.count) positions")
    }
    self.title = title
    self.positions = positions
    self.velocities = velocities
    self.rests = rests
    self.names = names
    self.layers = layers
  }

  /// The distinct grids of targets, each with the names of all starts that have this grid.
  var panels: [(starts: [String], targets: [[Int]])] {
    var panels: [(starts: [String], targets: [[Int]])] = []
    for layer in layers {
      if let index = panels.firstIndex(where: { $0.targets == layer.targets }) {
        panels[index].starts.append(layer.start)
      } else {
        panels.append(([layer.start], layer.targets))
      }
    }
    return panels
  }
}

/// A rectangular part of a map in which every release has the same target.
struct TargetBlock: Hashable {
  var target: Int
  var columns: Range<Int>
  var rows: Range<Int>
}

/// Returns blocks that cover `targets` without overlap.
///
/// A block begins as a sequence of equal targets in a row, and grows down over each row that has the same target in the
/// same columns. A picture of blocks is smaller than a picture of single cells.
func targetBlocks(_ targets: [[Int]]) -> [TargetBlock] {
  var done: [TargetBlock] = []
  var open: [TargetBlock] = []
  for (row, line) in targets.enumerated() {
    var runs: [TargetBlock] = []
    for (column, target) in line.enumerated() {
      if let last = runs.last, last.target == target {
        runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        runs.append(TargetBlock(target: target, columns: column..<column + 1, rows: row..<row + 1))
      }
    }
    for index in runs.indices {
      let above = open.firstIndex {
        $0.target == runs[index].target && $0.columns == runs[index].columns
      }
      guard let above else { continue }
      runs[index].rows = open[above].rows.lowerBound..<row + 1
      open.remove(at: above)
    }
    done += open
    open = runs
  }
  return done + open
}
