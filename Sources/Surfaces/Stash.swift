public import FrameLogs
public import Quantities
import ReleaseRules
import TouchInput

extension Phase {
  /// The surface is stashed: it waits at a side, mostly off the screen.
  public static let stashed = Phase(rawValue: "stashed")
}

/// The rule that stashes a window at a side, partly off the screen, and the positions for it.
public struct Stash: Hashable, Sendable {
  /// A side of the screen.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left side.
    case left
    /// The right side.
    case right
  }

  /// The horizontal speed above which a throw goes to the side at which it is aimed.
  public var speed: PointsPerSecond
  /// The width of the screen.
  public var screen: Points
  /// The horizontal position of the centre of a window stashed at the left.
  public var left: Points
  /// The horizontal position of the centre of a window stashed at the right.
  public var right: Points

  /// Creates the rule for a window of `width`, of which `visible` stays visible inside the `insets` of the
  /// screen.
  public init(
    speed: PointsPerSecond, width: Points, screen: Points, visible: Points,
    insets: (left: Points, right: Points)
  ) {
    self.speed = speed
    self.screen = screen
    left = insets.left + visible - width / 2
    right = screen - insets.right - visible + width / 2
  }

  /// Whether a window that is released with its centre at `centre` is to be stashed.
  ///
  /// The window is stashed if it was thrown faster than ``speed``, but not from one side directly to the other, or if
  /// more than half of the window is off the screen.
  ///
  /// Source: Android, `PipTouchHandler.shouldStash`.
  public func takes(
    centre: Points, velocity: PointsPerSecond, from side: Side?
  ) -> Bool {
    aim(of: velocity, from: side) != nil || isDropped(centre) != nil
  }

  /// The name of the position at which a throw with `velocity` is aimed; nil if the throw is too slow, or
  /// goes from one side directly to the other.
  func aim(of velocity: PointsPerSecond, from side: Side?) -> String? {
    if velocity < -speed, side != .right { return Self.name(.left) }
    return velocity > speed && side != .left ? Self.name(.right) : nil
  }

  /// The side at which more than half of a window with its centre at `centre` is off the screen, if any.
  public func isDropped(_ centre: Points) -> Side? {
    if centre < .zero { return .left }
    return centre > screen ? .right : nil
  }

  /// The stashed positions, at the height of `position`.
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

  /// The side whose stashed position is called `name`; nil for other names.
  static func side(named name: String) -> Side? { Side.allCases.first { Self.name($0) == name } }
}
