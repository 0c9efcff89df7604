import InteractionScenarios
import SyntheticHands
import Tuning

/// The default request for a scenario.
func standardRequest(_ scenario: String) -> ReplayRequest {
  var request = ReplayRequest(scenario: scenario)
  // From the middle detent, a sheet can go up or down.
  if scenario == "sheet" { request.assignments = [Assignment(key: "start", value: "half")] }
  return request
}

/// Gestures of synthetic people in `scenario`, with their intents.
func people(_ scenario: String, _ range: Range<Int>, seed: UInt64) throws -> [LabelledRecording] {
  let request = standardRequest(scenario)
  let positions = try request.restPositions()
  let corpus = SyntheticCorpus(
    goals: positions.positions.map {
      SyntheticCorpus.GestureGoal(name: $0.name, displacement: $0.position - positions.start)
    }, people: 20, seed: seed)
  return try range.compactMap { index in
    LabelledRecording(
      name: "\(scenario) \(index)", recording: try corpus.recording(index), request: request)
  }
}

/// The first `count` gestures of synthetic people that do not go to their intended target with the
/// default settings.
func misread(_ scenario: String, _ count: Int, seed: UInt64) throws -> [LabelledRecording] {
  var found: [LabelledRecording] = []
  var start = 0
  while found.count < count {
    let some = try people(scenario, start..<start + 500, seed: seed)
    let evaluator = try Evaluator(some)
    try evaluator.evaluate(
      TriedSettings(keys: [], rows: [[]])
    ) { _, index, outcome in
      guard outcome.decidedTarget != nil, !outcome.meets(some[index].intents) else { return }
      found.append(some[index])
    }
    start += 500
  }
  return Array(found.prefix(count))
}

extension LabelledRecording {
  /// Whether a whole replay with these changes goes to the intended target.
  func goesRight(with changes: [SettingRepair.Change]) throws -> Bool {
    var request = request
    for change in changes { try request.vary(change.key, change.new) }
    let summary = try request.run(of: recording).summary()
    return Outcome(summary).meets(intents)
  }
}
