import Quantities
import TouchInput

/// The beginning of a line of `libinput debug-events`: the device node and the type of the event.
///
///     -event16  GESTURE_SWIPE_UPDATE     2 +1.242s	3 -9.20/ 0.00 (-10.52/ 0.00 unaccelerated)
///
/// A dash marks the first line of a device after lines of another device. Since libinput 1.27, the type is followed by
/// a number if the line before has the same type and device: the number of such events in a row so far, from 2 on.
struct DebugEventHead {
  /// The node, such as `event16`.
  var node: Range<Int>
  var type: Range<Int>
  /// The index of the text after the type.
  var rest: Int

  /// Reads the beginning of a line; nil if the text in `range` is not a line of `libinput debug-events`.
  init?(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let end = range.upperBound
    // With `--compress-motion-events`, an event that replaces the line before begins with a movement of the cursor.
    var start = bytes.skipping("\u{1b}[1A", at: range.lowerBound, to: end) ?? range.lowerBound
    if bytes.has("-", at: start, before: end) { start += 1 }
    guard bytes.has("event", at: start, before: end) else { return nil }
    var index = start + 5
    guard bytes.decimal(at: &index, before: end) != nil else { return nil }
    let word = bytes.skippingBlanks(from: index, to: end)
    let kinds: [StaticString] = [
      "DEVICE_", "POINTER_", "GESTURE_", "TOUCH_", "KEYBOARD_", "TABLET_", "SWITCH_",
    ]
    guard word > index, kinds.contains(where: { bytes.has($0, at: word, before: end) }) else {
      return nil
    }
    node = start..<index
    index = word
    while index < end, bytes[index] > ASCII.space { index += 1 }
    type = word..<index
    rest = index
  }
}

/// A reader of the values in a line of `libinput debug-events`.
struct DebugEventValues {
  private let line: [UInt8]
  private var index: Int
  private let end: Int

  /// Creates a reader of the text from `index` to the end of a line.
  init(from index: Int, of line: [UInt8]) {
    self.line = line
    end = line.span.trimmingBlanks(from: index, to: line.count)
    self.index = line.span.skippingBlanks(from: index, to: end)
  }

  /// Whether all values have been read.
  var isAtEnd: Bool { index == end }

  /// Reads `text` and returns true if it is next; otherwise reads nothing and returns false.
  mutating func take(_ text: StaticString) -> Bool {
    guard let next = line.span.skipping(text, at: index, to: end) else { return false }
    index = next
    return true
  }

  /// Reads the number of events in a row, which precedes the time; returns nil if the line has no such number.
  mutating func repetition() -> Int? {
    var next = index
    guard let count = line.span.decimal(at: &next, before: end), next < end,
      line[next] <= ASCII.space
    else { return nil }
    index = line.span.skippingBlanks(from: next, to: end)
    return Int(exactly: count)
  }

  /// Reads a time such as `+1.242s`, in microseconds, and the number of its decimals; nil if there is none.
  mutating func time() -> (microseconds: Int64, decimals: Int)? {
    let isNegative = line.span.has("-", at: index, before: end)
    guard isNegative || line.span.has("+", at: index, before: end) else { return nil }
    let start = line.span.skippingBlanks(from: index + 1, to: end)
    var next = start
    while next < end, line[next] == ASCII.point || line[next] &- ASCII.zero <= 9 { next += 1 }
    let text = line.span.text(start..<next)
    guard let time = libinputMicroseconds(text[...]),
      let rest = line.span.skipping("s", at: next, to: end)
    else { return nil }
    index = rest
    let decimals = text.utf8.reversed().prefix { $0 != ASCII.point }.count
    return (isNegative ? -time : time, decimals)
  }

  mutating func fingers() -> Int? { libinputFingers(number()[...]) }

  mutating func decimal() -> Double? { libinputNumber(number()[...]) }

  /// Reads a movement such as `-9.20/ 0.00`.
  mutating func movement() -> Planar<Points>? {
    guard let x = decimal(), take("/"), let y = decimal() else { return nil }
    return Planar(x: Points(x), y: Points(y))
  }

  private mutating func number() -> String {
    var next = index
    while next < end,
      line[next] &- ASCII.zero <= 9
        || [ASCII.plus, ASCII.minus, ASCII.point].contains(line[next])
    {
      next += 1
    }
    defer { index = line.span.skippingBlanks(from: next, to: end) }
    return line.span.text(index..<next)
  }
}
