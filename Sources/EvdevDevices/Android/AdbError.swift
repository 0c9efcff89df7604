/// Why a phone could not be read through `adb`.
///
/// Every message says where, what was found, and what to do next.
public enum AdbError: Error, Hashable, Sendable {
  /// A phone that `adb` knows, and what `adb` says of it, such as `device` or `unauthorized`.
  public struct Phone: Hashable, Sendable {
    /// Its serial number.
    public var serial: String
    /// Its state; only one in the state `device` can be read.
    public var state: String
  }

  /// A device of a phone.
  public struct Node: Hashable, Sendable {
    /// Its path on the phone.
    public var path: String
    /// Its name.
    public var name: String
  }

  /// There is no `adb` on the PATH.
  case notInstalled
  /// `adb` could not be started, or failed; `said` is what it said on standard error.
  case failed(command: String, said: String)
  /// No phone is attached that can be read.
  case noPhone(others: [Phone])
  /// Several phones are attached, and nobody said which.
  case severalPhones(serials: [String])
  /// The phone that was named is not attached, or cannot be read.
  case otherPhones(serial: String, found: [Phone])
  /// The phone has no touchscreen, or `getevent` did not list it.
  case noTouchscreen(serial: String, devices: [Node])
  /// The phone has several touchscreens, or several that fit, and nobody said which.
  case severalTouchscreens(serial: String, devices: [Node])
  /// The phone has no such device.
  case missing(path: String, touchscreens: [Node])
  /// The device is something else.
  case notTouch(path: String, name: String, kind: String)
  /// The device has keys to type with beside its surface.
  case hasTextKeys(path: String, name: String, keys: TextKeys)
  /// What came is not what `getevent` prints.
  case unreadable(message: String)
  /// The events ended before anybody asked for it.
  case ended(path: String, said: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AdbError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notInstalled:
      """
      adb: it is not installed, and reads the phone; install the package adb (sudo apt-get install \
      adb), and turn on USB debugging in the phone's developer options.
      """
    case .failed(let command, let said):
      """
      \(command): it failed\(said.isEmpty ? "" : " and said '\(said)'"); look at the phone, and see \
      whether 'adb shell getevent -lp' lists its devices.
      """
    case .noPhone(let others) where others.isEmpty:
      """
      adb: no device is attached; connect a phone with USB debugging turned on in its developer \
      options, and see it with 'adb devices'.
      """
    case .noPhone(let others):
      """
      adb: found \(Self.list(others)), none of which can be read; unlock it, allow USB debugging on \
      its screen, and try again.
      """
    case .severalPhones(let serials):
      """
      adb: \(serials.count) devices are attached, \(serials.joined(separator: " and ")); choose one: \
      \(serials.map { "--serial \($0)" }.joined(separator: " or ")).
      """
    case .otherPhones(let serial, let found):
      """
      --serial: '\(serial)' cannot be read; adb has \
      \(found.isEmpty ? "no device" : Self.list(found)), which 'adb devices' lists.
      """
    case .noTouchscreen(let serial, let devices):
      """
      \(serial): it has no touchscreen; found \
      \(devices.isEmpty ? "no input device" : Self.list(devices)); see what it has: 'adb -s \(serial) \
      shell getevent -lp'.
      """
    case .severalTouchscreens(let serial, let devices):
      """
      \(serial): it has \(devices.count) touchscreens, \(Self.list(devices)); name one: \
      \(devices.map { "'flickbook record --adb \($0.path) …'" }.joined(separator: " or ")).
      """
    case .missing(let path, let touchscreens):
      """
      \(path): the phone has no such device; \
      \(touchscreens.isEmpty ? "it has no touchscreen" : "take \(Self.list(touchscreens))").
      """
    case .notTouch(let path, let name, let kind):
      """
      \(path) (\(name)): this is \(kind), not a touchpad or touchscreen; nothing else is ever read; \
      name another, or none.
      """
    case .hasTextKeys(let path, let name, let keys):
      """
      \(path) (\(name)): it also has keys for \(keys.phrase), and touches beside them can reveal what \
      is typed; name another device, or record its surface without its keys: 'flickbook record --adb \
      \(path) --despite-keys -o FILE'.
      """
    case .unreadable(let message): message
    case .ended(let path, let said):
      """
      \(path): adb ended before it was asked to\(said.isEmpty ? "" : " and said '\(said)'"); \
      everything until then is recorded; look at the cable, then record again.
      """
    }
  }

  private static func list(_ phones: [Phone]) -> String {
    phones.map { "\($0.serial) (\($0.state))" }.joined(separator: ", ")
  }

  private static func list(_ devices: [Node]) -> String {
    devices.prefix(8).map { "\($0.path) '\($0.name)'" }.joined(separator: ", ")
  }
}
