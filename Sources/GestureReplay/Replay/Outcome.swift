public import FrameLogs
public import Quantities
import Scenarios
import Surfaces

/// The outcome of one gesture with one set of settings: the part of the summary of a run that studies need.
public struct Outcome: Hashable, Sendable {
  /// The target of the last decision; nil if there was no decision.
  public var decidedTarget: String?
  /// The target of the last decision, or of a later retargeting.
  public var finalTarget: String?
  /// The time from the last decision to the end of the motion that it began.
  ///
  /// Nil if there was no decision, or if the motion was caught, was retargeted or did not end.
  public var settleTime: Seconds?
  /// The distance by which the surface passed its target, 0 or more.
  public var overshoot: Points
  /// The speed away from the target at the last decision; 0 if the velocity pointed towards the target.
  public var reversal: PointsPerSecond
  /// The greatest rate at which the acceleration changes while the surface settles, in pt/s³.
  public var peakJerk: Double
  /// The margin shortfall of the last release, 0 or more; 0 if no margin is required.
  ///
  /// The shortfall of a correct decision is max(0, required margin − actual margin). The shortfall of a wrong decision
  /// is the required margin plus the smallest change of the release that makes the decision correct, at most 1,000 pt.
  /// A change of the velocity by 10 pt/s counts as 1 pt.
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
  /// The final target may differ from the decided target: a list that was pulled to refresh returns by itself after it
  /// has loaded, and a tap may retarget a surface. Either target may be the intended one.
  public func meets(_ intents: [String]) -> Bool {
    intents.contains(decidedTarget ?? "") || intents.contains(finalTarget ?? "")
  }
}
