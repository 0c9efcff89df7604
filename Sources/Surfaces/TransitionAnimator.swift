public import Quantities

/// A transition that can be started, paused, scrubbed, reversed, continued, stopped and finished.
///
/// This is the state machine of `UIViewPropertyAnimator` on a virtual clock. Its value runs from 0
/// at the start to 1 at the end. Whatever is done to it, except scrubbing and finishing elsewhere,
/// leaves the value where it is: pausing takes the fraction over from the value, and reversing goes
/// back the way that it came, so that no curve makes it jump.
///
/// Where a function takes a time, the animator has been advanced to it before.
///
/// Source: Apple, `UIViewPropertyAnimator`; that reversing turns the fraction into 1 − fraction is
/// what iOS 11 and later do.
public struct TransitionAnimator: Hashable, Sendable {
  /// What the animator is doing.
  public enum State: String, Hashable, Sendable {
    /// Nothing has begun, or all is over.
    case inactive
    /// It runs.
    case running
    /// It is held, and can be scrubbed.
    case paused
    /// It was stopped and waits to be finished.
    case stopped
  }

  /// Where an animator came to its end.
  public enum End: String, Hashable, Sendable {
    /// Where it began.
    case start
    /// Where it was to go.
    case end
    /// Where it was.
    case current
  }

  /// What cannot be asked of an animator in its state.
  public enum Misuse: Error, Hashable, Sendable {
    /// Only an animator that is paused or inactive can be scrubbed.
    case scrubbedWhileRunning
    /// Only a paused animator continues.
    case continuedUnlessPaused
    /// Only a stopped animator can be finished.
    case finishedUnlessStopped
    /// An animator that is inactive has no direction to turn round.
    case reversedWhileInactive
    /// A stopped animator can only be finished.
    case stopped
    /// An animator that is not interruptible runs to its end.
    case notInterruptible
  }

  /// How long it takes from start to end.
  public let duration: Seconds
  /// How it runs through that time.
  public let curve: TransitionCurve
  /// Whether a paused animator's fraction is its value rather than its share of the time.
  public let scrubsLinearly: Bool
  /// Whether it pauses at its end, without a completion.
  public let pausesOnCompletion: Bool
  /// Whether it can be paused, turned round and stopped while it runs.
  public let isInterruptible: Bool

  /// What it is doing.
  public private(set) var state = State.inactive
  /// Whether it runs from end to start.
  public private(set) var isReversed = false
  /// How far it is from start to end, whichever way it runs.
  private var progress = 0.0
  /// Whether the progress is a fraction of the time, and the curve is still to be applied to it.
  private var isCurved = true
  /// How fast the progress grows, per second.
  private var rate = 0.0
  /// Where a hand may scrub it: from start to end, and to where a spring had swung when it paused.
  private var reach = 0.0...1.0
  private var current: TransitionRun?
  /// Where it was finished, if that is not where it was.
  private var finished: Double?

  /// Creates an inactive animator; traps unless `duration` is above zero.
  public init(
    duration: Seconds, curve: TransitionCurve = .easeInOut, scrubsLinearly: Bool = true,
    pausesOnCompletion: Bool = false, isInterruptible: Bool = true
  ) {
    precondition(duration > .zero, "a transition of \(duration.value) s")
    self.duration = duration
    self.curve = curve
    self.scrubsLinearly = scrubsLinearly
    self.pausesOnCompletion = pausesOnCompletion
    self.isInterruptible = isInterruptible
  }

  /// How far it is in its direction; unitless, 0 to 1, and beyond only where a spring swings.
  public var fraction: Double { isReversed ? 1 - progress : progress }

  /// Where it is, 0 at the start and 1 at the end; unitless, and beyond only where a spring swings.
  public var value: Double { finished ?? (isCurved ? curve.fraction(at: progress) : progress) }

  /// How fast the value changes, per second; zero unless it runs.
  public var speed: Double {
    guard state == .running else { return 0 }
    return rate * slope
  }

  /// How fast the value changes for each unit of fraction, in either direction; unitless.
  public var slope: Double { isCurved ? curve.slope(at: progress) : 1 }

  /// When it will be at its end; nil unless it runs.
  public var end: Seconds? { current.map { $0.begin + $0.duration } }
}

extension TransitionAnimator {
  /// Moves forward to `time`, which is never before that of the last call.
  ///
  /// - Returns: Where it came to its end on the way, once; nil when it did not, or pauses there.
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

  /// Runs on, from where it is, for the rest of its time, once the delay is over.
  ///
  /// Nothing happens when it runs. Traps when the delay is below zero.
  public mutating func start(
    at time: Seconds, afterDelay delay: Seconds = .zero
  ) throws(Misuse) {
    precondition(delay >= .zero, "a delay of \(delay.value) s")
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

  /// Holds it where it is.
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

  /// Scrubs to `newFraction`, held to 0...1, or as far beyond as a spring had swung when it was
  /// paused; no number changes nothing.
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
    let wished = isReversed ? 1 - newFraction : newFraction
    progress = max(reach.lowerBound, min(wished, reach.upperBound))
  }

  /// Turns the direction round, or not; the value stays where it is, and a run goes back the way
  /// that it came.
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
  ///   - time: Now.
  ///   - durationFactor: The time that is left as a fraction of the duration, 0 or more; 0 for the rest
  ///     at the original pace. Where nothing is left to go, it ends at once.
  ///   - timing: How it runs through the time that is left. A spring takes the time that it needs.
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

  /// Stops it where it is: for good when `withoutFinishing`, else to be finished.
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
  /// - Returns: Where, as its completion would hear it.
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

  /// Makes the progress that of the value, after which no curve is left to be applied.
  private mutating func straighten() {
    progress = value
    isCurved = false
  }
}

/// An animation that was added to a transition under way, and runs for what is left of it.
///
/// It is at 0 where the transition was when it was added, and before it, and at 1 at the end; it is
/// scrubbed, turned round and caught with the transition, and does not jump where that does not.
///
/// Source: Apple, `UIViewPropertyAnimator.addAnimations`; that it goes evenly with the value of the
/// transition is ours.
public struct TransitionAddition: Hashable, Sendable {
  private let joined: Double

  /// An animation that is added to `animator` now.
  public init(to animator: TransitionAnimator) { joined = animator.value }

  /// Where it is when the transition is where `animator` is; unitless, 0 to 1, and beyond only where
  /// a spring swings past the end.
  public func value(in animator: TransitionAnimator) -> Double {
    guard joined < 1 else { return 1 }
    return max(0, (animator.value - joined) / (1 - joined))
  }
}
