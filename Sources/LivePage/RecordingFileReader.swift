import Quantities
import TouchInput

/// A reader of recordings with one device in the format of `libinput record`.
///
/// It reads the layout in which the verb `save`, `flickbook record` and `libinput record` write a file: a key or an item of
/// a list on each line, and lists of numbers in brackets. It translates each line to the line format of a
/// ``PageRecording``. Like the command, it skips the sections and keys that Flickbook does not use. The path of the
/// device node stays empty.
struct RecordingFileReader {
  private var page: PageRecording
  /// The keys that enclose the current line, each with its indentation; the key of an item of a list is `-`.
  private var keys: [(indentation: Int, key: String)] = []
  private var devices = 0
  private var hasDescription = false

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - name: The name of the recording, and of the file in errors.
  /// - Returns: The recording.
  /// - Throws: ``PageError`` for the first line that cannot be read, with the number of the line.
  /// - Complexity: O(length of the text).
  static func recording(
    in text: ArraySlice<UInt8>, named name: String
  ) throws(PageError) -> Recording {
    var reader = RecordingFileReader(
      page: PageRecording(
        name: name, recording: Recording(device: DeviceDescription()), file: name, digest: "",
        version: ""))
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
    return reader.page.recording
  }

  private init(page: PageRecording) { self.page = page }

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
      if keys.count == 2, keys[0].key == "devices" { devices += 1 }
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

  /// Whether the enclosing section is one that Flickbook does not use, whose lines may have any form.
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
    keys.append((indentation, key))
  }

  /// Stores the value of the current key; returns false if the value is invalid.
  private mutating func take(_ value: ArraySlice<UInt8>) -> Bool {
    let key = keys.last?.key ?? ""
    switch keys.map({ $0.key }).joined(separator: "/") {
    case "version", "ndevices", "flickbook/schema": return value.elementsEqual("1".utf8)
    case "flickbook", "devices", "devices/-/evdev", "devices/-/events":
      hasDescription = hasDescription || key == "evdev"
      return value.isEmpty
    case "devices/-/evdev/codes", "devices/-/evdev/absinfo", "devices/-/events/-/evdev",
      "flickbook/panels", "flickbook/initial", "flickbook/initial/-/slots", "flickbook/gaps":
      return ["", "{}", "[]"].contains(Shape(value).form)
    case "flickbook/intent", "flickbook/person", "flickbook/session", "flickbook/start",
      "flickbook/note", "flickbook/source", "flickbook/clock":
      return add(key, text: value)
    case "devices/-/evdev/name": return add("device", text: value)
    case "devices/-/evdev/id": return add("identity", from: value, as: "[#,#,#,#]")
    case "devices/-/evdev/properties": return add("properties", from: value, as: "[*]")
    case "devices/-/events/-/evdev/-": return add("event", from: value, as: "[#,#,#,#,#]")
    case "devices/-/events/-/flickbook":
      return Shape(value).form == "{end:true}"
        || add("gap", from: value, as: "{gap:[#,#],resynchronized:#}")
    case "flickbook/gaps/-":
      return add("gap", from: value, as: "{device:#,time:[#,#],resynchronized:#}")
    case "flickbook/panels/-": return addPanel(Shape(value))
    case "flickbook/initial/-/device": return value.elementsEqual("0".utf8)
    case "flickbook/initial/-/slot": return add("initial", from: value, as: "#")
    case "flickbook/initial/-/complete":
      page.recording.initial?.isComplete = !value.elementsEqual("false".utf8)
      return true
    case "flickbook/initial/-/slots/-": return add("slot", from: value, as: "[#,#,{%}]")
    case "flickbook/initial/-/values": return add("value", from: value, as: "{%}")
    case "flickbook/initial/-/buttons": return add("held", from: value, as: "[*]")
    default:
      guard keys.count == 5, keys[0].key == "devices", keys[2].key == "evdev" else { return true }
      guard let code = Int64(key) else { return false }
      return switch keys[3].key {
      case "codes": add("codes", [code], from: value, as: "[*]")
      case "absinfo": add("axis", [code], from: value, as: "[#,#,#,#,#]")
      default: true
      }
    }
  }
}

// Values.
extension RecordingFileReader {
  /// Stores a text, which is plain or in double quotes.
  private mutating func add(_ word: String, text value: ArraySlice<UInt8>) -> Bool {
    guard let text = Self.text(value) else { return false }
    return page.store(PageLines.line(word, text).dropLast())
  }

  /// Stores the numbers of a value that has the form `form`, in which `*` stands for any numbers, and `%` for pairs.
  private mutating func add(
    _ word: String, _ first: [Int64] = [], from value: ArraySlice<UInt8>, as form: String
  ) -> Bool {
    let shape = Shape(value)
    var numbers = shape.numbers
    guard shape.hasForm(form) else { return false }
    if form.hasPrefix("{device:") {
      guard numbers.removeFirst() == 0 else { return false }
    }
    switch word {
    case "event", "gap":
      guard let time = Self.microseconds(numbers.removeFirst(), numbers[0]) else { return false }
      numbers[0] = time
      if word == "gap" { return numbers[1] >= 0 && page.store(word, numbers) }
      guard let event = PageRecording.event(numbers) else { return false }
      page.recording.events.append(event)
      return true
    case "initial": return page.store(word, numbers + [1])
    case "value":
      return stride(from: 0, to: numbers.count, by: 2).allSatisfy { index in
        page.store(word, Array(numbers[index...(index + 1)]))
      }
    case "axis":
      // The writers of some formats list axes of which they know only the code, with zeros.
      let isUnknown = numbers == [0, first[0] == Int64(AbsoluteAxis.slot) ? -1 : 0, 0, 0, 0]
      return isUnknown || page.store(word, first + numbers)
    default: return page.store(word, first + numbers)
    }
  }

  private mutating func addPanel(_ shape: Shape) -> Bool {
    let unquoted = shape.form.utf8.filter { $0 != UInt8(ascii: "\"") }
    for flip in ["none", "x", "y"]
    where unquoted.elementsEqual("{device:#,rotate:#,flip:\(flip)}".utf8) && shape.numbers[0] == 0 {
      return page.store("rotate", [shape.numbers[1]])
        && page.store(PageLines.line("flip", flip).dropLast())
    }
    return false
  }

  /// Combines a time from its parts; a negative time is wrapped to unsigned 64 bits before it is split.
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

/// The form of a value: its text without blanks and with `#` for each integer, and the integers.
private struct Shape {
  private(set) var form = ""
  private(set) var numbers: [Int64] = []

  init(_ text: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      let digits = rest.prefix {
        $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      if let number = PageLines.numbers(digits)?.first {
        numbers.append(number)
        bytes.append(UInt8(ascii: "#"))
        rest = rest.dropFirst(digits.count)
      } else {
        if byte != UInt8(ascii: " ") { bytes.append(byte) }
        rest = rest.dropFirst()
      }
    }
    form = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the value has a form in which `*` stands for integers with commas between them, and `%` for pairs.
  func hasForm(_ wanted: String) -> Bool {
    let marks = wanted.utf8.filter { $0 == UInt8(ascii: "#") }.count
    var bytes: [UInt8] = []
    for mark in wanted.utf8 {
      switch mark {
      case UInt8(ascii: "*"), UInt8(ascii: "%"):
        let isPairs = mark == UInt8(ascii: "%")
        for index in 0..<max(0, numbers.count - marks) {
          if index > 0 { bytes.append(UInt8(ascii: isPairs && index % 2 == 1 ? ":" : ",")) }
          bytes.append(UInt8(ascii: "#"))
        }
      default: bytes.append(mark)
      }
    }
    let isWhole = !wanted.utf8.contains(UInt8(ascii: "%")) || (numbers.count - marks) % 2 == 0
    return isWhole && form.utf8.elementsEqual(bytes)
  }
}
