internal import Quantities
public import TouchInput

/// How far an estimator is off on one class of gestures.
public struct Accuracy: Sendable {
  /// The root of the mean squared error: in percent of the true speed, or in pt/s where the true
  /// speed is zero or the class is the slow drag.
  public var error: Double
  /// How many gestures in a hundred had a speed above 50 pt/s though the finger had stopped, or
  /// above 150 pt/s in a slow drag.
  public var falseFlings: Double
  /// How many gestures in a hundred had a velocity against the true one; for stops, against the
  /// motion before it by more than 200 pt/s.
  public var wrongSigns: Double
  /// How many gestures in a hundred had no velocity at all.
  public var zeros: Double
}

extension GestureClass {
  /// The first `count` gestures of the class.
  public func trials(_ count: Int, sensor: Sensor) -> [GestureTrial] {
    (0..<count).map { trial($0, sensor: sensor) }
  }

  /// Measures an estimator at the release of gestures of this class.
  public func accuracy(
    of estimator: any VelocityEstimator, over trials: [GestureTrial]
  ) -> Accuracy {
    var squares = 0.0
    var falseFlings = 0.0
    var wrongSigns = 0.0
    var zeros = 0.0
    var estimator = estimator
    for trial in trials {
      estimator.reset()
      for sample in trial.samples { estimator.receive(sample) }
      let velocity = estimator.released(atMicroseconds: trial.releaseMicroseconds).velocity
      let along = dot(trial, velocity.x.value, velocity.y.value)
      let truth = dot(trial, trial.truth.x.value, trial.truth.y.value)
      if velocity == .zero { zeros += 1 }
      if isStop {
        squares += along * along
        if velocity.length.value > 50 { falseFlings += 1 }
        if along < -200 { wrongSigns += 1 }
      } else if self == .slowDrag {
        squares += (along - truth) * (along - truth)
        if velocity.length.value > 150 { falseFlings += 1 }
        if along < 0 { wrongSigns += 1 }
      } else {
        let relative = (along - truth) / truth
        squares += relative * relative * 10_000
        if along < 0 { wrongSigns += 1 }
      }
    }
    let share = 100 / Double(trials.count)
    return Accuracy(
      error: (squares / Double(trials.count)).squareRoot(), falseFlings: falseFlings * share,
      wrongSigns: wrongSigns * share, zeros: zeros * share)
  }

  private func dot(_ trial: GestureTrial, _ x: Double, _ y: Double) -> Double {
    trial.direction.x.value * x + trial.direction.y.value * y
  }
}
