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
    guard let last = LastCrossing(of: start, on: self, within: tolerance) else { return nil }
    return time(ofRadians: last.time(after: nil))
  }

  /// Returns the time from which on two motions on the spring, as along two axes, both stay within
  /// `tolerance`; nil if one never does.
  ///
  /// It is the later of the settle times of both, for little more than the price of one.
  public func settleTime(
    from first: Motion, _ second: Motion, within tolerance: SettleTolerance
  ) -> Seconds? {
    guard response > .zero else { return .zero }
    // What moves along two axes mostly moves along one.
    if first == .resting { return settleTime(from: second, within: tolerance) }
    if second == .resting { return settleTime(from: first, within: tolerance) }
    guard let first = LastCrossing(of: first, on: self, within: tolerance),
      let second = LastCrossing(of: second, on: self, within: tolerance)
    else { return nil }
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

    /// Looks where it is; nil if there is no last one.
    init?(of start: Motion, on spring: Spring, within tolerance: SettleTolerance) {
      offset = UnitMotion(offset: start, of: spring)
      speed = UnitMotion(velocity: start, of: spring)
      guard let near = offset.lastCrossingSpan(of: tolerance.distance.value),
        let slow = speed.lastCrossingSpan(of: tolerance.speed.value)
      else { return nil }
      (self.near, self.slow, self.tolerance) = (near, slow, tolerance)
    }

    /// About when it is, in radians.
    var guess: Double { max(near.guess, slow.guess) }

    /// When it is, or `time` where that is later; nil is no time.
    ///
    /// The later one by its guess is found first, for then the other mostly need not be.
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
