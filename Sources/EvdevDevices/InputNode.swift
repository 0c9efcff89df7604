public import TouchInput

/// An input device as the kernel lists it, known without opening it.
public struct InputNode: Hashable, Sendable {
  /// What kind of device it is.
  public enum Kind: String, Hashable, Sendable {
    /// A surface that is touched away from the screen.
    case touchpad
    /// A surface that is touched where it shows.
    case touchscreen
    /// Something with the letters of a keyboard.
    case keyboard
    /// A pen, a mouse, a joystick, a lid: anything else.
    case other
  }

  /// The path of the node, `/dev/input/event0`.
  public var path: String
  /// The device's name.
  public var name: String
  /// What kind of device it is.
  public var kind: Kind
  /// The bus, vendor, product and version.
  public var identity: DeviceDescription.Identity
  /// Where it is plugged in, as the driver puts it; empty when the driver does not say.
  public var physicalPath: String
  /// Its ``DeviceProperty`` numbers, ascending.
  public var properties: [UInt16]
  /// The keys for text or digits that it has beside its surface.
  public var textKeys: TextKeys
  /// The major and minor number of its node, `13:69`; empty when the kernel does not list them.
  public var deviceNumber: String

  /// Creates a node from what the kernel says of it.
  public init(
    path: String, name: String, kind: Kind,
    identity: DeviceDescription.Identity = DeviceDescription.Identity(),
    physicalPath: String = "", properties: [UInt16] = [], textKeys: TextKeys = [],
    deviceNumber: String = ""
  ) {
    self.path = path
    self.name = name
    self.kind = kind
    self.identity = identity
    self.physicalPath = physicalPath
    self.properties = properties
    self.textKeys = textKeys
    self.deviceNumber = deviceNumber
  }
}

extension InputNode.Kind {
  /// Whether the device is a touchpad or a touchscreen, the only kinds that are ever read.
  public var isTouch: Bool {
    switch self {
    case .touchpad, .touchscreen: true
    case .keyboard, .other: false
    }
  }

  /// The kind with its article, for messages.
  var phrase: String {
    switch self {
    case .touchpad: "a touchpad"
    case .touchscreen: "a touchscreen"
    case .keyboard: "a keyboard"
    case .other: "another kind of device"
    }
  }
}

extension InputNode.Kind {
  /// The kind of a device that may send these codes.
  ///
  /// The rules are those by which udev tells input devices apart: a keyboard has the whole top row
  /// of letters; a touch device has two absolute axes and a finger to put on them, and is no pen.
  /// Where a device names neither pointer nor direct, a tool for fingers means a touchpad.
  ///
  /// Source: systemd, `udev-builtin-input_id.c`, and Linux, event-codes.rst.
  public init(keys: Set<UInt16>, axes: Set<UInt16>, properties: Set<UInt16>) {
    let penTools: Set<UInt16> = [0x140, 0x14b]
    let accelerometer: UInt16 = 6
    let isMultitouch = axes.isSuperset(of: [AbsoluteAxis.positionX, AbsoluteAxis.positionY])
    let isSingleTouch =
      axes.isSuperset(of: [AbsoluteAxis.x, AbsoluteAxis.y])
      && !keys.isDisjoint(with: [TouchButton.touch, TouchButton.toolFinger])
    let hasFinger = keys.contains(TouchButton.toolFinger)
    let isPen = !keys.isDisjoint(with: penTools) && !hasFinger && !isMultitouch
    if keys.isSuperset(of: Self.topRowOfLetters) {
      self = .keyboard
    } else if !(isMultitouch || isSingleTouch) || isPen || properties.contains(accelerometer) {
      self = .other
    } else if properties.contains(DeviceProperty.direct) {
      self = .touchscreen
    } else if properties.contains(DeviceProperty.pointer) || hasFinger {
      self = .touchpad
    } else {
      self = .touchscreen
    }
  }

  /// `KEY_Q` to `KEY_P`; no touch device has them all, every keyboard does.
  private static var topRowOfLetters: Set<UInt16> { Set(16...25) }
}

extension InputNode.Kind {
  /// The kind of a device that describes itself so.
  init(_ device: DeviceDescription) {
    func codes(_ type: UInt16) -> Set<UInt16> {
      Set(device.codes.first { $0.type == type }?.codes ?? [])
    }
    self.init(
      keys: codes(EventType.key), axes: codes(EventType.absolute),
      properties: Set(device.properties))
  }
}
