import Testing

@testable import FlickbookTesting

@Suite("Paths on test pages")
struct ShownPathTests {
  @Test("the path of a case is relative to the package, or its last part if it is outside")
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
