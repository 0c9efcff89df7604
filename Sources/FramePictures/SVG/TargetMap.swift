public import Quantities

/// The targets of a release rule by place and velocity, to be drawn.
public struct TargetMap: Hashable, Sendable {
  /// The answers to releases of a surface that came from one place.
  public struct Layer: Hashable, Sendable {
    /// The name of that place.
    public var start: String
    /// The answers as indices into ``TargetMap/names``, by place and then by velocity.
    public var targets: [[Int]]

    /// Creates a layer.
    public init(start: String, targets: [[Int]]) {
      self.start = start
      self.targets = targets
    }
  }

  /// A place where the surface may rest.
  public struct Rest: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Where it is; down is positive.
    public var y: Points

    /// Creates a place.
    public init(name: String, y: Points) {
      self.name = name
      self.y = y
    }
  }

  /// What rule it is.
  public var title: String
  /// The places, from the highest down, in even steps; at least two.
  public var positions: [Points]
  /// The velocities in even steps, from upwards to downwards; at least two.
  public var velocities: [PointsPerSecond]
  /// The places where the surface may rest.
  public var rests: [Rest]
  /// The names of the targets.
  public var names: [String]
  /// The answers, by where the surface came from.
  public var layers: [Layer]

  /// Creates a map.
  public init(
    title: String, positions: [Points], velocities: [PointsPerSecond], rests: [Rest],
    names: [String], layers: [Layer]
  ) {
    precondition(positions.count > 1, "a map of \(positions.count) places has no height")
    precondition(velocities.count > 1, "a map of \(velocities.count) velocities has no width")
    for layer in layers {
      precondition(
        layer.targets.count == positions.count, "a layer of \(layer.targets.count) places")
    }
    self.title = title
    self.positions = positions
    self.velocities = velocities
    self.rests = rests
    self.names = names
    self.layers = layers
  }

  /// The layers that differ, each with all the starts that it holds for.
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

/// The blocks that cover `targets`: runs of one target in a row, and equal runs below each other
/// taken together.
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
