import Quantities
import Testing
import VelocityAccuracy
import VelocityEstimation

/// The default estimator with sensors that report scans in pairs, twice, late or filtered.
@Suite("Reporting sensors") struct ReportingSensorTests {
  /// The estimate at the release of a gesture.
  private func release(_ trial: MotionTrial) throws -> VelocityEstimate {
    var estimator = try Estimator.named("bayes")
    for sample in trial.samples { estimator.receive(sample) }
    return estimator.released(atMicroseconds: trial.releaseMicroseconds)
  }

  private func trials(_ kind: MotionClass, _ sensor: ReportingSensor, _ rate: Double)
    -> [MotionTrial]
  {
    (0..<200).map { sensor.trial($0, of: kind, part: .kept, rate: rate) }
  }

  private func accuracy(_ kind: MotionClass, _ sensor: ReportingSensor, _ rate: Double) throws
    -> MotionAccuracy
  {
    MotionAccuracy(
      of: try Estimator.named("bayes"), over: trials(kind, sensor, rate), isStop: kind.isStop)
  }

  private static let seen = ReportingSensor.allCases.filter(\.isSeen)

  @Test(
    "a steady drag is read correctly if scans are read in pairs or reported twice", arguments: seen,
    ReportingSensor.rates)
  func steady(sensor: ReportingSensor, rate: Double) throws {
    let accuracy = try accuracy(.steady, sensor, rate)
    // At 60 Hz, the shortest of these drags have only two scans that are not read together.
    #expect(accuracy.offByHalf <= (rate > 60 ? 1 : 3))
    #expect(accuracy.withinTwo >= 90)
  }

  /// Reports at 60 Hz of scans at 30 Hz are left out, because a rest of 30 ms may be shorter than one such scan.
  @Test(
    "a finger that brakes to rest does not fling if scans are read in pairs or reported twice",
    arguments: seen, ReportingSensor.rates.filter { $0 > 60 })
  func brake(sensor: ReportingSensor, rate: Double) throws {
    let accuracy = try accuracy(.brakeToRest, sensor, rate)
    #expect(accuracy.error <= 2)
    #expect(accuracy.withinTwo >= 90)
  }

  @Test(
    "no release is faster than 1.5 times the fastest step between two scans, or slower than its error",
    arguments: ReportingSensor.allCases, ReportingSensor.rates)
  func limits(sensor: ReportingSensor, rate: Double) throws {
    for kind in [MotionClass.steady, .brakeToRest, .stroke, .turnBack] {
      for trial in trials(kind, sensor, rate) {
        let estimate = try release(trial)
        let speed = estimate.velocity.length.value
        guard speed > 0 else { continue }
        #expect(speed > (estimate.covariance?.error(along: estimate.velocity).value ?? 0))
        var fastest = 0.0
        for (index, sample) in trial.samples.enumerated().dropFirst() {
          for (number, earlier) in trial.samples[..<index].enumerated() {
            // Reports of one scan, or of two scans in one burst, are less than half a report apart.
            let time = Double(sample.microseconds - earlier.microseconds) / 1e6
            guard time >= 0.5 / rate else { continue }
            // A finger may lie still after the touch-down until one scan before its first step.
            let moving = number < 2 ? min(time, 1 / 60) : time
            fastest = max(fastest, (sample.position - earlier.position).length.value / moving)
          }
        }
        #expect(speed <= 1.5 * max(fastest, 1), "\(sensor), \(rate) Hz: \(estimate)")
      }
    }
  }

  @Test(
    "whether a finger that hooks while it lifts counts as resting does not depend on the scan rate",
    arguments: HandGestureClass.hookRates)
  func hooks(rate: Double) throws {
    let hook = HandGestureClass.hookedLiftOff
    let trials = hook.trials(200, from: 1_000_000, sensor: Sensor(rate: rate, noise: 0.3))
    let accuracy = MotionAccuracy(
      of: try Estimator.named("bayes"), over: trials.map(MotionTrial.init), isStop: false)
    #expect(accuracy.zeros <= 3)
    #expect(accuracy.withinTwo >= 90)
  }
}
