public import Quantities

extension ReleasePolicy {
  /// Where a surface would come to rest by itself.
  ///
  /// It is noted with every decision; only some rules go by it.
  public struct Projection: Hashable, Sendable {
    /// How far ahead a velocity is projected: its distance is this time × the velocity.
    public var time = Seconds(0.499)
    /// Which point is projected.
    public var point = ProjectedPoint.surface

    /// Creates the standard projection.
    public init() {}
  }

  /// Which point is projected.
  public enum ProjectedPoint: String, Hashable, SettingWord {
    /// The surface, where the hand has put it within its limits.
    case surface
    /// The surface, where the hand would have put it without limits.
    case unlimited
    /// The finger, held within the screen.
    case touch
  }
}

extension ReleasePolicy.Projection {
  /// The way that a release with `velocity` goes on, in the hand's points.
  func ahead(_ velocity: Velocity) -> Position {
    Position(x: velocity.x * time, y: velocity.y * time)
  }

  /// Where the point would come to rest after a release with `velocity`.
  func rest(of context: ReleaseContext, velocity: Velocity) -> Position {
    let displacement = ahead(velocity) * context.gain
    switch point {
    case .surface: return context.position + displacement
    case .unlimited: return context.unlimited + displacement
    case .touch:
      // A finger cannot leave the screen; Wave holds its projection one point within it.
      func held(_ value: Points, _ size: Points) -> Points {
        max(Points(1), min(value, size - Points(1)))
      }
      let rest = context.touch + displacement
      return Position(x: held(rest.x, context.screen.x), y: held(rest.y, context.screen.y))
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.ProjectedPoint {
  public var meaning: String {
    switch self {
    case .surface: "The surface, where the hand has put it within its limits."
    case .unlimited: "The surface, where the hand would have put it without limits."
    case .touch: "The finger, held within the screen."
    }
  }
}
