/// Why a device could not be listed, opened or read.
///
/// Every message says where, what was found, and what to do next.
public enum DeviceError: Error, Hashable, Sendable {
  /// There is nothing at the path.
  case missing(node: String)
  /// This user may not open the device.
  case notPermitted(node: String, name: String?)
  /// The path is no evdev node, such as a file or `/dev/null`.
  case notEvdev(node: String)
  /// The device is no touchpad and no touchscreen; it was not opened, or closed unread.
  case notTouch(node: String, name: String, kind: String)
  /// The device has keys for text or digits beside its surface; it was not opened, or closed unread.
  case hasTextKeys(node: String, name: String, keys: TextKeys)
  /// What was opened is not the device that the kernel listed a moment before.
  case replaced(node: String, name: String, found: String)
  /// Another program has grabbed the device.
  case grabbed(node: String)
  /// There is no touch device at all.
  case noTouchDevice(unreadable: [String])
  /// There is more than one touch device, and nobody said which.
  case ambiguous(nodes: [String])
  /// The system refused something else.
  case system(node: String, action: String, message: String)
  /// A phone could not be read.
  case adb(AdbError)
  /// This build has no libevdev.
  case builtWithoutEvdev
}

extension DeviceError {
  /// The udev rule that lets every process of the user at the screen read touch devices, except nodes
  /// that also have keys.
  ///
  /// `record` refuses some keys only, but udev tells no finer than that there are any.
  ///
  /// Source: systemd, `73-seat-late.rules`, which grants what is tagged `uaccess` before it runs, and
  /// `udev-builtin-input_id.c`, which sets `ID_INPUT_KEY` for any `KEY_` code.
  public static let accessRule = """
    SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_KEY}!="1", \
    ENV{ID_INPUT_TOUCHPAD}=="1", TAG+="uaccess"
    SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEYBOARD}!="1", ENV{ID_INPUT_KEY}!="1", \
    ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess"
    """

  /// What to type so that this user may read touch devices.
  public static let waysToGetAccess = """
    do one of these:
      this once:
        sudo flickbook record …
      for every program of whoever sits at the screen, touch devices without keys only (such a
      program can then read all touches, those on an on-screen keyboard too):
        sudo tee /etc/udev/rules.d/70-flickbook.rules <<'END'
    \(accessRule.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        END
        sudo udevadm control --reload
        sudo udevadm trigger --subsystem-match=input --action=change
      for you, every input device, keyboards too (then log in again):
        sudo usermod --append --groups input "$USER"
    """
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DeviceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let node):
      "\(node): there is no such device; list what there is: flickbook devices"
    case .notPermitted(let node, let name):
      "\(node)\(name.map { " (\($0))" } ?? ""): you may not read it; \(Self.waysToGetAccess)"
    case .notEvdev(let node):
      "\(node): this is not an evdev device; pick one of: flickbook devices"
    case .notTouch(let node, let name, let kind):
      """
      \(node) (\(name)): this is \(kind), not a touchpad or touchscreen, and nothing else is \
      ever read; pick one of: flickbook devices
      """
    case .hasTextKeys(let node, let name, let keys):
      """
      \(node) (\(name)): it also has keys for \(keys.phrase), and what is typed there is no \
      business of a recording's; pick another: flickbook devices - or record its surface all the \
      same, without its keys: flickbook record \(node) --despite-keys …
      """
    case .replaced(let node, let name, let found):
      """
      \(node): it was listed as '\(name)', and what was opened and not read is \(found); list \
      the devices again: flickbook devices
      """
    case .grabbed(let node):
      """
      \(node): another program has grabbed the device; close it (find it with: \
      sudo fuser -v \(node)) or leave out --grab.
      """
    case .noTouchDevice(let unreadable) where unreadable.isEmpty:
      """
      /dev/input: there is no touchpad and no touchscreen here; attach one, or record a \
      phone: flickbook record --adb -o FILE
      """
    case .noTouchDevice(let unreadable):
      "\(unreadable.joined(separator: ", ")): you may not read it; \(Self.waysToGetAccess)"
    case .ambiguous(let nodes):
      """
      /dev/input: there are \(nodes.count) touch devices; name one: \
      \(nodes.map { "flickbook record \($0) …" }.joined(separator: " or "))
      """
    case .system(let node, let action, let message):
      "\(node): \(action) failed: \(message); plug it in again or pick another: flickbook devices"
    case .adb(let error): error.description
    case .builtWithoutEvdev:
      """
      flickbook: this build cannot read devices; install libevdev-dev and build with the package \
      trait Evdev, which is on by default.
      """
    }
  }
}
