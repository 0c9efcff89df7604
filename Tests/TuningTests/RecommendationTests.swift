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
        SyntheticCorpus.Goal(name: $0.name, displacement: $0.position - rests.start)
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
  ) async throws -> (results: [TrialResult], findings: StudyFindings, advice: Recommendation) {
    var evaluator = StudyEvaluator(study, part: .training)
    let points = (0..<16).map { study.plan.point($0, in: study.space) }
    let results = try await evaluator.results(of: points)
    let findings = try await study.findings(in: results, evaluator: &evaluator)
    return (results, findings, try await study.recommendation(of: findings, in: results))
  }

  @Test("the best trial is best in the first objective and is on the front", arguments: [1, 2])
  func best(seed: UInt64) async throws {
    let study = Self.study(try Self.gestures(60, people: 5, seed: seed), seed: seed)
    let (results, findings, _) = try await Self.found(study)
    let best = try #require(findings.best)
    let standings = study.standings(of: results).compactMap { $0 }
    #expect(standings[best].values[0] == standings.map { $0.values[0] }.min())
    #expect(!standings.contains { $0.dominates(standings[best]) })
    #expect(findings.front.first == best)
  }

  @Test(
    "settings that misread many gestures are replaced, and held-out people benefit from that",
    arguments: [3])
  func gain(seed: UInt64) async throws {
    let study = Self.study(try Self.gestures(160, people: 8, seed: seed), seed: seed)
    let (results, findings, advice) = try await Self.found(study)
    let best = try #require(findings.best)
    #expect(advice == .take(best))
    var fresh = study
    fresh.training = try Self.gestures(150, people: 10, seed: seed + 1_000)
    var evaluator = StudyEvaluator(fresh, part: .training)
    let after = try await evaluator.results(of: [results[best].values])
    fresh.space = SearchSpace([])
    evaluator = StudyEvaluator(fresh, part: .training)
    let before = try await evaluator.results(of: [[]])
    let wrong = try (before + after).map { try #require($0.card).all.wrong }
    #expect(wrong[1] < wrong[0])
  }

  @Test(
    "settings that misread no gesture are kept, although another spring would settle sooner",
    arguments: [5, 6])
  func nothingToGain(seed: UInt64) async throws {
    let recordings = try Self.gestures(100, people: 5, seed: seed, isMeant: true)
    let study = Self.study(recordings, seed: seed)
    let (_, _, advice) = try await Self.found(study)
    #expect(advice == .keep(.noBetter(study.goal.objectives[0])))
  }

  @Test("with too few people or gestures there is no recommendation")
  func shortage() async throws {
    let four = Self.study(try Self.gestures(120, people: 4, seed: 3), seed: 3)
    #expect(try await Self.found(four).advice == .tooFew(.people(4)))
    let small = Self.study(try Self.gestures(40, people: 5, seed: 3), seed: 3)
    #expect(try await Self.found(small).advice == .tooFew(.gestures(24)))
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
