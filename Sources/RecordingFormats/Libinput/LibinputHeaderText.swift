import TouchInput

extension [UInt8] {
  /// Appends the entry of one device, up to and including the line `events:`.
  mutating func appendDevice(
    of recording: Recording, preserved: [RecordingFile.Preserved.Section]
  ) {
    append("- node: ")
    // A path of letters, digits, dashes, points and slashes needs no quotes in YAML.
    let isPlain =
      recording.device.node.hasPrefix("/")
      && recording.device.node.utf8.allSatisfy {
        (0x2d...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
      }
    if isPlain { append(recording.device.node) } else { append(quotedYAML: recording.device.node) }
    append("\n  evdev:\n")
    appendEvdev(of: recording.device)
    for section in preserved { appendIndented(section.text, by: 2) }
    if !preserved.contains(where: { $0.key == "udev" }) { appendUdev(of: recording.device) }
    if !preserved.contains(where: { $0.key == "quirks" }) { append("  quirks:\n") }
    append("  events:\n")
  }

  /// Appends the description of a device, with the names of its codes as comments unless `isBrief`.
  mutating func appendEvdev(of device: DeviceDescription, isBrief: Bool = false) {
    if !isBrief { appendComments(on: device) }
    append("    name: ")
    append(quotedYAML: device.name)
    append("\n    id: ")
    let identity = device.identity
    appendList([identity.bus, identity.vendor, identity.product, identity.version])
    append(device.codes.isEmpty ? "\n    codes: {}\n" : "\n    codes:\n")
    for codes in device.codes {
      append("      \(codes.type): ")
      appendList(codes.codes)
      if !isBrief, let name = EventNames.name(ofType: codes.type) {
        append(" # ")
        append(name)
      }
      append(ASCII.lineFeed)
    }
    let axes = device.describedAxes
    append(axes.isEmpty ? "    absinfo: {}\n" : "    absinfo:\n")
    for axis in axes {
      append("      \(axis.code): ")
      appendList([axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution])
      append(ASCII.lineFeed)
    }
    append("    properties: ")
    appendList(device.properties)
    append(ASCII.lineFeed)
  }

  /// Appends a summary of the device for human readers, as comments.
  private mutating func appendComments(on device: DeviceDescription) {
    if let x = device.axis(AbsoluteAxis.x) ?? device.axis(AbsoluteAxis.positionX),
      let y = device.axis(AbsoluteAxis.y) ?? device.axis(AbsoluteAxis.positionY)
    {
      append("    # Size in mm: ")
      if x.resolution > 0, y.resolution > 0 {
        append(decimal: (Int64(x.maximum) - Int64(x.minimum)) / Int64(x.resolution))
        append("x")
        append(decimal: (Int64(y.maximum) - Int64(y.minimum)) / Int64(y.resolution))
        append(ASCII.lineFeed)
      } else {
        append("unknown, missing resolution\n")
      }
    }
    append("    # Supported Events:\n")
    for codes in device.codes {
      append("    # Event type \(codes.type)")
      appendParenthesized(EventNames.name(ofType: codes.type))
      guard codes.type != EventType.synchronization else { continue }
      for code in codes.codes {
        append("    #   Event code \(code)")
        appendParenthesized(EventNames.name(of: code, type: codes.type))
      }
    }
    append("    # Properties:\n")
    for property in device.properties {
      append("    #    Property \(property)")
      appendParenthesized(EventNames.name(ofProperty: property))
    }
  }

  private mutating func appendParenthesized(_ name: StaticString?) {
    if let name {
      append(" (")
      append(name)
      append(")")
    }
    append(ASCII.lineFeed)
  }

  /// Appends udev properties, because `libinput replay` requires them and compares them with the device.
  private mutating func appendUdev(of device: DeviceDescription) {
    append("  udev:\n    properties:\n    - ID_INPUT=1\n")
    append(
      device.kind == .touchscreen ? "    - ID_INPUT_TOUCHSCREEN=1\n" : "    - ID_INPUT_TOUCHPAD=1\n"
    )
  }

  /// Appends `[1, 2, 3]`.
  mutating func appendList(_ numbers: [some FixedWidthInteger]) {
    append(ASCII.openBracket)
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(", ") }
      append(decimal: number)
    }
    append(ASCII.closeBracket)
  }

  /// Appends `[seconds, microseconds]`.
  mutating func appendTime(_ microseconds: Int64) {
    let time = wrappedTime(microseconds)
    appendList([time.seconds, time.microseconds])
  }

  /// Appends names such as `EV_ABS / ABS_X`, padded so that the values after them are aligned.
  mutating func appendNames(of event: RawEvent) {
    if let name = EventNames.name(ofType: event.type) { append(name) } else { append("?") }
    append(" / ")
    let start = count
    if let name = EventNames.name(of: event.code, type: event.type) {
      append(name)
    } else {
      append("?")
    }
    pad(from: start, to: 20)
  }

  private mutating func appendIndented(_ text: [UInt8], by columns: Int) {
    var isLineStart = true
    for byte in text {
      if isLineStart, byte != ASCII.lineFeed {
        for _ in 0..<columns { append(ASCII.space) }
      }
      append(byte)
      isLineStart = byte == ASCII.lineFeed
    }
  }
}
