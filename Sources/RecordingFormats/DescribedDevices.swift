package import TouchInput

/// The devices that a separate file describes, for recordings that do not describe their own device.
///
/// The text is an evemu `.desc` file, which describes one device, or the output of `getevent -p`, `-lp`
/// or `-i`, which may describe many.
package struct DescribedDevices {
  private let file: String
  private var evemu: DeviceDescription?
  private var listed: [GeteventDevice] = []

  /// Reads a description; `file` is the name of the description in errors.
  ///
  /// - Throws: ``RecordingError`` if the text describes no device.
  package init(in bytes: [UInt8], named file: String) throws(RecordingError) {
    self.file = file
    let span = bytes.span
    let start = contentStart(of: span)
    switch kind(of: span, from: start) {
    case .evemu:
      evemu = try EvemuReader.device(describedIn: bytes, named: file)
    case .getevent:
      let wrapping = try? Wrapping.found(in: span, from: start, file: file)
      var windows = TextWindows(bytes, from: start, named: file, wrapping: wrapping)
      if let window = try windows.next(fromLine: 1) {
        takeList(windows.bytes.span.extracting(0..<window.upperBound), from: window.lowerBound)
      }
    case nil:
      throw .describesNothing(
        file: file, found: "'\(span.printable(span.line(at: start, number: 1)))'")
    }
    guard evemu != nil || listed.contains(where: \.hasCodes) else {
      throw .describesNothing(file: file, found: "a list of devices without their axes")
    }
  }

  private mutating func takeList(_ span: Span<UInt8>, from start: Int) {
    var line = span.line(at: start, number: 1)
    while line.start < span.count {
      let first = span.skippingBlanks(from: line.start, to: line.end)
      if let path = GeteventDevice.path(inHead: first..<line.end, of: span) {
        listed.append(GeteventDevice(path: path))
      } else if !listed.isEmpty, first < line.end, span[first] != ASCII.openBracket {
        listed[listed.count - 1].take(first..<line.end, of: span)
      }
      line = span.line(after: line)
    }
  }

  /// The devices that a `getevent` text lists, in the order of the text, each with its listed state.
  package var all: [(description: DeviceDescription, initial: Recording.InitialState?)] {
    listed.map { device in
      var recording = Recording(device: device.description)
      recording.takeInitialState(device.state)
      return (recording.device, recording.initial)
    }
  }

  /// Sets the device of `recording` to a described device.
  ///
  /// Call this method before `describeByEvents()`. If the description has several devices, the device with the path of
  /// the recording is used. If the recording has no path, the only touch device is used.
  ///
  /// - Returns: The listed state of the device; nil if the description lists no state.
  /// - Throws: ``RecordingError/otherDevices(file:node:devices:)`` if no device, or more than one, fits the recording.
  func describe(_ recording: inout Recording) throws(RecordingError) -> ListedState? {
    let node = recording.device.node
    if let evemu {
      recording.device = evemu
      recording.device.node = node
      return nil
    }
    let touching = listed.filter(\.hasTouchAxes)
    if let device = listed.last(where: { $0.path == node && $0.hasCodes }) {
      recording.device = device.description
      return device.state
    }
    if node.isEmpty, touching.count == 1 {
      recording.device = touching[0].description
      return touching[0].state
    }
    // A recording without positions, such as of a keyboard, needs no axis ranges and thus no description.
    guard recording.touches else { return nil }
    let candidates = node.isEmpty && !touching.isEmpty ? touching : listed
    throw .otherDevices(
      file: file, node: node,
      devices: candidates.prefix(8).map { "\($0.path) '\($0.description.name.prefix(60))'" })
  }
}

extension Recording {
  /// Whether the events contain positions of fingers.
  fileprivate var touches: Bool {
    let positionCodes = [
      AbsoluteAxis.x, AbsoluteAxis.y, AbsoluteAxis.positionX, AbsoluteAxis.positionY,
    ]
    return events.contains { $0.type == EventType.absolute && positionCodes.contains($0.code) }
  }
}

/// Reads the devices in `bytes`, a description that the caller has passed with the recording `file`.
func descriptions(
  in bytes: [UInt8], beside file: String
) throws(RecordingError) -> DescribedDevices {
  try DescribedDevices(in: bytes, named: "\(file) (its description)")
}

/// The program that wrote a description.
private enum DescriptionKind {
  case evemu, getevent
}

/// Finds the program that wrote a description, from the first line whose form only one of the programs writes.
private func kind(of bytes: Span<UInt8>, from start: Int) -> DescriptionKind? {
  var line = bytes.line(at: start, number: 1)
  while line.start < bytes.count {
    let first = bytes.skippingMarkup(from: line.start, to: line.end)
    for word: StaticString in ["# EVEMU", "N:", "I:", "P:", "B:", "A:"]
    where bytes.has(word, at: first, before: line.end) {
      return .evemu
    }
    if GeteventDevice.path(inHead: first..<line.end, of: bytes) != nil { return .getevent }
    line = bytes.line(after: line)
  }
  return nil
}
