public import FrameLogs
public import Quantities
import ReleaseRules

/// The last decision about a gesture, compared with the gesture's intent.
public struct GestureVerdict: Hashable, Sendable {
  /// A target that the decision considered.
  public struct Candidate: Hashable, Sendable {
    /// The name of the target.
    public var target: String
    /// The distance from the projection to the target; the projection is where the surface would come to rest by
    /// itself.
    public var distance: Points
  }

  /// The intended targets.
  public var intents: [String]
  /// The time of the decision, from the first event of the recording.
  public var time: Seconds
  /// The target of the last decision.
  public var decidedTarget: String
  /// The final target; it differs from ``decidedTarget`` if the surface was sent to another target after the decision.
  public var finalTarget: String
  /// The reason of the decision, such as `nearest`, as the event log has it.
  public var reason: String
  /// The velocity with which the release rule decided.
  public var velocity: Velocity
  /// The targets that the rule considered, in order along the axis; empty if the rule considers none.
  public var candidates: [Candidate]
  /// Whether the release rule decides by the projected position.
  ///
  /// If the rule decides by something else, the distances of ``candidates`` do not explain the decision.
  public var usesProjection: Bool

  /// Creates a verdict from the last decision of `run`; nil if there is none.
  public init?(_ run: Run, intents: [String]) {
    var tally = RunTally()
    for event in run.events { tally.note(event) }
    guard let decision = tally.decision,
      let event = run.events.last(where: { $0.kind == .decision })
    else { return nil }
    self.intents = intents
    time = decision.time
    decidedTarget = decision.target ?? ""
    finalTarget = tally.finalTarget ?? ""
    velocity = decision.velocity
    let payload = LogValue.fields(event.payload)
    reason = payload["reason"]?.asText ?? ""
    // Scenarios without a choice of rules decide by the projected position, so a missing setting counts as yes.
    let rule = LogValue.fields(run.header)["settings"]?["release.choice"]?["value"]?.asText
    usesProjection =
      ReleaseRule.kinds.first { $0.name == rule }.map { $0.projection != .none } ?? true
    candidates = []
    guard case .list(let weighed)? = payload["candidates"] else { return }
    candidates = weighed.map { candidate in
      Candidate(
        target: candidate["target"]?.asText ?? "",
        distance: Points(candidate["distance"]?.asNumber ?? 0))
    }
  }

  /// Whether the decided target or the final target is an intended one.
  public var isRight: Bool { intents.contains(decidedTarget) || intents.contains(finalTarget) }

  /// The distance to the nearest intended target minus the distance to the nearest other target.
  ///
  /// The excess is negative if an intended target is nearer. It is nil if no intended target or no other target was
  /// considered, or if the rule does not decide by distances. Small changes of the settings change the excess only a
  /// little even if they change the target, so the excess measures how wrong a decision is.
  public var excessDistance: Points? {
    guard usesProjection else { return nil }
    let meant = candidates.filter { intents.contains($0.target) }.map { $0.distance }.min()
    let other = candidates.filter { !intents.contains($0.target) }.map { $0.distance }.min()
    guard let meant, let other else { return nil }
    return meant - other
  }
}
