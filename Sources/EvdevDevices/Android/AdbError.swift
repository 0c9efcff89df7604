/// The reason why a phone could not be read through `adb`.
///
/// Every message names the place, the problem, and what to do next.
package enum AdbError: Error, Hashable, Sendable {
  /// A phone that `adb` lists, and its state, such as `device` or `unauthorized`.
  package struct Phone: Hashable, Sendable {
    package var serial: String
    /// The state; only a phone in the state `device` can be read.
    package var state: String
  }

  /// An input device of a phone.
  package struct Node: Hashable, Sendable {
    /// The path on the phone.
    package var path: String
    package var name: String
  }

  /// `adb` is not on the PATH.
  case notInstalled
  /// `adb` could not be started, or it failed; `said` is the error message.
  case failed(command: String, said: String)
  /// No phone can be read; `others` are the attached phones, none of which is ready.
  case noPhone(others: [Phone])
  /// Several phones are attached, and the user chose none.
  case severalPhones(serials: [String])
  /// The phone that the user chose is not attached, or cannot be read.
  case otherPhones(serial: String, found: [Phone])
  /// The phone has no touchscreen, or `getevent` did not list it.
  case noTouchscreen(serial: String, devices: [Node])
  /// The phone has several touchscreens that match the user's choice.
  case severalTouchscreens(serial: String, devices: [Node])
  /// The phone has no device at this path.
  case missing(path: String, touchscreens: [Node])
  /// The device is not a touch device.
  case notTouch(path: String, name: String, kind: String)
  /// The device has keys for typing in addition to its surface.
  case hasTextKeys(path: String, name: String, keys: TextKeys)
  /// The output of `adb` is not in the format of `getevent`.
  case unreadable(message: String)
  /// `adb` ended unexpectedly; `said` is its message on standard error.
  case ended(path: String, said: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AdbError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notInstalled:
      """
      adb: the program is not installed, but is needed to read the phone; install the package adb (sudo apt-get \
      install adb), and turn on USB debugging in the phone's developer options.
      """
    case .failed(let command, let said):
      """
      \(command): it failed\(said.isEmpty ? "" : " with the message '\(said)'"); look at the phone, and \
      check whether 'adb shell getevent -lp' lists its devices.
      """
    case .noPhone(let others) where others.isEmpty:
      """
      adb: no device is attached; connect a phone with USB debugging turned on in its developer \
      options, and check that 'adb devices' lists it.
      """
    case .noPhone(let others):
      """
      adb: found \(Self.list(others)), none of which can be read; unlock the phone, allow USB debugging \
      on its screen, and try again.
      """
    case .severalPhones(let serials):
      """
      adb: \(serials.count) devices are attached, \(serials.joined(separator: " and ")); choose one: \
      \(serials.map { "--serial \($0)" }.joined(separator: " or ")).
      """
    case .otherPhones(let serial, let found):
      """
      --serial: '\(serial)' cannot be read; 'adb devices' lists \
      \(found.isEmpty ? "no device" : Self.list(found)); connect that device, or choose another.
      """
    case .noTouchscreen(let serial, let devices):
      """
      \(serial): the phone has no touchscreen; found \
      \(devices.isEmpty ? "no input device" : Self.list(devices)); list its devices with 'adb -s \
      \(serial) shell getevent -lp'.
      """
    case .severalTouchscreens(let serial, let devices):
      """
      \(serial): the phone has \(devices.count) touchscreens, \(Self.list(devices)); name one: \
      \(devices.map { "'flickbook record --adb \($0.path) …'" }.joined(separator: " or ")).
      """
    case .missing(let path, let touchscreens):
      """
      \(path): the phone has no such device; \
      \(touchscreens.isEmpty ? "it has no touchscreen" : "choose \(Self.list(touchscreens))").
      """
    case .notTouch(let path, let name, let kind):
      """
      \(path) (\(name)): this is \(kind), not a touchpad or touchscreen; Flickbook reads no other \
      devices; name another device, or leave the name out.
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
      \(path): adb ended unexpectedly\(said.isEmpty ? "" : " with the message '\(said)'"); \
      everything until then is recorded; check the cable, then record again.
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
