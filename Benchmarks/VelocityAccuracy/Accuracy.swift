internal import Quantities
public import VelocityEstimation

/// The error of an estimator on one class of gestures.
public struct Accuracy: Sendable {
  /// The root mean square error: in percent of the true speed, or in pt/s if the true speed is zero or the
  /// class is the slow drag.
  public var error: Double
  /// The percentage of gestures with a speed above 50 pt/s although the finger had stopped, or above
  /// 150 pt/s in a slow drag.
  public var falseFlings: Double
  /// The percentage of gestures whose estimated velocity is opposite to the true velocity.
  ///
  /// For stops, these are gestures with more than 200 pt/s against the motion before the stop.
  public var wrongSigns: Double
  /// The percentage of gestures with a velocity of zero.
  public var zeros: Double
}

/// The unit in which the error of a velocity is measured.
public enum ErrorMeasure: Sendable {
  /// Percent of the true speed.
  case relative
  /// Points per second, for a finger that had stopped.
  case stop
  /// Points per second, for a slow finger.
  case slow
}

extension GestureClass {
  /// `count` gestures of the class, beginning with number `first`.
  public func trials(_ count: Int, from first: Int = 0, sensor: Sensor) -> [GestureTrial] {
    (first..<first + count).map { trial($0, sensor: sensor) }
  }

  /// Measures an estimator at the release of gestures of this class.
  public func accuracy(
    of estimator: any VelocityEstimator, over trials: [GestureTrial]
  ) -> Accuracy {
    Accuracy(
      of: estimator, over: trials, by: isStop ? .stop : self == .slowDrag ? .slow : .relative)
  }
}

extension Accuracy {
  /// Measures an estimator at the release of gestures of one class.
  init(of estimator: any VelocityEstimator, over trials: [GestureTrial], by measure: ErrorMeasure) {
    var squares = 0.0
    self.init(error: 0, falseFlings: 0, wrongSigns: 0, zeros: 0)
    var estimator = estimator
    for trial in trials {
      estimator.reset()
      for sample in trial.samples { estimator.receive(sample) }
      let velocity = estimator.released(atMicroseconds: trial.releaseMicroseconds).velocity
      let along = dot(trial, velocity)
      let error = along - dot(trial, trial.truth)
      if velocity == .zero { zeros += 1 }
      switch measure {
      case .relative:
        let relative = error / dot(trial, trial.truth)
        squares += relative * relative * 10_000
        if along < 0 { wrongSigns += 1 }
      case .stop:
        squares += error * error
        if velocity.length.value > 50 { falseFlings += 1 }
        if along < -200 { wrongSigns += 1 }
      case .slow:
        squares += error * error
        if velocity.length.value > 150 { falseFlings += 1 }
        if along < 0 { wrongSigns += 1 }
      }
    }
    let fraction = 100 / Double(trials.count)
    error = (squares / Double(trials.count)).squareRoot()
    falseFlings *= fraction
    wrongSigns *= fraction
    zeros *= fraction
  }

  private func dot(_ trial: GestureTrial, _ velocity: Velocity) -> Double {
    trial.direction.x.value * velocity.x.value + trial.direction.y.value * velocity.y.value
  }
}
