public import FrameLogs
public import TouchInput

/// A recording in a page, with the name and digest of its file and the version of Flickbook that wrote the page.
///
/// The lines of the recording contain everything that a replay uses, so a replay in the page returns the same bytes as
/// a replay of the file.
public struct PageRecording: Hashable, Sendable {
  /// The name of the recording in the page.
  public var name: String
  /// The recording.
  public var recording: Recording
  /// The name of the file of the recording, without folders.
  public var file: String
  /// The SHA-256 digest of the file of the recording, in hexadecimal.
  public var digest: String
  /// The version of Flickbook that wrote the page.
  public var version: String

  /// Creates a recording of a page.
  public init(
    name: String, recording: Recording, file: String, digest: String, version: String
  ) {
    (self.name, self.recording, self.file) = (name, recording, file)
    (self.digest, self.version) = (digest, version)
  }

  /// The fields that describe the recording in the header of a run.
  public var origin: [LogField] {
    [
      LogField("flickbook", .text(version)),
      LogField("recording", .text(file)),
      LogField("recordingSHA256", .text(digest)),
      LogField("source", recording.source.map(LogValue.text) ?? .none),
      LogField("intent", recording.intent.map(LogValue.text) ?? .none),
    ]
  }
}

extension PageRecording {
  /// The recording in the line format, from which ``init(lines:)`` creates an equal recording.
  public var lines: [UInt8] {
    var text: [UInt8] = []
    func add(_ word: String, _ words: String?) {
      if let words { text += PageLines.line(word, words) }
    }
    func add(_ word: String, _ numbers: [some BinaryInteger]) {
      text += PageLines.line(word, numbers.map { "\($0)" }.joined(separator: " "))
    }
    add("recording", name)
    add("file", file)
    add("digest", digest)
    add("version", version)
    add("intent", recording.intent)
    add("note", recording.note)
    add("source", recording.source)
    add("clock", recording.clock)
    add("person", recording.person)
    add("session", recording.session)
    add("start", recording.start)
    let device = recording.device
    add("device", device.name)
    if device.orientation != PanelOrientation() {
      add("rotate", [device.orientation.rotation.rawValue])
      add("flip", device.orientation.flip.rawValue)
    }
    let identity = device.identity
    add("identity", [identity.bus, identity.vendor, identity.product, identity.version])
    for codes in device.codes { add("codes", [codes.type] + codes.codes) }
    for axis in device.axes {
      add(
        "axis",
        [Int32(axis.code), axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution])
    }
    if !device.properties.isEmpty { add("properties", device.properties) }
    if let initial = recording.initial {
      add("initial", [initial.currentSlot, initial.isComplete ? 1 : 0])
      for slot in initial.slots {
        add(
          "slot",
          [slot.number, slot.trackingID] + slot.values.flatMap { [Int32($0.code), $0.value] })
      }
      for value in initial.values { add("value", [Int32(value.code), value.value]) }
      if !initial.heldButtons.isEmpty { add("held", initial.heldButtons) }
    }
    for gap in recording.gaps {
      add("gap", [gap.microseconds, Int64(gap.resynchronizedEvents)])
    }
    var number = JSONText()
    for event in recording.events {
      number.append(event.microseconds)
      number.append(raw: " ")
      number.append(event.type)
      number.append(raw: " ")
      number.append(event.code)
      number.append(raw: " ")
      number.append(event.value)
      number.append(raw: "\n")
    }
    return text + number.bytes
  }

  /// Reads a recording in the line format.
  ///
  /// - Throws: ``PageError`` for the first line that does not belong to a recording.
  public init(lines: [UInt8]) throws(PageError) {
    var reader = PageLines(lines[...])
    guard let first = reader.next(), first.word == "recording" else {
      throw PageError(
        "recording", "the first line is not 'recording NAME'", "begin with that line")
    }
    try self.init(named: first.text, &reader)
  }

  /// Reads the lines of a recording after the first, which contains its name.
  init(named name: String, _ reader: inout PageLines) throws(PageError) {
    self.init(
      name: name, recording: Recording(device: DeviceDescription()), file: name, digest: "",
      version: "")
    while let line = reader.nextBytes() {
      if let event = try Self.event(in: line) {
        recording.events.append(event)
      } else {
        try read(line)
      }
    }
  }

  /// Returns the event of a line, which begins with `event` or with a number; nil for any other line.
  private static func event(in line: ArraySlice<UInt8>) throws(PageError) -> RawEvent? {
    var line = line
    if line.starts(with: "event ".utf8) {
      line = line.dropFirst(6)
    } else {
      let first = line[line.startIndex]
      guard first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      else { return nil }
    }
    guard let event = PageLines.numbers(line).flatMap({ Self.event($0) }) else {
      throw PageError(
        "event", "'\(String(decoding: line, as: UTF8.self))'",
        "give four whole numbers: microseconds, type, code and value")
    }
    return event
  }

  /// Returns the event with these microseconds, type, code and value; nil if the numbers are not four or too large.
  static func event(_ numbers: [Int64]) -> RawEvent? {
    guard numbers.count == 4, let type = UInt16(exactly: numbers[1]),
      let code = UInt16(exactly: numbers[2]), let value = Int32(exactly: numbers[3])
    else { return nil }
    return RawEvent(microseconds: numbers[0], type: type, code: code, value: value)
  }

  /// Stores a line without its line break; returns false if it is not a line of a recording.
  mutating func store(_ line: ArraySlice<UInt8>) -> Bool {
    do throws(PageError) {
      try read(line)
      return true
    } catch { return false }
  }

  /// Stores the numbers of a line that begins with `word`; returns false if the word or the numbers are invalid.
  mutating func store(_ word: String, _ numbers: [Int64]) -> Bool { readNumbers(word, numbers) }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(PageError) {
    let line = PageLines.line(of: bytes)
    switch line.word {
    case "file": file = line.text
    case "digest": digest = line.text
    case "version": version = line.text
    case "intent": recording.intent = line.text
    case "note": recording.note = line.text
    case "source": recording.source = line.text
    case "clock": recording.clock = line.text
    case "person": recording.person = line.text
    case "session": recording.session = line.text
    case "start": recording.start = line.text
    case "device": recording.device.name = line.text
    case "flip":
      guard let flip = PanelOrientation.Flip(rawValue: line.text) else {
        throw PageError("flip", "'\(line.text)'", "give none, x or y")
      }
      recording.device.orientation.flip = flip
    default:
      guard let numbers = PageLines.numbers(bytes.dropFirst(line.word.utf8.count)),
        readNumbers(line.word, numbers)
      else {
        throw PageError(
          line.word, "'\(line.text)'", "use a line of a recording, with the right numbers")
      }
    }
  }

  /// Stores the numbers of a line that begins with `word`; returns false if the word or the numbers are invalid.
  private mutating func readNumbers(_ word: String, _ numbers: [Int64]) -> Bool {
    func all<Number: FixedWidthInteger>(_ type: Number.Type, _ count: Int) -> [Number]? {
      var exact: [Number] = []
      for number in numbers {
        guard let number = Number(exactly: number) else { return nil }
        exact.append(number)
      }
      return exact.count >= count ? exact : nil
    }
    switch word {
    case "identity":
      guard let told = all(UInt16.self, 4) else { return false }
      recording.device.identity = DeviceDescription.Identity(
        bus: told[0], vendor: told[1], product: told[2], version: told[3])
    case "codes":
      guard let told = all(UInt16.self, 1) else { return false }
      recording.device.codes.append(
        DeviceDescription.Codes(type: told[0], codes: Array(told.dropFirst())))
    case "axis":
      guard let told = all(Int32.self, 6), let code = UInt16(exactly: told[0]) else { return false }
      recording.device.axes.append(
        DeviceDescription.Axis(
          code: code, minimum: told[1], maximum: told[2], fuzz: told[3], flat: told[4],
          resolution: told[5]))
    case "properties":
      guard let told = all(UInt16.self, 0) else { return false }
      recording.device.properties = told
    case "rotate":
      guard let told = all(Int.self, 1), let rotation = PanelOrientation.Rotation(rawValue: told[0])
      else { return false }
      recording.device.orientation.rotation = rotation
    case "gap":
      guard let told = all(Int64.self, 2), let count = Int(exactly: told[1]) else { return false }
      recording.gaps.append(Recording.Gap(microseconds: told[0], resynchronizedEvents: count))
    default: return readInitial(word, numbers)
    }
    return true
  }

  /// Stores a part of the initial state from a line that begins with `word`; returns false if the line is invalid.
  private mutating func readInitial(_ word: String, _ numbers: [Int64]) -> Bool {
    var told: [Int32] = []
    for number in numbers {
      guard let number = Int32(exactly: number) else { return false }
      told.append(number)
    }
    var initial = recording.initial ?? Recording.InitialState()
    func values(_ pairs: ArraySlice<Int32>) -> [Recording.AxisValue]? {
      var values: [Recording.AxisValue] = []
      var index = pairs.startIndex
      while index + 1 < pairs.endIndex {
        guard let code = UInt16(exactly: pairs[index]) else { return nil }
        values.append(Recording.AxisValue(code: code, value: pairs[index + 1]))
        index += 2
      }
      return index == pairs.endIndex ? values : nil
    }
    switch word {
    case "initial":
      guard told.count == 2 else { return false }
      initial.currentSlot = told[0]
      initial.isComplete = told[1] != 0
    case "slot":
      guard told.count >= 2, let values = values(told[2...]) else { return false }
      initial.slots.append(
        Recording.Slot(number: told[0], trackingID: told[1], values: values))
    case "value":
      guard told.count == 2, let values = values(told[...]) else { return false }
      initial.values += values
    case "held":
      for button in told {
        guard let button = UInt16(exactly: button) else { return false }
        initial.heldButtons.append(button)
      }
    default: return false
    }
    recording.initial = initial
    return true
  }
}
