public import Quantities

/// The most important numbers of a run.
public struct Summary: Hashable, Sendable {
  /// The reason why the run ended.
  public var ending: Run.Ending
  /// The target of the last decision; nil if there was no decision.
  ///
  /// `run.json` does not contain this target.
  public var decidedTarget: String?
  /// The target of the last decision or of a later retargeting; nil if there was neither.
  public var finalTarget: String?
  /// The position of the surface in the last frame.
  public var finalPosition: Position
  /// The time from the last decision to the end of the motion that the decision started.
  ///
  /// Nil if there was no decision, or if the surface was caught or retargeted, or did not come to rest.
  public var settleTime: Seconds?
  /// The distance by which the surface passed the target of the last decision; 0 or more.
  ///
  /// The distance is measured at frames only, in the direction from the release to the target.
  public var overshoot: Points
  /// The speed away from the target at the last decision; 0 if the velocity pointed towards the target.
  ///
  /// `run.json` does not contain this speed.
  public var reversal: PointsPerSecond
  /// The greatest speed of the surface in any frame, even in a frame of a drag.
  public var peakSpeed: PointsPerSecond
  /// The greatest change of acceleration per second while settling, in pt/s³.
  ///
  /// The jerk is computed from the velocities in three consecutive frames.
  public var peakJerk: Double
  /// The number of frames.
  public var frames: Int
  /// The number of pans that began.
  public var pans: Int
  /// The number of decisions.
  public var decisions: Int
  /// The number of times that the surface was caught in motion.
  public var catches: Int
  /// The number of times that the device dropped events.
  public var gaps: Int

  /// Creates a summary from known numbers.
  public init(
    ending: Run.Ending, decidedTarget: String?, finalTarget: String?, finalPosition: Position,
    settleTime: Seconds?, overshoot: Points, reversal: PointsPerSecond,
    peakSpeed: PointsPerSecond, peakJerk: Double, frames: Int, pans: Int, decisions: Int,
    catches: Int, gaps: Int
  ) {
    self.ending = ending
    self.decidedTarget = decidedTarget
    self.finalTarget = finalTarget
    self.finalPosition = finalPosition
    self.settleTime = settleTime
    self.overshoot = overshoot
    self.reversal = reversal
    self.peakSpeed = peakSpeed
    self.peakJerk = peakJerk
    self.frames = frames
    self.pans = pans
    self.decisions = decisions
    self.catches = catches
    self.gaps = gaps
  }

  /// Returns the summary as fields, followed by the digest of the frames.
  public func logFields(framesDigest: String) -> [LogField] {
    logFields + [LogField("framesSHA256", .text(framesDigest))]
  }

  /// The summary as fields, without the digest of the frames.
  public var logFields: [LogField] {
    [
      LogField("ending", .text(ending.rawValue)),
      LogField("finalTarget", finalTarget.map(LogValue.text) ?? .none),
      LogField("finalX", .number(finalPosition.x.value)),
      LogField("finalY", .number(finalPosition.y.value)),
      LogField("settleTime", settleTime.map { .number($0.value) } ?? .none),
      LogField("overshoot", .number(overshoot.value)),
      LogField("peakSpeed", .number(peakSpeed.value)),
      LogField("peakJerk", .number(peakJerk)),
      LogField("frames", .integer(frames)),
      LogField("pans", .integer(pans)),
      LogField("decisions", .integer(decisions)),
      LogField("catches", .integer(catches)),
      LogField("gaps", .integer(gaps)),
    ]
  }
}

extension Run {
  /// Returns a summary of the run, which is computed from all frames and events at each call.
  public func summary() -> Summary {
    var tally = RunTally()
    for event in events { tally.note(event) }
    var meter = SettlingMeter(rate)
    for frame in frames { meter.measure(frame, after: tally.decision) }
    return Summary(
      ending: ending,
      decidedTarget: tally.decision?.target,
      finalTarget: tally.finalTarget,
      finalPosition: frames.last?.position ?? .zero,
      settleTime: tally.settleTime,
      overshoot: meter.overshoot, reversal: meter.reversal,
      peakSpeed: frames.map { $0.velocity.length }.max() ?? .zero,
      peakJerk: meter.peakJerk,
      frames: frames.count,
      pans: tally.pans, decisions: tally.decisions, catches: tally.catches, gaps: tally.gaps)
  }
}
