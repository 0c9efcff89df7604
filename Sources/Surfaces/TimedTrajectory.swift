import Quantities

/// A way from one position to another along a timing curve, as systems without springs have it.
struct TimedTrajectory: Hashable, Sendable {
  /// When it sets off.
  var begin: Seconds
  /// How long it takes; with zero it is at its end at once.
  var duration: Seconds
  /// How it runs through its time.
  var curve: TimedCurve
  /// Where it sets off.
  var start: Position
  /// Where it ends.
  var end: Position

  /// Where it is at `time`, and how fast.
  func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    let elapsed = duration > .zero ? max(0, min((time - begin) / duration, 1)) : 1
    guard elapsed < 1 else { return (end, .zero) }
    let displacement = end - start
    let speed = curve.speed(at: elapsed)
    let pace = Velocity(x: displacement.x / duration, y: displacement.y / duration)
    return (
      start + displacement * curve.fraction(at: elapsed), speed.isFinite ? pace * speed : .zero
    )
  }
}
