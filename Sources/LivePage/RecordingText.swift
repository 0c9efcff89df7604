import FrameLogs
import TouchInput

extension Recording {
  /// The recording as a file in the format of `libinput record` with a `flickbook:` section.
  ///
  /// A reader of the file gets the same recording, except that the path of the device node is empty.
  var fileText: [UInt8] {
    var writer = RecordingWriter()
    writer.write(self)
    return writer.text.bytes
  }
}

/// A writer of recordings in the format of `libinput record`.
private struct RecordingWriter {
  private(set) var text = JSONText()

  mutating func write(_ recording: Recording) {
    text.append(raw: "# libinput record\nversion: 1\nndevices: 1\nflickbook:\n  schema: 1\n")
    entry("  intent: ", recording.intent)
    entry("  person: ", recording.person)
    entry("  session: ", recording.session)
    entry("  start: ", recording.start)
    entry("  note: ", recording.note)
    entry("  source: ", recording.source)
    entry("  clock: ", recording.clock)
    let orientation = recording.device.orientation
    if orientation != PanelOrientation() {
      text.append(raw: "  panels:\n  - {device: 0, rotate: ")
      text.append(orientation.rotation.rawValue)
      text.append(raw: ", flip: ")
      text.append(quoted: orientation.flip.rawValue)
      text.append(raw: "}\n")
    }
    if let initial = recording.initial { write(initial) }
    if !recording.gaps.isEmpty { text.append(raw: "  gaps:\n") }
    for gap in recording.gaps {
      text.append(raw: "  - {device: 0, time: ")
      time(gap.microseconds)
      text.append(raw: ", resynchronized: ")
      text.append(gap.resynchronizedEvents)
      text.append(raw: "}\n")
    }
    text.append(raw: "devices:\n- node: \"\"\n  evdev:\n")
    write(recording.device)
    text.append(raw: "  udev:\n    properties:\n    - ID_INPUT=1\n")
    text.append(
      raw: recording.device.kind == .touchscreen
        ? "    - ID_INPUT_TOUCHSCREEN=1\n" : "    - ID_INPUT_TOUCHPAD=1\n")
    text.append(raw: "  quirks:\n  events:\n")
    write(recording.events)
  }

  private mutating func entry(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    text.append(raw: key)
    text.append(quoted: value)
    text.append(raw: "\n")
  }

  private mutating func write(_ initial: Recording.InitialState) {
    text.append(raw: "  initial:\n  - device: 0\n    slot: ")
    text.append(initial.currentSlot)
    text.append(raw: initial.isComplete ? "\n" : "\n    complete: false\n")
    if !initial.slots.isEmpty { text.append(raw: "    slots:\n") }
    for slot in initial.slots {
      text.append(raw: "    - [")
      text.append(slot.number)
      text.append(raw: ", ")
      text.append(slot.trackingID)
      text.append(raw: ", ")
      mapping(slot.values)
      text.append(raw: "]\n")
    }
    text.append(raw: "    values: ")
    mapping(initial.values)
    text.append(raw: "\n    buttons: ")
    list(initial.heldButtons)
    text.append(raw: "\n")
  }

  private mutating func write(_ device: DeviceDescription) {
    entry("    name: ", device.name)
    text.append(raw: "    id: ")
    let identity = device.identity
    list([identity.bus, identity.vendor, identity.product, identity.version])
    text.append(raw: device.codes.isEmpty ? "\n    codes: {}\n" : "\n    codes:\n")
    for codes in device.codes {
      item(codes.type)
      list(codes.codes)
      text.append(raw: "\n")
    }
    text.append(raw: device.axes.isEmpty ? "    absinfo: {}\n" : "    absinfo:\n")
    for axis in device.axes {
      item(axis.code)
      list([axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution])
      text.append(raw: "\n")
    }
    text.append(raw: "    properties: ")
    list(device.properties)
    text.append(raw: "\n")
  }

  /// Writes each report as an item of a list; the last report may lack its `SYN_REPORT`.
  private mutating func write(_ events: [RawEvent]) {
    var isOpen = false
    for event in events {
      if !isOpen { text.append(raw: "  - evdev:\n") }
      text.append(raw: "    - [")
      let words = UInt64(bitPattern: event.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
      text.append(words.quotient)
      text.append(raw: ", ")
      text.append(words.remainder)
      text.append(raw: ", ")
      text.append(event.type)
      text.append(raw: ", ")
      text.append(event.code)
      text.append(raw: ", ")
      text.append(event.value)
      text.append(raw: "]\n")
      isOpen = !event.isReport
    }
  }

  private mutating func item(_ number: UInt16) {
    text.append(raw: "      ")
    text.append(number)
    text.append(raw: ": ")
  }

  private mutating func time(_ microseconds: Int64) {
    let words = UInt64(bitPattern: microseconds).quotientAndRemainder(dividingBy: 1_000_000)
    list([words.quotient, words.remainder])
  }

  private mutating func list(_ numbers: [some BinaryInteger]) {
    text.append(raw: "[")
    for (index, number) in numbers.enumerated() {
      if index > 0 { text.append(raw: ", ") }
      text.append(number)
    }
    text.append(raw: "]")
  }

  private mutating func mapping(_ values: [Recording.AxisValue]) {
    text.append(raw: "{")
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(raw: ", ") }
      text.append(value.code)
      text.append(raw: ": ")
      text.append(value.value)
    }
    text.append(raw: "}")
  }
}
