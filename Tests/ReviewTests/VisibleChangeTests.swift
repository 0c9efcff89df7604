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

  @Test(
    "a run that rests elsewhere is never a drift, and its headline begins with the position of rest"
  )
  func rest() throws {
    let detents = ["detents": "tip:96,half:50%,full:72%"]
    let lower = ["detents": "tip:96,half:45%,full:72%"]
    // A twentieth of the screen of 844 pt is 42.2 pt.
    let (end, otherEnd) = (try run("flick", detents), try run("flick", lower))
    try #require(end.summary().finalTarget == "half" && otherEnd.summary().finalTarget == "half")
    #expect(felt(end, otherEnd).kind == .behaviourChange)
    #expect(felt(end, otherEnd).headline.hasPrefix("rests at half, 42.2 pt lower"))
    #expect(felt(otherEnd, end).headline.hasPrefix("rests at half, 42.2 pt higher"))
    let start = try run("flick", detents.merging(["start": "half"]) { $1 })
    let otherStart = try run("flick", lower.merging(["start": "half"]) { $1 })
    #expect(felt(start, otherStart).kind == .behaviourChange)
    #expect(felt(start, otherStart).headline.hasPrefix("starts 42.2 pt lower"))
    #expect(felt(start, otherStart).hasOtherRestPosition)
  }

  @Test("a surface that follows the finger in another way is reported before its motion")
  func drag() throws {
    let change = felt(
      try run("flick", ["tracking.response": "0"]), try run("flick", ["tracking.response": "0.4"]))
    #expect(change.headline.hasPrefix("follows the finger differently, by up to "))
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
