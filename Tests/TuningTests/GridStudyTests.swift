import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Grid study")
struct GridStudyTests {
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

  /// A study that tries every combination of `values`.
  private func study(
    _ recordings: [LabelledRecording], _ values: KeyValuePairs<String, [String]>
  ) -> Study {
    let space = SearchSpace(values.map { SearchDimension($0, .choice($1)) })
    return Study(
      training: recordings, space: space,
      goal: Goal([.wrongTargets, .settleTime, .overshoot].map { Objective($0) }),
      plan: SearchPlan(.grid, budget: space.gridCount ?? 1))
  }

  private func all(_ study: Study) throws -> [TrialResult] {
    var evaluator = StudyEvaluator(study, part: .training)
    return try evaluator.results(
      of: (0..<study.plan.budget).map { study.plan.point($0, in: study.space) }, listsWrong: true)
  }

  @Test("every combination is tried once, and its outcome equals that of a replay")
  func oracle() throws {
    let recordings = [try labelled("flick"), try labelled("slow-drag-and-hold")]
    let results = try all(
      study(
        recordings,
        [
          "release.projection": ["0.1", "0.5"], "preset": ["flickbook", "floatingpanel"],
          "hz": ["60", "120"], "estimator": ["bayes", "android.lsq2"],
        ]))
    #expect(results.count == 16)
    #expect(Set(results.map(\.values)).count == 16)
    for result in results {
      var wrong: [Int] = []
      var card = Scorecard()
      for (index, known) in recordings.enumerated() {
        var request = known.request
        request.preset = result.values[1]
        request.rate = FrameRate(framesPerSecond: try #require(Double(result.values[2])))
        request.estimator = result.values[3]
        request.assignments.append(
          Assignment(key: "release.projection", value: result.values[0]))
        let summary = try request.run(of: known.recording).summary()
        if summary.decidedTarget != "half", summary.finalTarget != "half" { wrong.append(index) }
        card.add(Outcome(summary), intents: known.intents)
      }
      #expect(result.wrong == wrong, "\(result.values)")
      #expect(result.card == card, "\(result.values)")
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
    let results = try all(study([met, missed], ["release.cancelled": ["withoutVelocity"]]))
    #expect(results.map(\.wrong) == [[1]])
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
    for result in try all(study([known], ["preset": ["flickbook", "wave"]])) {
      var request = ReplayRequest(scenario: "sheet")
      request.preset = result.values[0]
      var card = Scorecard()
      card.add(Outcome(try request.run(of: recording).summary()), intents: ["half"])
      #expect(result.card == card, "\(result.values)")
    }
  }

  @Test("indistinguishable combinations form groups in the order of the grid, the best group first")
  func ranked() throws {
    let study = study(
      [try labelled("flick")],
      ["release.cap": ["8000", "9000"], "spring.response": ["0.3", "0.5", "0.4", "-1"]])
    let groups = study.ranked(try all(study))
    // The speed of the flick is below both thresholds. A combination that is not valid has no rank.
    #expect(groups.map { $0.map(\.values[0]) } == Array(repeating: ["8000", "9000"], count: 3))
    #expect(groups.map { $0[0].values[1] } == ["0.3", "0.4", "0.5"])
    #expect(study.ranked([]) == [])
  }

  @Test("results are ranked by each objective in turn, to 1 ms and 0.01 pt")
  func rounded() throws {
    func result(
      _ name: String, wrong: Int, _ microseconds: Int64, _ overshoot: Int64
    ) -> TrialResult {
      var card = Scorecard()
      card.all = Scorecard.Tally(count: 1_000, wrong: wrong)
      card.settleTime = Scorecard.Total(sum: 1_000 * microseconds)
      card.overshoot = Scorecard.Total(sum: 1_000 * overshoot)
      return TrialResult(values: [name], card: card)
    }
    let groups = study([], ["a": ["0"]]).ranked([
      result("more wrong", wrong: 1, 0, 0), result("farther", wrong: 0, 300_000, 510),
      result("slower", wrong: 0, 301_000, 0), result("best", wrong: 0, 300_000, 500),
      result("as fast", wrong: 0, 300_400, 500), result("as far", wrong: 0, 300_000, 504),
    ])
    #expect(
      groups.map { $0.map(\.values[0]) } == [
        ["best", "as fast", "as far"], ["farther"], ["slower"], ["more wrong"],
      ])
  }

  @Test("a recording to which a setting does not apply is left out, with the reason")
  func leftOut() throws {
    let sheet = try labelled("flick")
    let button = try labelled("tap", scenario: "button", intent: "tap")
    let vaul = try labelled("flick", "release.choice=vaul")
    let space = study([], ["release.projection": ["0.1", "0.2"]]).space
    let (kept, left) = try [sheet, button, vaul].applicable { request throws(SettingError) in
      try space.reason(against: request)
    }
    #expect(kept.map(\.name) == ["flick sheet"])
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
    func error(_ key: String, _ values: String...) throws -> SettingError? {
      let space = study([], [key: values]).space
      return #expect(throws: SettingError.self) {
        try recordings.applicable { request throws(SettingError) in
          try space.reason(against: request)
        }
      }
    }
    #expect(try error("spring.respnse", "1")?.description.contains("'spring.response'") == true)
    #expect(try error("preset", "vual", "wave")?.description.contains("'vaul'") == true)
    #expect(try error("spring.response", "0.3", "-1", "0.5")?.description.contains("-1") == true)
    #expect(try error("estimator", "adaptiv")?.description.contains("estimator") == true)
    #expect(try error("hz", "0")?.description.contains("hz") == true)
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
    let result = try #require(try all(study(recordings, ["spring.response": ["0.4"]])).first)
    #expect((3...84).contains(result.wrong.count), "\(result.wrong.count) of 240 wrong")
  }
}
