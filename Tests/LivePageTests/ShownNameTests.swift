import Testing

@testable import LivePage

@Suite("Shown names")
struct ShownNameTests {
  @Test("an absolute path is shown without its folders, and any other path is unchanged")
  func folders() {
    #expect(shownName(of: "/people/ada/flick.yml") == "flick.yml")
    #expect(shownName(of: "/people/ada/run/") == "run")
    #expect(shownName(of: "taps/flick.yml") == "taps/flick.yml")
    #expect(shownName(of: "../flick.yml") == "../flick.yml")
  }

  @Test("repeated names get a number that makes them unique")
  func numbers() {
    #expect(numberedNames(["a", "b", "a", "a"]) == ["a", "b", "a (2)", "a (3)"])
    #expect(numberedNames(["a", "a", "a (2)"]) == ["a", "a (3)", "a (2)"])
    #expect(numberedNames([]) == [])
  }
}
