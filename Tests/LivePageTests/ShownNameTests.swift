import Testing

@testable import LivePage

@Suite("Shown names")
struct ShownNameTests {
  @Test("an absolute path loses its folders, and any other path stays")
  func folders() {
    #expect(shownName(of: "/people/ada/flick.yml") == "flick.yml")
    #expect(shownName(of: "/people/ada/run/") == "run")
    #expect(shownName(of: "taps/flick.yml") == "taps/flick.yml")
    #expect(shownName(of: "../flick.yml") == "../flick.yml")
  }

  @Test("names that occur again get a number that no other name has")
  func numbers() {
    #expect(numberedNames(["a", "b", "a", "a"]) == ["a", "b", "a (2)", "a (3)"])
    #expect(numberedNames(["a", "a", "a (2)"]) == ["a", "a (3)", "a (2)"])
    #expect(numberedNames([]) == [])
  }
}
