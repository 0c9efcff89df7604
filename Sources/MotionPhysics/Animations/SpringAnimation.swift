public import Quantities

/// A value that a spring carries to a target, on a clock that the caller moves.
///
/// Every number of the value is the exact solution since its last change, so that the frame rate
/// does not matter. It can be caught, given a new target, reversed and stopped in flight; position and
/// velocity never jump.
public struct SpringAnimation<Value: AnimatableValue>: Hashable, Sendable {
  /// The spring; a new one takes over from the present motion.
  public var spring: Spring { didSet { put(states) } }
  /// When the value counts as settled; in the units of the value.
  public var tolerance = SettleTolerance.standard { didSet { put(states) } }
  /// Whether the value moves at all; if not, it is at its target after the first frame.
  public var isAnimated = true
  /// Where the value goes.
  public private(set) var target: Value
  /// Where ``reverse()`` goes.
  public private(set) var origin: Value
  /// What the animation is doing.
  public private(set) var phase = AnimationPhase.ready
  @usableFromInline var tracks: SpringTracks

  /// Creates an animation that rests at `value`, or moves there with `velocity`.
  ///
  /// - Parameters:
  ///   - value: Where the value is.
  ///   - target: Where it goes once started.
  ///   - velocity: The change of every number per second.
  ///   - spring: The spring.
  public init(from value: Value, to target: Value, velocity: Value = .zero, spring: Spring) {
    self.spring = spring
    self.target = target
    origin = value
    tracks = SpringTracks(spring: spring, motions: [], targets: [], tolerance: .standard)
    put(value, velocity: velocity)
  }

  /// Where the value is.
  @inlinable
  public var value: Value {
    tracks.withPositions { positions in Value(numbers: positions) }
  }

  /// The change of every number per second.
  @inlinable
  public var velocity: Value { Value { tracks.velocity($0) } }

  /// When the animation ends if nothing happens, counted from now; nil if never.
  public var remainingTime: Seconds? {
    tracks.end.isFinite ? max(tracks.end - tracks.elapsed, .zero) : nil
  }

  /// Puts the value somewhere, as a finger does, with a velocity; the target stays.
  public mutating func put(_ value: Value, velocity: Value = .zero) {
    put((0..<Value.componentCount).map { (value[component: $0], velocity[component: $0]) })
  }

  /// Puts every number of the value somewhere, with a velocity.
  private mutating func put(_ states: [(position: Double, velocity: Double)]) {
    let motions = states.enumerated().map { index, state in
      Spring.Motion(
        offset: Points(state.position - target[component: index]),
        velocity: PointsPerSecond(state.velocity))
    }
    let targets = motions.indices.map { target[component: $0] }
    tracks = SpringTracks(spring: spring, motions: motions, targets: targets, tolerance: tolerance)
  }

  /// Every number of the value and its velocity, unrounded.
  private var states: [(position: Double, velocity: Double)] {
    (0..<Value.componentCount).map { (tracks.position($0), tracks.velocity($0)) }
  }

  /// Gives the animation a new target; position and velocity stay.
  ///
  /// - Returns: The event, if the animation was under way and the target is a new one.
  @discardableResult
  public mutating func retarget(to newTarget: Value) -> AnimationEvent<Value>? {
    guard newTarget != target else { return nil }
    let (states, old) = (states, target)
    target = newTarget
    put(states)
    return phase.isActive ? .retargeted(from: old, to: target) : nil
  }

  /// Turns round: the origin becomes the target; position and velocity stay.
  @discardableResult
  public mutating func reverse() -> AnimationEvent<Value>? {
    let turned = target
    let event = retarget(to: origin)
    origin = turned
    return event
  }

  /// Starts the animation; starts it again if it has ended.
  public mutating func start() { phase = .running }

  /// Stands still until ``resume()``.
  public mutating func pause() { phase.pause() }

  /// Goes on after ``pause()``.
  public mutating func resume() { phase.resume() }

  /// Ends the animation where it is.
  ///
  /// - Parameter keepingVelocity: Whether ``velocity`` stays for what comes next, or becomes zero.
  /// - Returns: The event, if the animation was under way.
  @discardableResult
  public mutating func stop(keepingVelocity: Bool = true) -> AnimationEvent<Value>? {
    let wasActive = phase.isActive
    put(states.map { ($0.position, keepingVelocity ? $0.velocity : 0) })
    phase = .ended
    return wasActive ? .cancelled(at: value) : nil
  }

  /// Moves on by one frame.
  ///
  /// - Parameter interval: The time since the last frame; zero or more.
  /// - Returns: The end of the animation, in the frame in which it comes.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func advance(by interval: Seconds) -> AnimationEvent<Value>? {
    // Inlined wherever it is called, as an event that is none costs as much to return as the motion.
    precondition(interval >= .zero, "an animation cannot advance by \(interval.value) s")
    guard phase == .running, !isAnimated || tracks.advance(by: interval) else { return nil }
    end()
    return .finished(at: value)
  }

  /// Ends on the target.
  @usableFromInline
  mutating func end() {
    if isAnimated { tracks.rest() } else { put(target) }
    phase = .ended
  }
}

/// What happened to an animation; each animation ends with exactly one of finished and cancelled.
public enum AnimationEvent<Value: AnimatableValue>: Hashable, Sendable {
  /// The animation came to its end by itself.
  case finished(at: Value)
  /// The animation goes on to another target.
  case retargeted(from: Value, to: Value)
  /// The animation was stopped before its end.
  case cancelled(at: Value)
}

/// What an animation is doing.
public enum AnimationPhase: Hashable, Sendable {
  /// It has not been started.
  case ready
  /// It moves.
  case running
  /// It stands still until it is resumed.
  case paused
  /// It has finished or was stopped.
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
