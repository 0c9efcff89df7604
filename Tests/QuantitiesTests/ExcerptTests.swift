import Quantities
import Testing

@Suite("Excerpts")
struct ExcerptTests {
  @Test("an excerpt is short, on one line, and contains no control sequence")
  func bounded() {
    #expect(excerpt(of: "half") == "half")
    #expect(
      excerpt(of: "a\tb\nc\u{1b}[2J\u{2028}d\u{202e}") == "a b\\u{a}c\\u{1b}[2J\\u{2028}d\\u{202e}")
    #expect(excerpt(of: String(repeating: "é", count: 60)) == String(repeating: "é", count: 60))
    #expect(
      excerpt(of: String(repeating: "é", count: 61)) == String(repeating: "é", count: 60) + "…")
    #expect(excerpt(of: String(repeating: "x", count: 60_000), atMost: 3) == "xxx…")
    #expect(excerpt(of: "") == "")
  }

  @Test("printable text has no control characters, and is unchanged if it is made printable again")
  func shown() {
    let text = "a\nb\tc\u{1b}\u{9b}\u{7f}\u{2066}\u{10ffe9}é👍"
    let line = "a\\u{a}b\\u{9}c\\u{1b}\\u{9b}\\u{7f}\\u{2066}\\xe9é👍"
    #expect(singleLine(text) == line)
    #expect(singleLine(line) == line)
    #expect(
      printable(text, keepingLines: true)
        == "a\nb\tc\\u{1b}\\u{9b}\\u{7f}\\u{2066}\\xe9é👍")
  }
}
