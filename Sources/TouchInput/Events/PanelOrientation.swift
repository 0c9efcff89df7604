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

  /// The clockwise rotation, which comes before the ``flip``.
  public var rotation: Rotation
  /// The axis that is mirrored after the rotation.
  public var flip: Flip

  /// Creates an orientation; without arguments, positions stay as they are.
  public init(rotation: Rotation = .none, flip: Flip = .none) {
    self.rotation = rotation
    self.flip = flip
  }

  /// Creates the orientation that a calibration matrix of libinput describes.
  ///
  /// The matrix is applied to positions as fractions of the axes:
  ///
  ///     x' = a · x + b · y + c
  ///     y' = d · x + e · y + f
  ///
  /// The result is nil if the matrix also scales, shifts or shears positions.
  ///
  /// Source: libinput, "Static device configuration via udev".
  ///
  /// - Parameter matrix: The six numbers a to f.
  public init?(calibration matrix: [Double]) {
    let flips: [Flip] = [.none, .x, .y]
    for orientation in flips.flatMap({ flip in
      Rotation.allCases.map { Self(rotation: $0, flip: flip) }
    }) where orientation.calibration == matrix {
      self = orientation
      return
    }
    return nil
  }

  /// The calibration matrix that describes the orientation.
  private var calibration: [Double] {
    let across: [Double] = swapsAxes ? [0, 1] : [1, 0]
    let down: [Double] = swapsAxes ? [1, 0] : [0, 1]
    func row(_ factors: [Double], isReversed: Bool) -> [Double] {
      isReversed ? factors.map { -$0 } + [1] : factors + [0]
    }
    return row(across, isReversed: reversesHorizontal) + row(down, isReversed: reversesVertical)
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
