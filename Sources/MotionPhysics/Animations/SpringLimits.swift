/// Where a sprung value may be, and what happens at the limits.
public struct SpringLimits<Value: AnimatableValue>: Hashable, Sendable {
  /// What a value does when it meets a limit.
  public enum Behaviour: Hashable, Sendable {
    /// Only what is shown is cut; the motion goes on behind the limit and comes back by itself.
    case clip
    /// The value stays at the limit, at rest, and its animation is over.
    case stop
    /// The value loses its velocity at the limit and goes on from there.
    case rest
    /// The velocity is turned round and multiplied by a unitless factor in 0...1.
    case bounce(Double)
  }

  /// The least value, for each component.
  public let lower: Value
  /// The greatest value, for each component.
  public let upper: Value
  /// What happens at the limits.
  public let behaviour: Behaviour

  /// Creates limits.
  ///
  /// Traps unless every component of `lower` is at most that of `upper`, and for a bounce factor
  /// outside 0...1.
  public init(from lower: Value, to upper: Value, behaviour: Behaviour) {
    for index in 0..<Value.componentCount {
      precondition(
        lower[component: index] <= upper[component: index],
        "limits from \(lower[component: index]) to \(upper[component: index])")
    }
    if case .bounce(let factor) = behaviour {
      precondition((0...1).contains(factor), "a bounce factor of \(factor)")
    }
    self.lower = lower
    self.upper = upper
    self.behaviour = behaviour
  }

  /// The value moved inside the limits, component by component.
  @inlinable
  public func clamped(_ value: Value) -> Value {
    Value { min(max(value[component: $0], lower[component: $0]), upper[component: $0]) }
  }
}
