public import Quantities

/// A transition that can be started, paused, scrubbed, reversed, continued, stopped and finished.
///
/// This is the state machine of `UIViewPropertyAnimator` on a virtual clock. Its value runs from 0
/// at the start to 1 at the end. Whatever is done to it, except setting the fraction and finishing
/// elsewhere, leaves the value where it is: pausing and reversing take the fraction over from the
/// value, so that no curve makes it jump.
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
    /// A stopped animator can only be finished.
    case stopped
  }

  /// A run from a fraction to 1.
  private struct Leg: Hashable {
    var begin: Seconds
    var from: Double
    var duration: Seconds
    var curve: TransitionCurve
  }

  /// How long it takes from start to end.
  public let duration: Seconds
  /// How it runs through that time.
  public let curve: TransitionCurve
  /// Whether a paused animator's fraction is its value rather than its share of the time.
  public let scrubsLinearly: Bool
  /// Whether it pauses at its end, without a completion.
  public let pausesOnCompletion: Bool

  /// What it is doing.
  public private(set) var state = State.inactive
  /// Whether it runs from end to start.
  public private(set) var isReversed = false
  /// How far it is in its direction, 0 to 1; unitless.
  public private(set) var fraction = 0.0
  /// Whether the fraction is a share of the time, and the curve is still to be applied to it.
  private var isCurved = true
  private var leg: Leg?
  private var finished: Double?
  /// How fast the fraction grows, per second.
  private var rate = 0.0

  /// Creates an inactive animator; traps unless `duration` is above zero.
  public init(
    duration: Seconds, curve: TransitionCurve = .easeInOut, scrubsLinearly: Bool = true,
    pausesOnCompletion: Bool = false
  ) {
    precondition(duration > .zero, "a transition of \(duration.value) s")
    self.duration = duration
    self.curve = curve
    self.scrubsLinearly = scrubsLinearly
    self.pausesOnCompletion = pausesOnCompletion
  }

  /// Where it is, 0 at the start and 1 at the end; unitless.
  public var value: Double {
    if let finished { return finished }
    let share = isCurved ? curve.share(at: fraction) : fraction
    return isReversed ? 1 - share : share
  }

  /// How fast the value changes, per second; zero unless it runs.
  public var speed: Double {
    guard state == .running else { return 0 }
    let forward = isCurved ? rate * curve.slope(at: fraction) : rate
    return isReversed ? -forward : forward
  }

  /// When it will be at its end; nil unless it runs.
  public var end: Seconds? { leg.map { $0.begin + $0.duration } }
}

extension TransitionAnimator {
  /// Moves forward to `time`, which is never before that of the last call.
  ///
  /// - Returns: Where it came to its end on the way, once; nil when it did not, or pauses there.
  public mutating func advance(to time: Seconds) -> End? {
    guard let leg else { return nil }
    guard time >= leg.begin + leg.duration else {
      let elapsed = max(0, min((time - leg.begin) / leg.duration, 1))
      fraction = leg.from + (1 - leg.from) * leg.curve.share(at: elapsed)
      rate = (1 - leg.from) * leg.curve.slope(at: elapsed) / leg.duration.value
      return nil
    }
    rate = 0
    fraction = 1
    self.leg = nil
    state = pausesOnCompletion ? .paused : .inactive
    guard !pausesOnCompletion else { return nil }
    finished = value
    return isReversed ? .start : .end
  }

  /// Runs on, from where it is, for the rest of its time; nothing happens when it runs.
  public mutating func start(at time: Seconds) throws(Misuse) {
    switch state {
    case .inactive:
      restart()
      run(at: time, for: duration)
    case .paused: run(at: time, for: duration * (1 - fraction))
    case .running: break
    case .stopped: throw .stopped
    }
  }

  /// Holds it where it is.
  public mutating func pause(at time: Seconds) throws(Misuse) {
    switch state {
    case .inactive: restart()
    case .running:
      _ = advance(to: time)
      if scrubsLinearly { takeFraction(from: value) }
    case .paused: return
    case .stopped: throw .stopped
    }
    state = .paused
    leg = nil
  }

  /// Scrubs to `newFraction`, held to 0...1.
  public mutating func scrub(to newFraction: Double) throws(Misuse) {
    switch state {
    case .inactive: restart()
    case .paused: break
    case .running: throw .scrubbedWhileRunning
    case .stopped: throw .stopped
    }
    state = .paused
    if scrubsLinearly { isCurved = false }
    fraction = newFraction.isNaN ? fraction : max(0, min(newFraction, 1))
  }

  /// Turns the direction round, or not; the value stays where it is.
  public mutating func setReversed(_ reversed: Bool, at time: Seconds) throws(Misuse) {
    guard state != .stopped else { throw .stopped }
    guard reversed != isReversed else { return }
    _ = advance(to: time)
    let value = value
    isReversed = reversed
    takeFraction(from: value)
    if state == .running { run(at: time, for: duration * (1 - fraction)) }
  }

  /// Runs a paused animator to its end.
  ///
  /// - Parameters:
  ///   - time: Now.
  ///   - durationFactor: The time that is left as a share of the duration, 0 or more; 0 for the rest
  ///     at the original pace.
  ///   - curve: How it runs through the time that is left; linear keeps the pace.
  /// - Throws: ``Misuse/continuedUnlessPaused``.
  public mutating func continueRunning(
    at time: Seconds, durationFactor: Double = 0, curve: TransitionCurve = .linear
  ) throws(Misuse) {
    guard state == .paused else { throw .continuedUnlessPaused }
    let factor = durationFactor > 0 && durationFactor.isFinite ? durationFactor : 1 - fraction
    run(at: time, for: duration * factor, curve: curve)
  }

  /// Stops it where it is: for good when `withoutFinishing`, else to be finished.
  public mutating func stop(withoutFinishing: Bool, at time: Seconds) throws(Misuse) {
    switch state {
    case .inactive: return
    case .stopped: throw .stopped
    case .running, .paused: break
    }
    _ = advance(to: time)
    leg = nil
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
    case .current: finished = value
    }
    state = .inactive
    return end
  }

  private mutating func restart() {
    fraction = 0
    isCurved = true
    finished = nil
  }

  private mutating func run(
    at time: Seconds, for duration: Seconds, curve: TransitionCurve = .linear
  ) {
    state = .running
    leg = Leg(begin: time, from: fraction, duration: duration, curve: curve)
    rate = duration > .zero ? (1 - fraction) * curve.slope(at: 0) / duration.value : 0
  }

  /// Makes the fraction that of `value`, after which no curve is left to be applied.
  private mutating func takeFraction(from value: Double) {
    fraction = isReversed ? 1 - value : value
    isCurved = false
  }
}
