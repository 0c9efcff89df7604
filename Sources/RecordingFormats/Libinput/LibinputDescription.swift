import TouchInput
import YAMLNodes

/// The device description in the `evdev:` section of a libinput recording.
struct LibinputDescription {
  private let text: YAMLSection
  private let entries: Node.Mapping

  init(_ text: YAMLSection) throws(RecordingError) {
    self.text = text
    guard let entries = text.root?.mapping else {
      throw text.malformed(at: text.firstLine, expected: "'evdev:' with 'name:', 'id:' and so on")
    }
    self.entries = entries
  }

  /// Copies the description to `device`; properties whose key is missing in the section keep their values.
  func apply(to device: inout DeviceDescription) throws(RecordingError) {
    if let name = entries["name"]?.scalar?.string { device.name = name }
    if let id = entries["id"] {
      let numbers = try values(of: id, as: UInt16.self, count: 4...4, "four ids of 16 bits")
      device.identity = DeviceDescription.Identity(
        bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
    }
    if let codes = entries["codes"], !isNull(codes) {
      device.codes = []
      for (key, list) in try pairs(of: codes, "'TYPE: [CODE, …]'") {
        let type: UInt16 = try value(of: key, "an event type of 16 bits")
        let codes = try values(of: list, as: UInt16.self, count: 0...65_536, "codes of 16 bits")
        device.codes.append(DeviceDescription.Codes(type: type, codes: codes.sorted()))
      }
      device.codes.sort { $0.type < $1.type }
    }
    if let axes = entries["absinfo"], !isNull(axes) {
      device.axes = []
      for (key, list) in try pairs(of: axes, "'CODE: [min, max, fuzz, flat, resolution]'") {
        let axis = try axis(key, list)
        if !axis.isUnknown { device.axes.append(axis) }
      }
      device.axes.sort { $0.code < $1.code }
    }
    if let properties = entries["properties"], !isNull(properties) {
      device.properties = try values(
        of: properties, as: UInt16.self, count: 0...65_536, "properties of 16 bits"
      ).sorted()
    }
  }

  private func axis(_ key: Node, _ list: Node) throws(RecordingError) -> DeviceDescription.Axis {
    let code: UInt16 = try value(of: key, "an axis code of 16 bits")
    let numbers = try values(
      of: list, as: Int32.self, count: 5...5, "[min, max, fuzz, flat, resolution] of 32 bits")
    return DeviceDescription.Axis(
      code: code, minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers[4])
  }
}

// MARK: Values

extension LibinputDescription {
  private func isNull(_ node: Node) -> Bool {
    guard let scalar = node.scalar else { return false }
    return scalar.style == .plain && ["", "null", "~"].contains(scalar.string)
  }

  private func pairs(
    of node: Node, _ expected: String
  ) throws(RecordingError) -> [(Node, Node)] {
    guard let mapping = node.mapping else { throw malformed(node, expected) }
    return mapping.map { ($0.key, $0.value) }
  }

  private func values<Value: FixedWidthInteger>(
    of node: Node, as type: Value.Type, count: ClosedRange<Int>, _ expected: String
  ) throws(RecordingError) -> [Value] {
    guard let sequence = node.sequence, count.contains(sequence.count) else {
      throw malformed(node, expected)
    }
    var result: [Value] = []
    for node in sequence { result.append(try value(of: node, expected)) }
    return result
  }

  private func value<Value: FixedWidthInteger>(
    of node: Node, _ expected: String
  ) throws(RecordingError) -> Value {
    guard let text = node.scalar?.string, let value = integer(text, as: Value.self) else {
      throw malformed(node, expected)
    }
    return value
  }

  private func malformed(_ node: Node, _ expected: String) -> RecordingError {
    text.malformed(at: text.line(of: node), expected: expected)
  }
}

/// The integer in a text, decimal or hexadecimal with `0x`; nil for other text, or if it does not fit in `Value`.
func integer<Value: FixedWidthInteger>(_ text: String, as type: Value.Type) -> Value? {
  if text.hasPrefix("0x") { return Value(text.dropFirst(2), radix: 16) }
  return Value(text)
}

/// Returns the value of `LIBINPUT_CALIBRATION_MATRIX` in the udev properties of a device.
///
/// - Parameter sections: The entries of the device that are kept verbatim.
/// - Returns: The value, without quotes; nil if there is none.
func calibrationMatrix(in sections: [RecordingFile.Preserved.Section]) -> String? {
  let key = "LIBINPUT_CALIBRATION_MATRIX="
  for line in udevProperties(in: sections).split(whereSeparator: \.isNewline) {
    let property = line.drop { " -\"'".contains($0) }
    guard property.hasPrefix(key) else { continue }
    return property.dropFirst(key.count).filter { !"\"'".contains($0) }
  }
  return nil
}

/// Returns the lines with the udev properties of a device.
///
/// - Parameter sections: The entries of the device that are kept verbatim.
/// - Returns: The lines; empty if there are none.
func udevProperties(in sections: [RecordingFile.Preserved.Section]) -> String {
  sections.first { $0.key == "udev" }.map { String(decoding: $0.text, as: UTF8.self) } ?? ""
}
