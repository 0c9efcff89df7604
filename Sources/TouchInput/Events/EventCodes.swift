// The event codes of touch devices, from the Linux UAPI header `linux/input-event-codes.h`. The numbers are part of the
// kernel's ABI, so they never change.

/// The types of evdev events.
public enum EventType {
  /// `EV_SYN`: the end of a report, or a notice of dropped events.
  public static let synchronization: UInt16 = 0x00
  /// `EV_KEY`: buttons, and the touch state.
  public static let key: UInt16 = 0x01
  /// `EV_REL`: relative axes, as of a mouse; never recorded.
  public static let relative: UInt16 = 0x02
  /// `EV_ABS`: absolute axes.
  public static let absolute: UInt16 = 0x03
  /// `EV_MSC`: device timestamps and scan codes; only the timestamps are recorded.
  public static let miscellaneous: UInt16 = 0x04
}

/// The codes of ``EventType/synchronization``.
public enum Synchronization {
  /// `SYN_REPORT`: the report is complete.
  public static let report: UInt16 = 0
  /// `SYN_CONFIG`: unused by touch devices.
  public static let configuration: UInt16 = 1
  /// `SYN_MT_REPORT`: the values of one contact are complete, on a device without slots (type A).
  public static let contactReport: UInt16 = 2
  /// `SYN_DROPPED`: the kernel's buffer overflowed, so events were lost.
  public static let dropped: UInt16 = 3

  /// The codes that libevdev reports for every device, `SYN_REPORT` to `SYN_MAX`.
  public static let all: ClosedRange<UInt16> = 0...15
}

/// The codes of ``EventType/absolute``.
public enum AbsoluteAxis {
  /// `ABS_X`: the x position of a single finger, or of the device's pointer.
  public static let x: UInt16 = 0x00
  /// `ABS_Y`: the y position of a single finger, or of the device's pointer.
  public static let y: UInt16 = 0x01
  /// `ABS_PRESSURE`: the pressure of a single finger.
  public static let pressure: UInt16 = 0x18
  /// `ABS_HAT0X` to `ABS_HAT3Y`: the hats of joysticks, and the pads of some game controllers.
  public static let hats: ClosedRange<UInt16> = 0x10...0x17
  /// `ABS_MT_SLOT`: the slot to which the following values belong.
  public static let slot: UInt16 = 0x2f
  /// `ABS_MT_TOUCH_MAJOR`: the length of the area that a contact covers.
  public static let touchMajor: UInt16 = 0x30
  /// `ABS_MT_TOUCH_MINOR`: the width of the area that a contact covers.
  public static let touchMinor: UInt16 = 0x31
  /// `ABS_MT_POSITION_X`: the x position of a contact.
  public static let positionX: UInt16 = 0x35
  /// `ABS_MT_POSITION_Y`: the y position of a contact.
  public static let positionY: UInt16 = 0x36
  /// `ABS_MT_TOOL_TYPE`: whether a contact is a finger, a pen or a palm.
  public static let toolType: UInt16 = 0x37
  /// `ABS_MT_TRACKING_ID`: the number of the contact in a slot; -1 when the contact ends.
  public static let trackingID: UInt16 = 0x39
  /// `ABS_MT_PRESSURE`: the pressure of a contact.
  public static let contactPressure: UInt16 = 0x3a
  /// `ABS_MT_DISTANCE`: the distance of a hovering contact from the surface.
  public static let distance: UInt16 = 0x3b

  /// The axes that have a value for each slot, `ABS_MT_TOUCH_MAJOR` to `ABS_MT_TOOL_Y`.
  public static let perSlot: ClosedRange<UInt16> = 0x30...0x3d
}

/// The codes of ``EventType/key`` that touch devices use.
public enum TouchButton {
  /// `BTN_LEFT`: the left mouse button is held, or a clickpad is pressed down.
  public static let left: UInt16 = 0x110
  /// `BTN_RIGHT`: the right button is held, on a touchpad with separate buttons.
  public static let right: UInt16 = 0x111
  /// `BTN_MIDDLE`: the middle button is held, on a touchpad with separate buttons.
  public static let middle: UInt16 = 0x112
  /// `BTN_TOOL_FINGER`: one finger is on or over the device.
  public static let toolFinger: UInt16 = 0x145
  /// `BTN_TOOL_QUINTTAP`: five fingers are on or over the device.
  public static let toolQuintupleTap: UInt16 = 0x148
  /// `BTN_TOUCH`: the device is touched.
  public static let touch: UInt16 = 0x14a
  /// `BTN_TOOL_DOUBLETAP`: two fingers are on or over the device.
  public static let toolDoubleTap: UInt16 = 0x14d
  /// `BTN_TOOL_TRIPLETAP`: three fingers are on or over the device.
  public static let toolTripleTap: UInt16 = 0x14e
  /// `BTN_TOOL_QUADTAP`: four fingers are on or over the device.
  public static let toolQuadrupleTap: UInt16 = 0x14f
}

/// The device properties, `INPUT_PROP_*`.
public enum DeviceProperty {
  /// `INPUT_PROP_POINTER`: the device needs a pointer, as touchpads do.
  public static let pointer: UInt16 = 0x00
  /// `INPUT_PROP_DIRECT`: the display is touched directly, as on touchscreens.
  public static let direct: UInt16 = 0x01
  /// `INPUT_PROP_BUTTONPAD`: the whole surface is a button (a clickpad).
  public static let buttonPad: UInt16 = 0x02
  /// `INPUT_PROP_SEMI_MT`: the slots are two corners of a box around all fingers, not fingers.
  public static let semiMultitouch: UInt16 = 0x03
  /// `INPUT_PROP_TOPBUTTONPAD`: an area at the top of a clickpad is for the buttons of a trackpoint.
  public static let topButtonPad: UInt16 = 0x04
}
