import Quantities
import Testing
import VelocityEstimation
import VelocityAccuracy

/// Properties of the default estimator's release, for any finger.
@Suite("Release laws") struct ReleaseLawsTests {
  private func release(_ samples: [PanSample], after silence: Int64 = 4_000) throws
    -> VelocityEstimate
  {
    var estimator = try Estimator.named("bayes")
    for sample in samples { estimator.receive(sample) }
    return estimator.released(atMicroseconds: (samples.last?.microseconds ?? 0) + silence)
  }

  private func sample(_ seconds: Double, _ y: Double) -> PanSample {
    PanSample(
      microseconds: Int64((seconds * 1e6).rounded()), position: Position(x: .zero, y: Points(y)))
  }

  /// A touch-down, a pause without events, and the given number of samples at 3000 pt/s upwards.
  private func pressAndFlick(_ pause: Double, moves: Int, rate: Double) -> [PanSample] {
    [sample(0, 700)]
      + (0..<moves).map { sample(pause + Double($0) / rate, 700 - 3_000 * Double($0 + 1) / rate) }
  }

  @Test(
    "a pause before a flick, of any length, does not change the velocity", arguments: [2, 3, 4, 8],
    [60.0, 90, 120, 165, 240])
  func pause(moves: Int, rate: Double) throws {
    let first = try release(pressAndFlick(0.05, moves: moves, rate: rate))
    // It is unknown when within the first scan the motion began, hence the tolerance of 10 %.
    #expect((first.velocity.y.value / -3_000 - 1).magnitude < 0.1, "\(first)")
    for pause in [0.06, 0.08, 0.099, 0.101, 0.15, 0.4, 1, 3_600] {
      let other = try release(pressAndFlick(pause, moves: moves, rate: rate))
      #expect((other.velocity - first.velocity).length.value < 1e-3, "\(pause) s: \(other)")
      #expect(other.reason == .ok)
    }
  }

  @Test("a single step after a pause is a flick; its error interval includes the steady speed")
  func singleStep() throws {
    for pause in [0.05, 0.2, 10] {
      let estimate = try release([sample(0, 700), sample(pause, 650)])
      #expect(estimate.reason == .ok)
      let error = try #require(estimate.covariance).error(along: estimate.velocity).value
      // A step of 50 pt may take up to 1/60 s, because screens scan at 60 Hz or more.
      #expect((estimate.velocity.y.value + 50 * 60).magnitude < error, "\(estimate)")
    }
  }

  @Test("a finger that flicks after a pause counts as moving immediately")
  func live() throws {
    var estimator = try Estimator.named("bayes")
    for (index, sample) in pressAndFlick(0.3, moves: 5, rate: 120).enumerated() {
      estimator.receive(sample)
      guard index > 2 else { continue }
      #expect((estimator.live().velocity.y.value / -3_000 - 1).magnitude < 0.05, "sample \(index)")
    }
  }

  @Test(
    "a finger that accelerates does not count as a finger that rolls off at the lift",
    arguments: [60.0, 120, 240], [1.6, 2, 3, 4])
  func speedUp(rate: Double, factor: Double) throws {
    for last in [0.012, 0.02, 0.033, 0.06, 0.12] {
      for noise in [0.0, 0.3] {
        var y = 0.0
        let samples = (0...Int((0.2 + last) * rate)).map { index in
          let time = Double(index) / rate
          y -= 500 * (time > 0.2 ? factor : 1) / rate
          return sample(time, y + (index % 2 == 0 ? noise : -noise))
        }
        #expect(try release(samples).reason == .ok, "\(last) s, \(noise) pt")
      }
    }
  }

  @Test("a finger that speeds up from 500 to 1500 pt/s for its last 33 ms is read as 1500 pt/s")
  func flickAtTheEnd() throws {
    let slow = (0...24).map { sample(Double($0) / 120, 800 - 500 * Double($0) / 120) }
    let fast = (1...3).map { sample(0.2 + Double($0) / 120, 700 - 1_500 * Double($0) / 120) }
    let estimate = try release(slow + fast)
    #expect(estimate.reason == .ok)
    #expect((estimate.velocity.y.value / -1_500 - 1).magnitude < 0.05, "\(estimate)")
  }

  private static let movingKinds: [MotionClass] = [
    .steady, .stroke, .lateStroke, .lognormal, .decelerating, .overlappingStrokes,
  ]

  /// Gestures in which the finger still moves at the end.
  private static func moving(_ rate: Double) -> [MotionTrial] {
    movingKinds.flatMap { kind in
      (0..<20).map { kind.trial($0, part: .kept, device: .halfPoints, rate: rate) }
    }
  }

  @Test(
    "a rest before the lift never increases the release velocity",
    arguments: [0.03, 0.05, 0.08, 0.12],
    [60.0, 120, 240])
  func restAtEnd(time: Double, rate: Double) throws {
    for trial in Self.moving(rate) {
      guard let last = trial.samples.last, trial.samples.count > 2 else { continue }
      let before = try release(trial.samples).velocity.length.value
      // A velocity below its standard error counts as zero, so it is no bound for the velocity after the rest.
      guard before > 0 else { continue }
      let interval = last.microseconds - trial.samples[trial.samples.count - 2].microseconds
      let count = Int((time * 1e6 / Double(interval)).rounded(.up))
      let rest = (1...max(count, 2)).map {
        PanSample(
          microseconds: last.microseconds + Int64($0) * interval, position: last.position)
      }
      let after = try release(trial.samples + rest).velocity.length.value
      // A rest that is shorter than the roll of a lift is discarded like a roll. The same samples
      // are then in other windows, so the velocity may change slightly.
      #expect(after <= before * 1.000_1, "\(before) pt/s and then \(after)")
    }
  }

  @Test(
    "a finger that has come to rest and trembles has no release velocity",
    arguments: [MotionClass.strokeToRest, .brakeToRest])
  func rests(kind: MotionClass) throws {
    for rate in [90.0, 120, 165, 240] {
      for noise in [0.1, 0.25, 0.5, 1] {
        let trials = (0..<100).map {
          kind.trial($0, part: .kept, device: .usual, rate: rate, noise: noise)
        }
        let accuracy = MotionAccuracy(
          of: try Estimator.named("bayes"), over: trials, isStop: true)
        #expect(accuracy.error <= (noise <= 0.5 ? 1 : 5), "\(rate) Hz, \(noise) pt")
      }
    }
  }

  /// A stroke that comes to rest for 60 ms, on a screen of 3900 by 8440 units, at 120 Hz.
  static let trembling = [
    (1996, 2008), (1985, 2005), (1982, 2014), (1978, 2024), (1956, 2039), (1923, 2066),
    (1890, 2104), (1848, 2145), (1798, 2203), (1737, 2249), (1675, 2313), (1609, 2381),
    (1548, 2444), (1471, 2503), (1400, 2575), (1329, 2631), (1273, 2692), (1212, 2760),
    (1163, 2796), (1099, 2847), (1077, 2879), (1047, 2905), (1027, 2931), (997, 2943),
    (997, 2951), (987, 2962), (995, 2945), (994, 2960), (998, 2953), (994, 2952), (999, 2953),
    (994, 2956), (990, 2954),
  ]

  @Test("a trembling finger on a screen with units of a tenth of a point has stopped")
  func tremblingOnScreen() throws {
    let samples = Self.trembling.enumerated().map { index, position in
      PanSample(
        microseconds: Int64((Double(index) * 1e6 / 120).rounded()),
        position: Position(x: Points(Double(position.0) / 10), y: Points(Double(position.1) / 10)))
    }
    #expect(try release(samples, after: 5_000).velocity.length.value < 50)
  }

  @Test("rounding errors in the positions of a resting finger do not count as motion")
  func rounding() throws {
    let samples = (0..<20).map { sample(Double($0) / 120, Double($0 % 3) * 5.7e-14) }
    let estimate = try release(samples)
    #expect(estimate.velocity == .zero && estimate.reason == .stopped)
  }

  /// A flick at 1200 pt/s for 60 ms, whose timestamps have the given errors in seconds, and then
  /// its last position again after 8.57 ms, or at every scan until then.
  private func flickAndRepeat(_ seed: Int, rate: Double, jitter: Double, everyScan: Bool)
    -> [PanSample]
  {
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    func noise() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return sum + Double(state >> 11) / 9_007_199_254_740_992
      }
    }
    let count = Int(0.06 * rate)
    let end = Double(count) / rate
    var times = (0...count).map { Double($0) / rate }
    times += everyScan ? (1...Int(0.0086 * rate)).map { end + Double($0) / rate } : [end + 0.008_57]
    var last = Int64.min
    return times.map { time in
      var sample = sample(1 + time + jitter * noise(), 417 - 1_200 * min(time, end))
      if sample.microseconds <= last { sample.microseconds = last + 10 }
      last = sample.microseconds
      return sample
    }
  }

  @Test(
    "a repeated position at the lift does not cancel a flick, even with jittering times",
    arguments: [120.0, 165, 240], [false, true])
  func repeatedPosition(rate: Double, everyScan: Bool) throws {
    let speeds = try (0..<400).map { seed in
      try release(flickAndRepeat(seed, rate: rate, jitter: 0.000_5, everyScan: everyScan))
        .velocity.y.value
    }
    #expect(speeds.count { $0 > -600 } <= 2)
    let exact = try release(flickAndRepeat(0, rate: rate, jitter: 0, everyScan: everyScan))
    #expect((exact.velocity.y.value / -1_200 - 1).magnitude < 0.06)
  }

  /// The largest allowed errors at 60, 120 and 240 Hz with noise of half a point, in percent.
  ///
  /// The errors vary by a tenth between sets of 400 gestures.
  struct Bar: CustomTestStringConvertible, Sendable {
    var kind: MotionClass
    var percent: [Double]
    var testDescription: String { kind.rawValue }
  }

  @Test(
    "a finger that changed its direction or speed, or trembles, is read within its error bound",
    arguments: [
      Bar(kind: .tremor, percent: [5, 5, 8]),
      Bar(kind: .corner, percent: [48, 20, 20]),
      Bar(kind: .speedUp, percent: [40, 38, 25]),
      Bar(kind: .suddenSpeedUp, percent: [34, 25, 20]),
    ])
  func changes(bar: Bar) throws {
    for (rate, percent) in zip([60.0, 120, 240], bar.percent) {
      let trials = (0..<400).map {
        bar.kind.trial($0, part: .kept, device: .usual, rate: rate)
      }
      let accuracy = MotionAccuracy(
        of: try Estimator.named("bayes"), over: trials, isStop: false)
      #expect(accuracy.error <= percent, "at \(rate) Hz")
    }
  }

  @Test("a Kalman filter reports zero velocity after 40 ms without samples, and not earlier")
  func kalman() throws {
    var estimator = try Estimator.named("kalman")
    for k in 0..<20 { estimator.receive(sample(Double(k) / 120, 10 * Double(k))) }
    let last = Int64(19e6 / 120)
    #expect(estimator.released(atMicroseconds: last + 39_000).velocity.y.value > 1_000)
    #expect(estimator.released(atMicroseconds: last + 41_000) == .none(.stopped))
    #expect(estimator.live().velocity.y.value > 1_000)
  }
}
