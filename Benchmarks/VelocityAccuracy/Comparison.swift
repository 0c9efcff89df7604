public import VelocityEstimation

/// How one estimator does on one class of gestures beside all others, and beside what can be known.
public struct Comparison: Sendable {
  /// The class.
  public var gesture: String
  /// What errors are counted in.
  public var measure: ErrorMeasure
  /// The estimator's error: root mean square in percent of the true speed or, where the class says
  /// so, in pt/s; for stops the gestures in a hundred that fling.
  public var error: Double
  /// The least error of all others, and whose it is.
  public var best: Double
  /// The name of the best of the others.
  public var bestName: String
  /// What can be known, in the same measure; nil where the samples are the same with and without
  /// the stop.
  public var bound: VelocityBound?

  /// The error over that of the best of the others; one where neither errs.
  public var ratio: Double { best > 0 ? error / best : error > 0 ? .infinity : 1 }

  /// The error below which it does not matter who is better.
  ///
  /// Sources: speeds that differ by less than 5 % look the same (McKee, "A local mechanism for
  /// differential velocity detection", Vision Research 21, 1981), and 1 % is lost in that; of 400
  /// stops, four more or fewer are chance; 5 pt/s is a tenth of the slowest fling.
  public var floor: Double {
    switch measure {
    case .relative, .stop: 1
    case .slow: 5
    }
  }

  /// Whether the estimator is more than twice as far off as the best of the others, and it matters.
  public var isBehind: Bool { error > floor && ratio > 2 }

  /// Whether the estimator reaches what can be known without being told the class, within one and a
  /// half times: then who is better by more than that owes it to a bias.
  ///
  /// For stops it is how many fling, so one that flings none is within any bound.
  public var isNearBound: Bool { bound.map { error <= 1.5 * $0.untold } ?? false }

  /// Whether the best of the others is better than anyone can be who is not told the class, and so
  /// owes it to a bias that happens to suit the class.
  public var bestIsLucky: Bool { bound.map { best < $0.untold } ?? false }
}

extension GestureClass {
  /// Compares the first of `estimators` with the others over gestures of the class.
  public func comparison(
    of estimators: [(name: String, estimator: any VelocityEstimator)], over trials: [GestureTrial]
  ) -> Comparison {
    let measure: ErrorMeasure = isStop ? .stop : self == .slowDrag ? .slow : .relative
    let tellsNothing = self == .silentStop || self == .briefSilentStop
    return Comparison(
      rawValue, measure, estimators.map { ($0.name, accuracy(of: $0.estimator, over: trials)) },
      tellsNothing ? nil : VelocityBound(over: trials, measure))
  }
}

extension HandGestureClass {
  /// Compares the first of `estimators` with the others over gestures of the class.
  public func comparison(
    of estimators: [(name: String, estimator: any VelocityEstimator)], over trials: [GestureTrial]
  ) -> Comparison {
    let measure: ErrorMeasure = isStop ? .stop : .relative
    return Comparison(
      rawValue, measure, estimators.map { ($0.name, accuracy(of: $0.estimator, over: trials)) },
      VelocityBound(over: trials, measure))
  }
}

extension Comparison {
  init(
    _ gesture: String, _ measure: ErrorMeasure, _ accuracies: [(name: String, accuracy: Accuracy)],
    _ bound: VelocityBound?
  ) {
    func error(_ accuracy: Accuracy) -> Double {
      measure == .stop ? accuracy.falseFlings : accuracy.error
    }
    let best = accuracies.dropFirst().min { error($0.accuracy) < error($1.accuracy) }
    self.init(
      gesture: gesture, measure: measure, error: accuracies.first.map { error($0.accuracy) } ?? 0,
      best: best.map { error($0.accuracy) } ?? .infinity, bestName: best?.name ?? "", bound: bound)
  }
}
