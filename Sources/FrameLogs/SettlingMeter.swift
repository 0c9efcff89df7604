public import Quantities

/// A meter of the overshoot and the reversal after the last decision, and of the jerk, frame by frame.
///
/// The overshoot is measured in the direction from the position at the release to the target, as long as the target
/// stays the same. The first frame of the motion is up to one frame interval later than the release, and the surface
/// may already have passed the target in this frame. The position at the release is therefore extrapolated back from
/// the first frame, with the velocity in this frame, which hardly changes in such a short time.
public struct SettlingMeter: Sendable {
  /// The distance by which the surface has passed the target; 0 or more.
  public private(set) var overshoot = Points.zero
  /// The speed away from the target at the decision; 0 if the velocity pointed towards the target.
  public private(set) var reversal = PointsPerSecond.zero
  /// The greatest change of acceleration per second while settling, in pt/s³.
  ///
  /// The jerk is computed from the velocities in three consecutive frames.
  public private(set) var peakJerk = 0.0

  private let rate: FrameRate
  private var decision: RunTally.DecisionSummary?
  /// The displacement from the release to the target; nil before the first frame after the decision.
  private var displacement: Planar<Points>?
  private var target = Position.zero
  private var isRetargeted = false
  /// The velocities of the last two frames; nil for a frame in which the phase is not `settling`.
  private var velocities: (last: Velocity?, before: Velocity?)

  /// Creates a meter of frames at `rate`.
  public init(_ rate: FrameRate) { self.rate = rate }

  /// Measures the next frame; `decision` is the last decision up to this frame.
  public mutating func measure(_ frame: Frame, after decision: RunTally.DecisionSummary?) {
    measureJerk(frame)
    if decision != self.decision {
      self.decision = decision
      (displacement, isRetargeted) = (nil, false)
      (overshoot, reversal) = (.zero, .zero)
    }
    guard let decision, !isRetargeted, frame.time >= decision.time else { return }
    let displacement = displacement ?? begin(with: frame, after: decision)
    guard frame.target == target else { return isRetargeted = true }
    let (past, distance) = (frame.position - target, displacement.length)
    overshoot =
      distance > .zero
      ? max(overshoot, Points(past.dot(displacement) / distance.value))
      : max(overshoot, past.length)
  }

  private mutating func begin(
    with frame: Frame, after decision: RunTally.DecisionSummary
  ) -> Planar<Points> {
    let elapsed = frame.time - decision.time
    let start = Position(
      x: frame.position.x - frame.velocity.x * elapsed,
      y: frame.position.y - frame.velocity.y * elapsed)
    target = frame.target
    let way = target - start
    displacement = way
    let distance = way.length
    if distance > .zero {
      reversal = PointsPerSecond(max(0, -(decision.velocity.dot(way) / distance.value)))
    }
    return way
  }

  private mutating func measureJerk(_ frame: Frame) {
    let velocity = frame.phase == .settling ? frame.velocity : nil
    if let velocity, let last = velocities.last, let before = velocities.before {
      let bend = velocity - last * 2 + before
      peakJerk = max(peakJerk, bend.length.value * rate.framesPerSecond * rate.framesPerSecond)
    }
    velocities = (velocity, velocities.last)
  }
}
