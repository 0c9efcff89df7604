import Quantities
import Testing
import VelocityEstimation
import VelocityAccuracy

/// Upper bounds for the error of the default estimator on the hand model, at each usual rate.
@Suite("Accuracy on the hand model") struct HandAccuracyTests {
  /// The largest root mean square error, in percent of the hand model's true speed, at 60, 120 and
  /// 240 Hz with noise of half a point.
  struct Bar: CustomTestStringConvertible, Sendable {
    var gesture: HandGestureClass
    var percent: [Double]
    /// The largest percentage of velocities of zero, at each rate.
    var zeros = [0.0, 0, 0]
    var testDescription: String { gesture.rawValue }
  }

  static let rates = [60.0, 120, 240]

  static let bars = [
    Bar(gesture: .flick, percent: [5, 5, 4]),
    // A tiny flick has three, six or thirteen samples within 20 pt, each with an error of half a
    // point. With three samples, some velocities are below their standard error, so they count as zero.
    Bar(gesture: .tinyFlick, percent: [38, 20, 18], zeros: [9, 0, 0]),
    Bar(gesture: .hardFlick, percent: [6, 6, 5]),
    Bar(gesture: .dragDownThenFlickUp, percent: [4, 4, 3]),
  ]

  /// 400 gestures of each class at each rate, generated once for all tests.
  static let trials = Dictionary(
    uniqueKeysWithValues: HandGestureClass.allCases.map { gesture in
      (gesture, rates.map { gesture.trials(400, sensor: Sensor(rate: $0, noise: 0.5)) })
    })

  /// The gestures of a class, with their scan rate.
  private func trials(_ gesture: HandGestureClass) throws -> [(rate: Double, [GestureTrial])] {
    zip(Self.rates, try #require(Self.trials[gesture])).map { (rate: $0, $1) }
  }

  @Test("the velocity of the hand model is read within its error bound", arguments: bars)
  func motion(bar: Bar) throws {
    for (((rate, trials), percent), zeros) in zip(
      zip(try trials(bar.gesture), bar.percent), bar.zeros)
    {
      #expect(trials.count == 400)
      let accuracy = bar.gesture.accuracy(of: try Estimator.named("bayes"), over: trials)
      #expect(accuracy.error <= percent, "at \(rate) Hz")
      #expect(accuracy.wrongSigns == 0, "at \(rate) Hz")
      #expect(accuracy.zeros <= zeros, "at \(rate) Hz")
    }
  }

  @Test("a finger that rests before it lifts has no release velocity")
  func stops() throws {
    let gesture = HandGestureClass.flickThenHold
    for (rate, trials) in try trials(gesture) {
      let accuracy = gesture.accuracy(of: try Estimator.named("bayes"), over: trials)
      #expect(accuracy.falseFlings <= 1, "at \(rate) Hz")
      #expect(accuracy.wrongSigns == 0, "at \(rate) Hz")
    }
  }
}
