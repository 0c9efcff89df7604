public import Quantities
public import TouchInput

/// What becomes of the places, ways and velocities of a hand.
public struct HandMap: Sendable {
  /// What becomes of a place on the screen; nil takes it away.
  public var position: @Sendable (Position) -> Position?
  /// What becomes of a way, and of a velocity.
  public var displacement: @Sendable (Position) -> Position
  /// Whether what turned to the right turns to the left.
  public var isMirrored: Bool

  /// Creates a map.
  public init(
    position: @escaping @Sendable (Position) -> Position? = { $0 },
    displacement: @escaping @Sendable (Position) -> Position = { $0 }, isMirrored: Bool = false
  ) {
    self.position = position
    self.displacement = displacement
    self.isMirrored = isMirrored
  }
}

extension HandEvent {
  /// The same event, seen through a map.
  public func mapped(_ map: HandMap) -> HandEvent {
    mapped(position: map.position, displacement: map.displacement, isMirrored: map.isMirrored)
  }

  /// The same event, seen through a map of places, where nil takes one away, and a map of ways and
  /// velocities; mirrored, what turned to the right turns to the left.
  public func mapped(
    position: (Position) -> Position?, displacement: (Position) -> Position,
    isMirrored: Bool = false
  ) -> HandEvent {
    func map(_ pan: Pan) -> Pan {
      var pan = pan
      pan.origin = pan.origin.flatMap(position)
      pan.location = pan.location.flatMap(position)
      pan.translation = displacement(pan.translation)
      if isMirrored { (pan.twist, pan.twistRate) = (-pan.twist, -pan.twistRate) }
      return pan
    }
    func map(_ estimate: VelocityEstimate) -> VelocityEstimate {
      var estimate = estimate
      let turned = displacement(
        Position(x: Points(estimate.velocity.x.value), y: Points(estimate.velocity.y.value)))
      estimate.velocity = Velocity(
        x: PointsPerSecond(turned.x.value), y: PointsPerSecond(turned.y.value))
      return estimate
    }
    return switch self {
    case .touchDown(let at): .touchDown(at: at.flatMap(position))
    default: mappingPan { (map($0), map($1)) }
    }
  }

  /// The pan that the event carries.
  public var pan: Pan? {
    switch self {
    case .panBegan(let pan), .panChanged(let pan, _), .panEnded(let pan, _),
      .panCancelled(let pan, _):
      pan
    default: nil
    }
  }
}

extension Trial {
  /// The same trial with the hand seen through a map.
  public func mapped(_ map: HandMap) -> Trial {
    var copy = self
    for index in inputs.indices {
      guard case .hand(let event) = inputs[index].input else { continue }
      copy.inputs[index].input = .hand(event.mapped(map))
    }
    return copy
  }
}
