package import MotionPhysics
import Quantities
package import ReleaseRules

// What several scenarios have to set, each in its own words.
extension Setting {
  /// The damping ratio and the response, in seconds, of the spring that `part` opens.
  ///
  /// Their keys begin with `name`; `role` says which spring it is, such as "after the release", and
  /// `zero` what a response of zero does, where there is something to say.
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

  /// How near its position, and how slow, what moves by itself counts as having arrived.
  ///
  /// The `subject` is what moves, such as "A list", and `state` what it then counts as.
  package static func settling(
    _ part: @escaping Accessor<Tuning, SettleTolerance>, of subject: String,
    near role: String = "its position", as state: String = "at rest"
  ) -> [Setting] {
    let settings: [Setting<SettleTolerance>] = [
      Setting<SettleTolerance>(
        "settle.distance", unit: "pt", .number(1e-6...100) { $1(&$0.distance) },
        "\(subject) this near \(role) may count as \(state).",
        source: "ours; under a third of a pixel at scale 3, so the last step is not seen"),
      Setting<SettleTolerance>(
        "settle.speed", unit: "pt/s", .number(1e-6...10_000) { $1(&$0.speed) },
        "\(subject) this slow may count as \(state).",
        source: "ours; 0.04 pt between two frames at 120 Hz, which is not seen"),
    ]
    return settings.map { $0.lifted(into: part) }
  }

  /// Between which speeds a release throws what coasts, in points per second.
  package static func throwing(
    deadBand: @escaping Accessor<Tuning, PointsPerSecond>,
    cap: @escaping Accessor<Tuning, PointsPerSecond>
  ) -> [Setting] {
    [
      Setting(
        "release.deadBand", unit: "pt/s", .number(0...100_000, deadBand),
        "The speed up to which a release does not throw.",
        source: "ours; above the 20 pt/s at which a resting finger drifts as it lifts"),
      Setting(
        "release.cap", unit: "pt/s", .number(0...100_000, cap), "The greatest speed of a throw.",
        source: "Flutter, kMaxFlingVelocity, 8000 logical pixels a second"),
    ]
  }
}
