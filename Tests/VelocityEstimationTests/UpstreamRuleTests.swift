import Quantities
import Testing
import VelocityEstimation

/// The rules that the original projects apply to samples before they compute a velocity.
///
/// The rules are about pauses, lifts, ring buffers and stepped axes.
@Suite("Upstream rules") struct UpstreamRuleTests {
  /// An estimator after a motion at a speed, with one sample per interval in microseconds.
  private func moved(
    _ name: String, samples: Int = 8, every interval: Int64 = 10_000, speed: Double = 500,
    from start: Int64 = 0
  ) throws -> any VelocityEstimator {
    var estimator = try Estimator.named(name)
    for k in 0..<samples {
      let time = start + Int64(k) * interval
      estimator.receive(
        PanSample(
          microseconds: time,
          position: Position(x: Points(speed * Double(time) / 1e6), y: .zero)))
    }
    return estimator
  }

  /// The longest time between the last sample and a lift that still has a velocity, in
  /// microseconds.
  ///
  /// Source: the constants and comparisons in the original code.
  static let lifts: [(String, Int64)] = [
    ("android.lsq1", 40_000), ("android.lsq2", 40_000), ("android.lsq3", 40_000),
    ("android.wlsq2_recent", 40_000), ("android.impulse", 40_000), ("android.int1", 40_000),
    ("android.int2", 40_000), ("android.legacy", 40_000), ("compose.lsq2", 40_000),
    ("compose.impulse", 40_000), ("flutter.lsq2", 40_000), ("flutter.ios", 40_000),
    ("flutter.macos", 40_000), ("qt.flickable", 99_999),
    // Chromium checks whether the time is at least 80 ms.
    ("chromium.lsq2_restricted", 79_999), ("chromium.lsq1", 79_999), ("chromium.int2", 79_999),
  ]

  @Test(
    "a lift has a velocity up to the exact microsecond of the limit, and none after that",
    arguments: lifts)
  func lift(name: String, longest: Int64) throws {
    let estimator = try moved(name)
    #expect(estimator.released(atMicroseconds: 70_000 + longest).velocity.x.value > 300)
    #expect(estimator.released(atMicroseconds: 70_000 + longest + 1).reason == .stopped)
  }

  /// The longest pause inside a motion, in microseconds.
  static let pauses: [(String, Int64)] = [
    ("android.lsq1", 40_000), ("android.impulse", 40_000), ("android.int1", 40_000),
    ("android.legacy", 40_000), ("compose.lsq2:horizon=1000", 40_000), ("flutter.lsq2", 40_000),
    ("chromium.lsq1", 39_999), ("chromium.int1", 39_999),
  ]

  /// One sample remains after a pause, and one sample has no velocity.
  @Test(
    "a pause of the maximum length belongs to the motion, and a longer one ends it",
    arguments: pauses)
  func pause(name: String, longest: Int64) throws {
    for (pause, moves) in [(longest, true), (longest + 1, false)] {
      var estimator = try moved(name)
      let position = Position(x: Points(500 * Double(70_000 + pause) / 1e6), y: .zero)
      estimator.receive(PanSample(microseconds: 70_000 + pause, position: position))
      #expect((estimator.live().reason == .ok) == moves, "after \(pause) µs")
    }
  }

  /// At 1 kHz a ring buffer of 20 samples is 19 ms long, for any horizon.
  @Test(
    "on a fast device, the ring buffer limits the window",
    arguments: ["android.lsq1", "android.lsq2", "chromium.lsq2", "compose.lsq2", "flutter.lsq2"])
  func ring(name: String) throws {
    let estimate = try moved(name, samples: 100, every: 1_000).live()
    #expect(estimate.samplesUsed == 20)
    #expect((estimate.span - Seconds(0.019)).magnitude.value < 1e-12)
  }

  @Test(
    "on a stepped axis, every Android estimator uses the impulse strategy",
    arguments: ["android.lsq1", "android.lsq2", "android.wlsq2_delta", "android.int2"])
  func steps(name: String) throws {
    var ours = try Estimator.named(name + ":differential=1")
    var impulse = try Estimator.named("android.impulse:differential=1")
    for (k, step) in [3.0, 5, 4, 6, -2, 7].enumerated() {
      let sample = PanSample(
        microseconds: Int64(k) * 10_000, position: Position(x: Points(step), y: .zero))
      ours.receive(sample)
      impulse.receive(sample)
      #expect(ours.live() == impulse.live())
    }
    // For two steps 10 ms apart, the velocity is the newer step divided by the time, as for any two
    // samples.
    var two = try Estimator.named(name + ":differential=1")
    for k in 0...1 {
      two.receive(
        PanSample(
          microseconds: Int64(k) * 10_000, position: Position(x: Points(Double(k) + 4), y: .zero)))
    }
    #expect((two.live().velocity.x.value - 5 / 0.01).magnitude < 1e-9)
  }

  /// In Chromium's test NoDirectionReversal, a finger brakes so hard that the fitted parabola reverses.
  @Test("only Chromium's restricted parabola refuses a velocity against the motion")
  func restricted() throws {
    var free = try Estimator.named("chromium.lsq2")
    var restricted = try Estimator.named("chromium.lsq2_restricted")
    for k in 0...8 {
      let position = Position(x: Points(k < 5 ? Double(k) * 20 : 80), y: .zero)
      let sample = PanSample(microseconds: Int64(k) * 10_000, position: position)
      free.receive(sample)
      restricted.receive(sample)
    }
    #expect(free.live().velocity.x < .zero)
    #expect(restricted.live() == .none(.misaligned))
  }

  /// ScrollMechanics takes the finger of a scroll view for stopped if the last report is 0.1 s old.
  @Test(
    "a rest of 0.1 s or more stops a scroll view of UIKit, and a shorter rest changes nothing",
    arguments: [30.0, 250, 961, 8_000], [2, 3, 20])
  func scrollViewRests(speed: Double, samples: Int) throws {
    let estimator = try moved("apple.scrollview", samples: samples, every: 8_333, speed: speed)
    let last = Int64(samples - 1) * 8_333
    for rest: Int64 in [0, 8_333, 40_000, 99_999] {
      let estimate = estimator.released(atMicroseconds: last + rest)
      #expect(estimate == estimator.live() && estimate.velocity.x > .zero, "after \(rest) µs")
    }
    for rest: Int64 in [100_000, 300_000, 2_000_000, 3_600_000_000] {
      let estimate = estimator.released(atMicroseconds: last + rest)
      #expect(estimate == .none(.stopped), "after \(rest) µs")
    }
  }

  /// Compose and Flutter require three samples for a parabola.
  ///
  /// In the blends, missing segments count as zero, so only the weight of the newest segment is left
  /// of 2000 pt/s.
  @Test(
    "two samples give the same velocity as upstream",
    arguments: [
      ("android.lsq2", 2_000.0), ("android.impulse", 2_000), ("chromium.lsq2", 2_000),
      ("compose.lsq2", 0), ("compose.impulse", 2_000), ("compose.impulse40", 2_000),
      ("flutter.lsq2", 0), ("flutter.ios", 100), ("flutter.macos", 400),
      ("apple.recognizer", 400), ("qt.flickable", 1_400),
    ])
  func twoSamples(name: String, speed: Double) throws {
    let estimate = try moved(name, samples: 2, every: 20_000, speed: 2_000).live()
    #expect((estimate.velocity.x.value - speed).magnitude < 1e-6)
  }
}
