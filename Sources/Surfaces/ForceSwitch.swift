/// A switch that is thrown by force, with more than one level so that it is thrown once.
///
///     reset ──(force ≥ activation)──▶ activated ──(≤ confirmation)──▶ confirmed ──(≤ reset)──▶ reset
///
/// What it switches is switched when it becomes confirmed, on the way back of the finger.
///
/// Source: fluid-interfaces at da5c66c, `FlashlightButton`.
public struct ForceSwitch: Hashable, Sendable {
  /// Where it is.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It may be thrown.
    case reset
    /// It was pressed hard enough, and switches when the force goes back.
    case activated
    /// It has switched, and does not again before the force is low enough.
    case confirmed
  }

  /// The forces at which it changes; unitless, 0 to 1, in this order from the highest.
  public struct Levels: Hashable, Sendable {
    /// The force from which on it is about to switch.
    public var activation = 0.5

    /// The force down to which it switches.
    public var confirmation = 0.49

    /// The force down to which it may be switched again.
    public var reset = 0.4

    /// Creates the standard levels.
    public init() {}
  }

  /// Where it is.
  public private(set) var state = State.reset
  /// The force that it last heard of; unitless, 0 to 1.
  public private(set) var fraction = 0.0

  /// Creates a switch that nothing presses.
  public init() {}

  /// Takes in a force, held to 0...1; what is no number is none.
  ///
  /// - Returns: Where it is now; nil when that is where it was. One force makes at most one change.
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
