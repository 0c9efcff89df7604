/// How the positions of a device must be turned and mirrored to agree with what its user sees.
///
/// Panels of handhelds and kiosks are often mounted turned. The kernel reports the positions of the
/// panel, and the desktop turns them; a recording has them as the kernel reports them.
public struct PanelOrientation: Hashable, Sendable {
  /// By how much positions are turned clockwise, in degrees.
  public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    /// They are not turned.
    case none = 0
    /// A movement to the left on the panel is one up for the user.
    case quarter = 90
    /// A movement down on the panel is one up for the user.
    case half = 180
    /// A movement to the right on the panel is one up for the user.
    case threeQuarters = 270
  }

  /// Which of the user's axes is mirrored, after the rotation.
  public enum Flip: String, Hashable, Sendable, CaseIterable {
    /// Neither.
    case none
    /// Left and right change places.
    case x
    /// Up and down change places.
    case y
  }

  /// By how much positions are turned.
  public var rotation: Rotation
  /// Which axis is mirrored, after the rotation.
  public var flip: Flip

  /// Creates an orientation; without arguments positions are used as they are.
  public init(rotation: Rotation = .none, flip: Flip = .none) {
    self.rotation = rotation
    self.flip = flip
  }

  /// Whether the device's x axis goes down for the user, and its y axis across.
  var swapsAxes: Bool { rotation == .quarter || rotation == .threeQuarters }

  /// Whether the axis across runs from right to left for the user.
  var reversesHorizontal: Bool {
    (rotation == .quarter || rotation == .half) != (flip == .x)
  }

  /// Whether the axis down runs from bottom to top for the user.
  var reversesVertical: Bool {
    (rotation == .half || rotation == .threeQuarters) != (flip == .y)
  }
}
