import FrameLogs
import Testing

@Suite("JSON reader")
struct JSONReaderTests {
  private func value(_ text: String) -> LogValue? { JSONReader.value(in: Array(text.utf8)) }

  /// Sources: the examples of RFC 8259, and the required cases of JSONTestSuite (Nicolas Seriot).
  @Test(
    "valid JSON is read with its values",
    arguments: [
      (" [ ] ", .list([])), ("{ }", .fields([])), ("-0", .integer(0)), ("1E2", .integer(100)),
      ("0.1", .number(0.1)), ("1e-7", .number(1e-7)),
      ("123456789012345678", .number(1.2345678901234568e17)),
      (#""\u00e9\ud834\udd1e\/\b""#, .text("\u{e9}\u{1d11e}/\u{8}")),
      (
        #"{"b":[true,null],"a":{"c":"d"}}"#,
        .fields([
          LogField("b", .list([.flag(true), .none])),
          LogField("a", .fields([LogField("c", .text("d"))])),
        ])
      ),
    ] as [(String, LogValue)])
  func reads(text: String, expected: LogValue) { #expect(value(text) == expected) }

  @Test(
    "invalid JSON is refused",
    arguments: [
      "", "[1,]", "{\"a\":1,}", "[1 2]", "01", "+1", ".5", "1.", "1e", "1e999", "nul", "truee",
      "\"\n\"", #""\x""#, #""\ud834""#, #""\ud834\u0041""#, "\"a", "{a:1}", "{\"a\"}", "[", "1 1",
      "'a'", "NaN",
    ])
  func refuses(text: String) { #expect(value(text) == nil) }

  @Test("text that is not UTF-8 is refused")
  func encoding() { #expect(JSONReader.value(in: [0x22, 0xff, 0x22]) == nil) }

  @Test("very deep nesting is refused without recursion")
  func deep() { #expect(value(String(repeating: "[", count: 1_000_000)) == nil) }

  @Test("every incomplete beginning of a document is refused without reading beyond its end")
  func incompleteDocument() {
    let text = Array(#"{"a":[1.5e3,"\u00e9",{"b":false}],"c":null}"#.utf8)
    for count in text.indices { #expect(JSONReader.value(in: text[..<count]) == nil) }
    #expect(JSONReader.value(in: text) != nil)
  }

  @Test("written JSON is read back as the same value")
  func roundTrip() {
    let fields = [
      LogField("text", .text("a\"\\\u{202e}\n\u{1f600}")), LogField("number", .number(0.1 + 0.2)),
      LogField("list", .list([.integer(-7), .none, .flag(true), .fields([])])),
    ]
    var text = JSONText()
    text.appendLine(fields)
    var document = JSONText()
    document.appendDocument(fields)
    #expect(JSONReader.fields(in: text.bytes) == fields)
    #expect(JSONReader.fields(in: document.bytes) == fields)
  }
}
