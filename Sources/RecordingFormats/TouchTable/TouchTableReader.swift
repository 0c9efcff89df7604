import TouchInput

/// A reader of touches in comma-separated values, with one line for each contact of each report.
///
///     # flickbook touches
///     # name: Panel
///     # properties: 1                     INPUT_PROP_* numbers; 0 is a touchpad, 1 a screen
///     # x: 0 1079 10                      minimum, maximum, units per mm
///     # y: 0 1919 10
///     microseconds,contact,phase,x,y,pressure
///     0,1,began,930,547,40
///     7513,1,moved,929,546,41
///     15810,1,ended,929,546,
///
/// The header line is required. All columns except `pressure` and `guessed` are required, in any order. Positions are
/// whole numbers of device units. Lines with the same time form one report, unless an empty line separates them. The
/// phase of a contact is first `began`, then `moved` or `stationary`, and at the end `ended` or `cancelled`. The column
/// `guessed` contains `x`, `y` or `xy` if the device had not reported these coordinates yet. The reader then treats
/// these coordinates as unknown. Semicolons or tabs may replace the commas.
struct TouchTableReader {
  let file: String
  private var device = DeviceDescription()
  private var separator = ASCII.comma
  private var columns: [Column?] = []
  private var assembly = TouchTableEvents()

  private enum Column: String, CaseIterable {
    case microseconds, contact, phase, x, y, pressure, guessed

    var isRequired: Bool { self != .pressure && self != .guessed }
  }

  private init(file: String) { self.file = file }

  static func file(
    in windows: inout TextWindows, named file: String
  ) throws(RecordingError) -> RecordingFile {
    var reader = TouchTableReader(file: file)
    let last = try windows.eachLine { line, bytes throws(RecordingError) in
      try reader.take(line, of: bytes)
    }
    guard !reader.columns.isEmpty else {
      throw .cutShort(
        file: file, line: last,
        missing: "the line 'microseconds,contact,phase,x,y'")
    }
    reader.assembly.finish()
    let recording = reader.assembly.recording(of: reader.device)
    return RecordingFile(format: .csv, recordings: [recording])
  }

  private mutating func take(_ line: TextLine, of bytes: Span<UInt8>) throws(RecordingError) {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    if first == line.end {
      assembly.finishFrame()
    } else if bytes[first] == ASCII.numberSign {
      try takeComment(line, from: first + 1, of: bytes)
    } else if columns.isEmpty {
      try takeColumns(line, of: bytes)
    } else {
      try takeRow(line, of: bytes)
    }
  }

  private func malformed(
    _ line: TextLine, of bytes: Span<UInt8>, _ expected: String
  ) -> RecordingError {
    .malformed(file: file, line: line.number, found: bytes.printable(line), expected: expected)
  }
}

// MARK: Head

extension TouchTableReader {
  private mutating func takeComment(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    let first = bytes.skippingBlanks(from: start, to: line.end)
    if let name = bytes.skipping("name:", at: first, to: line.end) {
      device.name = bytes.text(name..<bytes.trimmingBlanks(from: name, to: line.end))
    } else if let list = bytes.skipping("properties:", at: first, to: line.end) {
      device.properties = try numbers(line, from: list, of: bytes, "properties of 16 bits").sorted()
    } else if let range = bytes.skipping("x:", at: first, to: line.end) {
      try takeAxis(AbsoluteAxis.positionX, line, from: range, of: bytes)
    } else if let range = bytes.skipping("y:", at: first, to: line.end) {
      try takeAxis(AbsoluteAxis.positionY, line, from: range, of: bytes)
    }
  }

  private mutating func takeAxis(
    _ code: UInt16, _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    let expected = "'MINIMUM MAXIMUM UNITS-PER-MM' of 32 bits"
    let range: [Int32] = try numbers(line, from: start, of: bytes, expected)
    guard range.count == 3, device.axis(code) == nil else {
      throw malformed(line, of: bytes, expected + ", once")
    }
    let axis = DeviceDescription.Axis(
      code: code, minimum: range[0], maximum: range[1], resolution: range[2])
    guard !axis.isUnknown else { return }
    device.axes.append(axis)
    device.axes.sort { $0.code < $1.code }
  }

  private func numbers<Number: FixedWidthInteger>(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>, _ expected: String
  ) throws(RecordingError) -> [Number] {
    var result: [Number] = []
    var index = start
    while index < line.end {
      guard let number = bytes.signedDecimal(at: &index, before: line.end),
        let number = Number(exactly: number), result.count < 64
      else { throw malformed(line, of: bytes, expected) }
      result.append(number)
      index = bytes.skippingBlanks(from: index, to: line.end)
    }
    return result
  }

  private mutating func takeColumns(
    _ line: TextLine, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    // Semicolons or tabs separate the columns only if the header line has no comma.
    for byte in [UInt8(ascii: ";"), ASCII.tab]
    where bytes.index(of: ",", in: line.start..<line.end) == nil {
      for index in line.start..<line.end where bytes[index] == byte { separator = byte }
    }
    columns = fields(line, of: bytes).map { Column(rawValue: bytes.text($0)) }
    for column in Column.allCases where column.isRequired {
      guard columns.filter({ $0 == column }).count == 1 else {
        throw malformed(line, of: bytes, "'microseconds,contact,phase,x,y' with each column once")
      }
    }
  }
}

// MARK: Rows

extension TouchTableReader {
  /// The ranges of the fields of a line, without surrounding blanks; quotation marks have no special meaning.
  private func fields(_ line: TextLine, of bytes: Span<UInt8>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = line.start
    for index in line.start...line.end
    where (index == line.end || bytes[index] == separator) && result.count < 64 {
      let first = separator == ASCII.tab ? start : bytes.skippingBlanks(from: start, to: index)
      result.append(first..<max(first, bytes.trimmingBlanks(from: first, to: index)))
      start = index + 1
    }
    return result
  }

  private mutating func takeRow(
    _ line: TextLine, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    let expected = "'MICROSECONDS,CONTACT,PHASE,X,Y[,PRESSURE]' in whole numbers of 32 bits"
    let fields = fields(line, of: bytes)
    guard fields.count == columns.count else { throw malformed(line, of: bytes, expected) }
    var time: Int64?
    var contact: Int64?
    var phase: Contact.Phase?
    var x: Int32?
    var y: Int32?
    var pressure: Int32?
    var guessed = ""
    for (column, field) in zip(columns, fields) {
      switch column {
      case .microseconds: time = number(field, of: bytes)
      case .contact: contact = number(field, of: bytes)
      case .phase: phase = Contact.Phase(rawValue: bytes.text(field))
      case .x: x = number(field, of: bytes)
      case .y: y = number(field, of: bytes)
      case .pressure where field.isEmpty: break
      case .pressure:
        pressure = number(field, of: bytes)
        guard pressure != nil else { throw malformed(line, of: bytes, expected) }
      case .guessed:
        guessed = bytes.text(field)
        guard ["", "x", "y", "xy"].contains(guessed) else {
          throw malformed(line, of: bytes, "'x', 'y', 'xy' or nothing in the column 'guessed'")
        }
      case nil: break
      }
    }
    guard let phase, let time, let contact, let x, let y else {
      throw malformed(line, of: bytes, expected)
    }
    let row = TouchTableEvents.Row(
      microseconds: time, contact: contact, phase: phase,
      x: guessed.contains("x") ? nil : x, y: guessed.contains("y") ? nil : y, pressure: pressure)
    guard assembly.take(row) else {
      throw malformed(
        line, of: bytes, "a contact that began before and has not ended, or 'began' for a new one")
    }
  }

  /// The whole number in a field; nil if the field has other text or the number does not fit.
  private func number<Number: FixedWidthInteger>(
    _ field: Range<Int>, of bytes: Span<UInt8>
  ) -> Number? {
    var index = field.lowerBound
    guard let number = bytes.signedDecimal(at: &index, before: field.upperBound),
      index == field.upperBound
    else { return nil }
    return Number(exactly: number)
  }
}
