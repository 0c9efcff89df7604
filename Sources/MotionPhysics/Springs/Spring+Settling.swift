public import Quantities

extension Spring {
  /// Returns the time from which on a motion stays within `tolerance`, or nil if it never does.
  ///
  /// This is the last crossing of the distance or of the speed, whichever is later; zero if the
  /// motion is within the tolerance now and stays so. A spring without damping settles only if it
  /// swings within the tolerance, and a tolerance of zero is reached only by a motion that rests at
  /// its target. A spring with a response of zero settles at once.
  ///
  /// - Complexity: O(1): a logarithm for the last swing, then at most 200 evaluations, usually 6.
  public func settleTime(from start: Motion, within tolerance: SettleTolerance) -> Seconds? {
    guard response > .zero else { return .zero }
    let offset = UnitMotion(offset: start, of: self)
    let speed = UnitMotion(velocity: start, of: self)
    let (distance, slowness) = (tolerance.distance.value, tolerance.speed.value)
    guard let near = offset.lastCrossingSpan(of: distance),
      let slow = speed.lastCrossingSpan(of: slowness)
    else { return nil }
    let radians =
      near.guess > slow.guess
      ? speed.lastCrossing(of: slowness, in: slow, after: offset.crossing(of: distance, in: near))
      : offset.lastCrossing(of: distance, in: near, after: speed.crossing(of: slowness, in: slow))
    let time = radians / angularFrequency
    return time.isFinite ? Seconds(time) : nil
  }

  /// Returns the first frame that shows a motion settled: the settle time in frames of `interval`,
  /// rounded up; nil if it never settles or the number is beyond 2⁵³ or an `Int`.
  ///
  /// Frame 0 is the start. Traps unless `interval` is above zero.
  public func settleFrame(
    from start: Motion, within tolerance: SettleTolerance, every interval: Seconds
  ) -> Int? {
    precondition(interval > .zero, "frames of \(interval.value) s")
    guard let time = settleTime(from: start, within: tolerance) else { return nil }
    let frames = (time / interval).rounded(.up)
    return frames < 0x1p53 ? Int(exactly: frames) : nil
  }

  /// Returns the first time at which a motion is at `offset` from its target, or nil if it never is.
  ///
  /// An offset of zero is the target itself; a spring that creeps to it without passing it never
  /// gets there. Just below critical damping it does, but late, at a tiny speed. With a response of zero, only the start and the target are ever seen.
  public func firstTime(at offset: Points, from start: Motion) -> Seconds? {
    guard start.offset != offset else { return .zero }
    guard response > .zero else { return offset == .zero ? .zero : nil }
    guard let time = UnitMotion(offset: start, of: self).firstTime(at: offset.value) else {
      return nil
    }
    let seconds = time / angularFrequency
    return seconds.isFinite ? Seconds(seconds) : nil
  }

  /// Returns where and when a motion is farthest beyond its target, or nil if it never passes it.
  ///
  /// Beyond is the side of the target opposite to the start; from a start at the target it is the
  /// side that the velocity points to. A peak too small for a number is none.
  public func peakOvershoot(from start: Motion) -> Peak? {
    guard response > .zero else { return nil }
    let motion = UnitMotion(offset: start, of: self)
    guard motion.value != 0 || motion.slope != 0, var time = motion.firstPeak else { return nil }
    var offset = motion.state(at: time).value
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
    /// The time after the start.
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

  /// The motion of the velocity of `start`, which follows the same equation.
  init(velocity start: Spring.Motion, of spring: Spring) {
    let pull = spring.angularFrequency * start.offset.value
    let braking = 2 * spring.dampingRatio * start.velocity.value
    self.init(
      spring: UnitSpring(dampingRatio: spring.dampingRatio), value: start.velocity.value,
      slope: saturatedSum(-pull, -braking))
  }
}
