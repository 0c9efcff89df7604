package import MotionPhysics
package import Quantities
package import ReleaseRules

extension DraggableSurface {
  /// How a surface moves and decides at a release; ``MotionTuning/dynamics`` creates it from the settings.
  public struct Dynamics: Sendable {
    /// The spring between the finger and the surface; if its response is zero, the surface follows directly.
    package var tracking: Spring
    /// The spring that takes the surface to its target after a release.
    var settling: Spring
    /// The initial speed at or below which a surface settles on a critically damped spring; zero turns this off.
    var calmSpeed = PointsPerSecond.zero
    /// The stepping engine that computes the springs; nil for the exact solution.
    package var engine: SpringEngineKind?
    package var policy: ReleasePolicy
    /// Whether a dismissal is refused.
    var vetoesDismissal: Bool
    var tolerance: SettleTolerance
    /// The easing that moves the surface to its target instead of the spring; nil for the spring.
    package var easing: PagedEasing?
    /// The motion of pages to their target instead of the spring; nil for the spring.
    package var pagedMotion: PagedMotion?
    /// The moment at which a finger stops the moving surface.
    package var catching = SurfaceCatch.touch
    /// The time after a release to the last candidate, which is the highest detent of a sheet, in which no drag can
    /// begin.
    package var pauseAtTop = Seconds.zero
    /// Whether a surface that is caught at more than 100 pt/s follows the finger without a slop.
    package var catchesWithoutSlop = false
    /// The longest time by which a browser predicts the finger beyond its last report; zero if the surface stays under
    /// the finger.
    package var prediction = Seconds.zero
    /// True if a surface that stops at its limits moves as soon as a finger beyond the limits turns back.
    ///
    /// If the value is false, the finger must first return to the place where the surface stopped.
    package var forgetsExcess = false
    /// The law by which the surface settles; a duration of zero stands for the standard duration of the law.
    var law = (name: SettlingLaw.spring, duration: Seconds.zero)
    package var pause = PauseRule()
    /// The numbers, such as the scale, that change when a drag begins or ends but do not follow the finger.
    package var properties: [DrivenProperty.Plan] = []
    /// The rate at which friction reduces the velocity of a throw until the spring takes over, per second; above zero.
    ///
    /// Nil if the spring acts from the start of the motion.
    package var friction: Double?
    /// The springs that move the surface to a magnet, and back to the finger.
    package var magnet = Magnet.Springs()
    /// The time in which a stashed surface returns to the screen after a tap; if zero, the surface returns on its
    /// spring.
    package var unstashing = Seconds.zero

    /// Returns the spring on which a surface settles if it starts with `velocity`.
    func spring(from velocity: Velocity) -> Spring {
      guard calmSpeed > .zero, velocity.length <= calmSpeed else { return settling }
      return Spring(dampingRatio: 1, response: settling.response)
    }
  }
}

/// The position and velocity of a surface.
package typealias SurfaceMotion = (position: Position, velocity: Velocity)

/// A wrapper that copies its value only on write, so that copying the wrapper is cheap for a value of any size.
///
/// Scenarios read their tuning through this type at every frame, so its members are inlinable into their module.
@usableFromInline
package struct Shared<Value: Sendable>: Sendable {
  // The value is the only element of an array, because arrays already have copy-on-write.
  @usableFromInline var one: [Value]

  @inlinable package init(_ value: Value) { one = [value] }

  @usableFromInline package var value: Value {
    @inlinable @inline(__always) get { one[0] }
    @inlinable @inline(__always) set { one[0] = newValue }
  }
}
