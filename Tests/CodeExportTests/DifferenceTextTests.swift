import Testing

@testable import CodeExport

@Suite("Differences in comments of exported code")
struct DifferenceTextTests {
  @Test("a difference has three significant digits, and at most three decimals")
  func digits() throws {
    var points = 0.0005
    while points < 2_000 {
      let text = differenceText(points)
      let number = try #require(Double(text.replacing(" pt", with: "")), "\(text)")
      let most = points < 0.1 ? 0.0005 : points < 1_000 ? points * 0.005 : 0.5
      #expect((number - points).magnitude <= most * 1.000_001, "\(points): \(text)")
      #expect(
        text.split(separator: ".").dropFirst().first?.count ?? 0 <= 3 + " pt".count, "\(text)")
      // One digit less than three would be a step of ten.
      if points >= 10, points < 100 { #expect((number * 10).rounded() / 10 == number, "\(text)") }
      points *= 1.013
    }
    #expect(differenceText(0) == "0 pt")
    #expect(differenceText(0.0004) == "below 0.001 pt")
    #expect(differenceText(.infinity) == "without limit")
  }
}
