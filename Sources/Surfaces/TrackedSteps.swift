import MotionPhysics
import Quantities
import TouchInput

/// What is known of a hand that a surface follows: its pans, and the steps of the spring between the two.
///
/// Both depend on when the hand does something, and not on where the surface is.
public struct TrackedSteps: Sendable {
  /// What a pan does in a frame.
  struct Move {
    /// When.
    var time: Seconds
    /// How far the hand has moved since the pan began, along both axes and in bounds.
    var translation: Planar<Points>
  }

  /// Frames of a pan without anything between them, from the thing with this index on.
  private struct Run {
    var start: Int
    var moves: [Move]
  }

  private struct Step {
    var interval: Seconds
    var step: SpringStep
  }

  private let isKept: Bool
  private var runs: [Run] = []
  private var spring = Spring(dampingRatio: 1, response: .zero)
  private var known: [Step] = []

  /// Nothing is known; `isKept` says whether steps are worth remembering.
  package init(isKept: Bool) { self.isKept = isKept }

  /// What the pan does in the `events` up to the first that is no frame of it; `clock` tells when.
  mutating func moves(
    in events: ArraySlice<TimedHandEvent>, by clock: InputClock
  ) -> ArraySlice<Move> {
    if let run = runs.first(where: { $0.start == events.startIndex }) {
      return run.moves.prefix(events.count)
    }
    var ahead = clock
    var moves: [Move] = []
    for timed in events {
      guard case .panChanged(let pan, _) = timed.event else { break }
      moves.append(
        Move(
          time: ahead.time(ofMicroseconds: timed.microseconds),
          translation: pan.translation.held(within: SurfaceDrag.bound)))
    }
    runs.append(Run(start: events.startIndex, moves: moves))
    return moves[...]
  }

  /// The spring whose steps are asked for from now on.
  mutating func take(_ spring: Spring) {
    guard spring != self.spring else { return }
    self.spring = spring
    known.removeAll(keepingCapacity: true)
  }

  /// The step of the spring by `interval` to the thing with this index.
  @inline(__always)
  mutating func step(by interval: Seconds, at index: Int) -> SpringStep {
    if index < known.count, known[index].interval == interval { return known[index].step }
    return newStep(by: interval, at: index)
  }

  @inline(never)
  private mutating func newStep(by interval: Seconds, at index: Int) -> SpringStep {
    let step = spring.step(of: interval)
    guard isKept else { return step }
    // No interval is below zero.
    while known.count <= index { known.append(Step(interval: Seconds(-1), step: .none)) }
    known[index] = Step(interval: interval, step: step)
    return step
  }
}
