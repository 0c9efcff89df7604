public import Quantities

/// An animation of a value that friction slows down to rest, optionally between two edges.
///
/// A spring returns a value that passes an edge.
///
/// The animation has no clock of its own; call ``advance(by:)`` once per frame.
public struct DecayAnimation<Value: AnimatableValue>: Hashable, Sendable {
  /// The friction, which acts between the edges.
  public let decay: Decay
  /// The largest distance and speed at which the value counts as settled, in the units of the value.
  public let tolerance: SettleTolerance
  /// The edges, and the spring that returns the value to them; nil if the motion has no edges.
  public let edges: Edges?
  /// The phase; ``advance(by:)`` has an effect only in the phase `running`.
  public private(set) var phase = AnimationPhase.ready
  @usableFromInline var tracks: DecayComponents

  /// The two edges of a motion, and the spring that returns the value to them.
  public struct Edges: Hashable, Sendable {
    /// The lowest position, for each component.
    public var lower: Value
    /// The highest position, for each component.
    public var upper: Value
    /// The spring that returns the value to an edge.
    public var spring: Spring

    /// Creates edges; traps unless every component of `lower` is at most the same component of `upper`.
    public init(from lower: Value, to upper: Value, spring: Spring) {
      for index in 0..<Value.componentCount {
        precondition(
          lower[component: index] <= upper[component: index],
          "edges from \(lower[component: index]) to \(upper[component: index])")
      }
      self.lower = lower
      self.upper = upper
      self.spring = spring
    }
  }

  /// Creates an animation that decays from `value` with `velocity`.
  ///
  /// - Parameters:
  ///   - value: The start value.
  ///   - velocity: The change of each component per second.
  ///   - decay: The friction.
  ///   - edges: The edges of the motion, and the spring at the edges.
  ///   - pixelScale: The pixels per point. If given, the velocity is adjusted slightly, so that each moving component
  ///     comes to rest on a whole pixel.
  ///   - tolerance: The tolerance within which the value counts as settled.
  public init(
    from value: Value, velocity: Value, decay: Decay = .normal, edges: Edges? = nil,
    pixelScale: Double? = nil, tolerance: SettleTolerance = .standard
  ) {
    self.decay = decay
    self.edges = edges
    self.tolerance = tolerance
    let start = (0..<Value.componentCount).map { index in
      let position = Points(value[component: index])
      let velocity = PointsPerSecond(velocity[component: index])
      guard let pixelScale, velocity != .zero else {
        return Decay.Motion(position: position, velocity: velocity)
      }
      let rest = position + decay.projectedDistance(velocity)
      return Decay.Motion(
        position: position,
        velocity: decay.velocity(toGo: rest.roundedToPixels(scale: pixelScale) - position))
    }
    let paths = edges.map { edges in
      (0..<Value.componentCount).map { index in
        BoundedDecay(
          decay: decay, spring: edges.spring,
          edges: Points(edges.lower[component: index])...Points(edges.upper[component: index]))
      }
    }
    tracks = DecayComponents(decay: decay, tolerance: tolerance, paths: paths ?? [], from: start)
  }

  /// Creates an animation that decays from `value` to rest at `destination`.
  public init(
    from value: Value, to destination: Value, decay: Decay = .normal,
    tolerance: SettleTolerance = .standard
  ) {
    self.init(
      from: value,
      velocity: Value {
        let distance = Points(destination[component: $0] - value[component: $0])
        return decay.velocity(toGo: distance).value
      }, decay: decay, tolerance: tolerance)
  }

  /// The current value; it can be beyond an edge while the spring returns it.
  @inlinable
  public var value: Value { Value { tracks.now[$0].position.value } }

  /// The change of each component per second; it does not become zero while the animation is paused.
  @inlinable
  public var velocity: Value { Value { tracks.now[$0].velocity.value } }

  /// The value at rest: for each component, the edge that it reaches, or the position to which friction alone brings
  /// it.
  public var destination: Value { Value { tracks.destination($0).value } }

  /// The time until the animation ends; nil if it never ends.
  public var remainingTime: Seconds? { tracks.remainingTime }

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
    tracks.restart(keepingVelocity: keepingVelocity)
    phase = .ended
    return wasActive ? .cancelled(at: value) : nil
  }

  /// Advances the animation by one frame.
  ///
  /// - Parameter interval: The time since the last frame; zero or more.
  /// - Returns: ``AnimationEvent/finished(at:)`` in the frame in which the animation ends; otherwise nil.
  @inlinable
  @discardableResult
  public mutating func advance(by interval: Seconds) -> AnimationEvent<Value>? {
    precondition(interval >= .zero, "an animation cannot advance by \(interval.value) s")
    guard phase == .running, tracks.advance(by: interval) else { return nil }
    end()
    return .finished(at: value)
  }

  @usableFromInline
  mutating func end() { phase = .ended }
}

extension Decay {
  /// Returns the velocity with which a value comes to rest after `distance`; the inverse of ``projectedDistance(_:)``.
  public func velocity(toGo distance: Points) -> PointsPerSecond {
    PointsPerSecond(saturated(distance.value * -logarithmicRate))
  }
}
