public import Quantities

/// A running count of the events of a run.
///
/// A summary needs only this count, so a run that does not store its events can be summarized, too.
public struct RunTally: Hashable, Sendable {
  /// The parts of a decision that a summary needs.
  public struct DecisionSummary: Hashable, Sendable {
    /// The time of the decision, from the first event of the recording.
    public var time: Seconds
    /// The name of the target; nil if the event has none.
    public var target: String?
    /// The velocity that the rule used; zero if the event has none.
    public var velocity: Velocity

    /// Creates a decision at `time`.
    public init(time: Seconds, target: String?, velocity: Velocity) {
      self.time = time
      self.target = target
      self.velocity = velocity
    }
  }

  /// The number of pans that began.
  public private(set) var pans = 0
  /// The number of decisions.
  public private(set) var decisions = 0
  /// The number of times that the surface was caught in motion.
  public private(set) var catches = 0
  /// The number of times that the device dropped events.
  public private(set) var gaps = 0
  /// The last decision; nil before the first.
  public private(set) var decision: DecisionSummary?
  /// The target of the last decision, or of a later retargeting.
  public private(set) var finalTarget: String?
  /// The time from the last decision to the end of the motion that the decision started.
  ///
  /// Nil if there was no decision, or if the surface was caught or retargeted before it came to rest.
  public private(set) var settleTime: Seconds?
  private var isSettling = false

  /// Creates a tally without events.
  public init() {}

  /// Counts an event with its payload.
  public mutating func note(_ event: RunEvent) {
    let payload = LogValue.fields(event.payload)
    switch event.kind {
    case .decision:
      let velocity = Velocity(
        x: PointsPerSecond(payload["velocityX"]?.asNumber ?? 0),
        y: PointsPerSecond(payload["velocityY"]?.asNumber ?? 0))
      note(decisionFor: payload["target"]?.asText, velocity: velocity, at: event.time)
    case .retargeted:
      finalTarget = payload["target"]?.asText
      // The settle time of a motion that has already come to rest remains valid.
      isSettling = false
    default:
      note(event.kind, at: event.time)
    }
  }

  /// Counts a decision.
  public mutating func note(
    decisionFor target: String?, velocity: Velocity, at time: Seconds
  ) {
    decisions += 1
    decision = DecisionSummary(time: time, target: target, velocity: velocity)
    finalTarget = target
    (isSettling, settleTime) = (true, nil)
  }

  /// Counts an event of any kind except a decision or a retargeting; only these two kinds need their payload.
  public mutating func note(_ kind: RunEvent.Kind, at time: Seconds) {
    switch kind {
    case .settled, .dismissed:
      guard isSettling, let decision else { return }
      (isSettling, settleTime) = (false, time - decision.time)
    case .caught:
      catches += 1
      isSettling = false
    case .panBegan: pans += 1
    case .gap: gaps += 1
    default: break
    }
  }
}
