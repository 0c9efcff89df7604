/// The reason why a device could not be listed, opened or read.
///
/// Every message names the place, the problem, and what to do next.
package enum DeviceError: Error, Hashable, Sendable {
  /// No device exists at the path.
  case missing(node: String)
  /// This user may not open the device.
  case notPermitted(node: String, name: String?)
  /// The path is not an evdev node; it may be a file or `/dev/null`, for example.
  case notEvdev(node: String)
  /// The device is neither a touchpad nor a touchscreen.
  ///
  /// It was not opened, or it was closed without being read.
  case notTouch(node: String, name: String, kind: String)
  /// The device has keys for text or digits in addition to its surface.
  ///
  /// It was not opened, or it was closed without being read.
  case hasTextKeys(node: String, name: String, keys: TextKeys)
  /// The opened device is not the device that the kernel listed a moment before.
  case replaced(node: String, name: String, found: String)
  /// Another program has grabbed the device.
  case grabbed(node: String)
  /// No touch device exists, or this user may not open the touch devices in `unreadable`.
  case noTouchDevice(unreadable: [String])
  /// Several touch devices exist, and the user chose none.
  case ambiguous(nodes: [String])
  /// The system call for `action` failed.
  case system(node: String, action: String, message: String)
  /// A phone could not be read.
  case adb(AdbError)
  /// This build does not include libevdev.
  case builtWithoutEvdev
}

extension DeviceError {
  /// The udev rule that lets every process of the user at the screen read touch devices without keys.
  ///
  /// `record` refuses only devices with keys for text or digits. This rule excludes devices with any keys, because udev
  /// does not distinguish kinds of keys.
  ///
  /// Source: systemd, `73-seat-late.rules`, which grants access to devices tagged `uaccess` before it runs,
  /// and `udev-builtin-input_id.c`, which sets `ID_INPUT_KEY` for any `KEY_` code.
  package static let accessRule = """
    SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_KEY}!="1", \
    ENV{ID_INPUT_TOUCHPAD}=="1", TAG+="uaccess"
    SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_KEY}!="1", \
    ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess"
    """

  /// The commands that let this user read touch devices.
  package static let waysToGetAccess = """
    do one of these:
      only this time:
        sudo flickbook record …
      for every program of the user at the screen, only touch devices without keys (such a
      program can then read all touches, including those on an on-screen keyboard):
        sudo tee /etc/udev/rules.d/70-flickbook.rules <<'END'
    \(accessRule.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        END
        sudo udevadm control --reload
        sudo udevadm trigger --subsystem-match=input --action=change
      for your user, every input device, including keyboards (then log in again):
        sudo usermod --append --groups input "$USER"
    """
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DeviceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let node):
      "\(node): there is no such device; list the devices: flickbook devices"
    case .notPermitted(let node, let name):
      "\(node)\(name.map { " (\($0))" } ?? ""): you are not allowed to read it; \(Self.waysToGetAccess)"
    case .notEvdev(let node):
      "\(node): this is not an evdev device; choose one of: flickbook devices"
    case .notTouch(let node, let name, let kind):
      """
      \(node) (\(name)): this is \(kind), not a touchpad or touchscreen, and Flickbook reads no \
      other devices; choose one of: flickbook devices
      """
    case .hasTextKeys(let node, let name, let keys):
      """
      \(node) (\(name)): it also has keys for \(keys.phrase), and touches beside them can reveal what \
      is typed; choose another device: flickbook devices - or record its surface without its keys: \
      flickbook record \(node) --despite-keys …
      """
    case .replaced(let node, let name, let found):
      """
      \(node): it was listed as '\(name)', but the device that was opened (and not read) is \(found); list \
      the devices again: flickbook devices
      """
    case .grabbed(let node):
      """
      \(node): another program has grabbed the device; close that program (find it with: \
      sudo fuser -v \(node)) or leave out --grab.
      """
    case .noTouchDevice(let unreadable) where unreadable.isEmpty:
      """
      /dev/input: found no touchpad and no touchscreen; attach one, or record a \
      phone: flickbook record --adb -o FILE
      """
    case .noTouchDevice(let unreadable):
      "\(unreadable.joined(separator: ", ")): you are not allowed to read it; \(Self.waysToGetAccess)"
    case .ambiguous(let nodes):
      """
      /dev/input: there are \(nodes.count) touch devices; name one: \
      \(nodes.map { "flickbook record \($0) …" }.joined(separator: " or "))
      """
    case .system(let node, let action, let message):
      "\(node): \(action) failed: \(message); plug the device in again, or choose another: flickbook devices"
    case .adb(let error): error.description
    case .builtWithoutEvdev:
      """
      flickbook: this build cannot read devices; install libevdev-dev and build with the package \
      trait Evdev, which is on by default.
      """
    }
  }
}
