import Quantities
import ReleaseRules
import VelocityEstimation

/// A simulated gesture: the finger moves a sheet quickly away from a position, stops, holds still, and lifts.
struct HeldFlick {
  /// The name of the position where the gesture starts.
  var start: String
  /// The position at which the finger holds still and lifts.
  var position: Points
  /// The velocity of the finger before it stops; positive is down.
  var speed: PointsPerSecond
  /// The total displacement divided by the total time, which includes the time of holding still.
  var mean: PointsPerSecond
  /// The release velocity that the estimator of the linter computes from the samples of the gesture.
  var estimate: VelocityEstimate

  /// A stale estimate: the velocity before the finger stopped, as if the finger were still moving at the release.
  var stale: VelocityEstimate {
    VelocityEstimate(velocity: Velocity(x: .zero, y: speed), reason: .ok)
  }
}

extension RuleLint {
  /// The simulated gestures: for each gap between neighbouring positions, one across 10, 20, 30 and 40 % of the gap.
  ///
  /// Source: the gesture with which the release rules of other systems are compared. It moves at 1200 pt/s across 30 %
  /// of the gap, holds still for 0.3 s, and has 120 samples per second. We chose the other fractions; all are less than
  /// half of the gap, so that the start is the position nearest to the release.
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
    // A touchscreen sends nothing while the finger holds still, so the hold has no samples.
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

  /// The strokes of the linter, as a device with `rate` reports per second sends them, without a rest before the lift.
  ///
  /// Each crosses 10, 20, 30 or 40 % of a gap between neighbouring positions at 600, 1200 or 2400 pt/s. These numbers are our
  /// choice, and so are 60 and 140 reports: touchpads send 60 to 200.
  func strokes(rate: Double) -> [HeldFlick] {
    gaps.flatMap { gap in
      [0.1, 0.2, 0.3, 0.4].flatMap { fraction in
        [600.0, 1_200, 2_400].map { stroke(gap, fraction: fraction, speed: $0, rate: rate) }
      }
    }
  }

  private func stroke(_ gap: Gap, fraction: Double, speed: Double, rate: Double) -> HeldFlick {
    // Units: pt, pt/s, s.
    let length = gap.length.value * fraction
    let time = length.magnitude / speed
    let reports = max(1, (time * rate).rounded())
    var estimator = ownEstimator
    estimator.reset()
    for report in 0...Int(reports) {
      let part = Double(report) / reports
      estimator.receive(
        PanSample(
          microseconds: Int64((time * part * 1_000_000).rounded()),
          position: Position(x: .zero, y: gap.origin + Points(length * part))))
    }
    let velocity = PointsPerSecond(length / time)
    return HeldFlick(
      start: gap.from, position: gap.origin + Points(length), speed: velocity, mean: velocity,
      estimate: estimator.released(atMicroseconds: Int64((time * 1_000_000).rounded())))
  }

  /// Returns the decision of `policy` for the release of the gesture `hand`.
  ///
  /// The rule receives `estimate` and `mean` as the velocities of the release; `context` is unchanged afterwards.
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
