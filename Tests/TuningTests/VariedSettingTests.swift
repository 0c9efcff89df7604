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
    let setting = try #require(VariedSetting(spelling.text))
    #expect(setting.key == "a")
    #expect(setting.values == spelling.values)
  }

  @Test(
    "a text that is neither a range nor a list is refused",
    arguments: [
      "", "a", "=1", "a=", "a=1:0:1", "a=0:1:0", "a=0:1:-1", "a=0:x:1", "a=0:1:", "a=::",
      "a=1e3:2e3:1e2", "a=nan:1:1", "a=0:inf:1", "a=1,,2", "a=,", "a=0:1:0.0000001",
      "a=0:99999999999999999999:1", "a=0:1:0.0000000000000000001", "a=0.1.2:1:1", "a=0:1:0.-1",
    ])
  func notSpelled(text: String) { #expect(VariedSetting(text) == nil) }

  @Test(
    "a range has as many values as steps fit, up to the maximum", arguments: [1, 2, 99, 10_000])
  func counted(count: Int) throws {
    #expect(try #require(VariedSetting("a=1:\(count):1")).values.count == count)
  }

  @Test(
    "the error for a range with too fine steps has the number of its values",
    arguments: [
      ("a=0:1:0.0000001", "10000001 values"), ("a=0:2:0.00001", "200001 values"),
      ("a=0:99999999999999999999:1", "more than 10¹⁵ values"), ("a=5:1:1", "key=low:high:step"),
      ("a", "key=low:high:step"), ("a=1,,2", "key=low:high:step"), ("a=0:1:0", "key=low:high:step"),
    ])
  func trueMessages(text: String, part: String) {
    let error = #expect(throws: VariedSettingError.self) { try VariedSetting(parsing: text) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test("a list with too many values is refused, and the error has their number")
  func longList() {
    let text = "a=" + Array(repeating: "1", count: 10_001).joined(separator: ",")
    #expect(throws: VariedSettingError.tooManyValues(key: "a", count: 10_001)) {
      try VariedSetting(parsing: text)
    }
  }
}
