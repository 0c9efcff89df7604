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
    /// Under which conditions it does not; under all where nothing else is said.
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

  /// Where a surface may be dragged.
  public struct Limits: Sendable {
    /// The smallest position of each axis.
    public var low: Position
    /// The largest position of each axis.
    public var high: Position
    /// How far a band reaches beyond them; nil where that is as far as the screen is long.
    public var reach: Planar<Points>?

    /// Creates limits.
    public init(low: Position, high: Position, reach: Planar<Points>? = nil) {
      self.low = low
      self.high = high
      self.reach = reach
    }
  }

  /// A hand letting go.
  public struct Release: Sendable {
    /// The settings and the screen.
    public var conditions: Conditions
    /// Where the surface was when the pan took hold of it.
    public var grabbed: Position
    /// The surface just after.
    public var frame: Frame
    /// How the hand held it.
    public var pan: Pan
    /// The velocity of the hand.
    public var velocity: Velocity
    /// The decision that was noted.
    public var decision: RunEvent
    /// The scenario's limits.
    public var limits: Limits?
  }

  /// A surface that begins to move by itself.
  public struct Departure: Sendable {
    /// The settings and the screen.
    public var conditions: Conditions
    /// The surface just after.
    public var frame: Frame
    /// What was noted as it set off.
    public var events: [RunEvent]

    /// Whether somebody sent it somewhere, rather than changed something on its way.
    public var isSent: Bool { events.contains { $0.kind == .decision || $0.kind == .retargeted } }

    /// Why it was decided to; nil where nothing was decided.
    public var reason: String? { events.first { $0.kind == .decision }?.text("reason") }
  }
}
