import Testing
import Tuning

@Suite("Varied setting")
struct VariedSettingTests {
  /// A text, and the values that it must give.
  struct Spelling: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var values: [String]

    init(_ why: String, _ text: String, _ values: String...) {
      testDescription = why
      self.text = text
      self.values = values
    }
  }

  @Test(
    "the values of a range or a list are written as a person would write them",
    arguments: [
      Spelling("a tenth is inexact in binary", "a=0.1:0.5:0.1", "0.1", "0.2", "0.3", "0.4", "0.5"),
      Spelling("the end is left out if no step hits it", "a=0:1:0.4", "0", "0.4", "0.8"),
      Spelling("trailing zeros are not written", "a=0.50:1.00:0.25", "0.5", "0.75", "1"),
      Spelling("a range may go through zero", "a=-0.5:0.5:0.5", "-0.5", "0", "0.5"),
      Spelling("a range may be one value", "a=3:3:1", "3"),
      Spelling("integers have no point", "a=8:10:1", "8", "9", "10"),
      Spelling("one value is a list", "a=half", "half"),
      Spelling("a list keeps its order", "a=wave,exact", "wave", "exact"),
      Spelling("a value may have one colon", "a=tip:96", "tip:96"),
      Spelling("a value may have an equals sign", "a=b=c", "b=c"),
    ])
  func spelled(spelling: Spelling) throws {
    #expect(
      try SearchDimension(varying: spelling.text) == SearchDimension("a", .choice(spelling.values)))
  }

  @Test(
    "a value of a range is the exact decimal number, at any distance from zero",
    arguments: [1, 3, 6])
  func exact(decimals: Int) throws {
    func decimal(_ units: Int) -> String {
      let digits = String(repeating: "0", count: decimals) + "\(units.magnitude)"
      return "\(units < 0 ? "-" : "")0\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
    }
    for (low, step, count) in [(-999, 3, 667), (-70, 7, 21), (1, 1, 9_999), (-123_456, 61, 4_000)] {
      let high = low + (count - 1) * step
      let text = "a=\(decimal(low)):\(decimal(high)):\(decimal(step))"
      let expected = (0..<count).map { Double(decimal(low + $0 * step)) }
      guard case .choice(let words) = try SearchDimension(varying: text).values else {
        Issue.record("no words")
        return
      }
      #expect(words.map(Double.init) == expected, "\(text)")
      #expect(!words.contains { $0.hasPrefix("-0") && Double($0) == 0 }, "\(text)")
    }
  }

  @Test(
    "a text that is neither a range nor a list is refused",
    arguments: [
      "", "a", "=1", "a=", "a=1:0:1", "a=0:1:0", "a=0:1:-1", "a=0:x:1", "a=0:1:", "a=::",
      "a=1e3:2e3:1e2", "a=nan:1:1", "a=0:inf:1", "a=1,,2", "a=,", "a=0:1:0.0000001",
      "a=0:99999999999999999999:1", "a=0:1:0.0000000000000000001", "a=0.1.2:1:1", "a=0:1:0.-1",
    ])
  func notSpelled(text: String) {
    #expect(throws: VariedSettingError.self) { try SearchDimension(varying: text) }
  }

  @Test(
    "a range has as many values as steps fit, up to the maximum", arguments: [1, 2, 99, 10_000])
  func counted(count: Int) throws {
    #expect(try SearchDimension(varying: "a=1:\(count):1").count == count)
  }

  @Test(
    "the error for a range with too fine steps has the number of its values",
    arguments: [
      ("a=0:1:0.0000001", "10000001 values"), ("a=0:2:0.00001", "200001 values"),
      ("a=0:99999999999999999999:1", "more than 10¹⁵ values"), ("a=5:1:1", "key=low:high:step"),
      ("a", "key=low:high:step"), ("a=1,,2", "key=low:high:step"), ("a=0:1:0", "key=low:high:step"),
    ])
  func trueMessages(text: String, part: String) {
    let error = #expect(throws: VariedSettingError.self) { try SearchDimension(varying: text) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test("a list with too many values is refused, and the error has their number")
  func longList() {
    let text = "a=" + Array(repeating: "1", count: 10_001).joined(separator: ",")
    #expect(throws: VariedSettingError.tooManyValues(key: "a", count: 10_001)) {
      try SearchDimension(varying: text)
    }
  }
}
