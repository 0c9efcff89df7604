package import MotionPhysics
package import Quantities
package import ReleaseRules

extension DraggableSurface {
  /// The motion and the decisions of a surface; ``MotionTuning/behaviour`` makes one.
  public struct Behaviour: Sendable {
    /// The spring between the finger and the surface; with a response of zero the surface follows directly.
    package var tracking: Spring
    /// The spring that takes the surface to its target after a release.
    var settling: Spring
    /// The initial speed up to which a surface settles on a critical spring; zero turns this off.
    var calmSpeed = PointsPerSecond.zero
    /// The engine that steps the springs; nil for the exact solution.
    package var engine: SpringEngineKind?
    package var policy: ReleasePolicy
    /// Whether a dismissal is refused.
    var vetoesDismissal: Bool
    var tolerance: SettleTolerance
    /// The easing to the target instead of the spring; nil for the spring.
    package var easing: PagedEasing?
    /// The settling curve of another system instead of the spring; a duration of zero is its standard one.
    var law = (name: SettlingLaw.spring, duration: Seconds.zero)
    package var pause = PauseRule()
    /// The properties that change with the surface but do not inherit the velocity of the gesture.
    package var properties: [DrivenProperty.Plan] = []
    /// The friction of a throw before its spring, as the rate at which velocity decays, per second, above
    /// zero; nil for a spring from the start.
    package var friction: Double?
    /// The springs to a magnet, and back to the finger.
    package var magnet = Magnet.Springs()
    /// The time in which a stashed surface returns after a tap; zero uses its spring.
    package var unstashing = Seconds.zero

    /// Returns the spring for a surface that starts with `velocity`.
    func spring(from velocity: Velocity) -> Spring {
      guard calmSpeed > .zero, velocity.length <= calmSpeed else { return settling }
      return Spring(dampingRatio: 1, response: settling.response)
    }
  }
}

/// The position and velocity of a surface.
package typealias SurfaceMotion = (position: Position, velocity: Velocity)

/// A value with copy-on-write: a copy costs one reference, however large the value is.
///
/// Scenarios read their tuning through it at every frame, so it is inlined into their module.
@usableFromInline
package struct Shared<Value: Sendable>: Sendable {
  // An array of one element, because arrays are copied on write.
  @usableFromInline var one: [Value]

  /// Shares `value`.
  @inlinable package init(_ value: Value) { one = [value] }

  /// The shared value.
  @usableFromInline package var value: Value {
    @inlinable @inline(__always) get { one[0] }
    @inlinable @inline(__always) set { one[0] = newValue }
  }
}
