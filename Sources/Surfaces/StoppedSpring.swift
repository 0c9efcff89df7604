import MotionPhysics
import Quantities

/// A spring along one axis that does not swing, and stops dead at a bound that it comes to from inside.
///
/// Up to there it is the closed form of its start, and from there that of a spring at rest at the bound,
/// which is at its target or goes back to it. What begins beyond a bound is not stopped by it.
struct StoppedSpring: Sendable {
  private let spring: Spring
  private let start: Spring.Motion
  /// When it comes to a bound, after its start, and where; nil when it does not.
  private let stop: (time: Seconds, motion: Spring.Motion)?

  /// Sets off as `start` describes between two bounds; like its offset, they count from the target.
  init(_ spring: Spring, from start: Spring.Motion, between low: Points, and high: Points) {
    self.spring = spring
    self.start = start
    stop = [low, high].filter { $0 != start.offset }.compactMap { bound in
      let isInside = bound == low ? start.offset > low : start.offset < high
      guard isInside, let time = spring.firstTime(at: bound, from: start) else { return nil }
      return (time, Spring.Motion(offset: bound, velocity: .zero))
    }.min { $0.time < $1.time }
  }

  /// Where it is `time` after it set off, and how fast.
  func motion(after time: Seconds) -> Spring.Motion {
    guard let stop, time >= stop.time else { return spring.motion(after: time, from: start) }
    return spring.motion(after: time - stop.time, from: stop.motion)
  }

  /// The time from which on it is within `tolerance` of its end and of rest; nil if it never is.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    let free = spring.settleTime(from: start, within: tolerance)
    guard let stop else { return free }
    if let free, free <= stop.time { return free }
    return spring.settleTime(from: stop.motion, within: tolerance).map { stop.time + $0 }
  }
}
