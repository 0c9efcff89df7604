package import MotionPhysics
import Quantities
package import ReleaseRules

// Settings that several scenarios share, with the words of each.
extension Setting {
  /// The settings of a spring: its damping ratio, and its response in seconds.
  ///
  /// Their keys begin with `name`; `role` describes the spring, such as "after the release", and
  /// `zero` the effect of a response of zero; empty to leave that out.
  package static func spring(
    _ name: String, _ part: @escaping Accessor<Tuning, Spring>, _ role: String,
    dampingRatios: ClosedRange<Double>, responses: ClosedRange<Double> = 0...20, zero: String = "",
    sources: (dampingRatio: String, response: String)
  ) -> [Setting] {
    let settings: [Setting<Spring>] = [
      Setting<Spring>(
        "\(name).dampingRatio", .number(dampingRatios) { $1(&$0.dampingRatio) },
        "The damping ratio of the spring \(role).", source: sources.dampingRatio),
      Setting<Spring>(
        "\(name).response", unit: "s", .number(responses) { $1(&$0.response) },
        "The response of the spring \(role)\(zero.isEmpty ? "" : "; 0 \(zero)").",
        source: sources.response),
    ]
    return settings.map { $0.lifted(into: part) }
  }

  /// The settings for the distance and the speed below which a motion counts as ended.
  ///
  /// The `subject` is the thing that moves, such as "A list", and `state` what it then counts as.
  package static func settling(
    _ part: @escaping Accessor<Tuning, SettleTolerance>, of subject: String,
    near role: String = "its position", as state: String = "at rest"
  ) -> [Setting] {
    let settings: [Setting<SettleTolerance>] = [
      Setting<SettleTolerance>(
        "settle.distance", unit: "pt", .number(1e-6...100) { $1(&$0.distance) },
        "\(subject) within this distance of \(role) can count as \(state).",
        source: "ours; less than a third of a pixel at scale 3, so the last step is not visible"),
      Setting<SettleTolerance>(
        "settle.speed", unit: "pt/s", .number(1e-6...10_000) { $1(&$0.speed) },
        "\(subject) no faster than this can count as \(state).",
        source: "ours; 0.04 pt between two frames at 120 Hz, which is not visible"),
    ]
    return settings.map { $0.lifted(into: part) }
  }

  /// The settings for the slowest and the fastest release that throws, in points per second.
  package static func throwing(
    deadBand: @escaping Accessor<Tuning, PointsPerSecond>,
    cap: @escaping Accessor<Tuning, PointsPerSecond>
  ) -> [Setting] {
    [
      Setting(
        "release.deadBand", unit: "pt/s", .number(0...100_000, deadBand),
        "The speed at or below which a release does not throw.",
        source: "ours; above the 20 pt/s at which a resting finger drifts as it lifts"),
      Setting(
        "release.cap", unit: "pt/s", .number(0...100_000, cap), "The highest speed of a throw.",
        source: "Flutter, kMaxFlingVelocity, 8000 logical pixels a second"),
    ]
  }
}
