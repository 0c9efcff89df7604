import Foundation
import Testing

@Suite("Explaining words")
struct ExplainTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  @Test("every reason, phase and event of a run can be asked about, and every field and setting")
  func everyWordOfARun() throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "run")
    let known = Set(try flickbook("explain", "--json").json().compactMap { $0["word"] as? String })
    var said: Set<String> = []
    for line in try flickbook.text("run/events.jsonl").split(separator: "\n") {
      let event = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for key in ["event", "reason", "velocityReason"] {
        if let word = event[key] as? String { said.insert(word) }
      }
    }
    for line in try flickbook.text("run/frames.jsonl").split(separator: "\n") {
      let frame = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      if let word = frame["phase"] as? String { said.insert(word) }
    }
    #expect(said.count > 8)
    #expect(said.subtracting(known).isEmpty)
    #expect(known.isSuperset(of: ["overscroll", "release.projection", "pip", "wave", "adaptive"]))
  }

  @Test("a word says what kind it is and where it is true; one that is none gets the nearest")
  func words() throws {
    let reason = try flickbook("explain", "hookRejected")
    #expect(reason.status == 0)
    #expect(reason.output.hasPrefix("hookRejected, a reason of a velocity\n"))
    let field = try flickbook("explain", "contentOffset").output
    #expect(field.contains("a field of a frame of ") && field.contains("sheet"))
    let wrong = try flickbook("explain", "hookRejcted")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean 'hookRejected'?"))
  }

  @Test("nothing is said twice in one kind and scenario")
  func once() throws {
    let lines = try flickbook("explain", "--json").json()
    var seen: Set<String> = []
    for line in lines {
      let scenarios = line["in"] as? [String] ?? []
      for scenario in scenarios.isEmpty ? [""] : scenarios {
        let key = "\(line["kind"] ?? "") \(line["word"] ?? "") \(line["meaning"] ?? "") \(scenario)"
        #expect(seen.insert(key).inserted, "\(key)")
      }
    }
  }
}
