import Quantities
import Testing
import VelocityEstimation
import VelocityAccuracy

/// Upper bounds for the error of the default estimator, over 400 gestures of every class.
@Suite("Motion accuracy") struct MotionAccuracyTests {
  static let usual = Sensor(rate: 120, noise: 0.5, isOneDimensional: true)

  /// The largest root mean square error, in percent of the true speed, for one class.
  struct Bar: CustomTestStringConvertible, Sendable {
    var gesture: GestureClass
    var percent: Double
    var sensor = MotionAccuracyTests.usual
    var testDescription: String { "\(gesture) at \(sensor.rate) Hz, \(sensor.noise) pt" }
  }

  private static func slow(_ noise: Double) -> Sensor {
    Sensor(rate: 60, noise: noise, isOneDimensional: true)
  }

  static let noisy = Sensor(rate: 120, noise: 1, isOneDimensional: true)

  static let bars = [
    Bar(gesture: .constant, percent: 1),
    Bar(gesture: .constant, percent: 2.5, sensor: noisy),
    Bar(gesture: .accelerating, percent: 1),
    Bar(gesture: .decelerating, percent: 6),
    Bar(gesture: .minimumJerk, percent: 6),
    Bar(gesture: .shortFlick, percent: 4),
    Bar(gesture: .hook, percent: 12),
    Bar(gesture: .reversal, percent: 3),
    Bar(gesture: .timestampJitter, percent: 3.5),
    Bar(gesture: .bursts, percent: 2),
    Bar(gesture: .drops, percent: 1),
    Bar(gesture: .outlier, percent: 15),
    Bar(gesture: .minimumJerk, percent: 3.15, sensor: slow(0.1)),
    Bar(gesture: .accelerating, percent: 3, sensor: slow(1)),
    Bar(gesture: .drops, percent: 1.2, sensor: slow(1)),
  ]

  @Test("a motion is read within its error bound, with every kind of disturbance", arguments: bars)
  func motion(bar: Bar) throws {
    let accuracy = bar.gesture.accuracy(
      of: try Estimator.named("bayes"), over: bar.gesture.trials(400, sensor: bar.sensor))
    #expect(accuracy.error <= bar.percent)
    #expect(accuracy.wrongSigns == 0)
    #expect(accuracy.zeros <= 1)
  }

  @Test(
    "a minimum-jerk stroke, which no cubic describes, is read correctly at any release time",
    arguments: [60.0, 120, 240])
  func strokes(rate: Double) throws {
    // A cubic through the newest samples has an error of at least 5 % in the worst case.
    let sensor = Sensor(rate: rate, noise: 0.01, isOneDimensional: true)
    let stroke = GestureClass.minimumJerk
    let accuracy = stroke.accuracy(
      of: try Estimator.named("bayes"), over: stroke.trials(100, sensor: sensor))
    #expect(accuracy.error <= 4)
  }

  @Test("a finger that has stopped does not fling", arguments: [false, true])
  func stops(inPlane: Bool) throws {
    let estimator = try Estimator.named("bayes")
    for rate in [120.0, 240] {
      let sensor = Sensor(rate: rate, noise: 0.5, isOneDimensional: !inPlane)
      for gesture in [GestureClass.silentStop, .briefSilentStop] {
        let accuracy = gesture.accuracy(of: estimator, over: gesture.trials(400, sensor: sensor))
        #expect(accuracy.error == 0, "\(gesture)")
      }
      let trembling = GestureClass.chatteringStop
      let accuracy = trembling.accuracy(of: estimator, over: trembling.trials(400, sensor: sensor))
      #expect(accuracy.falseFlings <= 5)
      #expect(accuracy.wrongSigns == 0, "backwards by more than 200 pt/s")
    }
  }

  @Test("a finger that never moved has stopped")
  func still() throws {
    var estimator = try Estimator.named("bayes")
    for k in 0..<10 {
      estimator.receive(PanSample(microseconds: Int64(k) * 8_000, position: .zero))
    }
    #expect(estimator.live().reason == .stopped)
    #expect(
      estimator.released(atMicroseconds: 75_000) == estimator.released(atMicroseconds: 76_000))
    #expect(estimator.released(atMicroseconds: 75_000).velocity == .zero)
  }

  @Test("an estimate is zero exactly if its reason says so, and the reason fits the gesture")
  func reasons() throws {
    func reason(_ gesture: GestureClass) throws -> Set<VelocityEstimate.Reason> {
      Set(
        try gesture.trials(100, sensor: Self.usual).map { trial in
          var estimator = try Estimator.named("bayes")
          for sample in trial.samples { estimator.receive(sample) }
          let release = estimator.released(atMicroseconds: trial.releaseMicroseconds)
          #expect((release.velocity == .zero) != [.ok, .hookRejected].contains(release.reason))
          return release.reason
        })
    }
    #expect(try reason(.constant) == [.ok])
    #expect(try reason(.silentStop) == [.stopped])
    #expect(try reason(.hook).contains(.hookRejected))
    #expect(try reason(.chatteringStop).isSubset(of: [.stopped, .misaligned, .ok]))
  }

  @Test("a slow drag on a coarse grid is read within 10 pt/s and never flings")
  func slowDrag() throws {
    for rate in [60.0, 120, 240] {
      let sensor = Sensor(rate: rate, noise: 0, isOneDimensional: true)
      let accuracy = GestureClass.slowDrag.accuracy(
        of: try Estimator.named("bayes"),
        over: GestureClass.slowDrag.trials(400, sensor: sensor))
      #expect(accuracy.error <= 10)
      #expect(accuracy.falseFlings == 0)
    }
  }
}
