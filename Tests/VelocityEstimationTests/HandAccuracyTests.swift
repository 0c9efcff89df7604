import Quantities
import Testing
import VelocityEstimation
import VelocityAccuracy

/// How far the default estimator may be off on what the synthetic hand does, at each usual rate.
@Suite("Adaptive accuracy on the hand model") struct HandAccuracyTests {
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
    Bar(gesture: .hookedLiftOff, percent: [9, 9, 5]),
    Bar(gesture: .slowingLiftOff, percent: [6, 5, 4]),
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
      let accuracy = bar.gesture.accuracy(of: try Estimator.named("adaptive"), over: trials)
      #expect(accuracy.error <= percent, "at \(rate) Hz")
      #expect(accuracy.wrongSigns == 0, "at \(rate) Hz")
      // A hook that ends with a rest of two samples is a stop to whoever does not know the hand.
      #expect(accuracy.zeros <= (bar.gesture == .hookedLiftOff ? 0.5 : 0), "at \(rate) Hz")
    }
  }

  @Test(
    "a hand that rests before it lifts throws nothing, even if it drifts off",
    arguments: HandGestureClass.allCases.filter(\.isStop))
  func stops(gesture: HandGestureClass) throws {
    for (rate, trials) in try trials(gesture) {
      let accuracy = gesture.accuracy(of: try Estimator.named("adaptive"), over: trials)
      #expect(accuracy.falseFlings <= 1, "at \(rate) Hz")
      #expect(accuracy.wrongSigns == 0, "at \(rate) Hz")
    }
  }

  /// The best of each class is among these, or as good as it to a tenth.
  static let rivals = [
    "android.lsq2", "android.impulse", "android.int2", "apple.scrollview", "chromeos.lsq1",
    "gesture-handler.web", "kalman", "last-sample", "qt.flickable",
  ]

  @Test("it is never worse than twice the best of the others", arguments: bars.map(\.gesture))
  func twiceTheBest(gesture: HandGestureClass) throws {
    for (rate, trials) in try trials(gesture) {
      var best = Double.infinity
      for rival in Self.rivals {
        best = min(best, gesture.accuracy(of: try Estimator.named(rival), over: trials).error)
      }
      let error = gesture.accuracy(of: try Estimator.named("adaptive"), over: trials).error
      #expect(error <= 2 * best, "at \(rate) Hz")
    }
  }

  /// `android.int2` lags and overshoots, and both cancel out on a stroke that is let go at its
  /// fastest; so it is better there than who fits polynomials can be.
  @Test("a hard flick is read within twice the luckiest at every noise", arguments: [0.1, 1, 2])
  func hardFlicks(noise: Double) throws {
    let trials = HandGestureClass.hardFlick.trials(400, sensor: Sensor(rate: 240, noise: noise))
    func error(_ name: String) throws -> Double {
      HandGestureClass.hardFlick.accuracy(of: try Estimator.named(name), over: trials).error
    }
    #expect(try error("adaptive") <= 2 * error("android.int2"))
  }
}
