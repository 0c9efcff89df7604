public import Quantities

/// An animation in a group or a sequence, whichever it is; a value like the animation itself.
///
/// - Complexity: Each change puts the animation into a new box of its own, which costs an allocation.
public struct AnyAnimation: ClockedAnimation {
  // Not `any ClockedAnimation`, which Embedded Swift does not have; it has boxes that are classes.
  private var box: any AnimationBox

  /// Puts an animation into a box.
  public init(_ animation: some ClockedAnimation) { box = BoxedAnimation(animation: animation) }

  /// Returns the animation, if it is of this kind.
  public func animation<Animation: ClockedAnimation>(as kind: Animation.Type) -> Animation? {
    (box as? BoxedAnimation<Animation>)?.animation
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AnyAnimation {
  public var phase: AnimationPhase { box.phase }
  public mutating func start(afterDelay delay: Seconds = .zero) {
    box = box.started(afterDelay: delay)
  }
  public mutating func pause() { box = box.paused() }
  public mutating func resume() { box = box.resumed() }
  public mutating func cancel() { box = box.cancelled() }
  public mutating func advanceClock(by interval: Seconds) -> Seconds? {
    let (moved, left) = box.advanced(by: interval)
    box = moved
    return left
  }
}

/// What is asked of an animation in a box, which never changes.
private protocol AnimationBox: AnyObject, Sendable {
  var phase: AnimationPhase { get }
  func started(afterDelay delay: Seconds) -> any AnimationBox
  func paused() -> any AnimationBox
  func resumed() -> any AnimationBox
  func cancelled() -> any AnimationBox
  func advanced(by interval: Seconds) -> (box: any AnimationBox, left: Seconds?)
}

private final class BoxedAnimation<Animation: ClockedAnimation>: AnimationBox {
  let animation: Animation

  init(animation: Animation) { self.animation = animation }

  var phase: AnimationPhase { animation.phase }

  func started(afterDelay delay: Seconds) -> any AnimationBox {
    changed { $0.start(afterDelay: delay) }
  }
  func paused() -> any AnimationBox { changed { $0.pause() } }
  func resumed() -> any AnimationBox { changed { $0.resume() } }
  func cancelled() -> any AnimationBox { changed { $0.cancel() } }

  func advanced(by interval: Seconds) -> (box: any AnimationBox, left: Seconds?) {
    var left: Seconds?
    return (changed { left = $0.advanceClock(by: interval) }, left)
  }

  private func changed(_ change: (inout Animation) -> Void) -> any AnimationBox {
    var animation = animation
    change(&animation)
    return BoxedAnimation(animation: animation)
  }
}
