import Quantities

extension ReleasePolicy {
  /// The candidate of the quarter of the screen that the projection falls into; where all are at one
  /// height, or one below the other, of the half.
  func pickQuadrant(_ decision: inout Decision, _ context: ReleaseContext) {
    let half = context.screen / 2
    let right = decision.projected.x >= half.x
    let low = decision.projected.y >= half.y
    let centre =
      context.candidates.reduce(Position.zero) { $0 + $1.position }
      / Double(context.candidates.count)
    let match = context.candidates.first {
      let place = $0.position
      return (place.x == centre.x || (place.x > centre.x) == right)
        && (place.y == centre.y || (place.y > centre.y) == low)
    }
    decision.pick(match ?? context.candidates[0], .projected)
  }

  /// The end of the way between the first and the last candidate in whose half the projection is.
  ///
  /// In the middle it is the one ahead, and without any velocity along the way the last: Android's
  /// windows go to the right when they are let go at rest, wherever they are.
  ///
  /// Source: Android, `PhysicsAnimator.flingThenSpring` with `flingMustReachMinOrMax`, at 773a9df.
  func pickHalf(_ decision: inout Decision, _ context: ReleaseContext) {
    let first = context.candidates[0]
    let last = context.candidates[context.candidates.count - 1]
    let way = last.position - first.position
    let off = decision.projected - (first.position + way / 2)
    let past = off.x.value * way.x.value + off.y.value * way.y.value
    let pace = decision.velocity.x.value * way.x.value + decision.velocity.y.value * way.y.value
    let isLast = pace == 0 || past > 0 || past == 0 && pace > 0
    decision.pick(isLast ? last : first, .thresholdDistance)
  }

  /// The last candidate when the projected progress is above the threshold, else the first.
  func pickByProgress(_ decision: inout Decision, _ context: ReleaseContext) {
    let first = context.candidates[0]
    let last = context.candidates[context.candidates.count - 1]
    let way = last.position - first.position
    let gone = decision.projected - first.position
    let squared = way.x.value * way.x.value + way.y.value * way.y.value
    let progress =
      squared > 0 ? (gone.x.value * way.x.value + gone.y.value * way.y.value) / squared : 0
    decision.pick(progress > threshold ? last : first, .thresholdDistance)
  }
}
