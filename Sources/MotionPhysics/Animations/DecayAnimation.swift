public import Quantities

/// A value that coasts to rest, with an edge and a spring where there is one, on a clock that the
/// caller moves.
public struct DecayAnimation<Value: AnimatableValue>: Hashable, Sendable {
  /// The friction.
  public let decay: Decay
  /// When the value counts as settled; in the units of the value.
  public let tolerance: SettleTolerance
  /// The edges, and the spring that brings the value back to them; nil without edges.
  public let edges: Edges?
  /// What the animation is doing.
  public private(set) var phase = AnimationPhase.ready
  @usableFromInline var tracks: DecayTracks

  /// Two edges with their spring.
  public struct Edges: Hashable, Sendable {
    /// The least position, for each component.
    public var lower: Value
    /// The greatest position, for each component.
    public var upper: Value
    /// What brings the value back.
    public var spring: Spring

    /// Creates edges; traps unless every component of `lower` is at most that of `upper`.
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

  /// Creates an animation that will coast from `value` with `velocity`.
  ///
  /// - Parameters:
  ///   - value: Where the value is.
  ///   - velocity: The change of every number per second.
  ///   - decay: The friction.
  ///   - edges: Where the way ends, and the spring there.
  ///   - pixelScale: If given, the velocity is changed a little, so that each number comes to rest
  ///     on a whole pixel; pixels per point. A number at rest stays where it is.
  ///   - tolerance: When the value counts as settled.
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
    tracks = DecayTracks(decay: decay, tolerance: tolerance, paths: paths ?? [], from: start)
  }

  /// Creates an animation that coasts from `value` and comes to rest at `destination`.
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

  /// Where the value is.
  @inlinable
  public var value: Value { Value { tracks.now[$0].position.value } }

  /// The change of every number per second.
  @inlinable
  public var velocity: Value { Value { tracks.now[$0].velocity.value } }

  /// Where the value comes to rest.
  public var destination: Value { Value { tracks.destination($0).value } }

  /// When the animation ends, counted from now; nil if never.
  public var remainingTime: Seconds? { tracks.remainingTime }

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
    tracks.restart(keepingVelocity: keepingVelocity)
    phase = .ended
    return wasActive ? .cancelled(at: value) : nil
  }

  /// Moves on by one frame.
  ///
  /// - Parameter interval: The time since the last frame; zero or more.
  /// - Returns: The end of the animation, in the frame in which it comes.
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
  /// Returns the velocity with which a value comes to rest after `distance`: the inverse of
  /// ``projectedDistance(_:)``.
  public func velocity(toGo distance: Points) -> PointsPerSecond {
    PointsPerSecond(saturated(distance.value * -logarithmicRate))
  }
}
