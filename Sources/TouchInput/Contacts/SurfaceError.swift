public import Quantities

/// Why positions on a device cannot be turned into points.
public enum SurfaceError: Error, Hashable, Sendable {
  /// The description has no axis to tell where a finger is.
  case missingAxis(device: String, code: UInt16)
  /// The device sends positions on the axis, but its range is not known.
  case missingRange(device: String, code: UInt16)
  /// The axis starts and ends at the same value, or ends before it starts.
  case emptyAxis(device: String, code: UInt16, minimum: Int32, maximum: Int32)
  /// A side of the screen is not a length from above 0 to 1,000,000 pt.
  case unusableScreen(width: Points, height: Points)
  /// The scale of a touchpad is not a number from above 0 to 1,000,000.
  case unusablePointsPerMillimeter(Double)
}

extension SurfaceError: CustomStringConvertible {
  /// Where, what was found, and what to do next.
  public var description: String {
    switch self {
    case .missingAxis(let device, let code):
      """
      device \(named(device)): there is no \(axisName(code)) among its axes; \
      give what describes the device by --desc, an evemu .desc file or what 'getevent -lp' prints, or \
      the range by --axis, such as --axis x=0:1079 --axis y=0:1919
      """
    case .missingRange(let device, let code):
      """
      device \(named(device)): the range of \(axisName(code)) is missing (evtest prints it as Min and Max, \
      'getevent -lp' as min and max); give what describes the device by --desc, an evemu .desc file or \
      what 'getevent -lp' prints, or the range by --axis, such as --axis x=0:1079 --axis y=0:1919
      """
    case .emptyAxis(let device, let code, let minimum, let maximum):
      """
      device \(named(device)): \(axisName(code)) ranges from \(minimum) to \(maximum); \
      correct its smallest and largest value in the recording's description of the device
      """
    case .unusableScreen(let width, let height):
      """
      screen: a size of \(width.value) × \(height.value) pt was found; \
      give a width and a height above 0 and up to 1000000, such as 390x844
      """
    case .unusablePointsPerMillimeter(let value):
      """
      touchpad scale: \(value) points per millimetre were found; \
      give a number above 0 and up to 1000000, such as 6.4
      """
    }
  }

  private func named(_ device: String) -> String {
    device.isEmpty ? "without a name" : "'\(excerpt(of: device))'"
  }

  private func axisName(_ code: UInt16) -> String {
    switch code {
    case AbsoluteAxis.positionX: "ABS_MT_POSITION_X or ABS_X"
    case AbsoluteAxis.positionY: "ABS_MT_POSITION_Y or ABS_Y"
    case AbsoluteAxis.x: "ABS_X"
    case AbsoluteAxis.y: "ABS_Y"
    default: "axis \(code)"
    }
  }
}
