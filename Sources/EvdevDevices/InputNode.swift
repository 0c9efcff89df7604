package import TouchInput

/// An input device in the kernel's listing, which can be read without opening the device.
package struct InputNode: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A touch surface that is separate from the screen.
    case touchpad
    /// A touch surface on the screen.
    case touchscreen
    /// A device with the letters of a keyboard.
    case keyboard
    /// Any other device: a pen, a mouse, a joystick, a lid switch.
    case other
  }

  /// The path of the node, such as `/dev/input/event0`.
  package var path: String
  package var name: String
  package var kind: Kind
  /// The bus, vendor, product and version numbers.
  package var identity: DeviceDescription.Identity
  /// The driver's description of where the device is plugged in; empty if the driver has none.
  package var physicalPath: String
  /// The numbers of the device's properties (see ``DeviceProperty``), in ascending order.
  package var properties: [UInt16]
  /// The kinds of keys for text or digits that the device has in addition to its surface.
  package var textKeys: TextKeys
  /// The major and minor number of the node, such as `13:69`; empty if the kernel does not list them.
  package var deviceNumber: String

  /// Creates a node from the kernel's listing.
  package init(
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
  package var isTouch: Bool {
    switch self {
    case .touchpad, .touchscreen: true
    case .keyboard, .other: false
    }
  }

  /// The kind with an indefinite article, for messages.
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
  /// Derives the kind of a device from its codes and properties, by the same rules as udev.
  ///
  /// A keyboard has the whole top row of letters. A touch device is not a pen, and has two multitouch axes, or two
  /// single-touch axes with either a code for a finger, or the direct property and a left button. A touch device with
  /// the direct property is a touchscreen, and a touch device with the pointer property is a touchpad. Without either
  /// property, a device with a code for the finger tool is a touchpad, and any other device is a touchscreen.
  ///
  /// Source: systemd, `udev-builtin-input_id.c`, and Linux, event-codes.rst.
  package init(keys: Set<UInt16>, axes: Set<UInt16>, properties: Set<UInt16>) {
    // BTN_TOOL_PEN and BTN_STYLUS, and INPUT_PROP_ACCELEROMETER.
    let penTools: Set<UInt16> = [0x140, 0x14b]
    let accelerometer: UInt16 = 6
    let isMultitouch = axes.isSuperset(of: [AbsoluteAxis.positionX, AbsoluteAxis.positionY])
    let isSingleTouch =
      axes.isSuperset(of: [AbsoluteAxis.x, AbsoluteAxis.y])
      && (!keys.isDisjoint(with: [TouchButton.touch, TouchButton.toolFinger])
        || properties.contains(DeviceProperty.direct) && keys.contains(TouchButton.left))
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

  /// `KEY_Q` to `KEY_P`; every keyboard has all these keys, and no touch device does.
  private static var topRowOfLetters: Set<UInt16> { Set(16...25) }
}

extension InputNode.Kind {
  /// Derives the kind from a device description.
  init(_ device: DeviceDescription) {
    func codes(_ type: UInt16) -> Set<UInt16> {
      Set(device.codes.first { $0.type == type }?.codes ?? [])
    }
    self.init(
      keys: codes(EventType.key), axes: codes(EventType.absolute),
      properties: Set(device.properties))
  }
}
