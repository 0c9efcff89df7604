import Testing

@testable import FlickbookTesting

@Suite("Paths in pages of tests")
struct ShownPathTests {
  @Test("the path of a case begins at the package, or is its last part outside of it")
  func cases() {
    let text = "/people/ada/app/Cases/up: lost; flickbook accept /people/ada/app/Cases/up"
    #expect(
      FeelReport.shown(text, ofCaseIn: "/people/ada/app/Cases/up", package: "/people/ada/app/")
        == "Cases/up: lost; flickbook accept Cases/up")
    #expect(
      FeelReport.shown(text, ofCaseIn: "/people/ada/app/Cases/up", package: "")
        == "up: lost; flickbook accept up")
    #expect(
      FeelReport.shown("Cases/up: lost", ofCaseIn: "Cases/up", package: "") == "Cases/up: lost")
  }
}
