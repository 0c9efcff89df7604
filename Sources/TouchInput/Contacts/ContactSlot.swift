/// The known state of one slot; values persist from contact to contact, as they do in the kernel.
struct ContactSlot: Hashable, Sendable {
  /// The tracking id of the finger in the slot; below zero if the slot is free.
  var trackingID: Int32 = -1
  /// Whether the tracking id came from the device; devices of type A may send none.
  var isNamed = false
  /// The last `ABS_MT_POSITION_X`; nil until the device sends it.
  var x: Int32?
  /// The last `ABS_MT_POSITION_Y`; nil until the device sends it.
  var y: Int32?
  /// The value to use for `x` until the device sends it; nil for the middle of the axis.
  var guessedX: Int32?
  /// The value to use for `y` until the device sends it; nil for the middle of the axis.
  var guessedY: Int32?
  /// The last `ABS_MT_PRESSURE`; nil until the device sends it.
  var pressure: Int32?
  /// The last `ABS_MT_DISTANCE`; above zero while a finger hovers.
  var distance: Int32 = 0
  /// Whether the last `ABS_MT_TOOL_TYPE` was a palm.
  var isPalm = false
  /// Whether the finger was a palm at any time; such a finger is ignored until it lifts.
  var isIgnoredPalm = false
  /// Whether a contact may begin only after an event has updated the slot.
  ///
  /// The value is true after dropped events, because the state of the slot is then unknown.
  var needsEvent = false
  /// The contact in the last frame; nil if no contact is down.
  var contact: Contact?

  /// Stores the value of one of the slot's axes, except the tracking id.
  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteAxis.positionX: x = value
    case AbsoluteAxis.positionY: y = value
    case AbsoluteAxis.contactPressure: pressure = value
    case AbsoluteAxis.distance: distance = value
    case AbsoluteAxis.toolType: isPalm = value == ContactSlot.palm
    default: break
    }
  }

  /// `MT_TOOL_PALM`.
  ///
  /// Source: Linux UAPI, input.h.
  static let palm: Int32 = 2
}
