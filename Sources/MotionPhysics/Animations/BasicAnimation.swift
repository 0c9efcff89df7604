public import Quantities

/// A value that goes from one position to another in a given time, along a timing curve, on a clock
/// that the caller moves.
public struct BasicAnimation<Value: AnimatableValue>: Hashable, Sendable {
  /// Where the value comes from.
  public private(set) var origin: Value
  /// Where the value goes.
  public private(set) var target: Value
  /// How long it takes; zero is at once.
  public let duration: Seconds
  /// How the progress depends on the time.
  public let curve: CubicBezier
  /// What the animation is doing.
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

  /// The fraction of the duration that has passed, in 0...1; setting it scrubs.
  public var fractionComplete: Double {
    get { duration > .zero ? min(elapsed / duration, 1) : (phase == .ended ? 1 : 0) }
    set { elapsed = duration * min(max(newValue, 0), 1) }
  }

  /// Where the value is.
  public var value: Value {
    let progress = curve.progress(at: fractionComplete)
    guard progress != 1 else { return target }
    return Value {
      let from = origin[component: $0]
      return from + (target[component: $0] - from) * progress
    }
  }

  /// The change of every number per second; zero unless under way.
  public var velocity: Value {
    guard phase.isActive, duration > .zero, fractionComplete < 1 else { return .zero }
    let speed = curve.speed(at: fractionComplete) / duration.value
    return Value { (target[component: $0] - origin[component: $0]) * speed }
  }

  /// When the animation ends if nothing happens, counted from now.
  public var remainingTime: Seconds? { max(duration - elapsed, .zero) }

  /// Gives the animation a new target; it goes there from where it is, in a whole duration.
  @discardableResult
  public mutating func retarget(to newTarget: Value) -> AnimationEvent<Value>? {
    guard newTarget != target else { return nil }
    let old = target
    (origin, target, elapsed) = (value, newTarget, .zero)
    return phase.isActive ? .retargeted(from: old, to: newTarget) : nil
  }

  /// Turns round where it is and takes the same way back, in the time that it has taken so far.
  ///
  /// The way back mirrors the curve, so that the position does not jump.
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

  /// Starts the animation; starts it again if it has ended.
  public mutating func start() {
    if phase == .ended { elapsed = .zero }
    phase = .running
  }

  /// Stands still until ``resume()``.
  public mutating func pause() { phase.pause() }

  /// Goes on after ``pause()``.
  public mutating func resume() { phase.resume() }

  /// Ends the animation where it is.
  @discardableResult
  public mutating func stop() -> AnimationEvent<Value>? {
    let wasActive = phase.isActive
    phase = .ended
    return wasActive ? .cancelled(at: value) : nil
  }

  /// Moves on by one frame.
  ///
  /// - Parameter interval: The time since the last frame; zero or more.
  /// - Returns: The end of the animation, in the frame in which it comes.
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
