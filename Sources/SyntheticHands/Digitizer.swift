public import Quantities
public import TouchInput

/// A touch device that records a ``HandModel`` with the imperfections of real devices.
public struct Digitizer: Hashable, Sendable {
  /// The kind of the device.
  public let kind: DeviceKind
  /// The scan rate, in hertz, 1…10,000.
  public var rate: Double
  /// The standard deviation of the noise on each coordinate in each scan, 0…100 pt.
  public var noise: Points
  /// The standard deviation of the noise on each timestamp, 0…0.1 s; timestamps still never decrease.
  public var timestampJitter: Seconds
  /// The fraction of scans that the device does not report, 0…0.9.
  public var droppedScans: Double
  /// The seed of the random numbers; with equal parameters, equal seeds give equal recordings.
  public var seed: UInt64
  /// The number of fingers that move together on a touchpad, 1…5.
  public var touchpadFingers = 2

  /// Creates a device.
  ///
  /// We chose defaults that describe a phone: its touchscreen scans at 120 Hz, and the reported position of a resting
  /// finger varies by less than half a point. For comparison, an I²C touchpad scans at about 140 Hz and a PS/2 touchpad
  /// at 80 Hz.
  public init(
    kind: DeviceKind = .touchscreen, rate: Double = 120, noise: Points = Points(0.2),
    timestampJitter: Seconds = Seconds(0.0002), droppedScans: Double = 0, seed: UInt64 = 1
  ) {
    self.kind = kind
    self.rate = rate
    self.noise = noise
    self.timestampJitter = timestampJitter
    self.droppedScans = droppedScans
    self.seed = seed
  }

  /// The description of the device.
  ///
  /// It is a touchscreen of 4096 × 4096 units, or a touchpad of 160 × 120 mm with 12 units per millimetre.
  public var device: DeviceDescription { device(reportsForce: false) }

  /// The largest pressure value of a device that reports pressure; the smallest is 0.
  ///
  /// We chose 255 because most devices with a pressure axis have 256 steps.
  static let greatestPressure: Int32 = 255

  /// Returns the description of the device, with a pressure axis if the device reports force.
  func device(reportsForce: Bool) -> DeviceDescription {
    switch kind {
    case .touchscreen:
      Self.described(
        "Synthetic touchscreen", (4095, 4095), resolution: 0, reportsForce: reportsForce)
    case .touchpad:
      Self.described("Synthetic touchpad", (1920, 1440), resolution: 12, reportsForce: reportsForce)
    }
  }

  /// Throws an error if a property is outside its range.
  func validated() throws(SyntheticHandError) {
    guard rate >= 1, rate <= 10_000 else { throw .unusableNumber("rate", rate, "1…10000 Hz") }
    guard noise.value >= 0, noise.value <= 100 else {
      throw .unusableNumber("noise", noise.value, "0…100 pt")
    }
    guard timestampJitter.value >= 0, timestampJitter.value <= 0.1 else {
      throw .unusableNumber("timestamp jitter", timestampJitter.value, "0…0.1 s")
    }
    guard droppedScans >= 0, droppedScans <= 0.9 else {
      throw .unusableNumber("fraction of dropped scans", droppedScans, "0…0.9")
    }
    guard (1...EventWriter.slotCount).contains(touchpadFingers) else {
      throw .unusableNumber("number of fingers", Double(touchpadFingers), "1…5")
    }
  }

  private static func described(
    _ name: String, _ size: (width: Int32, height: Int32), resolution: Int32, reportsForce: Bool
  ) -> DeviceDescription {
    let isTouchpad = resolution > 0
    let x = { (code: UInt16) in
      DeviceDescription.Axis(code: code, minimum: 0, maximum: size.width, resolution: resolution)
    }
    let y = { (code: UInt16) in
      DeviceDescription.Axis(code: code, minimum: 0, maximum: size.height, resolution: resolution)
    }
    let plain = { (code: UInt16, maximum: Int32) in
      DeviceDescription.Axis(code: code, minimum: 0, maximum: maximum)
    }
    let pressure = reportsForce ? [plain(AbsoluteAxis.contactPressure, greatestPressure)] : []
    let axes =
      [
        x(AbsoluteAxis.x), y(AbsoluteAxis.y), plain(AbsoluteAxis.slot, 4),
        x(AbsoluteAxis.positionX), y(AbsoluteAxis.positionY), plain(AbsoluteAxis.toolType, 2),
        plain(AbsoluteAxis.trackingID, 65_535),
      ] + pressure
    let buttons =
      isTouchpad
      ? [
        TouchButton.left, TouchButton.toolFinger, TouchButton.touch, TouchButton.toolDoubleTap,
        TouchButton.toolTripleTap, TouchButton.toolQuadrupleTap, TouchButton.toolQuintupleTap,
      ].sorted() : [TouchButton.touch]
    return DeviceDescription(
      name: name, identity: .init(bus: 6, vendor: 0, product: isTouchpad ? 2 : 1, version: 1),
      codes: [
        .init(type: EventType.synchronization, codes: [0, 1, 2, 3]),
        .init(type: EventType.key, codes: buttons),
        .init(type: EventType.absolute, codes: axes.map { $0.code }),
      ], axes: axes,
      properties: isTouchpad
        ? [DeviceProperty.pointer, DeviceProperty.buttonPad] : [DeviceProperty.direct])
  }
}
