import Quantities

extension ReleasePolicy {
  /// The end that the velocity points to; without one the end that a motion was heading for when
  /// the hand caught it, or else the one that is not the start.
  ///
  /// Source: fluid-interfaces at da5c66c, `Momentum.swift`.
  func pickDirection(_ travel: Travel, isCaught: Bool) -> (TravelTarget, Decision.Reason) {
    let last = travel.places.count - 1
    guard travel.velocity == 0 else {
      return (.candidate(travel.velocity < 0 ? 0 : last), .thresholdVelocity)
    }
    let isHeld = isCaught || (travel.start != 0 && travel.start != last)
    return (.candidate(isHeld ? travel.start : last - travel.start), .continued)
  }
}

extension ReleasePolicy {
  /// The candidate of the quarter of the screen that the projection falls into.
  func pickQuadrant(_ decision: inout Decision, _ context: ReleaseContext) {
    let half = context.screen / 2
    let right = decision.projected.x >= half.x
    let low = decision.projected.y >= half.y
    let centre =
      context.candidates.reduce(Position.zero) { $0 + $1.position }
      / Double(context.candidates.count)
    let match = context.candidates.first {
      ($0.position.x > centre.x) == right && ($0.position.y > centre.y) == low
    }
    decision.pick(match ?? context.candidates[0], .projected)
  }

  /// The last candidate when the projected progress is above the threshold, else the first; a flick
  /// goes to the end in its direction.
  ///
  /// Source: Wave at a52498e, its sheet sample; Flutter, `drawer.dart`, for the flick, from 365 px/s
  /// on.
  func pickByProgress(_ decision: inout Decision, _ context: ReleaseContext) {
    let first = context.candidates[0]
    let last = context.candidates[context.candidates.count - 1]
    let way = last.position - first.position
    func along(_ pair: Planar<some Quantity>) -> Double {
      pair.x.value * way.x.value + pair.y.value * way.y.value
    }
    let squared = along(way)
    let speed = squared > 0 ? along(decision.velocity) / squared.squareRoot() : 0
    if flick > .zero, speed.magnitude >= flick.value {
      return decision.pick(speed > 0 ? last : first, .thresholdVelocity)
    }
    let progress = squared > 0 ? along(decision.projected - first.position) / squared : 0
    decision.pick(progress > threshold ? last : first, .thresholdDistance)
  }
}
