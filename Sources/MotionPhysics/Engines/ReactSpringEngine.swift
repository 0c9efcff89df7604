public import Quantities

/// The spring of react-spring.
///
/// - Integration: Each millisecond is one semi-implicit Euler step. A fraction of a millisecond at the end of a frame
///   counts as a whole millisecond, so time runs 2 % too fast at 60 Hz and 8 % too fast at 120 Hz. A frame longer than
///   64 ms counts as 64 ms.
/// - End: The motion ends in the first step with a speed of at most 0.01 % of the distance per millisecond and an
///   offset of at most 0.1 % of the distance. For distances above 1000 pt, the limits are 0.1 pt/ms and 1 pt.
///
/// Source: pmndrs/react-spring, `SpringValue.ts` and `frameLoop`.
public struct ReactSpringEngine: Hashable {
  private let stiffness: Double
  private let damping: Double
  private var precision: Double
  private var state: EngineState
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  /// Returns the largest offset at which a motion over `distance` ends; both in points.
  ///
  /// All numbers are from the library, including the number for a distance of zero.
  private static func precision(of distance: Double) -> Double {
    distance == 0 ? 0.005 : min(1, distance.magnitude * 0.001)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReactSpringEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    (stiffness, damping) = spring.coefficients
    state = EngineState(start)
    precision = Self.precision(of: state.offset)
  }

  public var motion: Spring.Motion { state.motion }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled, interval > .zero else { return }
    let steps = Int(min(interval.value * 1000, 64).rounded(.up))
    for _ in 0..<steps {
      // Speeds are in points per second here, but in points per millisecond in the library.
      let isSlow = state.velocity.magnitude / 1000 <= precision / 10
      if isSlow, state.offset.magnitude <= precision {
        state = EngineState(.resting)
        isSettled = true
        return
      }
      let pull = -stiffness * state.offset - damping * state.velocity
      state.velocity += pull * 0.001
      state.offset += state.velocity * 0.001
      state = state.finite
    }
  }

  public mutating func retarget(by shift: Points) {
    state = EngineState(state.motion.relativeToTarget(movedBy: shift))
    precision = Self.precision(of: state.offset)
    isSettled = false
  }
}
