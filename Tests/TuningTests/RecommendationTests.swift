import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput
import Tuning

@Suite("Recommendation")
struct RecommendationTests {
  /// The varied settings: two thresholds that decide the target, and a spring that does not affect
  /// the target.
  private static let space = SearchSpace([
    SearchDimension("release.flick", .range(50...1_000, isLogarithmic: false)),
    SearchDimension("spring.response", .choice(["0.2", "0.6"])),
  ])

  /// Gestures of synthetic people on a sheet that treats any release above 100 pt/s as a flick.
  ///
  /// With `isMeant`, each intent is the target that the sheet chose; otherwise it is the target at
  /// which the hand model aimed.
  private static func gestures(
    _ count: Int, people: Int, seed: UInt64, isMeant: Bool = false
  ) throws -> [LabelledRecording] {
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = [
      Assignment(key: "start", value: "half"), Assignment(key: "release.flick", value: "100"),
    ]
    let rests = try request.restPositions()
    let corpus = SyntheticCorpus(
      goals: rests.positions.map {
        SyntheticCorpus.GestureGoal(name: $0.name, displacement: $0.position - rests.start)
      }, people: people, seed: seed)
    return try (0..<count).map { index in
      var recording = try corpus.recording(index)
      if isMeant { recording.intent = try request.run(of: recording).summary().decidedTarget }
      return try #require(
        LabelledRecording(name: "\(index)", recording: recording, request: request))
    }
  }

  private static func study(_ recordings: [LabelledRecording], seed: UInt64) -> Study {
    let members = recordings.map { CorpusMember(name: $0.name, recording: $0.recording) }
    let parts = CorpusSplit(by: .person, heldOut: 0.4, seed: seed).parts(of: members)
    return Study(
      training: zip(recordings, parts).filter { $0.1 == .training }.map(\.0),
      heldOut: zip(recordings, parts).filter { $0.1 == .heldOut }.map(\.0), space: space,
      goal: Goal([Objective(.wrongTargets), Objective(.settleTime)]),
      plan: SearchPlan(.sobol, budget: 16, seed: seed))
  }

  private static func found(
    _ study: Study
  ) throws -> (results: [TrialResult], findings: StudyFindings, advice: Recommendation) {
    var evaluator = StudyEvaluator(study, part: .training)
    let points = (0..<16).map { study.plan.point($0, in: study.space) }
    let results = try evaluator.results(of: points)
    let findings = try study.findings(in: results, evaluator: &evaluator)
    return (results, findings, try study.recommendation(of: findings, in: results))
  }

  @Test("the best trial is best in the first objective and is on the front", arguments: [1, 2])
  func best(seed: UInt64) throws {
    let study = Self.study(try Self.gestures(60, people: 5, seed: seed), seed: seed)
    let (results, findings, _) = try Self.found(study)
    let best = try #require(findings.best)
    let standings = study.standings(of: results).compactMap { $0 }
    #expect(standings[best].values[0] == standings.map { $0.values[0] }.min())
    #expect(!standings.contains { $0.dominates(standings[best]) })
    #expect(findings.front.first == best)
  }

  @Test(
    "settings that misread many gestures are replaced, and held-out people benefit from that",
    arguments: [3])
  func gain(seed: UInt64) throws {
    let study = Self.study(try Self.gestures(160, people: 8, seed: seed), seed: seed)
    let (results, findings, advice) = try Self.found(study)
    let best = try #require(findings.best)
    #expect(advice == .take(best))
    var fresh = study
    fresh.training = try Self.gestures(150, people: 10, seed: seed + 1_000)
    var evaluator = StudyEvaluator(fresh, part: .training)
    let after = try evaluator.results(of: [results[best].values])
    fresh.space = SearchSpace([])
    evaluator = StudyEvaluator(fresh, part: .training)
    let before = try evaluator.results(of: [[]])
    let wrong = try (before + after).map { try #require($0.card).all.wrong }
    #expect(wrong[1] < wrong[0])
  }

  @Test(
    "settings that misread no gesture are kept, although another spring would settle sooner",
    arguments: [5, 6])
  func nothingToGain(seed: UInt64) throws {
    let recordings = try Self.gestures(100, people: 5, seed: seed, isMeant: true)
    let study = Self.study(recordings, seed: seed)
    let (_, _, advice) = try Self.found(study)
    #expect(advice == .keep(.noBetter(study.goal.objectives[0])))
  }

  @Test(
    "a refinement is the best trial with a better second objective, and every gesture keeps its target",
    arguments: [7, 8, 9])
  func refinement(seed: UInt64) throws {
    var study = Self.study(try Self.gestures(100, people: 5, seed: seed), seed: seed)
    study.space = SearchSpace([
      SearchDimension("release.flick", .range(50...1_000, isLogarithmic: false)),
      SearchDimension("spring.response", .range(0.2...0.6, isLogarithmic: false)),
      SearchDimension("spring.dampingRatio", .range(0.6...1, isLogarithmic: false)),
    ])
    study.plan = SearchPlan(.sobol, budget: 64, seed: seed)
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try evaluator.results(of: (0..<64).map { study.plan.point($0, in: study.space) })
    let refined = try #require(try study.refinement(of: results, evaluator: &evaluator))
    let best = results[
      try #require(try study.findings(in: results, evaluator: &evaluator).best)]
    let (old, new) = (study.goal.standing(of: best.card!), study.goal.standing(of: refined.card!))
    #expect(new.values[0] == old.values[0] && new.values[1] < old.values[1])
    let targets = try [best, refined].map {
      try evaluator.outcomes(of: $0.values).map(\.decidedTarget)
    }
    #expect(targets[0] == targets[1])
    // The threshold of a flick decides targets, so the refinement keeps it.
    #expect(refined.values[0] == best.values[0])
    // No spring of a grid is much better: the bar is 5 %.
    let grid = (0..<100).map {
      [best.values[0], "\(0.2 + 0.4 * Double($0 / 10) / 9)", "\(0.6 + 0.4 * Double($0 % 10) / 9)"]
    }
    let least = try evaluator.results(of: grid).map { study.goal.standing(of: $0.card!).values }
      .filter { $0[0] <= old.values[0] }.map { $0[1] }.min()
    #expect(new.values[1] <= 1.05 * (try #require(least)))
    // The refinement is the best of all trials, and a further one finds nothing better.
    let all = results + [refined]
    #expect(try study.findings(in: all, evaluator: &evaluator).best == results.count)
    #expect(try study.refinement(of: all, evaluator: &evaluator) == nil)
  }

  @Test("with one objective, or with bounds that no trial meets, there is no refinement")
  func noRefinement() throws {
    var study = Self.study(try Self.gestures(60, people: 5, seed: 1), seed: 1)
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try evaluator.results(of: (0..<16).map { study.plan.point($0, in: study.space) })
    study.goal.objectives.removeLast()
    #expect(try study.refinement(of: results, evaluator: &evaluator) == nil)
    study.goal = Goal(
      [Objective(.wrongTargets), Objective(.settleTime)],
      constraints: [Constraint(.settleTime, atMost: 0)])
    #expect(try study.refinement(of: results, evaluator: &evaluator) == nil)
  }

  @Test("with too few people or gestures there is no recommendation")
  func shortage() throws {
    let four = Self.study(try Self.gestures(120, people: 4, seed: 3), seed: 3)
    #expect(try Self.found(four).advice == .tooFew(.people(4)))
    let small = Self.study(try Self.gestures(40, people: 5, seed: 3), seed: 3)
    #expect(try Self.found(small).advice == .tooFew(.gestures(24)))
  }

  @Test("the interval for two people uses Student's quantile, and one person has no interval")
  func fewPeople() {
    func card(_ wrong: Int) -> Scorecard {
      var card = Scorecard()
      card.all = Scorecard.Tally(count: 10, wrong: wrong)
      return card
    }
    let objective = Objective(.wrongTargets)
    // The differences of two people are 0 and 0.1. They are also the ends of the bootstrap draws,
    // 0.05 from the middle. Student's quantile for two is 12.706, the normal quantile 1.96, and √2
    // = √(n / (n − 1)).
    let interval = ClusterBootstrap(groupCount: 2)
      .interval(of: objective, [card(1), card(0)], less: [card(0), card(0)])
    #expect(abs(interval.upperBound - (0.05 + 0.05 * 2.0.squareRoot() * 12.706 / 1.96)) < 0.001)
    #expect(abs(interval.lowerBound + interval.upperBound - 0.1) < 0.001)
    let one = ClusterBootstrap(groupCount: 1).interval(of: objective, [card(1)], less: [card(0)])
    #expect(one == -Double.infinity...Double.infinity)
    let same = ClusterBootstrap(groupCount: 1).interval(of: objective, [card(1)], less: [card(1)])
    #expect(same == 0...0)
  }
}
