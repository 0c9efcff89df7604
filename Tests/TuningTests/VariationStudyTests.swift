import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Variation study")
struct VariationStudyTests {
  private func labelled(
    _ gesture: String, scenario: String = "sheet", intent: String = "half", _ settings: String...
  ) throws -> LabelledRecording {
    let known = try #require(SyntheticGesture.named(gesture))
    var request = ReplayRequest(scenario: scenario)
    request.assignments = settings.map { text in
      let parts = text.split(separator: "=").map(String.init)
      return Assignment(key: parts[0], value: parts[1])
    }
    return try #require(
      LabelledRecording(
        name: "\(gesture) \(scenario)",
        recording: try known.recording(SyntheticGesture.Options(intent: intent)),
        request: request))
  }

  private func varied(_ texts: String...) throws -> [VariedSetting] {
    try texts.map { try VariedSetting(parsing: $0) }
  }

  private func all(_ study: VariationStudy) throws -> [GridResult] {
    var results: [GridResult] = []
    for part in 0..<study.partCount { results += try study.results(ofPart: part) }
    return results
  }

  @Test("every combination is tried once, and its outcome equals that of a replay")
  func oracle() throws {
    let recordings = [try labelled("flick"), try labelled("slow-drag-and-hold")]
    let study = VariationStudy(
      recordings: recordings,
      varied: try varied(
        "release.projection=0.1,0.5", "preset=flickbook,floatingpanel", "hz=60,120",
        "estimator=bayes,android.lsq2"))
    let results = try all(study)
    #expect(results.count == study.combinationCount)
    #expect(study.partCount * study.combinationsInPart == 16)
    #expect(Set(results.map(\.values)).count == 16)
    for result in results {
      var wrong: [String] = []
      var settling = 0.0
      for known in recordings {
        var request = known.request
        request.preset = result.values[1]
        request.rate = FrameRate(framesPerSecond: try #require(Double(result.values[2])))
        request.estimator = result.values[3]
        request.assignments.append(
          Assignment(key: "release.projection", value: result.values[0]))
        let summary = try request.run(of: known.recording).summary()
        if summary.decidedTarget != "half", summary.finalTarget != "half" {
          wrong.append(known.name)
        }
        settling += summary.settleTime?.value ?? 10
      }
      #expect(result.wrongNames == wrong, "\(result.values)")
      #expect((result.meanSettleTime - settling / 2).magnitude < 1e-12, "\(result.values)")
    }
  }

  @Test("a recording without an intent is refused", arguments: [nil, ""])
  func unlabelled(intent: String?) throws {
    let recording = try #require(SyntheticGesture.named("flick")).recording(
      SyntheticGesture.Options(intent: intent))
    let request = ReplayRequest(scenario: "sheet")
    #expect(LabelledRecording(name: "x", recording: recording, request: request) == nil)
  }

  @Test("an intent with several targets is met by any of them")
  func severalIntents() throws {
    let flick = try labelled("flick")
    let target = try #require(
      try ReplayRequest(scenario: "sheet").run(of: flick.recording).summary().finalTarget)
    let met = try labelled("flick", intent: "nowhere|\(target)")
    let missed = try labelled("flick", intent: "nowhere|elsewhere")
    let study = VariationStudy(
      recordings: [met, missed], varied: try varied("release.cancelled=withoutVelocity"))
    #expect(try all(study).map(\.wrongTargets) == [1])
  }

  @Test("results do not depend on threads or batches, and progress counts to the end")
  func threads() throws {
    let study = VariationStudy(
      recordings: [try labelled("flick"), try labelled("catch-in-flight")],
      varied: try varied("release.projection=0:0.5:0.04", "spring.response=0.2:0.6:0.04"))
    var seen: [Int] = []
    let alone = try study.results(ofPart: 0, threads: 1) { seen.append($0) }
    #expect(seen == seen.sorted() && seen.last == study.combinationCount)
    #expect(alone.count == study.combinationCount)
    for threads in [2, 5] { #expect(try study.results(ofPart: 0, threads: threads) == alone) }
    for result in alone.prefix(3) {
      let one = VariationStudy(
        recordings: study.recordings,
        varied: try varied(
          "release.projection=\(result.values[0])", "spring.response=\(result.values[1])"))
      #expect(try all(one) == [result])
    }
  }

  @Test(
    "an invalid value of a setting ends the search with its error",
    arguments: ["spring.response=-1", "spring.respons=1", "engine=euler"])
  func badValue(text: String) throws {
    let study = VariationStudy(recordings: [try labelled("flick")], varied: try varied(text))
    #expect(throws: ReplayError.self) { _ = try all(study) }
  }

  @Test(
    "if a varied preset lacks the recorded start, its own start applies, as in a replay")
  func recordedStart() throws {
    var recording = try #require(SyntheticGesture.named("flick")).recording(
      SyntheticGesture.Options(intent: "half"))
    recording.start = "half"
    let known = try #require(
      LabelledRecording(
        name: "flick", recording: recording, request: ReplayRequest(scenario: "sheet")))
    // Wave's sheet has no detent with the name half, but Flickbook's sheet has.
    for result in try all(
      VariationStudy(recordings: [known], varied: try varied("preset=flickbook,wave")))
    {
      var request = ReplayRequest(scenario: "sheet")
      request.preset = result.values[0]
      let summary = try request.run(of: recording).summary()
      #expect(result.meanSettleTime == summary.settleTime?.value, "\(result.values)")
    }
  }

  @Test("a large search is divided into small parts, which cover all combinations")
  func parts() throws {
    let recordings = Array(repeating: try labelled("flick"), count: 100)
    let study = VariationStudy(
      recordings: recordings,
      varied: try varied("a=1:1000:1", "preset=x,y", "b=1:100:1", "c=1:10:1"))
    #expect(study.combinationCount == 2_000_000)
    #expect(study.partCount == 2_000)
    #expect(study.combinationsInPart * recordings.count <= 500_000)
    let wide = try VariedSetting(parsing: "a=1:10000:1")
    let huge = VariationStudy(recordings: [], varied: Array(repeating: wide, count: 6))
    #expect(huge.combinationCount == .max)
  }

  @Test("indistinguishable combinations form groups, the best first, in any order of the input")
  func ties() throws {
    let study = VariationStudy(
      recordings: [try labelled("flick")],
      varied: try varied("release.cap=8000,9000", "spring.response=0.3,0.5,0.4"))
    let results = try all(study)
    let groups = study.ranked(results)
    // The speed of the flick is below both thresholds.
    #expect(groups.map { $0.map(\.values[0]) } == Array(repeating: ["8000", "9000"], count: 3))
    #expect(groups.map { $0[0].values[1] } == ["0.3", "0.4", "0.5"])
    #expect(study.ranked(results.reversed()) == groups)
    #expect(study.ranked([]) == [])
  }

  @Test("a recording to which a setting does not apply is left out, with the reason")
  func leftOut() throws {
    let sheet = try labelled("flick")
    let button = try labelled("tap", scenario: "button", intent: "tap")
    let vaul = try labelled("flick", "release.choice=vaul")
    let study = VariationStudy(
      recordings: [sheet, button, vaul], varied: try varied("release.projection=0.1,0.2"))
    let (kept, left) = try study.applicable()
    #expect(kept.recordings.map(\.name) == ["flick sheet"])
    #expect(left.map(\.scenario) == ["button", "sheet"])
    guard case .unknownSetting("release.projection", "button", _, _) = left[0].reason,
      case .settingWithoutEffect("release.projection", _, _, _, _) = left[1].reason
    else {
      Issue.record("\(left)")
      return
    }
  }

  @Test(
    "a setting that no scenario has, or an invalid value, is an error and leaves nothing out")
  func nothingLeft() throws {
    let recordings = [
      try labelled("tap", scenario: "button", intent: "tap"), try labelled("flick"),
    ]
    func error(_ text: String) throws -> SettingError? {
      let study = VariationStudy(recordings: recordings, varied: try varied(text))
      return #expect(throws: SettingError.self) { try study.applicable() }
    }
    #expect(try error("spring.respnse=1")?.description.contains("'spring.response'") == true)
    #expect(try error("preset=vual,wave")?.description.contains("'vaul'") == true)
    #expect(try error("spring.response=-1")?.description.contains("-1") == true)
    #expect(try error("estimator=adaptiv")?.description.contains("estimator") == true)
    #expect(try error("hz=0")?.description.contains("hz") == true)
  }

  @Test("every wrong recording is listed, with its intent and its target")
  func wrongAnswers() throws {
    let recordings = [
      try labelled("flick"), try labelled("hard-flick", intent: "tip|full"),
      try labelled("over-drag", intent: "tip"),
    ]
    let study = VariationStudy(
      recordings: recordings, varied: try varied("spring.response=0.4"))
    let result = try #require(try all(study).first)
    let answers = try study.wrongAnswers(of: result)
    #expect(answers.map(\.name) == result.wrongNames)
    for answer in answers {
      let known = try #require(recordings.first { $0.name == answer.name })
      #expect(answer.meant == known.intents)
      #expect(
        try answer.answer == known.request.run(of: known.recording).summary().finalTarget)
      #expect(!answer.meant.contains(answer.answer ?? ""))
    }
    #expect(answers.map(\.name).contains("over-drag sheet"))
  }

  @Test(
    "the error for a range with too fine steps has the number of its values",
    arguments: [
      ("a=0:1:0.0000001", "10000001 values"), ("a=0:2:0.00001", "200001 values"),
      ("a=0:99999999999999999999:1", "more than 10¹⁵ values"), ("a=5:1:1", "key=low:high:step"),
      ("a", "key=low:high:step"), ("a=1,,2", "key=low:high:step"), ("a=0:1:0", "key=low:high:step"),
    ])
  func trueMessages(text: String, part: String) {
    let error = #expect(throws: VariedSettingError.self) { try VariedSetting(parsing: text) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test("a list with too many values is refused, and the error has their number")
  func longList() {
    let text = "a=" + Array(repeating: "1", count: 10_001).joined(separator: ",")
    #expect(throws: VariedSettingError.tooManyValues(key: "a", count: 10_001)) {
      try VariedSetting(parsing: text)
    }
  }

  @Test("the default rule reads most gestures of synthetic people correctly, but not all")
  func people() throws {
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = [Assignment(key: "start", value: "half")]
    let positions = try request.restPositions()
    let corpus = SyntheticCorpus(
      goals: positions.positions.map {
        .init(name: $0.name, displacement: $0.position - positions.start)
      },
      people: 12)
    let recordings = try (0..<240).map { index in
      try #require(
        LabelledRecording(
          name: "\(index)", recording: try corpus.recording(index), request: request))
    }
    let study = VariationStudy(
      recordings: recordings, varied: [VariedSetting(key: "spring.response", values: ["0.4"])])
    let wrong = try #require(try all(study).first).wrongTargets
    #expect((3...84).contains(wrong), "\(wrong) of 240 wrong")
  }
}
