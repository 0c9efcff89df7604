extension DeviceKind {
  /// The smallest length of a side of a device, in millimetres.
  ///
  /// Source: our choice. The narrowest surface that fingers slide on is the strip above the keyboard of Apple's
  /// laptops of 2016 to 2020, which is 60 of 2,170 pixels high on a length of 250 mm: 7 mm.
  static let smallestMillimeters = 5.0

  /// The greatest length of a side of a device of this kind, in millimetres.
  ///
  /// Source: our choice. The largest touchscreens that are one device are 110-inch panels for meeting rooms, with a
  /// shape of 16:9: 110 · 25.4 · 16 / √(16² + 9²) = 2,435 mm. Larger walls consist of several devices, or of
  /// cameras. The largest touchpads are tablets for drawing that also report fingers, such as the large Wacom
  /// Intuos5 touch with 325 × 203 mm; the touchpads of laptops are at most half as wide.
  var largestMillimeters: Double {
    switch self {
    case .touchscreen: 2500
    case .touchpad: 350
    }
  }

  /// Returns the size of a device of this kind, in millimetres.
  ///
  /// Kernels invent resolutions for some devices. A size that no device has is therefore an unknown size.
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
  /// The size is nil if the device does not report its resolution, or if no device of its kind has this size.
  public var millimeters: (width: Double, height: Double)? {
    guard let across, let down else { return nil }
    return kind.millimeters(across, down)
  }

  /// The size that the device reports although no device of its kind has this size, in millimetres; otherwise nil.
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
