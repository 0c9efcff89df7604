public import Quantities

/// The targets of a release rule by position and velocity, for a picture.
public struct TargetMap: Hashable, Sendable {
  /// The targets of releases of a surface that started at one position.
  public struct Layer: Hashable, Sendable {
    /// The name of the start position.
    public var start: String
    /// The targets as indices into ``TargetMap/names``, by position and then by velocity.
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
    /// The position; down is positive.
    public var y: Points

    /// Creates a rest position.
    public init(name: String, y: Points) {
      self.name = name
      self.y = y
    }
  }

  /// The title, which names the rule.
  public var title: String
  /// The positions in even steps, from the highest down; at least two.
  public var positions: [Points]
  /// The velocities in even steps, from upwards to downwards; at least two.
  public var velocities: [PointsPerSecond]
  /// The positions at which the surface can rest.
  public var rests: [Rest]
  /// The names of the targets.
  public var names: [String]
  /// The targets, by the start position of the surface.
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

  /// The different layers, each with all starts that have it.
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

/// A block of a map in which every release has the same target: columns and rows.
struct TargetBlock: Hashable {
  var target: Int
  var columns: Range<Int>
  var rows: Range<Int>
}

/// Returns the blocks that cover `targets`: runs of the same target in a row, merged with equal runs in the rows below.
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
