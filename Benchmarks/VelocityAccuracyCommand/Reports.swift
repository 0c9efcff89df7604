import VelocityAccuracy
import VelocityEstimation

extension VelocityAccuracyCommand {
  /// Prints the errors of each estimator on every reporting sensor, and on hooks of 25 ms at every scan rate.
  static func printReports(
    _ estimators: [(String, any VelocityEstimator)], _ count: Int, _ part: Part, from first: Int
  ) {
    print(
      """
      off: % of moving fingers that are off by more than half; stopped: % with a velocity of zero; flung: % of stops \
      above 50 pt/s; within 2: % within two standard errors
      """)
    for (name, estimator) in estimators {
      func line(_ words: [String], _ trials: [MotionTrial], isStop: Bool) {
        let accuracy = MotionAccuracy(of: estimator, over: trials, isStop: isStop)
        print(
          ([name] + words).map { padded($0, 16) }.joined(),
          isStop
            ? "flung \(shown(accuracy.error))"
            : "off \(shown(accuracy.offByHalf))  stopped \(shown(accuracy.zeros))  "
              + "RMS % \(shown(accuracy.error))", " within 2 \(shown(accuracy.withinTwo))")
      }
      for sensor in ReportingSensor.allCases where part == .kept || sensor.isSeen {
        for rate in ReportingSensor.rates {
          for kind in [MotionClass.steady, .brakeToRest, .stroke] {
            let trials = (first..<first + count).map {
              sensor.trial($0, of: kind, part: part, rate: rate)
            }
            line([sensor.rawValue, "\(Int(rate)) Hz", kind.rawValue], trials, isStop: kind.isStop)
          }
        }
      }
      let hook = HandGestureClass.hookedLiftOff
      for rate in HandGestureClass.hookRates {
        let from = part == .kept ? first + 1_000_000 : first
        let trials = hook.trials(count, from: from, sensor: Sensor(rate: rate, noise: 0.3))
        line(
          ["plain", "\(Int(rate)) Hz", hook.rawValue], trials.map(MotionTrial.init), isStop: false)
      }
    }
  }
}
