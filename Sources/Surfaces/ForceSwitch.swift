/// A switch that is operated by force, with hysteresis so that one press operates it once.
///
///     reset ──(force ≥ activation)──▶ activated ──(≤ confirmation)──▶ confirmed ──(≤ reset)──▶ reset
///
/// The switch operates when it enters `confirmed`, while the force decreases.
///
/// Source: fluid-interfaces at da5c66c, `FlashlightButton`.
public struct ForceSwitch: Hashable, Sendable {
  /// The position of the switch.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The switch can be operated.
    case reset
    /// The switch was pressed hard enough, and operates when the force decreases.
    case activated
    /// The switch has operated, and does not operate again until the force is low enough.
    case confirmed
  }

  /// The forces at which the state changes; unitless, 0 to 1, highest first.
  public struct Levels: Hashable, Sendable {
    /// The force at or above which it is about to switch.
    public var activation = 0.5

    /// The force at or below which it switches.
    public var confirmation = 0.49

    /// The force at or below which it can be operated again.
    public var reset = 0.4

    /// Creates the standard levels.
    public init() {}
  }

  /// The current state.
  public private(set) var state = State.reset
  /// The last force received; unitless, 0 to 1.
  public private(set) var fraction = 0.0

  /// Creates a switch without force, in the state `reset`.
  public init() {}

  /// Receives a force, limited to 0...1; NaN counts as 0.
  ///
  /// - Returns: The new state; nil if it has not changed. One force changes the state at most once.
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
