public import Quantities

/// Turns positions on a device into positions in points.
///
/// A touchscreen's axes span the screen if it has the shape of the screen or does not report its
/// resolution:
///
///     x = (device x − minimum) / (maximum − minimum) · screen width
///
/// A touchscreen of another shape is measured in millimetres, and its middle is the middle of the
/// screen. Spanning the screen would give its two axes different scales:
///
///     x = (device x − minimum) / resolution · points per millimetre + (screen width − width) / 2
///
/// A touchpad is measured in millimetres and each counts for as many points as on a screen, so
/// that a finger's movement has the same length on both:
///
///     x = (device x − minimum) / resolution · points per millimetre
///
/// ``DeviceDescription/orientation`` turns and mirrors the device's axes before any of this.
public struct SurfaceMapping: Hashable, Sendable {
  /// How far the scales of the two axes may be apart, as a ratio, before a touchscreen has another
  /// shape than the screen.
  ///
  /// Source: ours; ranges and resolutions are rounded, and a difference of 5 % is not felt.
  public static let alikeScales = 1.05

  /// The size that a touchpad without a resolution is taken to have, in millimetres.
  ///
  /// Source: libinput's fallback for touchpads, 69 × 50 mm.
  public static let assumedMillimeters = (width: 69.0, height: 50.0)

  /// The screen when nobody says otherwise.
  public static let defaultScreen = Planar(x: Points(390), y: Points(844))

  /// Points in a millimetre when nobody says otherwise; 163 points per inch / 25.4.
  public static let defaultPointsPerMillimeter = 6.4

  /// Whether positions are positions on the screen, or only movements count.
  public let kind: DeviceKind
  /// The size of the screen.
  public let screen: Planar<Points>
  /// Whether the device does not say its size, and ``assumedMillimeters`` stand in.
  public let sizeIsAssumed: Bool
  /// Whether the resolution of the device gives the scale, and not the size of the screen.
  public let isMeasured: Bool
  /// Whether both axes have as many units, as those of devices have whose units are no lengths.
  let hasEqualRanges: Bool
  /// The size of the whole surface in points.
  public let size: Planar<Points>
  /// How many points a unit of the device's own x and y axis counts for, both above 0.
  public let unit: Planar<Points>

  private let isTurned: Bool
  private let horizontal: LinearAxis
  private let vertical: LinearAxis

  /// Creates the mapping of one device.
  ///
  /// - Parameters:
  ///   - device: The device; its multitouch axes are used, or else `ABS_X` and `ABS_Y`.
  ///   - screen: The size of the screen; each side above 0 and at most 1,000,000 pt.
  ///   - pointsPerMillimeter: How many points a millimetre counts for, where the device is measured;
  ///     unitless ratio above 0 and at most 1,000,000.
  ///   - kind: What the device is, where it says nothing or the wrong thing; nil believes it.
  /// - Throws: ``SurfaceError`` when an axis is missing or has no range, or a size is unusable.
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
    let hasResolution = x.resolution > 0 && y.resolution > 0
    switch self.kind {
    case .touchscreen:
      sizeIsAssumed = false
      let isAlike = Self.isAlike(
        screen.x.value / across.millimeters, screen.y.value / down.millimeters)
      isMeasured = hasResolution && !isAlike
    case .touchpad:
      sizeIsAssumed = !hasResolution
      isMeasured = hasResolution
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

  /// The size of a touchpad without a resolution, as the user sees it.
  private static func assumedSize(
    _ pointsPerMillimeter: Double, _ isTurned: Bool
  ) -> Planar<Points> {
    let (width, height) = assumedMillimeters
    let (across, down) = isTurned ? (height, width) : (width, height)
    return Planar(x: Points(across * pointsPerMillimeter), y: Points(down * pointsPerMillimeter))
  }

  /// Whether two scales are the same but for ``alikeScales``.
  static func isAlike(_ one: Double, _ other: Double) -> Bool {
    max(one, other) <= min(one, other) * alikeScales
  }

  /// Whether two scales are so far apart that a movement is no longer recognizable.
  ///
  /// Source: ours; at 1.5 to 1, a stroke at 45° seems to be one at 56°.
  static func isFar(_ one: Double, _ other: Double) -> Bool {
    max(one, other) > min(one, other) * 1.5
  }

  /// Where a contact is, in points from the top left corner of the screen or of the touchpad.
  public func position(of contact: Contact) -> Position {
    position(x: contact.x, y: contact.y)
  }

  /// Where a position in device units is, in points; outside the screen when it is outside the axes.
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

extension DeviceDescription.Axis {
  /// The length of the axis; of no use without a resolution.
  fileprivate var millimeters: Double {
    (Double(maximum) - Double(minimum)) / Double(resolution)
  }
}

/// A straight line from device units to points.
private struct LinearAxis: Hashable, Sendable {
  private let origin: Double
  private let end: Double
  private let units: Double
  private let length: Double
  /// Whether positions are counted from the end of the axis.
  private let isReversed: Bool
  /// Where the axis begins on the screen.
  private let margin: Points

  /// Creates the line of an axis.
  ///
  /// - Parameters:
  ///   - axis: The axis.
  ///   - span: The distance that it spans, or about whose middle it lies if it is measured.
  ///   - scale: The length of a millimetre; nil if the axis is not measured.
  ///   - isReversed: Whether positions are counted from the end of the axis.
  ///   - isCentred: Whether the middle of a measured axis is the middle of `span`.
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

  /// The length of the whole axis.
  var size: Points { Points((end - origin) / units * length) }

  /// The length of one device unit.
  var unit: Points { Points(length / units) }

  func points(_ value: Double) -> Points {
    Points((isReversed ? end - value : value - origin) / units * length) + margin
  }
}
