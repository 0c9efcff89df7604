public import TouchInput

/// A writer of the native format, which is the layout of `libinput record` 1.22 with the additional key `flickbook:`.
///
/// To write while recording, write ``header(of:isStreamed:)``, then ``frame(_:gap:)`` for each report when it arrives,
/// and finally ``end()``. Text that was written never changes later. The header announces the end mark, so that a
/// reader recognizes a file without an end mark as cut.
public struct LibinputWriter: Sendable {
  private enum State {
    case empty
    case frame(isMarked: Bool)
  }

  private var state = State.empty
  private var lastReport: Int64?

  /// Creates a writer for one file with one device.
  public init() {}

  /// The text of the file up to the events.
  ///
  /// - Parameters:
  ///   - recording: The recording with its device, initial state, intent, note, source and clock. Its events and gaps
  ///     are ignored, because ``frame(_:gap:)`` writes them.
  ///   - isStreamed: Whether ``end()`` will be written at the end of the file.
  /// - Returns: UTF-8 text that ends in a line end.
  public func header(of recording: Recording, isStreamed: Bool) -> [UInt8] {
    var file = RecordingFile(format: .libinput, recordings: [recording])
    file.recordings[0].gaps = []
    var text = libinputTop(of: file, isStreamed: isStreamed)
    text.appendDevice(of: recording, preserved: [])
    return text
  }

  /// The text of one report, which libinput calls a frame; its last event is SYN_REPORT unless the recording was cut.
  ///
  /// - Parameters:
  ///   - events: The events of the report; may be empty.
  ///   - gap: The gap after which the events of this report restore the state; nil if there is none.
  /// - Returns: UTF-8 text that ends in a line end; empty if there are neither events nor a gap.
  public mutating func frame(_ events: some Collection<RawEvent>, gap: Recording.Gap? = nil)
    -> [UInt8]
  {
    var text: [UInt8] = []
    guard !events.isEmpty || gap != nil else { return text }
    if !events.isEmpty {
      text.append("  - evdev:\n")
      for event in events { appendEvent(event, to: &text) }
    }
    if let gap {
      if events.isEmpty { appendItemWithoutEvents(to: &text) } else { text.append("    ") }
      text.append("flickbook: {gap: ")
      text.appendTime(gap.microseconds)
      text.append(", resynchronized: \(gap.resynchronizedEvents)}\n")
    }
    state = .frame(isMarked: gap != nil)
    return text
  }

  /// The end mark, which shows that the recording is complete.
  public mutating func end() -> [UInt8] {
    var text: [UInt8] = []
    if case .frame(isMarked: false) = state {
      text.append("    ")
    } else {
      appendItemWithoutEvents(to: &text)
    }
    text.append("flickbook: {end: true}\n")
    state = .frame(isMarked: true)
    return text
  }

  /// Begins an item that has a mark and no events.
  ///
  /// Tools of libinput expect `evdev:` in every item, and events in the first item that has `evdev:`. An item before
  /// the first events therefore has no `evdev:`.
  private func appendItemWithoutEvents(to text: inout [UInt8]) {
    switch state {
    case .empty: text.append("  - ")
    case .frame: text.append("  - evdev: []\n    ")
    }
  }

  private mutating func appendEvent(_ event: RawEvent, to text: inout [UInt8]) {
    let time = wrappedTime(event.microseconds)
    text.append("    - [")
    text.append(decimal: time.seconds, width: 3)
    text.append(", ")
    text.append(decimal: time.microseconds, width: 6)
    text.append(", ")
    text.append(decimal: event.type, width: 3)
    text.append(", ")
    text.append(decimal: event.code, width: 3)
    text.append(", ")
    text.append(decimal: event.value, width: 7)
    text.append("] # ")
    if event.isReport {
      let pause = event.microseconds.subtractingReportingOverflow(lastReport ?? event.microseconds)
      lastReport = event.microseconds
      text.append("------------ SYN_REPORT (")
      text.append(decimal: event.value)
      text.append(") ---------- +")
      text.append(decimal: pause.overflow ? 0 : pause.partialValue / 1_000)
      text.append("ms\n")
    } else {
      text.appendNames(of: event)
      text.append(decimal: event.value, width: 5)
      text.append(ASCII.lineFeed)
    }
  }
}

/// Writes a file in the native format, `libinput record` YAML version 1 with `flickbook:`.
///
/// The text keeps the events with their timestamps, the gaps and the initial states. The parts that Flickbook does not
/// interpret are kept verbatim. Comments are lost.
package func libinputText(of file: RecordingFile) -> [UInt8] {
  var text = libinputTop(of: file, isStreamed: false)
  for (index, recording) in file.recordings.enumerated() {
    let preserved =
      file.preserved.devices.indices.contains(index) ? file.preserved.devices[index] : []
    text.appendDevice(of: recording, preserved: preserved)
    var writer = LibinputWriter()
    var start = 0
    while start < recording.events.count {
      let report = recording.events[start...].firstIndex(where: \.isReport)
      let end = report.map { $0 + 1 } ?? recording.events.count
      text += writer.frame(recording.events[start..<end])
      start = end
    }
    if !recording.gestures.isEmpty {
      text.append(recording.events.isEmpty ? "  - " : "    ")
      text.appendLibinputEvents(recording.gestures)
    }
  }
  return text
}

/// Writes a recording in the native format in few bytes, for a page.
///
/// The text has all events on one line, and no comments. The path of the device node is empty, because it is of no use
/// in a page.
package func briefLibinputText(of recording: Recording) -> [UInt8] {
  var text = libinputTop(
    of: RecordingFile(format: .libinput, recordings: [recording]), isStreamed: false)
  text.append("- node: \"\"\n  evdev:\n")
  text.appendEvdev(of: recording.device, isBrief: true)
  text.append("  events:\n  - evdev: [")
  for (index, event) in recording.events.enumerated() {
    let time = wrappedTime(event.microseconds)
    text.append(index > 0 ? ",[" : "[")
    text.append(decimal: time.seconds)
    for number in [Int(time.microseconds), Int(event.type), Int(event.code), Int(event.value)] {
      text.append(ASCII.comma)
      text.append(decimal: number)
    }
    text.append(ASCII.closeBracket)
  }
  text.append("]\n")
  if !recording.gestures.isEmpty {
    text.append("    ")
    text.appendLibinputEvents(recording.gestures)
  }
  return text
}

/// The text of a file up to `devices:`.
private func libinputTop(of file: RecordingFile, isStreamed: Bool) -> [UInt8] {
  var text: [UInt8] = []
  text.append(
    "# libinput record\nversion: \(libinputRecordVersion)\nndevices: \(file.recordings.count)\n")
  for section in file.preserved.top { text += section.text }
  text.appendFlickbook(of: file, isStreamed: isStreamed)
  text.append("devices:\n")
  return text
}

/// The version of the `libinput record` format that Flickbook writes.
package let libinputRecordVersion = 1
