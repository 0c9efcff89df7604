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
