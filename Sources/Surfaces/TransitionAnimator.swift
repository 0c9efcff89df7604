public import Quantities

/// A transition that can be started, paused, scrubbed, reversed, continued, stopped and finished.
///
/// The animator reproduces the state machine of `UIViewPropertyAnimator` on a virtual clock. Its value runs from 0 at
/// the start to 1 at the end. The value jumps only if you scrub the animator, or finish it at another position. A pause
/// computes the fraction from the value, and a reversal follows the same curve back, so the value does not jump at
/// either.
///
/// Before you call a function that takes a time, advance the animator to that time.
///
/// Source: Apple, `UIViewPropertyAnimator`. Reversing changes the fraction to 1 − fraction, as in iOS 11 and later.
public struct TransitionAnimator: Hashable, Sendable {
  /// The state of an animator.
  public enum State: String, Hashable, Sendable {
    /// The animator has not started, or has ended.
    case inactive
    /// The animator is running.
    case running
    /// The animator is paused, and can be scrubbed.
    case paused
    /// The animator was stopped, and waits to be finished.
    case stopped
  }

  /// The position at which an animator ended, as a completion handler receives it.
  public enum End: String, Hashable, Sendable {
    /// The start of the transition.
    case start
    /// The end of the transition.
    case end
    /// The position at which the animator was stopped.
    case current
  }

  /// An operation that is not allowed in the state of the animator.
  public enum Misuse: Error, Hashable, Sendable {
    /// A running animator was scrubbed; only a paused or inactive animator can be scrubbed.
    case scrubbedWhileRunning
    /// An animator that is not paused was continued.
    case continuedUnlessPaused
    /// An animator that is not stopped was finished.
    case finishedUnlessStopped
    /// An inactive animator was reversed; an inactive animator has no direction that could change.
    case reversedWhileInactive
    /// A stopped animator was used; it can only be finished.
    case stopped
    /// A running animator that is not interruptible was paused, reversed or stopped.
    case notInterruptible
  }

  /// The time that a run from start to end takes.
  public let duration: Seconds
  /// The timing curve.
  public let curve: TransitionCurve
  /// Whether scrubbing sets the value directly, rather than a fraction of the time to which the curve is applied.
  public let scrubsLinearly: Bool
  /// Whether the animator pauses at its end instead of completing.
  public let pausesOnCompletion: Bool
  /// Whether the animator can be paused, reversed and stopped while it runs.
  public let isInterruptible: Bool

  /// The current state.
  public private(set) var state = State.inactive
  /// Whether the animator runs from end to start.
  public private(set) var isReversed = false
  /// The progress, 0 at the start and 1 at the end; it decreases while the animator runs back.
  private var progress = 0.0
  /// Whether the progress is a fraction of the time, so that the curve must be applied to get the value.
  private var isCurved = true
  /// The rate of the progress, per second.
  private var rate = 0.0
  /// The range of progress for scrubbing: 0 to 1, extended to the progress of a spring that was paused beyond an end.
  private var reach = 0.0...1.0
  private var current: TransitionRun?
  /// The value after finishing at the start or the end; nil if the value is the one at which the animator stopped.
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

  /// The completed fraction of the run in its current direction: 0 to 1, or outside this range if a spring overshoots.
  public var fraction: Double { isReversed ? 1 - progress : progress }

  /// The value: 0 at the start, 1 at the end, outside this range only if a spring overshoots.
  public var value: Double { finished ?? (isCurved ? curve.fraction(at: progress) : progress) }

  /// The rate of change of the value, per second; zero unless the animator is running.
  public var speed: Double {
    guard state == .running else { return 0 }
    return rate * slope
  }

  /// The derivative of the value with respect to the progress; unitless, and 1 if no curve is applied.
  public var slope: Double { isCurved ? curve.slope(at: progress) : 1 }

  /// The time at which the current run ends; nil unless the animator is running.
  public var end: Seconds? { current.map { $0.begin + $0.duration } }
}

extension TransitionAnimator {
  /// Advances the animator to `time`, which is never before the time of the last call.
  ///
  /// - Returns: The end at which the animator completed in this call; nil if it did not complete, or paused at its end.
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

  /// Starts a run from the current position after `delay`; the run takes the remaining time.
  ///
  /// Has no effect if the animator is running. Traps if the delay is below zero.
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

  /// Pauses the animator at its current position; an inactive animator is paused at its start.
  ///
  /// - Throws: ``Misuse/notInterruptible`` if the animator runs and is not interruptible; ``Misuse/stopped`` if it is
  /// stopped.
  public mutating func pause() throws(Misuse) {
    switch state {
    case .inactive: restart()
    case .running where !isInterruptible: throw .notInterruptible
    // After the pause, scrubbing sets the value directly, so this is the last time that the curve is applied.
    case .running: if scrubsLinearly { straighten() }
    case .paused: return
    case .stopped: throw .stopped
    }
    state = .paused
    current = nil
    reach = min(0, progress)...max(1, progress)
  }

  /// Pauses the animator and sets its fraction to `newFraction`.
  ///
  /// The fraction is limited to 0...1. If a spring was paused outside this range, the range is extended to the fraction
  /// at the pause. NaN does not change the fraction.
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

  /// Sets the direction; a running animator whose direction changes runs back along the same curve without a jump.
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
      // A run back over a fraction of the current distance takes the same fraction of the current duration.
      let left = ((reversed ? 0 : 1) - progress) / (current.to - current.from)
      run(at: time, for: current.duration * left.magnitude)
    } else {
      straighten()
      run(at: time, for: duration * max(0, 1 - fraction))
    }
  }

  /// Continues a paused animator until its end.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - durationFactor: The time of the remaining run as a fraction of the duration, 0 or more; 0 keeps the original
  ///     pace. If the fraction of the animator is already 1, the animator ends immediately.
  ///   - timing: The timing of the remaining run. A spring ignores the factor and takes the time that it needs.
  /// - Throws: ``Misuse/continuedUnlessPaused`` if the animator is not paused.
  public mutating func continueRunning(
    at time: Seconds, durationFactor: Double = 0, timing: TransitionTiming = .pace
  ) throws(Misuse) {
    guard state == .paused else { throw .continuedUnlessPaused }
    let isWhole = durationFactor > 0 && durationFactor.isFinite && fraction != 1
    let factor = isWhole ? durationFactor : max(0, 1 - fraction)
    if timing != .pace { straighten() }
    run(at: time, for: duration * factor, timing)
  }

  /// Stops the animator at its current position.
  ///
  /// If `withoutFinishing`, the animator becomes inactive. Otherwise it waits for ``finish(at:)``.
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

  /// Finishes a stopped animator at `end`, which may change its value.
  ///
  /// - Returns: `end`, as a completion handler would receive it.
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

  /// Sets the progress to the value and stops applying the curve, so that the value stays the same.
  private mutating func straighten() {
    progress = value
    isCurved = false
  }
}

/// An animation that is added to a running transition and ends with it.
///
/// The value of the added animation is 0 when you add the animation, and 1 at the end of the transition. In between, it
/// is a linear function of the value of the transition. Scrubbing, reversing or pausing the transition has the same
/// effect on the added animation.
///
/// Source: Apple, `UIViewPropertyAnimator.addAnimations`. Apple does not document that the value is linear.
public struct TransitionAddition: Hashable, Sendable {
  private let joined: Double

  /// Creates an animation that is added to `animator` now.
  public init(to animator: TransitionAnimator) { joined = animator.value }

  /// Returns the value of the added animation for the current value of `animator`.
  ///
  /// The result is 0 to 1, or above 1 if a spring overshoots the end.
  public func value(in animator: TransitionAnimator) -> Double {
    guard joined < 1 else { return 1 }
    return max(0, (animator.value - joined) / (1 - joined))
  }
}
