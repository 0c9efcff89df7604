public import Quantities

/// The reason why positions on a device cannot be converted to points.
public enum SurfaceError: Error, Hashable, Sendable {
  /// The description has no axis for the position of a finger.
  case missingAxis(device: String, code: UInt16)
  /// The device sends positions on the axis, but the range of the axis is unknown.
  case missingRange(device: String, code: UInt16)
  /// The device reports hats (`ABS_HAT0X` and so on), as the pads of game controllers do, and no positions of fingers.
  case hatAxes(device: String)
  /// The axis starts and ends at the same value, or ends before it starts.
  case emptyAxis(device: String, code: UInt16, minimum: Int32, maximum: Int32)
  /// A side of the screen is not above 0, or is longer than 1,000,000 pt.
  case unusableScreen(width: Points, height: Points)
  /// The number of points per millimetre is not above 0, or is larger than 1,000,000.
  case unusablePointsPerMillimeter(Double)
  /// The device is a mouse or a trackball: it reports movements (`REL_X` and `REL_Y`) and no positions.
  case mouse(device: String)
}

extension SurfaceError: CustomStringConvertible {
  /// A message with the place, the problem, and the fix.
  public var description: String {
    switch self {
    case .missingAxis(let device, let code):
      """
      device \(named(device)): the description has no \(axisName(code)); \
      pass a description of the device with --desc (an evemu .desc file or the output of 'getevent -lp'), \
      or the range with --axis, such as --axis x=0:1079 --axis y=0:1919
      """
    case .missingRange(let device, let code):
      """
      device \(named(device)): the range of \(axisName(code)) is missing (evtest prints it as Min and Max, \
      'getevent -lp' as min and max); pass a description of the device with --desc (an evemu .desc file or \
      the output of 'getevent -lp'), or the range with --axis, such as --axis x=0:1079 --axis y=0:1919
      """
    case .hatAxes(let device):
      """
      device \(named(device)): the device reports only hat axes (ABS_HAT0X and so on), as the pads of game \
      controllers do; these are not touches; record a touchscreen or a touchpad
      """
    case .mouse(let device):
      """
      device \(named(device)): the device is a mouse, which reports movements (REL_X and REL_Y) and no \
      positions; these are not touches; record a touchscreen or a touchpad
      """
    case .emptyAxis(let device, let code, let minimum, let maximum):
      """
      device \(named(device)): \(axisName(code)) ranges from \(minimum) to \(maximum); \
      correct the smallest and the largest value in the recording's device description
      """
    case .unusableScreen(let width, let height):
      """
      screen: the size is \(width.value) × \(height.value) pt; \
      choose a width and a height above 0 and up to 1000000, such as 390x844
      """
    case .unusablePointsPerMillimeter(let value):
      """
      touchpad scale: the scale is \(value) points per millimetre; \
      choose a number above 0 and up to 1000000, such as 6.4
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
