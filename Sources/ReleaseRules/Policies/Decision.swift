public import FrameLogs
public import Quantities
public import VelocityEstimation

/// The decision of a release rule, with the values that explain it.
public struct Decision: Hashable, Sendable {
  /// The reason for the target.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// There is only one candidate.
    case single
    /// The target is the candidate nearest to the position at the release; the velocity was zero or not used.
    case nearest
    /// The target is the candidate nearest to the projection.
    case projected
    /// The projection was beyond the next candidate, but the rule allows a release to go at most to that candidate.
    case clampedToAdjacent
    /// The nearest candidate was opposite to the flick, so the rule picked a candidate in the flick's direction.
    case flickFloor
    /// Another candidate is nearer than the start, but by less than the hysteresis, so the target is the start.
    case hysteresisKept
    /// A threshold of distance decided, because the position or the projection was either past the threshold or not.
    case thresholdDistance
    /// The release was fast enough to go to another candidate, or to prevent a dismissal.
    case thresholdVelocity
    /// The release was fast enough to dismiss the surface.
    case dismissVelocity
    /// The surface was dragged or projected far enough to be dismissed.
    case dismissDistance
    /// The rule dismissed the surface, but the program refused the dismissal.
    case dismissVetoed
    /// The window was thrown towards a side, or released mostly off the screen, so the target is at this side, with
    /// most of the window hidden.
    case stash
    /// A magnet (a position that attracts the surface) held the surface, or the surface was thrown towards a magnet.
    case magnet
    /// The finger scrolled the content of the surface and did not move the surface, so the surface stays at its
    /// position.
    case scrolled
    /// The release had no velocity, so the surface continues to its previous target.
    case continued
    /// The touch was cancelled, so the nearest candidate is the target.
    case cancelled
    /// A registered rule gave no valid answer, so the target is the candidate nearest to the projection.
    case ruleFailed
    /// A rule of your own, which gave no other reason, picked the target.
    case ownRule
  }

  /// A candidate with its distance from the projection.
  public struct CandidateDistance: Hashable, Sendable {
    /// The candidate.
    public var candidate: RestCandidate
    /// The distance of the candidate from the projection.
    public var distance: Points
  }

  /// The name of the target; `gone` if the surface is dismissed.
  public var target: String
  /// The position of the target; after a dismissal, the position to which the surface leaves.
  public var targetPosition: Position
  /// The projection: the position at which the surface would come to rest by friction alone.
  public var projected: Position
  /// The velocity that the rule used, after ``ReleasePolicy/filter``.
  public var velocity: Velocity
  /// The reason that the estimator gave for the velocity.
  public var velocityReason: VelocityEstimate.Reason
  /// The covariance of the estimated velocity; nil if the estimator does not provide one.
  public var velocityCovariance: VelocityCovariance?
  /// The name of the candidate at which the surface rested, or to which it was moving, before the touch.
  public var from: String
  /// The reason for the target.
  public var reason: Reason
  /// The candidates of the decision, in order along the travel of the surface.
  public var rests: [RestCandidate]

  /// How the surface leaves the screen; nil if the surface stays, or is dismissed to a fixed position.
  package var dismissal: Dismissal?

  /// The direction and the heading in which a dismissed surface leaves the screen.
  public struct Dismissal: Hashable, Sendable {
    /// The nearest of the four directions on the screen.
    package var direction: Direction
    /// The exact heading, which can be diagonal; not zero.
    package var heading: Heading
  }

  package init(
    target: String, targetPosition: Position, projected: Position, velocity: Velocity,
    estimate: VelocityEstimate, from: String, reason: Reason, rests: [RestCandidate],
    dismissal: Dismissal? = nil
  ) {
    self.target = target
    self.targetPosition = targetPosition
    self.projected = projected
    self.velocity = velocity
    velocityReason = estimate.reason
    velocityCovariance = estimate.covariance
    self.from = from
    self.reason = reason
    self.rests = rests
    self.dismissal = dismissal
  }

  /// The candidates with their distances from the projection, in order along the travel of the surface.
  ///
  /// - Complexity: O(candidates) at each access.
  public var candidates: [CandidateDistance] {
    rests.map { candidate in
      CandidateDistance(candidate: candidate, distance: (candidate.position - projected).length)
    }
  }

  /// The name of the target of a dismissal.
  public static let gone = "gone"

  /// The decision as the fields of an event in the log of a run.
  public var logFields: [LogField] {
    [
      LogField("velocityX", .number(velocity.x.value)),
      LogField("velocityY", .number(velocity.y.value)),
      LogField("velocityErrorX", velocityCovariance.map { .number($0.errorX.value) } ?? .none),
      LogField("velocityErrorY", velocityCovariance.map { .number($0.errorY.value) } ?? .none),
      LogField("velocityReason", .text(velocityReason.rawValue)),
      LogField("projectedX", .number(projected.x.value)),
      LogField("projectedY", .number(projected.y.value)),
      LogField("from", .text(from)),
      LogField("target", .text(target)),
      LogField("reason", .text(reason.rawValue)),
      LogField(
        "candidates",
        .list(
          candidates.map { weighed in
            .fields([
              LogField("target", .text(weighed.candidate.name)),
              LogField("x", .number(weighed.candidate.position.x.value)),
              LogField("y", .number(weighed.candidate.position.y.value)),
              LogField("distance", .number(weighed.distance.value)),
            ])
          })),
    ]
  }
}

extension Decision.Reason {
  /// The meaning of the reason, in one sentence.
  public var meaning: String {
    switch self {
    case .single: "There is only one candidate."
    case .nearest:
      "The candidate is nearest to the position of the release; the velocity was zero or not used."
    case .projected: "The candidate is nearest to the projected rest position."
    case .clampedToAdjacent:
      "The flick would have passed the next candidate, but the rule allows at most the next candidate."
    case .flickFloor:
      "The nearest candidate was opposite to the flick, so the next candidate in its direction was picked."
    case .hysteresisKept:
      "Another candidate is nearer, but by less than the hysteresis of the rule, so the surface stays at the start."
    case .thresholdDistance:
      "A threshold of distance decided: the surface moved past the threshold, or not far enough to leave."
    case .thresholdVelocity:
      "A threshold of velocity decided: the release was fast enough to go to the next candidate or to the end."
    case .dismissVelocity: "The surface was thrown out fast enough to be dismissed."
    case .dismissDistance: "The surface was pulled out far enough to be dismissed."
    case .dismissVetoed: "The surface would have been dismissed, but the program refused."
    case .stash:
      "The surface was thrown at a side, or dropped mostly off the screen, and is stashed there."
    case .magnet: "A magnet held the surface, or the surface was thrown at a magnet."
    case .scrolled: "The finger moved the content, so the surface stays at its position."
    case .continued:
      "The release had no velocity, so the surface continues to its previous target."
    case .cancelled: "The touch was cancelled, so the surface goes to the nearest candidate."
    case .ownRule: "A rule of your own, which gave no other reason, picked the target."
    case .ruleFailed:
      "A registered rule gave no valid answer, so the candidate nearest to the projection was picked."
    }
  }
}

extension Decision {
  /// Makes `candidate` the target, for `reason`.
  package mutating func pick(_ candidate: RestCandidate, _ reason: Reason) {
    target = candidate.name
    targetPosition = candidate.position
    self.reason = reason
  }

  /// Dismisses the surface to `position`, for `reason`.
  package mutating func leave(to position: Position, _ reason: Reason) {
    target = Self.gone
    targetPosition = position
    self.reason = reason
  }

  /// Copies the target and the reason from the verdict of a rule.
  mutating func follow(_ verdict: Verdict) {
    switch verdict {
    case .rest(let candidate, let reason): pick(candidate, reason)
    case .gone(let position, let reason, let dismissal):
      leave(to: position, reason)
      self.dismissal = dismissal
    }
  }
}
