public import VelocityEstimation

/// The error of one estimator on one class of gestures, compared with all others.
public struct Comparison: Sendable {
  /// The name of the class.
  public var gesture: String
  /// The unit of the errors.
  public var measure: ErrorMeasure
  /// The error of the estimator: the root mean square in percent of the true speed, or in pt/s for
  /// slow gestures.
  ///
  /// For stops, the error is the percentage of gestures that fling.
  public var error: Double
  /// The smallest error of the other estimators.
  public var best: Double
  /// The name of the best of the other estimators.
  public var bestName: String

  /// The error divided by that of the best other estimator; 1 if both are zero.
  public var ratio: Double { best > 0 ? error / best : error > 0 ? .infinity : 1 }

  /// The error below which differences do not matter.
  ///
  /// Sources: People cannot distinguish speeds that differ by less than 5 % (McKee, "A local
  /// mechanism for differential velocity detection", Vision Research 21, 1981); 1 % is well below
  /// that. With 400 stops, a difference of four can be chance. 5 pt/s is a tenth of the slowest
  /// fling.
  public var floor: Double {
    switch measure {
    case .relative, .stop: 1
    case .slow: 5
    }
  }

  /// Whether the error is above the floor and more than twice that of the best other estimator.
  public var isBehind: Bool { error > floor && ratio > 2 }
}

extension GestureClass {
  /// Compares the first of `estimators` with the others over gestures of the class.
  public func comparison(
    of estimators: [(name: String, estimator: any VelocityEstimator)], over trials: [GestureTrial]
  ) -> Comparison {
    let measure: ErrorMeasure = isStop ? .stop : self == .slowDrag ? .slow : .relative
    return Comparison(
      rawValue, measure, estimators.map { ($0.name, accuracy(of: $0.estimator, over: trials)) })
  }
}

extension HandGestureClass {
  /// Compares the first of `estimators` with the others over gestures of the class.
  public func comparison(
    of estimators: [(name: String, estimator: any VelocityEstimator)], over trials: [GestureTrial]
  ) -> Comparison {
    Comparison(
      rawValue, isStop ? .stop : .relative,
      estimators.map { ($0.name, accuracy(of: $0.estimator, over: trials)) })
  }
}

extension Comparison {
  init(
    _ gesture: String, _ measure: ErrorMeasure, _ accuracies: [(name: String, accuracy: Accuracy)]
  ) {
    func error(_ accuracy: Accuracy) -> Double {
      measure == .stop ? accuracy.falseFlings : accuracy.error
    }
    let best = accuracies.dropFirst().min { error($0.accuracy) < error($1.accuracy) }
    self.init(
      gesture: gesture, measure: measure, error: accuracies.first.map { error($0.accuracy) } ?? 0,
      best: best.map { error($0.accuracy) } ?? .infinity, bestName: best?.name ?? "")
  }
}
