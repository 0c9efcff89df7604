import Quantities
import Testing
import VelocityEstimation
import VelocityAccuracy

/// How far the default estimator may be off on what the synthetic hand does, at each usual rate.
@Suite("Accuracy on the hand model") struct HandAccuracyTests {
  /// The largest root mean square error, in percent of the speed that the hand meant, at 60, 120
  /// and 240 Hz with noise of half a point.
  struct Bar: CustomTestStringConvertible, Sendable {
    var gesture: HandGestureClass
    var percent: [Double]
    var testDescription: String { gesture.rawValue }
  }

  static let rates = [60.0, 120, 240]

  static let bars = [
    Bar(gesture: .flick, percent: [5, 5, 4]),
    // Three, six and thirteen samples of 20 pt, of which each is off by half a point.
    Bar(gesture: .tinyFlick, percent: [30, 20, 18]),
    Bar(gesture: .hardFlick, percent: [6, 6, 5]),
    Bar(gesture: .dragDownThenFlickUp, percent: [4, 4, 3]),
  ]

  /// 400 gestures of each class at each rate, drawn once for all tests.
  static let trials = Dictionary(
    uniqueKeysWithValues: HandGestureClass.allCases.map { gesture in
      (gesture, rates.map { gesture.trials(400, sensor: Sensor(rate: $0, noise: 0.5)) })
    })

  /// The gestures of a class, with the rate that they are seen at.
  private func trials(_ gesture: HandGestureClass) throws -> [(rate: Double, [GestureTrial])] {
    zip(Self.rates, try #require(Self.trials[gesture])).map { (rate: $0, $1) }
  }

  @Test("what the hand means is what is read", arguments: bars)
  func motion(bar: Bar) throws {
    for ((rate, trials), percent) in zip(try trials(bar.gesture), bar.percent) {
      #expect(trials.count == 400)
      let accuracy = bar.gesture.accuracy(of: try Estimator.named("bayes"), over: trials)
      #expect(accuracy.error <= percent, "at \(rate) Hz")
      #expect(accuracy.wrongSigns == 0, "at \(rate) Hz")
      #expect(accuracy.zeros == 0, "at \(rate) Hz")
    }
  }

  @Test("a hand that rests before it lifts throws nothing")
  func stops() throws {
    let gesture = HandGestureClass.flickThenHold
    for (rate, trials) in try trials(gesture) {
      let accuracy = gesture.accuracy(of: try Estimator.named("bayes"), over: trials)
      #expect(accuracy.falseFlings <= 1, "at \(rate) Hz")
      #expect(accuracy.wrongSigns == 0, "at \(rate) Hz")
    }
  }
}
