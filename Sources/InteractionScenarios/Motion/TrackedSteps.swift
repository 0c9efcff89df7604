import MotionPhysics
import Quantities

/// The steps of the spring between a hand and a surface, one for each thing that the hand does: they
/// depend on when it does that, and not on where the surface is.
public struct TrackedSteps: Sendable {
  private struct Step {
    var interval: Seconds
    var step: SpringStep
  }

  private let isKept: Bool
  private var spring = Spring(dampingRatio: 1, response: .zero)
  private var known: [Step] = []

  /// Nothing is known; `isKept` says whether steps are worth remembering.
  init(isKept: Bool) { self.isKept = isKept }

  /// The step of `spring` by `interval` to the thing with this index.
  mutating func step(of spring: Spring, by interval: Seconds, at index: Int) -> SpringStep {
    guard isKept else { return spring.step(of: interval) }
    if spring != self.spring {
      self.spring = spring
      known.removeAll(keepingCapacity: true)
    }
    if index < known.count, known[index].interval == interval { return known[index].step }
    let step = spring.step(of: interval)
    // No interval is below zero.
    while known.count <= index { known.append(Step(interval: Seconds(-1), step: .none)) }
    known[index] = Step(interval: interval, step: step)
    return step
  }
}
