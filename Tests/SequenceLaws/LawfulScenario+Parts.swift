public import FrameLogs
public import Quantities
public import TouchInput

extension LawfulScenario {
  /// A law that does not apply.
  public struct Exception: Sendable {
    /// The law.
    public var law: LawName
    /// Why it does not apply.
    public var reason: String
    /// Returns whether the exception holds under given conditions; by default, it always holds.
    public var conditions: @Sendable (Conditions) -> Bool

    /// Creates an exception.
    public init(
      _ law: LawName, _ reason: String,
      when conditions: @escaping @Sendable (Conditions) -> Bool = { _ in true }
    ) {
      self.law = law
      self.reason = reason
      self.conditions = conditions
    }
  }

  /// The range in which a surface may be dragged.
  public struct Limits: Sendable {
    /// The smallest position of each axis.
    public var low: Position
    /// The largest position of each axis.
    public var high: Position
    /// The reach of the rubber band beyond the limits; nil for the length of the screen.
    public var reach: Planar<Points>?

    /// Creates limits.
    public init(low: Position, high: Position, reach: Planar<Points>? = nil) {
      self.low = low
      self.high = high
      self.reach = reach
    }
  }

  /// A release at the end of a pan.
  public struct Release: Sendable {
    /// The settings and the screen.
    public var conditions: Conditions
    /// The position of the surface when the pan began.
    public var grabbed: Position
    /// The surface just after.
    public var frame: Frame
    /// The pan that ended.
    public var pan: Pan
    /// The velocity of the finger.
    public var velocity: Velocity
    /// The recorded decision.
    public var decision: RunEvent
    /// The scenario's limits.
    public var limits: Limits?
  }

  /// A surface that starts to move without a finger.
  public struct Departure: Sendable {
    /// The settings and the screen.
    public var conditions: Conditions
    /// The surface just after.
    public var frame: Frame
    /// The events that were recorded at the start.
    public var events: [RunEvent]

    /// Whether a decision or a retargeting started the motion, rather than a changed setting.
    public var isSent: Bool { events.contains { $0.kind == .decision || $0.kind == .retargeted } }

    /// The reason of the decision; nil if there was no decision.
    public var reason: String? { events.first { $0.kind == .decision }?.text("reason") }
  }
}
