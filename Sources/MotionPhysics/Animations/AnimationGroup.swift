public import Quantities

/// Animations that run at the same time; the group ends when the last of them has ended.
public struct AnimationGroup: ClockedAnimation {
  /// The animations, in the order in which they were given.
  public var animations: [AnyAnimation]
  private var clock = AnimationClock()

  /// Creates a group.
  public init(_ animations: [AnyAnimation]) { self.animations = animations }

  #if !$Embedded
    /// Creates a group of animations of any kind.
    public init(_ animations: [any ClockedAnimation]) {
      self.init(animations.map { AnyAnimation($0) })
    }
  #endif

  /// What the group is doing.
  public var phase: AnimationPhase { clock.phase }

  /// Starts all animations after the same delay.
  public mutating func start(afterDelay delay: Seconds = .zero) {
    clock.start(afterDelay: delay)
    for index in animations.indices { animations[index].start(afterDelay: .zero) }
  }

  /// Stands still until ``resume()``.
  public mutating func pause() { clock.pause() }

  /// Goes on after ``pause()``.
  public mutating func resume() { clock.resume() }

  /// Ends every animation where it is.
  public mutating func cancel() {
    for index in animations.indices { animations[index].cancel() }
    clock.end()
  }

  /// Moves every animation on; see ``ClockedAnimation/advanceClock(by:)``.
  public mutating func advanceClock(by interval: Seconds) -> Seconds? {
    guard let time = clock.runningTime(of: interval) else { return nil }
    var left = time
    for index in animations.indices where animations[index].phase != .ended {
      left = min(left, animations[index].advanceClock(by: time) ?? .zero)
    }
    guard animations.allSatisfy({ $0.phase == .ended }) else { return nil }
    clock.end()
    return left
  }
}

/// Animations that run one after the other; each begins at the exact time at which the one before it
/// ends, also in the middle of a frame.
public struct AnimationSequence: ClockedAnimation {
  /// The animations, in the order in which they run.
  public var animations: [AnyAnimation]
  /// The index of the animation that runs now; their number when all have ended.
  public private(set) var current = 0
  private var clock = AnimationClock()

  /// Creates a sequence.
  public init(_ animations: [AnyAnimation]) { self.animations = animations }

  #if !$Embedded
    /// Creates a sequence of animations of any kind.
    public init(_ animations: [any ClockedAnimation]) {
      self.init(animations.map { AnyAnimation($0) })
    }
  #endif

  /// What the sequence is doing.
  public var phase: AnimationPhase { clock.phase }

  /// Starts with the first animation after a delay.
  public mutating func start(afterDelay delay: Seconds = .zero) {
    clock.start(afterDelay: delay)
    current = 0
    if !animations.isEmpty { animations[0].start(afterDelay: .zero) }
  }

  /// Stands still until ``resume()``.
  public mutating func pause() { clock.pause() }

  /// Goes on after ``pause()``.
  public mutating func resume() { clock.resume() }

  /// Ends the animation that runs, and with it the sequence.
  public mutating func cancel() {
    if current < animations.count { animations[current].cancel() }
    clock.end()
  }

  /// Moves the animation that runs on, and those after it if it ends; see
  /// ``ClockedAnimation/advanceClock(by:)``.
  public mutating func advanceClock(by interval: Seconds) -> Seconds? {
    guard var left = clock.runningTime(of: interval) else { return nil }
    while current < animations.count {
      guard let rest = animations[current].advanceClock(by: left) else { return nil }
      left = rest
      current += 1
      if current < animations.count { animations[current].start(afterDelay: .zero) }
    }
    clock.end()
    return left
  }
}
