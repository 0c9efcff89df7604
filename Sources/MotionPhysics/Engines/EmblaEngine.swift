public import Quantities

/// The motion of Embla's pages under a finger.
///
/// - Integration: Each 1/60 s is one semi-implicit Euler step, at any frame rate: `v += (-k x - c v) h`, then `x += v h`.
///   A frame shows a position between the last two steps, so the pages are up to one step late. The first frame makes
///   two steps.
/// - End: The motion ends when the shown offset is below 0.001 pt.
///
/// Embla's friction of 0.3 and duration of 0.75 are a stiffness of 0.4 · 60² = 1440 and a damping of 0.7 · 60 = 42.
///
/// Source: Embla 9.0.0-rc02 at 25eff504, `Animations.ts`, `ScrollAnimator.ts`, `ScrollBody.ts` and `DragHandler.ts`.
public struct EmblaEngine: Hashable {
  private let stiffness: Double
  private let damping: Double
  private var state: EngineState
  /// The offset before the last step.
  private var previous: Double
  /// The time since the last step, in seconds; nil before the first frame.
  private var elapsed: Double?
  /// Whether the animation has ended.
  public private(set) var isSettled = false

  /// The time between two steps, in seconds.
  private static let step = 1.0 / 60

  private mutating func advanceByStep() {
    previous = state.offset
    let pull = -stiffness * state.offset - damping * state.velocity
    state.velocity += pull * Self.step
    state.offset += state.velocity * Self.step
    state = state.finite
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EmblaEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    (stiffness, damping) = spring.coefficients
    state = EngineState(start)
    previous = state.offset
  }

  public var motion: Spring.Motion {
    guard !isSettled else { return .resting }
    let fraction = (elapsed ?? 0) / Self.step
    return EngineState(
      offset: previous + (state.offset - previous) * fraction, velocity: state.velocity
    ).motion
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled, interval > .zero else { return }
    if let old = elapsed {
      // A frame may be a rounding error shorter than a step.
      var now = min(old + interval.value, 1)
      while now >= Self.step * (1 - 1e-9) {
        advanceByStep()
        now = max(0, now - Self.step)
      }
      elapsed = now
    } else {
      advanceByStep()
      advanceByStep()
      elapsed = 0
    }
    isSettled = motion.offset.magnitude < Points(0.001) && state.offset.magnitude < 0.001
  }

  public mutating func retarget(by shift: Points) {
    guard shift != .zero else { return }
    previous -= shift.value
    state = EngineState(state.motion.relativeToTarget(movedBy: shift))
    if isSettled {
      (isSettled, elapsed, previous) = (false, nil, state.offset)
      state.velocity = 0
    }
  }
}
