import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput
import Tuning
import SyntheticHands

@Suite("Grid study")
struct GridStudyTests {
  private static let gestures = ["flick", "tiny-flick", "slow-drag-and-hold"]

  private func recording(_ gesture: String, intent: String?) throws -> Recording {
    let known = try #require(SyntheticGesture.named(gesture))
    return try known.recording(SyntheticGesture.Options(intent: intent))
  }

  private func labelled(_ gesture: String, intent: String = "half") throws -> LabelledRecording {
    let request = ReplayRequest(scenario: "sheet")
    return try #require(
      LabelledRecording(
        name: gesture, recording: try recording(gesture, intent: intent), request: request))
  }

  private func varied(_ texts: String...) throws -> [VariedSetting] {
    try texts.map { try #require(VariedSetting($0)) }
  }

  @Test("a recording without an intent cannot be judged", arguments: [nil, ""])
  func unlabelled(intent: String?) throws {
    let recording = try recording("flick", intent: intent)
    let request = ReplayRequest(scenario: "sheet")
    #expect(LabelledRecording(name: "x", recording: recording, request: request) == nil)
  }

  @Test("the last setting varies fastest, and every combination comes once")
  func order() throws {
    let study = GridStudy(recordings: [], varied: try varied("a=1,2", "b=x,y,z"))
    #expect(study.combinationCount == 6)
    let all = (0..<6).map { study.values(ofCombination: $0) }
    #expect(all == [["1", "x"], ["1", "y"], ["1", "z"], ["2", "x"], ["2", "y"], ["2", "z"]])
  }

  @Test("a grid too large to count is too large, and does not overflow")
  func overflow() throws {
    let wide = try #require(VariedSetting("a=1:10000:1"))
    let study = GridStudy(recordings: [], varied: Array(repeating: wide, count: 6))
    #expect(study.combinationCount == .max)
  }

  @Test("the result of one recording is its run's summary", arguments: gestures)
  func oneRecording(gesture: String) throws {
    let labelled = try labelled(gesture)
    let study = GridStudy(recordings: [labelled], varied: try varied("spring.response=0.5"))
    let result = try study.result(ofCombination: 0)
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = [Assignment(key: "spring.response", value: "0.5")]
    let summary = try request.run(of: labelled.recording).summary()
    #expect(result.values == ["0.5"])
    #expect(result.meanOvershoot == summary.overshoot.value)
    #expect(result.meanSettleTime == summary.settleTime?.value)
    #expect(result.wrongTargets == (summary.finalTarget == "half" ? 0 : 1))
  }

  @Test("an intent of several targets is met by any of them")
  func severalIntents() throws {
    let varied = try varied("spring.response=0.4")
    let target = try ReplayRequest(scenario: "sheet")
      .run(of: recording("flick", intent: nil)).summary().finalTarget
    let met = try labelled("flick", intent: "nowhere|\(try #require(target))")
    let missed = try labelled("flick", intent: "nowhere|elsewhere")
    let study = GridStudy(recordings: [met, missed], varied: varied)
    #expect(try study.result(ofCombination: 0).wrongTargets == 1)
  }

  @Test("the best comes first, and the table is the same every time")
  func ranking() async throws {
    let recordings = try Self.gestures.map { try labelled($0) }
    let varied = try varied("release.projection=0,0.1,0.5", "spring.response=0.2:0.6:0.1")
    let study = GridStudy(recordings: recordings, varied: varied)
    let results = try await study.results()
    #expect(results.count == study.combinationCount)
    #expect(Set(results.map(\.values)).count == results.count)
    for (better, worse) in zip(results, results.dropFirst()) {
      #expect(
        (better.wrongTargets, better.meanSettleTime, better.meanOvershoot)
          <= (worse.wrongTargets, worse.meanSettleTime, worse.meanOvershoot))
    }
    #expect(try await study.results() == results)
    let backwards = GridStudy(recordings: recordings.reversed(), varied: varied)
    #expect(try await backwards.results().map(\.wrongTargets) == results.map(\.wrongTargets))
  }

  @Test("progress counts every combination once, up to all of them")
  func progress() async throws {
    let study = GridStudy(
      recordings: [try labelled("flick")], varied: try varied("spring.response=0.01:0.4:0.01"))
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    _ = try await study.results { continuation.yield($0) }
    continuation.finish()
    var seen: [Int] = []
    for await count in counts { seen.append(count) }
    #expect(seen == seen.sorted())
    #expect(seen.last == 40)
  }

  @Test(
    "a value that the setting may not have ends the search with its error",
    arguments: ["spring.response=-1", "spring.respons=1", "engine=euler"])
  func badValue(text: String) async throws {
    let study = GridStudy(recordings: [try labelled("flick")], varied: try varied(text))
    await #expect(throws: ReplayError.self) { _ = try await study.results() }
  }

  @Test("a combination that is not there is a programmer error")
  func noSuchCombination() async {
    await #expect(processExitsWith: .failure) {
      _ = GridStudy(recordings: [], varied: []).values(ofCombination: 1)
    }
  }
}
