import Quantities

/// The motion of a surface that no finger holds, from a release until it rests or is touched again, prepared for a fit.
public struct ObservedThrow: Hashable, Sendable {
  /// The name for output, such as the name of the table.
  public var name: String
  /// The time of the first row in its table, in seconds.
  public private(set) var start: Double
  /// The time from the first row to each row, in seconds.
  public private(set) var times: [Double]
  /// The position of each row, in points; rows that count as ``repeated`` or ``outliers`` are left out.
  public private(set) var positions: [Double]
  /// The number of rows that were removed because they repeat the previous position although the surface moves.
  public private(set) var repeated = 0
  /// The number of rows that were removed because they are too far from the closest law.
  public private(set) var outliers = 0
  /// The spacing of the positions that the table can express; 0 if the spacing is not known.
  public private(set) var grid = 0.0
  /// Whether an edge stops the motion, so that the law does not determine its rest.
  public private(set) var isStopped = false
  /// The square root of the weight of each row.
  private(set) var weights: [Double] = []

  /// The direction of the motion: 1 towards larger positions, -1 towards smaller positions.
  var direction: Double { (positions.last ?? 0) < (positions.first ?? 0) ? -1 : 1 }
  /// The time from the first row to the last change, in seconds.
  var duration: Double {
    let last = positions.indices.last { $0 > 0 && positions[$0] != positions[$0 - 1] }
    return max(last.map { times[$0] } ?? 0, 1e-3)
  }
  /// The mean speed over the first four rows, in pt/s; at least 1.
  var firstSpeed: Double {
    let row = min(3, times.count - 1)
    guard row > 0, times[row] > 0 else { return 1 }
    return max(1, ((positions[row] - positions[0]) / times[row]).magnitude)
  }

  /// The distance below which a motion is not fitted, in points; our choice.
  public static let leastDistance = 3.0
  /// The number of rows below which a motion is not fitted; our choice.
  public static let leastRows = 6

  /// Prepares the rows of a table.
  ///
  /// - Parameters:
  ///   - name: The name for output and errors.
  ///   - times: The time of each row, in seconds, in order.
  ///   - positions: The position of each row, in points.
  ///   - interval: The time of the first and the last row to use.
  ///   - isThrown: Whether the motion is a throw, which an edge may stop; the rows from the edge on are then left out.
  /// - Throws: ``FitError`` if the rows are not one motion that comes to rest.
  public init(
    _ name: String, times: [Double], positions: [Double], in interval: ClosedRange<Double>,
    isThrown: Bool = false
  ) throws(FitError) {
    self.name = name
    var rows: [(time: Double, position: Double)] = []
    for (time, position) in zip(times, positions) {
      if let last = rows.last, time <= last.time { continue }
      rows.append((time, position))
    }
    (start, self.times, self.positions) = (0, [], [])
    grid = Self.positionStep(of: rows.map { $0.position })
    removeRepeated(&rows)
    rows.removeAll { !interval.contains($0.time) }
    Self.trim(&rows)
    let all = rows.map { $0.position }
    let range = (all.max() ?? 0) - (all.min() ?? 0)
    guard range >= Self.leastDistance else {
      throw FitError(
        .still,
        "\(name): the surface moves by \(plain((range * 100).rounded() / 100)) pt; give a table in which it moves by "
          + "\(plain(Self.leastDistance)) pt or more after the release.")
    }
    if isThrown { stopAtEdge(&rows) }
    guard rows.count >= Self.leastRows else {
      throw FitError(
        .short,
        "\(name): found \(rows.count) rows with motion; give \(Self.leastRows) or more, or a table with more frames."
      )
    }
    try Self.checkSteps(rows, name)
    try Self.checkRests(rows, name, grid: grid)
    start = rows[0].time
    self.times = rows.map { [start] in $0.time - start }
    self.positions = rows.map { $0.position }
    weigh()
  }

  /// Gives each sequence of equal positions the weight of one row, because rounding gives all of them the same error.
  private mutating func weigh() {
    weights = []
    var row = 0
    while row < positions.count {
      let end = positions[row...].firstIndex { $0 != positions[row] } ?? positions.count
      let weight = 1 / Double(end - row).squareRoot()
      weights += [Double](repeating: weight, count: end - row)
      row = end
    }
  }

  /// Returns the positions minus some numbers, each times the root of the weight of its row.
  func weighted(_ numbers: [Double]) -> [Double] {
    numbers.indices.map { numbers[$0] * weights[$0] }
  }

  /// Whether the surface moves between the previous row and `row`, by more than a thousandth of its whole movement.
  func isMoving(at row: Int) -> Bool {
    let way = (positions.max() ?? 0) - (positions.min() ?? 0)
    return row > 0 && (positions[row] - positions[row - 1]).magnitude > way / 1000
  }

  /// Removes rows, by index.
  mutating func remove(_ rows: Set<Int>) {
    outliers += rows.count
    let kept = times.indices.filter { !rows.contains($0) }
    (times, positions) = (kept.map { times[$0] }, kept.map { positions[$0] })
    weigh()
  }
}

extension ObservedThrow {
  /// Returns the largest spacing of which all positions are multiples: 1 pt, or a fraction of it that screens have; 0
  /// if there is none.
  private static func positionStep(of positions: [Double]) -> Double {
    guard let first = positions.first else { return 0 }
    for parts in [1.0, 2, 3, 4, 10] {
      let isMultiple = positions.allSatisfy { position in
        let place = (position - first) * parts
        // Tables are rounded to a few decimals.
        return (place - place.rounded()).magnitude < 0.003 * parts
      }
      if isMultiple { return 1 / parts }
    }
    return 0
  }

  /// Removes the rest before the motion, and all but 0.2 s of the rest after it.
  private static func trim(_ rows: inout [(time: Double, position: Double)]) {
    guard let first = rows.first, let last = rows.last else { return }
    let moved = rows.firstIndex { $0.position != first.position } ?? 0
    let arrived = rows.lastIndex { $0.position != last.position } ?? rows.count - 1
    let end = rows[arrived].time + 0.2
    rows = Array(rows[(moved > 1 ? moved : 0)...].prefix { $0.time <= end })
  }

  /// Removes rows that repeat a position in the middle of a motion, as recorders of screens do.
  private mutating func removeRepeated(_ rows: inout [(time: Double, position: Double)]) {
    let least = 1.5 * max(grid, 0.01)
    var kept = rows
    kept.removeAll()
    var row = 0
    while row < rows.count {
      let end = rows[row...].firstIndex { $0.position != rows[row].position } ?? rows.count
      kept.append(rows[row])
      if end - row > 1 {
        let before = row > 0 ? rows[row].position - rows[row - 1].position : 0
        let after = end < rows.count ? rows[end].position - rows[row].position : 0
        if min(before, after) > least || max(before, after) < -least {
          repeated += end - row - 1
        } else {
          kept += rows[(row + 1)..<end]
        }
      }
      row = end
    }
    rows = kept
  }

  /// Removes the rows from an abrupt stop on, if the speed before the stop was above 100 pt/s and above a fifth of the
  /// highest speed.
  ///
  /// The last row with motion is removed, too, because the edge shortens its step.
  private mutating func stopAtEdge(_ rows: inout [(time: Double, position: Double)]) {
    guard let last = rows.last,
      let arrived = rows.lastIndex(where: { $0.position != last.position }), arrived > 3,
      arrived + 2 < rows.count
    else { return }
    let speeds = (1...arrived).map { row in
      ((rows[row].position - rows[row - 1].position) / (rows[row].time - rows[row - 1].time))
        .magnitude
    }
    let fastest = speeds.max() ?? 0
    guard speeds[arrived - 1] > max(100, fastest / 5) else { return }
    rows.removeSubrange((arrived + 1)...)
    isStopped = true
  }

  /// Throws if the surface jumps: by 40 pt or more, and at eight times the speed before and after.
  private static func checkSteps(
    _ rows: [(time: Double, position: Double)], _ name: String
  ) throws(FitError) {
    let speeds = (1..<rows.count).map { row in
      ((rows[row].position - rows[row - 1].position) / (rows[row].time - rows[row - 1].time))
        .magnitude
    }
    for row in 1..<speeds.count - 1 {
      let step = (rows[row + 1].position - rows[row].position).magnitude
      guard step >= 40, speeds[row] >= 8 * max(speeds[row - 1], speeds[row + 1]) else { continue }
      throw FitError(
        .jump,
        "\(name): the surface jumps by \(plain(step.rounded())) pt at \(plain((rows[row + 1].time * 1e4).rounded() / 1e4)) "
          + "s; give the part before or after with --from and --to.")
    }
  }

  /// Throws if the surface rests for 0.25 s and then moves again.
  private static func checkRests(
    _ rows: [(time: Double, position: Double)], _ name: String, grid: Double
  ) throws(FitError) {
    let least = max(5, 5 * grid)
    var still = 0
    for row in rows.indices
    where (rows[row].position - rows[still].position).magnitude > max(grid, 0.05) {
      defer { still = row }
      guard rows[row - 1].time - rows[still].time >= 0.25 else { continue }
      let moved = rows[row...].contains { ($0.position - rows[still].position).magnitude > least }
      // A surface that turns around is slow for a while, but then it has not rested on one position.
      let held = rows[still..<row].allSatisfy { $0.position == rows[still].position }
      guard moved, held else { continue }
      throw FitError(
        .severalMotions,
        "\(name): the surface rests at \(plain((rows[still].time * 1e3).rounded() / 1e3)) s and moves again at "
          + "\(plain((rows[row].time * 1e3).rounded() / 1e3)) s; name the recording with --recording, or give one motion "
          + "with --from and --to.")
    }
  }
}

/// The reason why a motion cannot be fitted, with the place and what to do.
public struct FitError: Error, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Sendable {
    /// The surface does not move.
    case still
    /// There are too few rows.
    case short
    /// The surface jumps.
    case jump
    /// The surface rests and then moves again.
    case severalMotions
    /// There are too many motions or rows.
    case tooLarge
    /// No motion was given, or no law fits.
    case nothing
  }

  /// The kind.
  public var kind: Kind
  /// The message, on one line.
  public var description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
