public import Quantities

extension Spring {
  /// Returns the time from which a motion stays within `tolerance`; nil if the motion never settles.
  ///
  /// The result is the later of two times: the last time at which the distance exceeds its tolerance, and the last time
  /// at which the speed exceeds its tolerance. The result is zero if the motion never leaves the tolerance. A spring
  /// without damping settles only if the whole motion is within the tolerance. If the tolerance is zero, only a motion
  /// that already rests at its target settles. A spring with a response of zero settles immediately.
  ///
  /// - Complexity: O(1): a logarithm to find the last oscillation, then usually 6 and at most 200 evaluations of the
  ///   motion.
  public func settleTime(from start: Motion, within tolerance: SettleTolerance) -> Seconds? {
    guard response > .zero else { return .zero }
    guard let last = LastCrossing(of: start, on: self, within: tolerance) else { return nil }
    return time(ofRadians: last.time(after: nil))
  }

  /// Returns the time from which two motions on the spring, for example along two axes, both stay within `tolerance`.
  ///
  /// The result is the later of the two settle times, or nil if one of the motions never settles. The cost is little
  /// more than the cost of one settle time.
  public func settleTime(
    from first: Motion, _ second: Motion, within tolerance: SettleTolerance
  ) -> Seconds? {
    guard response > .zero else { return .zero }
    // Most surfaces with two axes move along only one axis, so this shortcut is often used.
    if first == .resting { return settleTime(from: second, within: tolerance) }
    if second == .resting { return settleTime(from: first, within: tolerance) }
    guard let first = LastCrossing(of: first, on: self, within: tolerance),
      let second = LastCrossing(of: second, on: self, within: tolerance)
    else { return nil }
    // If the later crossing is computed first, the earlier crossing usually needs no search.
    let (late, early) = first.guess > second.guess ? (first, second) : (second, first)
    return time(ofRadians: early.time(after: late.time(after: nil)))
  }

  private func time(ofRadians radians: Double) -> Seconds? {
    let time = radians / angularFrequency
    return time.isFinite ? Seconds(time) : nil
  }

  /// The last time at which the distance or the speed of a motion falls below its tolerance.
  private struct LastCrossing {
    private let offset: UnitMotion
    private let speed: UnitMotion
    private let near: UnitMotion.Span
    private let slow: UnitMotion.Span
    private let tolerance: SettleTolerance

    /// Finds the interval that contains the last crossing; nil if the motion never settles.
    init?(of start: Motion, on spring: Spring, within tolerance: SettleTolerance) {
      offset = UnitMotion(offset: start, of: spring)
      speed = UnitMotion(velocity: start, of: spring)
      guard let near = offset.lastCrossingSpan(of: tolerance.distance.value),
        let slow = speed.lastCrossingSpan(of: tolerance.speed.value)
      else { return nil }
      (self.near, self.slow, self.tolerance) = (near, slow, tolerance)
    }

    /// The approximate time of the crossing, in radians.
    var guess: Double { max(near.guess, slow.guess) }

    /// Returns the exact time of the last crossing, or `time` if `time` is later; in radians.
    ///
    /// The crossing with the later guess is computed first. Usually, the other crossing is earlier and then needs no
    /// search.
    func time(after time: Double?) -> Double {
      let (distance, slowness) = (tolerance.distance.value, tolerance.speed.value)
      if near.guess > slow.guess {
        let last =
          time.map { offset.lastCrossing(of: distance, in: near, after: $0) }
          ?? offset.crossing(of: distance, in: near)
        return speed.lastCrossing(of: slowness, in: slow, after: last)
      }
      let last =
        time.map { speed.lastCrossing(of: slowness, in: slow, after: $0) }
        ?? speed.crossing(of: slowness, in: slow)
      return offset.lastCrossing(of: distance, in: near, after: last)
    }
  }

  /// Returns the first frame in which a motion has settled: the settle time in frames of `interval`, rounded up.
  ///
  /// Frame 0 is the start. Returns nil if the motion never settles, or if the number of the frame exceeds 2⁵³ or the
  /// range of `Int`. Traps unless `interval` is above zero.
  public func settleFrame(
    from start: Motion, within tolerance: SettleTolerance, every interval: Seconds
  ) -> Int? {
    precondition(interval > .zero, "frames of \(interval.value) s")
    guard let time = settleTime(from: start, within: tolerance) else { return nil }
    let frames = (time / interval).rounded(.up)
    return frames < 0x1p53 ? Int(exactly: frames) : nil
  }

  /// Returns the first time at which a motion is at `offset` from its target, or nil if the motion never is.
  ///
  /// An offset of zero is the target itself. A motion that approaches the target without passing it is never exactly at
  /// the target, so the result is nil. Just below critical damping, a motion passes the target late, at a tiny speed.
  /// With a response of zero, a motion has only two positions: the start and the target.
  public func firstTime(at offset: Points, from start: Motion) -> Seconds? {
    guard start.offset != offset else { return .zero }
    guard response > .zero else { return offset == .zero ? .zero : nil }
    guard let time = UnitMotion(offset: start, of: self).firstTime(at: offset.value) else {
      return nil
    }
    let seconds = time / angularFrequency
    return seconds.isFinite ? Seconds(seconds) : nil
  }

  /// Returns the time and offset at which a motion is farthest beyond its target, or nil if it never passes the target.
  ///
  /// The side beyond the target is opposite to the start. If the motion starts at the target, the side beyond the
  /// target is the side to which the velocity points. A peak that is too small for a `Double` is ignored.
  public func peakOvershoot(from start: Motion) -> Peak? {
    guard response > .zero else { return nil }
    let motion = UnitMotion(offset: start, of: self)
    guard motion.value != 0 || motion.slope != 0, var time = motion.firstPeak else { return nil }
    var offset = motion.state(at: time).value
    // If the first peak is on the side of the start, the next peak is the overshoot.
    if offset.sign == start.offset.value.sign, start.offset != .zero {
      guard motion.spring.swings else { return nil }
      time += motion.halfPeriod
      offset = motion.state(at: time).value
    }
    let seconds = time / angularFrequency
    guard offset != 0, seconds.isFinite else { return nil }
    return Peak(time: Seconds(seconds), offset: Points(offset))
  }

  /// The farthest point of a motion on one side of its target.
  public struct Peak: Hashable, Sendable {
    /// The time from the start of the motion to the peak.
    public var time: Seconds
    /// The distance from the target, with its sign.
    public var offset: Points

    /// Creates a peak at `offset` after `time`.
    public init(time: Seconds, offset: Points) {
      self.time = time
      self.offset = offset
    }
  }
}

extension UnitMotion {
  /// The motion of the offset of `start`.
  init(offset start: Spring.Motion, of spring: Spring) {
    self.init(
      spring: UnitSpring(dampingRatio: spring.dampingRatio), value: start.offset.value,
      slope: saturated(start.velocity.value / spring.angularFrequency))
  }

  /// The velocity of a spring over time, from `start`; the velocity follows the same equation as the offset.
  init(velocity start: Spring.Motion, of spring: Spring) {
    let pull = spring.angularFrequency * start.offset.value
    let braking = 2 * spring.dampingRatio * start.velocity.value
    self.init(
      spring: UnitSpring(dampingRatio: spring.dampingRatio), value: start.velocity.value,
      slope: saturatedSum(-pull, -braking))
  }
}
