import Quantities

/// The position of an edge in a profile of brightness.
public struct EdgePosition: Hashable, Sendable {
  /// The distance from the start of the profile to the edge, in samples; sample k covers the range from k to k + 1.
  public var position: Double
  /// The standard error of the position, in samples.
  public var standardError: Double
}

/// The reason why an edge cannot be followed; positions are in samples from the start of the profile.
public enum EdgeError: Error, Hashable, Sendable {
  /// The brightness does not clearly jump anywhere in the profile.
  case noEdge
  /// The brightness jumps at several places by about the same amount.
  case severalEdges([Double])
  /// The brightness does not clearly jump near the given position.
  case noEdgeNear(Double)
  /// No similar jump of the brightness is left; the edge was last at `last`.
  case lost(last: Double)
  /// The edge has reached the end of the profile; the edge was last at `last`.
  case left(last: Double)
  /// The brightness on both sides of the edge has changed, or the edge has jumped over a large part of the profile.
  case cut
}

/// Follows an edge, at which the brightness jumps, through the profiles of consecutive frames.
///
/// A profile is the mean brightness of each row, or of each column, of a region in a picture. A window of rows contains
/// the jump of the brightness. With the brightness A on one side of the window and B on the other side, the edge is at
///
///     position = start of the window + Σ (brightness − B) / (A − B)
///
/// This is the centroid of the derivative. It is exact for a jump that is smoothed by any symmetrical filter, such as
/// antialiasing, so it resolves fractions of a pixel. It does not change if the brightness is scaled or shifted.
///
/// Source: ours; the formula keeps the first moment, as in Tabatabai and Mitchell, *Edge Location to Subpixel Values in
/// Digital Imagery*, 1984.
public struct EdgeTracker: Sendable {
  private let near: Double?
  private var edge: Edge?
  private var velocity = 0.0
  private var time = 0.0

  /// The edge in the last profile.
  private struct Edge {
    var found: EdgePosition
    /// The jump of the brightness at the edge, in levels; positive if the brightness increases.
    var step: Double
    var before: Double
    var after: Double
  }

  /// The number of rows on each side of a border whose mean brightness is compared.
  private static let reach = 3
  /// The lower limit for a jump of the brightness, in levels, of which a video has 256.
  ///
  /// The number is our choice. The compression of a video causes jumps of one or two levels.
  private static let smallestStep = 4.0
  /// The distance from the given position up to which the tracker searches for an edge, in samples.
  private static let nearDistance = 16.0

  /// Creates a tracker.
  ///
  /// - Parameter near: The position of the edge in the first profile, within 16 samples; nil chooses the largest jump.
  public init(near: Double? = nil) { self.near = near }

  /// Finds the edge in the next profile.
  ///
  /// - Parameters:
  ///   - profile: The brightness of each row, with the same number of rows in each call.
  ///   - time: The time of the profile in seconds, after the time of the previous profile.
  /// - Returns: The position of the edge.
  /// - Throws: ``EdgeError`` if there is no edge, or if the edge cannot be distinguished from other edges.
  /// - Complexity: O(n) for n rows.
  public mutating func receive(
    _ profile: [Double], at time: Double
  ) throws(EdgeError) -> EdgePosition {
    let steps = Self.steps(in: profile)
    guard let before = edge else {
      let first = try Self.first(steps, near: near)
      guard let fitted = first.edge else { throw .left(last: Double(first.index)) }
      (edge, self.time) = (fitted, time)
      return fitted.found
    }
    let last = before.found.position
    let predicted = last + velocity * (time - self.time)
    // The surface either continues at its velocity or stops, so measure the distance to the nearer of both positions.
    func distance(_ step: Step) -> Double {
      let position = Double(step.index)
      return min((position - predicted).magnitude, (position - last).magnitude)
    }
    let candidates = steps.filter { $0.size * before.step > 0.5 * before.step * before.step }
    guard let next = candidates.min(by: { distance($0) < distance($1) }) else {
      throw Self.isAtEnd(last, predicted, of: profile.count) ? .left(last: last) : .lost(last: last)
    }
    guard let fitted = next.edge else { throw .left(last: last) }
    let half = 0.5 * (before.after - before.before).magnitude
    let changes =
      (fitted.before - before.before).magnitude > half
      && (fitted.after - before.after).magnitude > half
    guard !changes, distance(next) < max(40, 0.25 * Double(profile.count)) else { throw .cut }
    let moved = fitted.found.position - last
    // A repeated frame does not show the velocity.
    if moved != 0, time > self.time { velocity = moved / (time - self.time) }
    edge = fitted
    // Follow a slow change of the jump, such as the dimming of a background.
    edge?.step = 0.9 * before.step + 0.1 * fitted.step
    self.time = time
    return fitted.found
  }

  private static func isAtEnd(_ last: Double, _ predicted: Double, of count: Int) -> Bool {
    let margin = Double(2 * reach) + (predicted - last).magnitude
    return last < margin || last > Double(count) - margin
  }
}

extension EdgeTracker {
  /// A jump of the brightness at the border before the sample `index`.
  private struct Step {
    var index: Int
    /// The mean brightness after the border minus the mean brightness before the border.
    var size: Double
    /// The edge; nil if the jump is too close to an end of the profile.
    var edge: Edge?
  }

  /// The result of looking for an edge where the brightness jumps; at a thin line, the brightness jumps twice, but
  /// there is no edge.
  private enum Fit {
    case edge(Edge)
    case outside
    case line
  }

  /// Returns the borders at which the brightness changes more than at the neighbouring borders.
  private static func steps(in profile: [Double]) -> [Step] {
    guard profile.count > 4 * reach else { return [] }
    let sizes = (reach...profile.count - reach).map { index in
      var size = 0.0
      for offset in 0..<reach { size += profile[index + offset] - profile[index - 1 - offset] }
      return size / Double(reach)
    }
    return sizes.indices.compactMap { index in
      let size = sizes[index].magnitude
      guard size >= smallestStep else { return nil }
      for other in max(0, index - reach)...min(sizes.count - 1, index + reach) where other != index
      {
        let isLarger = sizes[other].magnitude > size
        if isLarger || other < index && sizes[other].magnitude == size { return nil }
      }
      var step = Step(index: index + reach, size: sizes[index])
      switch fit(step, in: profile) {
      case .edge(let edge): step.edge = edge
      case .outside: break
      case .line: return nil
      }
      return step
    }
  }

  /// Returns the largest jump of the brightness, or, if a position is given, the largest jump near this position.
  private static func first(_ steps: [Step], near: Double?) throws(EdgeError) -> Step {
    let order = steps.sorted { $0.size.magnitude > $1.size.magnitude }
    if let near {
      let step = order.first { (Double($0.index) - near).magnitude <= nearDistance }
      guard let step else { throw .noEdgeNear(near) }
      return step
    }
    guard let largest = order.first else { throw .noEdge }
    // Compression changes jumps by a few levels, so the largest jump must be clearly larger than all others.
    let rivals = order.filter { $0.size.magnitude > 0.8 * largest.size.magnitude }
    guard rivals.count == 1 else {
      throw .severalEdges(rivals.prefix(4).map { Double($0.index) }.sorted())
    }
    return largest
  }

  /// Looks for the edge where the brightness jumps.
  private static func fit(_ step: Step, in profile: [Double]) -> Fit {
    let sign = step.size < 0 ? -1.0 : 1
    // A row belongs to the jump if the brightness changes there by more than a twentieth of the jump.
    func isChanging(_ index: Int) -> Bool {
      sign * (profile[index] - profile[index - 1]) > 0.05 * step.size.magnitude
    }
    var (start, end) = (step.index - 2, step.index + 2)
    while start > 1, step.index - start < 12, isChanging(start) { start -= 1 }
    while end < profile.count - 1, end - step.index < 12, isChanging(end) { end += 1 }
    let above = max(0, start - 4)..<max(0, start)
    let below = min(profile.count, end)..<min(profile.count, end + 4)
    guard above.count >= 2, below.count >= 2 else { return .outside }
    let (before, after) = (mean(profile[above]), mean(profile[below]))
    let height = before - after
    guard height.magnitude >= 0.5 * step.size.magnitude, height * step.size < 0 else {
      return .line
    }
    let rows = Double(end - start)
    var fraction = 0.0
    for index in start..<end { fraction += (profile[index] - after) / height }
    // Rounding to whole levels is independent in each row. The errors of compression, and a pattern beside the edge,
    // may be equal in neighbouring rows.
    var squares = 0.0
    for index in above { squares += (profile[index] - before) * (profile[index] - before) }
    for index in below { squares += (profile[index] - after) * (profile[index] - after) }
    let rounding = 1 / 12.0
    let compression = max(0, squares / Double(above.count + below.count - 2) - rounding)
    // The squared derivatives of the position by the brightness on the two sides, times the square of the jump.
    let (one, other) = (fraction * fraction, (rows - fraction) * (rows - fraction))
    let variance =
      rounding * (rows + one / Double(above.count) + other / Double(below.count))
      + compression * (rows * rows + one + other)
    let error = variance.squareRoot() / height.magnitude
    return .edge(
      Edge(
        found: EdgePosition(position: Double(start) + fraction, standardError: error),
        step: step.size, before: before, after: after))
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double {
    values.reduce(0, +) / Double(values.count)
  }
}
