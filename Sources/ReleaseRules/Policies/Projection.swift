public import Quantities

extension ReleasePolicy {
  /// The parameters of the projection, the position at which a surface would come to rest by itself.
  ///
  /// Every decision records the projection, but only some rules use it.
  public struct Projection: Hashable, Sendable {
    /// The projection time: the projected distance is the velocity times this time.
    ///
    /// The default is r / (1 − r) ms for r = 0.998, the deceleration rate of an ordinary scroll view.
    public var time = Seconds(0.499)
    /// The point that is projected.
    public var point = ProjectedPoint.surface

    /// Creates the standard projection.
    public init() {}
  }

  /// The point that is projected.
  public enum ProjectedPoint: String, Hashable, SettingWord {
    /// The surface, at its position within its limits.
    case surface
    /// The surface, at the position that it would have without limits.
    case unlimited
    /// The finger, with the projection limited to the screen.
    case touch
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.ProjectedPoint {
  public var meaning: String {
    switch self {
    case .surface: "The surface, at its position within its limits."
    case .unlimited: "The surface, at the position that it would have without limits."
    case .touch: "The finger, with the projection limited to the screen."
    }
  }
}
