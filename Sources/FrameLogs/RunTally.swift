public import Quantities

/// The events of a run in a few values, taken in one after the other.
///
/// It is what a summary says of the events, and costs nothing to keep while a run that keeps no events
/// is made.
public struct RunTally: Hashable, Sendable {
  /// A decision, as far as a summary needs it.
  public struct Decision: Hashable, Sendable {
    /// When it was made.
    public var time: Seconds
    /// The name of the target; nil when its event says none.
    public var target: String?
    /// The velocity that the rule used.
    public var velocity: Velocity

    /// A decision at `time`.
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
  /// How often the surface was caught in motion.
  public private(set) var catches = 0
  /// How often the device dropped events.
  public private(set) var gaps = 0
  /// The last decision.
  public private(set) var decision: Decision?
  /// The target of the last decision, or where the surface was sent after it.
  public private(set) var finalTarget: String?
  /// From the last decision to the end of the motion that it began; nil when there was none, or when
  /// it was caught, sent elsewhere, or has not ended.
  public private(set) var settleTime: Seconds?
  private var isSettling = false

  /// Nothing has happened.
  public init() {}

  /// Takes in a whole event.
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
      (isSettling, settleTime) = (false, isSettling ? nil : settleTime)
    default:
      note(event.kind, at: event.time)
    }
  }

  /// Takes in a decision.
  public mutating func note(
    decisionFor target: String?, velocity: Velocity, at time: Seconds
  ) {
    decisions += 1
    decision = Decision(time: time, target: target, velocity: velocity)
    finalTarget = target
    (isSettling, settleTime) = (true, nil)
  }

  /// Takes in an event of which only the kind counts; neither a decision nor another target.
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
