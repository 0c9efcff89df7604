public import FrameLogs
public import Quantities
import ReleaseRules
import TouchInput

extension Phase {
  /// It waits at a side with most of itself off the screen.
  public static let stashed = Phase(rawValue: "stashed")
}

/// What sends a window halfway off the screen, to wait there at a side, and where.
public struct Stash: Hashable, Sendable {
  /// A side of the screen.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left one.
    case left
    /// The right one.
    case right
  }

  /// A throw faster than this goes to the side at which it is aimed.
  public var speed: PointsPerSecond
  /// The width of the screen.
  public var screen: Points
  /// Where the centre of the window is, horizontally, when it waits at the left.
  public var left: Points
  /// Where the centre of the window is, horizontally, when it waits at the right.
  public var right: Points

  /// Creates the rule for a window of `width` of which `visible` stays to be seen within a screen,
  /// on the inner side of what the system keeps of it.
  public init(
    speed: PointsPerSecond, width: Points, screen: Points, visible: Points,
    insets: (left: Points, right: Points)
  ) {
    self.speed = speed
    self.screen = screen
    left = insets.left + visible - width / 2
    right = screen - insets.right - visible + width / 2
  }

  /// Whether a window that is let go with its centre at `centre` is to wait at a side.
  ///
  /// It is when it was thrown faster than ``speed``, but not straight from the one side to the other,
  /// or when more than half of it is off the screen.
  ///
  /// Source: Android, `PipTouchHandler.shouldStash`.
  public func takes(
    centre: Points, velocity: PointsPerSecond, from side: Side?
  ) -> Bool {
    aim(of: velocity, from: side) != nil || isDropped(centre) != nil
  }

  /// The name of the position at which a window is aimed that is thrown with `velocity`; nil when that is
  /// too slow, or straight from the one side to the other.
  func aim(of velocity: PointsPerSecond, from side: Side?) -> String? {
    if velocity < -speed, side != .right { return Self.name(.left) }
    return velocity > speed && side != .left ? Self.name(.right) : nil
  }

  /// The side at which more than half of a window with its centre at `centre` is off the screen.
  public func isDropped(_ centre: Points) -> Side? {
    if centre < .zero { return .left }
    return centre > screen ? .right : nil
  }

  /// The positions at which it waits, at the height of `position`.
  func candidates(at position: Position) -> [RestCandidate] {
    [
      RestCandidate(name: Self.name(.left), position: Position(x: left, y: position.y)),
      RestCandidate(name: Self.name(.right), position: Position(x: right, y: position.y)),
    ]
  }

  private static func name(_ side: Side) -> String {
    switch side {
    case .left: "stashedLeft"
    case .right: "stashedRight"
    }
  }

  /// The side that the candidate called `name` is the position of; nil when it is another.
  static func side(named name: String) -> Side? { Side.allCases.first { Self.name($0) == name } }
}
