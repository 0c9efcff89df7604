import VelocityEstimation
import VelocityAccuracy

extension VelocityAccuracyCommand {
  /// Prints for every class, rate and noise the error of the first estimator, that of the best other
  /// estimator, and the bounds.
  static func printMatrix(
    _ estimators: [(String, any VelocityEstimator)], _ count: Int, from first: Int
  ) {
    print(
      """
      error of \(estimators.first?.0 ?? "") and of the best other estimator: RMS % of the true speed; \
      stops: % that fling; slowDrag: pt/s
      told: the smallest error of an unbiased estimator that knows the class; untold: of one that knows only \
      that motions are smooth
      >2: more than twice the best, and above 1 % (slowDrag: 5 pt/s); \
      near: at most 1.5 times untold; lucky: the best is below untold
      """)
    let heads = ["class", "Hz", "pt", "error", "best", "ratio", "told", "untold", "error/untold"]
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
    let behind = comparisons.filter(\.isBehind)
    print(
      "\(comparisons.count) rows; more than twice the best: \(behind.count), of which "
        + "\(behind.filter(\.isNearBound).count) near the bound")
  }

  private static let widths = [26, 6, 6, 9, 9, 8, 9, 9, 14]

  private static func row(_ comparison: Comparison, _ sensor: Sensor) -> String {
    let bound = comparison.bound
    let cells = [
      comparison.gesture, "\(Int(sensor.rate))", "\(sensor.noise)", shown(comparison.error),
      shown(comparison.best), shown(comparison.ratio), bound.map { shown($0.told) } ?? "-",
      bound.map { shown($0.untold) } ?? "-",
      bound.map { shown(comparison.error / $0.untold) } ?? "-",
    ]
    let marks = [
      (">2", comparison.isBehind), ("near", comparison.isBehind && comparison.isNearBound),
      ("lucky", comparison.isBehind && comparison.bestIsLucky),
    ].filter(\.1).map { " " + $0.0 }
    return zip(cells, widths).map(padded).joined() + comparison.bestName + marks.joined()
  }
}
