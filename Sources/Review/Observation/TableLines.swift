/// The lines of a table that are not blank, with their numbers, without line ends.
package struct TableLines {
  private let bytes: [UInt8]
  private var start = 0
  private var number = 0

  /// Creates the lines of a file.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark, which spreadsheets write, is not part of the first name.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { start = 3 }
  }

  /// Reads the notes before the first line that is not a note, such as `software` in `# software: GTK 4.8.3`.
  package mutating func notes() -> [String: String] {
    var notes: [String: String] = [:]
    var rest = self
    while let (_, text) = rest.next(), text.first == UInt8(ascii: "#") {
      self = rest
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { continue }
      notes[unquoted(text[..<colon].dropFirst())] = unquoted(text[(colon + 1)...])
    }
    return notes
  }

  /// Returns the next line; nil after the last.
  package mutating func next() -> (number: Int, text: ArraySlice<UInt8>)? {
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var text = bytes[start..<end]
      start = end + 1
      number += 1
      while let last = text.last, last == 0x0d || last == 0x20 { text.removeLast() }
      if !text.isEmpty { return (number, text) }
    }
    return nil
  }
}

/// Returns the comma-separated cells of a line; a comma inside of a cell is not supported, because cells are numbers.
package func cells(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
  text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
}

/// Returns a cell as text, without blanks and quotes around it.
func unquoted(_ cell: ArraySlice<UInt8>) -> String {
  func isAround(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"")
  }
  var cell = cell.drop(while: isAround)
  while let last = cell.last, isAround(last) { cell.removeLast() }
  return String(decoding: cell, as: UTF8.self)
}
