public import Quantities

/// A start that lets a timing curve carry a velocity even where there is hardly any way to go.
///
/// At no distance a relative velocity is infinite, and a curve would lose the velocity. So the start
/// is moved a little behind the end, against the velocity. The motion that results differs from the
/// true one by less than the shift at any time, because a spring never swings farther than it was
/// pulled.
///
/// Source: D. Jenox, *Demystifying UIKit Spring Animations* (2021); the size of the shift is ours.
public struct HandOff: Hashable, Sendable {
  /// Where the curve is to start.
  public let start: Points
  /// The velocity as a fraction of the way from ``start`` to the end.
  public let initialVelocity: RelativeVelocity
  /// How far ``start`` is from the true start; also the bound of the error at any time.
  public let shift: Points

  /// The shift as a fraction of how far the velocity alone would carry the value; unitless.
  ///
  /// Source: ours; a thousandth cannot be seen next to the swing that it makes possible.
  static let fraction = 0x1p-10

  /// Plans a way from `start` to `end` with a velocity.
  ///
  /// Nothing is shifted unless the distance is below a 1024th of the swing that the velocity alone
  /// would make.
  public init(
    from start: Points, to end: Points, velocity: PointsPerSecond, spring: Spring
  ) {
    let swing = spring.peakDisplacement(ofVelocity: velocity)
    let least = swing * Self.fraction
    let needsShift = (end - start).magnitude < least
    self.start = needsShift ? end - (velocity < .zero ? -least : least) : start
    shift = (self.start - start).magnitude
    initialVelocity = RelativeVelocity(velocity, from: self.start, to: end)
  }
}

extension Spring {
  /// Returns how far a velocity alone carries a value away from its target before it turns round.
  ///
  ///     e^(-ζωt) v t  at its peak, t = atan(q / ζ) / (ω q) below critical damping, 1 / ω at it
  public func peakDisplacement(ofVelocity velocity: PointsPerSecond) -> Points {
    let start = Motion(offset: .zero, velocity: velocity)
    return peakOvershoot(from: start)?.offset.magnitude ?? .zero
  }
}
