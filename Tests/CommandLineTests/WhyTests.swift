import Foundation
import Testing

@Suite("flickbook why")
struct WhyTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml", "--intent", "half")
    try flickbook("synth", "flick", "--case", "sheet/flick", "--intent", "half")
  }

  @Test("the first repair, given to a replay, sends the gesture where it was meant")
  func mends() throws {
    let result = try flickbook(
      "why", "flick.yml", "--scenario", "sheet", "--meant", "full", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try #require(try result.json().first)
    #expect(report["isRight"] as? Bool == false)
    let repairs = try #require(report["repairs"] as? [[String: Any]])
    let changes = try #require(repairs.first?["changes"] as? [[String: Any]])
    let sets = try changes.flatMap { change in
      let key = try #require(change["key"] as? String)
      return ["--set", "\(key)=\(try #require(change["new"] as? String))"]
    }
    let line = "flickbook replay flick.yml --scenario sheet --json " + sets.joined(separator: " ")
    let replayed = try flickbook.shell(line).json()
    #expect(replayed.first?["finalTarget"] as? String == "full")
  }

  @Test("a corpus tells what each repair breaks; a case says itself how it is replayed")
  func corpus() throws {
    let result = try flickbook.shell(
      "flickbook why Recordings/sheet/flick --meant full --corpus Recordings --most 2")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("and full was meant"))
    #expect(result.output.contains("right → wrong 1: sheet/flick"))
    #expect(result.output.contains("--most 0 prints all"))
  }

  @Test("a gesture that goes where it was meant needs nothing")
  func right() throws {
    let result = try flickbook("why", "flick.yml", "--scenario", "sheet", "--meant", "half")
    #expect(result.status == 0)
    #expect(result.output.contains("goes to half, as meant"))
    #expect(!result.output.contains("--set"))
  }

  @Test(
    "what cannot be asked is refused with what to ask instead",
    arguments: [
      (["flick.yml", "--scenario", "sheet", "--meant", "ful"], 64, "did you mean full?"),
      (["none.yml", "--scenario", "sheet", "--meant", "full"], 66, "none.yml"),
      (["flick.yml", "--meant", "full"], 64, "--scenario"),
      (["Recordings/none", "--meant", "full"], 66, "Recordings/none"),
      (["flick.yml", "--scenario", "sheet", "--meant", "full", "--most", "-1"], 64, "--most"),
    ])
  func refused(arguments: [String], status: Int32, says: String) throws {
    let result = try flickbook.shell(
      (["flickbook", "why"] + arguments).joined(separator: " "))
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(says), "\(result.errors)")
  }
}
