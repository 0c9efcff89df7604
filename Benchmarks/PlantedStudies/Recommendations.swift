import Flickbook
import InteractionScenarios
import Quantities
import SyntheticHands
import Tuning

// Tests whether following a recommendation improves the targets. In every second corpus, the intents are
// the targets of a sheet with a random setting, so better settings exist; in the others they are the
// targets of the default sheet, so a change can only do harm. One intent in twenty is random. The corpora
// have 5 to 20 people. The recommendation is tested on 1,000 gestures of 20 people outside the study.

/// The result of one corpus, in numbers of test gestures that go to a wrong target.
private struct Trial {
  /// With the default settings.
  var before = 0
  /// With the recommended settings.
  var after = 0
  /// With the settings that define the intents.
  var possible = 0
  /// The test gestures that the recommendation corrects.
  var corrected = 0
  /// The test gestures that the recommendation breaks.
  var broken = 0

  /// Whether the recommendation is significantly worse, by McNemar's one-sided test at 5 %.
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

/// Gestures of synthetic people whose intents are the targets of a sheet with `projection`.
///
/// Nil is the projection of the default settings.
private func gestures(
  _ count: Int, people: Int, seed: UInt64, projection: Double?
) throws -> [LabelledRecording] {
  var generator = SeededGenerator(seed: seed &* 104_729)
  let rests = try request.restPositions()
  let goals = rests.positions.map {
    SyntheticCorpus.GestureGoal(name: $0.name, displacement: $0.position - rests.start)
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

/// Returns for each gesture whether it goes to its intended target with the values `point`; nil is
/// the default settings.
private func isRight(_ study: Study, _ point: [String]?) throws -> [Bool] {
  var study = study
  if point == nil { study.space = SearchSpace([]) }
  var evaluator = StudyEvaluator(study, part: .training)
  return try zip(study.training, evaluator.outcomes(of: point ?? [])).map {
    $1.meets($0.intents)
  }
}

/// Prints the effect of the recommendations on people outside the studies.
@MainActor
func checkRecommendations() throws {
  let corpora = argument("corpora", 100)
  let points = argument("points", 64)
  let perPerson = argument("gestures", 30)
  let firstSeed = argument("seed", 1)
  var words: [Bool: [String: Int]] = [:]
  var (worse, notGreater, better, corporaWithGain) = (0, 0, 0, 0)
  var (gained, possibleGain) = (0, 0)
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
    let results = try evaluator.results(of: tried, threads: 2)
    let findings = try study.findings(in: results, evaluator: &evaluator, threads: 2)
    let advice = try study.recommendation(of: findings, in: results, threads: 2)
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
    // A possible gain of less than 20 of 1,000 gestures (2 %) is too small for a study to detect.
    if trial.before - trial.possible >= 20 {
      corporaWithGain += 1
      if trial.isBetter { better += 1 }
      gained += trial.before - trial.after
      possibleGain += trial.before - trial.possible
    }
    print(
      "\(number + 1): \(people) people, gain \(hasGain ? "possible" : "impossible"), \(word); of 1,000 "
        + "test gestures wrong: \(trial.before) with the default, \(trial.after) as recommended, "
        + "\(trial.possible) with the true settings")
  }
  print("recommendations if a gain is possible: \(words[true] ?? [:])")
  print("recommendations if no gain is possible: \(words[false] ?? [:])")
  print("significantly worse than the default: \(worse) of \(corpora) (limit 0)")
  print("not worse at all: \(notGreater) of \(corpora)")
  print(
    "significantly better if at least 20 gestures can be gained: \(better) of \(corporaWithGain), \(gained) of "
      + "\(possibleGain) gestures")
}
