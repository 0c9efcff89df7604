import Foundation
import FrameLogs
import Quantities
import Testing

@Suite("JSON text")
struct JSONTextTests {
  private func jsonText(_ append: (inout JSONText) -> Void) -> String {
    var text = JSONText()
    append(&text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func readBack<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test(
    "numbers with few decimals are written in their shortest form, like all other numbers",
    arguments: [1, 10, 100, 1_000, 10_000, 100_000])
  func fewDecimals(scale: Double) {
    var state: UInt64 = 20_261
    var wrong: [Double] = []
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // The numbers have all magnitudes; their neighbours have no short decimal form.
      let number = Double(Int64(bitPattern: state) >> Int64(state % 60)) / scale
      for one in [number, number.nextUp, -number] where one.magnitude < 1e12 {
        let expected = one.rounded() == one ? "\(Int64(one))" : one.description
        if jsonText({ $0.append(one) }) != expected { wrong.append(one) }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test("every character of the first two planes is read back, and control characters are escaped")
  func characters() throws {
    for block in stride(from: UInt32(0), to: 0x2_0000, by: 0x100) {
      let scalars = (block..<block + 0x100).compactMap(Unicode.Scalar.init)
      let text = String(String.UnicodeScalarView(scalars))
      let json = jsonText { $0.append(quoted: text) }
      #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "block \(block)")
      #expect(try readBack("[\(json)]", as: [String].self) == [text], "block \(block)")
    }
  }

  @Test(
    "characters that JSON does not allow get their shortest escape",
    arguments: [
      ("\u{0}", #""\u0000""#), ("\u{8}", #""\u0008""#), ("\u{1f}", #""\u001f""#),
      ("\u{10}", #""\u0010""#), ("\n", #""\n""#), ("\t", #""\t""#), ("\r", #""\r""#),
      ("\"", #""\"""#), ("\\", #""\\""#), ("a\"b", #""a\"b""#),
      ("/", #""/""#), ("\u{7f}", #""\u007f""#), ("\u{9b}é", #""\u009bé""#),
      ("\u{202e}", #""\u202e""#), ("\u{2028}", #""\u2028""#), ("é✕", "\"é✕\""), ("", #""""#),
    ])
  func escapes(text: String, json: String) {
    #expect(jsonText { $0.append(quoted: text) } == json)
  }

  @Test(
    "numbers with random bit patterns are read back with the same bits",
    arguments: [UInt64(1), 2, 3])
  func bitPatterns(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let values = (0..<20_000).map { _ in Double(bitPattern: numbers.next()) }.filter(\.isFinite)
    let json = jsonText { $0.append(.list(values.map(LogValue.number))) }
    let back = try readBack(json, as: [Double].self)
    #expect(back.map(\.bitPattern) == values.map(\.bitPattern), "seed \(seed)")
  }

  @Test(
    "numbers of the size of screen positions are read back bit-identically, from the shortest form")
  func pointSized() throws {
    var numbers = SeededGenerator(seed: 4)
    let values = (0..<20_000).map { _ in Double.random(in: -2_000...2_000, using: &numbers) }
    let json = jsonText { $0.append(.list(values.map(LogValue.number))) }
    #expect(try readBack(json, as: [Double].self) == values)
    for value in values {
      let digits = jsonText { $0.append(value) }.filter(\.isNumber).drop { $0 == "0" }
      #expect(digits.count <= 17, "\(value)")
    }
  }

  @Test(
    "a number is written in its shortest form",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-7, "-7"), (10, "10"), (0.1, "0.1"), (0.5, "0.5"),
      (-2_100, "-2100"), (1e15, "1000000000000000"), (0x1p53, "9007199254740992"),
      (-0x1p53, "-9007199254740992"), (1e17, "1e+17"), (.leastNonzeroMagnitude, "5e-324"),
      (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
    ])
  func brief(number: Double, text: String) {
    #expect(jsonText { $0.append(number) } == text)
  }

  @Test("a whole number below 2⁵³ is written without a decimal point")
  func wholeNumbers() {
    var numbers = SeededGenerator(seed: 5)
    for shift in UInt64(11)..<64 {
      let whole = Int(numbers.next() >> shift)
      #expect(jsonText { $0.append(Double(whole)) } == "\(whole)")
      #expect(jsonText { $0.append(-Double(whole)) } == "\(-whole)")
    }
  }

  @Test(
    "integers are written with all their digits",
    arguments: [(0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (Int.min, "-9223372036854775808")])
  func integers(integer: Int, text: String) {
    #expect(jsonText { $0.append(integer) } == text)
  }

  @Test("values can be nested, keys keep their order, and there is no white space")
  func nesting() {
    let fields = [
      LogField("b", .list([.integer(1), .none, .flag(true)])),
      LogField("a", .fields([LogField("t", .text("x")), LogField("n", .number(0.25))])),
      LogField("e", .fields([])), LogField("l", .list([])),
    ]
    #expect(
      jsonText { $0.appendLine(fields) }
        == #"{"b":[1,null,true],"a":{"t":"x","n":0.25},"e":{},"l":[]}"# + "\n")
  }

  @Test("a document has one field per line, in its two outermost levels")
  func document() {
    let fields = [
      LogField("a", .integer(1)),
      LogField("s", .fields([LogField("k", .fields([LogField("v", .integer(2))]))])),
    ]
    #expect(
      jsonText { $0.appendDocument(fields) } == """
        {
          "a": 1,
          "s": {
            "k": {"v":2}
          }
        }

        """)
  }
}
