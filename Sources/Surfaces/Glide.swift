package import MotionPhysics
public import Quantities

/// A motion to its end that nobody interferes with, as one closed form of time.
public struct Glide: Sendable {
  package let trajectory: Trajectory
  /// When it is at its end, where it then stays.
  public let end: Seconds
  /// Whether the surface is gone with it.
  let isLeaving: Bool

  /// Where it ends.
  public var target: Position { trajectory.target }

  /// Where the surface is at `time`, which is not before the glide began, and how fast.
  public func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    end <= time ? (trajectory.target, .zero) : trajectory.state(at: time)
  }

  /// How it began, on a spring; nil on anything else.
  package var launch: Launch? {
    trajectory.springStart.map { start in
      Launch(origin: start.origin, x: start.x, y: start.y, target: target, isLeaving: isLeaving)
    }
  }

  /// How a glide on a spring begins: all that its course depends on but the spring.
  package struct Launch: Hashable {
    var origin: Seconds
    var x: Spring.Motion
    var y: Spring.Motion
    var target: Position
    var isLeaving: Bool

    package init(
      origin: Seconds, x: Spring.Motion, y: Spring.Motion, target: Position, isLeaving: Bool
    ) {
      self.origin = origin
      self.x = x
      self.y = y
      self.target = target
      self.isLeaving = isLeaving
    }
  }
}
