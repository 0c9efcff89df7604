public import FrameLogs
public import Quantities
import ReleaseRules

/// What was decided about a gesture last, against what the hand meant.
public struct GestureVerdict: Hashable, Sendable {
  /// A target as it was weighed.
  public struct Candidate: Hashable, Sendable {
    /// Its name.
    public var target: String
    /// How far it is from where the surface would have come to rest by itself.
    public var distance: Points
  }

  /// The targets that the hand may have meant.
  public var intents: [String]
  /// When it was decided, from the first event of the recording.
  public var time: Seconds
  /// The target of the last decision.
  public var decidedTarget: String
  /// The same, or where the surface was sent after it.
  public var finalTarget: String
  /// Why the target is the target, in the words of the log.
  public var reason: String
  /// The velocity that the rule used.
  public var velocity: Velocity
  /// The targets, in order along the travel; empty where none are weighed.
  public var candidates: [Candidate]
  /// Whether the rule goes by where the surface would come to rest by itself.
  ///
  /// The distances of ``candidates`` explain nothing where it does not.
  public var usesProjection: Bool

  /// What `run` decided last; nil when it decided nothing.
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
    // Scenarios without a choice of rules go by it.
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

  /// Whether the target decided on, or the one reached in the end, was meant.
  public var isRight: Bool { intents.contains(decidedTarget) || intents.contains(finalTarget) }

  /// How much farther the nearest target that was meant is than the nearest other one; negative when it
  /// is nearer, and nil where either is not weighed, or the rule does not go by these distances.
  ///
  /// It is smooth where the answer is not, so that a search can tell how wrong a wrong answer is. Rules
  /// that do not go by distances may decide against it.
  public var margin: Points? {
    guard usesProjection else { return nil }
    let meant = candidates.filter { intents.contains($0.target) }.map { $0.distance }.min()
    let other = candidates.filter { !intents.contains($0.target) }.map { $0.distance }.min()
    guard let meant, let other else { return nil }
    return meant - other
  }
}
