import Quantities

extension ReleaseRule {
  /// Picks the position at which a line in the direction of the velocity leaves the area in which the window can move.
  ///
  /// The line starts at the window. If the distance from this position to the nearest corner is less than the fraction
  /// ``threshold`` of the window's longer side, the target is the corner. Otherwise, the position is moved onto the
  /// nearest edge. If the start and the end of the throw are on the same side of the middle of the area, the window
  /// slides along the edge instead, over the distance v² / 2a at a constant deceleration a.
  ///
  /// As in the original, the slope of the line is vy / vx. For a vertical throw, the coordinates are therefore NaN,
  /// and NaN becomes 0. Such a throw goes up or to the left, even if its velocity points down.
  ///
  /// Source: Android 8 to 10, `PipSnapAlgorithm.getEdgeIntersect` and `findClosestSnapBounds`, without
  /// the truncation to whole pixels.
  public struct FlingLine: Hashable, Sendable {
    /// The distance below which a corner is the target, as a fraction of the window's longer side; unitless.
    public var threshold = 0.5

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.FlingLine: BundledRule {
  static let name = "flingLine"
  static let meaning =
    "Picks the position where the line of the throw meets an edge of the area in which the window "
    + "can move, or a corner if one is near that position. Android 8 to 10 use this rule."

  static let settings: [Setting<Self>] = [
    .threshold(
      { $1(&$0.threshold) },
      "The rule picks a corner if the line of the throw meets the edge within this distance of "
        + "the corner, as a fraction of the window's longer side."
    )
  ]

  /// The deceleration a of a throw along an edge, in points per second squared.
  ///
  /// Source: Android 8, `pip_fling_deceleration`, 3000 dp/s².
  private static let slowing = 3_000.0

  public var ownTargets: [String] {
    let corners = ["top", "bottom"].flatMap { ["\($0)Left", "\($0)Right"] }
    return corners + SnapFraction.Edge.allCases.map { $0.rawValue }
  }

  public func decide(_ release: Release) -> Verdict {
    let context = release.context
    let line = ThrowLine(context, velocity: release.velocity)
    let met = line.edgeIntersection(slowing: Self.slowing)
    let corners = line.corners
    let corner = corners.reduce(corners[0]) {
      ($1.position - met).length < ($0.position - met).length ? $1 : $0
    }
    let reach = max(context.size.x, context.size.y) * threshold
    if (corner.position - met).length < reach { return .rest(line.shown(corner), .projected) }
    let edge = SnapFraction.edge(near: met, line.lowest, line.highest)
    let end = SnapFraction.snapped(met, to: edge, line.lowest, line.highest)
    return .rest(line.shown(RestCandidate(name: edge.rawValue, position: end)), .projected)
  }
}

/// The line along which a window was thrown; all positions are positions of the window's upper left corner.
private struct ThrowLine {
  let lowest: Position
  let highest: Position
  private let size: Planar<Points>
  private let corner: Position
  private let start: Position
  private let velocity: Velocity
  private let isWide: Bool

  init(_ context: ReleaseContext, velocity: Velocity) {
    self.velocity = velocity
    size = context.size
    isWide = context.screen.x > context.screen.y
    let half = size / 2
    corner = context.position - half
    let from = context.candidates.first { $0.name == context.start }?.position
    start = (context.origin ?? from ?? context.position) - half
    let positions = context.candidates.map { $0.position }
    let area =
      context.area
      ?? RestArea(
        lowest: Position(
          x: positions.map { $0.x }.min() ?? .zero, y: positions.map { $0.y }.min() ?? .zero),
        highest: Position(
          x: positions.map { $0.x }.max() ?? .zero, y: positions.map { $0.y }.max() ?? .zero),
        free: .both
      )
    lowest = area.lowest - half
    highest = area.highest - half
  }

  var corners: [RestCandidate] {
    [
      RestCandidate(name: "topLeft", position: lowest),
      RestCandidate(name: "topRight", position: Position(x: highest.x, y: lowest.y)),
      RestCandidate(name: "bottomLeft", position: Position(x: lowest.x, y: highest.y)),
      RestCandidate(name: "bottomRight", position: highest),
    ]
  }

  /// Returns `candidate` with its position converted from the upper left corner to the centre of the window.
  func shown(_ candidate: RestCandidate) -> RestCandidate {
    RestCandidate(name: candidate.name, position: candidate.position + size / 2)
  }

  /// Returns the position at which the line meets the edge, or at which a throw along the edge ends.
  func edgeIntersection(slowing: Double) -> Position {
    // The formula of a line needs plain numbers. Positions are in pt, velocities in pt/s; the slope is unitless.
    let (x, y) = (corner.x.value, corner.y.value)
    let (vx, vy) = (velocity.x.value, velocity.y.value)
    let slope = vy / vx
    let intercept = y - slope * x
    // `upright` is where the line meets the vertical edge ahead, and `flat` where it meets the horizontal edge ahead.
    let side = vx > 0 ? highest.x.value : lowest.x.value
    let upright = (x: side, y: Self.whole(slope * side + intercept))
    let level = vy > 0 ? highest.y.value : lowest.y.value
    let flat = (x: Self.whole((level - intercept) / slope), y: level)
    if let end = alongEdge(to: flat, slowing: slowing) { return end }
    let toUpright = Position(x: Points(upright.x - x), y: Points(upright.y - y)).length
    let toFlat = Position(x: Points(flat.x - x), y: Points(flat.y - y)).length
    let isFlat = toUpright == .zero || toFlat != .zero && toUpright > toFlat
    let met = isFlat ? flat : upright
    return Position(x: Points(met.x), y: Points(met.y))
  }

  /// Returns the position at which a throw along the edge ends; nil if the throw crosses the middle or has no room
  /// ahead.
  ///
  /// As in the original, the middle is the middle of the width, even on a wide screen, where it is compared with y
  /// coordinates.
  private func alongEdge(to flat: (x: Double, y: Double), slowing: Double) -> Position? {
    let (speed, here) = isWide ? (velocity.x, corner.x) : (velocity.y, corner.y)
    let (low, high) = isWide ? (lowest.x, highest.x) : (lowest.y, highest.y)
    let room = (speed > .zero ? high - here : here - low).value
    let begin = (isWide ? start.y : start.x).value
    let end = isWide ? flat.y : flat.x
    let middle = (lowest.x + highest.x).value / 2
    guard room > 0, begin < middle && end < middle || begin > middle && end > middle else {
      return nil
    }
    let distance = min(speed.value * speed.value / (2 * slowing), room)
    let stop = here.value + (speed > .zero ? distance : -distance)
    return isWide
      ? Position(x: Points(stop), y: Points(flat.y)) : Position(x: Points(flat.x), y: Points(stop))
  }

  /// Returns `corner` limited to the range of a 32-bit integer, and 0 for NaN, as in the original's integer type.
  private static func whole(_ corner: Double) -> Double {
    corner.isNaN ? 0 : max(-0x1p31, min(corner, 0x1p31 - 1))
  }
}
