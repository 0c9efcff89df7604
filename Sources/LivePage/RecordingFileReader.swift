import Quantities
import TouchInput

/// A reader of recordings with one device in the format of `libinput record`.
///
/// It reads the layout in which pages, `flickbook record` and `libinput record` write a file: a key or an item of a
/// list on each line, and lists of numbers in brackets. It skips sections and keys that Flickbook does not use, as the
/// program does when it reads a file. The path of the device node stays empty.
struct RecordingFileReader {
  private var recording = Recording(device: DeviceDescription())
  /// The keys that enclose the current line; the key of an item of a list is `-`.
  ///
  /// A path consists of a key and all keys around it, separated by `/`.
  private var keys: [(indentation: Int, key: String, path: String)] = []
  private var devices = 0
  private var hasDescription = false

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - name: The name of the file in errors.
  /// - Returns: The recording.
  /// - Throws: ``PageError`` for the first line that cannot be read, with the number of the line.
  /// - Complexity: O(length of the text).
  static func recording(
    in text: ArraySlice<UInt8>, named name: String
  ) throws(PageError) -> Recording {
    var reader = RecordingFileReader()
    var (start, number) = (text.startIndex, 1)
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
      guard reader.read(Self.withoutComment(text[start..<end])) else {
        throw PageError(
          "\(excerpt(of: name)):\(number)",
          "'\(excerpt(of: String(decoding: text[start..<end], as: UTF8.self)))'",
          "give a recording of one device that 'flickbook record' or 'libinput record' wrote")
      }
      (start, number) = (end + 1, number + 1)
    }
    guard reader.hasDescription else {
      throw PageError(
        excerpt(of: name), "no device with 'evdev:'",
        "give a recording that 'flickbook record' or 'libinput record' wrote")
    }
    return reader.recording
  }

  /// Removes a comment, which begins with `#` outside quotes and after a blank, and the blanks before it.
  private static func withoutComment(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (end, last) = (text.startIndex, UInt8(ascii: " "))
    var (isQuoted, isEscaped) = (false, false)
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "#"), last <= UInt8(ascii: " "), !isQuoted { break }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      if byte > UInt8(ascii: " ") { end = index + 1 }
      last = byte
    }
    return text[..<end]
  }

  /// Reads a line without its comment; returns false if the line is invalid.
  private mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line.drop { $0 == UInt8(ascii: " ") }
    guard !rest.isEmpty else { return true }
    let isItem = rest.first == UInt8(ascii: "-")
    if isItem {
      enter("-", at: rest.startIndex - line.startIndex)
      if keys.last?.path == "devices/-" { devices += 1 }
      guard devices <= 1 else { return false }
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    }
    let name = rest.prefix { byte in
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    let after = rest[name.endIndex...]
    if !name.isEmpty, after.first == UInt8(ascii: ":"),
      after.count == 1 || after.dropFirst().first == UInt8(ascii: " ")
    {
      enter(String(decoding: name, as: UTF8.self), at: rest.startIndex - line.startIndex)
      rest = after.dropFirst().drop { $0 == UInt8(ascii: " ") }
    } else if !isItem {
      return isSkipped
    }
    return take(rest)
  }

  /// Whether Flickbook does not use the enclosing section, so that its lines may have any form.
  private var isSkipped: Bool {
    guard let top = keys.first, top.key == "devices" || top.key == "flickbook" else {
      return !["", "version", "ndevices"].contains(keys.first?.key ?? "")
    }
    return top.key == "devices" && keys.count > 2 && !["evdev", "events"].contains(keys[2].key)
  }

  /// Makes `key` the innermost key; an item may have the same indentation as the key of its list.
  private mutating func enter(_ key: String, at indentation: Int) {
    while let last = keys.last,
      last.indentation > indentation
        || last.indentation == indentation && (key != "-" || last.key == "-")
    { keys.removeLast() }
    keys.append((indentation, key, keys.last.map { "\($0.path)/\(key)" } ?? key))
  }

  /// Stores the value of the current key; returns false if the value is invalid.
  private mutating func take(_ value: ArraySlice<UInt8>) -> Bool {
    let path = keys.last?.path ?? ""
    switch path {
    case "version", "ndevices", "flickbook/schema": return value.elementsEqual("1".utf8)
    case "flickbook", "devices", "devices/-/evdev", "devices/-/events":
      hasDescription = hasDescription || path == "devices/-/evdev"
      return value.isEmpty
    case "flickbook/intent": return Self.store(value, in: &recording.intent)
    case "flickbook/person": return Self.store(value, in: &recording.person)
    case "flickbook/session": return Self.store(value, in: &recording.session)
    case "flickbook/start": return Self.store(value, in: &recording.start)
    case "flickbook/note": return Self.store(value, in: &recording.note)
    case "flickbook/source": return Self.store(value, in: &recording.source)
    case "flickbook/clock": return Self.store(value, in: &recording.clock)
    case "devices/-/evdev/name":
      guard let name = Self.text(value) else { return false }
      recording.device.name = name
      return true
    case "devices/-/events/-/libinput/-": return addLibinputEvent(value)
    default:
      let flow = FlowValue(value)
      return path.hasPrefix("devices") ? takeDevice(flow, path) : takeState(flow, path)
    }
  }
}

// Values.
extension RecordingFileReader {
  /// Stores a value of the device; returns false if the value is invalid.
  private mutating func takeDevice(_ value: FlowValue, _ path: String) -> Bool {
    switch path {
    case "devices/-/evdev/id":
      guard let id: [UInt16] = value.integers(as: "[#,#,#,#]") else { return false }
      recording.device.identity = DeviceDescription.Identity(
        bus: id[0], vendor: id[1], product: id[2], version: id[3])
    case "devices/-/evdev/properties":
      guard let properties: [UInt16] = value.integers(as: "[*]") else { return false }
      recording.device.properties = properties
    case "devices/-/evdev/codes", "devices/-/evdev/absinfo": return value.isEmpty
    case "devices/-/events/-/evdev": return value.isEmpty || addEvents(value, as: "[@]")
    case "devices/-/events/-/evdev/-": return addEvents(value, as: "[#,#,#,#,#]")
    case "devices/-/events/-/flickbook":
      return value.has("{end:true}") || addGap(value, as: "{gap:[#,#],resynchronized:#}")
    default:
      guard keys.count == 5, let key = keys.last?.key else { return true }
      switch keys[3].path {
      case "devices/-/evdev/codes":
        guard let type = UInt16(key), let codes: [UInt16] = value.integers(as: "[*]") else {
          return false
        }
        recording.device.codes.append(DeviceDescription.Codes(type: type, codes: codes))
      case "devices/-/evdev/absinfo":
        guard let code = UInt16(key), let axis: [Int32] = value.integers(as: "[#,#,#,#,#]") else {
          return false
        }
        // Some writers list an axis with zeros if they know only its code.
        guard axis != [0, code == AbsoluteAxis.slot ? -1 : 0, 0, 0, 0] else { return true }
        recording.device.axes.append(
          DeviceDescription.Axis(
            code: code, minimum: axis[0], maximum: axis[1], fuzz: axis[2], flat: axis[3],
            resolution: axis[4]))
      default: break
      }
    }
    return true
  }

  private mutating func addEvents(_ value: FlowValue, as form: String) -> Bool {
    guard value.has(form) else { return false }
    let numbers = value.numbers
    for start in stride(from: 0, to: numbers.count, by: 5) {
      guard let time = Self.microseconds(numbers[start], numbers[start + 1]),
        let event = RawEvent(time, numbers[(start + 2)..<(start + 5)])
      else { return false }
      recording.events.append(event)
    }
    return true
  }

  /// Adds an event such as `{time: 1.5, type: POINTER_MOTION, delta: [3.0, 1.0], unaccel: [2.5, 1.2]}`.
  private mutating func addLibinputEvent(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.first == UInt8(ascii: "{"), value.last == UInt8(ascii: "}") else { return false }
    var event = RecordedLibinputEvent()
    var rest = value.dropFirst().dropLast()
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let key = Self.word(rest[..<colon])
      rest = rest[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
      let isList = rest.first == UInt8(ascii: "[")
      let end =
        rest.firstIndex(of: isList ? UInt8(ascii: "]") : UInt8(ascii: ",")) ?? rest.endIndex
      let elements = rest[..<end].dropFirst(isList ? 1 : 0).split(separator: UInt8(ascii: ","))
      event.take(key, elements.map { Self.word($0) })
      rest = rest[end...].drop { byte in
        byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ")
      }
    }
    switch event.content {
    case .event(let event): recording.gestures.append(event)
    case .other: break
    case .invalid: return false
    }
    return true
  }

  /// Returns a text without the blanks around it.
  private static func word(_ text: ArraySlice<UInt8>) -> String {
    var text = text.drop { $0 == UInt8(ascii: " ") }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func addGap(_ value: FlowValue, as form: String) -> Bool {
    guard value.has(form) else { return false }
    let numbers = value.numbers.suffix(3)
    let first = numbers.startIndex
    guard first == 0 || value.numbers[0] == 0,
      let time = Self.microseconds(numbers[first], numbers[first + 1]),
      let count = Int(exactly: numbers[first + 2]), count >= 0
    else { return false }
    recording.gaps.append(Recording.Gap(microseconds: time, resynchronizedEvents: count))
    return true
  }

  /// Stores a value of the orientation of the panel, of a gap, or of the initial state.
  ///
  /// Returns false if the value is invalid.
  private mutating func takeState(_ value: FlowValue, _ path: String) -> Bool {
    switch path {
    case "flickbook/panels", "flickbook/initial", "flickbook/initial/-/slots", "flickbook/gaps":
      return value.isEmpty
    case "flickbook/panels/-": return takePanel(value)
    case "flickbook/gaps/-":
      return addGap(value, as: "{device:#,time:[#,#],resynchronized:#}")
    case "flickbook/initial/-/device": return value.has("#") && value.numbers == [0]
    default: break
    }
    var initial = recording.initial ?? Recording.InitialState()
    switch path {
    case "flickbook/initial/-/slot":
      guard let slot: [Int32] = value.integers(as: "#") else { return false }
      initial.currentSlot = slot[0]
    case "flickbook/initial/-/complete": initial.isComplete = !value.has("false")
    case "flickbook/initial/-/slots/-":
      guard let slot: [Int32] = value.integers(as: "[#,#,{%}]"),
        let values = Self.axisValues(slot[2...])
      else { return false }
      initial.slots.append(
        Recording.Slot(number: slot[0], trackingID: slot[1], values: values))
    case "flickbook/initial/-/values":
      guard let pairs: [Int32] = value.integers(as: "{%}"),
        let values = Self.axisValues(pairs[...])
      else { return false }
      initial.values += values
    case "flickbook/initial/-/buttons":
      guard let buttons: [UInt16] = value.integers(as: "[*]") else { return false }
      initial.heldButtons += buttons
    default: return true
    }
    recording.initial = initial
    return true
  }

  private mutating func takePanel(_ value: FlowValue) -> Bool {
    for flip in PanelOrientation.Flip.allCases
    where ["", "\""].contains(where: {
      value.has("{device:#,rotate:#,flip:\($0)\(flip.rawValue)\($0)}")
    }) && value.numbers[0] == 0 {
      guard
        let rotation = Int(exactly: value.numbers[1]).flatMap(
          PanelOrientation.Rotation.init(rawValue:))
      else { return false }
      recording.device.orientation = PanelOrientation(rotation: rotation, flip: flip)
      return true
    }
    return false
  }

  /// Returns the values of axes from pairs of an axis and its value; nil if the code of an axis is too large.
  private static func axisValues(_ pairs: ArraySlice<Int32>) -> [Recording.AxisValue]? {
    var values: [Recording.AxisValue] = []
    for index in stride(from: pairs.startIndex, to: pairs.endIndex, by: 2) {
      guard let code = UInt16(exactly: pairs[index]) else { return nil }
      values.append(Recording.AxisValue(code: code, value: pairs[index + 1]))
    }
    return values
  }

  /// Stores a text in `label`; returns false if it is not a text.
  private static func store(_ value: ArraySlice<UInt8>, in label: inout String?) -> Bool {
    label = text(value)
    return label != nil
  }

  /// Combines a time from its parts; writers wrap a negative time to unsigned 64 bits before they split it.
  private static func microseconds(_ seconds: Int64, _ fraction: Int64) -> Int64? {
    guard seconds >= 0, (0..<1_000_000).contains(fraction) else { return nil }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = product.addingReportingOverflow(UInt64(fraction))
    return overflow || carry ? nil : Int64(bitPattern: sum)
  }

  /// Returns the text of a value, plain or in double quotes; nil for other YAML.
  private static func text(_ value: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: value, as: UTF8.self)
    guard value.first == UInt8(ascii: "\"") else {
      guard let first = value.first else { return "" }
      return "'|>&*!%@`[{".utf8.contains(first) ? nil : text
    }
    var result = ""
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return rest.isEmpty ? result : nil }
      guard scalar == "\\" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      guard let mark = rest.popFirst() else { return nil }
      switch mark {
      case "\"", "\\", "/": result.unicodeScalars.append(mark)
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.unicodeScalars.append("\r")
      case "b": result.append("\u{8}")
      case "f": result.append("\u{c}")
      case "x", "u":
        let digits = rest.prefix(mark == "x" ? 2 : 4)
        guard let value = UInt32(String(digits), radix: 16), let escaped = Unicode.Scalar(value)
        else { return nil }
        result.unicodeScalars.append(escaped)
        rest = rest.dropFirst(digits.count)
      default: return nil
      }
    }
    return nil
  }
}
