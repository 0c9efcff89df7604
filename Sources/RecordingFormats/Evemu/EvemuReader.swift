import TouchInput

/// A reader of the text of `evemu-record`, versions 1.0 to 1.3.
///
///     # EVEMU 1.3
///     N: name, everything to the end of the line
///     I: bus vendor product version          4 hexadecimal numbers
///     P: 8 hexadecimal bytes of properties, repeated
///     B: type 8 hexadecimal bytes of codes, repeated
///     A: axis min max fuzz flat [resolution] the axis hexadecimal, the rest decimal
///     L: index state
///     S: index state
///     E: sec.usec type code value            two decimal, two hexadecimal, one decimal number
///
/// The lines must have this order. `sec.usec` consists of two whole numbers and is not a decimal fraction.
struct EvemuReader {
  let file: String
  var device = DeviceDescription()
  var hasName = false
  var stage = Stage.start
  var propertyBytes: [UInt8] = []
  var codeBytes: [(type: UInt16, bits: [UInt8])] = []

  private var events: [RawEvent] = []
  private var warnings: [RecordingWarning] = []

  /// The kinds of lines, in the order that a file must have.
  enum Stage: Int {
    case start, name, identity, properties, codes, axes, leds, switches, events
  }

  init(file: String) { self.file = file }

  /// Reads a file; if the file has only events, `description` must be the text of a description file.
  static func file(
    in windows: inout TextWindows, named file: String, description: [UInt8]?
  ) throws(RecordingError) -> RecordingFile {
    var reader = EvemuReader(file: file)
    try reader.read(&windows)
    var recording = Recording(device: reader.device, events: reader.events)
    if !reader.hasName {
      guard let description else { throw .needsDescription(file: file) }
      let state = try descriptions(in: description, beside: file).describe(&recording)
      if let state { recording.takeInitialState(state) }
    }
    return RecordingFile(
      format: .evemu, recordings: [recording],
      warnings: reader.warnings, isCut: !reader.warnings.isEmpty)
  }

  /// Reads the device in a `.desc` file, which is an evemu file without events.
  static func device(
    describedIn description: [UInt8], named file: String
  ) throws(RecordingError) -> DeviceDescription {
    var reader = EvemuReader(file: file)
    let start = contentStart(of: description.span)
    let wrapping = try? Wrapping.found(in: description.span, from: start, file: file)
    var windows = TextWindows(description, from: start, named: file, wrapping: wrapping)
    try reader.read(&windows)
    guard reader.hasName else {
      throw .malformed(
        file: reader.file, line: 1, found: "no line 'N: NAME'", expected: "a device description")
    }
    return reader.device
  }

  private mutating func read(_ windows: inout TextWindows) throws(RecordingError) {
    let last = try windows.eachLine { line, bytes throws(RecordingError) in
      let first = bytes.skippingBlanks(from: line.start, to: line.end)
      guard first < line.end else { return }
      if bytes[first] == ASCII.numberSign {
        try checkVersion(line, at: first, of: bytes)
      } else {
        try take(line, at: first, of: bytes)
      }
    }
    finishDevice()
    if warnings.isEmpty, events.last?.isReport == false {
      warnings.append(RecordingWarning(line: last, kind: .cut))
    }
  }

  private mutating func take(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    do throws(RecordingError) {
      if bytes.has("E:", at: first, before: line.end) {
        stage = .events
        try takeEvent(line, from: first + 2, of: bytes)
      } else {
        try takeDescription(line, at: first, of: bytes)
      }
    } catch {
      // The last line may be incomplete, because the recorder was killed.
      guard !line.isTerminated, stage == .events else { throw error }
      warnings.append(RecordingWarning(line: line.number, kind: .cut))
    }
  }

  /// Checks the version in the first line; a file without that line has version 1.0.
  private func checkVersion(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    guard stage == .start, var index = bytes.skipping("# EVEMU", at: first, to: line.end)
    else { return }
    let version = index
    let major = bytes.decimal(at: &index, before: line.end)
    if index < line.end, bytes[index] == ASCII.point { index += 1 }
    let minor = bytes.decimal(at: &index, before: line.end)
    guard major == 1, let minor, minor <= 3 else {
      throw .unsupportedVersion(
        file: file, line: line.number, found: printable(bytes, version..<line.end),
        expected: "versions 1.0 to 1.3")
    }
  }

  func malformed(
    _ line: TextLine, of bytes: Span<UInt8>, _ expected: String
  ) -> RecordingError {
    .malformed(file: file, line: line.number, found: bytes.printable(line), expected: expected)
  }
}

// MARK: Events

extension EvemuReader {
  private mutating func takeEvent(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    var index = bytes.skippingBlanks(from: start, to: line.end)
    let time = bytes.dottedTime(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    let type = bytes.hexadecimal(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    let code = bytes.hexadecimal(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    let value = bytes.signedDecimal(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    guard let time, let type, let code, let value,
      index == line.end || bytes[index] == ASCII.numberSign
    else {
      throw malformed(line, of: bytes, "'E: sec.usec TYPE CODE VALUE' (TYPE and CODE hexadecimal)")
    }
    guard let type = UInt16(exactly: type), let code = UInt16(exactly: code),
      let value = Int32(exactly: value)
    else {
      throw .outOfRange(
        file: file, line: line.number, found: bytes.printable(line),
        expected: "16 bits for type and code and 32 bits for the value")
    }
    events.append(RawEvent(microseconds: time, type: type, code: code, value: value))
  }
}
