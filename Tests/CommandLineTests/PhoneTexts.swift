import Foundation

/// Output of `getevent` on a phone with a touchscreen of 1080 by 1920 and other devices.
enum PhoneTexts {
  /// A shell command that writes the events of the evemu recording phone.events to bare.getevent as `getevent -t`
  /// prints them, without a device.
  static let bareEvents = #"""
    awk '/^E:/ { printf "[%15s] %s %s %08x\n", $2, $3, $4, $5 < 0 ? $5 + 4294967296 : $5 }' phone.events > bare.getevent
    """#

  /// The output of `getevent -lp` for all devices; the screen is event2.
  static let devices = """
    add device 1: /dev/input/event4
      name:     "gpio-keys"
      events:
        KEY (0001): KEY_VOLUMEUP          KEY_POWER            
      input props:
        <none>
    \(screen(at: "/dev/input/event2", named: "synaptics_dsx"))
    """

  /// The output of `getevent -lp` for a touchscreen.
  static func screen(
    at path: String, named name: String, keys: String = "BTN_TOUCH",
    property: String = "INPUT_PROP_DIRECT"
  ) -> String {
    """
    add device 2: \(path)
      name:     "\(name)"
      events:
        KEY (0001): \(keys)
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 16
                    ABS_MT_POSITION_Y     : value 0, min 0, max 1919, fuzz 0, flat 0, resolution 16
                    ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
      input props:
        \(property)

    """
  }

  /// The output of `getevent -lt` for `count` upward drags, one per second, with `device` before
  /// each event.
  static func drags(_ count: Int = 1, device: String = "") -> String {
    var lines: [String] = []
    func say(_ time: Double, _ type: String, _ code: String, _ value: String) {
      lines.append(
        "[ \(String(format: "%12.6f", time))] \(device.isEmpty ? "" : "\(device): ")"
          + "\(type.padded(12)) \(code.padded(20)) \(value.padded(20))")
    }
    for drag in 0..<count {
      let start = 10 + Double(drag)
      say(start, "EV_ABS", "ABS_MT_TRACKING_ID", hexadecimal(drag + 1))
      say(start, "EV_KEY", "BTN_TOUCH", "DOWN")
      for step in 0..<30 {
        let time = start + Double(step) * 0.008
        if step == 0 { say(time, "EV_ABS", "ABS_MT_POSITION_X", hexadecimal(540 + drag)) }
        say(time, "EV_ABS", "ABS_MT_POSITION_Y", hexadecimal(1_700 - 25 * step))
        say(time, "EV_SYN", "SYN_REPORT", hexadecimal(0))
      }
      say(start + 0.24, "EV_ABS", "ABS_MT_TRACKING_ID", hexadecimal(-1))
      say(start + 0.24, "EV_KEY", "BTN_TOUCH", "UP")
      say(start + 0.24, "EV_SYN", "SYN_REPORT", hexadecimal(0))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func hexadecimal(_ value: Int) -> String {
    let digits = String(UInt32(bitPattern: Int32(value)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
