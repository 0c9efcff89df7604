import RecordingFormats
package import TouchInput

/// A phone's touchscreen that is read through `adb`.
package struct AndroidDevice: Hashable, Sendable {
  /// The serial number of the phone.
  package let serial: String
  /// The path of the device on the phone.
  package let path: String
  package let description: DeviceDescription
  /// The device's state according to the phone, which may not include fingers that are already down.
  package let initial: Recording.InitialState
  /// The clock of the event times.
  package var clock: String { "monotonic" }

  /// Finds the touchscreen that the user chose.
  ///
  /// - Parameters:
  ///   - name: The path on the phone, `event2`, or a part of the name; nil means the only touchscreen.
  ///   - serial: The serial number of the phone; nil means the only phone.
  ///   - despiteKeys: Whether the device may have keys for typing; these are never recorded.
  ///   - stop: The switch that ends the search.
  /// - Returns: The device; nil if `stop` was pressed.
  /// - Throws: ``AdbError``.
  package static func chosen(
    named name: String?, serial: String?, despiteKeys: Bool = false, stop: StopSwitch
  ) throws(AdbError) -> AndroidDevice? {
    guard let listed = try AdbProcess.output(of: ["devices"], stop: stop) else { return nil }
    let serial = try chosenSerial(serial, among: phones(listed: listed))
    let command = ["-s", serial, "shell", "getevent", "-lp"]
    guard let text = try AdbProcess.output(of: command, stop: stop) else { return nil }
    var devices: [AndroidDevice] = []
    do throws(RecordingError) {
      devices = try DescribedDevices(in: text, named: "adb \(command.joined(separator: " "))").all
        .map { AndroidDevice(serial: serial, $0.description, $0.initial) }
    } catch .describesNothing {
      throw .noTouchscreen(serial: serial, devices: [])
    } catch {
      throw .unreadable(message: error.description)
    }
    let device = try chosen(
      named: name, serial: serial, among: devices, despiteKeys: despiteKeys)
    guard despiteKeys || device.typingKeys.isEmpty else {
      throw .hasTextKeys(
        path: device.path, name: device.description.name, keys: device.typingKeys)
    }
    return device
  }

  private init(
    serial: String, _ description: DeviceDescription, _ initial: Recording.InitialState?
  ) {
    self.serial = serial
    path = description.node
    self.description = description
    var state = initial ?? Recording.InitialState(isComplete: false)
    // One slot shows that the device reports contacts in slots. Other slots are added when events name them.
    if description.slotCount > 0 {
      state.slots = [Recording.Slot(number: 0, trackingID: -1, values: [])]
    }
    self.initial = state
  }

  private var kind: InputNode.Kind { InputNode.Kind(description) }
  /// The kinds of keys for typing.
  ///
  /// The letters of a touchscreen do not count. Many phones list letters as codes for shapes that the user draws on the
  /// dark screen to wake the phone. On any other device, letters are real keys.
  private var typingKeys: TextKeys {
    let keys = TextKeys(description.codes.first { $0.type == EventType.key }?.codes ?? [])
    return kind == .touchscreen ? keys.subtracting(.letters) : keys
  }
  private var node: AdbError.Node { AdbError.Node(path: path, name: description.name) }

  /// Returns the phones that `adb devices` lists, one per line as a serial number, a tab and a state.
  private static func phones(listed bytes: [UInt8]) -> [AdbError.Phone] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      guard !line.hasPrefix("*"), !line.hasPrefix("List of devices") else { return nil }
      let words = line.split(separator: "\t", maxSplits: 1)
      guard words.count == 2 else { return nil }
      return AdbError.Phone(serial: String(words[0]), state: String(words[1]))
    }
  }

  private static func chosenSerial(
    _ wanted: String?, among phones: [AdbError.Phone]
  ) throws(AdbError) -> String {
    let ready = phones.filter { $0.state == "device" }.map(\.serial)
    if let wanted {
      guard ready.contains(wanted) else { throw .otherPhones(serial: wanted, found: phones) }
      return wanted
    }
    guard let first = ready.first else { throw .noPhone(others: phones) }
    guard ready.count == 1 else { throw .severalPhones(serials: ready) }
    return first
  }

  private static func chosen(
    named name: String?, serial: String, among devices: [AndroidDevice], despiteKeys: Bool
  ) throws(AdbError) -> AndroidDevice {
    let touching = devices.filter { $0.isTouch }
    // A device that would be refused because of its keys is a candidate only if no other device matches.
    let allowed = touching.filter { despiteKeys || $0.typingKeys.isEmpty }
    let candidates = allowed.isEmpty ? touching : allowed
    guard let name else {
      guard let first = candidates.first else {
        throw .noTouchscreen(serial: serial, devices: devices.map(\.node))
      }
      guard candidates.count == 1 else {
        throw .severalTouchscreens(serial: serial, devices: candidates.map(\.node))
      }
      return first
    }
    if let device = devices.first(where: { $0.path == name || $0.path == "/dev/input/\(name)" }) {
      guard device.isTouch else {
        throw .notTouch(
          path: device.path, name: device.description.name, kind: device.kind.phrase)
      }
      return device
    }
    let wanted = name.lowercased()
    let named = touching.filter { $0.description.name.lowercased().contains(wanted) }
    guard let first = named.first, !name.contains("/") else {
      throw .missing(path: name, touchscreens: touching.map(\.node))
    }
    guard named.count == 1 else {
      throw .severalTouchscreens(serial: serial, devices: named.map(\.node))
    }
    return first
  }

  /// Whether this is a touch device whose path is safe in a command of the phone's shell.
  private var isTouch: Bool { kind.isTouch && hasPlainPath }

  /// Whether the path contains no character that the phone's shell would interpret.
  private var hasPlainPath: Bool {
    path.hasPrefix("/dev/input/")
      && path.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
