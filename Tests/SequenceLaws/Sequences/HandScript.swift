import InteractionScenarios
public import Quantities
public import TouchInput

/// A gesture that a test composes step by step.
public struct HandScript {
  /// The events so far.
  public private(set) var events: [TimedHandEvent] = []
  private var microseconds: Int64 = 0
  private var pan: Pan?
  private var position: Position?

  /// Creates a gesture with a touch-down at time zero.
  public init(at position: Position? = nil) { down(at: position) }

  /// Touches down at a position, or without one, as on a touchpad.
  public mutating func down(at position: Position? = nil) {
    self.position = position
    emit(.touchDown(at: position))
  }

  /// Waits without any event.
  public mutating func wait(_ seconds: Double) {
    microseconds += Int64((seconds * 1_000_000).rounded())
  }

  /// Moves the finger to `x`, `y` from the touch-down, in points; the live velocity is in points
  /// per second along y.
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

  /// Moves the finger to `x`, `y` from the touch-down, in points, before the touch becomes a pan.
  public mutating func moveWithinSlop(x: Double = 0, y: Double) {
    let displacement = Position(x: Points(x), y: Points(y))
    emit(
      .touchMoved(
        Pan(
          number: 1, origin: position, location: position.map { $0 + displacement },
          translation: .zero, fingers: 1)))
  }

  /// Reports a force, as a fraction of the device's range; nil for a device without force.
  public mutating func press(_ force: Double?) { emit(.force(force)) }

  /// Lifts the finger with a velocity in points per second.
  public mutating func release(x: Double = 0, y: Double = 0, reason: VelocityEstimate.Reason = .ok)
  {
    if let pan {
      let velocity = Velocity(x: PointsPerSecond(x), y: PointsPerSecond(y))
      emit(.panEnded(pan, VelocityEstimate(velocity: velocity, reason: reason)))
    }
    emit(.touchUp)
    pan = nil
  }

  /// Cancels the touch of a finger that moves with a velocity.
  public mutating func cancel(x: Double = 0, y: Double = 0) {
    let velocity = Velocity(x: PointsPerSecond(x), y: PointsPerSecond(y))
    if let pan { emit(.panCancelled(pan, VelocityEstimate(velocity: velocity, reason: .ok))) }
    emit(.touchCancelled)
    pan = nil
  }

  private mutating func emit(_ event: TouchEvent) {
    events.append(TimedHandEvent(microseconds: microseconds, event: event))
  }

  /// Returns the trial of this gesture on a sheet with settings.
  public func onSheet(_ settings: (String, String)...) -> Trial {
    Trial(
      scenario: SheetScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: events)
  }

  /// Returns the trial of this gesture on a window with settings.
  public func onWindow(_ settings: (String, String)...) -> Trial {
    Trial(
      scenario: PictureInPictureScenario.self,
      settings: settings.map { (key: $0.0, value: $0.1) }, events: events)
  }
}
