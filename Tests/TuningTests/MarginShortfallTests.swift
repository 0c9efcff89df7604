import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Margin shortfall")
struct MarginShortfallTests {
  /// The detents of the standard sheet, from the top of a screen of 844 pt.
  private let tip = 748.0
  private let half = 422.0
  private let full = 844 * 0.08

  private func labelled(
    _ name: String, intent: String, _ request: ReplayRequest
  ) throws -> LabelledRecording {
    let gesture = try #require(SyntheticGesture.named(name))
    let recording = try gesture.recording(SyntheticGesture.Options(intent: intent))
    return try #require(LabelledRecording(name: name, recording: recording, request: request))
  }

  /// Returns the shortfall of one gesture for each set of values.
  private func shortfalls(
    of margin: Points, _ known: LabelledRecording, _ tried: TriedSettings
  ) throws -> [Points] {
    var found: [Points] = []
    try Evaluator([known]).evaluate(
      tried, margin: margin
    ) { found.append($2.shortfall) }
    return found
  }

  /// A sheet whose target is always the detent nearest to the projection.
  private var plainRequest: ReplayRequest {
    var request = ReplayRequest(scenario: "sheet")
    for (key, value) in [
      ("release.flick", "0"), ("release.hysteresis", "0"), ("release.adjacentOnly", "false"),
      ("release.deadBand", "0"), ("release.cap", "100000"),
    ] { request.assignments.append(Assignment(key: key, value: value)) }
    return request
  }

  @Test(
    "for a rule with a projection, the shortfall follows from the distance to the nearest midpoint",
    arguments: ["flick", "tiny-flick", "slow-drag-and-hold", "drag-down-then-flick-up"],
    ["tip", "half", "full"])
  func closedForm(gesture: String, intent: String) throws {
    let margin = Points(60)
    let (upper, lower) = ((half + full) / 2, (tip + half) / 2)
    let known = try labelled(gesture, intent: intent, plainRequest)
    for projection in stride(from: 0, through: 0.9, by: 0.05) {
      let tried = TriedSettings(keys: ["release.projection"], rows: [[TriedValue(projection)]])
      var request = known.request
      request.assignments += [Assignment(key: "release.projection", value: "\(projection)")]
      let run = try request.run(of: known.recording)
      let decision = try #require(run.events.last { $0.kind == .decision })
      let place = try #require(LogValue.fields(decision.payload)["projectedY"]?.asNumber)
      // The ends of the range in which the intended detent is nearest.
      let (top, bottom) =
        ["full": (-Double.infinity, upper), "half": (upper, lower)][intent] ?? (lower, .infinity)
      // The distance of the projection from the nearer end; negative outside the range.
      let inside = min(place - top, bottom - place)
      // A change of 10 pt/s moves the projection by ten times the projection time, and a change of
      // the position by 1 pt moves it by 1 pt. The margin counts the smaller change.
      let signed = inside / max(1, 10 * projection)
      let expected = min(margin.value + 1_000, max(0, margin.value - signed))
      let found = try #require(shortfalls(of: margin, known, tried).first)
      #expect((found.value - expected).magnitude < 0.001, "\(gesture) \(projection): \(found)")
    }
  }

  @Test("the shortfall crosses a boundary without a step, and is at most the margin if correct")
  func continuous() throws {
    let margin = Points(30)
    let known = try labelled("flick", intent: "half", plainRequest)
    let values = (0...500).map { Double($0) / 1_000 }
    let tried = TriedSettings(
      keys: ["release.projection"], rows: values.map { [TriedValue($0)] })
    let found = try shortfalls(of: margin, known, tried)
    var isRight: [Bool] = []
    try Evaluator([known]).evaluate(tried) { isRight.append($2.meets(["half"])) }
    #expect(Set(isRight) == [true, false])
    for (shortfall, isRight) in zip(found, isRight) {
      #expect(isRight ? shortfall <= margin : shortfall >= margin)
    }
    // One millisecond more projection time moves the projection of 1,488 pt/s by 1.5 pt.
    for (one, next) in zip(found, found.dropFirst()) {
      #expect((next - one).magnitude < Points(1.5))
    }
  }

  @Test(
    "the shortfall depends neither on the other values in the search nor on the spring engine",
    arguments: ["sheet", "pip", "drawer", "paging"])
  func alone(scenario: String) throws {
    for name in ["flick", "catch-in-flight", "double-catch", "flick-again"] {
      let request = ReplayRequest(scenario: scenario)
      let targets = try request.targets()
      for intent in [targets.first, targets.last].compactMap({ $0 }) {
        let known = try labelled(name, intent: intent, request)
        let rows = [0.1, 0.3, 0.499].flatMap { projection in
          [0.2, 0.5].map { [TriedValue(projection), TriedValue($0)] }
        }
        let keys = ["release.projection", "spring.dampingRatio"]
        let all = try shortfalls(of: Points(20), known, TriedSettings(keys: keys, rows: rows))
        #expect(all.count == rows.count)
        for (row, shortfall) in zip(rows, all) {
          let single = TriedSettings(keys: keys, rows: [row])
          #expect(try shortfalls(of: Points(20), known, single) == [shortfall])
        }
        // An engine that steps needs complete replays, and a caught surface is at another position
        // in them. So only the gesture without a catch is compared.
        guard name == "flick" else { continue }
        var stepped = known
        stepped.request.assignments += [Assignment(key: "engine", value: "wave")]
        let other = try shortfalls(
          of: Points(20), stepped, TriedSettings(keys: keys, rows: rows))
        #expect(other == all, "\(scenario) \(intent)")
      }
    }
  }

  @Test(
    "for a cancelled touch, a wrong target has the largest shortfall and a correct one has none")
  func takenAway() throws {
    let tried = TriedSettings(keys: [], rows: [[]])
    let found = try ["tip", "half", "full"].flatMap { intent in
      try shortfalls(of: Points(20), try labelled("cancel", intent: intent, plainRequest), tried)
    }
    #expect(found.sorted() == [.zero, Points(1_020), Points(1_020)])
  }

  @Test("the shortfall is zero unless a margin is given")
  func unwanted() throws {
    let known = try labelled("flick", intent: "tip", plainRequest)
    try Evaluator([known]).evaluate(TriedSettings(keys: [], rows: [[]])) { _, _, outcome in
      #expect(outcome.shortfall == .zero && !outcome.meets(["tip"]))
    }
  }
}
