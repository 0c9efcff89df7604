package import TouchInput

/// The devices in a separate description file, for recordings that do not describe their device.
///
/// The text is an evemu `.desc` file, which describes one device, or the output of `getevent -p`, `-lp`
/// or `-i`, which may describe many.
package struct DescribedDevices {
  private let file: String
  private var evemu: DeviceDescription?
  private var listed: [GeteventDevice] = []

  /// Reads a description; `file` is its name in errors.
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

  /// The devices that a `getevent` text lists, in its order, with their state as listed.
  package var all: [(description: DeviceDescription, initial: Recording.InitialState?)] {
    listed.map { device in
      var recording = Recording(device: device.description)
      recording.takeInitialState(device.state)
      return (recording.device, recording.initial)
    }
  }

  /// Sets the device of `recording`; to be called before the events complete the description.
  ///
  /// If the text lists several devices, the one at the path in the recording is used. If the recording
  /// names no path, the only touch device is used.
  ///
  /// - Returns: The listed state of that device; nil if the text lists none.
  /// - Throws: ``RecordingError/otherDevices(file:node:devices:)``.
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
    // Recordings of keys and lids need no axis ranges.
    guard recording.touches else { return nil }
    let candidates = node.isEmpty && !touching.isEmpty ? touching : listed
    throw .otherDevices(
      file: file, node: node,
      devices: candidates.prefix(8).map { "\($0.path) '\($0.description.name.prefix(60))'" })
  }
}

extension Recording {
  /// Whether the events have finger positions.
  fileprivate var touches: Bool {
    let positionCodes = [
      AbsoluteAxis.x, AbsoluteAxis.y, AbsoluteAxis.positionX, AbsoluteAxis.positionY,
    ]
    return events.contains { $0.type == EventType.absolute && positionCodes.contains($0.code) }
  }
}

/// The devices that a description passed along with the recording `file` describes.
func descriptions(
  in bytes: [UInt8], beside file: String
) throws(RecordingError) -> DescribedDevices {
  try DescribedDevices(in: bytes, named: "\(file) (its description)")
}

/// The program that wrote a description.
private enum DescriptionKind {
  case evemu, getevent
}

/// The program that wrote a description; the first line that only one of them writes decides.
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
