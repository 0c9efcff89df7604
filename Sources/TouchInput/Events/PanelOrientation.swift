/// The rotation and the reflection that convert positions on a device to positions as the user sees them.
///
/// The panels of handhelds and kiosks are often mounted rotated. A recording contains the positions that the
/// kernel reports, which the desktop has not rotated yet.
public struct PanelOrientation: Hashable, Sendable {
  /// The clockwise rotation of positions, in degrees.
  public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// No rotation.
    case none = 0
    /// A movement to the left on the panel is a movement up for the user.
    case quarter = 90
    /// A movement down on the panel is a movement up for the user.
    case half = 180
    /// A movement to the right on the panel is a movement up for the user.
    case threeQuarters = 270
  }

  /// The axis, as the user sees it, that is mirrored after the rotation.
  public enum Flip: String, Hashable, Sendable, CaseIterable {
    /// No axis is mirrored.
    case none
    /// The horizontal axis: left and right are exchanged.
    case x
    /// The vertical axis: up and down are exchanged.
    case y
  }

  /// The rotation.
  public var rotation: Rotation
  /// The axis that is mirrored after the rotation.
  public var flip: Flip

  /// Creates an orientation; without arguments, positions stay as they are.
  public init(rotation: Rotation = .none, flip: Flip = .none) {
    self.rotation = rotation
    self.flip = flip
  }

  /// Whether the device's x axis is vertical for the user, and its y axis horizontal.
  var swapsAxes: Bool { rotation == .quarter || rotation == .threeQuarters }

  /// Whether the horizontal axis runs from right to left for the user.
  var reversesHorizontal: Bool {
    (rotation == .quarter || rotation == .half) != (flip == .x)
  }

  /// Whether the vertical axis runs from bottom to top for the user.
  var reversesVertical: Bool {
    (rotation == .half || rotation == .threeQuarters) != (flip == .y)
  }
}
