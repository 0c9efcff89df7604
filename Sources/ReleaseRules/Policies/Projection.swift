public import Quantities

extension ReleasePolicy {
  /// The parameters of the projection, the position at which a surface would come to rest by friction alone.
  ///
  /// Every decision records the projection, but only some rules use it.
  public struct Projection: Hashable, Sendable {
    /// The projection time: the projected distance is the velocity times this time.
    ///
    /// The default is r / (1 − r) ms for r = 0.998, the deceleration rate of an ordinary scroll view.
    public var time = Seconds(0.499)
    /// The point that is projected, for rules that do not always project the surface; see ``RuleKind/ProjectionUse``.
    public var point = ProjectedPoint.surface

    /// Creates the standard projection.
    public init() {}
  }

  /// The point that is projected.
  public enum ProjectedPoint: String, Hashable, SettingWord {
    /// The displayed position of the surface, to which limits and rubber bands apply.
    case surface
    /// The position that the surface would have without limits and rubber bands.
    case unlimited
    /// The position of the finger; the projection is limited to the screen.
    case touch
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.ProjectedPoint {
  public var meaning: String {
    switch self {
    case .surface:
      "The projection starts at the displayed position of the surface, to which limits and "
        + "rubber bands apply."
    case .unlimited:
      "The projection starts at the position that the surface would have without limits and "
        + "rubber bands."
    case .touch: "The projection starts at the finger, and its result is limited to the screen."
    }
  }
}
