import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Study")
struct StudyTests {
  /// Flicks of `persons` people, up from the middle of the screen, at many speeds.
  static func recordings(_ count: Int, persons: Int = 3) throws -> [LabelledRecording] {
    try (0..<count).map { index in
      var recording = try gesture(index)
      recording.intent = index % 23 > 11 ? "full" : "half"
      recording.person = "p\(index % persons)"
      var request = ReplayRequest(scenario: "sheet")
      request.assignments = [Assignment(key: "start", value: "half")]
      return try #require(
        LabelledRecording(name: "flick \(index)", recording: recording, request: request))
    }
  }

  private static func gesture(_ index: Int) throws -> Recording {
    let device = Digitizer().device
    var events: [RawEvent] = []
    func frame(_ time: Int64, _ items: [(UInt16, UInt16, Int32)]) {
      for (type, code, value) in items {
        events.append(RawEvent(microseconds: time, type: type, code: code, value: value))
      }
      events.append(RawEvent(microseconds: time, type: 0, code: 0, value: 0))
    }
    frame(0, [(3, 0x39, 1), (3, 0x35, 500), (3, 0x36, 2_500), (1, 330, 1)])
    let step = Int32(2 + 2 * (index % 23))
    for sample in 1...10 {
      frame(Int64(sample) * 8_000, [(3, 0x36, 2_500 - step * Int32(sample))])
    }
    frame(88_000, [(3, 0x39, -1), (1, 330, 0)])
    return Recording(device: device, events: events)
  }

  private static func study(
    _ recordings: [LabelledRecording], _ goal: Goal = Goal([Objective(.wrongTargets)]),
    repetitions: [Repetition] = [], reference: [Assignment]? = nil
  ) -> Study {
    Study(
      training: recordings,
      space: SearchSpace([
        SearchDimension("release.projection", .range(0.05...0.9, isLogarithmic: false)),
        SearchDimension("spring.response", .range(0.2...0.8, isLogarithmic: false)),
        SearchDimension("estimator", .choice(["bayes", "android.lsq2"])),
      ]), goal: goal, plan: SearchPlan(.random, budget: 24, seed: 3), repetitions: repetitions,
      reference: reference)
  }

  private func points(_ study: Study) -> [[String]] {
    (0..<study.plan.count(in: study.space)).map { study.plan.point($0, in: study.space) }
  }

  @Test("a scorecard equals the sum of complete replays")
  func oracle() throws {
    let recordings = try Self.recordings(12)
    let goal = Goal([Objective(.wrongTargets), Objective(.overshoot)])
    let study = Self.study(recordings, goal)
    let points = Array(points(study).prefix(6))
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try evaluator.results(of: points, threads: 2)
    for (point, result) in zip(points, results) {
      var card = Scorecard()
      for known in recordings {
        var request = known.request
        request.assignments.append(Assignment(key: "release.projection", value: point[0]))
        request.assignments.append(Assignment(key: "spring.response", value: point[1]))
        request.estimator = point[2]
        let summary = try request.run(of: known.recording).summary()
        card.add(
          Outcome(summary), intents: known.intents,
          person: known.recording.person)
      }
      #expect(result.values == point)
      #expect(result.card == card)
    }
  }

  @Test("the results do not depend on threads, batches, or slices")
  func partitions() throws {
    let study = Self.study(
      try Self.recordings(70), Goal([Objective(.wrongTargets), Objective(.settleTime)]))
    let points = Array(points(study).prefix(8))
    var whole = StudyEvaluator(study, part: .training)
    let expected = try whole.results(of: points, listsWrong: true, threads: 1)
    #expect(expected.contains { !$0.wrong.isEmpty })
    #expect(expected.allSatisfy { $0.wrong.count == $0.card?.all.wrong })
    #expect(try whole.results(of: points).map(\.card) == expected.map(\.card))
    for threads in [3] {
      var other = StudyEvaluator(study, part: .training)
      #expect(try other.results(of: points, listsWrong: true, threads: threads) == expected)
    }
    for point in [0, 3, 7] {
      #expect(try whole.results(of: [points[point]], listsWrong: true) == [expected[point]])
    }
    var sums = [Scorecard](repeating: Scorecard(), count: points.count)
    for range in [60..<70, 0..<7, 7..<60] {
      var slice = StudyEvaluator(study, part: .training, gestures: range)
      for (index, result) in try slice.results(of: points).enumerated() {
        sums[index].add(try #require(result.card))
      }
    }
    #expect(sums == expected.map(\.card))
  }

  @Test("the scorecards of groups add up to the scorecard of all gestures")
  func groups() throws {
    let study = Self.study(try Self.recordings(30))
    let (groups, names) = study.groups(of: .training)
    #expect(names == ["p0", "p1", "p2"])
    var evaluator = StudyEvaluator(study, part: .training)
    let points = Array(points(study).prefix(3))
    let whole = try evaluator.results(of: points)
    let parts = try evaluator.cards(of: points, in: groups, groupCount: names.count)
    for (whole, parts) in zip(whole, parts) {
      let parts = try parts.get()
      var sum = Scorecard()
      for part in parts { sum.add(part) }
      #expect(sum == whole.card)
      #expect(parts.map(\.all.count) == [10, 10, 10])
      #expect(parts.allSatisfy { $0.persons.count == 1 })
    }
  }

  @Test("invalid values are refused, and all other values are evaluated")
  func refusal() throws {
    let study = Self.study(try Self.recordings(4))
    var evaluator = StudyEvaluator(study, part: .training)
    let good = ["0.5", "0.4", "bayes"]
    let results = try evaluator.results(of: [good, ["0.5", "-3", "bayes"], good])
    #expect(results.map { $0.card != nil } == [true, false, true])
    #expect(results[1].refusal?.contains("spring.response") == true)
    let estimators = try evaluator.results(of: [["0.5", "0.4", "nobody"], good])
    #expect(estimators.map { $0.card != nil } == [false, true])
  }

  @Test("if several gestures refuse a value, the error of the first gesture is reported")
  func firstRefusal() throws {
    // There are more gestures than fit in one batch, and the last ones have a different sheet.
    var recordings = try Self.recordings(140)
    for index in 70..<140 {
      recordings[index].request.assignments = [
        Assignment(key: "detents", value: "low:100,high:50%"),
        Assignment(key: "start", value: "low"),
      ]
    }
    func refusals(_ recordings: [LabelledRecording], _ threads: Int) throws -> [String?] {
      let study = Study(
        training: recordings,
        space: SearchSpace([SearchDimension("start", .choice(["nowhere", "half", "low"]))]),
        goal: Goal([Objective(.wrongTargets)]), plan: SearchPlan(.grid, budget: 3, seed: 1))
      var evaluator = StudyEvaluator(study, part: .training)
      return try evaluator.results(of: [["nowhere"], ["half"], ["low"]], threads: threads)
        .map { $0.refusal }
    }
    let first = try refusals(Array(recordings[..<70]), 1)
    let second = try refusals(Array(recordings[70...]), 1)
    #expect(first[0] != nil && second[0] != nil && first[0] != second[0])
    for threads in [1, 3] {
      #expect(try refusals(recordings, threads) == [first[0], second[1], first[2]])
      #expect(
        try refusals(recordings.reversed(), threads) == [second[0], second[1], first[2]])
    }
  }

  @Test("without noise no repetition flips; at another rate each gesture is repeated once")
  func repetitions() throws {
    let goal = Goal([Objective(.flips)])
    let still = Self.study(
      try Self.recordings(10), goal, repetitions: [.noise(Points(1e-9), seed: 1)])
    var evaluator = StudyEvaluator(still, part: .training)
    let points = Array(points(still).prefix(3))
    for result in try evaluator.results(of: points) {
      #expect(result.card?.repetitions == Scorecard.Tally(count: 10, wrong: 0))
    }
    let shaken = Self.study(
      try Self.recordings(40), goal,
      repetitions: [
        .noise(Points(6), seed: 1), .rate(FrameRate(framesPerSecond: 60)),
        .noise(Points(6), seed: 2),
      ])
    evaluator = StudyEvaluator(shaken, part: .training)
    let results = try evaluator.results(of: points)
    #expect(results.allSatisfy { $0.card?.repetitions.count == 120 })
    #expect(results.contains { ($0.card?[.flips] ?? 0) > 0 })
  }

  @Test("the reference settings have no difference to themselves, but other settings do")
  func reference() throws {
    let goal = Goal([Objective(.otherTargets), Objective(.settleTimeDifference)])
    let study = Self.study(
      try Self.recordings(30), goal,
      reference: [
        Assignment(key: "release.projection", value: "0.3"),
        Assignment(key: "spring.response", value: "0.5"),
      ])
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try evaluator.results(of: [
      ["0.3", "0.5", "bayes"], ["0.9", "0.5", "bayes"], ["0.3", "0.25", "bayes"],
    ])
    let cards = results.compactMap(\.card)
    #expect(cards[0][.otherTargets] == 0)
    #expect(cards[0][.settleTimeDifference] == 0)
    #expect(cards[1][.otherTargets] > 0)
    #expect(cards[2][.otherTargets] == 0)
    #expect(cards[2][.settleTimeDifference] > 0)
  }

  // MARK: Findings of trials

  @Test(
    "the leader is the best trial within the bounds; a setting without effect has no importance")
  func findings() throws {
    let study = Self.study(
      try Self.recordings(23),
      Goal(
        [Objective(.wrongTargets)],
        constraints: [
          Constraint(.settleTime, atMost: 0.6)
        ]))
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try evaluator.results(of: points(study))
    let findings = try study.findings(in: results, evaluator: &evaluator)
    let standings = study.standings(of: results).map { $0! }
    let leader = try #require(findings.leader)
    #expect(standings[leader].isFeasible)
    for standing in standings where standing.isFeasible {
      #expect(standings[leader].values[0] <= standing.values[0])
    }
    #expect(findings.indistinguishable.contains(leader))
    #expect(findings.indistinguishable.contains(try #require(findings.best)))
    // The spring does not affect the target of a sheet.
    #expect(findings.importance[0][0] > 0.5)
    #expect(findings.importance[1][0] < 0.2)
  }

  @Test("the importance of a setting is omega squared of the analysis of variance")
  func importance() throws {
    let words = ["bayes", "android.lsq2"]
    var study = Self.study(try Self.recordings(3), Goal([Objective(.settleTime)]))
    study.space = SearchSpace([SearchDimension("estimator", .choice(words))])
    // Two trials for each word, which settle in 1 and 3 s, and in 5 and 7 s.
    let results = [1, 3, 5, 7].enumerated().map { (index: Int, seconds: Int64) -> TrialResult in
      var card = Scorecard()
      card.all.count = 1
      card.settleTime = Scorecard.Total(sum: seconds * 1_000_000)
      return TrialResult(values: [words[index / 2]], card: card)
    }
    var evaluator = StudyEvaluator(study, part: .training)
    let importance = try study.findings(in: results, evaluator: &evaluator).importance
    // Between the words 2 · 2² + 2 · 2² = 16, within them 4 · 1² = 4, with 2 degrees of freedom: an error of 2. So the
    // importance is (16 − 1 · 2) / (16 + 4 + 2).
    #expect(importance == [[14.0 / 22]])
  }

  @Test("all values of a setting without effect are indistinguishable, even with few trials")
  func ties() throws {
    var study = Self.study(try Self.recordings(70), Goal([Objective(.wrongTargets)]))
    study.space = SearchSpace([
      SearchDimension("release.projection", .range(0.05...1, isLogarithmic: false)),
      SearchDimension("spring.response", .range(0.25...0.75, isLogarithmic: false)),
      SearchDimension("spring.dampingRatio", .choice(["0.7", "0.8", "1"])),
      SearchDimension("tracking.response", .steps(0...2, step: 0.03125)),
    ])
    let tried = [
      ["0.4", "0.5", "0.7", "0"], ["0.05", "0.4", "1", "0"], ["1", "0.45", "0.7", "0.25"],
    ]
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try evaluator.results(of: tried)
    let findings = try study.findings(in: results, evaluator: &evaluator)
    #expect(findings.ranges[1].values == ["0.25", "0.75"])
    #expect(findings.ranges[2].values == ["0.7", "0.8", "1"])
    // A setting that changes targets is not indistinguishable over its entire range.
    #expect(findings.ranges[0].values != ["0.05", "1"])
  }

  @Test("if no trial satisfies the bounds, there is no best trial but a nearest trial")
  func impossible() throws {
    let study = Self.study(
      try Self.recordings(6),
      Goal([Objective(.wrongTargets)], constraints: [Constraint(.settleTime, atMost: 0)]))
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try evaluator.results(of: points(study))
    let findings = try study.findings(in: results, evaluator: &evaluator)
    #expect(findings.best == nil)
    let nearest = try #require(findings.nearest)
    let excess = study.standings(of: results).map { $0!.excess[0] }
    #expect(excess[nearest] == excess.min())
  }

  // MARK: Held-out people

  private func card(_ gestures: Int, wrong: Int) -> Scorecard {
    var card = Scorecard()
    card.all = Scorecard.Tally(count: gestures, wrong: wrong)
    return card
  }

  @Test(
    "equal scorecards have no difference, and a trial that is better for all is better for any")
  func bootstrap() {
    let objective = Objective(.wrongTargets)
    let bootstrap = ClusterBootstrap(groupCount: 10)
    let some = (0..<10).map { card(20, wrong: $0) }
    #expect(bootstrap.interval(of: objective, some, less: some) == 0...0)
    let better = (0..<10).map { card(20, wrong: max(0, $0 - 2)) }
    let interval = bootstrap.interval(of: objective, better, less: some)
    #expect(interval.upperBound < 0)
    let back = bootstrap.interval(of: objective, some, less: better)
    #expect(back.lowerBound == -interval.upperBound)
  }

  @Test("the interval of the mean of many people equals that of the normal distribution")
  func width() {
    // Every other one of 400 people has one wrong gesture of twenty. Compared with zero, the mean
    // difference is 1/40 and its standard deviation is 1/40 per person. So the interval around the
    // mean is ±1.96/(40·√400).
    let people = (0..<400).map { card(20, wrong: $0 % 2) }
    let none = [Scorecard](repeating: card(20, wrong: 0), count: 400)
    let interval = ClusterBootstrap(groupCount: 400, draws: 4_000, seed: 5)
      .interval(of: Objective(.wrongTargets), people, less: none)
    let half = 1.96 / 800
    #expect(abs(interval.lowerBound - (0.025 - half)) < 0.15 * half)
    #expect(abs(interval.upperBound - (0.025 + half)) < 0.15 * half)
  }

  @Test("the sum of scorecards of integers does not depend on the order or on the partition")
  func order() {
    var cards: [Scorecard] = []
    for index in 0..<50 {
      var card = card(1, wrong: index % 2)
      card.settleTime = Scorecard.Total(sum: Int64(index) * 333_333, greatest: Int64(index))
      cards.append(card)
    }
    func sum(_ cards: some Sequence<Scorecard>) -> Scorecard {
      var sum = Scorecard()
      for card in cards { sum.add(card) }
      return sum
    }
    #expect(sum(cards) == sum(cards.reversed()))
    #expect(sum([sum(cards[..<13]), sum(cards[13...])]) == sum(cards))
    var twice = Scorecard()
    twice.add(sum(cards), times: 2)
    #expect(twice == sum(cards + cards))
  }
}
