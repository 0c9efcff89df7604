import Flickbook
import Glibc
import InteractionScenarios
import Quantities
import SyntheticHands
import Tuning

// Tests whether a study finds a known setting. The intents of synthetic gestures are the targets of a sheet
// with a random setting, the planted value; one intent in twenty is random. The search does not know the
// value. Reports how often the planted value is in the range that is indistinguishable from the best trial,
// how often the best trial beats the default and every preset on held-out people, and how often a setting
// that changes no target is reported as a tie.
//
// With the argument `recommendations`: whether the recommended settings are better than the default on
// people outside the study; see Recommendations.swift.
//
//     PlantedStudies [recommendations] [corpora=20] [people=20] [gestures=100] [points=128] [seed=1]

/// The value of the command-line argument `name=VALUE`; `standard` if it is missing.
func argument(_ name: String, _ standard: Int) -> Int {
  let prefix = name + "="
  return CommandLine.arguments.first { $0.hasPrefix(prefix) }
    .flatMap { Int($0.dropFirst(prefix.count)) } ?? standard
}

let corpora = argument("corpora", 20)
let people = argument("people", 20)
let gestures = argument("gestures", 100)
let points = argument("points", 128)
let firstSeed = argument("seed", 1)

if CommandLine.arguments.contains("recommendations") {
  try checkRecommendations()
  exit(0)
}

/// A study of synthetic people, and the planted projection.
func planted(_ seed: UInt64) throws -> (study: Study, projection: Double) {
  var generator = SeededGenerator(seed: seed &* 7_919)
  let projection = generator.uniform(in: 0.1...0.8)
  var request = ReplayRequest(scenario: "sheet")
  request.assignments = [Assignment(key: "start", value: "half")]
  let rests = try request.restPositions()
  let goals = rests.positions.map {
    SyntheticCorpus.GestureGoal(name: $0.name, displacement: $0.position - rests.start)
  }
  let corpus = SyntheticCorpus(goals: goals, people: people, seed: seed)
  var teacher = request
  teacher.assignments.append(Assignment(key: "release.projection", value: "\(projection)"))
  var labelled: [LabelledRecording] = []
  for index in 0..<people * gestures {
    var recording = try corpus.recording(index)
    let answer = try teacher.run(of: recording).summary().decidedTarget
    let isSlip = generator.happens(0.05)
    recording.intent = isSlip ? generator.one(of: goals).name : answer
    guard
      let known = LabelledRecording(name: "\(index)", recording: recording, request: request)
    else { continue }
    labelled.append(known)
  }
  let members = labelled.map { CorpusMember(name: $0.name, recording: $0.recording) }
  let parts = CorpusSplit(by: .person, heldOut: 0.25, seed: seed).parts(of: members)
  let study = Study(
    training: zip(labelled, parts).filter { $0.1 == .training }.map(\.0),
    heldOut: zip(labelled, parts).filter { $0.1 == .heldOut }.map(\.0),
    space: SearchSpace([
      SearchDimension("release.projection", .range(0.05...1, isLogarithmic: false)),
      SearchDimension("spring.dampingRatio", .choice(["0.7", "1"])),
    ]), goal: Goal([Objective(.wrongTargets)]), plan: SearchPlan(.sobol, budget: points, seed: seed)
  )
  return (study, projection)
}

/// The number of held-out gestures that go to a wrong target with each of `points`.
func wrong(_ study: Study, _ space: SearchSpace, _ points: [[String]]) throws -> [Int] {
  var study = study
  study.space = space
  var evaluator = StudyEvaluator(study, part: .heldOut)
  return try evaluator.results(of: points, threads: 2).map { $0.card?.all.wrong ?? .max }
}

var (covered, beatsDefault, beatsPresets, tied) = (0, 0, 0, 0)
var width = 0.0
let presets = SheetScenario.presets.map(\.name)
for number in 0..<corpora {
  let (study, projection) = try planted(UInt64(firstSeed + number))
  var evaluator = StudyEvaluator(study, part: .training)
  let tried = (0..<points).map { study.plan.point($0, in: study.space) }
  let results = try evaluator.results(of: tried, threads: 2)
  let findings = try study.findings(in: results, evaluator: &evaluator, threads: 2)
  guard let best = findings.best else { continue }
  let range = findings.ranges[0].values.compactMap(Double.init)
  let (low, high) = (range.first ?? 0, range.last ?? 0)
  if (low...high).contains(projection) { covered += 1 }
  width += high - low
  if findings.ranges[1].values.count == 2 { tied += 1 }
  let own = try wrong(study, study.space, [results[best].values])[0]
  let standard = try wrong(study, SearchSpace([]), [[]])[0]
  let others = try wrong(
    study, SearchSpace([SearchDimension("preset", .choice(presets))]), presets.map { [$0] })
  if own < standard { beatsDefault += 1 }
  if own <= others.min() ?? 0 { beatsPresets += 1 }
  print(
    "\(number + 1): planted \(plain((projection * 1_000).rounded() / 1_000)), indistinguishable \(low) to \(high); "
      + "held out \(own) wrong of \(study.heldOut.count), default \(standard), best preset "
      + "\(others.min() ?? 0)")
}
print("the planted value is in the range of \(covered) of \(corpora) corpora (limit 90 %)")
print("  mean width of the range: \(plain((width / Double(corpora) * 1_000).rounded() / 1_000)) s")
print("better than the default on held-out people: \(beatsDefault) of \(corpora)")
print("not worse than any preset on held-out people: \(beatsPresets) of \(corpora)")
print("a setting without effect is reported as a tie: \(tied) of \(corpora) (limit 90 %)")
