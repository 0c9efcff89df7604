import Flickbook
import InteractionScenarios
import Quantities
import SyntheticHands
import Tuning

// Whether a recommendation is worth following. In every other corpus the hands mean what the sheet with a
// setting drawn at random would answer, so there is something to gain; in the others what it answers as
// it is, so a change can only do harm. One gesture in twenty means anything. The corpora have 5 to 20
// people, and the recommendation is tried on 1,000 gestures of 20 people whom the study does not have.

/// What one corpus comes to, in wrong gestures of the fresh people.
private struct Trial {
  var before = 0
  var after = 0
  var possible = 0
  /// Fresh gestures that the recommendation corrects, and that it breaks.
  var corrected = 0
  var broken = 0

  /// Whether the change of the answers is more than chance: McNemar's test at 5 %, on one side.
  var isWorse: Bool { Self.exceeds(broken, corrected) }
  var isBetter: Bool { Self.exceeds(corrected, broken) }
  private static func exceeds(_ left: Int, _ right: Int) -> Bool {
    Double(left - right) > 1.645 * Double(left + right).squareRoot()
  }
}

private let request: ReplayRequest = {
  var request = ReplayRequest(scenario: "sheet")
  request.assignments = [Assignment(key: "start", value: "half")]
  return request
}()

/// Gestures of made-up people who mean what a sheet with `projection` answers; nil is the default.
private func gestures(
  _ count: Int, people: Int, seed: UInt64, projection: Double?
) throws -> [LabelledRecording] {
  var generator = SeededGenerator(seed: seed &* 104_729)
  let rests = try request.restPositions()
  let goals = rests.positions.map {
    SyntheticCorpus.Goal(name: $0.name, displacement: $0.position - rests.start)
  }
  let corpus = SyntheticCorpus(goals: goals, people: people, seed: seed)
  var teacher = request
  if let projection {
    teacher.assignments.append(Assignment(key: "release.projection", value: "\(projection)"))
  }
  var labelled: [LabelledRecording] = []
  for index in 0..<count {
    var recording = try corpus.recording(index)
    let answer = try teacher.run(of: recording).summary().decidedTarget
    recording.intent = generator.happens(0.05) ? generator.one(of: goals).name : answer
    guard let known = LabelledRecording(name: "\(index)", recording: recording, request: request)
    else { continue }
    labelled.append(known)
  }
  return labelled
}

/// Whether each gesture goes where it was meant, with values of the space and with none.
private func isRight(_ study: Study, _ point: [String]?) throws -> [Bool] {
  var study = study
  if point == nil { study.space = SearchSpace([]) }
  var evaluator = StudyEvaluator(study, part: .training)
  return try zip(study.training, evaluator.outcomes(of: point ?? [])).map {
    $1.meets($0.intents)
  }
}

/// Prints what becomes of recommendations.
@MainActor
func checkRecommendations() async throws {
  let corpora = argument("corpora", 100)
  let points = argument("points", 64)
  let perPerson = argument("gestures", 30)
  let firstSeed = argument("seed", 1)
  var words: [Bool: [String: Int]] = [:]
  var (worse, notGreater, better, gainful) = (0, 0, 0, 0)
  var (gained, gainable) = (0, 0)
  for number in 0..<corpora {
    let seed = UInt64(firstSeed + number)
    let people = 5 + number / 2 % 16
    let hasGain = number.isMultiple(of: 2)
    var generator = SeededGenerator(seed: seed &* 7_919)
    let projection = hasGain ? generator.uniform(in: 0.05...0.8) : nil
    let labelled = try gestures(
      people * perPerson, people: people, seed: seed, projection: projection)
    let members = labelled.map { CorpusMember(name: $0.name, recording: $0.recording) }
    let parts = CorpusSplit(by: .person, heldOut: 0.4, seed: seed).parts(of: members)
    let space = SearchSpace([
      SearchDimension("release.projection", .range(0.05...1, isLogarithmic: false)),
      SearchDimension("release.flick", .range(50...2_000, isLogarithmic: true)),
      SearchDimension("spring.response", .range(0.2...0.6, isLogarithmic: false)),
    ])
    var study = Study(
      training: zip(labelled, parts).filter { $0.1 == .training }.map(\.0),
      heldOut: zip(labelled, parts).filter { $0.1 == .heldOut }.map(\.0), space: space,
      goal: Goal(
        [Objective(.wrongTargets), Objective(.settleTime)],
        constraints: [Constraint(.overshoot, atMost: 5)]),
      plan: SearchPlan(.sobol, budget: points, seed: seed))
    var evaluator = StudyEvaluator(study, part: .training)
    let tried = (0..<points).map { study.plan.point($0, in: space) }
    let results = try await evaluator.results(of: tried, threads: 2)
    let findings = try await study.findings(in: results, evaluator: &evaluator, threads: 2)
    let advice = try await study.recommendation(of: findings, in: results, threads: 2)
    study.training = try gestures(1_000, people: 20, seed: seed + 1_000_000, projection: projection)
    var trial = Trial()
    let before = try isRight(study, nil)
    var after = before
    if case .take(let best) = advice { after = try isRight(study, results[best].values) }
    trial.before = before.count { !$0 }
    trial.after = after.count { !$0 }
    if let projection {
      study.space = SearchSpace([
        SearchDimension("release.projection", .choice(["\(projection)"]))
      ])
      trial.possible = try isRight(study, ["\(projection)"]).count { !$0 }
    } else {
      trial.possible = trial.before
    }
    for (old, new) in zip(before, after) where old != new {
      if new { trial.corrected += 1 } else { trial.broken += 1 }
    }
    let word =
      switch advice {
      case .take(let trial): "take \(trial)"
      case .keep(.noBetter): "keep, none is better"
      case .keep(.indistinguishable): "keep, indistinguishable"
      case .keep(.worse): "keep, worse on the people held out"
      case .keep(.breaks): "keep, breaks a constraint"
      case .tooFew: "too few"
      case .impossible: "impossible"
      }
    let kind = advice == findings.best.map { .take($0) } ? "take" : word
    words[hasGain, default: [:]][kind, default: 0] += 1
    if trial.isWorse { worse += 1 }
    if trial.after <= trial.before { notGreater += 1 }
    // Something to gain: two percent of the fresh gestures.
    if trial.before - trial.possible >= 20 {
      gainful += 1
      if trial.isBetter { better += 1 }
      gained += trial.before - trial.after
      gainable += trial.before - trial.possible
    }
    print(
      "\(number + 1): \(people) people, \(hasGain ? "something" : "nothing") to gain, \(word); of 1,000 "
        + "fresh gestures wrong \(trial.before) as it is, \(trial.after) as recommended, "
        + "\(trial.possible) with what they mean")
  }
  print("recommendations where there is something to gain: \(words[true] ?? [:])")
  print("recommendations where there is nothing: \(words[false] ?? [:])")
  print("worse than the default by more than chance: \(worse) of \(corpora) (bar 0)")
  print("not worse at all: \(notGreater) of \(corpora)")
  print(
    "better by more than chance where at least 20 can be gained: \(better) of \(gainful), \(gained) of "
      + "\(gainable) gestures")
}
