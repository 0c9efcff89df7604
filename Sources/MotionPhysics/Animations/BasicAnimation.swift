public import Quantities

/// An animation from one value to another in a given time, along a timing curve.
///
/// The animation has no clock of its own; call ``advance(by:)`` once per frame.
public struct BasicAnimation<Value: AnimatableValue>: Hashable, Sendable {
  /// The value at the start of the curve; ``retarget(to:)`` sets it to the current value.
  public private(set) var origin: Value
  /// The value at the end of the curve; change it with ``retarget(to:)`` or ``reverse()``.
  public private(set) var target: Value
  /// The duration; if it is zero, the animation ends in its first frame.
  public let duration: Seconds
  /// The timing curve: the progress from ``origin`` to ``target`` as a function of ``fractionComplete``.
  public let curve: CubicBezier
  /// The phase; ``advance(by:)`` has an effect only in the phase `running`.
  public private(set) var phase = AnimationPhase.ready
  private var elapsed = Seconds.zero

  /// Creates an animation; traps unless the duration is finite and zero or more.
  public init(
    from origin: Value, to target: Value, duration: Seconds, curve: CubicBezier = .easeInOut
  ) {
    precondition(
      duration >= .zero && duration.isFinite, "an animation of \(duration.value) s")
    self.origin = origin
    self.target = target
    self.duration = duration
    self.curve = curve
  }

  /// The fraction of the duration that has passed, in 0...1; set this property to move the animation to another time.
  public var fractionComplete: Double {
    // Without a duration, no fraction of it can pass, so the animation is at its start until it has ended.
    get { duration > .zero ? min(elapsed / duration, 1) : (phase == .ended ? 1 : 0) }
    set { elapsed = duration * min(max(newValue, 0), 1) }
  }

  /// The current value; it is outside the range from ``origin`` to ``target`` if the curve overshoots.
  public var value: Value {
    let progress = curve.progress(at: fractionComplete)
    guard progress != 1 else { return target }
    return Value {
      let from = origin[component: $0]
      return from + (target[component: $0] - from) * progress
    }
  }

  /// The change of each component per second; zero unless the animation is active.
  public var velocity: Value {
    guard phase.isActive, duration > .zero, fractionComplete < 1 else { return .zero }
    let speed = curve.speed(at: fractionComplete) / duration.value
    return Value { (target[component: $0] - origin[component: $0]) * speed }
  }

  /// The rest of the duration, zero or more; never nil, because a timing curve always ends.
  public var remainingTime: Seconds? { max(duration - elapsed, .zero) }

  /// Changes the target; the animation moves from the current value to the new target in the full ``duration``.
  @discardableResult
  public mutating func retarget(to newTarget: Value) -> AnimationEvent<Value>? {
    guard newTarget != target else { return nil }
    let old = target
    (origin, target, elapsed) = (value, newTarget, .zero)
    return phase.isActive ? .retargeted(from: old, to: newTarget) : nil
  }

  /// Reverses the animation at the current value; the reversed motion takes the time that has passed so far.
  ///
  /// The curve is mirrored, so that the value does not jump at the reversal.
  @discardableResult
  public mutating func reverse() -> AnimationEvent<Value>? {
    let old = target
    let mirrored = BasicAnimation(
      from: target, to: origin, duration: duration, curve: curve.mirrored)
    let fraction = fractionComplete
    let phase = phase
    self = mirrored
    self.phase = phase
    fractionComplete = 1 - fraction
    return phase.isActive ? .retargeted(from: old, to: target) : nil
  }

  /// Starts the animation, or restarts it if it has ended.
  public mutating func start() {
    if phase == .ended { elapsed = .zero }
    phase = .running
  }

  /// Pauses the animation until ``resume()``; does nothing unless the animation is running.
  public mutating func pause() { phase.pause() }

  /// Resumes the animation after ``pause()``; does nothing unless the animation is paused.
  public mutating func resume() { phase.resume() }

  /// Ends the animation at the current value or, if the duration is zero, at the target.
  ///
  /// - Returns: ``AnimationEvent/cancelled(at:)`` if the animation was active; otherwise nil.
  @discardableResult
  public mutating func stop() -> AnimationEvent<Value>? {
    let wasActive = phase.isActive
    phase = .ended
    return wasActive ? .cancelled(at: value) : nil
  }

  /// Advances the animation by one frame.
  ///
  /// - Parameter interval: The time since the last frame; zero or more.
  /// - Returns: ``AnimationEvent/finished(at:)`` in the frame in which the animation ends; otherwise nil.
  @discardableResult
  public mutating func advance(by interval: Seconds) -> AnimationEvent<Value>? {
    precondition(interval >= .zero, "an animation cannot advance by \(interval.value) s")
    guard phase == .running else { return nil }
    elapsed = min(elapsed + interval, duration)
    guard elapsed >= duration else { return nil }
    phase = .ended
    return .finished(at: value)
  }
}
