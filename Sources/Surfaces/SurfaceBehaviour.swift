package import MotionPhysics
package import Quantities
package import ReleaseRules

extension DraggableSurface {
  /// How a surface moves and decides; ``MotionTuning/behaviour`` makes one.
  public struct Behaviour: Sendable {
    /// The spring between the finger and the surface; a response of zero follows the finger itself.
    package var tracking: Spring
    /// The spring that takes the surface to its target after a release.
    var settling: Spring
    /// The speed up to which a surface that sets off does so on a critical spring; zero for none.
    var calmSpeed = PointsPerSecond.zero
    /// What steps the springs; nil for the exact solution.
    package var engine: SpringEngineKind?
    package var policy: ReleasePolicy
    /// Whether a dismissal is refused.
    var vetoesDismissal: Bool
    var tolerance: SettleTolerance
    /// What takes it to its target instead of the spring; nil for the spring.
    package var easing: PagedEasing?
    /// The same by the curve of another system, over its own time where none is given.
    var law = (name: SettlingLaw.spring, duration: Seconds.zero)
    package var pause = PauseRule()
    /// What changes with the surface without the gesture's velocity.
    package var properties: [DrivenProperty.Plan] = []
    /// The friction that a throw meets before its spring, as the rate at which velocity goes, per
    /// second, above zero; nil for a spring from the start.
    package var friction: Double?
    /// What takes it to a magnet, and back under the hand.
    package var magnet = Magnet.Springs()
    /// How long a stashed surface takes to come back when it is tapped; zero leaves it to its spring.
    package var unstashing = Seconds.zero

    /// The spring that takes on a surface that moves with `velocity`.
    func spring(from velocity: Velocity) -> Spring {
      guard calmSpeed > .zero, velocity.length <= calmSpeed else { return settling }
      return Spring(dampingRatio: 1, response: settling.response)
    }
  }
}

/// How a surface is somewhere, and how fast it moves.
package typealias SurfaceMotion = (position: Position, velocity: Velocity)

/// A value that costs a reference to hand on, however large it is; who changes it gets one of its own.
///
/// Scenarios read their tuning through it at every frame, so it is inlined into their module.
@usableFromInline
package struct Shared<Value: Sendable>: Sendable {
  // Of one element; an array knows when it must copy.
  @usableFromInline var one: [Value]

  /// Shares `value`.
  @inlinable package init(_ value: Value) { one = [value] }

  /// What is shared.
  @usableFromInline package var value: Value {
    @inlinable @inline(__always) get { one[0] }
    @inlinable @inline(__always) set { one[0] = newValue }
  }
}
