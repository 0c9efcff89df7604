/// The names of event types and codes, as `evtest`, `getevent -l` and comments write them.
///
/// Source: Linux UAPI, input-event-codes.h. The list of keys is not complete. It contains the keys for typing, and the
/// keys that touch panels and the buttons around them send.
enum EventNames {
  /// The names of event types, `EV_*`.
  private static let types: [UInt16: StaticString] = [
    0x00: "EV_SYN", 0x01: "EV_KEY", 0x02: "EV_REL", 0x03: "EV_ABS", 0x04: "EV_MSC", 0x05: "EV_SW",
    0x11: "EV_LED", 0x12: "EV_SND", 0x14: "EV_REP", 0x15: "EV_FF", 0x16: "EV_PWR",
    0x17: "EV_FF_STATUS",
  ]

  /// The names of synchronization codes, `SYN_*`.
  private static let synchronizations: [UInt16: StaticString] = [
    0x00: "SYN_REPORT", 0x01: "SYN_CONFIG", 0x02: "SYN_MT_REPORT", 0x03: "SYN_DROPPED",
  ]

  /// The names of buttons and keys, `BTN_*` and some of `KEY_*`.
  private static let buttons: [UInt16: StaticString] = [
    0x01: "KEY_ESC", 0x0f: "KEY_TAB", 0x1c: "KEY_ENTER", 0x1e: "KEY_A", 0x39: "KEY_SPACE",
    0x3b: "KEY_F1", 0x3c: "KEY_F2", 0x3d: "KEY_F3", 0x3e: "KEY_F4", 0x66: "KEY_HOME",
    0x67: "KEY_UP", 0x69: "KEY_LEFT", 0x6a: "KEY_RIGHT", 0x6c: "KEY_DOWN", 0x71: "KEY_MUTE",
    0x72: "KEY_VOLUMEDOWN", 0x73: "KEY_VOLUMEUP", 0x74: "KEY_POWER", 0x78: "KEY_SCALE",
    0x7d: "KEY_LEFTMETA", 0x8b: "KEY_MENU", 0x8e: "KEY_SLEEP", 0x8f: "KEY_WAKEUP", 0x96: "KEY_WWW",
    0x99: "KEY_ROTATE_DISPLAY", 0x9b: "KEY_MAIL", 0x9e: "KEY_BACK", 0xa3: "KEY_NEXTSONG",
    0xa4: "KEY_PLAYPAUSE", 0xa5: "KEY_PREVIOUSSONG", 0xa9: "KEY_PHONE", 0xab: "KEY_CONFIG",
    0xac: "KEY_HOMEPAGE", 0xd4: "KEY_CAMERA", 0xd9: "KEY_SEARCH", 0xe0: "KEY_BRIGHTNESSDOWN",
    0xe1: "KEY_BRIGHTNESSUP", 0xe2: "KEY_MEDIA", 0x100: "BTN_0", 0x101: "BTN_1", 0x102: "BTN_2",
    0x103: "BTN_3", 0x104: "BTN_4", 0x105: "BTN_5", 0x106: "BTN_6", 0x107: "BTN_7", 0x108: "BTN_8",
    0x109: "BTN_9", 0x110: "BTN_LEFT", 0x111: "BTN_RIGHT", 0x112: "BTN_MIDDLE", 0x113: "BTN_SIDE",
    0x114: "BTN_EXTRA", 0x115: "BTN_FORWARD", 0x116: "BTN_BACK", 0x117: "BTN_TASK",
    0x120: "BTN_TRIGGER", 0x121: "BTN_THUMB", 0x122: "BTN_THUMB2", 0x123: "BTN_TOP",
    0x124: "BTN_TOP2", 0x125: "BTN_PINKIE", 0x126: "BTN_BASE", 0x127: "BTN_BASE2",
    0x128: "BTN_BASE3", 0x129: "BTN_BASE4", 0x12a: "BTN_BASE5", 0x12b: "BTN_BASE6",
    0x12f: "BTN_DEAD", 0x130: "BTN_SOUTH", 0x131: "BTN_EAST", 0x132: "BTN_C", 0x133: "BTN_NORTH",
    0x134: "BTN_WEST", 0x135: "BTN_Z", 0x136: "BTN_TL", 0x137: "BTN_TR", 0x138: "BTN_TL2",
    0x139: "BTN_TR2", 0x13a: "BTN_SELECT", 0x13b: "BTN_START", 0x13c: "BTN_MODE",
    0x13d: "BTN_THUMBL", 0x13e: "BTN_THUMBR", 0x140: "BTN_TOOL_PEN", 0x141: "BTN_TOOL_RUBBER",
    0x142: "BTN_TOOL_BRUSH", 0x143: "BTN_TOOL_PENCIL", 0x144: "BTN_TOOL_AIRBRUSH",
    0x145: "BTN_TOOL_FINGER", 0x146: "BTN_TOOL_MOUSE", 0x147: "BTN_TOOL_LENS",
    0x148: "BTN_TOOL_QUINTTAP", 0x149: "BTN_STYLUS3", 0x14a: "BTN_TOUCH", 0x14b: "BTN_STYLUS",
    0x14c: "BTN_STYLUS2", 0x14d: "BTN_TOOL_DOUBLETAP", 0x14e: "BTN_TOOL_TRIPLETAP",
    0x14f: "BTN_TOOL_QUADTAP", 0x150: "BTN_GEAR_DOWN", 0x151: "BTN_GEAR_UP", 0x176: "KEY_KEYBOARD",
    0x212: "KEY_TOUCHPAD_TOGGLE", 0x213: "KEY_TOUCHPAD_ON", 0x214: "KEY_TOUCHPAD_OFF",
    0x220: "BTN_DPAD_UP", 0x221: "BTN_DPAD_DOWN", 0x222: "BTN_DPAD_LEFT", 0x223: "BTN_DPAD_RIGHT",
    0x244: "KEY_APPSELECT",
  ]

  /// The names of keys for typing, which are read but never written.
  ///
  /// A reader must recognize these keys, so that a device that has them is not treated as a device without keys.
  private static let typingKeys: [UInt16: StaticString] = [
    0x02: "KEY_1", 0x03: "KEY_2", 0x04: "KEY_3", 0x05: "KEY_4", 0x06: "KEY_5", 0x07: "KEY_6",
    0x08: "KEY_7", 0x09: "KEY_8", 0x0a: "KEY_9", 0x0b: "KEY_0", 0x0c: "KEY_MINUS",
    0x0d: "KEY_EQUAL", 0x10: "KEY_Q", 0x11: "KEY_W", 0x12: "KEY_E", 0x13: "KEY_R", 0x14: "KEY_T",
    0x15: "KEY_Y", 0x16: "KEY_U", 0x17: "KEY_I", 0x18: "KEY_O", 0x19: "KEY_P",
    0x1a: "KEY_LEFTBRACE", 0x1b: "KEY_RIGHTBRACE", 0x1f: "KEY_S", 0x20: "KEY_D", 0x21: "KEY_F",
    0x22: "KEY_G", 0x23: "KEY_H", 0x24: "KEY_J", 0x25: "KEY_K", 0x26: "KEY_L",
    0x27: "KEY_SEMICOLON", 0x28: "KEY_APOSTROPHE", 0x29: "KEY_GRAVE", 0x2b: "KEY_BACKSLASH",
    0x2c: "KEY_Z", 0x2d: "KEY_X", 0x2e: "KEY_C", 0x2f: "KEY_V", 0x30: "KEY_B", 0x31: "KEY_N",
    0x32: "KEY_M", 0x33: "KEY_COMMA", 0x34: "KEY_DOT", 0x35: "KEY_SLASH", 0x37: "KEY_KPASTERISK",
    0x47: "KEY_KP7", 0x48: "KEY_KP8", 0x49: "KEY_KP9", 0x4a: "KEY_KPMINUS", 0x4b: "KEY_KP4",
    0x4c: "KEY_KP5", 0x4d: "KEY_KP6", 0x4e: "KEY_KPPLUS", 0x4f: "KEY_KP1", 0x50: "KEY_KP2",
    0x51: "KEY_KP3", 0x52: "KEY_KP0", 0x53: "KEY_KPDOT", 0x56: "KEY_102ND", 0x59: "KEY_RO",
    0x5f: "KEY_KPJPCOMMA", 0x62: "KEY_KPSLASH", 0x75: "KEY_KPEQUAL", 0x76: "KEY_KPPLUSMINUS",
    0x79: "KEY_KPCOMMA", 0x7c: "KEY_YEN", 0xb3: "KEY_KPLEFTPAREN", 0xb4: "KEY_KPRIGHTPAREN",
    0x1b2: "KEY_DOLLAR", 0x1b3: "KEY_EURO", 0x1f1: "KEY_BRL_DOT1", 0x1f2: "KEY_BRL_DOT2",
    0x1f3: "KEY_BRL_DOT3", 0x1f4: "KEY_BRL_DOT4", 0x1f5: "KEY_BRL_DOT5", 0x1f6: "KEY_BRL_DOT6",
    0x1f7: "KEY_BRL_DOT7", 0x1f8: "KEY_BRL_DOT8", 0x1f9: "KEY_BRL_DOT9", 0x1fa: "KEY_BRL_DOT10",
    0x200: "KEY_NUMERIC_0", 0x201: "KEY_NUMERIC_1", 0x202: "KEY_NUMERIC_2", 0x203: "KEY_NUMERIC_3",
    0x204: "KEY_NUMERIC_4", 0x205: "KEY_NUMERIC_5", 0x206: "KEY_NUMERIC_6", 0x207: "KEY_NUMERIC_7",
    0x208: "KEY_NUMERIC_8", 0x209: "KEY_NUMERIC_9", 0x20a: "KEY_NUMERIC_STAR",
    0x20b: "KEY_NUMERIC_POUND", 0x20c: "KEY_NUMERIC_A", 0x20d: "KEY_NUMERIC_B",
    0x20e: "KEY_NUMERIC_C", 0x20f: "KEY_NUMERIC_D", 0x26c: "KEY_NUMERIC_11",
    0x26d: "KEY_NUMERIC_12",
  ]

  /// The names of relative axes, `REL_*`.
  private static let relatives: [UInt16: StaticString] = [
    0x00: "REL_X", 0x01: "REL_Y", 0x02: "REL_Z", 0x03: "REL_RX", 0x04: "REL_RY", 0x05: "REL_RZ",
    0x06: "REL_HWHEEL", 0x07: "REL_DIAL", 0x08: "REL_WHEEL", 0x09: "REL_MISC",
    0x0b: "REL_WHEEL_HI_RES", 0x0c: "REL_HWHEEL_HI_RES",
  ]

  /// The names of absolute axes, `ABS_*`.
  private static let absolutes: [UInt16: StaticString] = [
    0x00: "ABS_X", 0x01: "ABS_Y", 0x02: "ABS_Z", 0x03: "ABS_RX", 0x04: "ABS_RY", 0x05: "ABS_RZ",
    0x06: "ABS_THROTTLE", 0x07: "ABS_RUDDER", 0x08: "ABS_WHEEL", 0x09: "ABS_GAS", 0x0a: "ABS_BRAKE",
    0x10: "ABS_HAT0X", 0x11: "ABS_HAT0Y", 0x12: "ABS_HAT1X", 0x13: "ABS_HAT1Y", 0x14: "ABS_HAT2X",
    0x15: "ABS_HAT2Y", 0x16: "ABS_HAT3X", 0x17: "ABS_HAT3Y", 0x18: "ABS_PRESSURE",
    0x19: "ABS_DISTANCE", 0x1a: "ABS_TILT_X", 0x1b: "ABS_TILT_Y", 0x1c: "ABS_TOOL_WIDTH",
    0x20: "ABS_VOLUME", 0x21: "ABS_PROFILE", 0x28: "ABS_MISC", 0x2f: "ABS_MT_SLOT",
    0x30: "ABS_MT_TOUCH_MAJOR", 0x31: "ABS_MT_TOUCH_MINOR", 0x32: "ABS_MT_WIDTH_MAJOR",
    0x33: "ABS_MT_WIDTH_MINOR", 0x34: "ABS_MT_ORIENTATION", 0x35: "ABS_MT_POSITION_X",
    0x36: "ABS_MT_POSITION_Y", 0x37: "ABS_MT_TOOL_TYPE", 0x38: "ABS_MT_BLOB_ID",
    0x39: "ABS_MT_TRACKING_ID", 0x3a: "ABS_MT_PRESSURE", 0x3b: "ABS_MT_DISTANCE",
    0x3c: "ABS_MT_TOOL_X", 0x3d: "ABS_MT_TOOL_Y",
  ]

  /// The names of miscellaneous codes, `MSC_*`.
  private static let miscellaneous: [UInt16: StaticString] = [
    0x00: "MSC_SERIAL", 0x01: "MSC_PULSELED", 0x02: "MSC_GESTURE", 0x03: "MSC_RAW",
    0x04: "MSC_SCAN", 0x05: "MSC_TIMESTAMP",
  ]

  /// The names of switches, `SW_*`.
  private static let switches: [UInt16: StaticString] = [
    0x00: "SW_LID", 0x01: "SW_TABLET_MODE", 0x02: "SW_HEADPHONE_INSERT", 0x03: "SW_RFKILL_ALL",
    0x04: "SW_MICROPHONE_INSERT", 0x05: "SW_DOCK", 0x06: "SW_LINEOUT_INSERT",
    0x07: "SW_JACK_PHYSICAL_INSERT", 0x08: "SW_VIDEOOUT_INSERT", 0x09: "SW_CAMERA_LENS_COVER",
    0x0a: "SW_KEYPAD_SLIDE", 0x0b: "SW_FRONT_PROXIMITY", 0x0c: "SW_ROTATE_LOCK",
    0x0d: "SW_LINEIN_INSERT", 0x0e: "SW_MUTE_DEVICE", 0x0f: "SW_PEN_INSERTED",
    0x10: "SW_MACHINE_COVER",
  ]

  /// The names of device properties, `INPUT_PROP_*`.
  private static let properties: [UInt16: StaticString] = [
    0x00: "INPUT_PROP_POINTER", 0x01: "INPUT_PROP_DIRECT", 0x02: "INPUT_PROP_BUTTONPAD",
    0x03: "INPUT_PROP_SEMI_MT", 0x04: "INPUT_PROP_TOPBUTTONPAD", 0x05: "INPUT_PROP_POINTING_STICK",
    0x06: "INPUT_PROP_ACCELEROMETER",
  ]
}

extension EventNames {
  /// The name of an event type; nil if it has no name.
  static func name(ofType type: UInt16) -> StaticString? { types[type] }

  /// The name of a code of an event type; nil if it has no name.
  static func name(of code: UInt16, type: UInt16) -> StaticString? { codes(of: type)[code] }

  /// The name of a device property; nil if it has no name.
  static func name(ofProperty property: UInt16) -> StaticString? { properties[property] }

  private static func codes(of type: UInt16) -> [UInt16: StaticString] {
    switch type {
    case 0x00: synchronizations
    case 0x01: buttons
    case 0x02: relatives
    case 0x03: absolutes
    case 0x04: miscellaneous
    case 0x05: switches
    default: [:]
    }
  }
}

// MARK: Codes of names

extension EventNames {
  /// The event type with a given name; nil if there is none.
  static func type(named name: String) -> UInt16? { typesByName[name] }

  /// The code with a given name among the codes of an event type; nil if there is none.
  static func code(named name: String, type: UInt16) -> UInt16? {
    switch type {
    case 0x00: synchronizationsByName[name]
    case 0x01: buttonsByName[name]
    case 0x02: relativesByName[name]
    case 0x03: absolutesByName[name]
    case 0x04: miscellaneousByName[name]
    case 0x05: switchesByName[name]
    default: nil
    }
  }

  /// The device property with a given name; nil if there is none.
  static func property(named name: String) -> UInt16? { propertiesByName[name] }

  private static let typesByName = reversed(types)
  private static let synchronizationsByName = reversed(synchronizations)
  private static let relativesByName = reversed(relatives)
  private static let absolutesByName = reversed(absolutes)
  private static let miscellaneousByName = reversed(miscellaneous)
  private static let switchesByName = reversed(switches)
  private static let propertiesByName = reversed(properties)

  /// The codes by button name; some buttons have two names, and `getevent` may print either.
  private static let buttonsByName = reversed(buttons).merging([
    "BTN_MISC": 0x100, "BTN_MOUSE": 0x110, "BTN_JOYSTICK": 0x120, "BTN_GAMEPAD": 0x130,
    "BTN_DIGI": 0x140, "BTN_WHEEL": 0x150,
  ]) { first, _ in first }.merging(reversed(typingKeys)) { first, _ in first }

  private static func reversed(_ names: [UInt16: StaticString]) -> [String: UInt16] {
    var result: [String: UInt16] = [:]
    for code in names.keys.sorted() {
      guard let name = names[code] else { continue }
      result[name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }] = code
    }
    return result
  }
}
