import Flickbook
import InteractionScenarios
import Quantities
import ReleaseRules
import SyntheticHands
import Tuning

/// Checks on random settings that every outcome of an evaluation equals that of the whole replay.
///
/// The unit tests use selected settings. This check uses random settings, at the speed of a release
/// build.
struct OutcomeLaw {
  private static let scenarios = ["sheet", "pip", "card", "modal", "drawer", "swipe"]
  /// The settings that give a window a stash or a magnet.
  private static let flags = ["stash", "dismiss"]
  private static let rates = [7.0, 60, 90, 120, 120, 1000]

  private var generator: SeededGenerator
  /// The number of compared outcomes, and of those that differ from the replay.
  private(set) var (compared, wrong) = (0, 0)

  /// Creates a check whose random settings depend on `seed`.
  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Compares all gestures in one scenario with some random settings; prints the differences.
  mutating func look() throws {
    let scenario = generator.one(of: Self.scenarios)
    let rate = FrameRate(framesPerSecond: generator.one(of: Self.rates))
    let noise = Digitizer(
      noise: Points(0.2), seed: UInt64(generator.uniform(in: 1...1_000_000)))
    let start = try beginning(scenario)
    let recordings = try allGestures.compactMap { gesture in
      var request = start
      request.rate = rate
      return LabelledRecording(
        name: gesture.name,
        recording: try gesture.recording(
          SyntheticGesture.Options(digitizer: noise, intent: "half")), request: request)
    }
    let tried = drawnSettings()
    var outcomes: [[Int]: Outcome] = [:]
    let errors = try Evaluator(recordings).evaluate(tried) { outcomes[[$0, $1]] = $2 }
    for row in tried.rows.indices where errors[row] == nil {
      for (index, labelled) in recordings.enumerated() {
        try compare(outcomes[[row, index]], labelled, zip(tried.keys, tried.rows[row]))
      }
    }
  }

  /// Returns a request for a scenario, sometimes with a preset; windows sometimes have a stash or a
  /// magnet.
  private mutating func beginning(_ scenario: String) throws -> ReplayRequest {
    var request = ReplayRequest(scenario: scenario)
    let presets = try ScenarioKind.named(scenario).presets.map { $0.name }
    if !presets.isEmpty, generator.happens(0.4) { request.preset = generator.one(of: presets) }
    if scenario == "pip" {
      for flag in Self.flags where generator.happens(0.3) {
        request.assignments.append(Assignment(key: flag, value: "true"))
      }
    }
    return request
  }

  private mutating func compare(
    _ outcome: Outcome?, _ labelled: LabelledRecording,
    _ settings: Zip2Sequence<[String], [TriedValue]>
  ) throws {
    var request = labelled.request
    request.assignments += settings.map { Assignment(key: $0, value: $1.text) }
    let summary = try request.run(of: labelled.recording).summary()
    compared += 1
    guard outcome != Outcome(summary) else { return }
    wrong += 1
    print(
      "\(request.scenario) at \(request.rate.framesPerSecond) Hz, \(labelled.name), "
        + "preset \(request.preset ?? "none"): "
        + request.assignments.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
  }

  /// Random values for settings of the rule and the spring, sometimes also of the drag, in rows or
  /// in a grid.
  private mutating func drawnSettings() -> TriedSettings {
    let withHand = generator.happens(0.4)
    let isUsual = generator.happens(0.5)
    let rules = (0..<4).map { _ in
      [generator.uniform(in: 0...0.6), generator.happens(0.5) ? 30 : scattered(1...3_000)]
    }
    let springs = (0..<4).map { _ in
      [
        dampingRatio(), scattered(0.03...2), isUsual ? 0.1 : scattered(1e-6...100),
        isUsual ? 5 : scattered(1e-6...10_000),
      ]
    }
    let hands = (0..<4).map { _ in
      [generator.happens(0.4) ? 0 : scattered(0.01...0.5), generator.uniform(in: 0.1...1)]
    }
    let rows: [[Double]]
    if generator.happens(0.3) {
      rows = rules.flatMap { rule in springs.map { rule + $0 + (withHand ? hands[0] : []) } }
    } else {
      rows = rules.indices.map { rules[$0] + springs[$0] + (withHand ? hands[$0] : []) }
    }
    return TriedSettings(
      keys: [
        "release.projection", "release.deadBand", "spring.dampingRatio", "spring.response",
        "settle.distance", "settle.speed",
      ] + (withHand ? ["tracking.response", "limits.stiffness"] : []),
      rows: rows.map { $0.map { TriedValue($0) } })
  }

  /// A random damping ratio, often near 1, where overshoot begins.
  private mutating func dampingRatio() -> Double {
    switch generator.uniform(in: 0...1) {
    case ..<0.3: generator.uniform(in: 0.2...1.3)
    case ..<0.6: generator.uniform(in: 0.9...1)
    case ..<0.8: 1 - scattered(1e-11...0.1)
    default: generator.uniform(in: 0.97...1.02)
    }
  }

  /// A random number whose logarithm is uniformly distributed.
  private mutating func scattered(_ range: ClosedRange<Double>) -> Double {
    exponential(
      generator.uniform(
        in: naturalLogarithm(range.lowerBound)...naturalLogarithm(range.upperBound)))
  }
}
