/// The description of an evdev device: its name, codes, axes and properties.
public struct DeviceDescription: Hashable, Sendable {
  /// The bus and the three numbers that identify a model, `struct input_id`.
  public struct Identity: Hashable, Sendable {
    /// The bus type, 3 for USB, 24 for I²C.
    public var bus: UInt16
    /// The vendor number; for a USB device, its USB vendor id.
    public var vendor: UInt16
    /// The product number; for a USB device, its USB product id.
    public var product: UInt16
    /// The version number.
    public var version: UInt16

    /// Creates an identity from its four numbers.
    public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
      self.bus = bus
      self.vendor = vendor
      self.product = product
      self.version = version
    }
  }

  /// The range of one absolute axis, `struct input_absinfo` without its value.
  public struct Axis: Hashable, Sendable {
    /// The code, such as ``AbsoluteAxis/positionX``.
    public var code: UInt16
    /// The smallest value, in device units.
    public var minimum: Int32
    /// The largest value, in device units; the range is unknown if this value is not above `minimum`.
    public var maximum: Int32
    /// The size of the noise that the kernel filters out, in device units.
    public var fuzz: Int32
    /// The dead zone around the centre, in device units.
    public var flat: Int32
    /// Device units per millimetre; 0 if unknown.
    public var resolution: Int32

    /// Creates an axis from the numbers of `struct input_absinfo`.
    public init(
      code: UInt16, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
      resolution: Int32 = 0
    ) {
      self.code = code
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  /// The codes of one event type that the device may send.
  public struct Codes: Hashable, Sendable {
    /// The event type, such as ``EventType/key``.
    public var type: UInt16
    /// The codes, in ascending order.
    public var codes: [UInt16]

    /// Creates the list of codes of one type.
    public init(type: UInt16, codes: [UInt16]) {
      self.type = type
      self.codes = codes
    }
  }

  /// The device's name, as the kernel reports it; empty if unknown.
  public var name: String
  /// The device node from which the device was recorded, such as `/dev/input/event0`; empty if unknown.
  public var node: String
  /// The bus, vendor, product and version; all 0 if unknown.
  public var identity: Identity
  /// The codes that the device may send, in ascending order of the event types.
  public var codes: [Codes]
  /// The absolute axes, in ascending order of their codes.
  public var axes: [Axis]
  /// The numbers of the device's properties (see ``DeviceProperty``), in ascending order.
  public var properties: [UInt16]
  /// The orientation in which the device is mounted, as given by the user; devices do not report it.
  public var orientation = PanelOrientation()

  /// Creates a description; `codes`, `axes` and `properties` must be in ascending order.
  public init(
    name: String = "", node: String = "", identity: Identity = Identity(), codes: [Codes] = [],
    axes: [Axis] = [], properties: [UInt16] = []
  ) {
    self.name = name
    self.node = node
    self.identity = identity
    self.codes = codes
    self.axes = axes
    self.properties = properties
  }

  /// Returns the axis with `code`; nil if the device has no such axis.
  public func axis(_ code: UInt16) -> Axis? { axes.first { $0.code == code } }

  /// The device's x axis: the multitouch axis if it exists, otherwise the single-touch axis; nil if neither exists.
  package var across: Axis? { axis(AbsoluteAxis.positionX) ?? axis(AbsoluteAxis.x) }

  /// The device's y axis: the multitouch axis if it exists, otherwise the single-touch axis; nil if neither exists.
  package var down: Axis? { axis(AbsoluteAxis.positionY) ?? axis(AbsoluteAxis.y) }

  /// Whether the device may send `code` of `type`.
  public func sends(type: UInt16, code: UInt16) -> Bool {
    codes.contains { $0.type == type && $0.codes.contains(code) }
  }

  /// Whether the device has hat axes, `ABS_HAT0X` to `ABS_HAT3Y`, and no axes for positions.
  var reportsOnlyHats: Bool { AbsoluteAxis.hats.contains(where: reports) && !reportsPositions }

  /// Whether the device is a mouse or a trackball: it reports movements, `REL_X` and `REL_Y`, and no positions.
  package var isMouse: Bool {
    [0, 1].allSatisfy { sends(type: EventType.relative, code: $0) } && !reportsPositions
  }

  private var reportsPositions: Bool {
    [AbsoluteAxis.x, AbsoluteAxis.y, AbsoluteAxis.positionX, AbsoluteAxis.positionY]
      .contains(where: reports)
  }

  private func reports(_ code: UInt16) -> Bool {
    axis(code) != nil || sends(type: EventType.absolute, code: code)
  }

  /// The button that begins and ends the only contact of a device without multitouch.
  ///
  /// The value is `BTN_LEFT` if the device is a touchscreen that reports this button and no `BTN_TOUCH`, as old drivers
  /// of single-touch panels do; otherwise `BTN_TOUCH`.
  public var touchButton: UInt16 {
    let isPanel =
      properties.contains(DeviceProperty.direct)
      && sends(type: EventType.key, code: TouchButton.left)
      && !sends(type: EventType.key, code: TouchButton.touch)
    return isPanel ? TouchButton.left : TouchButton.touch
  }
}

extension DeviceDescription {
  /// Sets the fuzz of the axes from the udev properties of the device.
  ///
  /// libinput's rules for udev move the fuzz from the kernel to the properties `LIBINPUT_FUZZ_00`, `_01`, `_35` and
  /// `_36`. The number in a name is the code of the axis. The kernel then does not filter positions, and libinput knows
  /// their noise. Values that are not whole numbers from 0 to 2³¹ − 1 are ignored.
  ///
  /// Source: libinput 1.22.1, udev/libinput-fuzz-extract.c and src/evdev.c.
  ///
  /// - Parameter properties: Lines that end with a property, such as `E:LIBINPUT_FUZZ_35=8` or `- LIBINPUT_FUZZ_35=8`.
  package mutating func takeFuzz(fromProperties properties: String) {
    let key = Array("LIBINPUT_FUZZ_".utf8)
    for line in properties.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let start = line.indices.first(where: { line[$0...].starts(with: key) })
      else { continue }
      let parts = line[start...].dropFirst(key.count).split(separator: UInt8(ascii: "="))
      guard parts.count == 2,
        let code = UInt16(String(decoding: parts[0], as: UTF8.self), radix: 16),
        let index = axes.firstIndex(where: { $0.code == code }),
        let fuzz = Int32(
          String(decoding: parts[1].prefix { (48...57).contains($0) }, as: UTF8.self))
      else { continue }
      axes[index].fuzz = fuzz
    }
  }
}
