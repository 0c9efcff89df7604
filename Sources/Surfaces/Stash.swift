public import FrameLogs
public import Quantities
import ReleaseRules
import TouchInput

extension Phase {
  /// The surface rests at a side of the screen, and most of it is off the screen.
  public static let stashed = Phase(rawValue: "stashed")
}

/// The rule that decides whether a release stashes a window at a side, mostly off the screen, and at which position.
public struct Stash: Hashable, Sendable {
  /// A side of the screen.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left side.
    case left
    /// The right side.
    case right
  }

  /// The horizontal speed above which a throw stashes the window at the side towards which it is thrown.
  public var speed: PointsPerSecond
  /// The width of the screen.
  public var screen: Points
  /// The horizontal position of the centre of a window stashed at the left.
  public var left: Points
  /// The horizontal position of the centre of a window stashed at the right.
  public var right: Points

  /// Creates the rule for a window of `width`; a strip of the width `visible` stays visible inside the `insets`.
  public init(
    speed: PointsPerSecond, width: Points, screen: Points, visible: Points,
    insets: (left: Points, right: Points)
  ) {
    self.speed = speed
    self.screen = screen
    left = insets.left + visible - width / 2
    right = screen - insets.right - visible + width / 2
  }

  /// Returns whether a release stashes a window whose centre is at `centre`.
  ///
  /// The window is stashed if more than half of it is off the screen, or if it is thrown faster than ``speed``. A throw
  /// of a stashed window towards the opposite side does not stash the window there.
  ///
  /// Source: Android, `PipTouchHandler.shouldStash`.
  public func takes(
    centre: Points, velocity: PointsPerSecond, from side: Side?
  ) -> Bool {
    aim(of: velocity, from: side) != nil || isDropped(centre) != nil
  }

  /// Returns the name of the stashed position towards which a throw with `velocity` goes.
  ///
  /// Returns nil if the throw is too slow, or if it goes from one stashed position towards the opposite side.
  func aim(of velocity: PointsPerSecond, from side: Side?) -> String? {
    if velocity < -speed, side != .right { return Self.name(.left) }
    return velocity > speed && side != .left ? Self.name(.right) : nil
  }

  /// Returns the side beyond which more than half of a window lies, given its `centre`; nil if at least half is
  /// visible.
  public func isDropped(_ centre: Points) -> Side? {
    if centre < .zero { return .left }
    return centre > screen ? .right : nil
  }

  /// Returns the stashed positions at the height of `position`.
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

  /// Returns the side whose stashed position is called `name`; nil for other names.
  static func side(named name: String) -> Side? { Side.allCases.first { Self.name($0) == name } }
}
