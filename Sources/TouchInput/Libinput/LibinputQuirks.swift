/// The properties of a device that libinput has in its tables, because the device does not report them.
///
/// The tables contain entries for single models of computers, too. Recordings do not name the computer, so only
/// the entries that match a device by its bus, numbers or name are modelled.
///
/// Source: libinput 1.22.1, quirks/30-vendor-*.quirks and quirks/50-system-apple.quirks.
struct LibinputQuirks: Hashable, Sendable {
  /// The resolution of a device that reports none, in units per millimetre.
  var resolution: Int?
  /// The size of a device that reports no resolution, in millimetres.
  var size: (width: Int, height: Int)? {
    get { width.map { ($0, height) } }
    set { (width, height) = (newValue?.width, newValue?.height ?? 0) }
  }
  /// The pressures at which a contact begins and ends, in units of the pressure axis.
  var pressure: LibinputThresholds?
  /// The lengths of the contact area, along both of its axes, at which a contact begins and ends.
  var touchSize: LibinputThresholds?
  /// The length of the contact area above which a contact is a palm.
  var palmSize: Int?
  /// The length of the contact area above which a narrow contact is a thumb.
  var thumbSize: Int?
  /// The pressure above which a contact is a palm.
  var palmPressure = 130
  /// Whether the device may end the contact of a finger by mistake when a third finger touches.
  var losesFingers = false
  /// Whether the device may report more slots than it has, and a corner of the pad before it knows a position.
  var inventsSlots = false
  /// Whether the number of fingers decides which button a click presses, so that the pad has no areas for buttons.
  var clicksByFingers = false
  /// Whether long movements of this device are never treated as jumps.
  var neverJumps = false
  /// Whether the device is a touchpad of Apple.
  var isApple = false
  /// Whether the device is not built into a computer.
  var isExternal = false
  /// Whether the device is connected by Bluetooth, which bundles reports.
  var isBluetooth = false
  /// Whether the device has one separate button, and is not a clickpad.
  var hasOneButton = false

  private var width: Int?
  private var height = 0

  /// Applies the entries that match a device.
  init(_ device: DeviceDescription) {
    let identity = device.identity
    isBluetooth = identity.bus == Bus.bluetooth
    isExternal = isBluetooth || identity.vendor == Vendor.logitech
    switch (identity.bus, identity.vendor) {
    case (Bus.serial, Vendor.serial) where identity.product == 7: losesFingers = true
    case (Bus.serial, Vendor.serial) where identity.product == 8:
      inventsSlots = true
      if identity.version == 0x0800 { size = (100, 55) }
    case (Bus.i2c, Vendor.alps): palmPressure = 180
    case (Bus.usb, Vendor.wacom):
      neverJumps = true
      isExternal = true
    case (_, Vendor.apple), (Bus.bluetooth, Vendor.appleBluetooth),
      (Bus.spi, Vendor.synapticsOfApple):
      addApple(identity)
    default: break
    }
    addNamed(device.name)
  }

  private mutating func addNamed(_ name: String) {
    let name = Array(name.utf8)
    func contains(_ part: String) -> Bool {
      name.indices.contains { name[$0...].starts(with: part.utf8) }
    }
    if contains("Elantech Touchpad") || contains("Elan Touchpad") {
      resolution = 31
      pressure = LibinputThresholds(begins: 10, ends: 8)
    } else if contains("CyPS/2 Cypress Trackpad") {
      pressure = LibinputThresholds(begins: 10, ends: 8)
      palmPressure = 254
    } else if contains("Cypress APA Trackpad") {
      pressure = LibinputThresholds(begins: 10, ends: 8)
    }
  }

  private mutating func addApple(_ identity: DeviceDescription.Identity) {
    if identity.bus == Bus.usb && identity.product == 0x021a { hasOneButton = true }
    isApple = true
    clicksByFingers = true
    touchSize = LibinputThresholds(begins: 150, ends: 130)
    switch (identity.bus, identity.product) {
    case (_, 0x0265):
      size = (162, 115)
      touchSize = LibinputThresholds(begins: 20, ends: 10)
      (palmSize, thumbSize, palmPressure) = (900, 800, 190)
    case (Bus.bluetooth, 0x030e):
      size = (130, 110)
      touchSize = LibinputThresholds(begins: 20, ends: 10)
      (palmSize, thumbSize) = (900, 700)
    case (Bus.usb, _):
      size = (104, 75)
      palmSize = identity.product == 0x0237 ? 1000 : identity.product == 0x0262 ? 1600 : 800
    case (Bus.spi, _):
      size = (104, 75)
      palmSize = 1600
    default: break
    }
  }

  /// The bus types.
  ///
  /// Source: Linux UAPI, input.h.
  private enum Bus {
    static let usb: UInt16 = 0x03
    static let bluetooth: UInt16 = 0x05
    static let serial: UInt16 = 0x11
    static let i2c: UInt16 = 0x18
    static let spi: UInt16 = 0x1c
  }

  /// The vendor numbers.
  ///
  /// Source: libinput 1.22.1, quirks/*.quirks and src/evdev.h.
  private enum Vendor {
    static let serial: UInt16 = 0x0002
    static let appleBluetooth: UInt16 = 0x004c
    static let logitech: UInt16 = 0x046d
    static let alps: UInt16 = 0x0488
    static let wacom: UInt16 = 0x056a
    static let apple: UInt16 = 0x05ac
    static let synapticsOfApple: UInt16 = 0x06cb
  }
}

/// The values of a pressure or a length at which a contact begins and ends.
struct LibinputThresholds: Hashable, Sendable {
  /// The value at which the contact begins.
  var begins: Int
  /// The value below which the contact ends.
  var ends: Int
}
