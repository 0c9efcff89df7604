import Quantities
import ReleaseRules
import VelocityEstimation

/// A hand that flicks a sheet away from a position, holds still, and lets go.
struct HeldFlick {
  /// The name of the position.
  var start: String
  /// Where it holds still and lets go.
  var position: Points
  /// Its velocity before it held still; what a stale estimate says.
  var speed: PointsPerSecond
  /// The whole way by the whole time.
  var mean: PointsPerSecond
  /// What an estimator makes of its touches.
  var estimate: VelocityEstimate

  /// The hand's velocity before it held still, as if it were still moving.
  var stale: VelocityEstimate {
    VelocityEstimate(velocity: Velocity(x: .zero, y: speed), reason: .ok)
  }
}

extension PolicyLint {
  /// The hands that flick and hold still: along every way, at some fractions of it.
  ///
  /// Source of 1200 pt/s, 0.3 s and 120 samples a second: the gesture that the field's rules are
  /// compared on, which goes 30 % of its way; the other shares are ours, all short of the middle.
  var heldFlicks: [HeldFlick] {
    gaps.flatMap { gap in
      [0.1, 0.2, 0.3, 0.4].map { fraction in heldFlick(gap, fraction: fraction) }
    }
  }

  private func heldFlick(_ gap: Gap, fraction: Double) -> HeldFlick {
    // Units: pt, pt/s, µs.
    let length = gap.length.value * fraction
    let speed = length < 0 ? -1_200.0 : 1_200
    let stop = Int64((length / speed * 1_000_000).rounded())
    let hold: Int64 = 300_000
    var estimator = estimator
    estimator.reset()
    // A touchscreen has nothing to say while the finger holds still.
    for time in stride(from: 0, to: stop, by: 8_333) + [stop] {
      let y = gap.origin.value + length * (Double(time) / Double(max(stop, 1)))
      estimator.receive(
        PanSample(microseconds: time, position: Position(x: .zero, y: Points(y))))
    }
    let time = Seconds(Double(stop + hold) / 1_000_000)
    return HeldFlick(
      start: gap.from, position: gap.origin + Points(length), speed: PointsPerSecond(speed),
      mean: Points(length) / time,
      estimate: estimator.released(atMicroseconds: stop + hold))
  }

  /// Asks `policy` about the release of `hand` with `estimate`.
  static func ask(
    _ policy: ReleasePolicy, _ context: inout ReleaseContext, _ hand: HeldFlick,
    _ estimate: VelocityEstimate, mean: PointsPerSecond
  ) -> Answer {
    let plain = (context.estimate, context.mean)
    defer { (context.estimate, context.mean) = plain }
    context.estimate = estimate
    context.mean = Velocity(x: .zero, y: mean)
    return ask(
      policy, &context, from: hand.start, at: hand.position.value,
      velocity: estimate.velocity.y.value)
  }
}
