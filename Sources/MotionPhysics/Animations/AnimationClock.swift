public import Quantities

/// What happened to an animation; each animation ends with exactly one of finished and cancelled.
public enum AnimationEvent<Value: AnimatableValue>: Hashable, Sendable {
  /// The animation came to its end by itself.
  case finished(at: Value)
  /// The animation goes on to another target.
  case retargeted(from: Value, to: Value)
  /// The animation was stopped before its end.
  case cancelled(at: Value)
}

/// What an animation is doing.
public enum AnimationPhase: Hashable, Sendable {
  /// It has not been started.
  case ready
  /// It has been started and waits for its delay to pass.
  case waiting(Seconds)
  /// It moves.
  case running
  /// It stands still until it is resumed.
  case paused
  /// It has finished or was stopped.
  case ended
}

/// The states of an animation between its start and its end.
@usableFromInline
struct AnimationClock: Hashable, Sendable {
  @usableFromInline private(set) var phase = AnimationPhase.ready
  private var delayWhenPaused: Seconds?

  /// Whether the animation has been started and has not ended.
  var isActive: Bool {
    switch phase {
    case .ready, .ended: false
    case .waiting, .running, .paused: true
    }
  }

  mutating func start(afterDelay delay: Seconds) {
    precondition(delay >= .zero, "a delay of \(delay.value) s")
    phase = delay > .zero ? .waiting(delay) : .running
    delayWhenPaused = nil
  }

  mutating func pause() {
    switch phase {
    case .waiting(let delay):
      delayWhenPaused = delay
      phase = .paused
    case .running:
      phase = .paused
    case .ready, .paused, .ended:
      break  // There is nothing to pause.
    }
  }

  mutating func resume() {
    guard phase == .paused else { return }
    phase = delayWhenPaused.map { .waiting($0) } ?? .running
    delayWhenPaused = nil
  }

  @usableFromInline
  mutating func end() { phase = .ended }

  /// Returns how much of `interval` the animation moves, after what is left of its delay.
  @usableFromInline
  mutating func runningTime(of interval: Seconds) -> Seconds? {
    precondition(interval >= .zero, "an animation cannot advance by \(interval.value) s")
    switch phase {
    case .ready, .paused, .ended:
      return nil
    case .running:
      return interval
    case .waiting(let delay) where delay > interval:
      phase = .waiting(delay - interval)
      return nil
    case .waiting(let delay):
      phase = .running
      return interval - delay
    }
  }
}

/// An animation that a group or a sequence can move.
public protocol ClockedAnimation: Sendable {
  /// What the animation is doing.
  var phase: AnimationPhase { get }

  /// Starts the animation after a delay of zero or more; starts it again if it has ended.
  mutating func start(afterDelay delay: Seconds)

  /// Stands still until ``resume()``.
  mutating func pause()

  /// Goes on after ``pause()``.
  mutating func resume()

  /// Ends the animation where it is.
  mutating func cancel()

  /// Moves on by `interval` and returns how much of it was left when the animation ended; nil while
  /// it has not ended.
  mutating func advanceClock(by interval: Seconds) -> Seconds?
}
