public import Quantities

/// Where a scenario plays: the screen that its surface lives on.
public struct Stage: Hashable, Sendable {
  /// What the width and the height of a screen may be, in points.
  public static let range = 1.0...100_000.0

  /// The size of the screen; its upper left corner is zero.
  public let screen: Planar<Points>

  /// Creates a stage; traps when the width or the height is outside ``range``.
  public init(screen: Planar<Points> = Planar(x: Points(390), y: Points(844))) {
    precondition(Self.range.contains(screen.x.value), "a screen \(screen.x.value) pt wide")
    precondition(Self.range.contains(screen.y.value), "a screen \(screen.y.value) pt high")
    self.screen = screen
  }
}

extension Stage {
  /// The size that `text` such as `390x844` spells; nil when it spells none.
  public static func size(from text: String) -> Planar<Points>? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      range.contains(width), range.contains(height)
    else { return nil }
    return Planar(x: Points(width), y: Points(height))
  }
}
