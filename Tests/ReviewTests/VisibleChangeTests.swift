import FrameLogs
import InteractionScenarios
import Review
import SyntheticHands
import Testing
import TouchInput

@Suite("Perceptible changes")
struct FeltChangeTests {
  /// The run of a sheet with a gesture and settings.
  private func run(_ gesture: String, _ settings: [String: String] = [:]) throws -> Run {
    let named = try #require(SyntheticGesture.named(gesture))
    let recording = try named.recording(SyntheticGesture.Options())
    var request = ReplayRequest(scenario: "sheet")
    for (key, value) in settings { request.assignments.append(Assignment(key: key, value: value)) }
    return try request.run(of: recording)
  }

  private func felt(_ expected: Run, _ actual: Run) -> VisibleChange {
    let found = RunComparison(expected: RunRows(expected), actual: RunRows(actual))
    return VisibleChange(
      expected: expected, actual: actual, kind: found.difference?.kind ?? .withinTolerance)
  }

  @Test("a changed target is reported first, together with the previous target")
  func target() throws {
    let before = try run("flick")
    let after = try run("flick", ["release.adjacentOnly": "false"])
    let (old, new) = (before.summary().finalTarget ?? "", after.summary().finalTarget ?? "")
    try #require(old != new)
    let change = felt(before, after)
    #expect(change.kind == .behaviourChange)
    #expect(change.pieces.first == "rests at \(new) instead of \(old)")
    #expect(felt(after, before).pieces.first == "rests at \(old) instead of \(new)")
  }

  @Test(
    "a slower spring is reported to settle later, by the difference of the settle times")
  func settleTime() throws {
    let (quick, slow) = (try run("flick"), try run("flick", ["spring.response": "0.8"]))
    let times = [quick, slow].map { $0.summary().settleTime?.value ?? 0 }
    let difference = ((times[1] - times[0]) * 1_000).rounded() / 1_000
    #expect(difference > 0)
    #expect(felt(quick, slow).pieces.contains("settles \(difference) s later"))
    #expect(felt(slow, quick).pieces.contains("settles \(difference) s sooner"))
  }

  @Test("a phase that is one frame late is drift; another phase is a change of behaviour")
  func outlines() throws {
    let run = try run("flick")
    var later = run
    let index = try #require(later.frames.firstIndex { $0.phase == .settling })
    later.frames[index].phase = .dragging
    #expect(
      RunComparison(expected: RunRows(run), actual: RunRows(later)).difference?.kind == .drift)
    later.frames[index].phase = .gone
    let found = RunComparison(expected: RunRows(run), actual: RunRows(later)).difference
    #expect(found?.kind == .behaviourChange)
  }

  @Test("a run that is compared with itself is reported as equal")
  func itself() throws {
    for gesture in allGestures {
      let recording = try gesture.recording(SyntheticGesture.Options())
      let run = try ReplayRequest(scenario: "sheet").run(of: recording)
      #expect(felt(run, run).pieces == ["looks the same"])
    }
  }
}
