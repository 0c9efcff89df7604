extension DeviceKind {
  /// The lower limit for the length of a side of a device, in millimetres.
  ///
  /// Source: our choice. No finger slides across a shorter side.
  static let smallestMillimeters = 5.0

  /// The upper limit for the length of a side, for devices of this kind, in millimetres.
  ///
  /// Source: our choice. The largest touchscreens are infrared frames, with diagonals of more than 150 inches according
  /// to a manufacturer (TopOneTouch, "How Big Can a Touch Screen Be?"). With a shape of 16:9, that is a width of 150 ·
  /// 25.4 · 16 / √(16² + 9²) = 3,321 mm. The size of a wider wall therefore counts as unknown, and its axes span the
  /// screen. In return, the limit detects a panel of 4,096 units with an invented resolution of 1 unit/mm.
  ///
  /// The largest touchpads are tablets for drawing that also report fingers. The Wacom Intuos5 touch L has 65,024 ×
  /// 40,640 units of 1/200 mm (Linux, wacom_wac.c), which is 325 × 203 mm.
  var largestMillimeters: Double {
    switch self {
    case .touchscreen: 4000
    case .touchpad: 350
    }
  }

  /// Returns the size of a device of this kind, in millimetres.
  ///
  /// Kernels invent resolutions for some devices. An impossible size therefore counts as unknown.
  ///
  /// - Parameters:
  ///   - x: The horizontal axis.
  ///   - y: The vertical axis.
  /// - Returns: The lengths of the axes; nil if a resolution is missing, or the size is impossible.
  func millimeters(
    _ x: DeviceDescription.Axis, _ y: DeviceDescription.Axis
  ) -> (width: Double, height: Double)? {
    guard let width = x.millimeters, let height = y.millimeters else { return nil }
    let possible = Self.smallestMillimeters...largestMillimeters
    guard possible.contains(width), possible.contains(height) else { return nil }
    return (width, height)
  }
}

extension DeviceDescription {
  /// The size of the surface in millimetres.
  ///
  /// The size is nil if the device does not report its resolution, or if the size is impossible for its kind.
  public var millimeters: (width: Double, height: Double)? {
    guard let across, let down else { return nil }
    return kind.millimeters(across, down)
  }

  /// The size that the device reports, in millimetres, if the size is impossible for its kind; otherwise nil.
  var impossibleMillimeters: (width: Double, height: Double)? {
    guard millimeters == nil, let width = across?.millimeters, let height = down?.millimeters else {
      return nil
    }
    return (width, height)
  }
}

extension DeviceDescription.Axis {
  /// The length of the axis in millimetres; nil if the resolution or the range is unknown.
  fileprivate var millimeters: Double? {
    guard resolution > 0, maximum > minimum else { return nil }
    return (Double(maximum) - Double(minimum)) / Double(resolution)
  }
}
