import Flickbook
import Glibc
import InteractionScenarios
import Quantities
import SyntheticHands
import Tuning

// Measures how many evaluations (recordings × sets of settings) one core does per second. Each
// figure is the best of several rounds, and is also printed as a ratio to the time of a whole
// replay in the same process.
//
//     TuneBenchmarks [SCENARIO [PREFIX [ROUNDS]]]
//     TuneBenchmarks law [SECONDS [SEED]]
//
// PREFIX selects the measurements whose names begin with it; `each` also measures every gesture
// separately. `law` compares outcomes with those of whole replays, for 60 seconds by default.

/// The required number of evaluations per second on one core.
let bars = (ruleAndSpring: 50_000.0, anything: 25_000.0)

let words = CommandLine.arguments.dropFirst()

/// Whether the measurement called `name` is selected.
func isAsked(_ name: String) -> Bool { words.dropFirst().first.map { name.hasPrefix($0) } ?? true }

/// Returns the processor time of `body` in seconds, the best of several rounds.
///
/// Other processes hardly affect the processor time.
func seconds(rounds: Int = 3, _ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = now()
    try body()
    best = min(best, now() - start)
  }
  return best
}

func rounded(_ number: Double, _ unit: Double = 100) -> Double { (number * unit).rounded() / unit }

func gestures(_ scenario: String, _ count: Int, only: [String]? = nil) throws -> [LabelledRecording]
{
  let known = only.map { names in allGestures.filter { names.contains($0.name) } } ?? allGestures
  return try (0..<count).compactMap { index in
    let gesture = known[index % known.count]
    let seed = UInt64(index / known.count + 1)
    return LabelledRecording(
      name: "\(gesture.name)-\(seed)",
      recording: try gesture.recording(
        SyntheticGesture.Options(
          digitizer: Digitizer(noise: Points(0.2), seed: seed), intent: "half")),
      request: ReplayRequest(scenario: scenario))
  }
}

/// Random sets of values within bounds, from a fixed seed.
func drawn(_ bounds: [(key: String, range: ClosedRange<Double>)], _ count: Int) -> TriedSettings {
  var generator = SeededGenerator(seed: 7)
  return TriedSettings(
    keys: bounds.map { $0.key },
    rows: (0..<count).map { _ in bounds.map { TriedValue(generator.uniform(in: $0.range)) } })
}

let rule: [(key: String, range: ClosedRange<Double>)] = [
  ("release.projection", 0...0.5), ("release.deadBand", 0...300),
]
let spring: [(key: String, range: ClosedRange<Double>)] = [
  ("spring.response", 0.2...0.6), ("spring.dampingRatio", 0.5...1.1),
]
let hand: [(key: String, range: ClosedRange<Double>)] = [
  ("tracking.response", 0.05...0.3), ("limits.stiffness", 0.2...0.8),
]

/// Measures the evaluations per second, and prints them with the ratio to the cost of a replay.
@MainActor
func report(
  _ name: String, _ recordings: [LabelledRecording], _ tried: TriedSettings, replay: Double,
  bar: Double? = nil, margin: Points? = nil
) throws {
  guard isAsked(name) else { return }
  let evaluator = try Evaluator(recordings)
  var sum = 0.0
  let rounds = words.dropFirst(2).first.flatMap { Int($0) } ?? 3
  let time = try seconds(rounds: rounds) {
    try evaluator.evaluate(tried) { sum += $2.settleTime?.value ?? 0 }
  }
  let count = Double(recordings.count * tried.rows.count)
  let perSecond = count / time
  let against = bar.map { ", \(rounded(perSecond / $0)) of the required \(Int($0))" } ?? ""
  fflush(nil)
  print(
    "  \(name): \(rounded(1e6 / perSecond, 1000)) µs each, \(Int(perSecond)) per second, "
      + "\(rounded(replay * perSecond, 10)) per replay\(against)")
}

if words.first == "law" {
  let end = ContinuousClock.now + .seconds(words.dropFirst().first.flatMap { Double($0) } ?? 60)
  var law = OutcomeLaw(seed: words.dropFirst(2).first.flatMap { UInt64($0) } ?? 1)
  while ContinuousClock.now < end { try law.look() }
  print("\(law.compared) outcomes, \(law.wrong) of them differ from the whole replay")
  exit(law.wrong == 0 ? 0 : 1)
}

for scenario in ["sheet", "pip"] where words.first.map({ $0 == scenario }) ?? true {
  let flicks = try gestures(scenario, 100, only: ["flick", "tiny-flick", "hooked-lift-off"])
  let all = try gestures(scenario, 100)
  let replay =
    try seconds {
      for labelled in all { _ = try labelled.request.run(of: labelled.recording).summary() }
    } / Double(all.count)
  print("\(scenario): a whole replay takes \(rounded(replay * 1e6)) µs")
  let reading = try seconds { _ = try Evaluator(all) } / Double(all.count)
  print("  reading a recording once: \(rounded(reading * 1e6)) µs")
  try report(
    "rule and spring, flicks", flicks, drawn(rule + spring, 200), replay: replay,
    bar: bars.ruleAndSpring)
  try report(
    "rule and spring, all gestures", all, drawn(rule + spring, 200), replay: replay,
    bar: bars.ruleAndSpring)
  let grid = TriedSettings(
    keys: (rule + spring).map { $0.key },
    rows: drawn(rule, 40).rows.flatMap { row in drawn(spring, 40).rows.map { row + $0 } })
  try report("a grid of both, flicks", flicks, grid, replay: replay, bar: bars.ruleAndSpring)
  try report("a grid of both, all gestures", all, grid, replay: replay, bar: bars.ruleAndSpring)
  try report(
    "anything, flicks", flicks, drawn(hand + rule + spring, 200), replay: replay,
    bar: bars.anything)
  try report(
    "anything, all gestures", all, drawn(hand + rule + spring, 200), replay: replay,
    bar: bars.anything)
  try report(
    "with margins, all gestures", all, drawn(rule + spring, 20), replay: replay,
    margin: Study.standardMargin)
  guard words.dropFirst().first == "each" else { continue }
  for gesture in allGestures {
    let alone = try gestures(scenario, 100, only: [gesture.name])
    try report("each, \(gesture.name)", alone, drawn(rule + spring, 200), replay: replay)
    try report("each, a grid, \(gesture.name)", alone, grid, replay: replay)
  }
}

guard words.isEmpty else { exit(0) }

let base = try gestures("sheet", 100)
let replay =
  try seconds {
    for labelled in base { _ = try labelled.request.run(of: labelled.recording).summary() }
  } / Double(base.count)
print("growth, sheet, rule and spring; a whole replay takes \(rounded(replay * 1e6)) µs")
for (recordings, settings) in [(100, 50), (100, 500), (1_000, 50)] {
  let evaluator = try Evaluator(try gestures("sheet", recordings))
  let tried = drawn(rule + spring, settings)
  let time = try seconds(rounds: 3) { try evaluator.evaluate(tried) { _, _, _ in } }
  let each = time / Double(recordings * settings)
  print(
    "  \(recordings) recordings × \(settings) sets: \(rounded(each * 1e6, 1000)) µs each, "
      + "\(rounded(replay / each, 10)) per replay")
}

let study = Study(
  training: base,
  space: SearchSpace([
    SearchDimension("release.projection", .choice((0..<30).map { "\(Double($0) / 100)" })),
    SearchDimension("tracking.response", .choice((1...20).map { "\(Double($0) / 100)" })),
  ]), goal: Goal([Objective(.wrongTargets)]), plan: SearchPlan(.grid, budget: 600))
let points = (0..<600).map { study.plan.point($0, in: study.space) }
print("growth, a study of \(points.count) combinations of \(base.count) recordings")
var alone = 0.0
for threads in [1, 2, 4] {
  let clock = ContinuousClock()
  let start = clock.now
  var evaluator = StudyEvaluator(study, part: .training)
  _ = try evaluator.results(of: points, threads: threads)
  let time = (clock.now - start).components
  let taken = Double(time.seconds) + Double(time.attoseconds) * 1e-18
  if threads == 1 { alone = taken }
  let each = taken / Double(points.count * base.count)
  print(
    "  \(threads) threads: \(rounded(taken)) s, \(rounded(alone / taken)) times as fast, "
      + "\(rounded(replay / each, 10)) per replay")
}
