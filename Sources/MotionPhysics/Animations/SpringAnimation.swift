public import Quantities

/// An animation of a value on a spring.
///
/// The animation has no clock of its own; call ``advance(by:)`` once per frame. Each frame is computed exactly from the
/// state at the last change of the animation, so the motion does not depend on the frame rate. You can retarget,
/// reverse or stop the animation while it moves. A new target changes neither position nor velocity.
public struct SpringAnimation<Value: AnimatableValue>: Hashable, Sendable {
  /// The spring; a new spring continues from the current position and velocity.
  public var spring: Spring { didSet { put(states) } }
  /// The largest distance and speed at which the value counts as settled, in the units of the value.
  public var tolerance = SettleTolerance.standard { didSet { put(states) } }
  /// True if the spring moves the value; false if the value moves to its target in one frame.
  public var isAnimated = true
  /// The value to which the spring moves; change it with ``retarget(to:)`` or ``reverse()``.
  public private(set) var target: Value
  /// The value that becomes the target if you call ``reverse()``.
  public private(set) var origin: Value
  /// The phase; ``advance(by:)`` has an effect only in the phase `running`.
  public private(set) var phase = AnimationPhase.ready
  @usableFromInline var tracks: SpringComponents

  /// Creates an animation that starts at `value` with `velocity`.
  ///
  /// - Parameters:
  ///   - value: The start value.
  ///   - target: The target, to which the value moves after ``start()``.
  ///   - velocity: The change of each component per second at the start.
  ///   - spring: The spring.
  public init(from value: Value, to target: Value, velocity: Value = .zero, spring: Spring) {
    self.spring = spring
    self.target = target
    origin = value
    tracks = SpringComponents(spring: spring, motions: [], targets: [], tolerance: .standard)
    put(value, velocity: velocity)
  }

  /// The current value; it can pass ``target`` if the spring is underdamped or starts fast.
  @inlinable
  public var value: Value {
    tracks.withPositions { positions in Value(numbers: positions) }
  }

  /// The change of each component per second; it does not become zero while the animation is paused.
  @inlinable
  public var velocity: Value { Value { tracks.velocity($0) } }

  /// The time until the animation ends if nothing changes it before; nil if it never ends.
  public var remainingTime: Seconds? {
    tracks.end.isFinite ? max(tracks.end - tracks.elapsed, .zero) : nil
  }

  /// Sets the value and its velocity, for example from a finger that drags the value; the target does not change.
  public mutating func put(_ value: Value, velocity: Value = .zero) {
    put((0..<Value.componentCount).map { (value[component: $0], velocity[component: $0]) })
  }

  /// Sets the position and velocity of each component.
  private mutating func put(_ states: [(position: Double, velocity: Double)]) {
    let motions = states.enumerated().map { index, state in
      Spring.Motion(
        offset: Points(state.position - target[component: index]),
        velocity: PointsPerSecond(state.velocity))
    }
    let targets = motions.indices.map { target[component: $0] }
    tracks = SpringComponents(
      spring: spring, motions: motions, targets: targets, tolerance: tolerance)
  }

  /// The position and velocity of each component, before they are rounded to the type of the value.
  private var states: [(position: Double, velocity: Double)] {
    (0..<Value.componentCount).map { (tracks.position($0), tracks.velocity($0)) }
  }

  /// Changes the target; position and velocity do not change.
  ///
  /// - Returns: ``AnimationEvent/retargeted(from:to:)`` if the animation was active and the target changed; otherwise
  ///   nil.
  @discardableResult
  public mutating func retarget(to newTarget: Value) -> AnimationEvent<Value>? {
    guard newTarget != target else { return nil }
    let (states, old) = (states, target)
    target = newTarget
    put(states)
    return phase.isActive ? .retargeted(from: old, to: target) : nil
  }

  /// Reverses the animation: exchanges ``origin`` and ``target``; position and velocity do not change.
  @discardableResult
  public mutating func reverse() -> AnimationEvent<Value>? {
    let turned = target
    let event = retarget(to: origin)
    origin = turned
    return event
  }

  /// Starts the animation, or restarts it if it has ended.
  public mutating func start() { phase = .running }

  /// Pauses the animation until ``resume()``; does nothing unless the animation is running.
  public mutating func pause() { phase.pause() }

  /// Resumes the animation after ``pause()``; does nothing unless the animation is paused.
  public mutating func resume() { phase.resume() }

  /// Ends the animation at the current value.
  ///
  /// - Parameter keepingVelocity: True to keep ``velocity`` for a motion that follows; false to set it to zero.
  /// - Returns: ``AnimationEvent/cancelled(at:)`` if the animation was active; otherwise nil.
  @discardableResult
  public mutating func stop(keepingVelocity: Bool = true) -> AnimationEvent<Value>? {
    let wasActive = phase.isActive
    put(states.map { ($0.position, keepingVelocity ? $0.velocity : 0) })
    phase = .ended
    return wasActive ? .cancelled(at: value) : nil
  }

  /// Advances the animation by one frame.
  ///
  /// - Parameter interval: The time since the last frame; zero or more.
  /// - Returns: ``AnimationEvent/finished(at:)`` in the frame in which the animation ends; otherwise nil.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func advance(by interval: Seconds) -> AnimationEvent<Value>? {
    // This function is always inlined, because a call with an optional result takes as long as the motion itself.
    precondition(interval >= .zero, "an animation cannot advance by \(interval.value) s")
    guard phase == .running, !isAnimated || tracks.advance(by: interval) else { return nil }
    end()
    return .finished(at: value)
  }

  /// Ends the animation at the target.
  @usableFromInline
  mutating func end() {
    if isAnimated { tracks.rest() } else { put(target) }
    phase = .ended
  }
}

/// An event of an animation; each animation ends with exactly one `finished` or `cancelled` event.
public enum AnimationEvent<Value: AnimatableValue>: Hashable, Sendable {
  /// The animation has reached its end.
  case finished(at: Value)
  /// The animation continues to another target.
  case retargeted(from: Value, to: Value)
  /// The animation was stopped before its end.
  case cancelled(at: Value)
}

/// The phase of an animation, which advances only in the phase `running`.
public enum AnimationPhase: Hashable, Sendable {
  /// The animation has not been started.
  case ready
  /// The animation is running.
  case running
  /// The animation is paused until it is resumed.
  case paused
  /// The animation has finished or was stopped.
  case ended

  /// Whether the animation has been started and has not ended.
  var isActive: Bool { self == .running || self == .paused }

  mutating func pause() {
    if self == .running { self = .paused }
  }

  mutating func resume() {
    if self == .paused { self = .running }
  }
}
