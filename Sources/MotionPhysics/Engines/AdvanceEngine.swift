public import Quantities

/// The spring of the library Advance.
///
/// - Integration: Advance uses fourth-order Runge-Kutta with steps of 8 ms. The first stage is missing from the sum, so
///   the motion has 5/6 of the correct speed. A frame has at most ten steps, so a frame longer than 80 ms counts as
///   80 ms.
/// - Output: The state is interpolated between the last two steps, by the part of the frame after the last step.
/// - End: The motion ends after the first step with an offset of at most 0.1 pt and a velocity of at most 0.1 pt/s.
///
/// Source: timdonnelly/Advance, `SimulationState.swift` and `SimulationFunction+Integration.swift`.
public struct AdvanceEngine: Hashable {
  private static let tick = 0.008
  private let stiffness: Double
  private let damping: Double
  private var previous: EngineState
  private var current: EngineState
  /// The time since the last step, in seconds.
  private var left = 0.0
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  private func slope(_ state: EngineState) -> EngineState {
    EngineState(
      offset: state.velocity, velocity: -stiffness * state.offset - damping * state.velocity)
  }

  private func moved(_ state: EngineState, along slope: EngineState, by t: Double) -> EngineState {
    EngineState(
      offset: state.offset + t * slope.offset, velocity: state.velocity + t * slope.velocity)
  }

  private func step(_ state: EngineState) -> EngineState {
    let h = Self.tick
    let a = slope(state)
    let b = slope(moved(state, along: a, by: h / 2))
    let c = slope(moved(state, along: b, by: h / 2))
    let d = slope(moved(state, along: c, by: h))
    // As in Advance, `a` is missing from the sum, although the sum is divided by 6.
    let mean = EngineState(
      offset: (2 * (b.offset + c.offset) + d.offset) / 6,
      velocity: (2 * (b.velocity + c.velocity) + d.velocity) / 6)
    return moved(state, along: mean, by: h).finite
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AdvanceEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    (stiffness, damping) = spring.coefficients
    previous = EngineState(start)
    current = previous
  }

  public var motion: Spring.Motion {
    let fraction = left / Self.tick
    return EngineState(
      offset: previous.offset * (1 - fraction) + current.offset * fraction,
      velocity: previous.velocity * (1 - fraction) + current.velocity * fraction
    ).motion
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    left += min(interval.value, 10 * Self.tick)
    while left > Self.tick {
      previous = current
      current = step(current)
      left -= Self.tick
      if current.offset.magnitude <= 0.1, current.velocity.magnitude <= 0.1 {
        current = EngineState(.resting)
        previous = current
        isSettled = true
        return
      }
    }
  }

  public mutating func retarget(by shift: Points) {
    previous = EngineState(previous.motion.relativeToTarget(movedBy: shift))
    current = EngineState(current.motion.relativeToTarget(movedBy: shift))
    isSettled = false
  }
}
