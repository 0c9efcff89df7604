import VelocityEstimation
import VelocityAccuracy

extension VelocityAccuracyCommand {
  /// Prints the error of the first estimator and of the best other estimator, for every class, rate
  /// and noise.
  static func printMatrix(
    _ estimators: [(String, any VelocityEstimator)], _ count: Int, from first: Int
  ) {
    print(
      """
      error of \(estimators.first?.0 ?? "") and of the best other estimator: RMS % of the true speed; \
      stops: % that fling; slowDrag: pt/s
      >2: more than twice the best, and above 1 % (slowDrag: 5 pt/s)
      """)
    let heads = ["class", "Hz", "pt", "error", "best", "ratio"]
    print(zip(heads, widths).map(padded).joined() + "best estimator")
    var comparisons: [Comparison] = []
    for rate in [60.0, 120, 240] {
      for noise in [0.1, 0.5, 1, 2] {
        let line = Sensor(rate: rate, noise: noise, isOneDimensional: true)
        for gesture in GestureClass.allCases where gesture != .slowDrag || noise == 0.1 {
          let trials = gesture.trials(count, from: first, sensor: line)
          comparisons.append(gesture.comparison(of: estimators, over: trials))
          comparisons.last.map { print(row($0, line)) }
        }
        let plane = Sensor(rate: rate, noise: noise)
        for gesture in HandGestureClass.allCases {
          let trials = gesture.trials(count, from: first, sensor: plane)
          comparisons.append(gesture.comparison(of: estimators, over: trials))
          comparisons.last.map { print(row($0, plane)) }
        }
      }
    }
    let behind = comparisons.count { $0.isBehind }
    print("\(comparisons.count) rows; more than twice the best: \(behind)")
  }

  private static let widths = [26, 6, 6, 9, 9, 8]

  private static func row(_ comparison: Comparison, _ sensor: Sensor) -> String {
    let cells = [
      comparison.gesture, "\(Int(sensor.rate))", "\(sensor.noise)", shown(comparison.error),
      shown(comparison.best), shown(comparison.ratio),
    ]
    return zip(cells, widths).map(padded).joined() + comparison.bestName
      + (comparison.isBehind ? " >2" : "")
  }
}
