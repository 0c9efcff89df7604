public import Quantities

/// Converts positions on a device to positions in points.
///
/// The axes of a touchscreen span the screen if the touchscreen has the same shape as the screen, or does not
/// report its resolution, or reports a resolution with which its size is impossible:
///
///     x = (device x − minimum) / (maximum − minimum) · screen width
///
/// If the touchscreen has another shape, its two axes would have different scales if they spanned the screen. Its
/// positions are therefore converted to millimetres and then to points, and the centre of the touchscreen is the centre
/// of the screen:
///
///     x = (device x − minimum) / resolution · points per millimetre + (screen width − width) / 2
///
/// Positions on a touchpad are also converted to millimetres and then to points. A millimetre is the same
/// number of points as on a touchscreen, so a movement of the finger has the same length in points on both:
///
///     x = (device x − minimum) / resolution · points per millimetre
///
/// ``DeviceDescription/orientation`` rotates and mirrors the device's axes before the conversion.
public struct SurfaceMapping: Hashable, Sendable {
  /// The greatest ratio of the scales of the two axes at which the shapes of touchscreen and screen count as equal.
  ///
  /// The value is our choice. Ranges and resolutions are rounded, and a difference of 5 % is not noticeable.
  public static let largestScaleRatio = 1.05

  /// The assumed size of a touchpad whose size is unknown, in millimetres.
  ///
  /// Source: libinput's fallback for touchpads, 69 × 50 mm.
  public static let assumedMillimeters = (width: 69.0, height: 50.0)

  /// The default size of the screen: 390 × 844 pt, as on an upright phone.
  public static let defaultScreen = Planar(x: Points(390), y: Points(844))

  /// The default number of points per millimetre; 163 points per inch / 25.4.
  public static let defaultPointsPerMillimeter = 6.4

  /// The kind of the device: on a touchscreen positions count, on a touchpad only movements.
  public let kind: DeviceKind
  /// The size of the screen.
  public let screen: Planar<Points>
  /// Whether the size of a touchpad is unknown, so that ``assumedMillimeters`` is used.
  public let sizeIsAssumed: Bool
  /// Whether positions are converted to millimetres, by the resolution of the device, and then to points.
  ///
  /// If false, the axes span the screen, or a touchpad of the assumed size.
  public let isMeasured: Bool
  /// Whether both axes have the same number of device units; on such a device, the units of the two axes often have
  /// different lengths.
  let hasEqualRanges: Bool
  /// The size of the whole surface in points.
  public let size: Planar<Points>
  /// The number of points per unit of the device's x and y axes, before the rotation; both are above 0.
  public let unit: Planar<Points>

  private let isTurned: Bool
  private let horizontal: LinearAxis
  private let vertical: LinearAxis

  /// Creates the mapping of one device.
  ///
  /// - Parameters:
  ///   - device: The device; its multitouch axes are used, or `ABS_X` and `ABS_Y` if it has none.
  ///   - screen: The size of the screen; each side above 0 and at most 1,000,000 pt.
  ///   - pointsPerMillimeter: The number of points per millimetre, used if positions are converted to
  ///     millimetres first; above 0 and at most 1,000,000.
  ///   - kind: The kind of the device; nil uses the kind in the description.
  /// - Throws: ``SurfaceError`` if an axis is missing or has no range, or if `screen` or
  ///   `pointsPerMillimeter` is out of range.
  public init(
    device: DeviceDescription, screen: Planar<Points> = defaultScreen,
    pointsPerMillimeter: Double = defaultPointsPerMillimeter, kind: DeviceKind? = nil
  ) throws(SurfaceError) {
    let largest = Points(1_000_000)
    guard screen.x > .zero, screen.y > .zero, screen.x <= largest, screen.y <= largest else {
      throw .unusableScreen(width: screen.x, height: screen.y)
    }
    guard pointsPerMillimeter > 0, pointsPerMillimeter <= 1_000_000 else {
      throw .unusablePointsPerMillimeter(pointsPerMillimeter)
    }
    let x = try Self.axis(AbsoluteAxis.positionX, or: AbsoluteAxis.x, of: device)
    let y = try Self.axis(AbsoluteAxis.positionY, or: AbsoluteAxis.y, of: device)
    let orientation = device.orientation
    isTurned = orientation.swapsAxes
    hasEqualRanges =
      Int64(x.maximum) - Int64(x.minimum) == Int64(y.maximum) - Int64(y.minimum)
    let (across, down) = isTurned ? (y, x) : (x, y)
    self.kind = kind ?? device.kind
    self.screen = screen
    let millimeters = self.kind.millimeters(across, down)
    switch self.kind {
    case .touchscreen:
      sizeIsAssumed = false
      isMeasured =
        millimeters.map {
          !Self.isAlike(screen.x.value / $0.width, screen.y.value / $0.height)
        } ?? false
    case .touchpad:
      sizeIsAssumed = millimeters == nil
      isMeasured = millimeters != nil
    }
    let span = self.kind == .touchscreen ? screen : Self.assumedSize(pointsPerMillimeter, isTurned)
    let scale = isMeasured ? Points(pointsPerMillimeter) : nil
    horizontal = LinearAxis(
      across, spanning: span.x, perMillimeter: scale, isReversed: orientation.reversesHorizontal,
      isCentred: self.kind == .touchscreen)
    vertical = LinearAxis(
      down, spanning: span.y, perMillimeter: scale, isReversed: orientation.reversesVertical,
      isCentred: self.kind == .touchscreen)
    size = Planar(x: horizontal.size, y: vertical.size)
    unit =
      isTurned
      ? Planar(x: vertical.unit, y: horizontal.unit) : Planar(x: horizontal.unit, y: vertical.unit)
  }

  /// The assumed size of a touchpad without a resolution, in the user's orientation.
  private static func assumedSize(
    _ pointsPerMillimeter: Double, _ isTurned: Bool
  ) -> Planar<Points> {
    let (width, height) = assumedMillimeters
    let (across, down) = isTurned ? (height, width) : (width, height)
    return Planar(x: Points(across * pointsPerMillimeter), y: Points(down * pointsPerMillimeter))
  }

  /// Whether two scales are equal within the ratio ``largestScaleRatio``.
  static func isAlike(_ one: Double, _ other: Double) -> Bool {
    max(one, other) <= min(one, other) * largestScaleRatio
  }

  /// Whether two scales differ so much that movements are distorted beyond recognition.
  ///
  /// The limit is our choice. At a ratio of 1.5, a movement at 45° appears at 56°.
  static func differsBeyondRecognition(_ one: Double, _ other: Double) -> Bool {
    max(one, other) > min(one, other) * 1.5
  }

  /// The position of a contact, in points from the top left corner of the screen or of the touchpad.
  public func position(of contact: Contact) -> Position {
    position(x: contact.x, y: contact.y)
  }

  /// A position in device units, converted to points; outside the screen if it is outside the axes' ranges.
  public func position(x: Double, y: Double) -> Position {
    isTurned
      ? Position(x: horizontal.points(y), y: vertical.points(x))
      : Position(x: horizontal.points(x), y: vertical.points(y))
  }

  private static func axis(
    _ code: UInt16, or fallback: UInt16, of device: DeviceDescription
  ) throws(SurfaceError) -> DeviceDescription.Axis {
    let candidates = [device.axis(code), device.axis(fallback)].compactMap { $0 }
    guard let first = candidates.first else {
      guard device.sends(type: EventType.absolute, code: code) else {
        guard !device.reportsOnlyHats else { throw .hatAxes(device: device.name) }
        guard !device.isMouse else { throw .mouse(device: device.name) }
        throw .missingAxis(device: device.name, code: code)
      }
      throw .missingRange(device: device.name, code: code)
    }
    guard let axis = candidates.first(where: { $0.maximum > $0.minimum }) else {
      throw .emptyAxis(
        device: device.name, code: first.code, minimum: first.minimum, maximum: first.maximum)
    }
    return axis
  }
}

/// A linear conversion from device units to points.
private struct LinearAxis: Hashable, Sendable {
  private let origin: Double
  private let end: Double
  private let units: Double
  private let length: Double
  /// Whether positions are counted from the end of the axis.
  private let isReversed: Bool
  /// The position on the screen at which a centred axis begins; 0 for other axes.
  private let margin: Points

  /// Creates the conversion of an axis.
  ///
  /// - Parameters:
  ///   - axis: The axis.
  ///   - span: The distance that the axis spans; if `scale` is not nil, the distance on which the axis is centred.
  ///   - scale: The number of points per millimetre; nil if positions are not converted to millimetres.
  ///   - isReversed: Whether positions are counted from the end of the axis.
  ///   - isCentred: Whether the axis is centred on `span` if `scale` is not nil.
  init(
    _ axis: DeviceDescription.Axis, spanning span: Points, perMillimeter scale: Points?,
    isReversed: Bool, isCentred: Bool
  ) {
    (origin, end) = (Double(axis.minimum), Double(axis.maximum))
    units = scale == nil ? end - origin : Double(axis.resolution)
    length = (scale ?? span).value
    self.isReversed = isReversed
    let size = Points((end - origin) / units * length)
    margin = scale == nil || !isCentred ? .zero : (span - size) / 2
  }

  /// The length of the whole axis in points.
  var size: Points { Points((end - origin) / units * length) }

  /// The length of one device unit in points.
  var unit: Points { Points(length / units) }

  func points(_ value: Double) -> Points {
    Points((isReversed ? end - value : value - origin) / units * length) + margin
  }
}
