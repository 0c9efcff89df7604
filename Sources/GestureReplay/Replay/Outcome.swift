public import FrameLogs
public import Quantities
import Scenarios
import Surfaces

/// What one gesture came to with one set of settings: the summary of its replay, as far as studies
/// need it.
public struct Outcome: Hashable, Sendable {
  /// The target of the last decision; nil when nothing was decided.
  public var decidedTarget: String?
  /// The same, or where the surface was sent after it.
  public var finalTarget: String?
  /// From the last decision to the end of the motion that it began; nil when there was none, or when it
  /// was caught, sent elsewhere, or did not end.
  public var settleTime: Seconds?
  /// How far the surface went past its target, 0 or more.
  public var overshoot: Points
  /// How fast the velocity of the last decision went away from its target, 0 or more.
  public var reversal: PointsPerSecond
  /// The greatest change of acceleration of the settling surface, in pt/s³.
  public var peakJerk: Double
  /// How much the last release lacks to the margin that is wanted, 0 or more; 0 where none is.
  ///
  /// One that is answered rightly lacks what it is nearer than that to one that is not; one that is not lacks
  /// all of it, and as much as it is far from one that is, up to 1,000 pt. A point is as much as 10 pt/s.
  public var shortfall = Points.zero

  /// What `summary` says.
  public init(_ summary: Summary) {
    decidedTarget = summary.decidedTarget
    finalTarget = summary.finalTarget
    settleTime = summary.settleTime
    overshoot = summary.overshoot
    reversal = summary.reversal
    peakJerk = summary.peakJerk
  }

  /// What a replay that keeps no frames came to, once it has finished.
  init(_ replay: Replay<some Scenario>) {
    let tally = replay.journal.tally
    decidedTarget = tally.decision?.target
    finalTarget = tally.finalTarget
    settleTime = tally.settleTime
    overshoot = replay.meter?.overshoot ?? .zero
    reversal = replay.meter?.reversal ?? .zero
    peakJerk = replay.meter?.peakJerk ?? 0
  }

  /// Whether the target decided on, or the one reached in the end, is among `intents`.
  ///
  /// A list that has loaded goes back by itself, and a tap may send a surface elsewhere: what was
  /// meant is decided at the release, or reached.
  public func meets(_ intents: [String]) -> Bool {
    intents.contains(decidedTarget ?? "") || intents.contains(finalTarget ?? "")
  }
}
