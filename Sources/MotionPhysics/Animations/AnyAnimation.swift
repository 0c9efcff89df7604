public import Quantities

/// An animation in a group or a sequence, whichever it is; a value like the animation itself.
///
/// It is a box over a class instead of an `any ClockedAnimation`, which Embedded Swift does not have.
public struct AnyAnimation: ClockedAnimation {
  private var box: AnimationBox

  /// Puts an animation into a box.
  public init(_ animation: some ClockedAnimation) { box = BoxedAnimation(animation) }

  /// Returns the animation, if it is of this kind.
  public func animation<Animation: ClockedAnimation>(as kind: Animation.Type) -> Animation? {
    (box as? BoxedAnimation<Animation>)?.animation
  }

  /// Makes sure that no other value sees what changes.
  private mutating func separate() {
    if !isKnownUniquelyReferenced(&box) { box = box.copy() }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AnyAnimation {
  public var phase: AnimationPhase { box.phase }

  public mutating func start(afterDelay delay: Seconds = .zero) {
    separate()
    box.start(afterDelay: delay)
  }

  public mutating func pause() {
    separate()
    box.pause()
  }

  public mutating func resume() {
    separate()
    box.resume()
  }

  public mutating func cancel() {
    separate()
    box.cancel()
  }

  public mutating func advanceClock(by interval: Seconds) -> Seconds? {
    separate()
    return box.advanceClock(by: interval)
  }
}

/// What is asked of an animation in its box; changed only by its one owner.
private class AnimationBox: @unchecked Sendable {
  var phase: AnimationPhase { preconditionFailure("an empty box") }
  func copy() -> AnimationBox { preconditionFailure("an empty box") }
  func start(afterDelay delay: Seconds) {}
  func pause() {}
  func resume() {}
  func cancel() {}
  func advanceClock(by interval: Seconds) -> Seconds? { preconditionFailure("an empty box") }
}

private final class BoxedAnimation<Animation: ClockedAnimation>: AnimationBox, @unchecked Sendable {
  private(set) var animation: Animation

  init(_ animation: Animation) { self.animation = animation }

  override var phase: AnimationPhase { animation.phase }
  override func copy() -> AnimationBox { BoxedAnimation(animation) }
  override func start(afterDelay delay: Seconds) { animation.start(afterDelay: delay) }
  override func pause() { animation.pause() }
  override func resume() { animation.resume() }
  override func cancel() { animation.cancel() }
  override func advanceClock(by interval: Seconds) -> Seconds? {
    animation.advanceClock(by: interval)
  }
}
