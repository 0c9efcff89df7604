public import Quantities

/// A run in a few numbers.
public struct Summary: Hashable, Sendable {
  /// Why the run ended.
  public var ending: Run.Ending
  /// The target of the last decision, nil when nothing was decided; the summary's text leaves it out.
  public var decidedTarget: String?
  /// The same, or where the surface was sent after the decision.
  public var finalTarget: String?
  /// Where the surface was in the last frame.
  public var finalPosition: Position
  /// From the last decision to the end of the motion that it began; nil when there was none, or
  /// when it was caught, sent elsewhere, or did not end.
  public var settleTime: Seconds?
  /// How far the surface went past the target of the last decision, along the way from the release
  /// to there; 0 or more, and as fine as the frames are.
  public var overshoot: Points
  /// How fast the velocity that the last decision used went away from its target; 0 when it went there.
  ///
  /// The summary's text leaves it out.
  public var reversal: PointsPerSecond
  /// The greatest speed of any frame.
  public var peakSpeed: PointsPerSecond
  /// The greatest change of acceleration of the settling surface, in pt/s³, from differences over
  /// three frames.
  public var peakJerk: Double
  /// The number of frames.
  public var frames: Int
  /// The number of pans that began.
  public var pans: Int
  /// The number of decisions.
  public var decisions: Int
  /// How often the surface was caught in motion.
  public var catches: Int
  /// How often the device dropped events.
  public var gaps: Int

  /// Creates a summary of numbers that are known.
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

  /// The summary as named values, with the digest of the frames as the last.
  public func logFields(framesDigest: String) -> [LogField] {
    logFields + [LogField("framesSHA256", .text(framesDigest))]
  }

  /// The summary as named values, without the digest of the frames.
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
  /// The run in a few numbers.
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
