public import FrameLogs
public import Quantities
import ReleaseRules

/// The last decision of a run, compared with the intent of the gesture.
public struct GestureVerdict: Hashable, Sendable {
  /// A target that the decision considered.
  public struct Candidate: Hashable, Sendable {
    /// The name of the target.
    public var target: String
    /// The distance from the projection to the target.
    ///
    /// The projection is the position at which friction alone would stop the surface.
    public var distance: Points
  }

  /// The intended targets, each of which is right.
  public var intents: [String]
  /// The time of the decision, in seconds after the first event of the recording.
  public var time: Seconds
  /// The target of the last decision; empty if the decision names none.
  public var decidedTarget: String
  /// The final target; it differs from ``decidedTarget`` if the surface was sent to another target after the decision.
  public var finalTarget: String
  /// The reason of the decision as one word, such as `nearest`; `flickbook explain` explains these words.
  public var reason: String
  /// The velocity that the release rule used for the decision.
  public var velocity: Velocity
  /// The targets that the rule considered, in order along the axis; empty if the rule considers none.
  public var candidates: [Candidate]
  /// Whether the release rule decides by the projected position.
  ///
  /// If this is false, the distances of ``candidates`` do not explain the decision.
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
    // Scenarios without the setting `release.choice` always decide by the projected position.
    let rule = LogValue.fields(run.header)["settings"]?["release.choice"]?["value"]?.asText
    usesProjection =
      ReleaseRule.allKinds.first { $0.name == rule }.map { $0.projection != .none } ?? true
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
  /// The distances are in ``candidates``. The difference is negative if an intended target is nearer. The difference is
  /// nil if the rule does not decide by the projected position, or if it considered no intended target or no other
  /// target. A small change of the settings changes the difference only a little, even if it changes the target, so the
  /// difference measures how wrong a decision is.
  public var excessDistance: Points? {
    guard usesProjection else { return nil }
    let meant = candidates.filter { intents.contains($0.target) }.map { $0.distance }.min()
    let other = candidates.filter { !intents.contains($0.target) }.map { $0.distance }.min()
    guard let meant, let other else { return nil }
    return meant - other
  }
}
