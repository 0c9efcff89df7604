import Quantities

/// The way of one number of a ``SpringAnimation``, seen from its target, through the limits that it
/// meets.
struct SpringTrack: Hashable, Sendable {
  /// What the track obeys besides its spring.
  struct Rules: Hashable, Sendable {
    var tolerance: SettleTolerance
    var endsOnArrival: Bool
    /// The limits as offsets from the target; the target is inside.
    var limits: ClosedRange<Double>?
    /// What the value does at a limit: the factor for its velocity, and whether it ends there.
    var factor: Double
    var endsAtLimit: Bool

    /// Nothing but the spring, until it has settled.
    static func free(_ tolerance: SettleTolerance) -> Rules {
      Rules(tolerance: tolerance, endsOnArrival: false, factor: 0, endsAtLimit: false)
    }
  }

  /// A time on the clock of the animation, and an offset from the target.
  private struct Moment: Hashable {
    var time: Seconds
    var offset: Double
  }

  private let spring: Spring
  private let rules: Rules
  private(set) var motion: Spring.Motion
  private var start: Spring.Motion
  private var startTime = Seconds.zero
  private var end = Moment(time: .zero, offset: 0)
  private var hit: Moment?

  /// Whether there are limits to meet.
  var meetsLimits: Bool { rules.limits != nil }

  /// When the track is over, on the clock of the animation; infinity if never.
  var endTime: Seconds { end.time }

  init(spring: Spring, rules: Rules, from motion: Spring.Motion, at time: Seconds) {
    self.spring = spring
    self.rules = rules
    self.motion = motion
    start = motion
    begin(motion, at: time)
  }

  /// Moves on to `time`, through every limit on the way.
  ///
  /// - Parameters:
  ///   - time: The time on the clock of the animation.
  ///   - step: What the spring does until then from the start of the clock; one for all numbers.
  mutating func advance(to time: Seconds, by step: SpringStep) {
    var impacts = 0
    while let impact = hit, impact.time <= time, impact.time < end.time {
      impacts += 1
      let there = spring.motion(after: impact.time - startTime, from: start)
      // So many impacts in a frame are a value that trembles at its limit.
      let speed = impacts < 64 ? there.velocity * -rules.factor : .zero
      let turned = Spring.Motion(offset: Points(impact.offset), velocity: speed)
      guard impacts < 64 else {
        end = impact
        hit = nil
        break
      }
      begin(turned, at: impact.time)
    }
    if time >= end.time {
      motion = Spring.Motion(offset: Points(end.offset), velocity: .zero)
    } else if startTime == .zero {
      motion = step.applied(to: start)
    } else {
      motion = spring.motion(after: time - startTime, from: start)
    }
  }

  /// The offset at the end of the track before it is put on the target.
  func unsnapped(at time: Seconds) -> Double {
    guard end.offset == 0 else { return end.offset }
    return spring.motion(after: min(time, end.time) - startTime, from: start).offset.value
  }

  private mutating func begin(_ motion: Spring.Motion, at time: Seconds) {
    start = motion
    startTime = time
    let settled = spring.settleTime(from: motion, within: rules.tolerance)
    let arrived = rules.endsOnArrival ? spring.firstTime(at: .zero, from: motion) : nil
    let duration = [settled, arrived].compactMap { $0 }.min() ?? Seconds(.infinity)
    end = Moment(time: time + duration, offset: 0)
    hit = rules.limits.flatMap { nextHit(of: $0, from: motion, at: time) }
    if rules.endsAtLimit, let impact = hit, impact.time < end.time { (end, hit) = (impact, nil) }
  }

  private func nextHit(
    of limits: ClosedRange<Double>, from motion: Spring.Motion, at now: Seconds
  ) -> Moment? {
    guard spring.response > .zero else { return nil }
    let unit = UnitMotion(offset: motion, of: spring)
    var next: Moment?
    for limit in [limits.lowerBound, limits.upperBound] {
      // At a limit and on the way out is an impact now; at it and on the way in is not.
      let leaves = limit == limits.lowerBound ? unit.slope < 0 : unit.slope > 0
      let time = unit.value == limit && leaves ? 0 : unit.nextTime(at: limit)
      guard let time else { continue }
      let hit = Moment(time: now + Seconds(time / spring.angularFrequency), offset: limit)
      if hit.time < next?.time ?? Seconds(.infinity) { next = hit }
    }
    return next
  }
}
