import FrameLogs
import InteractionScenarios
import Review
import SyntheticHands
import Testing
import TouchInput

@Suite("Reduced recordings")
struct ReductionTests {
  @Test("a reduced recording keeps the property, and no part of it can be removed")
  func minimal() throws {
    let flick = try #require(SyntheticGesture.named("flick"))
    let recording = try flick.recording(SyntheticGesture.Options())
    let request = ReplayRequest(scenario: "sheet")
    let target = try request.run(of: recording).summary().finalTarget
    func holds(_ part: Recording) -> Bool {
      guard let run = try? request.run(of: part) else { return false }
      return run.summary().finalTarget == target
    }
    let smaller = recording.reduced(while: holds)
    #expect(holds(smaller) && smaller.events.count < recording.events.count / 2)
    #expect(smaller.events.first == recording.events.first)
    #expect(smaller.events.last == recording.events.last)
    #expect(smaller.reduced(while: holds) == smaller)
  }

  @Test("if every part of a recording is needed, nothing is removed")
  func whole() throws {
    let flick = try #require(SyntheticGesture.named("flick"))
    let recording = try flick.recording(SyntheticGesture.Options())
    #expect(recording.reduced { _ in false } == recording)
  }
}
