import Quantities
import Testing

@Suite("Numbers with units")
struct NumberFormTests {
  static let time = NumberForm(0...20, unit: "s")
  static let speed = NumberForm(0...100_000, unit: "pt/s")

  @Test("milliseconds are seconds divided by 1000, without an additional rounding error")
  func milliseconds() {
    for count in 0...5_000 {
      // Both operands are exact, so IEEE division returns the nearest `Double`.
      let exact = Double(count) / 1_000
      #expect(Self.time.number(from: "\(count)ms") == exact)
      #expect(Self.time.number(from: "\(count) ms") == exact)
      #expect(Self.time.number(from: "\(count)e0 ms") == exact)
    }
    // 0.1 / 1000 is not the nearest `Double` to 0.0001, because 0.1 has been rounded before.
    #expect(Self.time.number(from: "0.1ms") == 0.0001)
    #expect(Self.time.number(from: "0.3ms") == 0.0003)
  }

  @Test("tenths of a pixel per millisecond are hundreds of points per second, exactly")
  func speeds() {
    for tenths in 0...1_000 {
      let text = "\(tenths / 10).\(tenths % 10)"
      #expect(Self.speed.number(from: "\(text)px/ms") == Double(tenths * 100))
      #expect(Self.speed.number(from: "\(text)e3 dp/s") == Double(tenths * 100))
    }
  }

  @Test(
    "a unit of the same dimension is converted",
    arguments: [
      ("0.4px/ms", "pt/s", 400), ("500dp/s", "pt/s", 500), ("12px", "pt", 12), ("2pt", "pt", 2),
      ("3dp", "pt", 3), ("0.3s", "s", 0.3), ("300ms", "s", 0.3), ("0.08s", "ms", 80),
      ("80 ms", "ms", 80), ("2px/s²", "pt/s²", 2), ("2dp/s^2", "pt/s²", 2),
      ("0.002px/ms²", "pt/s²", 2_000), ("0.002pt/ms^2", "pt/s²", 2_000), ("30deg", "°", 30),
      ("30°", "°", 30), ("0.09deg/ms", "°/s", 90), ("30/s", "1/s", 30), ("0.03/ms", "1/s", 30),
      ("0.03 1/ms", "1/s", 30), ("6px/mm", "pt/mm", 6), ("4 samples", "samples", 4),
      ("5px/s^2.5", "pt/s^2.5", 5), ("above 0.3px/ms", "pt/s", 300.0.nextUp),
      ("above 300 pt/s", "pt/s", 300.0.nextUp), ("-1.5e2ms", "s", -0.15), ("+.5s", "s", 0.5),
    ] as [(String, String, Double)])
  func converted(text: String, unit: String, number: Double) {
    #expect(NumberForm(-1e9...1e9, unit: unit).number(from: text) == number)
  }

  @Test("a percentage is a hundredth, for a number without a unit whose range ends at 1 or below")
  func percent() {
    for percent in 0...100 {
      #expect(NumberForm(0...1, unit: "").number(from: "\(percent)%") == Double(percent) / 100)
    }
    #expect(NumberForm(0.5...0.9999, unit: "").number(from: "99.8 %") == 0.998)
    #expect(NumberForm(0...1.5, unit: "").number(from: "50%") == nil)
    #expect(NumberForm(0...1, unit: "pt").number(from: "50%") == nil)
    #expect(NumberForm(0...1, unit: "").number(from: "101%") == nil)
  }

  @Test(
    "any other text is refused",
    arguments: [
      "ms", "", " ", "s", "300 ", " 300", "3,5s", "٣ms", "0x10ms", "nan ms", "inf s", "1e ms",
      "1e999999999999ms", "1e-7-7ms", "--1ms", "1..2ms", "1ms2", "1 m s", "1s/s", "1MS", "1 ms ",
      "above ", "above ms", "above above 1", "1\u{301}ms", "1kg", "1%", "1pt", "1px/ms", "1/s",
      "300ms\0", String(repeating: "9", count: 100_000) + "ms",
      "1" + String(repeating: "/", count: 1_000),
    ])
  func refused(text: String) {
    #expect(Self.time.number(from: text) == nil)
    #expect(Self.time.plainText(of: text) == nil)
  }

  @Test("a number is stored in its own unit, and a number without a unit keeps its digits")
  func stored() {
    #expect(Self.speed.plainText(of: "0.4px/ms") == "400")
    #expect(Self.speed.plainText(of: "400 pt/s") == "400")
    #expect(Self.speed.plainText(of: "400.0") == "400.0")
    #expect(Self.speed.plainText(of: "4e2") == "4e2")
    #expect(Self.speed.plainText(of: "above 300") == "above 300")
    #expect(Self.speed.plainText(of: "above 0.3px/ms") == "above 300")
    #expect(Self.speed.plainText(of: "300ms") == nil)
    for text in ["0.1ms", "300ms", "0.3 s", "1e-3ms"] {
      let stored = Self.time.plainText(of: text)
      #expect(stored.flatMap { Double($0) } == Self.time.number(from: text), "\(text)")
    }
  }

  @Test("a message names the dimension of what was found, and gives an example with a unit")
  func message() {
    #expect(dimensionClause(of: "300ms") == ", a time")
    #expect(dimensionClause(of: "0.4 px/ms") == ", a speed")
    #expect(dimensionClause(of: "50%") == ", a percentage")
    for text in ["300", "soft", "3 of 4", "above 300 pt", ""] {
      #expect(dimensionClause(of: text) == "", "\(text)")
    }
    #expect(Self.time.expectation(insteadOf: "3") == "a number from 0 to 20 s")
    #expect(
      Self.time.expectation(insteadOf: "3pt") == "a number from 0 to 20 s, such as 300ms")
    // The usual examples are outside this range.
    #expect(
      NumberForm(1...2, unit: "s").expectation(insteadOf: "3pt")
        == "a number from 1 to 2 s, such as 2 s")
    #expect(NumberForm(0...20, unit: "").expectation(insteadOf: "3pt") == "a number from 0 to 20")
  }
}
