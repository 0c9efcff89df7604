public import FrameLogs
public import Quantities
public import VelocityEstimation

/// What a release rule decided, and everything that explains it.
public struct Decision: Hashable, Sendable {
  /// Why the target is the target.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// There is only one candidate.
    case single
    /// Nearest to where the hand let go, without a velocity.
    case nearest
    /// Nearest to where the surface would have come to rest by itself.
    case projected
    /// The projection went past the neighbour and was held there.
    case clampedToAdjacent
    /// A flick would have been answered against its direction, so the next candidate was taken.
    case flickFloor
    /// The start was kept although another candidate is a little nearer.
    case hysteresisKept
    /// The projected progress crossed its threshold, or did not.
    case thresholdDistance
    /// Fast enough to go on to the next candidate, or to the end.
    case thresholdVelocity
    /// Thrown out fast enough to dismiss.
    case dismissVelocity
    /// Pulled out far enough to dismiss.
    case dismissDistance
    /// Would have been dismissed, and somebody refused.
    case dismissVetoed
    /// Thrown at a side, or dropped with most of itself off the screen, so it waits there.
    case stash
    /// A magnet held it, or it was thrown at one.
    case magnet
    /// The hand moved the content of the surface, which stays where it is.
    case scrolled
    /// Without a velocity it goes on to where it was going.
    case continued
    /// The touch was taken away, so the nearest candidate is the target.
    case cancelled
  }

  /// A candidate as it was weighed.
  public struct WeighedCandidate: Hashable, Sendable {
    /// The candidate.
    public var candidate: RestCandidate
    /// Its distance from the projected rest.
    public var distance: Points
  }

  /// The name of the target; `gone` when the surface is dismissed.
  public var target: String
  /// Where the surface is when it rests there.
  public var targetPosition: Position
  /// Where the surface would have come to rest by itself.
  public var projected: Position
  /// The velocity that the rule used, after its dead band and cap.
  public var velocity: Velocity
  /// What the estimator said of the velocity.
  public var velocityReason: VelocityEstimate.Reason
  /// How certain the estimator was of the velocity of the hand; nil if it does not know.
  public var velocityCovariance: VelocityCovariance?
  /// The name of the candidate that the surface came from.
  public var from: String
  /// Why the target is the target.
  public var reason: Reason
  /// The candidates among which it was made, in order along the travel.
  public var rests: [RestCandidate]

  /// How a surface that is thrown out leaves; nil for one that does not, or that is gone at a position.
  package var dismissal: Dismissal?

  /// How a surface that is thrown out leaves.
  package struct Dismissal: Hashable {
    /// The direction in which it is thrown.
    package var direction: Direction
    /// Which way it goes, not zero.
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

  /// The candidates with their distances, in order along the travel.
  ///
  /// - Complexity: O(candidates), each time.
  public var candidates: [WeighedCandidate] {
    rests.map { candidate in
      WeighedCandidate(candidate: candidate, distance: (candidate.position - projected).length)
    }
  }

  /// The target of a surface that is dismissed.
  public static let gone = "gone"

  /// The decision as the payload of an event.
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
  /// Why the target is the target, for a reader.
  public var meaning: String {
    switch self {
    case .single: "There is only one place to go to."
    case .nearest: "The place nearest to where the hand let go; a velocity played no part."
    case .projected: "The place nearest to where the surface would have come to rest by itself."
    case .clampedToAdjacent:
      "The flick would have carried it past the next place; the rule lets it go no farther than that."
    case .flickFloor:
      "A flick would have been answered against its direction, so the next place in its direction was taken."
    case .hysteresisKept:
      "Another place is a little nearer, but by less than the rule asks for, so it stays where it was."
    case .thresholdDistance:
      "The hand had come far enough for the next place, or not far enough to leave."
    case .thresholdVelocity: "The hand was fast enough to go on to the next place, or to the end."
    case .dismissVelocity: "It was thrown out fast enough to be dismissed."
    case .dismissDistance: "It was pulled out far enough to be dismissed."
    case .dismissVetoed: "It would have been dismissed, and the program refused."
    case .stash:
      "It was thrown at a side, or dropped with most of it off the screen, and waits there."
    case .magnet: "A magnet held it, or it was thrown at one."
    case .scrolled: "The hand moved the content, so the surface stays where it is."
    case .continued: "It was let go without a velocity and goes on to where it was going."
    case .cancelled: "The touch was taken away, so it goes to the nearest place."
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

  /// Does what a rule says.
  mutating func follow(_ verdict: Verdict) {
    switch verdict {
    case .rest(let candidate, let reason): pick(candidate, reason)
    case .gone(let position, let reason, let dismissal):
      leave(to: position, reason)
      self.dismissal = dismissal
    }
  }
}
