package import MotionPhysics
import Quantities
package import ReleaseRules

// Settings that several scenarios have; each scenario supplies the nouns for the descriptions.
extension Setting {
  /// Returns the settings of a spring: its damping ratio, and its response in seconds.
  ///
  /// The keys begin with `name`. `role` describes the spring, such as "after the release". `zero` describes the effect
  /// of a response of zero; if it is empty, the description does not mention a response of zero.
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

  /// Returns the settings for the distance and the speed below which a motion counts as ended.
  ///
  /// `subject` is the moving thing, such as "A list", `role` is its goal, such as "its target", and `state` describes
  /// the thing after the motion, such as "at rest".
  package static func settling(
    _ part: @escaping Accessor<Tuning, SettleTolerance>, of subject: String,
    near role: String = "its position", as state: String = "at rest"
  ) -> [Setting] {
    let settings: [Setting<SettleTolerance>] = [
      Setting<SettleTolerance>(
        "settle.distance", unit: "pt", .number(1e-6...100) { $1(&$0.distance) },
        "\(subject) that is slow enough counts as \(state) within this distance of \(role).",
        source: "our choice; at scale 3 this is less than a third of a pixel, so not visible"),
      Setting<SettleTolerance>(
        "settle.speed", unit: "pt/s", .number(1e-6...10_000) { $1(&$0.speed) },
        "\(subject) that is near enough counts as \(state) at or below this speed.",
        source: "our choice; a movement of 0.04 pt in a frame at 120 Hz is not visible"),
    ]
    return settings.map { $0.lifted(into: part) }
  }

  /// Returns the settings for the slowest release that throws, and for the highest speed of a throw.
  package static func throwing(
    deadBand: @escaping Accessor<Tuning, PointsPerSecond>,
    cap: @escaping Accessor<Tuning, PointsPerSecond>
  ) -> [Setting] {
    [
      Setting(
        "release.deadBand", unit: "pt/s", .number(0...100_000, deadBand),
        "The speed at or below which a release does not throw the content.",
        source: "our choice; a resting finger drifts at up to 20 pt/s as it lifts"),
      Setting(
        "release.cap", unit: "pt/s", .number(0...100_000, cap), "The highest speed of a throw.",
        source: "Flutter, kMaxFlingVelocity, 8000 logical pixels a second"),
    ]
  }
}
