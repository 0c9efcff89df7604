/// A position in the units of the device.
struct LibinputPoint: Hashable, Sendable {
  var x: Int
  var y: Int

  /// The difference of two positions, in units of the device.
  static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y)
  }
}

/// A displacement; the documentation of each value states the unit.
struct LibinputVector: Hashable, Sendable {
  var x: Double
  var y: Double

  static let zero = Self(x: 0, y: 0)

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ point: LibinputPoint) { self.init(x: Double(point.x), y: Double(point.y)) }

  var isZero: Bool { x == 0 && y == 0 }
  /// The length; exact if it is a whole number, so that a length equal to a limit does not count as below the limit.
  var length: Double { (x * x + y * y).squareRoot() }

  static func * (vector: Self, factor: Double) -> Self {
    Self(x: vector.x * factor, y: vector.y * factor)
  }
}

/// The surface of a touchpad as libinput uses it: its size, its areas, and the limits for pressures and lengths of
/// contacts.
///
/// Source of all numbers: libinput 1.22.1, src/evdev-mt-touchpad.c, -buttons.c, -edge-scroll.c and -thumb.c.
struct LibinputSurface: Hashable, Sendable {
  /// The range and the resolution of one axis.
  struct Axis: Hashable, Sendable {
    let minimum: Int
    let maximum: Int
    let fuzz: Int
    /// Units per millimetre, above 0.
    let resolution: Int

    /// Returns the position at a distance from the minimum, in units rounded towards 0.
    func units(_ millimeters: Double) -> Int {
      Int(millimeters * Double(resolution) + Double(minimum))
    }
  }

  let quirks: LibinputQuirks
  let horizontal: Axis
  let vertical: Axis
  /// The size in millimetres.
  let width: Double
  let height: Double
  /// The number of slots; 1 for a device without slots.
  let slotCount: Int
  /// The number of fingers that the device can count, at least the number of slots.
  let fingerCount: Int
  /// Whether positions are read from slots; false if the slots are only the corners of a box around the fingers.
  let hasSlots: Bool
  let isSemiMultitouch: Bool
  let isClickpad: Bool
  /// Whether the bottom of a clickpad is divided into areas for buttons.
  let hasBottomButtons: Bool
  /// Whether an area at the top is for the buttons of a trackpoint.
  let hasTopButtons: Bool
  /// Whether one finger scrolls at the right and the bottom edge, because the device counts no fingers.
  let scrollsAtEdges: Bool
  let pressure: LibinputThresholds?
  let palmPressure: Int?
  /// Whether the device recognizes palms itself.
  let reportsPalms: Bool

  init(_ device: DeviceDescription, _ rules: LibinputRules) {
    let quirks = LibinputQuirks(device)
    self.quirks = quirks
    let axes = Self.axes(of: device, quirks, rules)
    (horizontal, vertical) = (axes.horizontal, axes.vertical)
    (width, height) = axes.size
    isSemiMultitouch = device.isSemiMultitouch
    let slots = device.axis(AbsoluteAxis.slot)
    // A device with one contact may send only the axes of multitouch.
    let hasOnlyContacts =
      device.axis(AbsoluteAxis.positionX) != nil && device.axis(AbsoluteAxis.x) == nil
    hasSlots = (slots != nil || hasOnlyContacts) && !isSemiMultitouch
    slotCount =
      hasSlots ? min(max(Int(slots?.maximum ?? 0) + 1, 1), ContactReader.largestSlotCount) : 1
    fingerCount = max(slotCount, Self.countedFingers(device))
    let has = { device.sends(type: EventType.key, code: $0) }
    isClickpad =
      device.properties.contains(DeviceProperty.buttonPad)
      || has(TouchButton.left) && !has(TouchButton.right) && !quirks.hasOneButton
    hasBottomButtons = isClickpad && !quirks.clicksByFingers
    hasTopButtons = device.properties.contains(DeviceProperty.topButtonPad)
    scrollsAtEdges = fingerCount < 2
    let contactPressure = device.axis(AbsoluteAxis.contactPressure)
    // If the pressure axis has a resolution, it measures a force, which libinput ignores.
    let isForce = (contactPressure?.resolution ?? 0) != 0
    let measure = hasSlots ? contactPressure : device.axis(AbsoluteAxis.pressure)
    pressure =
      isForce || quirks.touchSize != nil && slotCount >= 5
      ? nil : measure.flatMap { Self.pressure($0, quirks) }
    palmPressure =
      isForce || !hasSlots || contactPressure == nil || quirks.isExternal
      ? nil : quirks.palmPressure
    reportsPalms = device.axis(AbsoluteAxis.toolType) != nil && hasSlots && !quirks.isExternal
  }

  /// Whether the device has pinches and swipes, for which libinput needs the positions of two fingers.
  var hasGestures: Bool { hasSlots && slotCount > 1 }

  /// The lengths of the contact area at which a contact begins and ends; nil if the device has fewer than 5 slots.
  var touchSize: LibinputThresholds? { hasSlots && slotCount >= 5 ? quirks.touchSize : nil }

  /// The length of the contact area above which a contact is a palm; nil if lengths are not used.
  var palmSize: Int? { quirks.isExternal ? nil : quirks.palmSize }

  func millimeters(_ distance: LibinputVector) -> LibinputVector {
    LibinputVector(
      x: distance.x / Double(horizontal.resolution), y: distance.y / Double(vertical.resolution))
  }

  /// Returns the difference of two positions in millimetres.
  func millimeters(_ distance: LibinputPoint) -> LibinputVector {
    millimeters(LibinputVector(distance))
  }

  /// The resolution of a mouse, to which libinput scales distances, in units per millimetre.
  static let mouseResolution = 1000 / 25.4

  /// Returns a distance in 1/1000 inch.
  ///
  /// The order of the operations is libinput's. In another order, rounding could move a distance across a limit.
  func mouseUnits(_ distance: LibinputPoint) -> LibinputVector {
    LibinputVector(
      x: Double(distance.x) * (Self.mouseResolution / Double(horizontal.resolution)),
      y: Double(distance.y) * (Self.mouseResolution / Double(vertical.resolution)))
  }
}

// The areas. Their edges are in device units, because libinput compares positions in this unit.
extension LibinputSurface {
  /// The edges of the pad: a contact that begins left of `left`, right of `right` or above `top` is a palm.
  ///
  /// Nil for touchpads narrower than 70 mm. Touchpads of at most 55 mm height have no edge at the top.
  func palmEdges(_ rules: LibinputRules) -> (left: Int, right: Int, top: Int)? {
    guard width >= 70, !quirks.isExternal, !(quirks.isApple && rules.ignoresPalmsOfApple) else {
      return nil
    }
    let edge = min(8, width * 0.08)
    let hasTop = !hasTopButtons && height > 55
    return (
      horizontal.units(edge), horizontal.units(width - edge),
      hasTop ? vertical.units(height * 0.05) : .min
    )
  }

  /// The lines for thumbs: a slow finger below `upper` counts as a thumb.
  ///
  /// If the device measures contact areas, a thumb between the two lines must also be long and narrow. The value is nil
  /// if there are no thumbs, because the pad is no clickpad or too low.
  var thumbLines: (upper: Int, lower: Int)? {
    guard isClickpad, height >= 50 else { return nil }
    return (vertical.units(height * 0.85), vertical.units(height * 0.92))
  }

  /// The upper edge of the areas for buttons at the bottom: they are 10 mm high, but at most 15 % of the height of the
  /// pad.
  var bottomButtons: Int {
    guard hasBottomButtons else { return .max }
    return vertical.units(height * 0.15 > 10 ? height - 10 : height * 0.85)
  }

  /// The lower edge of the area for the buttons of a trackpoint at the top, which is 10 mm high.
  var topButtons: Int { hasTopButtons ? vertical.units(10) : .min }

  /// The beginnings of the edges that scroll, which are 7 mm wide; a touchpad below 40 mm height has no bottom edge,
  /// unless it is a clickpad.
  var scrollEdges: (right: Int, bottom: Int) {
    (
      horizontal.units(width - 7),
      isClickpad || height >= 40 ? vertical.units(height - 7) : .max
    )
  }

  /// The radii of the ellipse within which a jittering finger counts as resting, in device units.
  var restRadii: LibinputPoint {
    LibinputPoint(
      x: horizontal.fuzz > 0 ? horizontal.fuzz : horizontal.resolution / 4,
      y: vertical.fuzz > 0 ? vertical.fuzz : vertical.resolution / 4)
  }
}

extension LibinputSurface {
  /// The size that libinput assumes for a device without a resolution, in millimetres.
  private static let assumedSize = (
    width: Int(SurfaceMapping.assumedMillimeters.width),
    height: Int(SurfaceMapping.assumedMillimeters.height)
  )

  private static func axes(
    of device: DeviceDescription, _ quirks: LibinputQuirks, _ rules: LibinputRules
  ) -> (horizontal: Axis, vertical: Axis, size: (Double, Double)) {
    let unknown = DeviceDescription.Axis(code: 0, minimum: 0, maximum: 0)
    let x = device.across ?? unknown
    let y = device.down ?? unknown
    let pointerX = device.axis(AbsoluteAxis.x) ?? x
    let pointerY = device.axis(AbsoluteAxis.y) ?? y
    let own = resolution(x, y, quirks, rules)
    let pointers = resolution(pointerX, pointerY, quirks, rules)
    let unit: Int64 = rules.addsUnitToRange ? 1 : 0
    // If either pair of axes lacks a resolution, both pairs get the resolution of the assumed size.
    let assumed = (
      x: Int(x.range + unit) / assumedSize.width, y: Int(y.range + unit) / assumedSize.height
    )
    let isKnown = own != nil && pointers != nil
    let used = isKnown ? own ?? assumed : assumed
    let sizing = isKnown ? pointers ?? assumed : assumed
    return (
      Axis(x, max(used.x, 1)), Axis(y, max(used.y, 1)),
      (
        Double(pointerX.range) / Double(max(sizing.x, 1)),
        Double(pointerY.range) / Double(max(sizing.y, 1))
      )
    )
  }

  /// The resolution of two axes, as reported by the device or else from the tables; nil if neither has it.
  private static func resolution(
    _ x: DeviceDescription.Axis, _ y: DeviceDescription.Axis, _ quirks: LibinputQuirks,
    _ rules: LibinputRules
  ) -> (x: Int, y: Int)? {
    if x.resolution > 0 && y.resolution > 0 { return (Int(x.resolution), Int(y.resolution)) }
    if let resolution = quirks.resolution { return (resolution, resolution) }
    guard let size = quirks.size else { return nil }
    let unit: Int64 = rules.addsUnitToRange ? 1 : 0
    return (Int(x.range + unit) / size.width, Int(y.range + unit) / size.height)
  }

  /// The highest number of fingers that the device counts.
  private static func countedFingers(_ device: DeviceDescription) -> Int {
    let counts: [(UInt16, Int)] = [
      (TouchButton.toolQuintupleTap, 5), (TouchButton.toolQuadrupleTap, 4),
      (TouchButton.toolTripleTap, 3), (TouchButton.toolDoubleTap, 2),
    ]
    for (code, fingers) in counts where device.sends(type: EventType.key, code: code) {
      return fingers
    }
    return 1
  }

  /// The pressures at which a contact begins and ends: from the tables, or else 12 % and 10 % of the range.
  private static func pressure(
    _ axis: DeviceDescription.Axis, _ quirks: LibinputQuirks
  ) -> LibinputThresholds? {
    let minimum = Double(axis.minimum)
    let range = Double(axis.range)
    let thresholds =
      quirks.pressure
      ?? LibinputThresholds(begins: Int(minimum + 0.12 * range), ends: Int(minimum + 0.10 * range))
    let possible = Int(axis.minimum)...max(Int(axis.minimum), Int(axis.maximum))
    return possible.contains(thresholds.begins) && possible.contains(thresholds.ends)
      ? thresholds : nil
  }
}

extension LibinputSurface.Axis {
  fileprivate init(_ axis: DeviceDescription.Axis, _ resolution: Int) {
    self.init(
      minimum: Int(axis.minimum), maximum: Int(axis.maximum), fuzz: Int(axis.fuzz),
      resolution: resolution)
  }
}

extension DeviceDescription.Axis {
  /// The length of the axis in units, at least 0.
  fileprivate var range: Int64 { max(Int64(maximum) - Int64(minimum), 0) }
}
