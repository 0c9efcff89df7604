public import Quantities

/// Turns positions on a device into positions in points.
///
/// A touchscreen's axes span the screen, whatever their units:
///
///     x = (device x − minimum) / (maximum − minimum) · screen width
///
/// A touchpad is measured in millimetres and each counts for as many points as on a screen, so
/// that a finger's movement has the same length on both:
///
///     x = (device x − minimum) / resolution · points per millimetre
public struct SurfaceMapping: Hashable, Sendable {
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
  /// The size of the screen that a touchscreen's axes span.
  public let screen: Planar<Points>
  /// Whether the device does not say its size, and ``assumedMillimeters`` stand in.
  public let sizeIsAssumed: Bool

  private let horizontal: LinearAxis
  private let vertical: LinearAxis

  /// Creates the mapping of one device.
  ///
  /// - Parameters:
  ///   - device: The device; its multitouch axes are used, or else `ABS_X` and `ABS_Y`.
  ///   - screen: The size of the screen; each side above 0 and at most 1,000,000 pt.
  ///   - pointsPerMillimeter: How many points a millimetre on a touchpad counts for; unitless
  ///     ratio above 0 and at most 1,000,000.
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
    self.kind = kind ?? device.kind
    self.screen = screen
    switch self.kind {
    case .touchscreen:
      sizeIsAssumed = false
      horizontal = LinearAxis(x, spanning: screen.x)
      vertical = LinearAxis(y, spanning: screen.y)
    case .touchpad where x.resolution > 0 && y.resolution > 0:
      sizeIsAssumed = false
      horizontal = LinearAxis(x, pointsPerMillimeter: pointsPerMillimeter)
      vertical = LinearAxis(y, pointsPerMillimeter: pointsPerMillimeter)
    case .touchpad:
      sizeIsAssumed = true
      let size = Self.assumedMillimeters
      horizontal = LinearAxis(x, spanning: Points(size.width * pointsPerMillimeter))
      vertical = LinearAxis(y, spanning: Points(size.height * pointsPerMillimeter))
    }
  }

  /// Where a contact is, in points from the top left corner of the screen or of the touchpad.
  public func position(of contact: Contact) -> Position {
    position(x: contact.x, y: contact.y)
  }

  /// Where a position in device units is, in points; outside the screen when it is outside the axes.
  public func position(x: Double, y: Double) -> Position {
    Position(x: horizontal.points(x), y: vertical.points(y))
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

/// A straight line from device units to points.
private struct LinearAxis: Hashable, Sendable {
  private let origin: Double
  private let units: Double
  private let length: Double

  init(_ axis: DeviceDescription.Axis, spanning length: Points) {
    origin = Double(axis.minimum)
    units = Double(axis.maximum) - Double(axis.minimum)
    self.length = length.value
  }

  init(_ axis: DeviceDescription.Axis, pointsPerMillimeter: Double) {
    origin = Double(axis.minimum)
    units = Double(axis.resolution)
    length = pointsPerMillimeter
  }

  func points(_ value: Double) -> Points { Points((value - origin) / units * length) }
}
