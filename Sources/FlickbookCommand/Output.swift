import Flickbook
@preconcurrency import Glibc

/// The most characters of a message; helps with a list of names have about a thousand.
///
/// Source: ours; forty lines of a terminal.
private let longestError = 4_000

/// Says something about trouble or progress.
///
/// What is longer than any message should be, because it quotes somebody, is cut.
func printError(_ text: String) {
  let shown = text.unicodeScalars.prefix(longestError)
  let isCut = shown.endIndex < text.unicodeScalars.endIndex
  let line = Array((withoutControls(String(shown)) + (isCut ? "…\n" : "\n")).utf8)
  line.withUnsafeBytes { buffer in
    _ = write(2, buffer.baseAddress, buffer.count)
  }
}

/// Sends out the results that are still buffered.
///
/// - Throws: ``Failure`` when not all results could be written. A reader that has gone, such as
///   `head`, is no news to anybody, so the command then ends without a word.
func finishResults() throws(Failure) {
  errno = 0
  guard fflush(stdout) != 0 || ferror(stdout) != 0 else { return }
  if errno == EPIPE { exit(Failure.Status.inputOutput.rawValue) }
  let reason = errno == 0 ? "not everything could be written" : String(cString: strerror(errno))
  throw Failure(
    .inputOutput, "standard output: writing failed: \(reason); send the results elsewhere.")
}

/// `text` with what would steer a terminal made visible; lines and tabs stay.
///
/// Names of devices and notes come out of files that somebody else wrote.
func withoutControls(_ text: String) -> String {
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09, 0x0a: shown.append(scalar)
    case 0..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069:
      shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
    // A byte of a file's name that is no text.
    case 0x10ff80...0x10ffff:
      shown.append(contentsOf: "\\x\(String(scalar.value - 0x10ff00, radix: 16))".unicodeScalars)
    default: shown.append(scalar)
    }
  }
  return String(shown)
}

/// `text` in lines of at most 100 columns that begin with `indent` spaces, and all but the first
/// with `hanging` more.
func wrapped(_ text: String, indent: Int, hanging: Int = 0) -> String {
  var lines = [String(repeating: " ", count: indent)]
  for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
    let last = lines.count - 1
    if index == 0 {
      lines[last] += word
    } else if lines[last].count + 1 + word.count <= 100 {
      lines[last] += " \(word)"
    } else {
      lines.append(String(repeating: " ", count: indent + hanging) + word)
    }
  }
  return lines.joined(separator: "\n")
}

/// `word` as a shell takes it for one word.
///
/// Bytes that are no text and what would steer a terminal are spelled as `$'\\xff'`, which bash and zsh know.
func shellQuoted(_ word: String) -> String {
  if word.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value >= 0x10_ff80 }) {
    return "$'" + word.unicodeScalars.map(spelled).joined() + "'"
  }
  let plain = word.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "="), 0x80...:
      true
    default: false
    }
  }
  guard !plain || word.isEmpty else { return word }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return "'\(parts.joined(separator: #"'\''"#))'"
}

private func spelled(_ scalar: Unicode.Scalar) -> String {
  switch scalar.value {
  case 0x27, 0x5c: "\\" + String(scalar)
  case 0x10_ff80...:
    "\\x" + String(scalar.value - 0x10_ff00, radix: 16)
  case 0..<0x20:
    "\\" + String(scalar.value + 0o1000, radix: 8).dropFirst()
  default: String(scalar)
  }
}

/// `fields` as one line of JSON on standard output.
func printJSON(_ fields: [LogField]) {
  var text = JSONText()
  text.appendLine(fields)
  print(String(decoding: text.bytes, as: UTF8.self), terminator: "")
}
