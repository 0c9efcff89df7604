import Flickbook
@preconcurrency import Glibc

/// The most characters of a message; helps with a list of names have about a thousand.
///
/// Source: ours; forty lines of a terminal.
private let longestError = 4_000

/// Says something about trouble or progress.
///
/// What is longer than any message should be, because it quotes somebody, is cut.
/// A message has one line, whatever is in the names that it quotes.
func printError(_ text: String) {
  let shown = text.unicodeScalars.prefix(longestError)
  let isCut = shown.endIndex < text.unicodeScalars.endIndex
  let whole = singleLine(String(shown)) + (isCut ? "…\n" : "\n")
  let line = Array((Terminal.hasUnicode ? whole : spelledInASCII(whole)).utf8)
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

/// `fields` as one line of JSON on standard output.
func printJSON(_ fields: [LogField]) {
  var text = JSONText()
  text.appendLine(fields)
  print(String(decoding: text.bytes, as: UTF8.self), terminator: "")
}
