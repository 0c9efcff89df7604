import TouchInput

/// A device as `getevent -p`, `-lp` or `-i` describes it.
///
///     add device 1: /dev/input/event2
///       name:     "touchscreen"
///       events:
///         KEY (0001): BTN_TOUCH
///         ABS (0003): ABS_MT_SLOT  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
///       input props:
///         INPUT_PROP_DIRECT
struct GeteventDevice {
  let path: String
  private var name = ""
  private var identity = DeviceDescription.Identity()
  private var codes: [UInt16: Set<UInt16>] = [:]
  private var axes: [UInt16: DeviceDescription.Axis] = [:]
  private var values: [UInt16: Int32] = [:]
  private var held: Set<UInt16> = []
  private var properties: Set<UInt16> = []
  private var type: UInt16?
  /// Whether the list of properties is present and empty.
  ///
  /// Flickbook writes an empty list only for a device that has no properties. Android writes `<none>` if the driver
  /// does not report properties, so `<none>` does not show whether the device has properties.
  private(set) var hasEmptyProperties = false

  init(path: String) { self.path = path }

  /// Whether the device lists position axes.
  var hasTouchAxes: Bool {
    codes[EventType.absolute]?.contains {
      $0 == AbsoluteAxis.positionX || $0 == AbsoluteAxis.x
    } ?? false
  }

  /// Whether the text lists codes of the device.
  var hasCodes: Bool { !codes.isEmpty }

  var description: DeviceDescription {
    var codes = codes
    if !codes.isEmpty { codes[EventType.synchronization] = Set(Synchronization.all) }
    return DeviceDescription(
      name: name, node: path, identity: identity,
      codes: codes.keys.sorted().map { type in
        DeviceDescription.Codes(type: type, codes: (codes[type] ?? []).sorted())
      },
      axes: axes.values.filter { !$0.isUnknown }.sorted { $0.code < $1.code },
      properties: properties.sorted())
  }

  /// The state of the device, as the description lists it.
  ///
  /// A star in the list marks a pressed key. The list may be much older than the first event, so a key without a star
  /// is not treated as released.
  var state: ListedState { ListedState(values: values, held: held, released: []) }

  /// The path in the first line of a description, such as `add device 1: /dev/input/event2`; nil for other lines.
  static func path(inHead range: Range<Int>, of bytes: Span<UInt8>) -> String? {
    guard bytes.has("add device", at: range.lowerBound, before: range.upperBound) else {
      return nil
    }
    guard let colon = bytes.index(of: ":", in: range) else { return "" }
    let start = bytes.skippingBlanks(from: colon + 1, to: range.upperBound)
    return bytes.text(start..<bytes.trimmingBlanks(from: start, to: range.upperBound))
  }

  /// Reads a line of the description; an unknown line is skipped.
  mutating func take(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let end = bytes.trimmingBlanks(from: range.lowerBound, to: range.upperBound)
    let first = range.lowerBound
    guard first < end else { return }
    if bytes.has("input props:", at: first, before: end) {
      hasEmptyProperties = true
    } else if bytes.has("<none>", at: first, before: end) {
      hasEmptyProperties = false
    } else if let start = bytes.skipping("name:", at: first, to: end) {
      name = bytes.text(start..<end)
      if name.count >= 2, name.first == "\"", name.last == "\"" {
        name = String(name.dropFirst().dropLast())
      }
    } else if let number = number(behind: "bus", first..<end, of: bytes) {
      identity.bus = number
    } else if let number = number(behind: "vendor", first..<end, of: bytes) {
      identity.vendor = number
    } else if let number = number(behind: "product", first..<end, of: bytes) {
      identity.product = number
    } else if let number = number(behind: "version", first..<end, of: bytes) {
      identity.version = number
    } else if bytes.has("INPUT_PROP_", at: first, before: end) {
      if let property = EventNames.property(named: bytes.text(first..<end)) {
        properties.insert(property)
      }
    } else if let open = bytes.index(of: " (", in: first..<end) {
      takeType(open + 2..<end, of: bytes)
    } else {
      takeCodes(first..<end, of: bytes)
    }
  }

  private mutating func takeType(_ range: Range<Int>, of bytes: Span<UInt8>) {
    var index = range.lowerBound
    guard let number = bytes.hexadecimal(at: &index, before: range.upperBound),
      let number = UInt16(exactly: number),
      let start = bytes.skipping("):", at: index, to: range.upperBound)
    else { return }
    type = number
    takeCodes(start..<range.upperBound, of: bytes)
  }

  private mutating func takeCodes(_ range: Range<Int>, of bytes: Span<UInt8>) {
    guard let type else { return }
    if type == EventType.absolute,
      let colon = bytes.index(of: ": value ", in: range) ?? bytes.index(of: ": min ", in: range)
    {
      let end = bytes.trimmingBlanks(from: range.lowerBound, to: colon)
      guard let code = code(range.lowerBound..<end, type: type, of: bytes) else { return }
      codes[type, default: []].insert(code)
      takeAxis(code, colon..<range.upperBound, of: bytes)
      return
    }
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, bytes[index] > ASCII.space { index += 1 }
      // A star marks a pressed key.
      let isHeld = index > start && bytes[index - 1] == ASCII.asterisk
      if let code = code(start..<(isHeld ? index - 1 : index), type: type, of: bytes) {
        codes[type, default: []].insert(code)
        if isHeld, type == EventType.key { held.insert(code) }
      }
      index = bytes.skippingBlanks(from: max(index, start + 1), to: range.upperBound)
    }
  }

  private mutating func takeAxis(_ code: UInt16, _ range: Range<Int>, of bytes: Span<UInt8>) {
    var axis = DeviceDescription.Axis.unknown(code)
    for (word, field): (StaticString, WritableKeyPath<DeviceDescription.Axis, Int32>?) in [
      ("value ", nil), ("min ", \.minimum), ("max ", \.maximum), ("fuzz ", \.fuzz),
      ("flat ", \.flat), ("resolution ", \.resolution),
    ] {
      guard let found = bytes.index(of: word, in: range) else { continue }
      var index = found + word.utf8CodeUnitCount
      guard let number = bytes.signedDecimal(at: &index, before: range.upperBound),
        let number = Int32(exactly: number)
      else { continue }
      if let field { axis[keyPath: field] = number } else { values[code] = number }
    }
    axes[code] = axis
  }

  private func code(_ range: Range<Int>, type: UInt16, of bytes: Span<UInt8>) -> UInt16? {
    var index = range.lowerBound
    if range.count == 4, let number = bytes.hexadecimal(at: &index, before: range.upperBound),
      index == range.upperBound
    {
      return UInt16(exactly: number)
    }
    return EventNames.code(named: bytes.text(range), type: type)
  }

  private func number(
    behind word: StaticString, _ range: Range<Int>, of bytes: Span<UInt8>
  ) -> UInt16? {
    guard var index = bytes.skipping(word, at: range.lowerBound, to: range.upperBound) else {
      return nil
    }
    if let colon = bytes.skipping(":", at: index, to: range.upperBound) { index = colon }
    return bytes.hexadecimal(at: &index, before: range.upperBound).flatMap { UInt16(exactly: $0) }
  }
}
