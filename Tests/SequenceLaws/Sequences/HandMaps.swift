public import Quantities
public import TouchInput

/// A map of the positions, displacements and velocities of a gesture.
public struct HandMap: Sendable {
  /// Maps a position on the screen; nil removes the position.
  public var position: @Sendable (Position) -> Position?
  /// Maps a displacement or a velocity.
  public var displacement: @Sendable (Position) -> Position
  /// Whether the direction of rotation is reversed.
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

extension TouchEvent {
  /// Returns the event with a map applied.
  public func mapped(_ map: HandMap) -> TouchEvent {
    mapped(position: map.position, displacement: map.displacement, isMirrored: map.isMirrored)
  }

  /// Returns the event with a map of positions, where nil removes a position, and a map of
  /// displacements and velocities; `isMirrored` reverses the direction of rotation.
  public func mapped(
    position: (Position) -> Position?, displacement: (Position) -> Position,
    isMirrored: Bool = false
  ) -> TouchEvent {
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
  /// Returns the trial with a map applied to the gesture.
  public func mapped(_ map: HandMap) -> Trial {
    var copy = self
    for index in inputs.indices {
      guard case .hand(let event) = inputs[index].input else { continue }
      copy.inputs[index].input = .hand(event.mapped(map))
    }
    return copy
  }
}
