import Quantities
import Testing

@Suite("Nearest name")
struct NearestNameTests {
  @Test(
    "a slip of one or two letters finds the name",
    arguments: [
      ("shet", "sheet"), ("tset", "test"), ("nwe", "new"), ("hlf", "half"),
      ("sprng.reponse", "spring.response"),
      ("response", "spring.response"),
    ])
  func slip(typed: String, meant: String) {
    let names = ["pip", "new", "sheet", "test", "half", "spring.response"]
    #expect(nearestName(to: typed, in: names) == meant)
  }

  @Test(
    "a word that shares less than half of its letters with a name is not taken for it",
    arguments: [("up", "tip"), ("js", "c"), ("pt", "x"), ("on", "off"), ("go", "c")])
  func otherWord(typed: String, name: String) {
    #expect(nearestName(to: typed, in: [name]) == nil)
  }
}
