import FrameLogs
import Quantities
import ReleaseRules
import Surfaces
import TouchInput

/// A scenario of one thing that a finger presses or drags, and that moves or changes by itself without a finger.
///
/// An extension of the protocol passes touches to the ``hold``, catches the thing if it moves, and makes the frame. A
/// ``DraggableSurface`` does all this itself.
protocol HeldScenario: Scenario {
  associatedtype Drag: Sendable

  var hold: Hold<Drag> { get set }
  var now: Seconds { get }
  /// Whether the thing moves or changes without a finger.
  var isMoving: Bool { get }
  var motion: SurfaceMotion { get }
  /// The position at which the thing will come to rest; during a drag, its current position.
  var target: Position { get }
  /// The name of the position or state to which the thing moves or changes without a finger.
  var heading: String { get }
  var phase: Phase { get }

  /// Returns the progress of the thing at `position`; unitless, see `Frame.progress`.
  func progress(at position: Position) -> Double

  /// Returns whether a touch at `position` is on the thing; `position` is nil on a touchpad.
  func isHit(_ position: Position?) -> Bool

  /// Stops the thing under a finger that has pressed it, and returns the scenario's own fields for the event `caught`.
  mutating func press() -> [LogField]

  /// Applies the meaning of a gesture event that is not a press.
  mutating func take(_ step: Hold<Drag>.Meaning, into eventLog: inout EventLog)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension HeldScenario {
  public var isAtRest: Bool { !isMoving && !hold.isOn }

  func isHit(_ position: Position?) -> Bool { true }

  public mutating func receive(
    _ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog
  ) {
    let wasMoving = isMoving
    let isHit = if case .touchDown(let position) = event { isHit(position) } else { true }
    let step = hold.receive(
      event, at: now, isMoving: wasMoving, into: &eventLog, isHit: { _ in isHit })
    guard let step else { return }
    guard case .pressed = step else { return take(step, into: &eventLog) }
    let (caught, heading) = (motion, heading)
    let own = press()
    if wasMoving { eventLog.noteCatch(of: caught, headingFor: heading, at: now, own) }
  }

  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    let (position, velocity) = motion
    return Frame(
      index: index, time: time, phase: phase, touching: hold.isTouched, position: position,
      velocity: velocity, target: target, progress: progress(at: position))
  }
}
