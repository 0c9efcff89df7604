public import Quantities

/// A transition that can be started, paused, scrubbed, reversed, continued, stopped and finished.
///
/// The animator is the state machine of `UIViewPropertyAnimator` on a virtual clock. Its value runs from 0 at the
/// start to 1 at the end. No operation makes the value jump, except scrubbing and finishing at another
/// position: pausing derives the fraction from the value, and reversing retraces the same curve.
///
/// Before you call a function that takes a time, advance the animator to that time.
///
/// Source: Apple, `UIViewPropertyAnimator`; reversing changes the fraction to 1 − fraction, as in iOS 11
/// and later.
public struct TransitionAnimator: Hashable, Sendable {
  /// The state of an animator.
  public enum State: String, Hashable, Sendable {
    /// The animator has not started, or has ended.
    case inactive
    /// The animator runs.
    case running
    /// The animator is paused, and can be scrubbed.
    case paused
    /// The animator was stopped, and waits to be finished.
    case stopped
  }

  /// The position at which an animator ended.
  public enum End: String, Hashable, Sendable {
    /// The start of the transition.
    case start
    /// The end of the transition.
    case end
    /// The position at which it was stopped.
    case current
  }

  /// An operation that is not allowed in the state of the animator.
  public enum Misuse: Error, Hashable, Sendable {
    /// Only an animator that is paused or inactive can be scrubbed.
    case scrubbedWhileRunning
    /// Only a paused animator continues.
    case continuedUnlessPaused
    /// Only a stopped animator can be finished.
    case finishedUnlessStopped
    /// An inactive animator has no direction that could be reversed.
    case reversedWhileInactive
    /// A stopped animator can only be finished.
    case stopped
    /// A running animator that is not interruptible cannot be paused, reversed or stopped.
    case notInterruptible
  }

  /// The time from start to end.
  public let duration: Seconds
  /// The timing curve.
  public let curve: TransitionCurve
  /// Whether the fraction of a paused animator is its value rather than the fraction of its time.
  public let scrubsLinearly: Bool
  /// Whether it pauses at its end instead of completing.
  public let pausesOnCompletion: Bool
  /// Whether it can be paused, reversed and stopped while it runs.
  public let isInterruptible: Bool

  /// The current state.
  public private(set) var state = State.inactive
  /// Whether it runs from end to start.
  public private(set) var isReversed = false
  /// The progress from start to end, in whichever direction it runs.
  private var progress = 0.0
  /// Whether the progress is a fraction of the time, to which the curve must still be applied.
  private var isCurved = true
  /// The rate of the progress, per second.
  private var rate = 0.0
  /// The range for scrubbing: from start to end, and up to the overshoot of a spring that was paused.
  private var reach = 0.0...1.0
  private var current: TransitionRun?
  /// The value at which it was finished, if that differs from the value at which it was stopped.
  private var finished: Double?

  /// Creates an inactive animator; traps unless `duration` is above zero.
  public init(
    duration: Seconds, curve: TransitionCurve = .easeInOut, scrubsLinearly: Bool = true,
    pausesOnCompletion: Bool = false, isInterruptible: Bool = true
  ) {
    precondition(duration > .zero, "the duration is \(duration.value) s; it must be above 0")
    self.duration = duration
    self.curve = curve
    self.scrubsLinearly = scrubsLinearly
    self.pausesOnCompletion = pausesOnCompletion
    self.isInterruptible = isInterruptible
  }

  /// The fraction in its current direction; unitless, 0 to 1, or outside that if a spring overshoots.
  public var fraction: Double { isReversed ? 1 - progress : progress }

  /// The value, 0 at the start and 1 at the end; unitless, outside 0 to 1 only if a spring overshoots.
  public var value: Double { finished ?? (isCurved ? curve.fraction(at: progress) : progress) }

  /// The rate of the value, per second; zero unless it runs.
  public var speed: Double {
    guard state == .running else { return 0 }
    return rate * slope
  }

  /// The change of the value per unit of fraction, in either direction; unitless.
  public var slope: Double { isCurved ? curve.slope(at: progress) : 1 }

  /// The time at which it will be at its end; nil unless it runs.
  public var end: Seconds? { current.map { $0.begin + $0.duration } }
}

extension TransitionAnimator {
  /// Advances to `time`, which is never before that of the last call.
  ///
  /// - Returns: The end at which it completed, once; nil if it did not, or pauses there.
  public mutating func advance(to time: Seconds) -> End? {
    guard let current else { return nil }
    guard time >= current.begin + current.duration else {
      (progress, rate) = current.state(after: max(time - current.begin, .zero))
      if time < current.begin { rate = 0 }
      return nil
    }
    rate = 0
    progress = current.to
    self.current = nil
    state = pausesOnCompletion ? .paused : .inactive
    guard !pausesOnCompletion else { return nil }
    return isReversed ? .start : .end
  }

  /// Runs from the current position for the remaining time, after the delay.
  ///
  /// Has no effect if it already runs. Traps if the delay is below zero.
  public mutating func start(
    at time: Seconds, afterDelay delay: Seconds = .zero
  ) throws(Misuse) {
    precondition(delay >= .zero, "the delay is \(delay.value) s; it must be at least 0")
    switch state {
    case .inactive:
      restart()
      run(at: time + delay, for: duration)
    case .paused: run(at: time + delay, for: duration * (1 - fraction))
    case .running: return
    case .stopped: throw .stopped
    }
    if delay > .zero { rate = 0 }
  }

  /// Pauses at the current position.
  public mutating func pause() throws(Misuse) {
    switch state {
    case .inactive: restart()
    case .running where !isInterruptible: throw .notInterruptible
    case .running: if scrubsLinearly { straighten() }
    case .paused: return
    case .stopped: throw .stopped
    }
    state = .paused
    current = nil
    reach = min(0, progress)...max(1, progress)
  }

  /// Scrubs to `newFraction`, limited to 0...1, or to the overshoot of a spring that was paused; NaN has no
  /// effect.
  public mutating func scrub(to newFraction: Double) throws(Misuse) {
    switch state {
    case .inactive: restart()
    case .paused: break
    case .running: throw .scrubbedWhileRunning
    case .stopped: throw .stopped
    }
    state = .paused
    if scrubsLinearly { straighten() }
    guard !newFraction.isNaN else { return }
    let unlimitedPosition = isReversed ? 1 - newFraction : newFraction
    progress = max(reach.lowerBound, min(unlimitedPosition, reach.upperBound))
  }

  /// Sets the direction; the value does not change, and a run whose direction changes retraces its curve.
  public mutating func setReversed(_ reversed: Bool, at time: Seconds) throws(Misuse) {
    switch state {
    case .inactive: throw .reversedWhileInactive
    case .stopped: throw .stopped
    case .running where !isInterruptible: throw .notInterruptible
    case .running, .paused: break
    }
    guard reversed != isReversed else { return }
    isReversed = reversed
    guard let current else { return }
    let time = max(time, current.begin)
    if current.timing == .pace, current.from != current.to {
      let left = ((reversed ? 0 : 1) - progress) / (current.to - current.from)
      run(at: time, for: current.duration * left.magnitude)
    } else {
      straighten()
      run(at: time, for: duration * max(0, 1 - fraction))
    }
  }

  /// Runs a paused animator to its end.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - durationFactor: The remaining time as a fraction of the duration, 0 or more; 0 keeps the original
  ///     pace. If the fraction is 1 already, the animator ends immediately.
  ///   - timing: The timing of the remaining run. A spring ignores the factor and takes the time that it needs.
  /// - Throws: ``Misuse/continuedUnlessPaused``.
  public mutating func continueRunning(
    at time: Seconds, durationFactor: Double = 0, timing: TransitionTiming = .pace
  ) throws(Misuse) {
    guard state == .paused else { throw .continuedUnlessPaused }
    let isWhole = durationFactor > 0 && durationFactor.isFinite && fraction != 1
    let factor = isWhole ? durationFactor : max(0, 1 - fraction)
    if timing != .pace { straighten() }
    run(at: time, for: duration * factor, timing)
  }

  /// Stops at the current position: for good if `withoutFinishing`, otherwise until it is finished.
  public mutating func stop(withoutFinishing: Bool) throws(Misuse) {
    switch state {
    case .inactive: return
    case .stopped: throw .stopped
    case .running where !isInterruptible: throw .notInterruptible
    case .running, .paused: break
    }
    current = nil
    state = withoutFinishing ? .inactive : .stopped
  }

  /// Ends a stopped animator.
  ///
  /// - Returns: The end, to report to a completion.
  public mutating func finish(at end: End) throws(Misuse) -> End {
    guard state == .stopped else { throw .finishedUnlessStopped }
    switch end {
    case .start: finished = 0
    case .end: finished = 1
    case .current: break
    }
    state = .inactive
    return end
  }

  private mutating func restart() {
    progress = 0
    isReversed = false
    isCurved = true
    reach = 0...1
    finished = nil
  }

  private mutating func run(
    at time: Seconds, for duration: Seconds, _ timing: TransitionTiming = .pace
  ) {
    state = .running
    let new = TransitionRun(
      at: time, from: progress, to: isReversed ? 0 : 1, duration: duration, timing)
    current = new
    rate = new.state(after: .zero).rate
  }

  /// Replaces the progress by the value, so that no curve is applied any more.
  private mutating func straighten() {
    progress = value
    isCurved = false
  }
}

/// An animation that is added to a running transition, and takes the remaining time.
///
/// Its value is 0 at and before the value that the transition had when the animation was added, and 1 at
/// the end. The addition is scrubbed, reversed and paused together with the transition, and jumps only if the
/// transition jumps.
///
/// Source: Apple, `UIViewPropertyAnimator.addAnimations`; that its value is linear in the value of the
/// transition is our choice.
public struct TransitionAddition: Hashable, Sendable {
  private let joined: Double

  /// Creates an animation that is added to `animator` now.
  public init(to animator: TransitionAnimator) { joined = animator.value }

  /// The value while the transition is in the state of `animator`; unitless, 0 to 1, or above 1 if a spring
  /// overshoots the end.
  public func value(in animator: TransitionAnimator) -> Double {
    guard joined < 1 else { return 1 }
    return max(0, (animator.value - joined) / (1 - joined))
  }
}
