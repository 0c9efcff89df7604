import FrameLogs
import Quantities
import Testing

@testable import FramePictures

@Suite("Page of changed cases")
struct ChangesPageTests {
  private let expected = SampleMotion.sheet

  /// The frame at which the player of the only case of a page opens.
  private func openingFrame(of runs: [Run]) throws -> Int {
    let changed = ChangedCase(
      name: "sheet/up", scenario: "sheet", kind: "Drifted", words: [],
      runs: runs.map { PlottedRun($0, name: "") })
    let page = changesPage(
      of: [ChangedGroup(title: "A cause", words: "1 case", cases: [changed])], title: "",
      summary: [])
    return try #require(page.firstMatch(of: /data-frame="([0-9]+)"/).flatMap { Int($0.1) })
  }

  @Test("a player opens at the first frame that looks different", arguments: [0.5, 200, -200])
  func difference(distance: Double) throws {
    try #require(expected.frames.count > 60)
    var run = expected
    for index in 30..<50 { run.frames[index].position.y += Points(distance) }
    #expect(try openingFrame(of: [run, expected]) == 30)
  }

  @Test("the player of a run alone, or of equal runs, opens after the last decision")
  func decision() throws {
    let decided = try #require(expected.events.last { $0.kind == .decision }).time
    for runs in [[expected], [expected, expected]] {
      let frame = try openingFrame(of: runs)
      #expect(expected.frames[frame].time >= decided)
      #expect(expected.frames[frame - 1].time < decided)
    }
  }

  @Test("a run without frames opens at its beginning")
  func empty() throws {
    var run = expected
    run.frames = []
    #expect(try openingFrame(of: [run]) == 0)
    #expect(try openingFrame(of: [run, expected]) == 0)
  }

  @Test("only a case that is played has a player, and every case with runs has a picture")
  func pictures() {
    var cases = ["a", "b"].map { name in
      ChangedCase(
        name: name, scenario: "sheet", kind: "Drifted", words: [],
        runs: [PlottedRun(expected, name: "today")])
    }
    cases[1].isPlayed = false
    let page = changesPage(
      of: [ChangedGroup(title: "A cause", words: "2 cases", cases: cases)], title: "", summary: [])
    #expect(page.matches(of: /data-runs="([^"]*)"/).map(\.1) == ["0", ""])
    #expect(page.matches(of: /<img loading="lazy" alt="Drifted" src="data:image/).count == 2)
  }
}
