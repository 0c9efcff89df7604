/// The event codes and properties that recordings may contain.
///
/// The allowed codes describe touches only, so a recording never contains keys that the user types. Every code
/// that is not in the list is left out. The kernel's event filter, the recorder and the writer of the file's
/// header all use this list.
///
/// Source: Linux UAPI, input-event-codes.h.
public enum RecordedCodes {
  /// `BTN_LEFT` to `BTN_TASK`: the press of a clickpad, and the separate buttons of a touchpad.
  private static let mouseButtons: ClosedRange<UInt16> = 0x110...0x117
  /// `BTN_TOOL_PEN` to `BTN_TOOL_QUADTAP`, which includes `BTN_TOUCH`.
  private static let tools: ClosedRange<UInt16> = 0x140...0x14f
  /// `BTN_STYLUS3`, `BTN_STYLUS` and `BTN_STYLUS2`: the buttons on a pen.
  ///
  /// Their codes are within the range of `tools`, but they are not recorded.
  private static let penButtons: Set<UInt16> = [0x149, 0x14b, 0x14c]
  /// From `ABS_PRESSURE` to the code before `ABS_VOLUME`: the single-touch axes.
  private static let touchAxes: ClosedRange<UInt16> = AbsoluteAxis.pressure...0x1f
  /// From `ABS_MT_SLOT` on: the multitouch axes.
  private static let contactAxes: ClosedRange<UInt16> = AbsoluteAxis.slot...0x3f
  /// `MSC_TIMESTAMP`: the device's own clock.
  static let deviceClock: UInt16 = 0x05
  /// The recorded properties; 0x07 is `INPUT_PROP_PRESSUREPAD`.
  private static let properties: Set<UInt16> = [
    DeviceProperty.pointer, DeviceProperty.direct, DeviceProperty.buttonPad,
    DeviceProperty.semiMultitouch, DeviceProperty.topButtonPad, 0x07,
  ]

  /// Whether events with this code are recorded; false for the keys of a keyboard and the buttons of a pen.
  public static func contains(type: UInt16, code: UInt16) -> Bool {
    switch type {
    case EventType.synchronization: true
    case EventType.key:
      mouseButtons.contains(code) || tools.contains(code) && !penButtons.contains(code)
    case EventType.absolute:
      code <= AbsoluteAxis.y || touchAxes.contains(code) || contactAxes.contains(code)
    case EventType.miscellaneous: code == deviceClock
    default: false
    }
  }

  /// Whether this property, such as ``DeviceProperty/direct``, is recorded.
  public static func contains(property: UInt16) -> Bool { properties.contains(property) }
}

extension DeviceDescription {
  /// The description without the codes, axes and properties that are never recorded.
  public var recorded: DeviceDescription {
    var device = self
    device.codes = codes.compactMap { list in
      let kept = list.codes.filter { RecordedCodes.contains(type: list.type, code: $0) }
      return kept.isEmpty ? nil : Codes(type: list.type, codes: kept)
    }
    device.axes.removeAll { !RecordedCodes.contains(type: EventType.absolute, code: $0.code) }
    device.properties.removeAll { !RecordedCodes.contains(property: $0) }
    return device
  }
}

extension Recording.InitialState {
  /// The state without the buttons and axes that are never recorded.
  public var recorded: Recording.InitialState {
    func isRecorded(_ value: Recording.AxisValue) -> Bool {
      RecordedCodes.contains(type: EventType.absolute, code: value.code)
    }
    var state = self
    for index in slots.indices {
      state.slots[index].values = slots[index].values.filter(isRecorded)
    }
    state.values = values.filter(isRecorded)
    state.heldButtons = heldButtons.filter {
      RecordedCodes.contains(type: EventType.key, code: $0)
    }
    return state
  }
}
