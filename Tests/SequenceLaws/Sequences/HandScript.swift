import InteractionScenarios
public import Quantities
public import TouchInput

/// A hand that does exactly what a test says.
public struct HandScript {
  /// What it has done so far.
  public private(set) var events: [TimedHandEvent] = []
  private var microseconds: Int64 = 0
  private var pan: Pan?
  private var position: Position?

  /// A hand that goes down at time zero.
  public init(at position: Position? = nil) { down(at: position) }

  /// Goes down at a place, or as on a touchpad.
  public mutating func down(at position: Position? = nil) {
    self.position = position
    emit(.touchDown(at: position))
  }

  /// Stays as it is; the device reports nothing.
  public mutating func wait(_ seconds: Double) {
    microseconds += Int64((seconds * 1_000_000).rounded())
  }

  /// Moves the hand to `x`, `y` from where it went down, in points; the live velocity is in points per
  /// second along y.
  public mutating func move(x: Double = 0, y: Double, velocity: Double = 0) {
    let displacement = Position(x: Points(x), y: Points(y))
    if var pan {
      pan.translation = displacement
      pan.location = position.map { $0 + displacement }
      self.pan = pan
      emit(
        .panChanged(
          pan,
          live: VelocityEstimate(
            velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)), reason: .ok)))
    } else {
      let began = Pan(
        number: 1, origin: position, location: position.map { $0 + displacement },
        translation: displacement, fingers: 1)
      pan = began
      emit(.panBegan(began))
    }
  }

  /// Presses with a share of what the device can tell; nil for a device that cannot.
  public mutating func press(_ force: Double?) { emit(.force(force)) }

  /// Leaves with a velocity in points per second.
  public mutating func release(x: Double = 0, y: Double = 0, reason: VelocityEstimate.Reason = .ok)
  {
    if let pan {
      let velocity = Velocity(x: PointsPerSecond(x), y: PointsPerSecond(y))
      emit(.panEnded(pan, VelocityEstimate(velocity: velocity, reason: reason)))
    }
    emit(.touchUp)
    pan = nil
  }

  /// Takes the touch away from a hand that moves with a velocity.
  public mutating func cancel(x: Double = 0, y: Double = 0) {
    let velocity = Velocity(x: PointsPerSecond(x), y: PointsPerSecond(y))
    if let pan { emit(.panCancelled(pan, VelocityEstimate(velocity: velocity, reason: .ok))) }
    emit(.touchCancelled)
    pan = nil
  }

  private mutating func emit(_ event: HandEvent) {
    events.append(TimedHandEvent(microseconds: microseconds, event: event))
  }

  /// The trial of this hand on the sheet with settings.
  public func onSheet(_ settings: (String, String)...) -> Trial {
    Trial(
      scenario: SheetScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: events)
  }

  /// The trial of this hand on the window with settings.
  public func onWindow(_ settings: (String, String)...) -> Trial {
    Trial(
      scenario: PictureInPictureScenario.self,
      settings: settings.map { (key: $0.0, value: $0.1) }, events: events)
  }
}
