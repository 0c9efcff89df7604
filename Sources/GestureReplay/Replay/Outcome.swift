public import FrameLogs
public import Quantities
import Scenarios
import Surfaces

/// The outcome of one gesture with one set of settings: the part of the replay's summary that studies
/// need.
public struct Outcome: Hashable, Sendable {
  /// The target of the last decision; nil if there was no decision.
  public var decidedTarget: String?
  /// The target of the last decision, or of a later retargeting.
  public var finalTarget: String?
  /// The time from the last decision to the end of the motion that it began.
  ///
  /// Nil if there was no decision, and if the motion was caught, retargeted, or did not end.
  public var settleTime: Seconds?
  /// The distance by which the surface passed its target, 0 or more.
  public var overshoot: Points
  /// The component of the last decision's velocity that points away from the target, 0 or more.
  public var reversal: PointsPerSecond
  /// The greatest change of acceleration of the settling surface, in pt/s³.
  public var peakJerk: Double
  /// The margin shortfall of the last release, 0 or more; 0 if no margin is required.
  ///
  /// For a correct decision: max(0, required margin − actual margin). For a wrong decision: the required
  /// margin plus the distance to the nearest correct decision, up to 1,000 pt. A change of 10 pt/s counts as
  /// 1 pt.
  public var shortfall = Points.zero

  /// Creates the outcome from `summary`.
  public init(_ summary: Summary) {
    decidedTarget = summary.decidedTarget
    finalTarget = summary.finalTarget
    settleTime = summary.settleTime
    overshoot = summary.overshoot
    reversal = summary.reversal
    peakJerk = summary.peakJerk
  }

  /// Creates the outcome from a finished replay that keeps no frames.
  init(_ replay: Replay<some Scenario>) {
    let tally = replay.eventLog.tally
    decidedTarget = tally.decision?.target
    finalTarget = tally.finalTarget
    settleTime = tally.settleTime
    overshoot = replay.meter?.overshoot ?? .zero
    reversal = replay.meter?.reversal ?? .zero
    peakJerk = replay.meter?.peakJerk ?? 0
  }

  /// Whether the decided target, or the final target, is among `intents`.
  ///
  /// Both count, because a refreshed list returns by itself after it has loaded, and a tap may retarget a
  /// surface.
  public func meets(_ intents: [String]) -> Bool {
    intents.contains(decidedTarget ?? "") || intents.contains(finalTarget ?? "")
  }
}
