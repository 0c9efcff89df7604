public import Quantities

/// A value that a spring carries to a target, on a clock that the caller moves.
///
/// Every number of the value is the exact solution since its last change, so that the frame rate
/// does not matter. It can be caught, given a new target, reversed and stopped in flight; position and
/// velocity never jump.
public struct SpringAnimation<Value: AnimatableValue>: Hashable, Sendable {
  /// The spring; a new one takes over from the present motion.
  public var spring: Spring { didSet { rebuild() } }
  /// When the value counts as settled; in the units of the value.
  public var tolerance = SettleTolerance.standard { didSet { rebuild() } }
  /// Whether the animation ends when every number has first reached its target.
  public var endsOnArrival = false { didSet { rebuild() } }
  /// Where the value may be; a target outside the limits is moved inside, except for `clip`.
  public var limits: SpringLimits<Value>? {
    didSet {
      clips = limits?.behaviour == .clip
      rebuild()
    }
  }
  /// Whether the value moves at all; if not, it is at its target after the first frame.
  public var isAnimated = true
  /// Whether the motion, once settled, is put on the target; if not, it ends where it is.
  public var snapsToTarget = true
  /// Where the value goes.
  public private(set) var target: Value
  /// Where ``reverse()`` goes.
  public private(set) var origin: Value
  /// Whether only what is shown is cut at the limits; kept, as to look there costs a copy of them.
  @usableFromInline var clips = false
  @usableFromInline var clock = AnimationClock()
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
    tracks = SpringTracks(spring: spring, motions: [], targets: []) { _ in .free(.standard) }
    put(value, velocity: velocity)
  }

  /// Where the value is, before any cut at a limit.
  @inlinable
  var position: Value {
    tracks.withPositions { positions in Value(numbers: positions) }
  }

  /// Where the value is.
  @inlinable
  public var value: Value {
    clips ? clipped : position
  }

  /// Where the value is, cut at the limits; apart, as to look at them costs a copy of them.
  @inlinable
  @inline(never)
  var clipped: Value { limits?.clamped(position) ?? position }

  /// The change of every number per second.
  @inlinable
  public var velocity: Value { Value { tracks.velocity($0) } }

  /// When the animation ends if nothing happens, counted from now; nil if never.
  ///
  /// A stop at a limit is foreseen, what a bounce or a rest there changes is not.
  public var remainingTime: Seconds? {
    tracks.end.isFinite ? max(tracks.end - tracks.elapsed, .zero) : nil
  }

  /// Puts the value somewhere, as a finger does, with a velocity; the target stays.
  public mutating func put(_ value: Value, velocity: Value = .zero) {
    put { (value[component: $0], velocity[component: $0]) }
  }

  /// Puts every number of the value somewhere, with a velocity.
  private mutating func put(_ state: (Int) -> (position: Double, velocity: Double)) {
    let motions = (0..<Value.componentCount).map { index in
      let (position, velocity) = state(index)
      return Spring.Motion(
        offset: Points(position - target[component: index]), velocity: PointsPerSecond(velocity))
    }
    let targets = motions.indices.map { target[component: $0] }
    tracks = SpringTracks(spring: spring, motions: motions, targets: targets, rules: rules)
  }

  /// Every number of the value and its velocity, unrounded.
  private var states: [(position: Double, velocity: Double)] {
    (0..<Value.componentCount).map { (tracks.position($0), tracks.velocity($0)) }
  }

  /// Gives the animation a new target; position and velocity stay.
  ///
  /// - Parameter newTarget: Where the value goes now; moved inside the limits.
  /// - Returns: The event, if the animation was under way and the target is a new one.
  @discardableResult
  public mutating func retarget(to newTarget: Value) -> AnimationEvent<Value>? {
    let (states, old) = (states, target)
    target = allowed(newTarget)
    guard target != old else { return nil }
    put { states[$0] }
    return clock.isActive ? .retargeted(from: old, to: target) : nil
  }

  /// Turns round: the origin becomes the target; position and velocity stay.
  @discardableResult
  public mutating func reverse() -> AnimationEvent<Value>? {
    let turned = target
    let event = retarget(to: origin)
    origin = turned
    return event
  }

  /// Ends the animation where it is.
  ///
  /// - Parameter keepingVelocity: Whether ``velocity`` stays for what comes next, or becomes zero.
  /// - Returns: The event, if the animation was under way.
  @discardableResult
  public mutating func stop(keepingVelocity: Bool = true) -> AnimationEvent<Value>? {
    let wasActive = clock.isActive
    let states = states
    put { (states[$0].position, keepingVelocity ? states[$0].velocity : 0) }
    clock.end()
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
    guard advanceClock(by: interval) != nil else { return nil }
    return .finished(at: value)
  }

  private func allowed(_ target: Value) -> Value {
    guard let limits, limits.behaviour != .clip else { return target }
    return limits.clamped(target)
  }

  private mutating func rebuild() {
    let states = states
    target = allowed(target)
    put { states[$0] }
  }

  private func rules(_ index: Int) -> SpringTrack.Rules {
    var rules = SpringTrack.Rules.free(tolerance)
    rules.endsOnArrival = endsOnArrival
    guard let limits, limits.behaviour != .clip else { return rules }
    let goal = target[component: index]
    rules.limits = limits.lower[component: index] - goal...limits.upper[component: index] - goal
    if case .bounce(let factor) = limits.behaviour { rules.factor = factor }
    rules.endsAtLimit = limits.behaviour == .stop
    return rules
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SpringAnimation: ClockedAnimation {
  public var phase: AnimationPhase { clock.phase }

  public mutating func start(afterDelay delay: Seconds = .zero) { clock.start(afterDelay: delay) }
  public mutating func pause() { clock.pause() }
  public mutating func resume() { clock.resume() }
  public mutating func cancel() { stop() }

  @inlinable
  public mutating func advanceClock(by interval: Seconds) -> Seconds? {
    guard let time = clock.runningTime(of: interval) else { return nil }
    guard isAnimated else { return jump(after: time) }
    guard let left = tracks.advance(by: time) else { return nil }
    if snapsToTarget, tracks.rest() { clock.end() } else { settle() }
    return min(left, time)
  }

  /// Goes to the target at once; no part of `time` was needed for that.
  @usableFromInline
  mutating func jump(after time: Seconds) -> Seconds {
    put(target)
    clock.end()
    return time
  }

  /// Ends on the target, or where the motion has come to.
  @usableFromInline
  mutating func settle() {
    if snapsToTarget {
      put(position)
    } else {
      put(Value { target[component: $0] + tracks.unsnapped($0) })
    }
    clock.end()
  }
}
