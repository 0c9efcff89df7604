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
