/// A switch that is operated by the force of a press; hysteresis ensures that one press operates it only once.
///
///     reset ──(force ≥ activation)──▶ activated ──(≤ confirmation)──▶ confirmed ──(≤ reset)──▶ reset
///
/// The switch operates when its state becomes `confirmed`, which happens while the force decreases.
///
/// Source: fluid-interfaces at da5c66c, `FlashlightButton`.
public struct ForceSwitch: Hashable, Sendable {
  /// The state of the switch.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The switch waits for a press.
    case reset
    /// The force has reached ``Levels/activation``; the switch operates when the force decreases.
    case activated
    /// The switch has operated, and does not operate again before the force has fallen to ``Levels/reset``.
    case confirmed
  }

  /// The forces at which the state changes; unitless, 0 to 1, highest first.
  public struct Levels: Hashable, Sendable {
    /// The force at or above which the switch is activated.
    public var activation = 0.5

    /// The force at or below which an activated switch operates.
    public var confirmation = 0.49

    /// The force at or below which the switch can be activated again.
    public var reset = 0.4

    /// Creates the standard levels.
    public init() {}
  }

  /// The current state.
  public private(set) var state = State.reset
  /// The last force received; unitless, 0 to 1.
  public private(set) var fraction = 0.0

  /// Creates a switch in the state `reset`, without force.
  public init() {}

  /// Receives a force, limited to 0...1; NaN counts as 0.
  ///
  /// - Returns: The new state; nil if the state has not changed. Each call changes the state by at most one step.
  public mutating func receive(_ force: Double, levels: Levels) -> State? {
    fraction = force > 0 ? min(force, 1) : 0
    switch state {
    case .reset where fraction >= levels.activation: state = .activated
    case .activated where fraction <= levels.confirmation: state = .confirmed
    case .confirmed where fraction <= levels.reset: state = .reset
    case .reset, .activated, .confirmed: return nil
    }
    return state
  }
}
