import TouchInput
import YAMLNodes

/// Reads the YAML of `libinput record`.
struct LibinputReader {
  let file: String
  private var result = RecordingFile(format: .libinput, recordings: [])

  /// Reads a file piece by piece.
  static func file(
    in windows: inout TextWindows, named file: String
  ) throws(RecordingError) -> RecordingFile {
    var reader = LibinputReader(file: file)
    var layout = try LibinputLayout.found(in: &windows, file: file)
    let text = layout.text
    try reader.read(&layout, text.span)
    return reader.result
  }

  private init(file: String) { self.file = file }

  private mutating func read(
    _ layout: inout LibinputLayout, _ bytes: Span<UInt8>
  ) throws(RecordingError) {
    result.warnings = layout.warnings
    var flickbook: FlickbookSection?
    var announced: (count: Int, line: Int)?
    for section in layout.top {
      switch section.key {
      case "version": try checkVersion(section, of: bytes)
      case "ndevices":
        announced = Int(value(of: section, in: bytes)).map { ($0, section.line) }
      case "flickbook":
        let text = try YAMLText(
          section, of: bytes, file: file, limit: YAMLText.largestFlickbookSection)
        flickbook = try FlickbookSection(text)
      default: result.preserved.top.append(preserved(section, of: bytes))
      }
    }
    guard !layout.devices.isEmpty else {
      guard announced == nil else {
        throw .cutShort(
          file: file, line: layout.top.last?.line ?? 1, missing: "the first device")
      }
      throw .noDevices(file: file)
    }
    for index in layout.devices.indices {
      try take(&layout.devices[index], of: bytes, flickbook: flickbook)
    }
    if let announced, announced.count != layout.devices.count {
      warn(
        announced.line, .deviceCount(announced: announced.count, found: layout.devices.count))
      result.isCut = result.isCut || announced.count > layout.devices.count
    }
    try flickbook?.apply(to: &result)
    result.warnings.sort { $0.line < $1.line }
    result.isCut = result.isCut || result.warnings.contains { $0.kind == .cut }
  }

  private mutating func warn(_ line: Int, _ kind: RecordingWarning.Kind) {
    result.warnings.append(RecordingWarning(line: line, kind: kind))
  }

  private func checkVersion(
    _ section: LibinputLayout.Section, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    let found = value(of: section, in: bytes)
    guard found == "1" else {
      throw .unsupportedVersion(
        file: file, line: section.line, found: String(found.prefix(20)), expected: "version 1")
    }
  }

  /// The plain value on the line of a key.
  private func value(of section: LibinputLayout.Section, in bytes: Span<UInt8>) -> String {
    let line = bytes.line(at: section.range.lowerBound, number: section.line)
    let start = bytes.skippingBlanks(from: line.start + section.key.utf8.count + 1, to: line.end)
    var end = start
    while end < line.end, bytes[end] > ASCII.space, bytes[end] != ASCII.numberSign { end += 1 }
    return bytes.text(start..<min(end, start + 32))
  }

  private func preserved(
    _ section: LibinputLayout.Section, of bytes: Span<UInt8>
  ) -> RecordingFile.Preserved.Section {
    var text: [UInt8] = []
    var line = bytes.line(at: section.range.lowerBound, number: section.line)
    while line.start < section.range.upperBound {
      let blanks = bytes.skippingBlanks(from: line.start, to: line.end) - line.start
      let isFirst = line.start == section.range.lowerBound
      let start = isFirst ? line.start : line.start + min(blanks, section.indentation)
      for index in start..<line.end { text.append(bytes[index]) }
      text.append(ASCII.lineFeed)
      line = bytes.line(after: line)
    }
    return RecordingFile.Preserved.Section(key: section.key, text: text)
  }
}

// MARK: Devices

extension LibinputReader {
  private mutating func take(
    _ device: inout LibinputLayout.Device, of bytes: Span<UInt8>, flickbook: FlickbookSection?
  ) throws(RecordingError) {
    var recording = Recording(device: DeviceDescription())
    var preserved: [RecordingFile.Preserved.Section] = []
    var hasDescription = false
    for section in device.sections {
      switch section.key {
      case "node":
        let text = try YAMLText(section, of: bytes, file: file, limit: YAMLText.largestSection)
        recording.device.node = try text.mapping()["node"]?.scalar?.string ?? ""
      case "evdev":
        let text = try YAMLText(section, of: bytes, file: file, limit: YAMLText.largestSection)
        try LibinputDescription(text).apply(to: &recording.device)
        hasDescription = true
      default: preserved.append(self.preserved(section, of: bytes))
      }
    }
    guard hasDescription else {
      let line = device.sections.last?.line ?? device.line
      throw .cutShort(file: file, line: line, missing: "the device is described under 'evdev:'")
    }
    if var events = device.events {
      device.events = nil
      result.warnings += events.warnings
      if !events.endsWithReport, events.warnings.last?.kind != .cut {
        warn(events.lastLine, .cut)
      }
      takeMarks(of: events, into: &recording, flickbook: flickbook)
      recording.events = events.takeEvents()
    } else {
      warn(device.sections.last?.line ?? device.line, .cut)
    }
    result.recordings.append(recording)
    result.preserved.devices.append(preserved)
  }

  /// Takes the gaps and the end that a streaming writer left between the events.
  private mutating func takeMarks(
    of events: LibinputEvents, into recording: inout Recording, flickbook: FlickbookSection?
  ) {
    var hasEnd = false
    for mark in events.marks {
      switch mark {
      case .gap(let gap): recording.gaps.append(gap)
      case .end: hasEnd = true
      }
    }
    if flickbook?.isStreamed == true, !hasEnd, events.warnings.last?.kind != .cut,
      events.endsWithReport
    {
      warn(events.lastLine, .cut)
    }
  }
}
