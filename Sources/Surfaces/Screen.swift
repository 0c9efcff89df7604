public import Quantities

/// The screen on which the surface of a scenario moves.
public struct Screen: Hashable, Sendable {
  /// The allowed range of the width and the height of a screen, in points.
  public static let range = 1.0...100_000.0

  /// The size of the screen; the origin of positions is its upper left corner.
  public let size: Planar<Points>

  /// Creates a screen; traps if the width or the height is outside ``range``.
  public init(size: Planar<Points> = Planar(x: Points(390), y: Points(844))) {
    precondition(Self.range.contains(size.x.value), "the screen is \(size.x.value) pt wide")
    precondition(Self.range.contains(size.y.value), "the screen is \(size.y.value) pt high")
    self.size = size
  }
}

extension Screen {
  /// Returns the size that a `text` such as `390x844` describes; nil if the text is not a valid size.
  public static func size(from text: String) -> Planar<Points>? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      range.contains(width), range.contains(height)
    else { return nil }
    return Planar(x: Points(width), y: Points(height))
  }
}
